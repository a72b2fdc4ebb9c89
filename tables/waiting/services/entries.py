"""Places on a waiting list: joining, arriving, leaving, being moved; and listing the guests of a broken table."""

from typing import TYPE_CHECKING

from casino import reasons
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import Game, Session, Sitting, WaitingEntry, WaitingList
from tables.rules.waiting import calls, lists
from tables.rules.waiting.calls import Happening
from tables.rules.waiting.lists import Cause
from tables.seating.services import newcomers
from tables.waiting.services import steps
from tables.waiting.services.steps import Queue

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.seat_guest")
def join(*, game_id: int, guest_id: int, is_here: bool = True, actor: "User") -> WaitingEntry:
    """Put a guest at the bottom of a game's list; one who joins from outside (`is_here` false) must arrive in time.

    Refuses a game that is not offered or is played against the house, and a guest who is on the list, plays the game
    or is barred from it.
    """
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise NotFound("no_such_game", N_("Game not found."))
    guest = locks.guest_stays(guest_id, game.house_id)
    if not game.is_active:
        raise Refusal("game_not_offered", N_("This game is not offered."))
    newcomers.check_bar(guest.pk, game.pk)
    queue = queue_of(game)
    if any(row.guest_id == guest.pk for row in queue.entries.values()):
        raise Refusal("on_list_already", N_("%(guest)s is already on this list."), guest=guest.name)
    if Sitting.objects.filter(guest=guest, left_at=None, session__game_id=game.pk).exists():
        raise Refusal("plays_already", N_("%(guest)s is already playing this game."), guest=guest.name)
    row = joined(queue, guest.pk, actor, is_here=is_here)
    steps.touch(queue)
    return row


@use_case("tables.seat_guest")
def arrive(*, entry_id: int, actor: "User") -> WaitingEntry:
    """Record that a guest who joined from outside is in the room; they keep their place.  Refuses `arrived_already`."""
    queue = steps.locked_with(entry_id)
    row = queue.put(calls.arrived(queue.waiter(entry_id)), by=actor)
    steps.touch(queue)
    return row


@use_case("tables.seat_guest")
def leave(*, entry_id: int, reason: str = "", actor: "User") -> WaitingEntry:
    """Take a guest off the list at their wish; a seat kept for them becomes free.  Refuses `wait_over`."""
    reason = reasons.if_any(reason)
    queue = steps.locked_with(entry_id)
    row = queue.put(calls.left(queue.waiter(entry_id)), by=actor, reason=reason)
    steps.touch(queue)
    return row


@use_case("tables.seat_guest")
def move(*, entry_id: int, version: int | None, place: int, reason: str, actor: "User") -> WaitingEntry:
    """Put a guest at another place of the queue (from 1); the reason is recorded for everybody they overtake.

    Refuses a missing reason, a guest who is not waiting, the place where they are (`at_place_already`), and a place
    further up for a guest from a broken table.
    """
    reason = reasons.given(reason)
    queue = steps.locked_with(entry_id)
    locks.check_version(version, queue.row.version, actor)
    queue.entry(entry_id)
    row = queue.put(calls.moved(queue.waiters, entry_id, place), by=actor, reason=reason)
    steps.touch(queue)
    return row


@use_case("tables.seat_guest")
def break_up(*, table_id: int, actor: "User") -> WaitingList:
    """Put the guests of a table that is about to be closed at the bottom of its game's list, the longest seated first.

    They do not jump the queue; guests who are on the list already keep their places.  Refuses a table that is not in
    session (`table_closed`), and one at which nobody sits (`nobody_sits`).
    """
    session = session_at(table_id)
    queue = queue_of(session.game)
    locks.tables([table_id])
    if not Session.objects.filter(pk=session.pk, game_id=session.game_id).exclude(state="closed").exists():
        raise Refusal("game_differs", N_("The table has just been given another game."))
    stays = Sitting.objects.filter(session=session, left_at=None).order_by("sat_at", "pk")
    guests = list(stays.values_list("guest_id", flat=True))
    if not guests:
        raise Refusal("nobody_sits", N_("Nobody is seated at this table."))
    known = {row.guest_id for row in queue.entries.values()}
    for guest in guests:
        if guest not in known:
            joined(queue, guest, actor, is_from_broken_table=True)
    steps.touch(queue)
    return queue.row


def session_at(table_id: int) -> Session:
    """The session in progress at a table, with its game; refuses a closed table (`table_closed`)."""
    session = Session.objects.filter(table_id=table_id).exclude(state="closed").select_related("game").first()
    if session is None:
        raise Refusal("table_closed", N_("The table is closed."))
    return session


def queue_of(game: Game) -> Queue:
    """Lock the game's list, created if it has none; refuses a game against the house (`not_among_guests`)."""
    if game.is_banked:
        raise Malformed("not_among_guests", N_("A game against the house has no waiting list."))
    row, _made = WaitingList.objects.get_or_create(game=game, defaults={"house_id": game.house_id})
    return steps.locked(row.pk)


def joined(
    queue: Queue, guest_id: int, actor: "User", *, is_here: bool = True, is_from_broken_table: bool = False
) -> WaitingEntry:
    """Put a guest at the bottom of a locked list.  An inner step; the caller calls `steps.touch`."""
    row = WaitingEntry.objects.create(
        waiting_list=queue.row,
        guest_id=guest_id,
        rank=lists.next_rank(queue.waiters),
        joined_at=queue.now,
        is_remote=not is_here,
        is_here=is_here,
        is_from_broken_table=is_from_broken_table,
        due_at=calls.joined(queue.rules, queue.now, is_here=is_here),
    )
    queue.entries[row.pk] = row
    queue.note(row, Happening.JOINED, by=actor, cause=Cause.TABLE_BROKEN.value if is_from_broken_table else "")
    return row
