"""Queries of statements of revenue; the statement as it would be signed now."""

from calendar import monthrange
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from django.db.models import F, Prefetch, QuerySet

from accounting import hours
from accounting.models import AuthorityKey, Countersignature, GamingDay, House, LevyTerms, Print, Seal, Statement
from accounting.policy import levy, statement
from accounting.policy.statement import Before
from accounting.revenue.selectors import levies, revenue
from casino import house_time, roles, wording
from casino.errors import N_, Dated, Malformed, NotFound, Refusal
from casino.rows import existing
from casino.selectors.decisions import APPROVER, PROPOSER, Matter

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_reports"


def _period(row: Statement) -> str:
    """The day, month or year of a statement, in words."""
    if row.period == Statement.Period.DAY:
        return f"{row.get_period_display()} {wording.day(row.first)}"
    return wording.month(row.first) if row.period == Statement.Period.MONTH else str(row.first.year)


STATEMENTS = Matter(
    model=Statement,
    name=N_("Statement of revenue"),
    about=lambda row: f"{_period(row)} v{row.version}",
    persons={PROPOSER: "signed_by", APPROVER: "decided_by"},
    edits="accounting.sign_statement",
    approves="accounting.confirm_statement",
    page="management:statement-confirm",
    declines="management:statement-decline",
    decided=lambda row: Refusal("statement_decided", N_("This statement has already been decided."), state=row.state),
    asked_at="signed_at",
    waits={"state": Statement.State.SIGNED},
    approved={"state": Statement.State.SEALED},
    related=("house", "gaming_day", "terms"),
    missing=lambda: NotFound("no_such_statement", N_("Statement not found.")),
)
Period = Statement.Period
State = Statement.State


@dataclass(frozen=True, slots=True)
class Draft:
    """A statement as it would be signed now."""

    house: House
    period: str
    first: date
    last: date
    gaming_day: GamingDay | None
    terms: LevyTerms | None
    figures: Mapping[str, Any]
    rests_on: Mapping[str, Any]


def statements(*, actor: "User") -> QuerySet[Statement]:
    """All statements with the people who signed them."""
    roles.require(actor, PERMISSION)
    rows = Statement.objects.select_related("house", "gaming_day", "terms", "signed_by", "decided_by")
    return rows.prefetch_related(Prefetch("countersignatures", countersignatures()))


def countersignatures() -> QuerySet[Countersignature]:
    """The authority's signatures with a key that somebody else than the person who registered it has confirmed."""
    confirmed = Countersignature.objects.filter(key__state=AuthorityKey.State.APPROVED, key__decided_by__isnull=False)
    others = confirmed.exclude(key__decided_by=F("key__proposed_by")).order_by("pk")
    return others.select_related("by", "key__proposed_by", "key__decided_by")


def latest(house_id: int, period: str, first: date) -> Statement | None:
    """The sealed statement of a period that counts: its last version."""
    rows = Statement.objects.filter(house_id=house_id, period=period, first=first, state=State.SEALED)
    return rows.order_by("-version").first()


def undecided(house_id: int, period: str, first: date) -> Statement | None:
    """The statement of a period that waits for its second signature."""
    rows = Statement.objects.filter(house_id=house_id, period=period, first=first, state=State.SIGNED)
    return rows.select_related("signed_by").first()


def bounds(period: str, first: date) -> tuple[date, date]:
    """The first and last day of the period; refuses (`bad_period`) a month or year that does not begin with `first`."""
    if period == Period.DAY:
        return first, first
    begins = first.replace(day=1) if period == Period.MONTH else first.replace(month=1, day=1)
    if first != begins:
        raise Malformed("bad_period", N_("This period begins on %(first)s."), first=Dated(begins))
    last_month = first.month if period == Period.MONTH else 12
    return first, date(first.year, last_month, monthrange(first.year, last_month)[1])


