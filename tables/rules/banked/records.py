"""A whole round as it is recorded, its outcome, and both as JSON.

In a quick record the dealer says how each box compares with the dealer's hand and which hand it holds; in a full one
the cards are known and everything is computed from them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from casino.errors import N_, Refusal
from tables.rules import cards
from tables.rules.banked import boxes, settling
from tables.rules.banked.boxes import Box, Limits
from tables.rules.banked.categories import Category
from tables.rules.banked.rule_sets import BankedRules, Spot
from tables.rules.banked.settling import Comparison, Outcome, Showing

_HOLE, _BOARD = 2, 5


@dataclass(frozen=True, slots=True)
class BoxRecord:
    """A box with its bets, the `seat` of its player, and its two cards (full) or its comparison (quick).

    `comparison` and `category` are given only in a quick record, and only for a box that did not give up; `side`, the
    category a side bet wins with, only in a quick record.
    """

    box: Box
    seat: int
    hole: tuple[int, ...] = ()
    comparison: Comparison | None = None
    category: Category | None = None
    side: Mapping[Spot, Category] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """All boxes with a bet, the dealer's two cards and the board (full), or whether the dealer qualified (quick)."""

    boxes: tuple[BoxRecord, ...]
    dealer: tuple[int, ...] = ()
    board: tuple[int, ...] = ()
    dealer_qualifies: bool = True

    @property
    def is_full(self) -> bool:
        """Whether the cards are known."""
        return bool(self.dealer or self.board or any(one.hole for one in self.boxes))


@dataclass(frozen=True, slots=True)
class SettledBox:
    """The outcome of each bet of a box."""

    number: int
    seat: int
    folded: bool
    outcomes: tuple[Outcome, ...]

    @property
    def lost_cents(self) -> int:
        """The lost stakes, which the house takes."""
        return sum(one.staked_cents for one in self.outcomes if one.result is settling.Result.LOST)

    @property
    def paid_cents(self) -> int:
        """The winnings, which the house pays on top of the stakes that go back."""
        return sum(one.paid_cents for one in self.outcomes)


def settle(rules: BankedRules, record: RoundRecord, limits: Limits, *, full: bool) -> tuple[SettledBox, ...]:
    """Check a round and settle every box.

    Refuses `no_boxes`, `box_twice`, `cards_wanted` (a full record without all cards), `card_twice`, and the refusals of
    `boxes.check` and `settled`.
    """
    if not record.boxes:
        raise Refusal("no_boxes", N_("A round needs at least one box with an ante."))
    numbers = [one.box.number for one in record.boxes]
    for one in record.boxes:
        if numbers.count(one.box.number) > 1:
            raise Refusal("box_twice", N_("Box %(box)s appears twice."), box=one.box.number)
        boxes.check(rules, one.box, limits)
    if full:
        _check_cards(rules, record)
    return tuple(settled(rules, one, record, limits, full=full) for one in record.boxes)


def settled(rules: BankedRules, one: BoxRecord, record: RoundRecord, limits: Limits, *, full: bool) -> SettledBox:
    """Settle one box, whether or not it was bet by the rules.

    Refuses `outcome_unwanted`, `cards_unwanted`, `spot_unknown` and `outcome_wanted`: fields that this way of recording
    does not have, or lacks.
    """
    folded = boxes.has_folded(rules, one.box)
    showing = _from_cards(rules, one, record) if full else _from_outcome(rules, one, record, folded=folded)
    return SettledBox(one.box.number, one.seat, folded, settling.settle(rules, one.box, showing, limits))


def _check_cards(rules: BankedRules, record: RoundRecord) -> None:
    """Refuse missing cards and a card that is there twice (seed `002`: a wrong number of cards is a false deal).

    A box that has given up has handed its cards in, so they need not be known.
    """
    wrong = [one for one in record.boxes if len(one.hole) not in _known_cards(rules, one)]
    if len(record.dealer) != _HOLE or len(record.board) != _BOARD or wrong:
        raise Refusal(
            "cards_wanted",
            N_("Two cards for each box, two of the dealer's, and five on the board."),
            boxes=[one.box.number for one in wrong],
        )
    cards.mask([*record.dealer, *record.board, *(card for one in record.boxes for card in one.hole)])


def _known_cards(rules: BankedRules, one: BoxRecord) -> tuple[int, ...]:
    return (0, _HOLE) if boxes.has_folded(rules, one.box) else (_HOLE,)


def _from_cards(rules: BankedRules, one: BoxRecord, record: RoundRecord) -> Showing | None:
    if one.comparison is not None or one.category is not None or one.side:
        raise Refusal("outcome_unwanted", N_("Box %(box)s: the cards decide."), box=one.box.number)
    return settling.show(rules, one.hole, record.dealer, record.board) if one.hole else None


