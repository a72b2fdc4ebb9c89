"""The clock of a tournament: start, pause, resume, move, adjust.  It runs in no process (`tournaments.clocks`)."""

from datetime import datetime
from typing import TYPE_CHECKING

from casino import house_time
from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables.models import ChipSetCheck, ClockEvent, Entrant, Tournament
from tables.rules.tournaments import clocks
from tables.rules.tournaments.clocks import Event, EventKind
from tables.tournaments.selectors import standing as facts
from tables.tournaments.services import steps

if TYPE_CHECKING:
    from casino.models import User

LEAST_ENTRANTS = 2


@use_case("tables.run_tournament")
def start(*, tournament_id: int, version: int | None, actor: "User") -> Tournament:
    """Start play: "shuffle up and deal".

    Refuses before everybody has a drawn seat (`not_drawn`), fewer than two entrants (`too_few_entrants`), and a chip
    set that was not checked (FinASVO NRW §21; `chip_set_unchecked`).
    """
    row = steps.locked(tournament_id, Tournament.State.REGISTERING, version=version, actor=actor)
    standing = Entrant.objects.filter(tournament=row)
    if standing.filter(state=Entrant.State.SEATED).count() < LEAST_ENTRANTS:
        raise Refusal("too_few_entrants", N_("A tournament needs at least two players."))
    if standing.filter(state=Entrant.State.REGISTERED).exists():
        raise Refusal("not_drawn", N_("Draw the seats first."))
    if row.chip_set and not ChipSetCheck.objects.filter(tournament=row, when=ChipSetCheck.When.START).exists():
        raise Refusal("chip_set_unchecked", N_("First check that the chip set is complete."))
    row.state, row.started_at = Tournament.State.RUNNING, house_time.now()
    row.save(update_fields=["state", "started_at"])
    _record(row, EventKind.STARTED, actor, at=row.started_at)
    return row


@use_case("tables.run_tournament")
def pause(*, tournament_id: int, version: int | None, actor: "User") -> Tournament:
    """Stop the clock.  Refuses a clock that is stopped (`clock_paused`)."""
    return _done(tournament_id, version, EventKind.PAUSED, actor)


@use_case("tables.run_tournament")
def resume(*, tournament_id: int, version: int | None, actor: "User") -> Tournament:
    """Start the clock again.  Refuses a clock that runs (`clock_running`)."""
    return _done(tournament_id, version, EventKind.RESUMED, actor)


@use_case("tables.run_tournament")
def move(
    *, tournament_id: int, version: int | None, item: int, milliseconds: int | None = None, actor: "User"
) -> Tournament:
    """Move to another level or break (`item`, from 0) with `milliseconds` left of it; None: its full length."""
    return _done(tournament_id, version, EventKind.MOVED, actor, item=item, milliseconds=milliseconds)


@use_case("tables.run_tournament")
def adjust(*, tournament_id: int, version: int | None, milliseconds: int, actor: "User") -> Tournament:
    """Lengthen the current level by `milliseconds`, or shorten it by a negative amount."""
    return _done(tournament_id, version, EventKind.ADJUSTED, actor, milliseconds=milliseconds)


@use_case("tables.run_tournament")
def hand_for_hand(*, tournament_id: int, version: int | None, on: bool, actor: "User") -> Tournament:
    """Switch hand-for-hand play on or off; players eliminated in the same round tie (TDA, WSOP)."""
    row = steps.locked(tournament_id, Tournament.State.RUNNING, version=version, actor=actor)
    row.is_hand_for_hand = on
    row.save(update_fields=["is_hand_for_hand"])
    return row


def stop(row: Tournament, actor: "User", at: datetime) -> None:
    """Stop the clock when the tournament is decided; an inner step."""
    if facts.clock(row, at).is_running:
        _record(row, EventKind.PAUSED, actor, at=at)


def _done(
    tournament_id: int,
    version: int | None,
    kind: EventKind,
    actor: "User",
    *,
    item: int = 0,
    milliseconds: int | None = None,
) -> Tournament:
    row = steps.locked(tournament_id, Tournament.State.RUNNING, version=version, actor=actor)
    _record(row, kind, actor, at=house_time.now(), item=item, milliseconds=milliseconds)
    return row


def _record(
    row: Tournament,
    kind: EventKind,
    actor: "User",
    *,
    at: datetime,
    item: int = 0,
    milliseconds: int | None = None,
) -> None:
    """Check with the clock that this event can follow, then record it, to the millisecond."""
    at = at.replace(microsecond=at.microsecond // 1_000 * 1_000)
    event = Event(kind, facts.milliseconds(at), item, milliseconds)
    clocks.at(facts.structure(row), [*facts.events(row), event], event.at_ms)
    steps.add(ClockEvent, row, actor, at=at, kind=kind.value, item=item, milliseconds=milliseconds)
