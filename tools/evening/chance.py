"""Random play of the demo's guests, with frequencies that make pots and reports look like a room's.

As in a live room, six of ten hands see a flop, and one of four comes to a showdown.
"""

import math
from dataclasses import dataclass
from random import Random

from accounting import money
from accounting.money import Rounding
from tables.rules import hand
from tables.rules.actions import Action, Kind
from tables.rules.legal import Legal, Option
from tables.rules.setup import HandSetup
from tables.rules.state import Phase

DECK = 52


@dataclass(frozen=True, slots=True)
class Manner:
    """Thresholds of a random number (0 to 1) from which on a player stays, raises, or bets.

    `stays` and `raises` where there is a bet to pay, `bets` where there is none.
    """

    stays: float
    raises: float
    bets: float


BEFORE_THE_FLOP = Manner(stays=0.66, raises=0.90, bets=0.93)
AFTER_A_RAISE = Manner(stays=0.82, raises=0.965, bets=1.0)
LATER = Manner(stays=0.55, raises=0.93, bets=0.62)
#: Used now and then, so that players go all-in and side pots come to be.
WILD = Manner(stays=0.25, raises=0.6, bets=0.4)


class Played:
    """A hand in play: the unseen cards, and random decisions for every player."""

    def __init__(self, random: Random, setup: HandSetup, *, wild: bool = False) -> None:
        self.random = random
        self.wild = wild
        self.deck = list(range(DECK))
        random.shuffle(self.deck)
        wanted = setup.terms.variant.form.hole_cards
        self.cards = {one.seat: tuple([self.deck.pop() for _card in range(wanted)]) for one in setup.seats}
        self.state = hand.start(setup)
        self.actions: list[Action] = []

    def to_the_end(self) -> list[Action]:
        """Play on to the end; gives every action of the hand."""
        while self.state.phase is not Phase.FINISHED:
            self.step()
        return self.actions

    def step(self) -> Action:
        """Play and give the next action."""
        allowed = hand.legal(self.state)
        action = self._bet(allowed) if self.state.phase is Phase.BETTING else self._cards(allowed)
        self.state = hand.apply(self.state, action)
        self.actions.append(action)
        return action

    def _cards(self, allowed: Legal) -> Action:
        board = allowed.option(Kind.BOARD)
        if board is not None:
            return Action(Kind.BOARD, cards=tuple([self.deck.pop() for _card in range(board.cards or 0)]))
        assert allowed.seat is not None, "a showdown asks one seat"
        muck = allowed.option(Kind.MUCK)
        if muck is not None and allowed.seat in muck.seats and self.random.random() < 0.3:
            return Action(Kind.MUCK, allowed.seat)
        return Action(Kind.SHOW, allowed.seat, cards=self.cards[allowed.seat])

    def _bet(self, allowed: Legal) -> Action:
        feeling = self.random.random()
        manner = self._manner()
        more = allowed.option(Kind.RAISE) or allowed.option(Kind.BET)
        if allowed.option(Kind.CHECK) is not None:
            if more is not None and feeling > manner.bets:
                return Action(more.kind, allowed.seat, self._amount(more))
            return Action(Kind.CHECK, allowed.seat)
        if feeling < manner.stays:
            return Action(Kind.FOLD, allowed.seat)
        if more is not None and feeling > manner.raises:
            return Action(more.kind, allowed.seat, self._amount(more))
        return Action(Kind.CALL if allowed.option(Kind.CALL) else Kind.ALL_IN, allowed.seat)

    def _manner(self) -> Manner:
        if self.wild:
            return WILD
        if self.state.street:
            return LATER
        return AFTER_A_RAISE if self.state.raises else BEFORE_THE_FLOP

    def _amount(self, option: Option) -> int:
        """Three big blinds for the first raise, a part of the pot later; all-in where that is half the stack."""
        least, most = option.min_to_cents or 0, option.max_to_cents or 0
        terms = self.state.frame.terms
        aim = least + terms.big_blind_cents if not self.state.street else max(least, self._part_of_pot())
        if most <= 2 * aim:
            return most
        return money.to_unit(aim, terms.chip_cents, Rounding.UP)

    def _part_of_pot(self) -> int:
        return self.state.price + money.share(
            self.state.pot, self.random.choice((3_300, 5_000, 6_600, 10_000)), rounding=Rounding.DOWN
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """A hand's outcome as recorded by a dealer: cents put in by seat, the winner, and whether there was a flop."""

    contributed: dict[int, int]
    winner: int
    flop_seen: bool

    @property
    def pot_cents(self) -> int:
        """The pot without uncalled bets."""
        return sum(self.contributed.values())


def outcome(chance: Random, stacks: dict[int, int], *, big_blind_cents: int, chip_cents: int) -> Outcome:
    """A random outcome among these stacks (cents by seat); at least one player must have a chip."""
    flop_seen = chance.random() < 0.62
    middle = 14 if flop_seen else 4
    blinds = max(2, round(middle * math.exp(chance.gauss(0, 0.8 if flop_seen else 0.4))))
    able = [seat for seat, cents in stacks.items() if cents >= chip_cents]
    staying = chance.sample(able, min(len(able), chance.choice((2, 2, 2, 3, 3, 4)) if flop_seen else 2))
    pot_cents = max(blinds * big_blind_cents, len(staying) * chip_cents)
    parts = money.split(pot_cents, [1] * len(staying), unit_cents=chip_cents)
    contributed = {seat: min(stacks[seat], cents) for seat, cents in zip(staying, parts, strict=True)}
    return Outcome(contributed, chance.choice(staying), flop_seen)
