"""The blinds that guests owe after a hand was dealt."""

from tables.models import Sitting
from tables.play.selectors import positions
from tables.play.selectors.situations import Situation
from tables.rules import blinds
from tables.rules.blinds import Deal, Owes


def note(situation: Situation, deal: Deal) -> None:
    """Update the blinds that guests owe after a deal: those dealt in have paid, absent ones may have missed some.

    In a bomb pot nobody posts: what was owed is still owed, and nothing was missed.
    """
    if deal.setup.bomb_pot:
        return
    dealt = {seat.seat for seat in deal.setup.seats}
    paid = [
        one.sitting_id
        for one in situation.seats
        if one.seat in dealt and (one.is_new or one.owes_small_blind or one.owes_big_blind or one.waits_for_big_blind)
    ]
    if paid:
        Sitting.objects.filter(pk__in=paid).update(
            is_new=False, owes_small_blind=False, owes_big_blind=False, waits_for_big_blind=False
        )
    last = positions.last(situation.session)
    if last is None:
        return
    by_seat = {one.seat: one for one in situation.seats if one.is_away and not one.is_new}
    for seat, owes in blinds.missed(last, deal.positions, by_seat).items():
        was = by_seat[seat]
        small = was.owes_small_blind or owes in (Owes.SMALL_BLIND, Owes.BOTH)
        big = was.owes_big_blind or owes in (Owes.BIG_BLIND, Owes.BOTH)
        if (small, big) != (was.owes_small_blind, was.owes_big_blind):
            Sitting.objects.filter(pk=was.sitting_id).update(owes_small_blind=small, owes_big_blind=big)
