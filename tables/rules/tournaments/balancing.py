"""Breaking, balancing and redrawing tables: none is short, and no mover has to pay the small blind.

WSOP 65–68: tables are broken in a posted order; "move next BB to worst position, never SB"; TDA 10 C: the mover is
chosen "by a predetermined procedure", so every move follows from posted facts, and `seating` draws the rest.  TDA 9
would let a player from a broken table get the small blind; the house does not (`small_blind_drawn`).

A tournament plays with a dead button (WSOP 85): the next small blind lies where the big blind was, so that seat is the
only one at which a newcomer would have to pay it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from casino.errors import N_, Refusal
from tables.rules import seating
from tables.rules.blinds import Positions, next_positions
from tables.rules.rule_sets import rule_set
from tables.rules.seating import Seat, SeatsAt
from tables.rules.setup import FEWEST_PLAYERS, clockwise

_DEAD_BUTTON: Final = rule_set("house/1")
assert _DEAD_BUTTON.dead_button


@dataclass(frozen=True, slots=True)
class BalancingRules:
    """How a tournament keeps its tables even (domain §4.14).

    `seats`: at a full table; the final table takes `final_more` besides, so two tables combine at that number.
    `most_difference`: by how many players two tables may differ after balancing (WSOP: 1 from 12 tables on; the house
    takes it everywhere).  `halted_when_short`: a table that many players short of the largest stops (TDA 10 D: 3).
    `redraws_at`: the numbers of tables left at which all seats are drawn again, if `redraw_entries` or more had entered
    (WSOP: at three tables, two, and the final one, from 100).  `small_blind_drawn`: a player from a broken table may
    draw the next small blind.
    """

    seats: int = 9
    final_more: int = 1
    most_difference: int = 1
    halted_when_short: int = 3
    redraws_at: tuple[int, ...] = (3, 2, 1)
    redraw_entries: int = 100
    small_blind_drawn: bool = False

    def seats_at(self, tables: int) -> int:
        """The seats of each table when `tables` tables are left."""
        return self.seats + (self.final_more if tables == 1 else 0)


@dataclass(frozen=True, slots=True)
class Table:
    """A table between two hands: entrants by seat, and button and blinds of its last hand (None: none was dealt).

    With fewer than two players there is no next hand; when the table fills again, the button is drawn again.
    """

    number: int
    taken: Mapping[int, int]
    last: Positions | None = None


class Reason(StrEnum):
    """Why a player moves."""

    BROKEN = "broken"
    BALANCE = "balance"
    REDRAW = "redraw"


@dataclass(frozen=True, slots=True)
class Move:
    """The move of one player.

    `is_dealt_in`: false for a player who comes between button and small blind, and waits a hand (TDA 9).
    """

    entrant: int
    from_table: int
    from_seat: int
    to_table: int
    to_seat: int
    reason: Reason
    is_dealt_in: bool = True


@dataclass(frozen=True, slots=True)
class Lot:
    """The seat draw of a plan: its entrants and tables, and the seats in the order drawn."""

    entrants: tuple[int, ...]
    tables: tuple[SeatsAt, ...]
    drawn: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """The moves to make now.

    `broken`: the tables that are broken, in order.  `is_redraw`: all seats and buttons are drawn again.  `halted`: the
    tables at which play stops until the moves are made.  `waits_to_break`: the table that would be broken if players
    could draw the small blind.  `lot`: the draw of seats, if there was one; moves to balance are not drawn.
    """

    moves: tuple[Move, ...]
    broken: tuple[int, ...] = ()
    is_redraw: bool = False
    halted: tuple[int, ...] = ()
    waits_to_break: int | None = None
    lot: Lot | None = None


def plan(
    tables: Iterable[Table],
    breaking_order: Sequence[int],
    rules: BalancingRules,
    *,
    seed: str,
    label: str,
    entries: int,
) -> Plan:
    """The plan for these tables; it may be empty.

    Refuses `breaking_order_wrong`, `entrant_twice`, `seat_unknown`, `seed_unreadable`.
    """
    room = _Room(tables, breaking_order, rules)
    halted = room.short_of(rules.halted_when_short)
    candidates = room.to_break()
    for count in range(len(candidates), 0, -1):
        left = len(room.order) - count
        is_redraw = left in rules.redraws_at and entries >= rules.redraw_entries
        if is_redraw or room.holds(candidates[:count]):
            lot = room.scatter(candidates[:count], seed, label, everybody=is_redraw)
            if not is_redraw:
                room.balance()
            waits = candidates[count] if count < len(candidates) else None
            drawn = dict.fromkeys(lot.entrants, Reason.REDRAW if is_redraw else Reason.BROKEN)
            return Plan(room.moves(drawn), tuple(candidates[:count]), is_redraw, halted, waits, lot)
    room.balance()
    return Plan(room.moves({}), halted=halted, waits_to_break=candidates[0] if candidates else None)


class _Room:
    """The tables while the plan is made; `order`: those not broken yet, first to break first."""

    def __init__(self, tables: Iterable[Table], breaking_order: Sequence[int], rules: BalancingRules) -> None:
        assert rules.most_difference >= 1, rules
        self._rules = rules
        self._tables = {table.number: table for table in tables}
        self.order = [number for number in breaking_order if number in self._tables]
        self._taken = {number: dict(table.taken) for number, table in self._tables.items()}
        self._start = {entrant: (n, seat) for n, taken in self._taken.items() for seat, entrant in taken.items()}
        self._check()

    def _check(self) -> None:
        if sorted(self.order) != sorted(self._tables):
            raise Refusal("breaking_order_wrong", N_("Every table must appear once in the posted breaking order."))
        if len(self._start) != sum(len(taken) for taken in self._taken.values()):
            raise Refusal("entrant_twice", N_("Nobody can sit in two seats."))
        most = self._rules.seats_at(len(self.order))
        for number, taken in self._taken.items():
            for seat in taken:
                if not 1 <= seat <= most:
                    raise Refusal("seat_unknown", N_("Table %(table)s has no seat %(seat)s."), table=number, seat=seat)

    def short_of(self, difference: int) -> tuple[int, ...]:
        """The tables that are at least `difference` players short of the largest."""
        most = max((len(taken) for taken in self._taken.values()), default=0)
        return tuple(number for number in self.order if most - len(self._taken[number]) >= difference)

    def to_break(self) -> list[int]:
        """The tables whose players fit at the others, in the posted order."""
        players, found = len(self._start), list[int]()
        left = len(self.order) - 1
        while left >= 1 and players <= left * self._rules.seats_at(left):
            found.append(self.order[len(found)])
            left -= 1
        return found

    def holds(self, broken: Sequence[int]) -> bool:
        """Whether the other tables have enough seats that players of these tables may draw."""
        seats_wanted = sum(len(self._taken[number]) for number in broken)
        staying = [number for number in self.order if number not in broken]
        return seats_wanted <= sum(len(self._drawable(number, len(staying))) for number in staying)

    def scatter(self, broken: Sequence[int], seed: str, label: str, *, everybody: bool) -> Lot:
        """Break these tables, and draw new seats for their players or for everybody."""
        leaving = self.order if everybody else broken
        names = [entrant for number in leaving for entrant in self._taken[number].values()]
        for number in leaving:
            self._taken[number] = {}
        self.order = [number for number in self.order if number not in broken]
        seats = [
            SeatsAt(
                number,
                len(self._taken[number]),
                tuple(range(1, self._rules.seats_at(len(self.order)) + 1))
                if everybody
                else self._drawable(number, len(self.order)),
            )
            for number in self.order
        ]
        drawn = seating.draw(seed, label, names, seats)
        for one in drawn:
            self._taken[one.table][one.seat] = one.entrant
        return Lot(tuple(sorted(names)), tuple(sorted(seats, key=lambda one: one.table)), drawn)

    def balance(self) -> None:
        """Move players from the largest table (first to break first) to the smallest (last to break first)."""
        while len(self.order) > 1:
            source = max(self.order, key=lambda number: len(self._taken[number]))
            target = min(reversed(self.order), key=lambda number: len(self._taken[number]))
            if len(self._taken[source]) - len(self._taken[target]) <= self._rules.most_difference:
                return
            entrant = self._taken[source].pop(self._next_big_blind(source))
            self._taken[target][self._worst_seat(target)] = entrant

    def moves(self, drawn: Mapping[int, Reason]) -> tuple[Move, ...]:
        """Each player's move from the first seat to the last, by table and seat left."""
        found = []
        for number in self.order:
            for seat, entrant in self._taken[number].items():
                if self._start[entrant] != (number, seat):
                    reason = drawn.get(entrant, Reason.BALANCE)
                    dealt_in = reason is Reason.REDRAW or self._is_dealt_in(number, seat)
                    found.append(Move(entrant, *self._start[entrant], number, seat, reason, dealt_in))
        return tuple(sorted(found, key=lambda move: (move.from_table, move.from_seat)))

    def _last(self, number: int) -> Positions | None:
        """The positions of the table's last hand; None where the button is drawn again."""
        table = self._tables[number]
        return table.last if len(table.taken) >= FEWEST_PLAYERS else None

    def _free(self, number: int, tables: int) -> tuple[int, ...]:
        seats = range(1, self._rules.seats_at(tables) + 1)
        return tuple(seat for seat in seats if seat not in self._taken[number])

    def _drawable(self, number: int, tables: int) -> tuple[int, ...]:
        """The seats that a player from a broken table may draw."""
        last = self._last(number)
        closed = last.big_blind_seat if last and not self._rules.small_blind_drawn else None
        return tuple(seat for seat in self._free(number, tables) if seat != closed)

    def _next_big_blind(self, number: int) -> int:
        last = self._last(number)
        return clockwise(self._taken[number], last.big_blind_seat if last else 0)[0]

    def _worst_seat(self, number: int) -> int:
        """The free seat that gets the big blind soonest, even in the next hand, and is not the small blind.

        TDA 10 A: "the worst position, including single big blind if available"; "worst position is never the small
        blind".  The seats between button and small blind come late, the small blind's own seat last of all: it is
        never chosen, because a table that is short by two has two seats free.
        """
        last = self._last(number)
        return clockwise(self._free(number, len(self.order)), last.big_blind_seat if last else 0)[0]

    def _is_dealt_in(self, number: int, seat: int) -> bool:
        last = self._last(number)
        if last is None:
            return True
        now = next_positions(last, self._taken[number], _DEAD_BUTTON)
        if now.button_seat == now.small_blind_seat:
            return True
        after_button = clockwise({seat, now.button_seat, now.small_blind_seat}, now.button_seat)
        return after_button.index(seat) >= after_button.index(now.small_blind_seat)
