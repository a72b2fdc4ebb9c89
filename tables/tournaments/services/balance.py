"""Keeping tables even: broken in the posted order, balanced, redrawn at the last tables (WSOP 65–68, TDA 9–10)."""

from typing import TYPE_CHECKING

from casino.transactions import use_case
from tables.models import Entrant, SeatChange, Tournament, TournamentTable
from tables.rules.tournaments import balancing
from tables.rules.tournaments.balancing import Plan, Reason
from tables.tournaments.selectors import seats as facts
from tables.tournaments.selectors import standing
from tables.tournaments.services import draws, seats, steps

if TYPE_CHECKING:
    from casino.models import User

_REASONS = {
    Reason.BROKEN: SeatChange.Reason.BREAK,
    Reason.BALANCE: SeatChange.Reason.BALANCE,
    Reason.REDRAW: SeatChange.Reason.REDRAW,
}


@use_case("tables.run_tournament")
def balance(*, tournament_id: int, version: int | None, actor: "User") -> Plan:
    """Break, balance or redraw the tables as is due now; does nothing where they are even.

    Seats of a broken table and of a redraw are drawn with the committed seed; a player who moves to balance follows
    from the button.  Broken tables are free for other games at once.
    """
    row = steps.locked(tournament_id, Tournament.State.RUNNING, version=version, actor=actor)
    rows = {table.position: table for table in standing.tables(row)}
    state = facts.as_rules(rows.values())
    waiting = draws.next_draw(row)
    made = balancing.plan(
        state,
        sorted(rows),
        facts.rules(row, rows.values()),
        seed=waiting.seed,
        label=draws.label(row, waiting.number),
        entries=facts.entries(row),
    )
    if made.lot:
        purpose = SeatChange.Reason.REDRAW if made.is_redraw else SeatChange.Reason.BREAK
        draws.reveal(row, waiting, purpose.value, made.lot, actor, sat=facts.as_json(state))
    _carry_out(row, rows, made, actor)
    return made


def _carry_out(row: Tournament, rows: dict[int, TournamentTable], made: Plan, actor: "User") -> None:
    """Move the players, close broken tables, widen the final table by one seat, clear the buttons after a redraw."""
    left = [table for position, table in rows.items() if position not in made.broken]
    if len(left) == 1 and made.broken:
        seats_there = facts.rules(row, rows.values()).seats_at(1)
        left[0].seats = seats_there
        left[0].save(update_fields=["seats"])
    players = {one.number: one for one in Entrant.objects.filter(tournament=row, state=Entrant.State.SEATED)}
    for reason, why in _REASONS.items():
        moved = [
            (players[move.entrant], rows[move.to_table], move.to_seat) for move in made.moves if move.reason is reason
        ]
        if moved:
            seats.put_all(row, moved, why, actor)
    if made.is_redraw:
        for table in left:
            table.button_seat = table.small_blind_seat = table.big_blind_seat = None
            table.save(update_fields=["button_seat", "small_blind_seat", "big_blind_seat"])
    seats.close_tables([rows[position] for position in made.broken])
