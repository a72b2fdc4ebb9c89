"""How a hand was recorded: outliers, recorded twice, recorded late, reversed late.  Pure.

These are hints for an auditor, not differences: a hand may be computed right and still have been recorded wrong.
"""

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Final, TypeAlias

from accounting import money
from accounting.money import Rounding
from accounting.verdicts import Fact, Rule
from tables.settlement import Settlement
from tables.verdicts.booked import SUMMARY, VOID, BookedHand, Entered, Recorded

LATE_AFTER: Final = timedelta(minutes=15)
"""A summary is recorded at the end of its hand, half a minute at most after the next deal; a tablet that was off the
network for a moment catches up within minutes.  A later one was held back somewhere."""

EDIT_AFTER: Final = timedelta(seconds=30)
"""A typing error is noticed and reversed within this time."""

TWICE_WITHIN: Final = timedelta(seconds=20)
"""No hand is dealt, played and recorded in less: a live table makes thirty an hour, domain §4.9."""

OUTLIER_BIG_BLINDS: Final = 1_000
"""Guests buy in for 100 to 200 big blinds; a pot of a thousand takes five of them with all their chips.  One zero too
many makes such a pot of an ordinary one."""

TIMES_CUSTOMARY: Final = 10
LEAST_TIP_CHIPS: Final = 10
"""Guests tip one chip even from a small pot, where it is many times one per cent."""

Facts: TypeAlias = Mapping[str, Fact]


def unusual(booked: BookedHand, settled: Settlement) -> Iterator[tuple[Rule, int, Facts]]:
    """The rules that an unreversed hand breaks by its recording, with the amount concerned (cents)."""
    hand, customs = booked.recorded, booked.customs
    if not customs.is_played:
        return
    if hand.dealer_id is None:
        yield Rule.NO_DEALER, 0, {}
    if is_late(hand):
        yield Rule.LATE_SYNC, 0, {"minutes": (hand.ended_at - hand.started_at) // timedelta(minutes=1)}
    if settled.tips_cents > _highest_tip(booked, settled):
        yield Rule.TIP_OUTLIER, settled.tips_cents, {"tips_cents": settled.tips_cents, "pot_cents": settled.pot_cents}
    if hand.setup is not None:
        return
    big_blind_cents = booked.stakes.at(hand.started_at).big_blind_cents
    if settled.pot_cents > OUTLIER_BIG_BLINDS * big_blind_cents:
        yield (
            Rule.POT_OUTLIER,
            settled.pot_cents,
            {"pot_cents": settled.pot_cents, "big_blind_cents": big_blind_cents},
        )
    if _is_keyed_twice(booked, settled):
        yield Rule.DUP_SUSPECT, settled.taken_cents, {"pot_cents": settled.pot_cents}


def taken_back(booked: BookedHand, entry: Entered, reversal: Entered) -> Iterator[tuple[Rule, Facts]]:
    """The rules that the reversal of a settled hand breaks."""
    booked_at, reversed_at = entry.facts.at, reversal.facts.at
    if reversed_at - booked_at > EDIT_AFTER:
        seconds = (reversed_at - booked_at) // timedelta(seconds=1)
        yield Rule.EDIT_AFTER_30S, {"seconds": seconds, "reason": reversal.facts.reason}
    dropped_at = [at for at in booked.dropped_at if booked_at <= at <= reversed_at]
    if dropped_at:
        yield Rule.VOID_AFTER_COUNT, {"dropped_at": min(dropped_at).isoformat(), "reason": reversal.facts.reason}
    if reversal.facts.actor_id == entry.facts.actor_id:
        yield Rule.SAME_PERSON, {"actor": entry.facts.actor_id, "reason": reversal.facts.reason}


def is_late(hand: Recorded) -> bool:
    """Whether a hand was recorded as a whole, long after it was dealt; one recorded step by step may take longer."""
    return hand.came_whole and hand.ended_at - hand.started_at > LATE_AFTER


def _highest_tip(booked: BookedHand, settled: Settlement) -> int:
    customs = booked.customs
    customary_cents = money.share(settled.pot_cents, customs.tip_bp, rounding=Rounding.UP)
    in_band_cents = max(TIMES_CUSTOMARY * customary_cents, LEAST_TIP_CHIPS * _chip_of(booked.recorded))
    return min(in_band_cents, customs.tip_limit_cents)


def _chip_of(hand: Recorded) -> int:
    if hand.setup is not None:
        return int(hand.setup["terms"].get("chip_cents", 1))
    return int((hand.result or {})["chip_cents"])


def _is_keyed_twice(booked: BookedHand, settled: Settlement) -> bool:
    before = booked.before
    if before is None or abs(booked.recorded.ended_at - before.ended_at) > TWICE_WITHIN:
        return False
    if before.state == VOID or before.recording != SUMMARY:
        return False
    match before.result:
        case {
            "pot_cents": pot,
            "rake": {"taken_cents": taken},
            "tips_cents": tips,
            "dealt_in": dealt,
            "flop_seen": flop,
        }:
            now = settled.pot_cents, settled.taken_cents, settled.tips_cents, settled.dealt_in, settled.flop_seen
            return (pot, taken, tips, dealt, flop) == now
    return False  # the result was tampered with and cannot be read, which its own verdicts say