def draft(house: House, period: str, first: date) -> Draft:
    """The statement of a period as it would be signed now.

    Refuses what cannot be stated yet: `gaming_day_open`, `statement_before_missing`, `statement_missing`,
    `statement_outdated`, `period_not_over`, `no_levy_terms`, `boxes_not_counted`, and a period without any gaming day
    (`no_such_gaming_day`).
    """
    first, last = bounds(period, first)
    made = _of_day(house, first) if period == Period.DAY else _of_parts(house, period, first, last)
    heading = {
        "house": house.code,
        "currency": house.currency,
        "period": str(period),
        "first": str(first),
        "last": str(last),
    }
    figures = {**heading, **made.figures}
    return Draft(house, period, first, last, made.gaming_day, made.terms, figures, made.rests_on)


@dataclass(frozen=True, slots=True)
class _Made:
    figures: Mapping[str, Any]
    rests_on: Mapping[str, Any]
    gaming_day: GamingDay | None = None
    terms: LevyTerms | None = None


def _of_day(house: House, date_: date) -> _Made:
    day = GamingDay.objects.filter(house=house, date=date_).first()
    if day is None:
        raise NotFound("no_such_gaming_day", N_("Gaming day not found."))
    _refuse_open(day)
    terms = levies.in_force(house.pk, date_)
    if terms is None:
        raise Refusal(
            "no_levy_terms",
            N_("No levy terms are in force on %(date)s: propose them and have a second person approve them."),
            date=Dated(date_),
        )
    previous = _day_before(house, date_)
    before = carried(previous, date_, levy.parse(terms.terms).brought)
    taken = revenue.days(house, date_, date_).get(date_) or revenue.empty(house, date_)
    if not taken.is_counted:
        raise Refusal("boxes_not_counted", N_("A drop box from %(date)s has not been counted."), date=Dated(date_))
    figures = statement.of_day(taken.as_json(), levy.parse(terms.terms), before)
    seal = Seal.objects.get(gaming_day=day, digest=day.seal)
    rests_on = {
        "seal": [seal.number, seal.digest],
        "before": None if previous is None else named(previous),
        "terms": terms.version,
    }
    return _Made(figures, rests_on, day, terms)


def carried(previous: Statement | None, day: date, brought: levy.Brought) -> Before:
    """What a day starts with: the figures after the statement before it, else what the house brought along."""
    if previous is None:
        return Before(brought.revenue_cents, brought.month_cents, -brought.loss_cents)
    figures, was = previous.figures, previous.first
    same_year = was.year == day.year
    same_month = same_year and was.month == day.month
    return Before(
        figures["year"]["after_cents"] if same_year else 0,
        figures["month"]["after_cents"] if same_month else 0,
        figures["loss"]["carried_cents"],
    )


def named(row: Statement) -> list[Any]:
    """A statement as another one rests on it: its first day, its version, its seal."""
    return [str(row.first), row.version, row.digest]


def _day_before(house: House, day: date) -> Statement | None:
    """The statement of the gaming day before; refuses a gap, and one that was corrected or reopened since."""
    earlier = GamingDay.objects.filter(house=house, date__lt=day).order_by("-date").first()
    stated = Statement.objects.filter(house=house, period=Period.DAY, state=State.SEALED, first__lt=day)
    if earlier is None or not stated.exists():
        return None
    row = latest(house.pk, Period.DAY, earlier.date)
    if row is None or is_outdated(row):
        raise Refusal(
            "statement_before_missing",
            N_("First draw up the statement for gaming day %(date)s: its revenue and loss carry forward."),
            date=Dated(earlier.date),
        )
    return row


def _of_parts(house: House, period: str, first: date, last: date) -> _Made:
    """The sum of a month's days or a year's months, which must all be sealed and up to date."""
    days = list(GamingDay.objects.filter(house=house, date__range=(first, last)).order_by("date"))
    if not days:
        raise NotFound("no_such_gaming_day", N_("Gaming day not found."))
    for day in days:
        _refuse_open(day)
    if hours.date_of(house_time.now(), house.rolls_over_at, house.time_zone) <= last:
        raise Refusal("period_not_over", N_("This period lasts until %(last)s."), last=Dated(last))
    parts = parts_of(house, period, days)
    figures = statement.added([part.figures for part in parts])
    return _Made(figures, {"statements": [named(part) for part in parts]})


