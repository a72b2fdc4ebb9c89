"""The posts before the cards: antes, blinds, dead money and straddles (H2)."""

from tables.rules.betting import open_round
from tables.rules.rule_sets import MinimumRaise
from tables.rules.setup import LIVE_POSTS, Post, PostKind
from tables.rules.state import State


def post_all(state: State) -> None:
    """Take the posts and open the first round with the player after the big blind or the last straddle (H2, H3)."""
    frame = state.frame
    rules = frame.rules
    first_after, straddle_cents = frame.big_blind, 0
    for seat in frame.setup.seats:
        if not seat.posts:
            continue
        position = frame.position[seat.seat]
        live_cents = 0
        for post in seat.posts:
            _put(state, position, post)
            if post.kind in LIVE_POSTS:
                live_cents += post.cents
            if post.kind is PostKind.STRADDLE and post.cents >= straddle_cents:
                first_after, straddle_cents = position, post.cents
        # WLA 150: a player who cannot post the whole blind plays for less, but the others call the full price.
        state.price = max(state.price, live_cents if rules.short_blind_full_price else state.bet[position])
    if rules.straddle_sets_minimum and rules.minimum_raise is MinimumRaise.LAST_RAISE:
        state.step = max(state.step, straddle_cents)
    state.nominal = state.price
    state.able = sum([1 << position for position, stack in enumerate(state.stack) if stack])
    open_round(state, first_after)


def _put(state: State, position: int, post: Post) -> None:
    cents = min(post.cents, state.stack[position])
    state.stack[position] -= cents
    state.pot += cents
    if post.kind is PostKind.DEAD:
        state.dead[position] += cents
        state.dead_pot += cents
        return
    state.paid[position] += cents
    if post.kind in LIVE_POSTS:
        state.bet[position] += cents
        state.short += post.cents - cents
