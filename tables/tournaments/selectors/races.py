"""Chip races: which colours are due at which tables, what a race would bring, and past races (TDA 24, WSOP 77)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from casino.errors import N_, Refusal
from tables.models import ChipRace, Entrant, SeatChange, Tournament, TournamentTable
from tables.rules.tournaments import racing
from tables.rules.tournaments.racing import Line, Race, Racer
from tables.rules.tournaments.structures import Structure
from tables.tournaments.selectors import standing


@dataclass(frozen=True, slots=True)
class Due:
    """A colour `old` due to be raced off into `new`, and the tables with players who have not raced it off yet."""

    old: int
    new: int
    tables: list[TournamentTable]


@dataclass(frozen=True, slots=True)
class Raced:
    """A past race and its table's code."""

    race: ChipRace
    table: str


def playing(row: Tournament, table_id: int) -> dict[int, Entrant]:
    """The players at that table (the id of its `Table`), by seat."""
    seated = standing.seated(row)
    return {one.seat: one for one in seated if one.seat and one.table and one.table.table_id == table_id}


def outcome(
    playing: Mapping[int, Entrant],
    pieces: Mapping[int, int],
    dealt: Mapping[int, Sequence[int]],
    *,
    old: int,
    new: int,
) -> Race:
    """The outcome of a race by the `pieces` handed in and the cards `dealt`, by seat; nothing is stored.

    Refuses `seat_empty` and what the rules refuse; also more chips of the colour than a player has by the last count.
    """
    empty = set(pieces) - set(playing)
    if empty:
        raise Refusal("seat_empty", N_("Nobody is in seat %(seat)s."), seat=min(empty))
    racers = [Racer(seat, pieces.get(seat, 0), one.chips - old * pieces.get(seat, 0)) for seat, one in playing.items()]
    return racing.race(racers, dealt, old=old, new=new)


def stack_after(entrant: Entrant, line: Line, *, old: int, new: int) -> int:
    """The entrant's chips after the race."""
    return entrant.chips + line.given * new - line.handed_in * old


def next_colour(structure: Structure, old: int) -> int | None:
    """The next larger colour that is a whole multiple of this one; None for the largest."""
    larger = [chip.worth for chip in structure.chips if chip.worth > old and chip.worth % old == 0]
    return min(larger, default=None)


def due(structure: Structure, index: int, raced: Iterable[ChipRace], seated: Iterable[Entrant]) -> list[Due]:
    """The colours to be raced off during the structure's item of that index, the smallest first.

    A player's chips move with them: one who comes from a table that has not raced the colour still has to.
    """
    done = {(race.denomination, int(number)) for race in raced for number in race.stacks}
    players = list(seated)
    found = []
    for old in structure.chips_to_race(index):
        new = next_colour(structure, old)
        left = {one.table_id: one.table for one in players if one.table and (old, one.number) not in done}
        if new is not None and left:
            found.append(Due(old, new, list(left.values())))
    return found


def races(row: Tournament) -> list[ChipRace]:
    """The tournament's races, the latest first."""
    return list(ChipRace.objects.filter(tournament=row).select_related("by").order_by("-number"))


def where(row: Tournament, raced: Sequence[ChipRace]) -> list[Raced]:
    """The races with their tables: where the first of its players sat at that time."""
    firsts = {race.pk: int(min(race.stacks, key=int)) for race in raced if race.stacks}
    found = SeatChange.objects.filter(tournament=row, entrant__number__in=firsts.values()).order_by("number")
    seats: dict[int, list[SeatChange]] = {}
    for change in found.select_related("entrant", "to_table__table"):
        seats.setdefault(change.entrant.number, []).append(change)
    located = []
    for race in raced:
        before = [change for change in seats.get(firsts.get(race.pk, 0), []) if change.at <= race.at]
        located.append(Raced(race, str(before[-1].to_table) if before else ""))
    return located
