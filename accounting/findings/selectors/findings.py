"""The auditor's inbox: findings with the people and history that lists and pages show."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.db.models import Count, Max, Q, QuerySet

from accounting.models import Entry, EntryCode, Finding, GamingDay
from accounting.verdicts import Severity
from casino import membership, roles
from casino.errors import N_
from casino.models import User
from casino.selectors.decisions import APPROVER, CAUSER, SUBJECT, Duties

if TYPE_CHECKING:
    from datetime import datetime

PERMISSION = "accounting.run_audit"
"""Management and audit only: findings concern individual dealers."""

RESOLVE = "accounting.resolve_finding"
LAST_DECISION = 2**31 - 1
"""The highest number that a decision can have: PostgreSQL's integer."""
FINDINGS = Duties(
    model=Finding,
    name=N_("Finding"),
    persons={CAUSER: "booked_by", SUBJECT: "dealer", APPROVER: "resolved_by"},
    together=frozenset({frozenset({CAUSER, SUBJECT})}),
)


@dataclass(frozen=True, slots=True)
class Counts:
    """The number of open findings, and of the grave ones among them."""

    open: int
    grave: int


@dataclass(frozen=True, slots=True)
class Change:
    """One row of a finding's history: when, by whom (None: the audit), and the finding's values then.

    `taken_back_number`: of the decision that was taken back with this change; the comment is then the reason.
    """

    at: "datetime"
    by: str | None
    state: str
    amount_cents: int
    resolution: str
    comment: str
    owner: str | None
    decision_number: int | None
    taken_back_number: int | None


@dataclass(frozen=True, slots=True)
class Run:
    """Open findings of one kind, of hands of a table that were dealt one after the other; most runs are of one."""

    rows: Sequence[Finding]

    @property
    def first(self) -> Finding:
        return self.rows[0]

    @property
    def last(self) -> Finding:
        return self.rows[-1]

    @property
    def count(self) -> int:
        return len(self.rows)

    @property
    def can_be_decided(self) -> bool:
        """Whether one decision may be made on all of them (`findings.resolve_run`)."""
        return len(self.rows) > 1


def is_of(row: Finding, person: User) -> bool:
    """Whether the person booked what was found or dealt it: then somebody else decides."""
    return person.pk in (row.booked_by_id, row.dealer_id)


def next_decision(house_id: int) -> int:
    """The number of the house's next decision: no decision ever had it, also none that was taken back."""
    given: int | None = Finding.history.filter(house_id=house_id).aggregate(last=Max("decision_number"))["last"]
    return (given or 0) + 1


def under_decision(row: Finding) -> list[Finding]:
    """All findings that stand under the decision of a decided one, with it."""
    rows = Finding.objects.filter(house_id=row.house_id, decision_number=row.decision_number)
    return list(rows.exclude(decision_number=None).order_by("pk"))


def closed_under(rows: Iterable[Finding]) -> GamingDay | None:
    """A closed day that could not have been closed while these were open.

    Of a finding of no single day it is any that was closed since it was decided.
    """
    kept = {row.gaming_day_id: row for row in rows if not row.is_note}
    of_days = Q(pk__in=kept.keys() - {None})
    if (one := kept.get(None)) is not None:
        of_days |= Q(house_id=one.house_id, closed_at__gte=one.resolved_at)
    return GamingDay.objects.filter(of_days, state=GamingDay.State.CLOSED).order_by("-date").first()


def can_be_folded(row: Finding) -> bool:
    """Whether the finding may be part of a run: each that is grave or about money is decided by itself."""
    return row.severity < Severity.GRAVE and not row.amount_cents and row.hand_id is not None


def fold(row: Finding) -> tuple[object, ...]:
    """What the findings of a run have in common."""
    return row.house_id, row.gaming_day_id, row.table_code, row.rule


def runs(rows: Iterable[Finding]) -> list[Run]:
    """Findings as runs, each where its first finding stood; a hand of the table without the finding ends a run."""
    found: list[Run] = []
    folded: dict[tuple[object, ...], list[Finding]] = {}
    for row in rows:
        if row.state != Finding.State.OPEN or not can_be_folded(row):
            found.append(Run([row]))
        elif (alike := folded.get(fold(row))) is None:
            folded[fold(row)] = alike = [row]
            found.append(Run(alike))
        else:
            alike.append(row)
    places = _places(folded)
    return [part for run in found for part in _parted(run, places)]


