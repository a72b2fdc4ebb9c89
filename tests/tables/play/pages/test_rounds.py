"""The dealer's page at a table against the house: keyed by box, refused beside what was keyed, dealt again."""

import json
import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client

from casino.models import User
from tables.models import CallKind, Round
from tables.play.selectors import floor_calls
from tables.rounds.services import rounds
from tables.rounds.services.rounds import RoundDetails
from tests import builders
from tests.builders import Evening
from tests.tables.rounds.banking import EURO, ROUND, banked, on_table, play

pytestmark = pytest.mark.django_db
SECRET = "a long enough password"


@pytest.fixture
def evening() -> Evening:
    return builders.evening()


def signed_in(person: User) -> Client:
    """In English, with a password to confirm what is grave."""
    person.set_password(SECRET)
    person.language = "en"
    person.save()
    client = Client()
    client.force_login(person)
    return client


@pytest.fixture
def dealer(evening: Evening) -> Client:
    client = Client()
    client.force_login(evening.dealer)
    return client


def sent(client: Client, table: int, **values: object):
    """Fill in the page's form and send it."""
    address = f"/dealer/tables/{table}/round/"
    form = client.get(address).context["form"]
    hidden = {field.name: field.value() for field in form.hidden_fields()}
    return client.post(address, {**hidden, **values})


ONE = {"seat_1": 1, "ante_1": "10", "flop_1": "1", "turn_1": "1", "comparison_1": "wins", "category_1": "flush"}


def test_a_dealer_is_led_to_the_rounds(evening: Evening, dealer: Client) -> None:
    table = banked(evening)
    for page in ("/dealer/", f"/dealer/tables/{table}/", f"/dealer/tables/{table}/record/"):
        assert dealer.get(page, follow=True).redirect_chain[-1][0] == f"/dealer/tables/{table}/round/"
    among_guests = evening.table(code="T7", dealt=False)
    assert dealer.get(f"/dealer/tables/{among_guests}/round/").status_code == 302


def test_a_round_is_booked_box_by_box(evening: Evening, dealer: Client) -> None:
    table = banked(evening)
    answer = sent(
        dealer, table, **ONE, seat_4=2, ante_4="20", seat_7=3, ante_7="5", flop_7="1", comparison_7="loses",
        tip_cents="2", tip_seat=1,
    )  # fmt: skip
    assert answer.status_code == 303, answer.context["form"].errors
    booked = Round.objects.get()
    assert (booked.staked_cents, booked.lost_cents, booked.paid_cents, booked.tips_cents) == (
        60 * EURO, 30 * EURO, 30 * EURO, 2 * EURO,
    )  # fmt: skip
    assert [one["box"] for one in booked.record["boxes"]] == [1, 4, 7]
    assert on_table()["tips/E1"] == 2 * EURO


def test_the_next_round_begins_with_the_antes_of_the_last(evening: Evening, dealer: Client) -> None:
    """Most play on as they did; only what became of it is keyed."""
    table = banked(evening)
    play(evening, table)
    form = dealer.get(f"/dealer/tables/{table}/round/").context["form"]
    assert [form[f"ante_{box}"].value() for box in (1, 2, 3, 4)] == ["10", "20", None, "10"]
    assert form["seat_2"].value() == 1, "the guest's second box"
    assert form["flop_1"].value() in ("", None)


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({}, "A round needs at least one box with an ante."),
        ({**ONE, "seat_1": ""}, "The seat must be between 1 and 9."),
        ({**ONE, "ante_1": "1"}, "Box 1: the ante must be 5.00 to 100.00."),
        ({**ONE, "comparison_1": ""}, "Box 1: enter whether it wins, ties or loses"),
        ({**ONE, "category_1": ""}, "Box 1: enter whether it wins, ties or loses"),
        ({**ONE, "flop_1": ""}, "Box 1: without a flop bet it has folded"),
    ],
)
def test_what_is_wrong_is_said_beside_what_was_keyed(
    evening: Evening, dealer: Client, values: dict[str, object], sentence: str
) -> None:
    type(evening.dealer).objects.filter(pk=evening.dealer.pk).update(language="en")
    table = banked(evening)
    answer = sent(dealer, table, **values)
    assert answer.status_code == 422
    assert sentence in answer.content.decode().replace("&#x27;", "'")
    assert not Round.objects.exists()
    if values:
        assert answer.context["form"]["ante_1"].value() == values["ante_1"]


def test_with_every_card_the_cards_are_keyed(evening: Evening, dealer: Client) -> None:
    table = banked(evening, code="E2", recording="every_action")
    values = {"seat_1": 1, "ante_1": "10", "flop_1": "1", "cards_1": "Ks 4d", "dealer": "Qs Jd"}
    answer = sent(dealer, table, **values, board="Kh 8d 3s 9c 2h")
    assert answer.status_code == 303, answer.context["form"].errors
    assert Round.objects.get().paid_cents == 10 * EURO
    wrong = sent(dealer, table, **values, board="Kh 8d 3s 9c 4d")
    assert wrong.status_code == 422, "the four of diamonds is there twice"


