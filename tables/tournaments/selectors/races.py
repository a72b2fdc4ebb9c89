"""Colours that leave play: which, at which tables, what a race would bring, and those that were (TDA 24, WSOP 77)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from casino.errors import Refusal, _
from tables.models import ChipRace, Entrant, SeatChange, Tournament, TournamentTable
from tables.rules.tournaments import racing
from tables.rules.tournaments.racing import Line, Race, Racer
from tables.rules.tournaments.structures import Structure
from tables.tournaments.selectors import standing


@dataclass(frozen=True, slots=True)
class Due:
    """A colour that has to come off now, into which, and the tables at which somebody has not raced it off yet."""

    old: int
    new: int
    tables: list[TournamentTable]


@dataclass(frozen=True, slots=True)
class Raced:
    """A race that was, and the code of the table at which its players sat."""

    race: ChipRace
    table: str


def playing(row: Tournament, table_id: int) -> dict[int, Entrant]:
    """Who sits at that table (the id of the furniture), by seat."""
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
    """Who gets which new chips for what he hands in and the cards he was dealt; nothing is done yet.

    Refuses `seat_empty`, and what the law refuses: more chips of the colour than somebody has, too, by the last count.
    """
    empty = set(pieces) - set(playing)
    if empty:
        raise Refusal("seat_empty", _("Nobody sits on seat %(seat)s."), seat=min(empty))
    racers = [Racer(seat, pieces.get(seat, 0), one.chips - old * pieces.get(seat, 0)) for seat, one in playing.items()]
    return racing.race(racers, dealt, old=old, new=new)


def stack_after(entrant: Entrant, line: Line, *, old: int, new: int) -> int:
    """What he has when his line of a race is carried out."""
    return entrant.chips + line.given * new - line.handed_in * old


def next_colour(structure: Structure, old: int) -> int | None:
    """The next larger colour of the set, into which whole chips of this one go; None for the largest."""
    larger = [chip.worth for chip in structure.chips if chip.worth > old and chip.worth % old == 0]
    return min(larger, default=None)


def due(structure: Structure, index: int, raced: Iterable[ChipRace], seated: Iterable[Entrant]) -> list[Due]:
    """What is to be raced off while the item of that index runs, the smallest colour first.

    A colour goes with its players: whoever comes from a table that has not raced yet brings his chips along.
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
    """All of them, the latest first."""
    return list(ChipRace.objects.filter(tournament=row).select_related("by").order_by("-number"))


def where(row: Tournament, raced: Sequence[ChipRace]) -> list[Raced]:
    """Each with its table: where the first of its players sat at that time."""
    firsts = {race.pk: int(min(race.stacks, key=int)) for race in raced if race.stacks}
    found = SeatChange.objects.filter(tournament=row, entrant__number__in=firsts.values()).order_by("number")
    ways: dict[int, list[SeatChange]] = {}
    for change in found.select_related("entrant", "to_table__table"):
        ways.setdefault(change.entrant.number, []).append(change)
    told = []
    for race in raced:
        before = [change for change in ways.get(firsts.get(race.pk, 0), []) if change.at <= race.at]
        told.append(Raced(race, str(before[-1].to_table) if before else ""))
    return told