def run_of(row: Finding) -> Run:
    """The run that an open finding is part of."""
    alike = Finding.objects.filter(
        house_id=row.house_id,
        gaming_day_id=row.gaming_day_id,
        table_code=row.table_code,
        rule=row.rule,
        state=Finding.State.OPEN,
    )
    found = runs(alike.select_related("gaming_day", "dealer", "booked_by", "owner").order_by("found_at", "pk"))
    return next((run for run in found if row.pk in {one.pk for one in run.rows}), Run([row]))


def _parted(run: Run, places: Mapping[int, int]) -> list[Run]:
    if len(run.rows) == 1:
        return [run]
    ordered = sorted(run.rows, key=lambda row: places.get(row.hand_id or 0, -1))
    parts: list[list[Finding]] = []
    for row in ordered:
        place = places.get(row.hand_id or 0)
        if parts and place is not None and places.get(parts[-1][-1].hand_id or 0) == place - 1:
            parts[-1].append(row)
        else:
            parts.append([row])
    return [Run(part) for part in parts]


def _places(folded: Mapping[tuple[object, ...], Sequence[Finding]]) -> dict[int, int]:
    """Of each hand of these tables and days its place among them, by their books."""
    books = {(one[0].gaming_day_id, f"table/{one[0].table_code}") for one in folded.values() if len(one) > 1}
    if not books:
        return {}
    entries = Entry.objects.filter(
        code=EntryCode.HAND,
        gaming_day_id__in={day for day, _book in books},
        book__code__in={book for _day, book in books},
    )
    found: dict[int, int] = {}
    counted: dict[object, int] = {}
    for day, book, subject in entries.order_by("number").values_list("gaming_day_id", "book_id", "subject"):
        counted[day, book] = counted.get((day, book), 0) + 1
        found[int(subject.partition(":")[2])] = counted[day, book]
    return found


def inbox(*, actor: User) -> "QuerySet[Finding]":
    """All findings; refuses people without `accounting.run_audit`."""
    roles.require(actor, PERMISSION)
    return Finding.objects.select_related("gaming_day", "dealer", "owner", "booked_by", "resolved_by")


def counts(day: GamingDay) -> Counts:
    """Open findings of a gaming day, including those of its house that belong to no day."""
    is_grave = Q(severity__gte=Severity.GRAVE)
    rows = Finding.objects.filter(house_id=day.house_id, state=Finding.State.OPEN)
    rows = rows.filter(Q(gaming_day=day) | Q(gaming_day=None))
    found = rows.aggregate(open=Count("pk"), grave=Count("pk", filter=is_grave))
    return Counts(found["open"], found["grave"])


def history(finding: Finding) -> list[Change]:
    """The finding's history, newest first."""
    rows: Sequence[Any] = finding.history.select_related("history_user", "owner").order_by(
        "-history_date", "-history_id"
    )
    return [_change(row, before) for row, before in zip(rows, [*rows[1:], None], strict=True)]


def _change(row: Any, before: Any) -> Change:
    """A row of the history after the one before it: an open finding keeps the reason for which it was opened."""
    is_taken_back = row.taken_back_number is not None and before.decision_number is not None
    return Change(
        row.history_date,
        str(row.history_user) if row.history_user else None,
        row.get_state_display(),
        row.amount_cents,
        row.get_resolution_display(),
        row.comment if row.resolution or is_taken_back else "",
        str(row.owner) if row.owner else None,
        row.decision_number,
        row.taken_back_number if is_taken_back else None,
    )


def people(house_id: int) -> "QuerySet[User]":
    """The active people of the house who may decide findings, by name."""
    colleagues = User.objects.filter(membership.people_of(house_id), is_active=True)
    return colleagues.filter(roles__overlap=roles.holders(RESOLVE)).order_by("full_name", "username")


def names_of(ids: set[int]) -> dict[int, str]:
    """Names of people by their ids."""
    return {person.pk: str(person) for person in User.objects.filter(pk__in=ids)}
