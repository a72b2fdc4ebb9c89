"""pokerkit as the oracle: the same hand played on both engines, side by side.

pokerkit counts positions as we do (0 = left of the button; with two players 0 is the big blind) but swaps the list of
blinds for two players.  It knows no room rules, so every difference is either a defect or it falls under `REASONS`,
the written list of the rules on which pokerkit errs or differs, or under its ways of paying (`duel.Table.their_way`).
"""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

import pokerkit
from pokerkit import (
    Automation,
    BettingStructure,
    Card,
    Deck,
    Hand,
    Mode,
    Opening,
    Street,
)
from pokerkit import (
    State as PokerkitState,
)

from tables.rules import hand
from tables.rules.setup import LIVE_POSTS, Betting, HandSetup, PostKind
from tools.bench.pokerkit_side import hand_types

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


@cache
def _remembering(kind: type[Hand]) -> type[Hand]:
    """A hand type of pokerkit's that finds the hand of the same cards once.

    At a showdown pokerkit asks for it again for each seat that shows, each pot and each board: nearly all of its time.
    """
    find = kind.from_game.__func__  # type: ignore[attr-defined]  # a class method

    @lru_cache(maxsize=1_000)
    def found(own: type[Hand], hole: tuple[Card, ...], board: tuple[Card, ...]) -> Hand | None:
        try:
            return find(own, hole, board)
        except ValueError:  # these cards make none, as no low
            return None

    def from_game(own: type[Hand], hole: Iterable[Card], board: Iterable[Card] = ()) -> Hand:
        made = found(own, tuple(Card.clean(hole)), tuple(Card.clean(board)))
        if made is None:
            raise ValueError(kind.__name__)
        return made

    return type(kind.__name__, (kind,), {"from_game": classmethod(from_game)})


def create(setup: HandSetup) -> Any:
    """The same set-up as a pokerkit state, built from the form's properties; cap without lifting.

    pokerkit's own classes would not do: its limit Omaha Hi-Lo is pot-limit.  A bomb pot begins with its flop.
    """
    frame = hand.start(setup).frame
    by_seat = {seat.seat: seat for seat in setup.seats}
    antes, live = [], []
    dead, straddle = False, 0
    for number in frame.seats:
        posts = by_seat[number].posts
        forced = [post for post in posts if post.kind in LIVE_POSTS]
        antes.append(sum(post.cents for post in posts if post.kind not in LIVE_POSTS))
        live.append(sum(-post.cents if post.kind is PostKind.LIVE else post.cents for post in forced))
        dead = dead or any(post.kind is PostKind.DEAD for post in posts)
        straddle = max([straddle, *[post.cents for post in forced]])
    if len(live) == 2:
        antes.reverse()
        live.reverse()
    return PokerkitState(
        _AUTOMATIONS,
        Deck.STANDARD,
        tuple(_remembering(kind) for kind in hand_types(pokerkit, frame.form)),
        _streets(setup, straddle, frame.cap),
        _STRUCTURES[setup.terms.betting],
        not dead,
        antes,
        live,
        0,
        frame.start_stacks,
        len(frame.seats),
        mode=Mode.CASH_GAME,
        starting_board_count=setup.boards,
    )


def _streets(setup: HandSetup, straddle: int, cap: int | None) -> tuple[Street, ...]:
    terms, form, found = setup.terms, setup.terms.variant.form, []
    first = int(setup.bomb_pot)
    for number in range(first, len(form.streets)):
        least = max(
            terms.bet_cents(number), straddle if number == 0 and terms.betting is not Betting.FIXED_LIMIT else 0
        )
        holes = (False,) * form.hole_cards if number == first else ()
        count = None if cap is None else cap + (number > 0)
        found.append(Street(number > 0, holes, form.streets[number].board, False, Opening.POSITION, least, count))
    return tuple(found)
