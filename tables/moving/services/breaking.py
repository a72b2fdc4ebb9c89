"""Breaking a table and seating a new game by lot: the commitment is posted first, the seed revealed with the seats.

Guests for whom no seat is left go to the bottom of the game's list, in the order drawn (domain §4.8).
"""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from casino import house_time, reasons
from casino.errors import N_, NotFound, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import SeatDraw
from tables.play.selectors import kept_seats
from tables.play.services import refusals, rows
from tables.rules import cards, draws
from tables.rules.moving import breaking as breaking_rules
from tables.rules.seating import Seat, SeatsAt
from tables.rules.waiting import calls, lists
from tables.seating.selectors import move_requests as selector
from tables.seating.services import reseating
from tables.seating.services.seating import Floor
from tables.waiting.services import entries, steps
from tables.waiting.services.steps import Queue

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.seat_guest")
def announce(*, table_id: int, actor: "User") -> SeatDraw:
    """Post the commitment of a draw at this table; its seed stays secret until the draw is made.

    Returns the same draw until it is made, so that nobody can repeat a draw until they like the result.
    """
    floor = Floor.at(locks.tables([table_id])[table_id])
    refusals.among_guests(floor.game)
    pending: SeatDraw | None = SeatDraw.objects.filter(table_id=table_id, drawn_at=None).first()
    if pending is not None:
        return pending
    seed = secrets.token_hex(32)
    row = SeatDraw.objects.create(
        table_id=table_id,
        seed=seed,
        commitment=draws.commitment(seed),
        announced_at=floor.situation.now,
        announced_by=actor,
    )
    rows.touch(floor.table)
    return row


@use_case("tables.seat_guest")
def break_table(*, draw_id: int, reason: str = "", counts: Mapping[int, int] | None = None, actor: "User") -> SeatDraw:
    """Break the table of a draw that was announced: its guests move to drawn seats of the game's other tables.

    `counts`: the guests' chips in cents by seat, where the tables keep pools.  Guests without a drawn seat are put on
    the list, and stay seated with their chips until they cash out.  Refuses a table out of the breaking order without a
    reason, one in mid-hand or at which nobody sits, and a draw that was made (`draw_used`).
    """
    reason = reasons.if_any(reason)
    table_id = _table_of(draw_id)
    session = entries.session_at(table_id)
    queue = entries.queue_of(session.game)
    floors = _floors(session.game_id, table_id)
    source, draw = floors[table_id], _pending(draw_id)
    refusals.between_hands(source.situation)
    breaking_rules.check_order(_breaking_order(floors), table_id, has_reason=bool(reason))
    seated = {one.guest_id: one for one in source.situation.seats}
    if not seated:
        raise Refusal("nobody_sits", N_("Nobody is seated at this table."))
    places = _places(floors[each] for each in sorted(floors) if each != table_id)
    label = _label(draw, source)
    broken = breaking_rules.scatter(draw.seed, label, seated, places)
    _scatter(floors, table_id, broken.seats, counts or {}, actor)
    _to_the_list(queue, broken.without, actor)
    tables = [[one.table, one.players, list(one.free)] for one in places]
    facts = {"label": label, "guests": sorted(seated), "tables": tables}
    seats: list[list[object]] = [[one.entrant, one.table, one.seat] for one in broken.seats]
    nowhere = [[guest, None, None] for guest in broken.without]
    _reveal(draw, SeatDraw.Purpose.BREAK, reason, facts, seats + nowhere, actor)
    rows.touch(source.table)
    return draw


@use_case("tables.seat_guest")
def draw_seats(*, draw_id: int, first_seat: int, actor: "User") -> SeatDraw:
    """Call guests from the top of the list to a new game, each to the seat that their card gives them (S8, seed 000).

    Calls as many as there are free seats and the game holds, in the order of the list; cards are counted off from
    `first_seat`.  Refuses a game that has begun (`game_begun`), a list on which nobody can be called (`nobody_waits`),
    and a draw that was made.
    """
    table_id = _table_of(draw_id)
    session = entries.session_at(table_id)
    queue = entries.queue_of(session.game)
    floor = Floor.at(locks.tables([table_id])[table_id])
    draw = _pending(draw_id)
    if floor.game.pk != queue.row.game_id:
        raise Refusal("game_differs", N_("Table %(table)s plays another game."), table=floor.table.code)
    if session.hands_dealt:
        raise Refusal("game_begun", N_("This game has begun: seats must be drawn before the first hand."))
    free = _free(floor)
    refusals.seat_exists(floor.situation, first_seat)
    called = [one.id for one in lists.order(queue.waiters) if one.can_be_called][: _room(floor, free)]
    if not called:
        raise Refusal("nobody_waits", N_("Nobody on the list can be called."))
    label = _label(draw, floor)
    guests = [queue.entry(one).guest_id for one in called]
    drawn = breaking_rules.by_cards(draw.seed, label, guests, first_seat, free)
    before = lists.passed_over(queue.waiters, called[-1])
    absent = {each: cause for each, cause in before.items() if each not in called}
    steps.note_overtaken(queue, absent, "", by=actor)
    _call(queue, floor, dict(zip(called, drawn, strict=True)), actor)
    facts = {"label": label, "guests": guests, "first_seat": first_seat, "free": free}
    result = [[one.guest, cards.format([one.card]), one.seat] for one in drawn]
    _reveal(draw, SeatDraw.Purpose.NEW_GAME, "", facts, result, actor)
    rows.touch(floor.table)
    return draw


