"""The bets of a box, and their check against the rules of the game.

The bets alone tell how a box was played: one with a flop bet stayed, one without gave up; a play bet of four times the
ante was made before the flop, one of twice after it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from accounting import money
from casino.errors import N_, Refusal, Word
from tables.rules.banked.rule_sets import BankedRules, Decision, Otherwise, Spot

NAMES: Final = {
    Spot.ANTE: Word(N_("ante")),
    Spot.BLIND: Word(N_("blind bet")),
    Spot.FLOP: Word(N_("flop bet")),
    Spot.TURN: Word(N_("turn bet")),
    Spot.RIVER: Word(N_("river bet")),
    Spot.CALL: Word(N_("call")),
    Spot.PLAY: Word(N_("play bet")),
    Spot.TRIPS: Word(N_("trips bet")),
    Spot.ACES: Word(N_("aces bet")),
}


@dataclass(frozen=True, slots=True)
class Limits:
    """A table's limits per box: the ante between two amounts, a side bet up to one; all in whole chips.

    `most_paid_cents`: the most that a box can win in a round, as it is posted at the table; None: no limit.
    """

    least_ante_cents: int
    most_ante_cents: int
    most_side_cents: int
    chip_cents: int
    most_paid_cents: int | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """Box `number` (from 1) with its bets in cents by spot; a spot without a bet is not among them."""

    number: int
    bets: Mapping[Spot, int]

    @property
    def ante_cents(self) -> int:
        return self.bets.get(Spot.ANTE, 0)

    @property
    def staked_cents(self) -> int:
        return sum(self.bets.values())


def has_folded(rules: BankedRules, box: Box) -> bool:
    """Whether the box lacks the bet of a decision that means to fold without one."""
    return any(decision.otherwise is Otherwise.FOLD and decision.spot not in box.bets for decision in rules.decisions)


def ways(rules: BankedRules) -> tuple[Mapping[Spot, int], ...]:
    """Every way to play a box after the deal: the bets as multiples of the ante, first the one that gives up."""
    multiples: dict[Spot, list[int]] = {}
    for decision in rules.decisions:
        multiples.setdefault(decision.spot, []).extend(decision.multiples)
    found = []
    for chosen in product(*([*each, None] for each in multiples.values())):
        bets = {spot: times for spot, times in zip(multiples, chosen, strict=True) if times is not None}
        try:
            _check_decisions(rules, Box(1, {Spot.ANTE: 1, **bets}))
        except Refusal:
            continue
        found.append(bets)
    return tuple(sorted(found, key=len))


def implied(rules: BankedRules) -> Mapping[Spot, int] | None:
    """The bets that a box must have laid to be compared at all; None where it chose among several."""
    staying = [way for way in ways(rules) if not has_folded(rules, Box(1, way))]
    least = min(map(len, staying))
    fewest = [way for way in staying if len(way) == least]
    return fewest[0] if len(fewest) == 1 else None


def check(rules: BankedRules, box: Box, limits: Limits) -> None:
    """Refuse a box that is not bet by the rules, and say what would have been right.

    Codes: `box_unknown`, `spot_unknown`, `chip_unit`, `not_payable`, `ante_limits`, `side_limits`, `bet_multiple`,
    `bet_after_fold`.
    """
    if not 1 <= box.number <= rules.boxes:
        raise Refusal("box_unknown", N_("The box must be between 1 and %(boxes)s."), boxes=rules.boxes, box=box.number)
    for spot, amount_cents in box.bets.items():
        if spot not in rules.spots:
            raise _refused("spot_unknown", N_("Box %(box)s: this game does not have a %(spot)s."), box, spot)
        if amount_cents <= 0 or not money.is_multiple(amount_cents, limits.chip_cents):
            raise _refused(
                "chip_unit", N_("Box %(box)s: the %(spot)s must be in whole chips of %(chip_cents)s."), box, spot,
                chip_cents=limits.chip_cents,
            )  # fmt: skip
    _check_before_the_deal(rules, box, limits)
    _check_decisions(rules, box)


def _check_before_the_deal(rules: BankedRules, box: Box, limits: Limits) -> None:
    if not limits.least_ante_cents <= box.ante_cents <= limits.most_ante_cents:
        raise _refused(
            "ante_limits", N_("Box %(box)s: the %(spot)s must be %(least_cents)s to %(most_cents)s."), box, Spot.ANTE,
            least_cents=limits.least_ante_cents, most_cents=limits.most_ante_cents,
        )  # fmt: skip
    _check_payable(box, Spot.ANTE, rules.ante_unit_cents(limits.chip_cents))
    for spot in rules.equals_ante:
        if box.bets.get(spot) != box.ante_cents:
            raise _exactly(box, spot, (1,))
    for spot in rules.side_bets:
        if box.bets.get(spot, 0) > limits.most_side_cents:
            raise _refused(
                "side_limits", N_("Box %(box)s: the %(spot)s must be no more than %(most_cents)s."), box, spot,
                most_cents=limits.most_side_cents,
            )  # fmt: skip
        _check_payable(box, spot, rules.side_unit_cents(spot, limits.chip_cents))


def _check_payable(box: Box, spot: Spot, unit_cents: int) -> None:
    if money.is_multiple(box.bets.get(spot, 0), unit_cents):
        return
    raise _refused(
        "not_payable",
        N_("Box %(box)s: the %(spot)s is a multiple of %(unit_cents)s, so that its win can be paid in whole chips."),
        box,
        spot,
        unit_cents=unit_cents,
    )


def _check_decisions(rules: BankedRules, box: Box) -> None:
    """Refuse a bet that is no multiple of its decisions, and one on a later spot of a box that has given up."""
    folded_at: Decision | None = None
    for decision in rules.decisions:
        staked_cents = box.bets.get(decision.spot)
        if staked_cents is None:
            if decision.otherwise is Otherwise.FOLD:
                folded_at = folded_at or decision
            continue
        multiples = tuple(one for each in rules.decisions if each.spot is decision.spot for one in each.multiples)
        if staked_cents not in [multiple * box.ante_cents for multiple in multiples]:
            raise _exactly(box, decision.spot, multiples)
        if folded_at is not None:
            raise _refused(
                "bet_after_fold", N_("Box %(box)s: without a %(wanted)s it has folded, so it cannot have a %(spot)s."),
                box, decision.spot, wanted=NAMES[folded_at.spot],
            )  # fmt: skip


def _exactly(box: Box, spot: Spot, multiples: tuple[int, ...]) -> Refusal:
    """Seed `002`: "which must exactly match the Ante bet"."""
    return _refused(
        "bet_multiple", N_("Box %(box)s: the %(spot)s must be exactly %(wanted_cents)s."), box, spot,
        wanted_cents=[multiple * box.ante_cents for multiple in multiples],
    )  # fmt: skip


def _refused(code: str, message: str, box: Box, spot: Spot, **facts: object) -> Refusal:
    return Refusal(code, message, box=box.number, spot=NAMES[spot], bet_cents=box.bets.get(spot, 0), **facts)
