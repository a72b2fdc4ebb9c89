"""Breaking a cash table, and the seats of a new game: who takes part; `tables.rules.seating` draws, by a seed.

The commitment is posted before, the seed after (`tables.rules.draws` has the recipe).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from casino.errors import N_, Refusal
from tables.rules import cards, draws, seating
from tables.rules.seating import Seat, SeatsAt

_SPADES = cards.SUITS.index("s")


@dataclass(frozen=True, slots=True)
class Broken:
    """The drawn seats, and the guests left without one, each in the order drawn."""

    seats: tuple[Seat, ...]
    without: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A guest's card, and the seat it gives them."""

    guest: int
    card: int
    seat: int


def order(opened_at: Mapping[int, datetime], feeders: Mapping[int, int]) -> list[int]:
    """The posted order in which the tables of a game are broken: the last opened goes first.

    A feeder goes before its main game.  `feeders`: the feeder of each main table.
    """
    latest = sorted(opened_at, key=lambda table: (opened_at[table], table), reverse=True)
    found = list[int]()
    for table in latest:
        if table not in found:
            feeder = feeders.get(table)
            found += [one for one in (feeder, table) if one is not None and one not in found]
    return found


def check_order(posted: Sequence[int], table: int, *, has_reason: bool) -> None:
    """Refuse to break a table before its turn without a reason (`breaks_later`)."""
    if posted[0] != table and not has_reason:
        raise Refusal("breaks_later", N_("Another table is the next to break. Give a reason why this one goes first."))


def scatter(seed: str, label: str, guests: Iterable[int], tables: Sequence[SeatsAt]) -> Broken:
    """Draw a seat at the other tables for each guest; where seats are short, first draw the guests who get one."""
    names = sorted(guests)
    room = sum(len(one.free) for one in tables)
    seated, without = names, list[int]()
    if room < len(names):
        drawn = draws.Draw(seed, f"{label}:seats").shuffled(names)
        seated, without = drawn[:room], drawn[room:]
    return Broken(seating.draw(seed, label, seated, tables), tuple(without))


def by_cards(seed: str, label: str, guests: Sequence[int], first_seat: int, seats: Iterable[int]) -> tuple[Drawn, ...]:
    """Draw each guest's card and seat, in the given order (S8; seed 000).

    As many cards as guests, ascending from the ace, are shuffled.  The lowest takes `first_seat`, the next higher the
    seat to its left, and so on clockwise.
    """
    picked = [_ascending(number) for number in range(len(guests))]
    drawn = dict(zip(guests, draws.Draw(seed, label).shuffled(picked), strict=True))
    sits = seating.by_cards(drawn, first_seat, seats)
    return tuple(Drawn(guest, drawn[guest], sits[guest]) for guest in guests)


def _ascending(number: int) -> int:
    """The ace of spades, the two, the three …"""
    return (number - 1) % len(cards.RANKS) * len(cards.SUITS) + _SPADES
