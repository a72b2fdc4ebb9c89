"""The rounds of the load: four boxes against the house, recorded by outcome or with every card.

Both are Easy Hold'em (seed `002`) and bring the house as much as they cost it, so that the float lasts.
"""

from dataclasses import dataclass

from tables.rules import cards
from tables.rules.banked.boxes import Box
from tables.rules.banked.categories import Category
from tables.rules.banked.records import BoxRecord, RoundRecord
from tables.rules.banked.rule_sets import EASY_HOLDEM, Spot
from tables.rules.banked.settling import Comparison

RULE_SET = EASY_HOLDEM.key
_CALLED = {Spot.ANTE: 1_000, Spot.FLOP: 1_000}
_RAISED = {**_CALLED, Spot.TURN: 1_000}


@dataclass(frozen=True, slots=True)
class RoundKind:
    """A way of recording, and a round recorded that way."""

    recording: str
    record: RoundRecord

    def body(self) -> dict[str, object]:
        """The round as a body of the API."""
        found: dict[str, object] = {"boxes": [_box(one) for one in self.record.boxes]}
        if self.record.is_full:
            found |= {"dealer": cards.format(self.record.dealer), "board": cards.format(self.record.board)}
        return found


def _box(one: BoxRecord) -> dict[str, object]:
    found: dict[str, object] = {
        "box": one.box.number,
        "seat": one.seat,
        "bets": {spot.value: cents for spot, cents in one.box.bets.items()},
    }
    if one.hole:
        found["cards"] = cards.format(one.hole)
    if one.comparison is not None:
        found["comparison"] = one.comparison.value
    if one.category is not None:
        found["category"] = one.category.name.lower()
    return found


QUICK = RoundKind(
    "summary",
    RoundRecord(
        boxes=(
            BoxRecord(Box(1, _RAISED), 1, comparison=Comparison.WINS, category=Category.FLUSH),  # +30
            BoxRecord(Box(2, _CALLED), 2, comparison=Comparison.LOSES, category=Category.PAIR),  # −20
            BoxRecord(Box(4, _CALLED), 3, comparison=Comparison.TIES, category=Category.PAIR),
            BoxRecord(Box(5, {Spot.ANTE: 1_000}), 4),  # given up: −10
        )
    ),
)
FULL = RoundKind(
    "every_action",
    RoundRecord(
        boxes=(
            BoxRecord(Box(1, _RAISED), 1, hole=cards.parse("Ah 4h")),  # a flush: +30
            BoxRecord(Box(2, _CALLED), 2, hole=cards.parse("7s 5d")),  # nine high: −20
            BoxRecord(Box(4, _CALLED), 3, hole=cards.parse("Qc Jc")),  # the dealer's queen and jack
            BoxRecord(Box(5, {Spot.ANTE: 1_000}), 4),  # given up, its cards unseen: −10
        ),
        dealer=cards.parse("Qs Jd"),
        board=cards.parse("Kh 8h 3s 9c 2h"),
    ),
)
