"""A second judge of jackpots, written from the posted rules alone: it lists every five-card choice of every shown hand.

It shares no code with `tables.rules.jackpots`, and ranks hands by itself.  The rules, as rooms post them:

* poker-palace.ca/omaharules.php: the hand that lost must be high enough; four of a kind "must be made using a pocket
  pair (hole cards of equal rank)"; of three hands that qualify, the lowest one has the table's share only.
* eliospoker.com/en/promotions/Bad-Beat-Jackpot: "The best hand for both the winner and the loser must include their
  two hole cards"; of several hands that qualify the two highest are the winner and the loser.
* help.ggpoker.com/article/5683: both use two hole cards, "Pocket pairs are required for winners/losers four of a kind".
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random

from accounting.policy.jackpots import JackpotTerms, Kind, Role
from tables.rules import cards
from tables.rules.forms import OMAHA, TEXAS, Form
from tables.rules.jackpots import HandShown

Value = tuple[int, ...]
QUADS = 7
ACE = 12
BOARD = 5
LOWEST_HANDS = (
    "2c 2d 3h 5s 7c",
    "2c 2d 2h 3s 4c",
    "2c 2d 2h 3s 3c",
    "2c 3d 4h 5s Ac",
    "Ah As Ad Tc Th",
    "2c 2d 2h 2s 3c",
    "8c 8d 8h 8s 2c",
)


@cache
def value(ranks: Value, *, flush: bool) -> Value:
    """How high five cards are, best highest, by their ranks from the highest on."""
    counts = sorted(Counter(ranks).items(), key=lambda one: (-one[1], -one[0]))
    shape, order = tuple(count for _rank, count in counts), tuple(rank for rank, _count in counts)
    straight = order[0] if shape == (1,) * 5 and order[0] - order[4] == 4 else None
    if order == (ACE, 3, 2, 1, 0):
        straight = 3
    if straight is not None:
        return (8 if flush else 4, straight)
    if flush:
        return (5, *order)
    kinds = {(4, 1): QUADS, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1, (1,) * 5: 0}
    return (kinds[shape], *order)


def value_of(five: Sequence[int]) -> Value:
    """How high these five cards are."""
    return value(tuple(sorted((card // 4 for card in five), reverse=True)), flush=len({card % 4 for card in five}) == 1)


@dataclass(frozen=True)
class Choice:
    """Five cards that a hand may use: how high they are, and those of them that are hole cards."""

    value: Value
    own: tuple[int, ...]


def choices(form: Form, hole: Sequence[int], board: Sequence[int]) -> Iterator[Choice]:
    """All of them: any five of seven cards; in Omaha two of the four and three of the board."""
    own_counts = (0, 1, 2) if form.plays is None else (form.plays,)
    for count in own_counts:
        for own in combinations(hole, count):
            for rest in combinations(board, BOARD - count):
                yield Choice(value_of((*own, *rest)), own)


def judge(kind: Kind, terms: JackpotTerms, shown: HandShown) -> Mapping[Role, Sequence[int]]:
    """The seats of each part; none where nothing falls."""
    if len(shown.dealt_in) < terms.least_dealt_in or shown.pot_cents < terms.least_pot_cents:
        return {}
    found = {seat: list(choices(shown.form, hole, shown.boards[0])) for seat, hole in shown.hole.items()}
    counting = {seat: _best(each) for seat, each in found.items() if _counts(terms, each)}
    if kind is Kind.HIGH_HAND:
        losers, winners = [], _highest(counting)
    else:
        losers = _highest({seat: high for seat, high in counting.items() if seat not in shown.winners})
        winners = sorted(seat for seat in counting if seat in shown.winners)
        if not losers or not winners:
            return {}
    if not winners:
        return {}
    table = sorted(set(shown.dealt_in) - {*losers, *winners})
    return {Role.LOSER: losers, Role.WINNER: winners, Role.TABLE: table}


def _best(found: Sequence[Choice]) -> Value:
    return max(one.value for one in found)


def _highest(values: Mapping[int, Value]) -> list[int]:
    return sorted(seat for seat, high in values.items() if high == max(values.values()))


def _counts(terms: JackpotTerms, found: Sequence[Choice]) -> bool:
    best = _best(found)
    if terms.qualifying and best < value_of(cards.parse(terms.qualifying)):
        return False
    used = [one.own for one in found if one.value == best]
    if terms.both_cards and all(len(own) < 2 for own in used):
        return False
    if terms.pocket_pair and best[0] == QUADS:
        return any([card // 4 for card in own].count(best[1]) == 2 for own in used)
    return True


@dataclass
class Tally:
    """How many showdowns of which kind were compared, so that a run that met nothing rare is seen.

    `hidden`: a jackpot though the best losing hand does not count; `shared`: though one that won does not.
    """

    showdowns: int = 0
    falls: int = 0
    hidden: int = 0
    shared: int = 0
    seen: Counter[str] = field(default_factory=Counter)

    def add(self, kind: Kind, shown: HandShown, seats: Mapping[Role, Sequence[int]]) -> None:
        self.showdowns += 1
        self.falls += bool(seats)
        self.seen[f"{shown.form.key} {kind.value} {'falls' if seats else 'lacks'}"] += 1
        if seats and kind is Kind.BAD_BEAT:
            values = {
                seat: _best(list(choices(shown.form, hole, shown.boards[0]))) for seat, hole in shown.hole.items()
            }
            lost = {seat: high for seat, high in values.items() if seat not in shown.winners}
            self.hidden += seats[Role.LOSER] != _highest(lost)
            self.shared += seats[Role.WINNER] != sorted(shown.winners)


def deal(random: Random) -> tuple[Kind, JackpotTerms, HandShown]:
    """A showdown of 2 to 6 shown hands and the terms to judge it by; often of few ranks, so that high hands meet."""
    kind, form = (
        random.choice((Kind.BAD_BEAT, Kind.BAD_BEAT, Kind.BAD_BEAT, Kind.HIGH_HAND)),
        random.choice((TEXAS, OMAHA)),
    )
    players = random.randint(2, 6)
    wanted = BOARD + players * form.hole_cards
    ranks = random.choice((13, random.randint(-(-wanted // 4), 13)))
    deck = [rank * 4 + suit for rank in random.sample(range(13), ranks) for suit in range(4)]
    board_ranks = random.sample(sorted({card // 4 for card in deck}), random.choice((2, 2, 3, ranks)))
    board = tuple(random.sample([card for card in deck if card // 4 in board_ranks], BOARD))
    deck = [card for card in deck if card not in board]
    random.shuffle(deck)
    hole = {seat: tuple(deck.pop() for _ in range(form.hole_cards)) for seat in range(1, players + 1)}
    highs = {seat: _best(list(choices(form, own, board))) for seat, own in hole.items()}
    dealt_in = tuple(range(1, players + 1 + random.randint(0, 2)))
    shown = HandShown(form, (board,), hole, dealt_in, tuple(_highest(highs)), random.randint(1, 20) * 1_000)
    terms = JackpotTerms(
        loser_bp=5_000,
        winner_bp=2_500,
        table_bp=2_500,
        qualifying=random.choice(LOWEST_HANDS),
        both_cards=random.random() < 0.75,
        pocket_pair=random.random() < 0.75,
        least_dealt_in=random.choice((2, 2, 2, 4)),
        least_pot_cents=random.choice((0, 0, 0, 5_000)),
    )
    return kind, terms, shown
