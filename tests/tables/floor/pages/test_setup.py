"""From an empty installation to an open day by pages: every step by those who may, and by two where needed."""

import uuid

import pytest
from django.test import Client

from accounting.models import House, RakeSchedule, ScheduleVersion
from casino.models import AccountRequest, User
from casino.services import setup_codes
from tables.models import Game, Table
from tests.accounting.days.test_founding import PASSWORDS, START, typed
from tests.html import filled

pytestmark = pytest.mark.django_db

PLO = {
    "name": "PLO 5/10",
    "small_blind_cents": "5",
    "big_blind_cents": "10",
    "chip_cents": "500",
    "min_buy_in_cents": "500",
    "max_buy_in_cents": "2000",
    "recording": "summary",
}
RAKE = {
    "name": "Tarif 1",
    "kind": "percent",
    "rate_bp": "5",
    "cap_cents": "15",
    "chip_cents": "1",
    "no_flop_no_drop": "on",
    "valid_from": "2024-01-01T12:00",
}
DEALER = {"role": "dealer", "full_name": "Dora Dealer", "username": "dora", "pin": "246810", "language": "de"}


@pytest.fixture
def founder() -> Client:
    """The administrator's browser in a house that was just founded."""
    code = setup_codes.renew()
    assert code
    client = Client()
    assert client.post(START, typed(code, house__language="en")).status_code == 303
    return client


def browser(name: str) -> Client:
    """One of the first people, signed in."""
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


def send(client: Client, path: str, **values: object) -> int:
    """The form as the page shows it, with these values."""
    shown = filled(client.get(path).content.decode())
    return client.post(path, {"key": str(uuid.uuid4()), **shown, **values}).status_code


def test_from_nothing_to_an_open_day(founder: Client) -> None:
    assert "0 of 7" not in founder.get("/setup/").content.decode()
    assert send(founder, "/setup/people/", **DEALER, password=PASSWORDS["anna"]) == 303
    dora = User.objects.get(username="dora")
    assert (dora.roles, dora.house_ids, bool(dora.pin_hash)) == (["dealer"], [House.objects.get().pk], True)

    bert, cleo = browser("bert"), browser("cleo")
    assert "No gaming day yet" in bert.get("/management/").content.decode()
    assert send(bert, "/management/schedules/new/", **RAKE) == 303
    version = ScheduleVersion.objects.get()
    approve = f"/management/schedules/versions/{version.pk}/approve/"
    assert send(bert, approve, password=PASSWORDS["bert"]) == 403, "nobody approves their own terms"
    assert send(cleo, approve, password=PASSWORDS["cleo"]) == 303
    assert send(bert, "/setup/games/?kind=plo", **PLO, rake_schedule_id=RakeSchedule.objects.get().pk) == 303
    assert send(bert, "/setup/tables/", code="T01", seats="9") == 303
    assert send(bert, "/floor/day/") == 303
    game, table = Game.objects.get(), Table.objects.get()
    assert (game.variant, game.betting, game.big_blind_cents, game.max_buy_in_cents) == (
        "omaha",
        "pot_limit",
        1_000,
        200_000,
    )
    assert (table.code, table.seats) == ("T01", 9)
    assert "8 of 8 steps are ready" in browser("bert").get("/setup/").content.decode()


def test_any_other_role_waits_for_a_second_person(founder: Client) -> None:
    floor = {**DEALER, "role": "floor", "username": "fred", "full_name": "Fred Floor", "pin": ""}
    assert send(founder, "/setup/people/", **floor, password=PASSWORDS["anna"]) == 303
    assert User.objects.get(username="fred").roles == []
    assert AccountRequest.objects.get().roles == ["floor"]


@pytest.mark.parametrize(
    ("changed", "said"),
    [({"pin": "111111"}, "This PIN is too easy to guess"), ({"username": "bert"}, "is already taken")],
)
def test_a_refused_person_is_not_made(founder: Client, changed: dict[str, str], said: str) -> None:
    given = {**DEALER, **changed, "key": str(uuid.uuid4()), "password": PASSWORDS["anna"]}
    answer = founder.post("/setup/people/", given)
    assert answer.status_code in (409, 422)
    assert said in answer.content.decode()
    assert "Dora Dealer" in answer.content.decode()
    assert User.objects.count() == 3


def test_a_game_against_the_house_has_limits_of_a_box(founder: Client) -> None:
    terms = {
        "name": "Easy",
        "chip_cents": "500",
        "min_buy_in_cents": "5",
        "min_box_cents": "5",
        "max_box_cents": "100",
    }
    assert send(browser("bert"), "/setup/games/?kind=easy", **terms) == 303
    game = Game.objects.get()
    assert (game.variant, game.min_box_cents, game.max_box_cents, game.rake_schedule) == (
        "easy_holdem",
        500,
        10_000,
        None,
    )


def test_a_game_that_cannot_be_played_is_not_offered(founder: Client) -> None:
    bert, path = browser("bert"), "/setup/games/?kind=plo"
    shown = filled(bert.get(path).content.decode())
    answer = bert.post(path, {**shown, **PLO, "small_blind_cents": "x"})
    page = answer.content.decode()
    assert answer.status_code == 400
    assert "Enter an amount in digits" in page
    assert 'value="2000"' in page
    assert not Game.objects.exists()


def test_a_table_is_set_up_once(founder: Client) -> None:
    bert = browser("bert")
    assert send(bert, "/setup/tables/", code="T01", seats="9") == 303
    assert 'value="T02"' in bert.get("/setup/tables/").content.decode()
    assert send(bert, "/setup/tables/", code="T01", seats="9") == 422
    assert Table.objects.count() == 1
