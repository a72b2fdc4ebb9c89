"""Downs: who deals where.  A dealer sits at one table, a table has one dealer; the database excludes overlaps."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from casino import house_time, roles
from casino.errors import Malformed, NotFound, Refusal, _
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


@use_case
def push(
    *,
    table_id: int,
    version: int | None,
    dealer_id: int,
    reason: str = "",
    sends_on_break: bool = False,
    actor: "User",
) -> int:
    """Start a dealer's down at a table; whoever dealt there is relieved, and sent on his break if asked.

    The table is open with a game, or a tournament plays there.  Refuses a closed table, somebody who is no dealer, a
    dealer who sits at another table or here already, and what the house's rota speaks against (`duties.refuse`).
    """
    roles.require(actor, "tables.push_dealer")
    now = house_time.now()
    table = locks.table(table_id, version=version, actor=actor)
    dealer = _locked_people([dealer_id], [table_id])[dealer_id]
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
    """One push of a line: the table as it was seen, and who is to come."""

    table_id: int
    version: int | None
    dealer_id: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of it."""

    table_id: int
    table_code: str
    dealer_id: int
    dealer_name: str
    refusal: Refusal | None


@use_case
def push_line(*, house_id: int, pushes: Sequence[Wanted], actor: "User") -> list[Outcome]:
    """Push several tables at once, as the line-up proposed; who comes out goes on his break.

    A dealer may come from a table of the same line.  Each push that cannot be done is told in its outcome, and so are
    those that hang on it; none is half done.
    """
    roles.require(actor, "tables.push_dealer")
    if not pushes or len({one.table_id for one in pushes}) != len(pushes):
        raise Malformed("line_wrong", _("Name each table once, and at least one."))
    now = house_time.now()
    tables = locks.tables(one.table_id for one in pushes)
    if any(table.house_id != house_id for table in tables.values()):
        raise NotFound("no_such_table", _("There is no such table."))
    people = _locked_people([one.dealer_id for one in pushes], tables)
    standing = rota.binding(house_id, now)
    refused: dict[int, Refusal] = {}
    while True:
        going = [one for one in pushes if one.table_id not in refused]
        leaving = {one.table_id for one in going}
        reliefs_of, fresh = _checked(going, leaving, tables, people, standing, now=now, actor=actor)
        if not fresh:
            break
        refused |= fresh
    duties.end_downs([relief.situation.table.id for relief in reliefs_of], now)
    for relief in reliefs_of:
        reliefs.write(relief, reason="", actor=actor)
    moving = {relief.dealer.pk for relief in reliefs_of}
    for relief in reliefs_of:
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
    """Those that can be done together, and by table what keeps the others back."""
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
    """Who comes and who deals there now; the tables are locked, so that stays so."""
    relieved = Down.objects.filter(table_id__in=list(table_ids), ended_at=None).values_list("dealer_id", flat=True)
    return locks.dealers([*dealer_ids, *relieved])