@pytest.mark.parametrize("key", ["casino-holdem/1", "ultimate-holdem/1"])
def test_the_other_games_have_their_own_bets(evening: Evening, dealer: Client, key: str) -> None:
    table = banked(evening, variant=key.partition("/")[0].replace("-", "_"), rule_set=key, chip_cents=50)
    bets = {"call_1": "2"} if key.startswith("casino") else {"play_1": "4"}
    side = {"aces_1": "5", "aces_won_1": "flush"} if key.startswith("casino") else {"trips_1": "5"}
    values = {"seat_1": 1, "ante_1": "10", "comparison_1": "wins", "category_1": "flush", "unqualified": ""}
    answer = sent(dealer, table, **values, **bets, **side)
    assert answer.status_code == 303, answer.context["form"].errors
    won = {"casino-holdem/1": 20 + 20 + 100, "ultimate-holdem/1": 10 + 15 + 40}[key]
    assert Round.objects.get().paid_cents == won * EURO


def test_a_false_deal_is_noted_with_its_cause(evening: Evening, dealer: Client) -> None:
    table = banked(evening)
    address = f"/dealer/tables/{table}/false-deal/"
    form = dealer.get(address).context["form"]
    hidden = {field.name: field.value() for field in form.hidden_fields()}
    assert dealer.post(address, {**hidden, "cause": "card_exposed"}).status_code == 303
    assert Round.objects.get().void_reason == "card_exposed"


class TestTakenBack:
    """What is booked is taken back by a second person: the dealer calls, in one tap, and the floor comes."""

    def test_the_dealer_calls_the_floor_with_the_round(self, evening: Evening, dealer: Client) -> None:
        table = banked(evening)
        wrong = play(evening, table)
        shown = dealer.get(f"/dealer/tables/{table}/round/").content.decode()
        assert f'name="round" value="{wrong.pk}"' in shown
        assert "/void/" not in shown, "that is not the dealer's"
        key = dealer.get(f"/dealer/tables/{table}/round/").context["key"]
        answer = dealer.post(
            f"/dealer/tables/{table}/call/", {"key": key, "kind": "wrong_round", "round": str(wrong.pk)}, follow=True
        )
        assert answer.redirect_chain[-1][0] == f"/dealer/tables/{table}/round/"
        assert str(CallKind.WRONG_ROUND.label) in answer.content.decode()
        assert [one.round_id for one in floor_calls.waiting_at(table)] == [wrong.pk]

    def test_the_floor_takes_it_back_with_reason_and_password(self, evening: Evening) -> None:
        table = banked(evening)
        before = on_table()
        wrong = play(evening, table)
        floor = signed_in(evening.floor)
        assert f"/dealer/tables/{table}/rounds/1/void/" in floor.get(f"/dealer/tables/{table}/round/").content.decode()
        address = f"/dealer/tables/{table}/rounds/{wrong.number}/void/"
        hidden = {field.name: field.value() for field in floor.get(address).context["form"].hidden_fields()}
        assert floor.post(address, {**hidden, "reason": "wrong box", "password": "wrong"}).status_code in {
            401,
            403,
            422,
        }
        wrong.refresh_from_db()
        assert wrong.state == "settled"
        answer = floor.post(address, {**hidden, "reason": "wrong box", "password": SECRET})
        assert (answer.status_code, answer["Location"]) == (303, f"/dealer/tables/{table}/round/")
        wrong.refresh_from_db()
        assert (wrong.state, wrong.void_reason, wrong.voided_by) == ("void", "wrong box", evening.floor)
        assert on_table() == before

    def test_who_may_not_and_what_is_not_there(self, evening: Evening, dealer: Client) -> None:
        table = banked(evening)
        play(evening, table)
        assert dealer.get(f"/dealer/tables/{table}/rounds/1/void/").status_code == 403
        floor = signed_in(evening.floor)
        assert floor.get(f"/dealer/tables/{table}/rounds/2/void/").status_code == 404
        own = rounds.record(
            table_id=table,
            version=evening.version(table),
            round_record=ROUND,
            details=RoundDetails(),
            actor=evening.floor,
        )
        address = f"/dealer/tables/{table}/rounds/{own.number}/void/"
        hidden = {field.name: field.value() for field in floor.get(address).context["form"].hidden_fields()}
        refused = floor.post(address, {**hidden, "reason": "wrong box", "password": SECRET})
        assert refused.status_code == 403
        own.refresh_from_db()
        assert own.state == "settled"