def parts_of(house: House, period: str, days: Sequence[GamingDay]) -> list[Statement]:
    """The statements that a month or year adds up, in the order of their days."""
    of = Period.DAY if period == Period.MONTH else Period.MONTH
    firsts = [day.date if of == Period.DAY else day.date.replace(day=1) for day in days]
    found = []
    for begins in dict.fromkeys(firsts):
        row = latest(house.pk, of, begins)
        if row is None:
            raise Refusal("statement_missing", N_("The statement of %(first)s is not sealed yet."), first=Dated(begins))
        if is_outdated(row):
            raise Refusal(
                "statement_outdated",
                N_("The statement of %(first)s needs a further version: the figures behind it were corrected."),
                first=Dated(begins),
            )
        found.append(row)
    return found


def is_outdated(row: Statement) -> bool:
    """Whether what the statement rests on was corrected since, so that it needs a further version."""
    if row.period == Period.DAY:
        before, terms = row.rests_on["before"], levies.in_force(row.house_id, row.first)
        is_under_others = terms is None or terms.pk != row.terms_id
        return is_under_others or is_outdated_by_itself(row) or (before is not None and _is_replaced(row, before))
    return any(_is_replaced(row, part) for part in row.rests_on["statements"])


def _is_replaced(row: Statement, part: Sequence[Any]) -> bool:
    of = Period.MONTH if row.period == Period.YEAR else Period.DAY
    now = latest(row.house_id, of, date.fromisoformat(part[0]))
    return now is None or now.digest != part[2] or is_outdated_by_itself(now)


def is_outdated_by_itself(row: Statement) -> bool:
    """Whether the day of a day's statement was sealed again since, or a part of a month's was replaced."""
    if row.period == Period.DAY:
        assert row.gaming_day is not None
        return bool(row.rests_on["seal"][1] != row.gaming_day.seal)
    return any(_is_replaced(row, part) for part in row.rests_on["statements"])


@dataclass(frozen=True, slots=True)
class Stated:
    """What is stated of a period: the version that counts, the one that waits for its second signature."""

    row: Statement | None
    waiting: Statement | None
    is_outdated: bool


def of_days(house_id: int, dates: Sequence[date], *, actor: "User") -> dict[date, Stated]:
    """What is stated of these gaming days: some queries for all of them."""
    rows = statements(actor=actor).filter(house_id=house_id, period=Period.DAY, first__in=dates).order_by("version")
    sealed = {row.first: row for row in rows if row.state == State.SEALED}
    waiting = {row.first: row for row in rows if row.state == State.SIGNED}
    approved = LevyTerms.objects.filter(house_id=house_id, state=LevyTerms.State.APPROVED)
    terms = list(approved.order_by("valid_from", "version").values_list("valid_from", "pk"))
    return {
        day: Stated(sealed.get(day), waiting.get(day), day in sealed and _is_outdated_among(sealed[day], sealed, terms))
        for day in dates
    }


def _is_outdated_among(row: Statement, sealed: Mapping[date, Statement], terms: Sequence[tuple[date, int]]) -> bool:
    """As `is_outdated`, of a day among others that are loaded."""
    before = row.rests_on["before"]
    previous = None if before is None else sealed.get(date.fromisoformat(before[0]))
    if before is not None and previous is None:
        return is_outdated(row)
    in_force_then = [pk for valid_from, pk in terms if valid_from <= row.first]
    return (
        in_force_then[-1:] != [row.terms_id]
        or is_outdated_by_itself(row)
        or (previous is not None and (previous.digest != before[2] or is_outdated_by_itself(previous)))
    )


def _refuse_open(day: GamingDay) -> None:
    if day.state != GamingDay.State.CLOSED:
        raise Refusal("gaming_day_open", N_("The gaming day %(date)s is still open."), date=Dated(day.date))


def one(statement_id: int) -> Statement:
    """A statement with its rows; refuses `no_such_statement`."""
    rows = Statement.objects.select_related("house", "gaming_day", "terms", "signed_by", "decided_by")
    return existing(rows.filter(pk=statement_id), STATEMENTS.missing())


def subject(statement_id: int) -> str:
    """The subject of the statement's prints (`services.prints`)."""
    return f"statement:{statement_id}"


def printed(row: Statement, number: int) -> Print | None:
    """The statement's print of that number (1 is the original); None if it was never made."""
    prints = Print.objects.select_related("by")
    return prints.filter(house_id=row.house_id, subject=subject(row.pk), number=number).first()
