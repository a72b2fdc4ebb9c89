"""pokerkit as the oracle: the same hand played on both engines, side by side.

pokerkit counts positions as we do (0 = left of the button; with two players 0 is the big blind) but swaps the list of
blinds for two players.  It knows no room rules, so every difference is either a defect or it falls under `REASONS`,
the written list of the rules on which pokerkit errs or differs.
"""

from collections import Counter
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    Mode,
    OmahaHoldemHand,
    Opening,
    StandardHighHand,
    Street,
)
from pokerkit import (
    State as PokerkitState,
)

from tables.rules import cards, hand
from tables.rules.actions import Action, Kind
from tables.rules.result import Payout, PotResult
from tables.rules.rulesets import OddChip
from tables.rules.setup import LIVE_POSTS, Betting, GameTerms, HandSetup, PostKind, Variant
from tables.rules.state import Phase, State

#: Each with its item in the research's list of pokerkit's defects and deviations.
REASONS = {
    "short big blind": "3: others are asked for less than the big blind; TDA and real rooms make it a full price",
    "short blind in the pot": "TDA 54: before the flop the pot-limit maximum assumes full blinds",
    "reopening": "4, 5, 6: after short all-ins pokerkit lets raise who may not, or refuses who faces a full raise",
    "half bet": "7: no half-bet rule and no completion in limit; a short all-in uses up one of the capped raises",
    "nobody to raise": "9: a raise that nobody can call is refused; the house accepts and returns it",
    "moot check": "10: a check is demanded of a player whom nobody can oppose any more",
}

_AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
    Automation.RUNOUT_COUNT_SELECTION,
)
_STRUCTURES = {
    Betting.NO_LIMIT: BettingStructure.NO_LIMIT,
    Betting.POT_LIMIT: BettingStructure.POT_LIMIT,
    Betting.FIXED_LIMIT: BettingStructure.FIXED_LIMIT,
}


def comparable(setup: HandSetup) -> bool:
    """Whether pokerkit can be told this set-up: dead money and a short ante together it cannot."""
    dead = any(post.kind is PostKind.DEAD for seat in setup.seats for post in seat.posts)
    short = any(
        post.cents > seat.stack_cents for seat in setup.seats for post in seat.posts if post.kind is PostKind.ANTE
    )
    all_in_dead = any(sum(post.cents for post in seat.posts) >= seat.stack_cents and dead for seat in setup.seats)
    return not (dead and short) and not all_in_dead and setup.dead_cents == 0


def create(setup: HandSetup) -> Any:
    """The same set-up as a pokerkit state; cap without lifting, so the rule set must not lift it either."""
    frame = hand.start(setup).frame
    by_seat = {seat.seat: seat for seat in setup.seats}
    antes, blinds = [], []
    dead = False
    straddle = 0
    for number in frame.seats:
        ante = live = 0
        for post in by_seat[number].posts:
            if post.kind in LIVE_POSTS:
                live = -post.cents if post.kind is PostKind.LIVE else post.cents
                straddle = max(straddle, post.cents)
            else:
                ante += post.cents
                dead = dead or post.kind is PostKind.DEAD
        antes.append(ante)
        blinds.append(live)
    if len(blinds) == 2:
        antes.reverse()
        blinds.reverse()
    return PokerkitState(
        _AUTOMATIONS,
        Deck.STANDARD,
        (StandardHighHand if setup.terms.variant is Variant.TEXAS else OmahaHoldemHand,),
        _streets(setup.terms, straddle, frame.cap),
        _STRUCTURES[setup.terms.betting],
        not dead,
        antes,
        blinds,
        0,
        frame.start_stacks,
        len(frame.seats),
        mode=Mode.CASH_GAME,
    )


def _streets(terms: GameTerms, straddle: int, cap: int | None) -> tuple[Street, ...]:
    found = []
    for street in range(4):
        least = max(
            terms.bet_cents(street), straddle if street == 0 and terms.betting is not Betting.FIXED_LIMIT else 0
        )
        holes = (False,) * terms.variant.hole_cards if street == 0 else ()
        count = None if cap is None else cap + (street > 0)
        found.append(Street(street > 0, holes, (0, 3, 1, 1)[street], False, Opening.POSITION, least, count))
    return tuple(found)


@dataclass
class Comparison:
    """What came of one hand on both engines."""

    queries: int
    excused: Counter[str]
    ours: dict[int, int]
    theirs: dict[int, int]
    setup: HandSetup
    actions: list[Action]