class TestBeforeBooking:
    """What each box wins, by the house's own rules, before anything is booked."""

    def asked(self, client: Client, table: int, **values: object):
        return client.get(f"/dealer/tables/{table}/round/result/", values)

    def test_it_is_what_would_be_booked(self, evening: Evening, dealer: Client) -> None:
        table = banked(evening)
        two = {"seat_4": 2, "ante_4": "20", "seat_7": 3, "ante_7": "5", "flop_7": "1", "comparison_7": "loses"}
        told = self.asked(dealer, table, **ONE, **two).json()
        assert {box: one["cents"] for box, one in told["boxes"].items()} == {
            "1": 30 * EURO, "4": -20 * EURO, "7": -10 * EURO,
        }  # fmt: skip
        assert told["house_cents"] == 0
        assert not Round.objects.exists()
        assert sent(dealer, table, **ONE, **two).status_code == 303
        booked = Round.objects.get()
        assert booked.lost_cents - booked.paid_cents == told["house_cents"]

    def test_with_cards_it_names_the_hands(self, evening: Evening) -> None:
        table = banked(evening, code="E2", recording="every_action")
        values = {"seat_1": 1, "ante_1": "10", "flop_1": "1", "cards_1": "Ks 4d", "seat_2": 2, "ante_2": "5"}
        client = signed_in(evening.floor)
        told = self.asked(client, table, **values, dealer="Qs Jd", board="Kh 8d 3s 9c 2h").json()
        assert told["boxes"] == {"1": {"cents": 10 * EURO, "hand": "a pair"}, "2": {"cents": -5 * EURO, "hand": ""}}
        assert told["dealer"] == "high card"

    def test_a_refusal_names_its_box(self, evening: Evening) -> None:
        table = banked(evening)
        client = signed_in(evening.floor)
        for values, code, box in (
            ({**ONE, "ante_1": "1"}, "ante_limits", 1),
            ({**ONE, "category_1": ""}, "outcome_wanted", 1),
            ({}, "no_boxes", None),
        ):
            told = self.asked(client, table, **values).json()["refusal"]
            assert (told["code"], told["box"]) == (code, box)
            assert told["detail"]
        unread = self.asked(client, table, **{**ONE, "ante_1": "1.2.3"})
        assert (unread.status_code, list(unread.json()["fields"])) == (400, ["ante_1"])
        assert not Round.objects.exists()

    def test_it_is_for_those_who_record_rounds(self, evening: Evening) -> None:
        table = banked(evening)
        assert self.asked(signed_in(evening.cage), table, **ONE).status_code == 403
        among_guests = evening.table(code="T7", dealt=False)
        assert self.asked(signed_in(evening.floor), among_guests, **ONE).status_code == 422


def facts_in(page: str) -> dict[str, Any]:
    """What the page tells its script."""
    found = re.search(r'<script id="pad-facts" type="application/json">(.*?)</script>', page)
    assert found
    facts: dict[str, Any] = json.loads(found[1])
    return facts


class TestThePad:
    """What the script of the pad is told, and what changes while it is open."""

    def test_it_knows_the_bets_the_limits_the_guests_and_the_last_round(self, evening: Evening, dealer: Client) -> None:
        table = banked(evening)
        play(evening, table)
        facts = facts_in(dealer.get(f"/dealer/tables/{table}/round/").content.decode())
        assert [one["bets"] for one in facts["ways"]][:3] == [{}, {"flop": 1}, {"flop": 1, "turn": 1}]
        assert [one["folded"] for one in facts["ways"]] == [True, False, False, False, False]
        assert (facts["implied"], facts["least"], facts["most"], facts["dealt"]) == ({"flop": 1}, 500, 10_000, 1)
        assert sorted(facts["guests"]) == ["1", "2", "3"]
        assert facts["last"]["2"]["bets"]["ante"] == 20 * EURO

    def test_a_poll_brings_who_sat_down_and_what_was_booked(self, evening: Evening, dealer: Client) -> None:
        table = banked(evening)
        shown = dealer.get(f"/dealer/tables/{table}/round/").context
        address = f"{shown['live_address']}?v={quote(shown['live_version'])}"
        assert dealer.get(address, HTTP_HX_REQUEST="true").status_code == 204
        evening.sit(table, 30 * EURO, first=4)
        play(evening, table)
        part = dealer.get(address, HTTP_HX_REQUEST="true")
        assert "<html" not in part.content.decode()
        assert {"pad-state", "pad-last", "pad-rounds"} <= set(re.findall(r'id="([\w-]+)"', part.content.decode()))
        assert "4" in facts_in(part.content.decode())["guests"]

    @pytest.mark.parametrize("recording", ["summary", "every_action"])
    def test_no_tip_is_proposed(self, evening: Evening, dealer: Client, recording: str) -> None:
        table = banked(evening, recording=recording)
        assert dealer.get(f"/dealer/tables/{table}/round/").context["form"]["tip_cents"].value() is None
