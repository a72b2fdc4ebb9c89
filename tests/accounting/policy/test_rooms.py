"""What real rooms take, as they publish it: each line is a fact with its source.

Sources: Saarland-Spielbanken, cash-game order (SAAR); Spielbank Hamburg, poker rules III (HH); WSOP Live-Action Rules
2024 r. 27 (WLA); Jackson Rancheria (JK) and Boston Billiard Club (BB) house rules; Ace High bad-beat page (AH);
vegaspoker247 rake table (VP); German poker terms at 21stcenturyairships (21C); a European room's rules, garbled copy
(GP); public card rooms of California (WIKI); PokerAtlas data in a competitor's survey (TC); seed 001 (Spielbank
Wiesbaden; M1).
"""

import pytest

from accounting.policy import rake
from accounting.policy.rake import HandFacts
from accounting.policy.terms import JSON

Terms = dict[str, JSON]


def one_step(from_cents: int, total_cents: int) -> Terms:
    return {"kind": "steps", "steps": [{"from_cents": from_cents, "total_cents": total_cents}]}


WIESBADEN: Terms = {"kind": "fixed", "amount_cents": 500}
SAARLAND_2_4: Terms = {
    "kind": "steps",
    "steps": [{"from_cents": 5_000, "total_cents": 400}, {"from_cents": 20_000, "add_cents": 400}],
}
SAARLAND_5_5 = one_step(10_000, 1_000)
HAMBURG_PL_5_10: Terms = {"kind": "fixed", "amount_cents": 500}
HAMBURG_NL_2_4: Terms = {"kind": "fixed", "amount_cents": 200}
GERMAN_21C: Terms = {
    "kind": "increment", "first_cents": 500, "amount_cents": 500, "per_cents": 10_000, "cap_cents": 2_500,
    "no_flop_no_drop": True,
}  # fmt: skip
WSOP: Terms = {"kind": "percent", "rate_bp": 1_000, "cap_cents": 600, "chip_cents": 100}
# "Over $10" is more than ten.  At 1/2 the big blind has been called once both blinds and a call lie in the pot.
JACKSON: Terms = {
    "kind": "percent", "rate_bp": 1_000, "cap_cents": 400, "min_pot_cents": 1_001, "chip_cents": 100,
    "jackpot": {"fund": "bad-beat", "steps": [{"from_cents": 500, "total_cents": 100}]},
}  # fmt: skip
# Up to 20.00 ten per cent in whole dollars is no more than the dollar on the flop, so one floor says both sentences.
BOSTON: Terms = {
    "kind": "percent", "rate_bp": 1_000, "least_cents": 100, "cap_cents": 500, "chip_cents": 100,
    "no_flop_no_drop": True, "rounding": "down",
}  # fmt: skip
# At 1/2 ten small blinds are 10.00.
ACE_HIGH: Terms = {
    "kind": "fixed", "amount_cents": 0, "chip_cents": 100,
    "jackpot": {
        "fund": "promo", "min_players": 4, "flop_required": True,
        "steps": [{"from_cents": 1_000, "total_cents": 100}, {"from_cents": 2_000, "total_cents": 200}],
    },
}  # fmt: skip
STAGGERED: Terms = {
    "kind": "steps",
    "steps": [{"from_cents": pot, "add_cents": 500} for pot in (1_000, 2_000, 5_000, 9_000)],
}  # fmt: skip
VP_CAPS: JSON = [{"players": 2, "cap_cents": 100}, {"players": 3, "cap_cents": 200}, {"players": 5, "cap_cents": 300}]
VP_2_4: Terms = {"kind": "increment", "amount_cents": 25, "per_cents": 500, "caps": VP_CAPS}
VP_5_10: Terms = {"kind": "increment", "amount_cents": 100, "per_cents": 2_000, "caps": VP_CAPS}
EUROPEAN: Terms = {"kind": "percent", "rate_bp": 500, "cap_cents": 1_500, "no_flop_no_drop": True}
CALIFORNIA: Terms = {"kind": "fixed", "amount_cents": 300}


def facts(pot_cents: int, flop_seen: bool = True, dealt_in: int = 9) -> HandFacts:
    return HandFacts(pot_cents=pot_cents, flop_seen=flop_seen, dealt_in=dealt_in)


