"""Before the cards: antes, blinds, dead money and straddles (H2)."""

from tables.rules.betting import open_round
from tables.rules.rulesets import MinimumRaise
from tables.rules.setup import LIVE_POSTS, PostKind
from tables.rules.state import State


def post_all(state: State) -> None:
    """Take the posts and open the first round with the player after the big blind or the last straddle (H2, H3)."""
    frame = state.frame
    rules = frame.rules
    price = 0
    after = -1
    straddle = 0
    for seat in frame.setup.seats:
        position = frame.position[seat.seat]
        nominal = 0
        for post in seat.posts:
            cents = min(post.cents, state.stack[position])
            if post.kind is PostKind.DEAD:
                state.stack[position] -= cents
                state.dead[position] += cents
                state.dead_pot += cents
                state.pot += cents
                continue
            _put(state, position, cents, live_bet=post.kind in LIVE_POSTS)
            if post.kind in LIVE_POSTS:
                nominal += post.cents
                state.short += post.cents - cents
            if post.kind is PostKind.STRADDLE and post.cents >= straddle:
                straddle, after = post.cents, position
        price = max(price, nominal if rules.short_blind_full_price else state.bet[position])
    state.price = price
    if after < 0:
        after = frame.big_blind
    if straddle and rules.straddle_sets_minimum and rules.minimum_raise is MinimumRaise.LAST_RAISE and not frame.fixed:
        state.step = max(state.step, straddle)
    state.nominal = price
    state.able = sum([1 << position for position, stack in enumerate(state.stack) if stack])
    open_round(state, after)


def _put(state: State, position: int, cents: int, *, live_bet: bool) -> None:
    state.stack[position] -= cents
    state.paid[position] += cents
    state.pot += cents
    if live_bet:
        state.bet[position] += cents
