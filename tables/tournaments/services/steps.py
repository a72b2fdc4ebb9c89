"""Shared steps of a tournament's use cases: its lock, its next number, its clock now.  Inner steps."""

from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from django.db.models import F, Max

from casino import house_time, roles
from casino.errors import N_, Refusal
from tables import locks
from tables.models import Down, Entrant, Tournament
from tables.models.tournament.tournament_facts import Fact
from tables.play.services import refusals
from tables.tournaments.selectors import board
from tables.tournaments.selectors import standing as facts

if TYPE_CHECKING:
    from casino.models import User

RUNS = facts.RUNS

AnyFact = TypeVar("AnyFact", bound=Fact)


def locked(tournament_id: int, *states: Tournament.State, version: int | None, actor: "User") -> Tournament:
    """The tournament, locked and its version raised; refuses `stale` and `tournament_state`.  For those who run it."""
    row = locks.tournament(tournament_id)
    locks.check_version(version, row.version, actor)
    in_state(row, *states)
    touch(row)
    return row


def in_state(row: Tournament, *states: Tournament.State) -> None:
    """Refuse a tournament in any other state (`tournament_state`)."""
    if row.state not in states:
        raise Refusal(
            "tournament_state",
            N_("That cannot be done now: the tournament is %(state)s."),
            state=row.state,
            allowed=[state.value for state in states],
        )


def touch(row: Tournament) -> None:
    """Raise the version, so that open pages load the tournament again."""
    Tournament.objects.filter(pk=row.pk).update(version=F("version") + 1)
    row.version += 1


def add(model: type[AnyFact], row: Tournament, actor: "User", *, at: datetime | None = None, **values: Any) -> AnyFact:
    """Create the tournament's next row of a kind; its number leaves no gap, since the tournament is locked."""
    last = model.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0
    made: AnyFact = model.objects.create(tournament=row, number=last + 1, at=at or house_time.now(), by=actor, **values)
    return made


def entrant(row: Tournament, entrant_id: int, *states: Entrant.State) -> Entrant:
    """An entrant in one of these states (none given: in any); refuses `no_such_entrant` and `entrant_state`."""
    found = board.entrant(row, entrant_id)
    return still(found, *states) if states else found


def still(found: Entrant, *states: Entrant.State) -> Entrant:
    """The same entrant, checked to be in one of these states; refuses `entrant_state`."""
    if found.state not in states:
        raise Refusal(
            "entrant_state",
            N_("Not possible: entrant %(number)s is %(state)s."),
            number=found.number,
            state=found.state,
        )
    return found


def item_index(row: Tournament, now: datetime) -> int:
    """The index of the running level or break; before the start the first."""
    return facts.clock(row, now).item_index


def level_number(row: Tournament, now: datetime) -> int:
    """The number of the current level; in a break that of the next."""
    view = facts.clock(row, now)
    level = view.level or view.next_level
    assert level is not None, "a structure ends with a level"
    return level.number


def require_recorder(table_id: int, actor: "User") -> None:
    """Refuse actors who are neither the table's dealer nor run the tournament."""
    if roles.permits(actor, RUNS):
        return
    dealer_id = Down.objects.filter(table_id=table_id, ended_at=None).values_list("dealer_id", flat=True).first()
    refusals.require_dealer(actor, dealer_id)
