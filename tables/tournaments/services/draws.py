"""Draws that can be shown to be fair: before each the commitment stands, after it the seed is told with what came out.

The next draw's seed is committed to when the one before is used, so nobody can know for whom it will be used, and
nobody can choose it afterwards (`rules.draws` has the recipe for a third party).  Inner steps.
"""

import secrets
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from casino import house_time
from tables.models import Draw, Entrant, Tournament, TournamentTable
from tables.rules import draws, seating
from tables.rules.seating import Seat, SeatsAt
from tables.rules.tournaments.balancing import Lot
from tables.tournaments.services import steps

if TYPE_CHECKING:
    from casino.models import User


def commit(row: Tournament, actor: "User") -> Draw:
    """The next draw: its commitment may be posted at once, its seed is kept until it is used."""
    seed = secrets.token_hex(32)
    return steps.add(Draw, row, actor, seed=seed, commitment=draws.commitment(seed))


def label(row: Tournament, number: int) -> str:
    """What tells one draw of the house from another."""
    return f"{row.code}:{number}"


def use(
    row: Tournament, purpose: str, entrants: Iterable[Entrant], tables: Sequence[tuple[TournamentTable, Sequence[int]]],
    actor: "User",
) -> tuple[Draw, tuple[Seat, ...]]:  # fmt: skip
    """Draw a seat for each entrant, by number, at tables by breaking position; write down all that it takes to redo it.

    `tables`: each with the seats that may be drawn at it.  Refuses `seats_few`.
    """
    waiting = next_draw(row)
    players = {table.pk: table.entrants.filter(state=Entrant.State.SEATED).count() for table, _free in tables}
    places = [SeatsAt(table.position, players[table.pk], tuple(free)) for table, free in tables]
    numbers = sorted(entrant.number for entrant in entrants)
    drawn = seating.draw(waiting.seed, label(row, waiting.number), numbers, places)
    reveal(row, waiting, purpose, Lot(tuple(numbers), tuple(places), drawn), actor)
    return waiting, drawn


def next_draw(row: Tournament) -> Draw:
    """The draw whose commitment is posted and whose seed nobody has seen."""
    found: Draw = Draw.objects.get(tournament=row, drawn_at=None)
    return found


def reveal(row: Tournament, used: Draw, purpose: str, lot: Lot, actor: "User", **besides: object) -> None:
    """Write down what was drawn with it and out of what, in the order drawn, and commit to the next seed.

    Every draw is told alike, so that one recipe serves them all; `besides`: what its inputs followed from.
    """
    used.purpose, used.drawn_at = purpose, house_time.now()
    used.facts = {
        "label": label(row, used.number),
        "entrants": list(lot.entrants),
        "tables": [[one.table, one.players, list(one.free)] for one in lot.tables],
        **besides,
    }
    used.result = [[seat.entrant, seat.table, seat.seat] for seat in lot.drawn]
    used.save(update_fields=["purpose", "drawn_at", "facts", "result"])
    commit(row, actor)
