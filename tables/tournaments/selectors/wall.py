"""The public view of a tournament: clock, blinds, figures, prizes, moves between tables, draws.

Entrants appear by their numbers, without guests' names.
"""

import json
from dataclasses import dataclass
from datetime import datetime

from casino.errors import N_, NotFound
from tables.models import Draw, Prize, SeatChange, Tournament, TournamentTable
from tables.rules.setup import Betting
from tables.rules.tournaments.clocks import Event
from tables.rules.tournaments.structures import Structure
from tables.tournaments.selectors import standing
from tables.tournaments.selectors.standing import Figures, Money

MOVES_SHOWN = 12
_CALLED_OUT = [SeatChange.Reason.BALANCE, SeatChange.Reason.BREAK, SeatChange.Reason.REDRAW]


@dataclass(frozen=True, slots=True)
class SeatMove:
    """An entrant's move, to be called out: `T3 seat 4` as codes and numbers."""

    number: int
    from_table: str
    from_seat: int | None
    to_table: str
    to_seat: int
    at: datetime


@dataclass(frozen=True, slots=True)
class PublishedDraw:
    """A draw as it is published; `inputs`: what `templates/tournaments/redo.txt` reads, as JSON.

    Empty while the draw is unused, and for draws of broken tables recorded before their seats were.
    """

    draw: Draw
    inputs: str


@dataclass(frozen=True, slots=True)
class Wall:
    """The facts of the wall screen."""

    row: Tournament
    structure: Structure
    events: tuple[Event, ...]
    figures: Figures
    money: Money
    prizes: tuple[tuple[int, int], ...]
    moves: tuple[SeatMove, ...]

    @property
    def entered(self) -> int:
        """All entries, re-entries included."""
        return self.figures.entries + self.figures.re_entries

    @property
    def pool_cents(self) -> int:
        """The pool: paid in, or the guarantee where that is more."""
        return max(self.money.pool_cents, self.row.guarantee_cents)

    @property
    def is_limit(self) -> bool:
        return self.structure.betting is Betting.FIXED_LIMIT


def public(tournament_id: int) -> Tournament:
    """A tournament, without any permission; refuses `no_such_tournament`."""
    found = Tournament.objects.select_related("house").filter(pk=tournament_id).first()
    if found is None:
        raise NotFound("no_such_tournament", N_("Tournament not found."))
    return found


def wall(row: Tournament) -> Wall:
    """The wall screen now; the clock at any instant follows from `structure` and `events`."""
    prizes = Prize.objects.filter(tournament=row, kind=Prize.Kind.PLACE, amount_cents__gt=0).order_by("place", "number")
    return Wall(
        row=row,
        structure=standing.structure(row),
        events=tuple(standing.events(row)),
        figures=standing.figures(row),
        money=standing.money(row),
        prizes=tuple(prizes.values_list("place", "amount_cents")),
        moves=tuple(seat_move(change) for change in latest_moves(row)),
    )


def latest_moves(row: Tournament) -> list[SeatChange]:
    """The moves of the last balancing, broken table or redraw, in the order to be called out."""
    found = SeatChange.objects.filter(tournament=row, reason__in=_CALLED_OUT)
    newest = found.order_by("-number").values_list("at", flat=True).first()
    if newest is None:
        return []
    rows = found.filter(at=newest).select_related("entrant__guest", "from_table__table", "to_table__table")
    return list(rows.order_by("number")[:MOVES_SHOWN])


def seat_move(change: SeatChange) -> SeatMove:
    """A change of seat without the guest's name."""
    return SeatMove(
        number=change.entrant.number,
        from_table=str(change.from_table or ""),
        from_seat=change.from_seat,
        to_table=str(change.to_table),
        to_seat=change.to_seat,
        at=change.at,
    )


def all_tables(row: Tournament) -> list[TournamentTable]:
    """Every table of the tournament, broken ones included, by breaking position: draws name them by that."""
    return list(TournamentTable.objects.filter(tournament=row).select_related("table").order_by("position"))


def drawn_with(row: Tournament) -> dict[int, Draw]:
    """Each entrant's last draw, by number, as their seat card names it."""
    used = Draw.objects.filter(tournament=row, drawn_at__isnull=False).order_by("number")
    return {entrant: draw for draw in used for entrant, _table, _seat in draw.result}


def draws(row: Tournament) -> list[PublishedDraw]:
    """All draws, the latest first; of an unused draw only the commitment may be shown."""
    return [PublishedDraw(draw, _inputs(draw)) for draw in Draw.objects.filter(tournament=row).order_by("-number")]


def _inputs(draw: Draw) -> str:
    facts = draw.facts if draw.drawn_at else None
    if not facts or "entrants" not in facts:
        return ""
    recorded = {name: facts[name] for name in ("label", "entrants", "tables")}
    return json.dumps({"commitment": draw.commitment, "seed": draw.seed, **recorded})
