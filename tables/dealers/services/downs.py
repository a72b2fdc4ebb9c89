"""Downs: a dealer deals at one table at a time, and a table has one dealer; the database excludes overlaps."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from casino import house_time
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.dealers.selectors import rota
from tables.dealers.selectors.rota import Standing
from tables.dealers.services import duties, reliefs
from tables.dealers.services.reliefs import Relief
from tables.locks import LockedTable
from tables.models import Down

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.push_dealer")
def push(
    *,
    table_id: int,
    version: int | None,
    dealer_id: int,
    reason: str = "",
    sends_on_break: bool = False,
    ends_break: bool = False,
    actor: "User",
) -> int:
    """Start a dealer's down at a table; the dealer before is relieved and, with `sends_on_break`, sent on a break.

    With `ends_break` a dealer who is on a break is called back from it; without, that is refused (`on_break`).  The
    table is open with a game, or a tournament plays there.  Refusals as in `reliefs.of`, and those of the house's rota
    (`duties.refuse`).
    """
    now = house_time.now()
    table = locks.table(table_id, version=version, actor=actor)
    dealer = _locked_people([dealer_id], [table_id])[dealer_id]
    if ends_break:
        duties.end_break(dealer.pk, now)
    relief = reliefs.of(table, dealer, now)
    standing = rota.binding(table.house_id, now)
    duties.refuse(standing, table.id, dealer, reason)
    duties.end_downs([table.id], now)
    reliefs.write(relief, reason=reason, actor=actor)
    if sends_on_break and relief.situation.dealer_id is not None:
        duties.break_after_push(standing, table.id, relief.situation.dealer_id, actor)
    return table.id


@dataclass(frozen=True, slots=True)
class Wanted:
    """One push of a line: the table with the version the client saw, and the dealer to come."""

    table_id: int
    version: int | None
    dealer_id: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one push; `refusal`: None if it was done."""

    table_id: int
    table_code: str
    dealer_id: int
    dealer_name: str
    refusal: Refusal | None


@use_case("tables.push_dealer")
def push_line(*, house_id: int, pushes: Sequence[Wanted], actor: "User") -> list[Outcome]:
    """Push several tables at once, as the line-up proposed; dealers who are not pushed on go on a break.

    A dealer may come from a table of the same line.  A push that cannot be done is refused in its own outcome, and so
    is each push that depends on it; the others are done.  Refuses the whole line if it is empty or names a table twice
    (`line_wrong`), and for a table of another house.
    """
    if not pushes or len({one.table_id for one in pushes}) != len(pushes):
        raise Malformed("line_wrong", N_("Name each table once, and at least one."))
    now = house_time.now()
    tables = locks.tables(one.table_id for one in pushes)
    if any(table.house_id != house_id for table in tables.values()):
        raise NotFound("no_such_table", N_("Table not found."))
    people = _locked_people([one.dealer_id for one in pushes], tables)
    standing = rota.binding(house_id, now)
    refused: dict[int, Refusal] = {}
    while True:
        going = [one for one in pushes if one.table_id not in refused]
        leaving = {one.table_id for one in going}
        going_ahead, fresh = _checked(going, leaving, tables, people, standing, now=now, actor=actor)
        if not fresh:
            break
        refused |= fresh
    duties.end_downs([relief.situation.table.id for relief in going_ahead], now)
    for relief in going_ahead:
        reliefs.write(relief, reason="", actor=actor)
    moving = {relief.dealer.pk for relief in going_ahead}
    for relief in going_ahead:
        if relief.situation.dealer_id is not None and relief.situation.dealer_id not in moving:
            duties.break_after_push(standing, relief.situation.table.id, relief.situation.dealer_id, actor)
    return [
        Outcome(
            one.table_id,
            tables[one.table_id].code,
            one.dealer_id,
            str(people[one.dealer_id]),
            refused.get(one.table_id),
        )
        for one in pushes
    ]


def _checked(
    going: Sequence[Wanted],
    leaving: set[int],
    tables: dict[int, LockedTable],
    people: "dict[int, User]",
    standing: Standing,
    *,
    now: datetime,
    actor: "User",
) -> tuple[list[Relief], dict[int, Refusal]]:
    """Check these pushes once: those that can be done if all the others are, and the refusals by table."""
    found: list[Relief] = []
    refused: dict[int, Refusal] = {}
    taken: set[int] = set()
    for one in going:
        table, dealer = tables[one.table_id], people[one.dealer_id]
        try:
            locks.check_version(one.version, table.version, actor)
            relief = reliefs.of(table, dealer, now, leaving=leaving)
            duties.refuse(standing, table.id, dealer, "")
            reliefs.refuse_twice(dealer, taken)
        except Refusal as refusal:
            refused[one.table_id] = refusal
        else:
            taken.add(dealer.pk)
            found.append(relief)
    return found, refused


def _locked_people(dealer_ids: Iterable[int], table_ids: Iterable[int]) -> "dict[int, User]":
    """Lock the dealers who come and those they relieve; the tables are locked, so the latter cannot change."""
    relieved = Down.objects.filter(table_id__in=list(table_ids), ended_at=None).values_list("dealer_id", flat=True)
    return locks.dealers([*dealer_ids, *relieved])
