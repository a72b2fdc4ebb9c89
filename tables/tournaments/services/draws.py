"""Provably fair draws: the commitment is published before each draw, the seed is revealed with the result.

The next draw's seed is committed to when the previous one is used, so nobody can know what it will be used for, and
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
    """Create the next draw: its commitment may be posted at once, its seed stays secret until it is used."""
    seed = secrets.token_hex(32)
    return steps.add(Draw, row, actor, seed=seed, commitment=draws.commitment(seed))


def label(row: Tournament, number: int) -> str:
    """The draw's label, unique in the house; part of what it is computed from."""
    return f"{row.code}:{number}"


def use(
    row: Tournament, purpose: str, entrants: Iterable[Entrant], tables: Sequence[tuple[TournamentTable, Sequence[int]]],
    actor: "User",
) -> tuple[Draw, tuple[Seat, ...]]:  # fmt: skip
    """Draw a seat for each entrant at these tables; record all that is needed to repeat the draw.

    Entrants are taken by number, tables by breaking position; each table comes with the seats that may be drawn at it.
    Refuses `seats_few`.
    """
    waiting = next_draw(row)
    players = {table.pk: table.entrants.filter(state=Entrant.State.SEATED).count() for table, _free in tables}
    places = [SeatsAt(table.position, players[table.pk], tuple(free)) for table, free in tables]
    numbers = sorted(entrant.number for entrant in entrants)
    drawn = seating.draw(waiting.seed, label(row, waiting.number), numbers, places)
    reveal(row, waiting, purpose, Lot(tuple(numbers), tuple(places), drawn), actor)
    return waiting, drawn


def next_draw(row: Tournament) -> Draw:
    """The draw whose commitment is posted and whose seed is still secret."""
    found: Draw = Draw.objects.get(tournament=row, drawn_at=None)
    return found


def reveal(row: Tournament, used: Draw, purpose: str, lot: Lot, actor: "User", **besides: object) -> None:
    """Record what a draw was used for, its inputs in the order drawn and its result, and commit to the next seed.

    Every draw is recorded in the same form, so that one recipe repeats them all; `besides`: the facts its inputs
    followed from.
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
