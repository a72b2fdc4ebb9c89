"""The statement of a distribution: for everybody's eyes who may read all, and the sheet of one person.

Each person reads their own sheets only, once they are confirmed.  The works council, management and audit read all; the
works council may leave out the names (BetrVG § 80 (2)): people are then numbers of that statement.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING

from django.db.models import QuerySet

from accounting import money
from accounting.models import TroncRun, TroncShare
from accounting.money import Rounding
from accounting.policy.tronc import terms
from accounting.policy.tronc.distribution import HUNDREDTHS
from accounting.policy.tronc.terms import Function, Group, Terms
from accounting.tronc.selectors import months
from casino import membership, roles
from casino.errors import N_, NotFound

if TYPE_CHECKING:
    from casino.models import User

ALL = "accounting.read_tronc"
OWN = "accounting.read_own_share"


@dataclass(frozen=True, slots=True)
class Span:
    """A shift on a sheet: where, from when to when, minutes."""

    house: str
    begins_at: datetime
    ends_at: datetime
    minutes: int


@dataclass(frozen=True, slots=True)
class Line:
    """One person's line; `number` is the person's place in the statement, which stands for the name."""

    share: TroncShare
    number: int
    function: Function
    unit: int
    """Hundredths of a point times minutes that are one point."""

    @property
    def points_ten_thousandths(self) -> int:
        return self.share.weight * 10_000 // self.unit


@dataclass(frozen=True, slots=True)
class OfGroup:
    """A staff group with its quota, all its points, and the value of a point."""

    group: Group
    quota_cents: int
    weight: int
    whole_value_cents: int | None
    unit: int
    lines: Sequence[Line]

    @property
    def points_ten_thousandths(self) -> int:
        return self.weight * 10_000 // self.unit

    @property
    def value_hundredths_of_cents(self) -> int:
        """The value of a point, in hundredths of a cent, rounded down."""
        if self.whole_value_cents is not None:
            return self.whole_value_cents * 100
        return money.fraction(self.quota_cents * 100, self.unit, self.weight, rounding=Rounding.DOWN)

    @property
    def share_cents(self) -> int:
        return sum(line.share.share_cents for line in self.lines)

    @property
    def payable_cents(self) -> int:
        return sum(line.share.payable_cents for line in self.lines)


@dataclass(frozen=True, slots=True)
class Deducted:
    """A deduction with its legal basis."""

    name: str
    basis: str
    amount_cents: int


@dataclass(frozen=True, slots=True)
class Statement:
    """The whole computation of a run, line by line."""

    run: TroncRun
    terms: Terms
    days: Sequence[tuple[str, date, int, int]]
    deducted: Sequence[Deducted]
    groups: Sequence[OfGroup]
    before: TroncRun | None
    """The run that this one corrects."""

    @property
    def is_confirmed(self) -> bool:
        return self.run.state == TroncRun.State.CONFIRMED

    @property
    def sharing(self) -> int:
        """How many people share."""
        return sum(len(one.lines) for one in self.groups)

    @property
    def share_cents(self) -> int:
        return sum(one.share_cents for one in self.groups)

    @property
    def payable_cents(self) -> int:
        return sum(one.payable_cents for one in self.groups)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One person's sheet."""

    statement: Statement
    group: OfGroup
    line: Line
    spans: Sequence[Span]
    before_cents: int | None
    """What the run before this correction gave."""

    @property
    def share(self) -> TroncShare:
        return self.line.share

    @property
    def span_minutes(self) -> int:
        return sum(span.minutes for span in self.spans)

    @property
    def seniority_hundredths(self) -> int:
        return self.share.points_hundredths - self.line.function.points_hundredths

    @property
    def correction_cents(self) -> int | None:
        """How much more or less than by the run before."""
        return None if self.before_cents is None else self.share.payable_cents - self.before_cents


def statement(run_id: int, *, actor: "User") -> Statement:
    """The whole statement of a run; refuses `no_such_distribution`."""
    roles.require(actor, ALL)
    return _statement(months.row(run_id))


def sheet(run_id: int, person_id: int, *, actor: "User") -> Sheet:
    """One person's sheet; refuses `no_such_sheet` for anybody else's, and for one's own before it is confirmed."""
    run = months.row(run_id)
    if not roles.permits(actor, ALL):
        roles.require(actor, OWN)
        if person_id != actor.pk or run.state != TroncRun.State.CONFIRMED:
            raise _no_such_sheet()
    found = _statement(run)
    for group in found.groups:
        for line in group.lines:
            if line.share.person_id == person_id:
                return Sheet(found, group, line, _spans(line.share), _before_cents(found.before, person_id))
    raise _no_such_sheet()


def visible(*, actor: "User") -> QuerySet[TroncShare]:
    """The shares that somebody may read: their own in confirmed runs, or everybody's."""
    rows = TroncShare.objects.select_related("run")
    if roles.permits(actor, ALL):
        return rows
    roles.require(actor, OWN)
    return rows.filter(person=actor, run__state=TroncRun.State.CONFIRMED)


def own(*, actor: "User") -> list[TroncShare]:
    """One's own shares in confirmed runs, the latest month first, of each month the run that stands."""
    roles.require(actor, OWN)
    rows = (
        TroncShare.objects.filter(person=actor, run__state=TroncRun.State.CONFIRMED)
        .select_related("run__house")
        .order_by("-run__month", "run__house_id", "-run__number")
    )
    latest: dict[tuple[object, ...], TroncShare] = {}
    for row in rows:
        latest.setdefault((row.run.month, row.run.house_id), row)
    return [row for row in latest.values() if membership.works_in(actor, row.run.house_id)]


def _statement(run: TroncRun) -> Statement:
    rule = terms.parse(run.rules.terms)
    shares = months.shares(run)
    numbers = {share.person_id: number for number, share in enumerate(shares, start=1)}
    unit = HUNDREDTHS * rule.full_minutes
    functions = {one.code: one for one in rule.functions}
    groups = []
    for group, (_code, quota_cents, weight, value_cents) in zip(rule.groups, run.groups, strict=True):
        lines = [
            Line(share, numbers[share.person_id], functions[share.function], unit)
            for share in shares
            if share.group == group.code
        ]
        groups.append(OfGroup(group, quota_cents, weight, value_cents, unit, lines))
    deducted = []
    for code, cents in run.deductions.items():
        named = rule.deduction(code)
        deducted.append(Deducted(named.name if named else code, named.basis if named else "", cents))
    days = [(code, date.fromisoformat(day), counted, electronic) for code, day, counted, electronic in run.days]
    before = months.confirmed(run.house_id, run.month).filter(number__lt=run.number).last()
    return Statement(run, rule, days, deducted, groups, before)


def _spans(share: TroncShare) -> list[Span]:
    return [
        Span(code, datetime.fromisoformat(begins), datetime.fromisoformat(ends), minutes)
        for code, begins, ends, minutes in share.spans
    ]


def _before_cents(before: TroncRun | None, person_id: int) -> int | None:
    row = before.shares.filter(person_id=person_id).first() if before else None
    if before is None:
        return None
    return row.payable_cents if row else 0


def _no_such_sheet() -> NotFound:
    return NotFound("no_such_sheet", N_("Sheet not found."))
