"""A cash game over the evening, over HTTP (S4, S6, S7, S9; seed 000)."""

from datetime import timedelta

import pytest

from casino import house_time
from tests.api_client import Api, everything, problem
from tests.tables.floor.api.terms_story import an_evening_with_terms


@pytest.fixture
def larger(evening):
    return evening.game(small_blind_cents=200, big_blind_cents=400, min_buy_in_cents=8_000)


def test_the_whole_of_it(evening, floor):
    def right(operation, answer):
        assert answer.status_code in (200, 201), (operation, answer.content)
        return answer.json()

    table = an_evening_with_terms(evening, right)
    steps = floor.get("stake-steps/", table=table).json()["results"]
    assert sorted((row["after_hands"], row["state"]) for row in steps) == [
        (20, "planned"), (30, "cancelled"), (60, "cancelled"),
    ]  # fmt: skip
    (change,) = floor.get("game-changes/", table=table).json()["results"]
    assert (change["from_hand"], change["by"], change["step"]) == (1, evening.floor.pk, None)
    (opening,) = (row for row in floor.get("planned-openings/", table=table).json()["results"] if row["session"])
    shown = floor.get(f"tables/{table}/").json()
    assert shown["session"]["ends_at"] == opening["ends_at"]
    assert [seat["leaves_at"] for seat in shown["seats"]] == [None, opening["starts_at"]]
    assert shown["session"]["last_hands_left"] is None


def test_the_stake_goes_up_with_the_next_hand(evening, floor, dealer, seated, larger):
    body = {"version": evening.version(seated), "game": larger.pk, "after_hands": 1}
    floor.post(f"tables/{seated}/plan-stake/", body)
    for expected in (None, larger.pk):
        hand = dealer.post(f"tables/{seated}/hands/", {"version": evening.version(seated)}).json()
        assert expected in (None, hand["game"])
        for version in (1, 2):
            dealer.post(f"hands/{hand['id']}/actions/", {"version": version, "kind": "fold"})
        dealer.post(f"hands/{hand['id']}/settle/", {"version": 3})
    (change,) = floor.get("game-changes/", table=seated).json()["results"]
    assert (change["from_hand"], change["by"]) == (2, None)


def test_what_is_refused(evening, floor, dealer, seated, larger):
    before = everything()
    version = evening.version(seated)
    at = f"tables/{seated}"
    step = {"version": version, "game": larger.pk, "after_hands": 5}
    assert problem(dealer.post(f"{at}/plan-stake/", step)) == (403, "not_allowed")
    assert problem(floor.post(f"{at}/plan-stake/", step | {"after_minutes": 5})) == (400, "step_malformed")
    assert problem(floor.post(f"{at}/plan-stake/", step | {"version": 1})) == (409, "stale")
    assert problem(floor.post(f"{at}/stake-steps/4711/cancel/", {"version": version})) == (404, "no_such_step")
    assert problem(floor.post(f"{at}/play-on/", {"version": version})) == (422, "last_hands_not_announced")
    past = {"version": version, "ends_at": (house_time.now() - timedelta(hours=1)).isoformat()}
    assert problem(floor.post(f"{at}/plan-end/", past)) == (422, "end_out_of_range")
    assert everything() == before


def test_a_bomb_pot_is_called_and_dealt(evening, floor, dealer, seated):
    at = f"tables/{seated}"
    refused = floor.post(f"{at}/bomb-pot/", {"version": evening.version(seated)})
    assert problem(refused) == (422, "no_bomb_pots")
    game = evening.game(bomb_pot_ante_cents=500, bomb_pot_boards=2)
    floor.post(f"{at}/change-game/", {"version": evening.version(seated), "game": game.pk})
    assert problem(dealer.post(f"{at}/bomb-pot/", {"version": evening.version(seated)})) == (403, "not_allowed")
    called = floor.post(f"{at}/bomb-pot/", {"version": evening.version(seated)}).json()
    assert called["session"]["bomb_pot"] == {"ante_cents": 500, "boards": 2, "cause": "called"}
    back = floor.post(f"{at}/no-bomb-pot/", {"version": called["version"]}).json()
    assert back["session"]["bomb_pot"] is None
    floor.post(f"{at}/bomb-pot/", {"version": back["version"]})
    hand = dealer.post(f"{at}/hands/", {"version": evening.version(seated)}).json()
    assert (hand["bomb_pot"], hand["boards"], hand["phase"]) == (True, ["", ""], "board")
    assert floor.get(f"{at}/").json()["session"]["bomb_pot"] is None


def test_after_the_last_hand_none_begins(evening, floor, dealer, seated):
    floor.post(f"tables/{seated}/last-hands/", {"version": evening.version(seated), "hands": 1})
    hand = dealer.post(f"tables/{seated}/hands/", {"version": evening.version(seated)}).json()
    for version in (1, 2):
        dealer.post(f"hands/{hand['id']}/actions/", {"version": version, "kind": "fold"})
    dealer.post(f"hands/{hand['id']}/settle/", {"version": 3})
    refused = dealer.post(f"tables/{seated}/hands/", {"version": evening.version(seated)})
    assert problem(refused) == (422, "last_hand_played")


def test_a_game_says_its_chips_and_its_re_buys(evening, floor):
    game = evening.game()
    terms = {"chip_set": {"500": 4, "100": 20}, "rebuy_at_cents": 2_000, "last_hands": 5}
    answer = floor.patch(f"games/{game.pk}/", terms)
    assert answer.status_code == 200, answer.content
    found = answer.json()
    assert {name: found[name] for name in terms} == terms
    assert (found["rebuy_allowed"], found["rebuy_cents"]) == (True, None)
    assert problem(floor.patch(f"games/{game.pk}/", {"chip_set": {"100": 1}})) == (422, "chip_set_differs")
    assert Api(evening.dealer).get(f"games/{game.pk}/").json()["chip_set"] == terms["chip_set"]


@pytest.mark.parametrize(("terms", "usual_cents"), [({}, 4_000), ({"rebuy_cents": 6_000}, 6_000)])
def test_s6_a_top_up_without_an_amount_is_the_games_re_buy(evening, floor, terms, usual_cents):
    """Seed 000: "the same amount for a re-buy as for the buy-in"; another where the game names it."""
    table = evening.table(evening.game(**terms))
    evening.sit(table, 9_000, 9_000)
    answer = floor.post(f"tables/{table}/seats/1/top-up/", {"version": evening.version(table)})
    assert answer.status_code == 200, answer.content
    assert [seat["stack_cents"] for seat in answer.json()["seats"]] == [9_000 + usual_cents, 9_000]


def test_s6_a_re_buy_that_leads_above_the_maximum_is_refused_without_an_amount_too(evening, floor):
    table = evening.table(evening.game(max_buy_in_cents=12_000))
    evening.sit(table, 9_000, 9_000)
    before = everything()
    answer = floor.post(f"tables/{table}/seats/1/top-up/", {"version": evening.version(table)})
    assert problem(answer) == (422, "above_maximum_buy_in")
    assert answer.json()["facts"]["most_cents"] == 3_000
    assert everything() == before
