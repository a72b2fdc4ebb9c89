"""One hand played on our engine and on pokerkit at once, question by question."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from tables.rules import cards, hand
from tables.rules.actions import Action, Kind
from tables.rules.evaluate import NO_LOW
from tables.rules.result import PotResult, Result
from tables.rules.setup import LIVE_POSTS, Betting, HandSetup, PostKind
from tables.rules.state import Phase, State
from tests.tables.rules.oracle import create
from tests.tables.rules.second_opinion import Round


@dataclass
class Comparison:
    """What came of one hand on both engines: final stacks, ours in pokerkit's ways.

    `strangers`: pots without a low whose low half pokerkit gave away, since somebody outside them had one.
    """

    queries: int
    excused: Counter[str]
    ours: dict[int, int]
    theirs: dict[int, int]
    result: Result
    strangers: int

    @property
    def splits(self) -> int:
        """How many times something was divided."""
        return sum([len(pot.winners) * (1 + len(pot.low)) + 1 for pot in self.result.pots])


def _parts(cents: int, count: int) -> list[int]:
    """Equal parts, the rest with the first."""
    return [cents // count + (cents % count if number == 0 else 0) for number in range(count)]


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
        self.strangers = 0
        self.short_all_in = False
        self.round = self._new_round()
        deck = list(range(setup.terms.variant.form.deck))
        random.shuffle(deck)
        self.deck = deck
        count = setup.terms.variant.form.hole_cards
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
        ours = self.their_way()
        theirs = dict(zip(self.state.frame.seats, self.other.stacks, strict=True))
        return Comparison(self.queries, self.excused, ours, theirs, hand.result(self.state), self.strangers)

    def their_way(self) -> dict[int, int]:
        """Our winners, paid in pokerkit's ways: those of `payout` would hide an error of ours, or show one of theirs.

        It gives each rest to the first seat (WLA 148 gives one chip each), and joins pots with the same seats once the
        cards of everybody who wins nothing are gone (WLA 149 splits each pot apart).  And it decides once for the whole
        hand whether anybody has a low: in a side pot without one it gives the low half to all who are left in it.
        """
        found, frame = hand.result(self.state), self.state.frame
        alive = {seat for pot in found.pots for side in (*pot.winners, *pot.low) for seat in side}
        pots: list[tuple[int, tuple[int, ...], PotResult]] = []
        for pot in found.pots:
            able = tuple([seat for seat in pot.eligible if seat in alive and not self._mucked(seat)])
            before = pots.pop()[0] if pots and pots[-1][1] == able else 0
            pots.append((before + pot.amount_cents, able, pot))
        won = dict.fromkeys(frame.seats, 0)
        for cents, able, pot in pots:
            for board, part in enumerate(_parts(cents, len(pot.winners))):
                sides = self._sides(pot, board, able, alive)
                for side, half in zip(sides, _parts(part, len(sides)), strict=True):
                    for seat, share in zip(side, _parts(half, len(side)), strict=True):
                        won[seat] += share
        return {seat.seat: seat.stack_cents + won[seat.seat] for seat in found.seats}

    def _sides(
        self, pot: PotResult, board: int, able: tuple[int, ...], alive: Collection[int]
    ) -> list[tuple[int, ...]]:
        """The winners of each half on a board."""
        frame, state = self.state.frame, self.state
        if not pot.low or frame.low is None:
            return [pot.winners[board]]
        if pot.low[board]:
            return [pot.winners[board], pot.low[board]]
        has_low = any(
            frame.low(shown, state.boards[board]) != NO_LOW
            for position, shown in state.shown.items()
            if frame.seats[position] in alive
        )
        self.strangers += has_low and len(able) > 1
        return [pot.winners[board], able] if has_low else [pot.winners[board]]

    def _mucked(self, seat: int) -> bool:
        return bool(self.state.mucked >> self.state.frame.position[seat] & 1)

    def _new_round(self) -> Round:
        frame = self.state.frame
        fixed = frame.terms.betting is Betting.FIXED_LIMIT
        return Round(self.state.price, frame.min_bets[self.state.street], fixed, frame.cap)

    def _apply(self, action: Action) -> None:
        before = self.state
        self.state = hand.apply(self.state, action)
        if action.kind is Kind.BOARD:
            self.round = self._new_round()
        elif before.phase is Phase.BETTING and action.kind is not Kind.FOLD:
            put = self.state.paid[before.turn] - before.paid[before.turn]
            uncalled = self.state.returned[1] if self.state.returned and self.state.returned[0] == before.turn else 0
            self.round.hear(before.turn, before.bet[before.turn] + put + uncalled)
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
        assert self._second_opinion(position, ours), (ours, self.setup, self.actions)
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

    def _second_opinion(self, position: int, ours: tuple[int | None, int | None] | None) -> bool:
        """Whether the plain statement of the rule says what our engine says."""
        own = self.state.bet[position]
        everything = own + self.state.stack[position]
        if everything <= self.state.price:
            return ours is None
        if not self.round.may_raise(position, own):
            return ours is None
        if not self.state.able & ~(1 << position):  # nobody can call: whatever the amount, it is returned
            return ours is not None
        return ours is not None and ours[0] == min(self.round.least(), everything)

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
        if self.other.card_burning_status:  # not between boards that lie side by side, nor before a bomb pot's flop
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
