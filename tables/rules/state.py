"""The state of a hand: small lists of integers by position, all derived from set-up and actions.

Positions count clockwise from the left of the button: 0 acts first after the flop, an occupied button comes last.
Sets of positions are bit masks.  `State` is changed only inside `tables.rules`, on copies that nobody else holds.
"""

from enum import StrEnum
from typing import Final

from tables.rules import evaluate
from tables.rules.forms import FORMS, Form
from tables.rules.rule_sets import RuleSet, rule_set
from tables.rules.setup import Betting, GameTerms, HandSetup, PostKind, clockwise

STREETS: Final = ("preflop", "flop", "turn", "river")
BOARD_CARDS: Final = 5


class Phase(StrEnum):
    """The next thing a hand waits for."""

    BETTING = "betting"
    BOARD = "board"
    SHOWDOWN = "showdown"
    FINISHED = "finished"


class Frame:
    """The part of a hand that never changes: its set-up, by position."""

    __slots__ = (
        "betting",
        "big_blind",
        "boards",
        "cap",
        "fixed",
        "form",
        "high",
        "last_street",
        "low",
        "min_bets",
        "position",
        "pot_limit",
        "rules",
        "seats",
        "setup",
        "small_blind",
        "start_stacks",
        "terms",
        "total",
    )

    def __init__(self, setup: HandSetup) -> None:
        terms = setup.terms
        rules = rule_set(setup.rule_set)
        by_seat = {seat.seat: seat.stack_cents for seat in setup.seats}
        self.setup: HandSetup = setup
        self.terms: GameTerms = terms
        form = FORMS[terms.variant]
        self.form: Form = form
        self.high: evaluate.Rank
        self.low: evaluate.Rank | None
        self.high, self.low = evaluate.RANKS[form.key]
        self.last_street: int = form.last_street
        self.boards: int = setup.boards
        self.betting: tuple[bool, ...] = (False, *form.betting[1:]) if setup.bomb_pot else form.betting
        self.rules: RuleSet = rules
        self.seats: list[int] = clockwise(by_seat, setup.button_seat)
        self.position: dict[int, int] = {seat: position for position, seat in enumerate(self.seats)}
        self.start_stacks: list[int] = [by_seat[seat] for seat in self.seats]
        posts = [(self.position[seat.seat], post) for seat in setup.seats for post in seat.posts]
        #: The position of the big blind, -1 when nobody posts it.
        self.big_blind: int = max([position for position, post in posts if post.kind is PostKind.BIG_BLIND], default=-1)
        #: The position of the small blind and what it posts; None when it is dead.
        self.small_blind: tuple[int, int] | None = next(
            ((position, post.cents) for position, post in posts if post.kind is PostKind.SMALL_BLIND), None
        )
        self.total: int = sum(self.start_stacks) + setup.dead_cents
        self.fixed: bool = terms.betting is Betting.FIXED_LIMIT
        self.pot_limit: bool = terms.betting is Betting.POT_LIMIT
        self.min_bets: tuple[int, ...] = tuple([terms.bet_cents(street) for street in range(self.last_street + 1)])
        # S10: a cap of the game holds in every betting; the rule set's own is for limit unless it says otherwise.
        own_cap = rules.raise_cap if self.fixed or rules.raise_cap_everywhere else None
        self.cap: int | None = own_cap if terms.raise_cap is None else terms.raise_cap

    def of(self, mask: int) -> tuple[int, ...]:
        """The seat numbers of a set of positions, clockwise from the left of the button."""
        return tuple([seat for position, seat in enumerate(self.seats) if mask >> position & 1])


class State:
    """A hand after some of its actions.  Read it through `legal`, `view` and `result`.

    Money lists are in cents by position: `stack` behind, `bet` in front on this street, `paid` live money put in so
    far (bets and antes, which make the levels of the pots), `dead` dead money put in (makes no level).  `short` is the
    sum that short blinds lacked, `pot` all chips put in.  `live` have cards, `able` have chips too, `todo` must still
    act on this street, `fresh` have not acted since the last full raise.  `price` is the bet to match, `step` the last
    full raise, `nominal` the total on which the next full limit bet is put.  `closed` means that no bet can follow any
    more, `chopped` that the blinds were taken back.
    """

    __slots__ = (
        "able",
        "acted",
        "aggressor",
        "bet",
        "boards",
        "caller",
        "cap",
        "chopped",
        "claims",
        "closed",
        "dead",
        "dead_pot",
        "frame",
        "fresh",
        "live",
        "mucked",
        "nominal",
        "paid",
        "phase",
        "pot",
        "pots",
        "price",
        "raises",
        "returned",
        "run",
        "seen",
        "shared",
        "short",
        "shown",
        "stack",
        "step",
        "street",
        "todo",
        "turn",
        "used",
    )

    def __init__(self, frame: Frame) -> None:
        players = len(frame.seats)
        everybody = (1 << players) - 1
        self.frame = frame
        self.stack = frame.start_stacks.copy()
        self.bet = [0] * players
        self.paid = [0] * players
        self.dead = [0] * players
        self.short = 0
        self.dead_pot = frame.setup.dead_cents
        self.pot = frame.setup.dead_cents
        self.live = everybody
        self.able = everybody
        self.todo = 0
        self.fresh = 0
        self.price = 0
        self.step = frame.min_bets[0]
        self.nominal = 0
        self.raises = 0
        self.cap: int | None = None
        self.street = 0
        self.phase = Phase.BETTING
        self.turn = -1
        self.aggressor = -1
        self.caller = -1
        self.acted = 0
        self.returned: tuple[int, int] | None = None
        self.boards: list[tuple[int, ...]] = [()] * frame.boards
        self.run = 0
        self.shared = frame.form.board_cards
        self.closed = False
        self.chopped = False
        self.used = 0
        self.shown: dict[int, tuple[int, ...]] = {}
        self.seen = 0
        self.mucked = 0
        self.pots: list[tuple[int, int]] | None = None
        self.claims: tuple[int, ...] = ()

    def copy(self) -> "State":
        """An independent copy; the frame, which never changes, is shared."""
        twin = State.__new__(State)
        for name in State.__slots__:
            setattr(twin, name, getattr(self, name))
        twin.stack = self.stack.copy()
        twin.bet = self.bet.copy()
        twin.paid = self.paid.copy()
        twin.dead = self.dead.copy()
        twin.boards = self.boards.copy()
        twin.shown = self.shown.copy()
        return twin


def positions(mask: int) -> list[int]:
    """The positions in a set, clockwise from the left of the button."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
