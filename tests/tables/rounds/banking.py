"""A table against the house, and a round at it, for tests."""

from tables.models import Round
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tables.rules.banked.boxes import Box
from tables.rules.banked.categories import Category
from tables.rules.banked.records import BoxRecord, RoundRecord
from tables.rules.banked.rule_sets import Spot
from tables.rules.banked.settling import Comparison
from tests import builders

EURO = 100
FLOAT = 5_000 * EURO


def banked(evening, *, code: str = "E1", **terms: object) -> int:
    table = evening.table(evening.banked_game(**terms), code=code, float_cents=FLOAT)
    evening.sit(table, 300 * EURO, 300 * EURO, 300 * EURO)
    return table


def box(number: int, seat: int, comparison: Comparison | None, category: Category | None, **euros: int) -> BoxRecord:
    """A box of a quick record."""
    bets = {Spot(spot): amount * EURO for spot, amount in euros.items()}
    return BoxRecord(Box(number, bets), seat, comparison=comparison, category=category)


WINS, TIES, LOSES = Comparison.WINS, Comparison.TIES, Comparison.LOSES
ROUND = RoundRecord(
    boxes=(
        box(1, 1, WINS, Category.FLUSH, ante=10, flop=10, turn=10),  # +30
        box(2, 1, LOSES, Category.PAIR, ante=20, flop=20),  # −40; the second box of the guest on seat 1
        box(4, 2, WINS, Category.TWO_PAIR, ante=10, flop=10, river=10),  # +20, the ante goes back
        box(5, 3, None, None, ante=50),  # given up: −50
        box(6, 3, TIES, Category.PAIR, ante=10, flop=10),  # nothing
    )
)
"""The house wins 90 and pays 50."""

LOST = RoundRecord((box(1, 1, None, None, ante=50),))
"""The house wins 50."""
WON = RoundRecord((box(1, 1, WINS, Category.PAIR, ante=20, flop=20),))
"""The house pays 20; the ante goes back."""
ACES = RoundRecord(
    boxes=(
        BoxRecord(
            Box(1, {Spot.ANTE: 1_000, Spot.ACES: 1_000, Spot.CALL: 2_000}),
            1,
            comparison=Comparison.LOSES,
            category=Category.FLUSH,
            side={Spot.ACES: Category.FLUSH},
        ),
        BoxRecord(Box(2, {Spot.ANTE: 1_000, Spot.ACES: 2_500}), 2),
    )
)
"""Casino Hold'em: main bets lose 40; the aces bet of box 1 is paid 20:1, that of box 2, which gave up, is lost."""


def play(evening, table: int, record: RoundRecord = ROUND, details: RoundDetails | None = None) -> Round:
    return rounds.record(
        table_id=table,
        version=evening.version(table),
        round_record=record,
        details=details or RoundDetails(),
        actor=evening.dealer,
    )


def on_table(code: str = "E1") -> dict[str, int]:
    return {
        name: cents
        for name, cents in builders.balances().items()
        if name.split("/")[1] == code and not name.startswith("guests/")
    }


def casino(evening, **terms: object) -> int:
    """Casino Hold'em beside the other table: the floor person deals."""
    game = evening.banked_game(variant="casino_holdem", rule_set="casino-holdem/1", **terms)
    table = evening.table(game, code="C1", float_cents=FLOAT, dealt=False)
    evening.sit(table, 300 * EURO, 300 * EURO)
    return table


def play_casino(evening, table: int, record: RoundRecord = ACES) -> Round:
    return rounds.record(
        table_id=table, version=evening.version(table), round_record=record, details=RoundDetails(), actor=evening.floor
    )