@pytest.mark.parametrize(
    ("terms", "hand", "due_cents"),
    [
        pytest.param(WIESBADEN, facts(8_000), 500, id="001: a set fee, taken from the pot"),
        pytest.param(SAARLAND_2_4, facts(4_999), 0, id="SAAR 2/4: nothing below 50"),
        pytest.param(SAARLAND_2_4, facts(5_000), 400, id="SAAR 2/4: 4 once the pot is 50"),
        pytest.param(SAARLAND_2_4, facts(19_999), 400, id="SAAR 2/4: once, however it grows"),
        pytest.param(SAARLAND_2_4, facts(20_000), 800, id="SAAR 2/4: and 4 more at 200"),
        pytest.param(SAARLAND_2_4, facts(500_000), 800, id="SAAR 2/4: and no more"),
        pytest.param(SAARLAND_5_5, facts(9_999), 0, id="SAAR 5/5 and 5/10: nothing below 100"),
        pytest.param(SAARLAND_5_5, facts(10_000), 1_000, id="SAAR 5/5 and 5/10: 10 from 100"),
        pytest.param(HAMBURG_PL_5_10, facts(1_500, flop_seen=False), 500, id="HH PL 5/10: 5 a game"),
        pytest.param(HAMBURG_NL_2_4, facts(60_000), 200, id="HH NL 2/4: 2 a game"),
        pytest.param(GERMAN_21C, facts(2_000, flop_seen=False), 0, id="21C: not before the first betting is over"),
        pytest.param(GERMAN_21C, facts(2_000), 500, id="21C: 5 after the first betting"),
        pytest.param(GERMAN_21C, facts(19_999), 1_000, id="21C: 5 more per full 100"),
        pytest.param(GERMAN_21C, facts(1_000_000), 2_500, id="21C: with a maximum"),
        pytest.param(WSOP, facts(5_500), 500, id="WLA 27: 10 %"),
        pytest.param(WSOP, facts(6_000), 600, id="WLA 27: to 6"),
        pytest.param(WSOP, facts(90_000), 600, id="WLA 27: and no more"),
        pytest.param(JACKSON, facts(1_000), 0, id="JK: over 10"),
        pytest.param(JACKSON, facts(3_900), 300, id="JK: rounding applies"),
        pytest.param(JACKSON, facts(90_000), 400, id="JK: 10 % to 4"),
        pytest.param(BOSTON, facts(500, flop_seen=False), 0, id="BB: no flop, no dollar"),
        pytest.param(BOSTON, facts(500), 100, id="BB: 1 on the flop"),
        pytest.param(BOSTON, facts(1_999), 100, id="BB: still 1 below 20"),
        pytest.param(BOSTON, facts(2_999), 200, id="BB: from 20, 10 % down to the whole dollar"),
        pytest.param(BOSTON, facts(80_000), 500, id="BB: at most 5"),
        pytest.param(STAGGERED, facts(999), 0, id="TC: nothing below 10"),
        pytest.param(STAGGERED, facts(5_000), 1_500, id="TC: third time at 50"),
        pytest.param(STAGGERED, facts(9_000), 2_000, id="TC: fourth time at 90"),
        pytest.param(VP_2_4, facts(1_499, dealt_in=6), 50, id="VP 2/4: 0.25 per full 5"),
        pytest.param(VP_2_4, facts(90_000, dealt_in=2), 100, id="VP: 1 heads-up"),
        pytest.param(VP_2_4, facts(90_000, dealt_in=4), 200, id="VP: 2 for three or four"),
        pytest.param(VP_2_4, facts(90_000, dealt_in=5), 300, id="VP: 3 for five and more"),
        pytest.param(VP_5_10, facts(5_900, dealt_in=10), 200, id="VP 5/10: 1 per full 20"),
        pytest.param(EUROPEAN, facts(20_000), 1_000, id="GP: 5 %"),
        pytest.param(EUROPEAN, facts(40_000), 1_500, id="GP: cap 15"),
        pytest.param(EUROPEAN, facts(40_000, flop_seen=False), 0, id="GP: no flop, no rake"),
        pytest.param(CALIFORNIA, facts(500), 300, id="WIKI: a fixed drop by limit"),
    ],
)
def test_the_room_takes(terms: Terms, hand: HandFacts, due_cents: int) -> None:
    assert rake.due(rake.parse(terms), hand).due_cents == due_cents


@pytest.mark.parametrize(
    ("terms", "hand", "jackpot_cents"),
    [
        pytest.param(JACKSON, facts(300, flop_seen=False), 0, id="JK: not before the big blind is called"),
        pytest.param(JACKSON, facts(500, flop_seen=False), 100, id="JK: 1 after the call of the big blind"),
        pytest.param(ACE_HIGH, facts(999, dealt_in=4), 0, id="AH: nothing below ten small blinds"),
        pytest.param(ACE_HIGH, facts(1_000, dealt_in=4), 100, id="AH: 1 from ten small blinds"),
        pytest.param(ACE_HIGH, facts(2_000, dealt_in=4), 200, id="AH: 2 from 20"),
        pytest.param(ACE_HIGH, facts(2_000, dealt_in=3), 0, id="AH: only if four were dealt in"),
        pytest.param(ACE_HIGH, facts(2_000, flop_seen=False, dealt_in=4), 0, id="AH: and a flop"),
    ],
)
def test_the_players_fund_takes(terms: Terms, hand: HandFacts, jackpot_cents: int) -> None:
    assert rake.due(rake.parse(terms), hand).jackpot_cents == jackpot_cents


def test_time_is_owed_for_each_half_hour_begun_and_nothing_by_the_pot() -> None:
    # WLA 27: collection every 30 minutes, announced; in advance (allcasinoguide procedures).
    terms = rake.parse({"kind": "time", "amount_cents": 600, "period_minutes": 30})
    assert [rake.time_charge(terms, minutes=minutes) for minutes in (0, 1, 30, 31, 90)] == [0, 600, 600, 1_200, 1_800]
    assert rake.due(terms, facts(90_000)).due_cents == 0


def test_a_game_that_pays_from_the_pot_pays_no_time() -> None:
    assert rake.time_charge(rake.parse(WSOP), minutes=90) == 0
