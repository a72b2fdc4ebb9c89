"""Schedules of every kind and hands of every sort, drawn by chance, for laws that hold for all of them."""

from dataclasses import replace
from itertools import accumulate

from hypothesis import strategies as st

from accounting.money import Rounding
from accounting.policy import terms as written
from accounting.policy.rake import HandFacts
from accounting.policy.terms import Charge, Fixed, Increment, Jackpot, Percent, PlayersCap, Steps, Terms, Time

amounts = st.integers(1, 5_000)
chips = st.sampled_from([1, 25, 50, 100, 500])


@st.composite
def _steps(draw: st.DrawFn) -> Steps:
    gaps = draw(st.lists(st.integers(1, 20_000), min_size=1, max_size=5))
    steps: list[written.Step] = []
    due_cents = 0
    for from_cents in accumulate(gaps):
        more_cents = draw(amounts)
        due_cents += more_cents
        total = draw(st.booleans())
        steps.append(
            written.Step(from_cents, total_cents=due_cents) if total else written.Step(from_cents, add_cents=more_cents)
        )
    return Steps(tuple(steps))


@st.composite
def _caps(draw: st.DrawFn) -> tuple[PlayersCap, ...]:
    if draw(st.booleans()):
        return ()
    players = sorted({2, *draw(st.sets(st.integers(3, 10), max_size=3))})
    totals = list(accumulate(draw(st.lists(amounts, min_size=len(players), max_size=len(players)))))
    return tuple(PlayersCap(n, cap_cents) for n, cap_cents in zip(players, totals, strict=True))


charges: st.SearchStrategy[Charge] = st.one_of(
    st.builds(Percent, st.integers(1, 10_000), st.sampled_from([0, 100])),
    _steps(),
    st.builds(Increment, amounts, st.integers(1, 20_000), st.sampled_from([0, 500])),
    st.builds(Fixed, st.integers(0, 5_000)),
)
jackpots = st.builds(Jackpot, st.sampled_from(["promo", "bad-beat"]), _steps(), st.integers(2, 6), st.booleans())
pot_terms = st.builds(
    Terms,
    charges,
    cap_cents=st.none() | st.integers(500, 20_000),
    caps=_caps(),
    min_pot_cents=st.sampled_from([0, 1, 1_000]),
    no_flop_no_drop=st.booleans(),
    bomb_pots_free=st.booleans(),
    rounding=st.sampled_from(list(Rounding)),
    chip_cents=chips,
    base_includes_uncalled=st.booleans(),
    jackpot=st.none() | jackpots,
)
time_terms = st.builds(Terms, st.builds(Time, amounts, st.integers(1, 1_440)), jackpot=st.none() | jackpots)
terms = pot_terms | time_terms
hands = st.builds(
    HandFacts,
    pot_cents=st.integers(0, 5_000_000),
    flop_seen=st.booleans(),
    dealt_in=st.integers(2, 10),
    uncalled_cents=st.integers(0, 100_000),
    bomb_pot=st.booleans(),
).map(lambda hand: replace(hand, flop_seen=hand.flop_seen or hand.bomb_pot))
