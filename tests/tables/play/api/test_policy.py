"""The policy simulator and the posted rules over HTTP."""

from datetime import timedelta

import pytest

from accounting.models import ScheduleVersion
from accounting.rake.services import schedules
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tests.api_client import Api, everything, problem
from tests.builders import FIVE_PERCENT, user
from tests.deciding import looking

FIXED = {"kind": "fixed", "amount_cents": 200}


@pytest.fixture
def played(evening):
    """Two hands by their outcome: 5 % of 73 euros, and none of 9 without a flop."""
    table = evening.table(evening.game(name="Keyed", recording="summary"))
    evening.sit(table, 40_000, 40_000, 40_000)
    for pot_cents, flop_seen in ((7_300, True), (900, False)):
        recording.record_summary(
            table_id=table,
            version=evening.version(table),
            summary=Summary(pot_cents=pot_cents, flop_seen=flop_seen, dealt_in=3),
            actor=evening.dealer,
        )
    return evening


def test_booked_hands_under_other_terms(played, manager):
    before = everything(), ScheduleVersion.objects.count()
    day = str(played.day.date)
    answer = manager.post("rake-schedules/simulate/", {"terms": FIXED, "from": day, "to": day}, key=None)
    assert answer.status_code == 200, answer.content
    found = answer.json()
    total = {
        "hands": 2, "affected": 2, "due_cents": 300, "proposed_cents": 400, "difference_cents": 100,
        "jackpot_cents": 0, "proposed_jackpot_cents": 0,
    }  # fmt: skip
    assert found["total"] == total
    assert [(band["from_cents"], band["below_cents"], band["hands"]) for band in found["by_band"]] == [
        (0, 5_000, 1), (5_000, 10_000, 1), (10_000, 20_000, 0), (20_000, 50_000, 0), (50_000, None, 0),
    ]  # fmt: skip
    assert found["by_game"] == [{"game": "Keyed", **total}]
    assert found["by_day"] == [{"day": day, **total}]
    assert (found["from"], found["to"], found["table_hours"], found["pays_by_time"]) == (day, day, 1, False)
    assert (everything(), ScheduleVersion.objects.count()) == before


def test_what_cannot_be_simulated(played, manager):
    for body, status, code in (
        ({}, 400, "malformed"),
        ({"terms": {"kind": "lottery"}}, 400, "bad_terms"),
        ({"terms": FIXED, "from": "20261121"}, 400, "malformed"),
        ({"terms": FIXED, "from": "2026-11-21", "to": "2026-11-20"}, 400, "bad_period"),
        ({"terms": FIXED, "from": "2020-11-21", "to": "2026-11-20"}, 400, "period_too_long"),
        ({"terms": FIXED, "schedule": 4711}, 404, "no_such_schedule"),
        ({"terms": FIXED, "house": 4711}, 404, "no_such_house"),
    ):
        assert problem(manager.post("rake-schedules/simulate/", body)) == (status, code), body
    dealer = Api(user("dealer", "other"))
    assert problem(dealer.post("rake-schedules/simulate/", {"terms": FIXED})) == (403, "not_allowed")


def test_the_rules_of_a_game(evening, dealer):
    game = evening.game(name="NLHE 1/2", max_buy_in_cents=40_000)
    sheet = dealer.get(f"games/{game.pk}/rules/").json()
    assert sheet["about_tax"][:3] == [
        "The rake is 5 % of the pot.",
        "It is rounded down to whole chips of 1.00.",
        "It is never more than 15.00.",
    ]
    assert "The blinds are 1.00 and 2.00." in sheet["about_game"]
    assert "The buy-in must be between 40.00 and 400.00." in sheet["about_game"]
    assert "The number of raises is not limited." in sheet["about_game"]
    assert sheet["about_house"][1:] == [
        "The usual tip is 1 % of the pot.",
        "House decisions cannot be challenged.",
    ]
    worked = {example["pot_cents"]: example["due_cents"] for example in sheet["examples"]}
    assert (worked[2_000], worked[10_000], worked[100_000]) == (100, 500, 1_500)
    assert (sheet["version"], sheet["schedule"], sheet["approved_by"]) == (1, "Taxe", str(evening.second_manager))
    assert problem(dealer.get("games/4711/rules/")) == (404, "not_found")


def test_the_rules_of_a_game_against_the_house(evening, dealer):
    """Seed `002`, in the same shape: no tax, but what a winning bet is paid."""
    game = evening.banked_game(name="Easy")
    among_guests = dealer.get(f"games/{evening.game().pk}/rules/").json()
    sheet = dealer.get(f"games/{game.pk}/rules/").json()
    assert set(sheet) == set(among_guests)
    assert (sheet["game"], sheet["name"], sheet["currency"]) == (game.pk, "Easy", "EUR")
    assert {
        "The ante for a box must be between 5.00 and 100.00.",
        "Before the flop a box bets 1× or folds.",
        "The dealer plays with any hand.",
        "After a misdeal the cards are shuffled and dealt again; all bets stand.",
    } <= set(sheet["about_game"] + sheet["about_play"])
    assert sheet["pay_tables"][0] == {
        "bet": "ante",
        "lines": [{"hand": "straight or better", "odds": "1 : 1"}, {"hand": "any other hand that wins", "odds": None}],
    }
    assert among_guests["pay_tables"] == sheet["about_tax"] == sheet["examples"] == []
    assert sheet["about_ranking"][-2] == "One pair: two cards of the same rank. For example: two kings."
    assert [sheet[name] for name in ("schedule", "version", "valid_from", "approved_by")] == [None] * 4
    assert sheet["about_house"][-1] == "House decisions cannot be challenged."


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("house/1", "With two players, the one with the button posts the small blind."),
        ("wiesbaden/1", "Even with two players, the first one left of the button posts the small blind."),
    ],
)
def test_the_rules_say_who_posts_the_small_blind_of_two(evening, dealer, rules, said):
    assert said in dealer.get(f"games/{evening.game(rule_set=rules).pk}/rules/").json()["about_game"]


def test_the_rules_are_those_in_force_not_those_proposed(evening, dealer):
    game = evening.game()
    before = dealer.get(f"games/{game.pk}/rules/").json()
    change = schedules.publish(
        house_id=evening.house.pk,
        name="Taxe",
        terms=FIVE_PERCENT | {"rate_bp": 700},
        valid_from=evening.day.opened_at + timedelta(days=30),
        actor=evening.manager,
    )
    assert dealer.get(f"games/{game.pk}/rules/").json() == before
    looking(schedules.approve)(version_id=change.pk, actor=evening.second_manager)
    assert dealer.get(f"games/{game.pk}/rules/").json() == before


def test_a_limit_game_says_its_bets_and_its_raises(evening, dealer):
    game = evening.game(betting="fixed_limit", raise_cap=4, ante_cents=100, straddle=True)
    said = dealer.get(f"games/{game.pk}/rules/").json()["about_game"]
    assert "Fixed-limit: bets and raises are 2.00 until the flop and 4.00 from the turn on." in said
    assert "In each betting round there can be up to 4 raises after the bet." in said
    assert "Each player puts in an ante of 1.00." in said
    assert "A straddle is allowed." in said
