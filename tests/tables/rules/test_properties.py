"""What holds for every hand, found by chance."""

from collections.abc import Collection
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules import actions as action_codec
from tables.rules import hand
from tables.rules import setup as setup_codec
from tables.rules.actions import BETTING_KINDS, Action, Kind
from tables.rules.random_hands import RandomHand, play, random_setup, varied
from tables.rules.rule_sets import RULE_SETS, UnmatchedAnte
from tables.rules.setup import Betting, Variant
from tables.rules.state import Phase, State


@st.composite
def random_hands(draw: st.DrawFn, keys: Collection[str] = RULE_SETS.keys()) -> RandomHand:
    """A legal hand of any game, betting and rule set, on one or two boards, some of them bomb pots."""
    random = Random(draw(st.integers(0, 2**32)))
    setup = random_setup(
        random,
        variant=draw(st.sampled_from(list(Variant))),
        betting=draw(st.sampled_from(list(Betting))),
        rule_set_key=draw(st.sampled_from(sorted(keys))),
    )
    return play(random, varied(random, setup))


quick = settings(suppress_health_check=[HealthCheck.too_slow])


@quick
@given(random_hands(), st.integers(0, 100))
def test_chips_are_conserved_from_the_first_post_to_the_payout(played: RandomHand, taken_percent: int) -> None:
    total = sum(seat.stack_cents for seat in played.setup.seats) + played.setup.dead_cents
    state = hand.start(played.setup)
    for action in played.actions:
        state = hand.apply(state, action)
        assert sum(seat.stack_cents for seat in hand.view(state).seats) + hand.view(state).pot_cents == total
    found = hand.result(state)
    taken = found.total_cents * taken_percent // 100
    paid = hand.payout(found, taken)
    assert sum(paid.final_cents.values()) + taken == total
    assert sum(pot.amount_cents for pot in found.pots) == found.total_cents
    assert sum(seat.contributed_cents for seat in found.seats) + played.setup.dead_cents == found.total_cents
    assert all(cents >= 0 for cents in paid.final_cents.values())


@quick
@given(random_hands())
def test_nobody_wins_more_of_another_than_he_put_in_himself(played: RandomHand) -> None:
    """H9, for every seat: at most own contribution from each other, dead money apart."""
    found = hand.result(hand.replay(played.setup, played.actions))
    state = hand.replay(played.setup, played.actions)
    live = dict(zip(state.frame.seats, state.paid, strict=True))
    for seat in found.seats:
        most = sum(min(live[seat.seat], put) for put in live.values()) + state.dead_pot
        assert seat.won_cents <= most


RETURNING = [key for key, rules in RULE_SETS.items() if rules.unmatched_ante is UnmatchedAnte.RETURNED]


@quick
@given(random_hands(RETURNING))
def test_of_a_pot_that_one_player_alone_can_win_another_paid_as_much_and_folded(played: RandomHand) -> None:
    """Else it would be no pot: an unmatched bet or ante goes back."""
    state = hand.replay(played.setup, played.actions)
    paid = dict(zip(state.frame.seats, state.paid, strict=True))
    for pot in hand.result(state).pots:
        if len(pot.eligible) == 1:
            (alone,) = pot.eligible
            assert max([cents for seat, cents in paid.items() if seat != alone]) >= paid[alone]


@quick
@given(random_hands())
def test_replay_is_apply_repeated_and_undo_is_replaying_less(played: RandomHand) -> None:
    states = [hand.start(played.setup)]
    for action in played.actions:
        states.append(hand.apply(states[-1], action))
    for count, state in enumerate(states):
        assert hand.view(hand.replay(played.setup, played.actions[:count])) == hand.view(state)


@quick
@given(random_hands())
def test_stored_and_read_back_it_is_the_same_hand(played: RandomHand) -> None:
    assert setup_codec.from_json(setup_codec.to_json(played.setup)) == played.setup
    for action in played.actions:
        assert action_codec.from_json(action_codec.to_json(action)) == action


def accepts(state: State, action: Action) -> bool:
    try:
        hand.apply(state, action)
    except Refusal:
        return False
    return True


@quick
@given(random_hands(), st.data())
def test_legal_is_exactly_what_apply_accepts(played: RandomHand, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(played.actions)))
    state = hand.replay(played.setup, played.actions[:count])
    legal = hand.legal(state)
    for kind in BETTING_KINDS - {Kind.BET, Kind.RAISE}:
        assert accepts(state, Action(kind, legal.seat)) == (
            legal.option(kind) is not None and state.phase is Phase.BETTING
        )
    for kind in (Kind.BET, Kind.RAISE):
        option = legal.option(kind)
        tried = {1, 10, 100, 1_000, 100_000_000}
        if option is not None:
            least, most = option.min_to_cents or 0, option.max_to_cents or 0
            tried |= {least - 1, least, (least + most) // 2, most, most + 1}
        for to in tried:
            inside = option is not None and (option.min_to_cents or 0) <= to <= (option.max_to_cents or 0)
            assert accepts(state, Action(kind, legal.seat, to)) == inside
    for seat in state.frame.seats:
        muck, show = legal.option(Kind.MUCK), legal.option(Kind.SHOW)
        assert accepts(state, Action(Kind.MUCK, seat)) == (muck is not None and seat in muck.seats)
        assert accepts(state, Action(Kind.SHOW, seat, cards=played.hole_cards[seat])) == (
            show is not None and seat in show.seats
        )
    unused = [card for card in range(52) if not state.used >> card & 1]
    board = legal.option(Kind.BOARD)
    for cards in (1, 2, 3, 4):
        assert accepts(state, Action(Kind.BOARD, cards=tuple(unused[:cards]))) == (
            board is not None and board.cards == cards
        )
    for kind in (Kind.RUN_TWICE, Kind.CHOP):
        assert accepts(state, Action(kind)) == (legal.option(kind) is not None)


@quick
@given(random_hands(), st.randoms(use_true_random=False))
def test_the_order_in_which_hands_are_shown_does_not_matter(played: RandomHand, random: Random) -> None:
    shows = [action for action in played.actions if action.kind is Kind.SHOW]
    before = [action for action in played.actions if action.kind not in (Kind.SHOW, Kind.MUCK)]
    state = hand.replay(played.setup, before)
    if state.phase is not Phase.SHOWDOWN:
        return
    waiting = hand.legal(state).option(Kind.SHOW)
    assert waiting is not None
    shows = [Action(Kind.SHOW, seat, cards=played.hole_cards[seat]) for seat in waiting.seats]
    in_order = hand.replay(played.setup, [*before, *shows])
    random.shuffle(shows)
    assert hand.result(hand.replay(played.setup, [*before, *shows])) == hand.result(in_order)


@quick
@given(random_hands())
def test_an_old_state_stays_what_it_was(played: RandomHand) -> None:
    state = hand.start(played.setup)
    for action in played.actions:
        before = hand.view(state)
        after = hand.apply(state, action)
        assert hand.view(state) == before
        state = after
