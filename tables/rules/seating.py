"""Seat draws, also of broken tables: which free seat each player gets, spread evenly over the tables; draws by cards.

WSOP 12–14 and TDA 7: seats are drawn, for late entrants by the same process.  One rule serves the first draw, late and
repeated entries, broken tables and redraws: each player in turn draws one of the free seats at the tables that have the
fewest players.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from casino.errors import N_, Refusal
from tables.rules import cards, draws
from tables.rules.setup import clockwise


@dataclass(frozen=True, slots=True)
class SeatsAt:
    """A table in a draw: its number of players, and the `free` seats that may be drawn."""

    table: int
    players: int
    free: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """The seat of one entrant."""

    entrant: int
    table: int
    seat: int


def draw(seed: str, label: str, entrants: Iterable[int], tables: Iterable[SeatsAt]) -> tuple[Seat, ...]:
    """Draw a seat for each entrant; returns the seats in the order drawn, which also decides odd cents.

    Entrants and tables are sorted first, so that nobody can steer the draw by their order.  Refuses `entrant_twice`,
    `seats_few`, `seed_unreadable`.
    """
    names = sorted(entrants)
    places = sorted(tables, key=lambda one: one.table)
    _check(names, places)
    numbers = draws.Draw(seed, label)
    players = {one.table: one.players for one in places}
    free = {one.table: sorted(one.free) for one in places}
    drawn = []
    for entrant in numbers.shuffled(names):
        fewest = min(players[table] for table, seats in free.items() if seats)
        open_seats = [(table, seat) for table, seats in free.items() if players[table] == fewest for seat in seats]
        table, seat = numbers.one_of(open_seats)
        free[table].remove(seat)
        players[table] += 1
        drawn.append(Seat(entrant, table, seat))
    return tuple(drawn)


def by_cards(drawn: Mapping[int, int], first_seat: int, seats: Iterable[int]) -> dict[int, int]:
    """The seat of each player by the card they drew (`drawn`); refuses `card_twice`, `seats_few`, `seat_unknown`.

    S8: the lowest card takes `first_seat`, the next higher the seat to its left, and so on clockwise.  Seed `000`
    counts from the ace up ("A-2-3-4-5") and draws one card of each rank; should two ranks be equal, clubs are lowest,
    then diamonds, hearts, spades (Robert's Rules, "Ties").
    """
    order = clockwise(seats, first_seat - 1)
    if first_seat not in order:
        raise Refusal("seat_unknown", N_("There is no seat %(seat)s to start from."), seat=first_seat)
    if len(drawn) > len(order):
        raise _too_few(len(order), len(drawn))
    cards.mask(drawn.values())
    from_lowest = sorted(drawn, key=lambda player: _ace_low(drawn[player]))
    return dict(zip(from_lowest, order, strict=False))


def _ace_low(card: int) -> tuple[int, int]:
    rank, suit = divmod(card, len(cards.SUITS))
    return ((rank + 1) % len(cards.RANKS), suit)


def _check(names: Sequence[int], places: Sequence[SeatsAt]) -> None:
    twice = [name for name, following in pairwise(names) if name == following]
    if twice:
        raise Refusal("entrant_twice", N_("Nobody can draw two seats at once."), entrant=twice[0])
    room = sum(len(one.free) for one in places)
    if room < len(names):
        raise _too_few(room, len(names))


def _too_few(room: int, players: int) -> Refusal:
    return Refusal(
        "seats_few", N_("Not enough free seats: %(seats)s for %(players)s players."), seats=room, players=players
    )
