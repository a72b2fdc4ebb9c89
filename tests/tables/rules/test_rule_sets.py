"""Each house rule both ways, and that what was shipped never changes."""

from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.errors import Refusal
from tables.rules import hand, random_hands, rule_sets
from tables.rules.actions import Kind
from tables.rules.rule_sets import (
    RULE_SETS,
    SWITCHES,
    BigBlindAnte,
    HeadsUp,
    MinimumRaise,
    OverRaise,
    PotPreflop,
    Reopening,
    RuleSet,
    ShortBet,
    Straddle,
    rule_set,
    switched,
    words,
)
from tables.rules.setup import Betting, Variant
from tests.tables.rules.scripts import limits, play, refused, table, won

FLOP = "3 call, 1 call, 2 check, board 2c3c4d, "


@pytest.fixture
def house(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Try a house rule: puts one more rule set, `trial/1`, on the shelf."""

    def shelve(**rules: Any) -> str:
        trial = replace(RULE_SETS["house/1"], name="trial", **rules)
        monkeypatch.setattr(rule_sets, "RULE_SETS", MappingProxyType({**RULE_SETS, trial.key: trial}))
        return trial.key

    return shelve


@pytest.mark.parametrize(
    ("reopening", "one_short", "two_short"),
    [
        (Reopening.TDA_CUMULATIVE, None, (320, 990)),
        (Reopening.NEVER, None, None),
        (Reopening.ALWAYS, (240, 990), (320, 990)),
    ],
)
def test_reopening_after_short_all_ins(house: Any, reopening: Reopening, one_short: object, two_short: object) -> None:
    """Bet 100, all-in 140, then 220: neither is a full raise, together they are. May the bettor raise?"""
    rules = house(reopening=reopening)
    one = table([1000, 1000, 150, 1000], rules=rules)
    script = "3 call, 4 call, 1 call, 2 check, board 2c3c4d, 1 bet 100, 2 call, 3 all-in, 4 call"
    assert limits(play(one, script)) == one_short
    two = table([1000, 1000, 150, 230], rules=rules)
    assert limits(play(two, script.removesuffix("call") + "all-in")) == two_short


@pytest.mark.parametrize(("short_bet", "least"), [(ShortBet.ADD, 14), (ShortBet.COMPLETE, 10)])
def test_the_least_raise_over_an_all_in_bet_of_4(house: Any, short_bet: ShortBet, least: int) -> None:
    state = play(table([14, 1000, 1000], rules=house(short_bet=short_bet)), FLOP + "1 all-in")
    assert limits(state) == (least, 990)


def test_after_a_completed_bet_the_next_raise_adds_a_full_one(house: Any) -> None:
    state = play(table([14, 1000, 1000], rules=house(short_bet=ShortBet.COMPLETE)), FLOP + "1 all-in, 2 raise 10")
    assert limits(state) == (20, 990)


def test_completing_a_small_bet_is_a_full_bet_and_a_short_all_in_over_it_is_not(house: Any) -> None:
    script = "3 call, 4 call, 1 call, 2 check, board 2c3c4d, 1 all-in, 2 call, "
    completed = play(
        table([14, 1000, 1000, 1000], rules=house(short_bet=ShortBet.COMPLETE)), script + "3 raise 10, 4 call"
    )
    assert limits(completed) == (20, 990)
    short = play(table([14, 1000, 22, 1000], rules=house(short_bet=ShortBet.ADD)), script + "3 all-in, 4 call")
    assert hand.legal(short).seat == 2
    assert limits(short) is None


@pytest.mark.parametrize(("minimum_raise", "least"), [(MinimumRaise.LAST_RAISE, 38), (MinimumRaise.MINIMUM_BET, 34)])
def test_the_least_re_raise(house: Any, minimum_raise: MinimumRaise, least: int) -> None:
    rules = house(minimum_raise=minimum_raise)
    assert limits(play(table([1000] * 3, rules=rules), FLOP + "1 bet 10, 2 raise 24")) == (least, 990)


@pytest.mark.parametrize(("half_bet_rule", "expected"), [(True, (30, 30)), (False, (20, 20))])
def test_the_half_bet_rule(house: Any, half_bet_rule: bool, expected: tuple[int, int]) -> None:
    """All-in 16 over a limit bet of 10: with the rule it is a full raise, else it is completed to 20."""
    setup = table([1000, 26, 1000], betting=Betting.FIXED_LIMIT, rules=house(half_bet_rule=half_bet_rule))
    assert limits(play(setup, FLOP + "1 bet 10, 2 all-in")) == expected


@pytest.mark.parametrize(("everywhere", "code"), [(True, "raise_capped"), (False, None)])
def test_the_cap_in_no_limit(house: Any, everywhere: bool, code: str | None) -> None:
    state = play(
        table([1000] * 3, rules=house(raise_cap_everywhere=everywhere)),
        FLOP + "1 bet 10, 2 raise 20, 3 raise 30, 1 raise 40",
    )
    if code is None:
        assert limits(state) == (50, 990)
    else:
        assert refused(state, "2 raise 50").code == code


@pytest.mark.parametrize(("keeps", "expected"), [(True, None), (False, (50, 50))])
def test_a_third_who_is_all_in_keeps_the_cap_on_or_not(
    house: Any, keeps: bool, expected: tuple[int, int] | None
) -> None:
    """WLA 127 lifts the cap for a round that starts heads-up.

    WLA 126 and Robert's Rules, "Betting and raising" 3, have it only in "a pot involving three or more" players "who
    are not all-in".
    """
    setup = table([1000, 1000, 10], betting=Betting.FIXED_LIMIT, rules=house(all_in_keeps_cap=keeps))
    state = play(setup, FLOP.replace("3 call", "3 all-in") + "1 bet 10, 2 raise 20, 1 raise 30, 2 raise 40")
    assert limits(state) == expected
    if keeps:
        assert refused(state, "1 raise 50").code == "raise_capped"


@pytest.mark.parametrize("key", ["house/1", "house/2", "wsop-live/2"])
def test_a_fold_within_the_round_does_not_lift_the_cap(key: str) -> None:
    """WLA 127: "becomes heads-up during the middle of the round the raise maximum still applies"."""
    setup = table([1000] * 3, betting=Betting.FIXED_LIMIT, rules=key, cap=3)
    state = play(setup, FLOP + "1 bet 10, 2 raise 20, 3 fold, 1 raise 30, 2 raise 40")
    assert refused(state, "1 raise 50").code == "raise_capped"


class TestTheCapWithinARound:
    """Robert's Rules, "Betting and raising" 4, where a house switches to it (S10).

    "Unlimited raising is allowed in heads-up play.  This applies any time the action becomes heads-up before the
    raising has been capped.  Once the raising is capped on a betting round, it cannot be uncapped by a subsequent fold
    that leaves two players heads-up."
    """

    RULES = "house/2;cap_lifted_in_round=yes"

    def limits_after(self, script: str, stacks: tuple[int, ...] = (1000, 1000, 1000), rules: str = RULES) -> object:
        return limits(play(table(stacks, betting=Betting.FIXED_LIMIT, rules=rules), FLOP + script))

    def test_a_fold_before_the_cap_lifts_it(self) -> None:
        assert self.limits_after("1 bet 10, 2 raise 20, 3 fold, 1 raise 30, 2 raise 40") == (50, 50)
        assert self.limits_after("1 bet 10, 2 raise 20, 3 raise 30, 1 fold, 2 raise 40, 3 raise 50") == (60, 60)

    def test_a_fold_after_it_does_not(self) -> None:
        assert self.limits_after("1 bet 10, 2 raise 20, 3 raise 30, 1 raise 40, 2 fold") is None

    def test_before_the_flop_too(self) -> None:
        setup = table([1000] * 3, betting=Betting.FIXED_LIMIT, rules=self.RULES)
        assert limits(play(setup, "3 fold, 1 raise 20, 2 raise 30, 1 raise 40")) == (50, 50)

    def test_three_players_keep_it(self) -> None:
        assert self.limits_after("1 bet 10, 2 raise 20, 3 raise 30, 1 raise 40") is None

    def test_an_all_in_leaves_two_unless_all_in_players_keep_it(self) -> None:
        """The second version of the shipped sets counts players "who are not all-in", as WLA 126 says."""
        script, stacks = "1 bet 10, 2 raise 20, 3 all-in, 1 raise 40, 2 raise 50", (1000, 1000, 40)
        assert self.limits_after(script, stacks) == (60, 60)
        kept = "house/2;all_in_keeps_cap=yes;cap_lifted_in_round=yes"
        assert self.limits_after(script.removesuffix(", 2 raise 50"), stacks, kept) is None


@pytest.mark.parametrize(
    ("order", "blind", "dead"),
    [(BigBlindAnte.BLIND_FIRST, 10, 4), (BigBlindAnte.ANTE_FIRST, 4, 10)],
)
def test_a_big_blind_who_cannot_pay_both_pays_the_blind_or_the_ante_first(
    house: Any, order: BigBlindAnte, blind: int, dead: int
) -> None:
    """TDA 2024 RP-11: "the big blind ante format (BBA) with big-blind-first calculation is recommended"."""
    setup = table([1000, 14, 1000], ante=10, big_blind_ante=True, rules=house(big_blind_ante=order))
    state = play(setup)
    position = state.frame.position[2]
    assert (state.bet[position], state.dead[position], state.price) == (blind, dead, 10)
    # What the short big blind can win of each other is what they have in as a blind.
    called = play(setup, "3 call, 1 call")
    assert called.pot == 10 + 10 + 14


@pytest.mark.parametrize("key", ["house/1", "tda/1", "wsop-live/1"])
def test_tda_and_wsop_print_the_big_blind_before_its_ante(key: str) -> None:
    """TDA 2024 RP-11; WSOP, announcement of 2019: "the Big Blind will be paid first, followed by the ante"."""
    assert rule_set(key).big_blind_ante is BigBlindAnte.BLIND_FIRST


@pytest.mark.parametrize(
    ("way", "button_posts", "first", "first_later"),
    [
        (HeadsUp.BUTTON_POSTS_SMALL, 5, 2, 1),
        (HeadsUp.LEFT_OF_BUTTON_POSTS_SMALL, 10, 1, 1),
    ],
)
def test_two_players(house: Any, way: HeadsUp, button_posts: int, first: int, first_later: int) -> None:
    """Seat 2 has the button.  TDA 34 B: it "acts first pre-flop and last on all other betting rounds"."""
    setup = table([1000] * 2, rules=house(heads_up=way))
    state = play(setup)
    assert setup.button_seat == 2
    assert {seat.seat: seat.bet_cents for seat in hand.view(state).seats}[2] == button_posts
    assert hand.legal(state).seat == first
    flop = play(setup, f"{first} call, {3 - first} check, board 2c3c4d")
    assert hand.legal(flop).seat == first_later


@pytest.mark.parametrize(
    ("way", "after_nothing", "after_big_blind"),
    [(PotPreflop.EXACT, 35, 105), (PotPreflop.SMALL_BLIND_AS_BIG, 40, 120)],
)
def test_pot_limit_small_blind_exact_or_as_a_big_one(
    house: Any, way: PotPreflop, after_nothing: int, after_big_blind: int
) -> None:
    """WLA 187: 5/10 is opened to 35 or 40; counted so until the big blind has acted."""
    setup = table([1000] * 3, betting=Betting.POT_LIMIT, rules=house(pot_preflop=way))
    least, most = limits(play(setup)) or (0, 0)
    assert (least, most) == (20, after_nothing)
    _least, most = limits(play(setup, f"3 raise {after_nothing}, 1 fold")) or (0, 0)
    _least, most_of_big_blind = limits(play(setup, "3 call, 1 call")) or (0, 0)
    assert most_of_big_blind == 10 + 30  # the small blind has called: nothing is counted twice
    own_and_pot = after_nothing * 2 - 10 + after_nothing + 15
    assert most == own_and_pot + (5 if way is PotPreflop.SMALL_BLIND_AS_BIG else 0)
    assert after_big_blind <= most


@pytest.mark.parametrize(("counts", "most"), [(True, 35), (False, 29)])
def test_pot_limit_with_a_short_blind(house: Any, counts: bool, most: int) -> None:
    setup = table([1000, 4, 1000], betting=Betting.POT_LIMIT, rules=house(pot_counts_full_blinds=counts))
    assert limits(play(setup)) == (20, most)


@pytest.mark.parametrize(("counts", "most"), [(True, 45), (False, 35)])
def test_pot_limit_with_dead_money(house: Any, counts: bool, most: int) -> None:
    setup = table(
        [1000] * 3, betting=Betting.POT_LIMIT, ante=10, big_blind_ante=True, rules=house(pot_counts_dead_money=counts)
    )
    assert limits(play(setup)) == (20, most)


def test_an_over_raise_is_a_call_where_the_house_says_so(house: Any) -> None:
    setup = table([1000, 100, 1000], rules=house(over_raise=OverRaise.CALL))
    state = play(setup, "3 fold, 1 raise 50, 2 all-in")
    assert limits(state) is None
    assert refused(state, "1 raise 1000").code == "nobody_to_raise"
    option = hand.legal(state).option(Kind.ALL_IN)
    assert option is not None
    assert option.call_cents == 50
    called = play(setup, "3 fold, 1 raise 50, 2 all-in, 1 all-in")
    assert {seat.seat: seat.stack_cents for seat in hand.view(called).seats}[1] == 900


@pytest.mark.parametrize(
    ("way", "expected"), [(OverRaise.ACCEPT_AND_RETURN, (115, 1000)), (OverRaise.ACCEPT_IF_OPEN, None)]
)
def test_an_over_raise_by_a_player_whose_betting_is_closed(house: Any, way: OverRaise, expected: object) -> None:
    """All-in 75 over a call of 40; `house/1` took any raise that is returned whole, as its hands are replayed."""
    setup = table([1000, 1000, 1000, 75], blinds=(20, 40), rules=house(over_raise=way))
    assert limits(play(setup, "3 call, 4 all-in, 1 fold, 2 fold")) == expected


@pytest.mark.parametrize(("full_price", "call"), [(True, 10), (False, 5)])
def test_the_price_of_a_short_big_blind(house: Any, full_price: bool, call: int) -> None:
    state = play(table([1000, 4, 1000], rules=house(short_blind_full_price=full_price)))
    option = hand.legal(state).option(Kind.CALL)
    assert option is not None
    assert option.call_cents == call


def test_all_in_hands_may_be_mucked_where_nothing_must_be_opened(house: Any) -> None:
    script = "3 all-in, 1 fold, 2 call"
    strict = play(table([1000, 1000, 100]), script)
    assert refused(strict, "2 muck").code == "hands_open"
    free = play(table([1000, 1000, 100], rules=house(all_in_opens=False)), script + ", 2 muck")
    assert won(hand.result(free)) == {3: 205}


@pytest.mark.parametrize(("sets_minimum", "least"), [(True, 40), (False, 30)])
def test_the_least_raise_over_a_straddle(house: Any, sets_minimum: bool, least: int) -> None:
    """WLA 162: to three big blinds; elsewhere by the straddle."""
    setup = table([1000] * 4, straddles={3: Straddle.UNDER_THE_GUN}, rules=house(straddle_sets_minimum=sets_minimum))
    assert limits(play(setup)) == (least, 1000)


def test_a_button_straddle_acts_last_and_the_small_blind_first() -> None:
    setup = table([1000] * 4, straddles={4: Straddle.BUTTON}, rules="wsop-live/1")
    assert hand.legal(play(setup)).seat == 1
    assert hand.legal(play(setup, "1 call, 2 call, 3 call")).seat == 4


def test_a_raise_says_its_amount() -> None:
    assert refused(play(table([1000] * 3)), "3 raise").code == "amount_missing"


SEEDS: dict[str, object] = {
    "dead_button": False,
    "heads_up": "left_of_button_posts_small",
    "straddles": frozenset(),
}
#: What differs from the house's own rules, as shipped.  A line here is never edited: a new version gets a new line.
SHIPPED: dict[str, dict[str, object]] = {
    "house/1": {},
    "seed-000/1": {**SEEDS},
    "wiesbaden/1": {**SEEDS, "showdown_order": "left_of_button"},
    "seed-003/1": {
        **SEEDS,
        "showdown_order": "left_of_last_caller",
        "minimum_raise": "minimum_bet",
        "raise_cap_everywhere": True,
        "cap_lifted_heads_up": False,
    },
    "pokerstars/1": {"short_bet": "complete", "tax_from": "by_size"},
    "pokerstars/2": {"short_bet": "complete", "tax_from": "as_due", "run_it_twice": True},
    "wsop-live/1": {
        "raise_cap": 4,
        "pot_preflop": "small_blind_as_big",
        "straddles": frozenset({"under_the_gun", "button"}),
        "straddle_sets_minimum": False,
        "run_it_twice": True,
        "new_player": "free",
    },
    "tda/1": {"cap_lifted_heads_up": False, "straddles": frozenset()},
}
#: The second version of each but PokerStars differs from the first in this.
SECOND: dict[str, object] = {
    "half_bet_raise": "above_all_in",
    "over_raise": "accept_if_open",
    "all_in_keeps_cap": False,
}
SHIPPED |= {
    f"{key.removesuffix('/1')}/2": {**own, **SECOND} for key, own in SHIPPED.items() if not key.startswith("pokerstars")
}
SHIPPED["wsop-live/2"]["blind_chop"] = True  # WLA 67
#: The third differs from the second in this alone.
THIRD: dict[str, object] = {"unmatched_ante": "returned", "run_twice_counts_stub": True}
SHIPPED |= {
    f"{key.removesuffix('/2')}/3": {**own, **THIRD}
    for key, own in SHIPPED.items()
    if key.endswith("/2") and not key.startswith("pokerstars")
}
HOUSE_1: dict[str, object] = {
    "reopening": "tda_cumulative",
    "short_bet": "add",
    "minimum_raise": "last_raise",
    "half_bet_rule": True,
    "half_bet_raise": "whole_bets",
    "raise_cap": 3,
    "raise_cap_everywhere": False,
    "cap_lifted_heads_up": True,
    "cap_lifted_in_round": False,
    "all_in_keeps_cap": True,
    "pot_preflop": "exact",
    "pot_counts_full_blinds": True,
    "pot_counts_dead_money": True,
    "over_raise": "accept_and_return",
    "unmatched_ante": "stays",
    "odd_chip": "one_each",
    "tax_from": "main_first",
    "showdown_order": "last_aggressor",
    "straddles": frozenset({"under_the_gun"}),
    "straddle_sets_minimum": True,
    "run_it_twice": False,
    "run_twice_counts_stub": False,
    "blind_chop": False,
    "all_in_opens": True,
    "short_blind_full_price": True,
    "dead_button": True,
    "heads_up": "button_posts_small",
    "big_blind_ante": "blind_first",
    "missed_blinds": "post_or_wait",
    "new_player": "post_or_wait",
}


def test_shipped_rule_sets_never_change() -> None:
    """Hands of years ago are replayed under them."""
    assert set(SHIPPED) == set(RULE_SETS)
    for key, own in SHIPPED.items():
        for field, value in {**HOUSE_1, **own}.items():
            assert getattr(rule_set(key), field) == value, (key, field)


def test_every_rule_is_pinned() -> None:
    assert {"name", "version", "switched", *HOUSE_1} == set(RuleSet.__dataclass_fields__)


class TestSwitches:
    """A house switches single rules of a shipped set; the key says which."""

    @given(st.data())
    def test_the_key_alone_gives_the_rules_back(self, data: st.DataObject) -> None:
        base = data.draw(st.sampled_from(sorted(RULE_SETS)))
        names = data.draw(st.lists(st.sampled_from(sorted(SWITCHES)), unique=True))
        wanted = {name: data.draw(st.sampled_from(sorted(SWITCHES[name]))) for name in names}
        found = switched(base, wanted)
        assert rule_set(found.key) == found
        assert {name: words(found)[name] for name in wanted} == wanted
        assert len(found.key) <= 1_000
        unnamed = SWITCHES.keys() - wanted.keys()
        assert all(getattr(found, name) == getattr(RULE_SETS[base], name) for name in unnamed)

    def test_every_rule_may_be_switched_to_everything_the_engine_knows(self) -> None:
        for name, values in SWITCHES.items():
            for word in values:
                assert words(switched("house/1", {name: word}))[name] == word

    def test_what_is_so_already_is_no_switch(self) -> None:
        assert switched("house/1", {"dead_button": "yes"}) == RULE_SETS["house/1"]

    @pytest.mark.parametrize(
        "key",
        [
            "house/1;", "house/9;odd_chip=all_to_first", "house/1;odd_chip", "house/1;odd_chip=heads",
            "house/1;name=x", "house/1;odd_chip=one_each",  # as shipped
            "house/1;run_it_twice=yes;odd_chip=all_to_first",  # not in order
        ],
    )  # fmt: skip
    def test_no_other_key_names_rules(self, key: str) -> None:
        with pytest.raises(Refusal, match="unknown_rule_set"):
            rule_set(key)

    @pytest.mark.parametrize("switch", [{"odd_chips": "all_to_first"}, {"odd_chip": "heads"}, {"version": "2"}])
    def test_unknown_switches_are_refused(self, switch: dict[str, str]) -> None:
        with pytest.raises(Refusal, match="unknown_switch"):
            switched("house/1", switch)

    @given(st.integers(0, 2**32), st.data())
    @settings(max_examples=40)
    def test_hands_are_played_under_any_of_them(self, seed: int, data: st.DataObject) -> None:
        """The engine checks at every step that no chip is made or lost."""
        names = data.draw(st.lists(st.sampled_from(sorted(SWITCHES)), unique=True, max_size=6))
        wanted = {name: data.draw(st.sampled_from(sorted(SWITCHES[name]))) for name in names}
        chance = Random(seed)
        setup = random_hands.random_setup(
            chance,
            variant=chance.choice([Variant.TEXAS, Variant.OMAHA]),
            betting=chance.choice(list(Betting)),
            rule_set_key=switched("house/1", wanted).key,
        )
        played = random_hands.play(chance, setup)
        state = hand.replay(played.setup, played.actions)
        assert sum(state.stack) + state.pot == sum(seat.stack_cents for seat in setup.seats)
