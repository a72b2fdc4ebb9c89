"""Perfect play of a box, from the last decision back to the first, over every possible card.

Sums are integers: basis points of the ante, over all boards and all dealer's hands, 24 times each (once for every way
to name the suits).  Only where streets meet they become doubles, whose 15 digits are enough.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from tables.rules.banked.rule_sets import EVEN_BP, BankedRules, Decision, Otherwise, Payment, Spot, Street
from tools.edge import boards
from tools.edge.counting import DEALERS, Counter, fixed_worth, worth
from tools.edge.ranking import HOLES, Ints

_WAYS = len(boards.SUITS)
Floats = NDArray[np.int64] | NDArray[np.float64]


@dataclass
class Sums:
    """Sums over all later cards, by the board so far (a class of boards, or none) and hand."""

    tables: dict[tuple[Street, str], Ints] = field(default_factory=dict)

    def add(self, other: "Sums") -> None:
        """Add another process's sums."""
        for key, table in other.tables.items():
            self.tables[key] = self.tables[key] + table if key in self.tables else table

    def of(self, street: Street, name: str) -> Ints:
        """The table, created on first use."""
        rows = len(boards.classes(street)) if street else 1
        return self.tables.setdefault((street, name), np.zeros((rows, len(HOLES)), dtype=np.int64))


class Game:
    """A game as a player sees it: the chain of decisions to stay or fold (`chain`), and separate bets (`alone`)."""

    def __init__(self, rules: BankedRules) -> None:
        self.rules = rules
        spots = [decision.spot for decision in rules.decisions]
        self.chain = [one for one in rules.decisions if one.otherwise is Otherwise.FOLD or spots.count(one.spot) > 1]
        self.alone = [one for one in rules.decisions if one not in self.chain]
        assert len({one.spot for one in self.chain}) == 1, "one bet decides whether the box stays"
        assert all(one.street < Street.RIVER for one in self.alone)
        self.given_up_bp = -EVEN_BP * (1 + len(rules.equals_ante))

    @property
    def spot(self) -> Spot:
        """The spot of the bet that a box makes to stay."""
        return self.chain[0].spot

    def best(self, decision: Decision, fixed: Ints, spot: Ints, otherwise: Floats) -> Floats:
        """The best of betting each multiple, and of the alternative."""
        return np.asarray(np.maximum.reduce([otherwise, *(fixed + one * spot for one in decision.multiples)]))


def summed(rules: BankedRules, classes: Iterable[boards.Masks]) -> Sums:
    """The sums of these classes of boards."""
    game, counter, renamed, sums = Game(rules), Counter(), boards.renamed(), Sums()
    for masks in classes:
        board = boards.cards_of(masks)
        holes = counter.holes(board)
        counts = counter.count(board, holes, rules.qualifies)
        fixed, spot = fixed_worth(rules, counts), worth(rules.payments[game.spot], counts)
        values = {(one.street, name): value for one in game.chain for name, value in (("fixed", fixed), ("spot", spot))}
        last = game.chain[-1]
        if last.street is Street.RIVER:
            given_up = np.full_like(fixed, game.given_up_bp * DEALERS)
            otherwise = given_up if last.otherwise is Otherwise.FOLD else fixed
            values[game.chain[-2].street, "later"] = np.asarray(game.best(last, fixed, spot, otherwise), dtype=np.int64)
        values |= {(one.street, one.spot.value): worth(rules.payments[one.spot], counts) for one in game.alone}
        _add(sums, values, board, holes, boards.members(masks), renamed)
    return sums


def _add(
    sums: Sums, values: dict[tuple[Street, str], Ints], board: tuple[int, ...], holes: Ints, members: int, renamed: Ints
) -> None:
    for (street, name), value in values.items():
        if street is Street.RIVER:
            continue
        table = sums.of(street, name)
        for part in boards.parts(board, street):
            number, ways = boards.ways_to_class(part) if part else (0, (0,))
            table[number, renamed[ways[0]][holes]] += members * value


