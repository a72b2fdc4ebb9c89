"""Racing a colour of chips off at a table (TDA 24, WSOP 77)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from casino.transactions import use_case
from tables.models import ChipRace, Entrant, Tournament
from tables.rules import cards
from tables.tournaments.selectors import races
from tables.tournaments.selectors import seats as seat_views
from tables.tournaments.services import steps

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.run_tournament")
def race(
    *,
    tournament_id: int,
    version: int | None,
    table_id: int,
    old: int,
    new: int,
    pieces: Mapping[int, int],
    dealt: Mapping[int, Sequence[int]],
    actor: "User",
) -> ChipRace:
    """Race a colour off at a table; `pieces` handed in and `dealt` cards by seat, `old` and `new` the chips' worths.

    The cards are kept with the race, so that anybody can check who won the odd chips.  Refuses `seat_empty`, what the
    rules refuse, and more chips of the colour than a player has (`race_chips`).
    """
    row = steps.locked(tournament_id, Tournament.State.RUNNING, version=version, actor=actor)
    seat_views.table(row, table_id)
    playing = races.playing(row, table_id)
    raced = races.outcome(playing, pieces, dealt, old=old, new=new)
    stacks, lines = {}, []
    for line in raced.lines:
        entrant = playing[line.seat]
        before, entrant.chips = entrant.chips, races.stack_after(entrant, line, old=old, new=new)
        stacks[str(entrant.number)] = [before, entrant.chips]
        lines.append(
            {"entrant_number": entrant.number, "cards": cards.format(dealt.get(line.seat, ())), **asdict(line)}
        )
    Entrant.objects.bulk_update(playing.values(), ["chips"])
    return steps.add(
        ChipRace,
        row,
        actor,
        denomination=old,
        next_denomination=new,
        stacks=stacks,
        lines=lines,
        difference=raced.change,
    )
