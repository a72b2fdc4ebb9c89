"""Table stakes where only outcomes are recorded: plausibility checks against one pool (T1, T2).  Inner steps."""

from datetime import datetime
from typing import TYPE_CHECKING

from casino.errors import N_, Refusal
from tables.models import Game, Hand, Session
from tables.play.selectors import pools
from tables.play.services import refusals
from tables.rules import contributions
from tables.rules import pool_stakes as rules
from tables.rules.pool_stakes import Holding

if TYPE_CHECKING:
    from tables.hands.services.recording import Summary
    from tables.play.selectors.situations import Situation


def check(situation: "Situation", game: Game, pot_cents: int, dealt_in: int, dealt_at: datetime | None) -> None:
    """Refuse `pot_above_stakes` at a locked table: a pot above the stacks that `dealt_in` of its guests can have had.

    Guests who left since the previous hand was keyed may have been dealt in.  Nearly always the chips brought by the
    seated guests suffice, and no query is needed.
    """
    if is_brought(situation, game, pot_cents, dealt_in):
        return
    dead_cents = pools.dead_cents(game, dealt_in)
    assert situation.session is not None, "a hand is dealt at an open table"
    session = situation.session
    since = min(filter(None, (situation.hand_before_at or session.opened_at, dealt_at)))
    present = [stay for stay in pools.stays(session.pk) if stay.left_at is None or stay.left_at >= since]
    booked = pools.books(session.pk, since=min(stay.since for stay in present))
    held = [booked.holding(stay) for stay in present]
    pool_cents = situation.pool_cents if all(stay.left_at is None for stay in present) else None
    if pool_cents is not None:
        held = rules.narrowed(held, pool_cents)
    most_cents = rules.most_in_pot(held, dealt_in, pool_cents=pool_cents, dead_cents=dead_cents)
    rules.check_pot(pot_cents, most_cents, dealt_in)


def is_brought(situation: "Situation", game: Game, pot_cents: int, dealt_in: int) -> bool:
    """Whether the chips brought by the seated guests suffice for a pot, whatever was played before; asks nothing."""
    brought = pools.brought(situation)
    return brought is not None and pot_cents <= rules.most_in_pot(
        brought, dealt_in, pool_cents=situation.pool_cents, dead_cents=pools.dead_cents(game, dealt_in)
    )


def check_contributions(situation: "Situation", game: Game, summary: "Summary") -> None:
    """Refuse contributions that are impossible, at a locked table: by themselves, and by the stacks (T1, H9, H10).

    They name seats where somebody sits now (`seat_empty`): who has left took what the books said then.
    """
    if not summary.contributions:
        return
    _check_alone(game, summary)
    sitting = {seat: refusals.seated(situation, seat).sitting_id for seat in summary.contributions}
    assert situation.session is not None, "a hand is dealt at an open table"
    bounds = pools.bounds(situation.session.pk, situation.pool_cents)
    contributions.check_stacks(summary.contributions, {seat: bounds[pk] for seat, pk in sitting.items()})


def _check_alone(game: Game, summary: "Summary") -> None:
    contributions.check(
        summary.contributions,
        summary.pot_cents,
        summary.winners,
        dealt_in=summary.dealt_in,
        dead_cents=pools.dead_cents(game, summary.dealt_in),
    )


def check_won(game: Game, summary: "Summary", to_win_cents: int) -> None:
    """Refuse parts of the winners that are not `to_win_cents` together, or more than 1:1 from each caller."""
    if summary.won:
        contributions.check_won(
            summary.won,
            summary.contributions,
            summary.winners,
            to_win_cents=to_win_cents,
            dead_cents=pools.dead_cents(game, summary.dealt_in),
        )


def measure(session_id: int) -> None:
    """Keep that stacks of this session are known better than by what was brought."""
    Session.objects.filter(pk=session_id, measures_stacks=False).update(measures_stacks=True)


def check_corrected(old: Hand, game: Game, summary: "Summary") -> None:
    """Refuse `pot_above_stakes` for a hand that replaces `old`, by the bookings before `old`; also contributions."""
    until = old.ended_at or old.started_at
    booked = pools.books(old.session_id, before=until, without=old.pk)
    present = [
        (stay.seat_at(until), booked.holding(stay))
        for stay in pools.stays(old.session_id, before=until)
        if stay.sat_at <= until and (stay.left_at is None or stay.left_at >= old.started_at)
    ]
    dead_cents = pools.dead_cents(game, summary.dealt_in)
    held = [holding for _seat, holding in present]
    most_cents = rules.most_in_pot(held, summary.dealt_in, pool_cents=None, dead_cents=dead_cents)
    rules.check_pot(summary.pot_cents, most_cents, summary.dealt_in)
    if summary.contributions:
        _check_alone(game, summary)
        contributions.check_stacks(
            summary.contributions, {seat: holding for seat, holding in present if seat is not None}
        )


def check_late(session_id: int, summary: "Summary") -> None:
    """Refuse `pot_above_stakes` for a hand from paper: a pot above all chips ever brought to the table.

    Earlier hands may still be on paper, so the stacks are unknown; and they were counted since the hand was played, so
    that contributions would say nothing (`contributions_late`).
    """
    if summary.contributions:
        raise Refusal(
            "contributions_late", N_("The chips were counted since: leave out who put in how much into this hand.")
        )
    found_cents = sum(cents for _at, cents in pools.books(session_id).counts if cents > 0)
    brought_cents = sum(stay.brought_cents for stay in pools.stays(session_id))
    rules.check_pot(summary.pot_cents, brought_cents + found_cents, summary.dealt_in)


def of_guest(situation: "Situation", sitting_id: int) -> Holding:
    """Bounds on a seated guest's stack, as far as the books can tell."""
    assert situation.session is not None, "a guest sits at an open table"
    return pools.bounds(situation.session.pk, situation.pool_cents)[sitting_id]
