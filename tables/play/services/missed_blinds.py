"""Blinds owed before the next hand: a player posts them, or waits for the big blind (WSOP live-action 156)."""

from typing import TYPE_CHECKING

from casino import house_time
from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables import locks
from tables.models import Game, Sitting
from tables.play.selectors import positions, situations
from tables.play.services import refusals, rows

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.record_hand")
def choose(*, table_id: int, version: int | None, seat: int, waits: bool, actor: "User") -> int:
    """Keep whether a player who owes blinds waits for the big blind; it holds until they are dealt in.

    Refuses where only outcomes are recorded (`summary_only`), at a seat that nobody has, and one that owes nothing
    (`owes_no_blind`).
    """
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    refusals.require_dealer(actor, situation.dealer_id)
    session, game = refusals.in_session(situation)
    refusals.among_guests(game)
    if game.recording != Game.Recording.EVERY_ACTION:
        raise Refusal("summary_only", N_("At this table a hand is recorded when it is over."))
    occupied = refusals.seated(situation, seat)
    present = [one for one in situation.seats if not one.is_away or one is occupied]
    if waits and seat not in positions.owing(session, present, game):
        raise Refusal("owes_no_blind", N_("Seat %(seat)s owes no blind."), seat=seat)
    Sitting.objects.filter(pk=occupied.sitting_id).update(waits_for_big_blind=waits)
    rows.touch(table)
    return table.id
