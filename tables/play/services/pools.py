"""Table stakes where only outcomes are recorded: plausibility checks against one pool (T1).  Inner steps."""

from datetime import datetime
from typing import TYPE_CHECKING

from tables.models import Game, Hand
from tables.play.selectors import pools
from tables.rules import pool_stakes as rules
from tables.rules.pool_stakes import Holding

if TYPE_CHECKING:
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
    booked = pools.books(session.pk)
    most_cents = rules.most_in_pot(
        [booked.holding(stay) for stay in present],
        dealt_in,
        pool_cents=situation.pool_cents if all(stay.left_at is None for stay in present) else None,
        dead_cents=dead_cents,
    )
    rules.check_pot(pot_cents, most_cents, dealt_in)


def is_brought(situation: "Situation", game: Game, pot_cents: int, dealt_in: int) -> bool:
    """Whether the chips brought by the seated guests suffice for a pot, whatever was played before; asks nothing."""
    brought = pools.brought(situation)
    return brought is not None and pot_cents <= rules.most_in_pot(
        brought, dealt_in, pool_cents=situation.pool_cents, dead_cents=pools.dead_cents(game, dealt_in)
    )


def check_corrected(old: Hand, game: Game, pot_cents: int, dealt_in: int) -> None:
    """Refuse `pot_above_stakes` for a hand that replaces `old`, by the bookings before `old`."""
    until = old.ended_at or old.started_at
    booked = pools.books(old.session_id, before=until, without=old.pk)
    present = [
        booked.holding(stay)
        for stay in pools.stays(old.session_id)
        if stay.sat_at <= until and (stay.left_at is None or stay.left_at >= old.started_at)
    ]
    dead_cents = pools.dead_cents(game, dealt_in)
    most_cents = rules.most_in_pot(present, dealt_in, pool_cents=None, dead_cents=dead_cents)
    rules.check_pot(pot_cents, most_cents, dealt_in)


def check_late(session_id: int, pot_cents: int, dealt_in: int) -> None:
    """Refuse `pot_above_stakes` for a hand from paper: a pot above all chips ever brought to the table.

    Earlier hands may still be on paper, so the stacks are unknown.
    """
    found_cents = sum(cents for _at, cents in pools.books(session_id).counts if cents > 0)
    brought_cents = sum(stay.brought_cents for stay in pools.stays(session_id))
    rules.check_pot(pot_cents, brought_cents + found_cents, dealt_in)


def of_guest(session_id: int, sitting_id: int) -> Holding:
    """Bounds on a guest's stack, as far as the books can tell."""
    stay = next(one for one in pools.stays(session_id) if one.sitting_id == sitting_id)
    return pools.books(session_id).holding(stay)
