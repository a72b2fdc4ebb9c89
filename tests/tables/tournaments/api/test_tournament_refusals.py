"""What a tournament refuses over HTTP: a stable code, the right status, and nothing changed."""

import pytest

from tables.models import Entrant
from tests import builders, databases
from tests.api_client import Api, problem
from tests.builders import Evening, balances
from tests.tables.tournaments.api.tournament_commands import NEW
from tests.tables.tournaments.api.tournament_rows import whole
from tests.tables.tournaments.api.tournament_story import SET, Story
from tests.tables.tournaments.tournament import EURO


def announced() -> Story:
    """Registration is open; nobody has entered."""
    story = Story(builders.evening())
    story.announce()
    return story


built, story = databases.shared(announced)


@pytest.fixture
def evening(story: Story) -> Evening:
    return story.evening


LIMIT = {
    "name": "limit", "betting": "fixed_limit", "chips": [{"worth": 25}],
    "items": [{"minutes": 20, "small_blind": 25, "big_blind": 50, "small_bet": 100, "big_bet": 200}],
}  # fmt: skip
"""A structure whose big blind is below its minimum bet (S3)."""


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({"code": "TURM"}, (422, "tournament_code_taken")),
        ({"code": "a/b"}, None),
        ({"structure": {"name": "x"}}, (400, "bad_terms")),
        ({"structure": NEW["structure"] | {"colour": 1}}, (400, "bad_terms")),
        ({"structure": "evening/1"}, (400, "malformed")),
        ({"structure": NEW["structure"] | {"items": []}}, None),
        ({"structure": LIMIT}, (422, "big_blind_below_minimum_bet")),
        ({"buy_in_cents": -1}, (400, "malformed")),
        ({"seats_per_table": 99}, (400, "malformed")),
        ({"payout_unit_cents": 0}, (400, "malformed")),
        ({"bounty_paid_bp": 10_001}, (400, "malformed")),
        ({"starts_at": "2030-11-27T20:00:00"}, (400, "malformed")),
        ({"chip_set": {"7": 3}}, (422, "denomination_unknown")),
        ({"final": 4711}, (404, "no_such_tournament")),
        ({"house": 4711}, (404, "no_such_house")),
        ({"name": " "}, (400, "malformed")),
    ],
)
def test_what_cannot_be_played_is_not_announced(story: Story, change, expected) -> None:
    before = whole()
    answer = story.floor.post("tournaments/", NEW | change)
    if expected is None:
        assert problem(answer)[0] in {400, 422}
    else:
        assert problem(answer) == expected
    assert whole() == before


def test_what_cannot_be_done_in_a_running_tournament(story: Story) -> None:
    story.begin()
    story.look()
    at, seen, entrant = story.at, {"version": story.version}, min(story.stacks())
    small = story.floor.post("tables/", {"code": "S1", "seats": 6}).json()["id"]
    stacks = [{"entrant": pk, "chips": chips} for pk, chips in story.stacks().items()]
    share = [{"entrant": entrant, "amount_cents": 5}]
    before = whole()
    for path, body, expected in (
        (f"{at}/open-registration/", {}, (422, "tournament_state")),
        (f"{at}/cancel/", {"reason": "no guests"}, (422, "tournament_state")),
        (f"{at}/draw-seats/", {"tables": [small]}, (422, "tournament_state")),
        (f"{at}/add-tables/", {"tables": [small]}, (422, "table_too_small")),
        (f"{at}/add-tables/", {"tables": [4711]}, (404, "no_such_table")),
        (f"{at}/add-tables/", {"tables": []}, (400, "malformed")),
        (f"{at}/move/", {"entrant": 4711, "to_table": small, "to_seat": 1, "reason": "why"}, (404, "no_such_entrant")),
        (f"{at}/move/", {"entrant": entrant, "to_table": small, "to_seat": 1, "reason": "why"}, (404, "no_such_table")),
        (f"{at}/clock/start/", {}, (422, "tournament_state")),
        (f"{at}/clock/resume/", {}, (422, "clock_running")),
        (f"{at}/clock/move/", {"item": 400}, (422, "clock_item_unknown")),
        (f"{at}/count-chips/", {"stacks": stacks[1:]}, (422, "count_incomplete")),
        (f"{at}/count-chips/", {"stacks": [*stacks[1:], stacks[0] | {"chips": 1}]}, (422, "chips_differ")),
        (f"{at}/check-chip-set/", {"when": "re_entry", "found": SET | {"25": 1}}, (422, "chip_set_differs")),
        (f"{at}/check-chip-set/", {"when": "start", "found": SET}, (422, "tournament_state")),
        (f"{at}/fix-prizes/", {}, (422, "registration_open")),
        (f"{at}/fix-prizes/", {"table": "none/1", "early": True}, (422, "chip_set_unchecked")),
        (f"{at}/eliminate/", {"outs": []}, (404, "no_such_entrant")),
        (f"{at}/eliminate/", {"outs": [{"entrant": entrant, "won_by": [entrant]}]}, (422, "winner_unknown")),
        (f"{at}/undo-elimination/", {}, (404, "no_elimination")),
        (f"{at}/agree-on-deal/", {"method": "icm"}, (422, "no_deal")),
        (f"{at}/agree-on-deal/", {"method": "icm", "shares": share}, (400, "malformed")),
        (f"{at}/agree-on-deal/", {"method": "agreed"}, (400, "malformed")),
        (f"{at}/settle/", {}, (422, "tournament_state")),
    ):
        assert problem(story.manager.post(path, seen | body)) == expected, (path, body)
        assert whole() == before, path


