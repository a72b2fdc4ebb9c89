"""Rules of the games against the house as data with a version: bets, multiples, pay tables, the dealer's qualification.

A round keeps the key of its rule set (`"easy-holdem/1"`); a rule set that has been shipped never changes.  Sources:
seed `002` for Easy Hold'em; for Casino Hold'em and Ultimate Texas Hold'em the published standard rules by way of
domain §4.15 (seiplab.com/article/32, wizardofodds.com/ultimatetexasholdem).
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from types import MappingProxyType
from typing import Final

from accounting import money
from accounting.money import BASIS_POINTS, Rounding
from casino.errors import N_, Refusal
from tables.rules.banked.categories import Category, worst_with_pair_of


class Spot(StrEnum):
    """The places in a box where bets are laid."""

    ANTE = "ante"
    BLIND = "blind"
    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"
    CALL = "call"
    PLAY = "play"
    TRIPS = "trips"
    ACES = "aces"


class Street(IntEnum):
    """The moments of a decision, by the number of cards on the board."""

    DEAL = 0
    FLOP = 3
    TURN = 4
    RIVER = 5


class Otherwise(StrEnum):
    """The meaning of no bet."""

    FOLD = "fold"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class Decision:
    """On `street` a box that has not folded bets one of `multiples` of its ante on `spot`, or else folds or checks.

    A box that has bet on that spot before has no further decision (Ultimate Texas Hold'em: one play bet).
    """

    street: Street
    spot: Spot
    multiples: tuple[int, ...]
    otherwise: Otherwise


class Unqualified(StrEnum):
    """The outcome of a bet against a dealer who does not qualify."""

    PLAYS = "plays"  # as against one who does
    PUSHES = "pushes"
    PAYS = "pays"  # wins with any hand of the box


@dataclass(frozen=True, slots=True)
class PayTable:
    """The payment of a winning bet by the box's hand, in basis points of the bet; 10,000 is 1:1.

    Hands that are not listed are paid `else_bp`; 0 only gives the bet back.
    """

    bp: Mapping[Category, int]
    else_bp: int = 0

    def rate_bp(self, category: Category) -> int:
        return self.bp.get(category, self.else_bp)

    @property
    def rates_bp(self) -> frozenset[int]:
        """Every rate of the table."""
        return frozenset({*self.bp.values(), self.else_bp})


EVEN_BP: Final = BASIS_POINTS
EVEN: Final = PayTable({}, EVEN_BP)
"""1:1 with any winning hand."""


@dataclass(frozen=True, slots=True)
class Payment:
    """The rule for the bet on a spot: paid by `table` when the box beats the dealer, returned on a tie, else lost."""

    table: PayTable = EVEN
    unqualified: Unqualified = Unqualified.PLAYS


@dataclass(frozen=True, slots=True)
class SideBet:
    """A bet on the box's own cards with `board_cards` of the board; the dealer's hand does not matter.

    Lost with less than `least`, a rank; a box that folds loses it too where `lost_by_fold`.
    """

    table: PayTable
    least: int
    board_cards: int
    lost_by_fold: bool


@dataclass(frozen=True, slots=True)
class BankedRules:
    """A game against the house.

    `equals_ante`: spots that bear exactly the ante before the deal.  `qualifies`: the worst rank with which the dealer
    plays; None: with any.  `edge_ppm`: the part of each ante that the house keeps against perfect play, in millionths,
    as `manage.py edge` computes it without roundings; the theoretical hold is computed from it.  `silent`: players may
    not speak about their cards.  `dealt_singly`: one card at a time, the dealer's second one last.
    `rounding`: of a win that is not whole chips; None: bets are laid so that all are.
    """

    name: str
    version: int
    decisions: tuple[Decision, ...]
    payments: Mapping[Spot, Payment]
    equals_ante: tuple[Spot, ...] = ()
    qualifies: int | None = None
    side_bets: Mapping[Spot, SideBet] = field(default_factory=dict)
    boxes: int = 7
    edge_ppm: int = 0
    silent: bool = False
    dealt_singly: bool = False
    rounding: Rounding | None = None

    @property
    def key(self) -> str:
        """`"easy-holdem/1"` or `"ultimate-holdem-rounded-up/1"`, as kept on the round."""
        term = "" if self.rounding is None else f"-rounded-{self.rounding.value}"
        return f"{self.name}{term}/{self.version}"

    @property
    def variant(self) -> str:
        """`"easy_holdem"`, as its games say it."""
        return self.name.replace("-", "_")

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Every spot of a box, in the order in which bets are laid."""
        decided = dict.fromkeys(decision.spot for decision in self.decisions)
        return (Spot.ANTE, *self.equals_ante, *self.side_bets, *decided)

    def ante_unit_cents(self, chip_cents: int) -> int:
        """What an ante is a multiple of, so that each bet that goes with it is paid in whole chips."""
        laid = [(spot, 1) for spot in (Spot.ANTE, *self.equals_ante)]
        laid += [(decision.spot, times) for decision in self.decisions for times in decision.multiples]
        rates = {times * rate_bp for spot, times in laid for rate_bp in self.payments[spot].table.rates_bp}
        return self._unit_cents(chip_cents, rates)

    def side_unit_cents(self, spot: Spot, chip_cents: int) -> int:
        """What a side bet is a multiple of, so that it is paid in whole chips."""
        return self._unit_cents(chip_cents, self.side_bets[spot].table.rates_bp)

    def _unit_cents(self, chip_cents: int, rates_bp: Collection[int]) -> int:
        return chip_cents if self.rounding is not None else money.payable_unit(chip_cents, rates_bp)


def _times(**odds: int) -> dict[Category, int]:
    """Rates in basis points from odds: `flush=2` is 2:1."""
    return {Category[name.upper()]: times * EVEN_BP for name, times in odds.items()}


#: Seed `002`: the ante "in case the player's winning hand is a straight or better in 1:1 ratio as well".
_FROM_STRAIGHT: Final = PayTable({each: EVEN_BP for each in Category if each >= Category.STRAIGHT})

EASY_HOLDEM: Final = BankedRules(
    "easy-holdem",
    1,
    decisions=(
        # "additional Flop bet, which must exactly match the Ante bet", or the ante is taken
        Decision(Street.DEAL, Spot.FLOP, (1,), Otherwise.FOLD),
        # "can repeat his Flop bet or check, which means to stay in the game without further betting"
        Decision(Street.FLOP, Spot.TURN, (1,), Otherwise.CHECK),
        Decision(Street.TURN, Spot.RIVER, (1,), Otherwise.CHECK),
    ),
    payments={
        Spot.ANTE: Payment(_FROM_STRAIGHT),
        Spot.FLOP: Payment(),
        Spot.TURN: Payment(),
        Spot.RIVER: Payment(),
    },
    edge_ppm=23_496,  # nowhere published
    silent=True,  # "Players are not allowed to communicate with each other."
    # "one card into each of the boxes … and one card for himself. Then he deals a second card in the same manner"
    dealt_singly=True,
)

CASINO_HOLDEM: Final = BankedRules(
    "casino-holdem",
    1,
    decisions=(Decision(Street.FLOP, Spot.CALL, (2,), Otherwise.FOLD),),
    payments={
        Spot.ANTE: Payment(
            PayTable(
                _times(royal_flush=100, straight_flush=20, four_of_a_kind=10, full_house=3, flush=2), else_bp=EVEN_BP
            ),
            Unqualified.PAYS,
        ),
        Spot.CALL: Payment(EVEN, Unqualified.PUSHES),
    },
    qualifies=worst_with_pair_of("4"),
    side_bets={
        # On the first five cards; a pair of aces to a straight pays 7:1.
        Spot.ACES: SideBet(
            PayTable(
                _times(royal_flush=100, straight_flush=50, four_of_a_kind=40, full_house=30, flush=20),
                else_bp=7 * EVEN_BP,
            ),
            least=worst_with_pair_of("A"),
            board_cards=3,
            lost_by_fold=True,
        )
    },
    edge_ppm=21_576,  # published: 2.16 % (wizardofodds.com/games/casino-hold-em)
)

ULTIMATE: Final = BankedRules(
    "ultimate-holdem",
    1,
    decisions=(
        Decision(Street.DEAL, Spot.PLAY, (4, 3), Otherwise.CHECK),
        Decision(Street.FLOP, Spot.PLAY, (2,), Otherwise.CHECK),
        Decision(Street.RIVER, Spot.PLAY, (1,), Otherwise.FOLD),
    ),
    payments={
        Spot.ANTE: Payment(EVEN, Unqualified.PUSHES),
        Spot.BLIND: Payment(
            PayTable(
                {
                    **_times(royal_flush=500, straight_flush=50, four_of_a_kind=10, full_house=3, straight=1),
                    Category.FLUSH: 3 * EVEN_BP // 2,
                }
            )
        ),
        Spot.PLAY: Payment(),
    },
    equals_ante=(Spot.BLIND,),
    qualifies=worst_with_pair_of("2"),
    side_bets={
        Spot.TRIPS: SideBet(
            PayTable(
                _times(
                    royal_flush=50,
                    straight_flush=40,
                    four_of_a_kind=30,
                    full_house=8,
                    flush=7,
                    straight=4,
                    three_of_a_kind=3,
                )
            ),
            least=2467,  # the worst three of a kind
            board_cards=5,
            lost_by_fold=False,
        )
    },
    edge_ppm=21_850,  # published: 2.185 % (wizardofodds.com/ultimatetexasholdem)
)

#: Half chips of its blind bet (a flush pays 3:2) in the guest's favour, or in the house's, for houses whose chips
#: cannot pay their stakes exactly; the sheet posts which.
ULTIMATE_UP: Final = replace(ULTIMATE, rounding=Rounding.UP)
ULTIMATE_DOWN: Final = replace(ULTIMATE, rounding=Rounding.DOWN)

#: Every rule set that was ever shipped, by key.
RULE_SETS: Final[Mapping[str, BankedRules]] = MappingProxyType(
    {rules.key: rules for rules in (EASY_HOLDEM, CASINO_HOLDEM, ULTIMATE, ULTIMATE_UP, ULTIMATE_DOWN)}
)


def rule_set(key: str) -> BankedRules:
    """The shipped rule set of that key; refuses `unknown_rule_set`."""
    try:
        return RULE_SETS[key]
    except KeyError:
        raise Refusal(
            "unknown_rule_set", N_("Rule set “%(key)s” not found."), key=key, known=sorted(RULE_SETS)
        ) from None
