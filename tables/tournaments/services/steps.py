"""What several use cases of a tournament share: its lock, its next number, its clock now.  Inner steps."""

from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from django.db.models import F, Max

from casino import house_time, roles
from casino.errors import NotFound, Refusal, _
from tables import locks
from tables.models import Down, Entrant, Tournament
from tables.models.tournament_facts import Fact
from tables.play.services import refusals
from tables.tournaments.selectors import standing as facts

if TYPE_CHECKING:
    from casino.models import User

RUNS = "tables.run_tournament"
RECORDS = "tables.record_hand"
REASON_MIN = 3

AnyFact = TypeVar("AnyFact", bound=Fact)


def locked(tournament_id: int, *states: Tournament.State, version: int | None, actor: "User") -> Tournament:
    """The tournament, locked and counted up, as whoever runs it has seen it; refuses `tournament_state`."""
    roles.require(actor, RUNS)
    row = locks.tournament(tournament_id)
    locks.check_version(version, row.version, actor)
    in_state(row, *states)
    touch(row)
    return row


def in_state(row: Tournament, *states: Tournament.State) -> None:
    """Refuse what cannot be done now."""
    if row.state not in states:
        raise Refusal(
            "tournament_state",
            _("That cannot be done now: the tournament is %(state)s."),
            state=row.state,
            allowed=[state.value for state in states],
        )


def touch(row: Tournament) -> None:
    """Count its version up: whoever looks at it sees something new."""
    Tournament.objects.filter(pk=row.pk).update(version=F("version") + 1)
    row.version += 1


def add(model: type[AnyFact], row: Tournament, actor: "User", *, at: datetime | None = None, **values: Any) -> AnyFact:
    """The next row of a kind; its number has no gap, since the tournament is locked."""
    last = model.objects.filter(tournament=row).aggregate(last=Max("number"))["last"] or 0
    made: AnyFact = model.objects.create(tournament=row, number=last + 1, at=at or house_time.now(), by=actor, **values)
    return made


def entrant(row: Tournament, entrant_id: int, *states: Entrant.State) -> Entrant:
    """One who plays in it; refuses `no_such_entrant`, and `entrant_state` who cannot do that now."""
    found = Entrant.objects.select_related("guest", "table__table").filter(tournament=row, pk=entrant_id).first()
    if found is None:
        raise NotFound("no_such_entrant", _("There is no such entrant in this tournament."))
    return still(found, *states) if states else found


def still(found: Entrant, *states: Entrant.State) -> Entrant:
    """Him, where he is in one of these states; refuses `entrant_state`."""
    if found.state not in states:
        raise Refusal("entrant_state", _("Entrant %(number)s is %(state)s."), number=found.number, state=found.state)
    return found


def item_index(row: Tournament, now: datetime) -> int:
    """Which level or break runs; before the start the first."""
    return facts.clock(row, now).item_index


def level_number(row: Tournament, now: datetime) -> int:
    """The level that is played; in a break the one after it."""
    view = facts.clock(row, now)
    level = view.level or view.next_level
    assert level is not None, "a structure ends with a level"
    return level.number


def require_recorder(table_id: int, actor: "User") -> None:
    """Hands are recorded by the dealer of the table, and by who runs the tournament."""
    if roles.permits(actor, RUNS):
        return
    dealer_id = Down.objects.filter(table_id=table_id, ended_at=None).values_list("dealer_id", flat=True).first()
    refusals.require_dealer(actor, RECORDS, dealer_id)


def said(reason: str) -> str:
    """A reason in words; refuses `reason_required`."""
    if len(reason.strip()) < REASON_MIN:
        raise Refusal("reason_required", _("Say why, in a few words."))
    return reason.strip()