def _from_outcome(rules: BankedRules, one: BoxRecord, record: RoundRecord, *, folded: bool) -> Showing | None:
    if record.is_full:
        raise Refusal("cards_unwanted", N_("This game is recorded without cards."))
    unknown = sorted(set(one.side) - set(rules.side_bets))
    if unknown:
        raise Refusal(
            "spot_unknown", N_("Box %(box)s: this game does not have that side bet."), box=one.box.number, spots=unknown
        )
    if folded:
        if one.comparison is not None:
            raise Refusal("outcome_unwanted", N_("Box %(box)s has folded."), box=one.box.number)
        # Only a side bet may still depend on its cards.
        return Showing(Comparison.LOSES, Category.HIGH_CARD, side=tuple(one.side.items())) if one.side else None
    is_paid_by_hand = one.comparison is Comparison.WINS or not record.dealer_qualifies
    if one.comparison is None or (one.category is None and is_paid_by_hand):
        raise Refusal(
            "outcome_wanted",
            N_("Box %(box)s: enter whether it wins, ties or loses, and with which hand where that is paid."),
            box=one.box.number,
        )
    held = one.category if one.category is not None else Category.HIGH_CARD
    return Showing(one.comparison, held, record.dealer_qualifies, tuple(one.side.items()))


# --- as stored


def to_json(record: RoundRecord, limits: Limits) -> dict[str, Any]:
    """The form stored with the round, with the limits that held."""
    return {
        "limits": asdict(limits),
        "boxes": [_box_json(one) for one in sorted(record.boxes, key=lambda one: one.box.number)],
        "dealer": cards.format(record.dealer),
        "board": cards.format(record.board),
        "dealer_qualifies": record.dealer_qualifies,
    }


def _box_json(one: BoxRecord) -> dict[str, Any]:
    return {
        "box": one.box.number,
        "seat": one.seat,
        "bets": {spot.value: cents for spot, cents in one.box.bets.items()},
        "hole": cards.format(one.hole),
        "comparison": None if one.comparison is None else one.comparison.value,
        "category": None if one.category is None else one.category.name.lower(),
        "side": {spot.value: category.name.lower() for spot, category in one.side.items()},
    }


def from_json(stored: Mapping[str, Any]) -> tuple[RoundRecord, Limits]:
    """The inverse of `to_json`; raises `ValueError`, `KeyError` or `TypeError` for anything else."""
    record = RoundRecord(
        boxes=tuple(_box_from(one) for one in stored["boxes"]),
        dealer=cards.parse(stored["dealer"]),
        board=cards.parse(stored["board"]),
        dealer_qualifies=bool(stored["dealer_qualifies"]),
    )
    return record, Limits(**stored["limits"])


def _box_from(one: Mapping[str, Any]) -> BoxRecord:
    return BoxRecord(
        box=Box(int(one["box"]), {Spot(spot): int(cents) for spot, cents in one["bets"].items()}),
        seat=int(one["seat"]),
        hole=cards.parse(one["hole"]),
        comparison=None if one["comparison"] is None else Comparison(one["comparison"]),
        category=None if one["category"] is None else category_named(one["category"]),
        side={Spot(spot): category_named(name) for spot, name in one["side"].items()},
    )


CATEGORIES: Final = {category.name.lower(): category for category in Category}
"""The categories by the names under which they are stored and sent by the API."""


def category_named(name: str) -> Category:
    """The category named, for example, `"full_house"`; raises `KeyError` for any other text."""
    return CATEGORIES[name]


def result_json(settled: Sequence[SettledBox]) -> dict[str, Any]:
    """The outcome of a round, box by box and bet by bet."""
    return {
        "boxes": [
            {
                "box": one.number,
                "seat": one.seat,
                "folded": one.folded,
                "bets": [
                    {
                        "spot": bet.spot.value,
                        "staked_cents": bet.staked_cents,
                        "result": bet.result.value,
                        "paid_cents": bet.paid_cents,
                        "rounded_cents": bet.rounded_cents,
                    }
                    for bet in one.outcomes
                ],
            }
            for one in settled
        ],
    }


def rounded_cents(stored: Mapping[str, Any]) -> int:
    """By how much all wins of a booked round were more than the odds, negative if less, from its stored result."""
    return sum(bet.get("rounded_cents", 0) for one in stored["boxes"] for bet in one["bets"])


def changed_seats(stored: Mapping[str, Any]) -> set[int]:
    """The seats whose chips a booked round changed, tips included, from its stored result."""
    change: Counter[int] = Counter()
    for one in stored["boxes"]:
        for bet in one["bets"]:
            change[one["seat"]] += bet["paid_cents"]
            if bet["result"] == settling.Result.LOST:
                change[one["seat"]] -= bet["staked_cents"]
    for seat, amount_cents in stored.get("tips", ()):
        change[seat] -= amount_cents
    return {seat for seat, cents in change.items() if cents}