def test_nothing_of_a_list_is_dropped_in_silence(story: Story) -> None:
    """Who stands twice in a body is refused at the second place."""
    story.begin()
    story.look()
    stacks = [{"entrant": pk, "chips": chips} for pk, chips in story.stacks().items()]
    button = {"table": 1, "button_seat": 1, "small_blind_seat": 2, "big_blind_seat": 3}
    race = {"table": 1, "denomination": 25, "next_denomination": 100}
    share, out = {"entrant": 1, "amount_cents": 5}, {"entrant": 1, "won_by": [2]}
    before = whole()
    for path, body, pointer in (
        ("count-chips", {"stacks": [*stacks, stacks[0] | {"chips": 1}]}, f"/stacks/{len(stacks)}/entrant"),
        ("buttons", {"buttons": [button, button]}, "/buttons/1/table"),
        ("race-chips", race | {"seats": [{"seat": 1, "pieces": 4}, {"seat": 1, "pieces": 8}]}, "/seats/1/seat"),
        ("agree-on-deal", {"method": "agreed", "shares": [share, share]}, "/shares/1/entrant"),
        ("eliminate", {"outs": [out, out]}, "/outs/1/entrant"),
    ):
        answer = story.floor.post(f"{story.at}/{path}/", body | {"version": story.version})
        assert problem(answer) == (400, "malformed"), path
        assert [one["pointer"] for one in answer.json()["errors"]] == [pointer]
        assert whole() == before, path


def test_a_tournament_does_not_lead_to_itself(story: Story) -> None:
    other = story.floor.post("tournaments/", NEW).json()
    before = whole()
    for name in ("final", "seat_for"):
        answer = story.floor.patch(f"tournaments/{other['id']}/", {"version": 1, name: other["id"]})
        assert problem(answer) == (422, "leads_to_itself"), name
        assert whole() == before


def test_what_is_not_sold_in_a_running_tournament(story: Story, evening: Evening) -> None:
    story.begin()
    at, entrant = story.at, min(story.stacks())
    guest = Entrant.objects.get(pk=entrant).guest_id
    for path, body, expected in (
        (f"{at}/enter/", {"guest": guest, "window": story.window}, (422, "plays_already")),
        (f"{at}/enter/", {"guest": 4711, "window": story.window}, (404, "no_such_guest")),
        (f"{at}/enter/", {"guest": evening.guest().pk, "window": 4711}, (404, "no_such_window")),
        (f"entrants/{entrant}/withdraw/", {"reason": "fell ill"}, (422, "tournament_state")),
        (f"entrants/{entrant}/re-buy/", {"holding": 4_001, "window": story.window}, (422, "too_many_chips")),
        (f"entrants/{entrant}/add-on/", {"window": story.window}, (422, "no_add_on")),
        ("entrants/4711/add-on/", {"window": story.window}, (404, "no_such_entrant")),
        ("prizes/4711/pay/", {"window": story.window, "seen": "0" * 32}, (404, "no_such_prize")),
    ):
        before = whole()
        assert problem(story.manager.post(path, body)) == expected, (path, body)
        assert whole() == before, path


def test_a_prize_is_paid_once_and_nothing_is_settled_before(story: Story) -> None:
    story.begin(2)
    story.do("clock/move", item=5)
    story.do("check-chip-set", when="re_entry", found=SET)
    story.do("fix-prizes", table="usual/1")
    first, second = sorted(story.stacks())
    assert story.do("eliminate", outs=[{"entrant": second, "won_by": [first]}])["state"] == "finished"
    prizes = [one for one in story.rows("prizes") if one["amount_cents"]]
    before, seen = whole(), {"version": story.look()["version"]}
    assert problem(story.manager.post(f"{story.at}/settle/", seen)) == (422, "prizes_unpaid")
    assert whole() == before
    pay = {"window": story.window, "seen": prizes[0]["seen"]}
    story.check("prizes_pay", story.manager.post(f"prizes/{prizes[0]['id']}/pay/", pay))
    before = whole()
    again = story.manager.post(f"prizes/{prizes[0]['id']}/pay/", pay)
    assert problem(again) == (422, "prize_paid")
    assert whole() == before


def test_calling_it_off_asks_for_the_password_and_gives_all_back(story: Story, evening: Evening) -> None:
    story.enter()
    before = balances()["cash/K9"]
    asked = Api(evening.manager)
    asked.client.force_authenticate(evening.manager)
    unasked = asked.post(f"{story.at}/cancel/", {"version": story.look()["version"], "reason": "no guests"})
    assert problem(unasked) == (403, "password_required")
    assert story.do("cancel", by=story.manager, reason="no guests")["state"] == "cancelled"
    assert balances()["cash/K9"] == before - 130 * EURO
    assert story.rows("purchases")[0]["returned"] is not None