@dataclass
class Edge:
    """The game's result, from the sums over all boards."""

    game: Game
    sums: Sums

    @cached_property
    def _renamed(self) -> Ints:
        return boards.renamed()

    def table(self, street: Street, name: str) -> Ints:
        """24 times the sum over every board, for each class and hand, merged over renamings that keep the class."""
        raw = self.sums.of(street, name)
        if street is Street.DEAL:
            return np.asarray(np.sum([raw[:, way] for way in self._renamed], axis=0), dtype=np.int64)
        made = np.zeros_like(raw)
        for masks, number in boards.classes(street).items():
            _number, ways = boards.ways_to_class(boards.cards_of(masks))
            made[number] = np.sum([raw[number, self._renamed[way]] for way in ways], axis=0)
        return made

    def _over_the_deal(self, street: Street, table: Floats) -> Floats:
        """24 times the sum over every final board, by hand; in a street's sums each board counts several times."""
        if street is Street.DEAL:
            return np.asarray(table[0])
        sizes = np.array([boards.members(masks) for masks in boards.classes(street)], dtype=np.int64)
        spread = np.sum([(sizes[:, None] * table[:, way]).sum(axis=0) for way in self._renamed], axis=0)
        return np.asarray(spread / (_WAYS * comb(Street.RIVER, street)))

    @cached_property
    def worth_bp(self) -> float:
        """24 times the sum over everything under perfect play, in basis points of the ante."""
        self._check_that_even_bets_are_even()
        total = self._chain() + sum(self._alone(one) for one in self.game.alone)
        if self._fold_first:
            total = np.maximum(total, self._given_up(Street.DEAL)[0])
        return float(total.sum())

    def _check_that_even_bets_are_even(self) -> None:
        """Box and dealer are symmetric: a bet at 1:1 that is always made wins as much as it loses."""
        for street, name in list(self.sums.tables):
            spot = self.game.spot if name == "spot" else next((one for one in Spot if one.value == name), None)
            if spot is not None and self.game.rules.payments[spot] == Payment():
                sizes = [boards.members(masks) for masks in boards.classes(street)] if street else [1]
                whole = np.array(sizes, dtype=np.int64)[:, None] * self.table(street, name)
                assert int(whole.sum()) == 0, (street, name)

    @property
    def _fold_first(self) -> bool:
        """Whether folding is decided before any card of the board, when later bets still count."""
        return self.game.chain[0].street is Street.DEAL and self.game.chain[0].otherwise is Otherwise.FOLD

    def _chain(self) -> Floats:
        later: Floats | None = None
        for place, decision in reversed(list(enumerate(self.game.chain))):
            street = decision.street
            if street is Street.RIVER:
                continue
            fixed, spot = self.table(street, "fixed"), self.table(street, "spot")
            if (street, "later") in self.sums.tables:
                later = self.table(street, "later")
            if place == 0 and self._fold_first:
                return np.asarray(np.maximum.reduce([(fixed + one * spot)[0] for one in decision.multiples]))
            otherwise = self._given_up(street) if later is None else later
            later = self._over_the_deal(street, self.game.best(decision, fixed, spot, otherwise))[None, :]
        assert later is not None
        return np.asarray(later[0])

    def _alone(self, decision: Decision) -> Floats:
        """A bet that may be made or not, and changes nothing else: its gain where it has one."""
        table = self.table(decision.street, decision.spot.value)
        gain = np.maximum(0, decision.multiples[0] * table)
        return self._over_the_deal(decision.street, gain)

    def _given_up(self, street: Street) -> Ints:
        """24 times the cost of folding over all later cards, for each class and each hand that is possible there."""
        boards_to_come = comb(50 - street, 5 - street)
        lost = self.game.given_up_bp * DEALERS * boards_to_come * _WAYS
        table = np.full((len(boards.classes(street)) if street else 1, len(HOLES)), lost, dtype=np.int64)
        for masks, number in boards.classes(street).items() if street else ():
            table[number, np.isin(HOLES, boards.cards_of(masks)).any(axis=1)] = 0
        return table

    @property
    def ante(self) -> float:
        """The average loss of a box per ante: the house's edge."""
        return -self.worth_bp / (_WAYS * len(HOLES) * comb(50, 5) * DEALERS * EVEN_BP)


def edge(rules: BankedRules, parts: Sequence[Sums]) -> Edge:
    """The result of the parts' sums, which together cover all boards."""
    whole = Sums()
    for part in parts:
        whole.add(part)
    return Edge(Game(rules), whole)