class Table:
    """Both engines at one hand; every difference that `REASONS` does not cover is an assertion error."""

    def __init__(self, random: Random, setup: HandSetup) -> None:
        self.random = random
        self.setup = setup
        self.state: State = hand.start(setup)
        self.other = create(setup)
        self.actions: list[Action] = []
        self.excused: Counter[str] = Counter()
        self.queries = 0
        self.short_all_in = False
        deck = list(range(52))
        random.shuffle(deck)
        self.deck = deck
        count = setup.terms.variant.hole_cards
        self.holes = {seat: tuple(deck.pop() for _ in range(count)) for seat in self.state.frame.seats}
        for _ in range(count):
            for _seat in setup.seats:
                self.other.deal_hole("??")

    def play(self) -> Comparison:
        while self.state.phase is not Phase.FINISHED:
            if self.state.phase is Phase.BETTING:
                self._bet()
            elif self.state.phase is Phase.BOARD:
                self._board()
            else:
                self._show()
        ours = self._our_payout().final_cents
        theirs = dict(zip(self.state.frame.seats, self.other.stacks, strict=True))
        return Comparison(self.queries, self.excused, ours, theirs, self.setup, self.actions)

    def _our_payout(self) -> Payout:
        """Ours with pokerkit's way of odd chips, which then must agree to the cent (item 11).

        It gives all of them to the first seat, and joins pots whose winners are the same; WLA 149 splits each pot
        apart.
        """
        result = replace(hand.result(self.state), odd_chip=OddChip.ALL_TO_FIRST)
        pots: list[PotResult] = []
        for pot in result.pots:
            if pots and pots[-1].winners == pot.winners:
                amount = pots[-1].amount_cents + pot.amount_cents
                pots[-1] = replace(pots[-1], amount_cents=amount)
            else:
                pots.append(pot)
        return hand.payout(replace(result, pots=tuple(pots)))

    def _apply(self, action: Action) -> None:
        self.state = hand.apply(self.state, action)
        self.actions.append(action)

    def _excuse(self, reason: str, *, holds: bool, what: str) -> None:
        assert holds, f"{what}: not explained by {reason!r}\n{self.setup}\n{self.actions}\n{hand.legal(self.state)}"
        self.excused[reason] += 1

    def _bet(self) -> None:
        self.queries += 1
        state, other = self.state, self.other
        position = state.turn
        assert other.actor_index == position, (other.actor_index, position, self.setup, self.actions)
        allowed = hand.legal(state)
        call = allowed.option(Kind.CALL)
        ours = call.call_cents if call else 0
        same_call = ours == other.checking_or_calling_amount
        if not same_call:
            short = state.street == 0 and self._short_blind(PostKind.BIG_BLIND)
            self._excuse("short big blind", holds=short, what="call")
        raise_to = self._common_raise(position)
        choices = [Kind.CALL if ours else Kind.CHECK] * 7 + [Kind.FOLD] * (2 if ours else 0)
        if not same_call:
            choices = [Kind.FOLD]
        if raise_to:
            choices += [Kind.RAISE] * 4
        kind = self.random.choice(choices)
        if kind is Kind.FOLD:
            other.fold()
            self._apply(Action(kind, allowed.seat))
        elif kind is Kind.RAISE:
            to = self.random.choice(raise_to)
            kind = Kind.RAISE if state.price else Kind.BET
            more = to - state.price
            self.short_all_in = self.short_all_in or more < max(state.step, state.frame.min_bets[state.street])
            other.complete_bet_or_raise_to(to)
            self._apply(Action(kind, allowed.seat, to))
        else:
            other.check_or_call()
            self._apply(Action(kind, allowed.seat))

    def _short_blind(self, *kinds: PostKind) -> bool:
        return any(
            sum(post.cents for post in seat.posts) > seat.stack_cents
            for seat in self.setup.seats
            for post in seat.posts
            if post.kind in kinds
        )

    def _common_raise(self, position: int) -> list[int]:
        """Totals that both engines accept; a difference in the limits must have its reason."""
        allowed = hand.legal(self.state)
        option = allowed.option(Kind.RAISE) or allowed.option(Kind.BET)
        ours = (option.min_to_cents, option.max_to_cents) if option else None
        least = self.other.min_completion_betting_or_raising_to_amount
        theirs = (least, self.other.max_completion_betting_or_raising_to_amount) if least is not None else None
        if ours == theirs:
            if ours is None:
                return []
            return sorted({ours[0] or 0, ours[1] or 0, min(ours[1] or 0, (ours[0] or 0) * 2)})
        what = f"raise ours {ours} theirs {theirs}"
        preflop_short = self.state.street == 0 and self._short_blind(*LIVE_POSTS)
        pot_limit = self.setup.terms.betting is Betting.POT_LIMIT
        if theirs is None and not self._can_be_raised(position):
            self._excuse("nobody to raise", holds=True, what=what)
        elif self.setup.terms.betting is Betting.FIXED_LIMIT and self.short_all_in:
            self._excuse("half bet", holds=True, what=what)
        elif self.short_all_in and (ours is None or theirs is None):
            self._excuse("reopening", holds=True, what=what)
        elif preflop_short and self._short_blind(PostKind.BIG_BLIND, PostKind.STRADDLE):
            self._excuse("short big blind", holds=True, what=what)
        else:
            same_least = ours is not None and theirs is not None and ours[0] == theirs[0]
            self._excuse("short blind in the pot", holds=preflop_short and pot_limit and same_least, what=what)
        return []

    def _can_be_raised(self, position: int) -> bool:
        state = self.state
        return any(
            state.bet[other] + state.stack[other] > state.price
            for other in range(len(state.stack))
            if other != position and state.able >> other & 1
        )

    def _board(self) -> None:
        while self.other.actor_index is not None:
            self._excuse("moot check", holds=self.other.checking_or_calling_amount == 0, what="moot check")
            self.other.check_or_call()
        if self.state.closed:
            self._hide()
        option = hand.legal(self.state).option(Kind.BOARD)
        assert option is not None
        self.short_all_in = False
        dealt = tuple(self.deck.pop() for _ in range(option.cards or 0))
        self.other.burn_card("??")
        self.other.deal_board(cards.format(dealt).replace(" ", ""))
        self._apply(Action(Kind.BOARD, cards=dealt))

    def _hide(self) -> None:
        """Pokerkit wants all-in hands open before the board; ours may wait, so theirs say "not yet"."""
        while self.other.showdown_index is not None:
            self.other.show_or_muck_hole_cards("")

    def _show(self) -> None:
        allowed = hand.legal(self.state)
        seat = allowed.seat
        assert seat is not None
        while self.other.actor_index is not None:
            self._excuse("moot check", holds=self.other.checking_or_calling_amount == 0, what="moot check")
            self.other.check_or_call()
        shown = self.holes[seat]
        self.other.show_or_muck_hole_cards(cards.format(shown).replace(" ", ""), self.state.frame.position[seat])
        self._apply(Action(Kind.SHOW, seat, cards=shown))