def _call(queue: Queue, floor: Floor, drawn: Mapping[int, breaking_rules.Drawn], actor: "User") -> None:
    for entry_id, one in drawn.items():
        row = queue.entry(entry_id)
        row.table_id, row.seat = floor.table.id, one.seat
        queue.put(calls.called(queue.waiter(entry_id), queue.rules, queue.now), by=actor)
    steps.touch(queue)


def _scatter(
    floors: dict[int, Floor], table_id: int, seats: Iterable[Seat], counts: Mapping[int, int], actor: "User"
) -> None:
    seated = {one.guest_id: one for one in floors[table_id].situation.seats}
    for drawn in seats:
        one = seated[drawn.entrant]
        counted = counts.get(one.seat)
        reseating.move(
            floors[table_id], floors[drawn.table], one, drawn.seat, counted_cents=counted, is_new=False, actor=actor
        )
        for each in (table_id, drawn.table):  # load both tables again after the move
            floors[each] = Floor.at(floors[each].table)


def _to_the_list(queue: Queue, guests: Sequence[int], actor: "User") -> None:
    known = {row.guest_id for row in queue.entries.values()}
    for guest_id in guests:
        if guest_id not in known:
            entries.joined(queue, guest_id, actor, is_from_broken_table=True)
    if guests:
        steps.touch(queue)


def _floors(game_id: int, table_id: int) -> dict[int, Floor]:
    """Lock all tables of the game; refuses one that has just been given another game (`game_differs`)."""
    tables = locks.tables({session.table_id for session in selector.sessions([game_id])} | {table_id})
    floors = {each: Floor.at(table) for each, table in tables.items()}
    if any(floor.game.pk != game_id for floor in floors.values()):
        raise Refusal("game_differs", N_("The table has just been given another game."))
    return floors


def _places(floors: Iterable[Floor]) -> list[SeatsAt]:
    """The seats that can be drawn, at each table no more of them than the game holds."""
    found = [(one, _free(one)) for one in floors]
    return [SeatsAt(one.table.id, len(one.situation.seats), tuple(free[: _room(one, free)])) for one, free in found]


def _room(floor: Floor, free: Sequence[int]) -> int:
    return floor.game.room(floor.table.seats, floor.table.seats - len(free))


def _free(floor: Floor) -> list[int]:
    """The seats that are neither taken nor kept for a guest who was called."""
    taken = {one.seat for one in floor.situation.seats}
    kept = {seat for _table, seat in kept_seats.kept_seats([floor.table.id], floor.situation.now)}
    return sorted(set(range(1, floor.table.seats + 1)) - taken - kept)


def _breaking_order(floors: Mapping[int, Floor]) -> list[int]:
    opened = {each: floor.situation.session.opened_at for each, floor in floors.items() if floor.situation.session}
    return breaking_rules.order(opened, selector.feeders(selector.couples(floors)))


def _table_of(draw_id: int) -> int:
    found = SeatDraw.objects.filter(pk=draw_id).values_list("table_id", flat=True).first()
    if found is None:
        raise NotFound("no_such_draw", N_("Draw not found."))
    return found


def _pending(draw_id: int) -> SeatDraw:
    """Read a draw again under the lock of its table; refuses one that was made (`draw_used`)."""
    row = SeatDraw.objects.get(pk=draw_id)
    if row.drawn_at is not None:
        raise Refusal("draw_used", N_("This draw has already been made."))
    return row


def _label(draw: SeatDraw, floor: Floor) -> str:
    """The label that tells this draw from the house's others."""
    return f"{floor.table.code}:{draw.pk}"


def _reveal(
    draw: SeatDraw, purpose: SeatDraw.Purpose, reason: str, facts: object, result: object, actor: "User"
) -> None:
    """Save the draw's result with the facts it was made from; from now on its seed is public."""
    draw.purpose, draw.reason, draw.facts, draw.result = purpose, reason, facts, result
    draw.drawn_at, draw.drawn_by = house_time.now(), actor
    draw.save(update_fields=["purpose", "reason", "facts", "result", "drawn_at", "drawn_by"])
