"""Tables in the back office: the floor runs a Texas and an Omaha table there, by the services of pages and API."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounting.models import Entry
from casino.models import User
from casino.pages.forms import new_key
from tables.floor.admin.tables import COMMANDS
from tables.models import Down, Game, Guest, Session, Sitting, Table
from tables.play.selectors import tables as selector
from tests import elsewhere
from tests.builders import balances
from tests.tables.admin.test_admin import Browser, act
from tests.tables.pages.conftest import EURO, Room

pytestmark = pytest.mark.django_db
TABLE = "tables_table"
LIST = "/admin/tables/table/"


@pytest.fixture
def omaha(room: Room) -> Game:
    """A pot-limit Omaha game, recorded as the house's Texas game."""
    return room.game(
        name="PLO 2/4", variant="omaha", betting="pot_limit", small_blind_cents=200, big_blind_cents=400,
        min_buy_in_cents=200 * EURO, max_buy_in_cents=400 * EURO,
    )  # fmt: skip


def page_of(table: int, name: str) -> str:
    return reverse(f"admin:{TABLE}_act", args=[table, name])


def offered(client: Client, table: int) -> list[str]:
    """The names of the commands that the table's page shows."""
    return [action.name for action in client.get(f"{LIST}{table}/change/").context["house_actions"]]


def state() -> tuple[Any, ...]:
    """All that a command on a table could change."""
    rows = (Table.objects.order_by("pk").values_list("pk", "version"), Session.objects.order_by("pk").values_list())
    places = [list(one) for one in (*rows, Sitting.objects.order_by("pk").values_list(), Down.objects.values_list())]
    return places, Entry.objects.count(), LogEntry.objects.count()


def sent(room: Room) -> Mapping[str, Mapping[str, object]]:
    """What each command's form is filled in with, where `T1` is in play and its guest leaves with what they brought."""
    game = room.games["every_action"].pk
    return {
        "open": {"game": game, "float_cents": "500"},
        "sit": {"seat": 2, "guest": room.guest("Rossi", "77").number, "buy_in_cents": "200"},
        "cash-out": {"seat": 1, "counted_cents": "200"},
        "send-dealer": {"dealer": room.dealer.pk},
        "relieve": {"dealer": room.dealer.pk},
        "change-game": {"game": game},
        "pause": {},
        "resume": {},
        "close": {"counted_float_cents": "500"},
    }


def test_an_evening_at_one_table(room: Room, omaha: Game, browser: Browser) -> None:
    """Opened, dealt, seated, paused, another game, cashed out, closed: each by its own command."""
    client, texas = browser(room.floor), room.games["every_action"]
    table = Table.objects.create(house=room.house, code="T9", seats=9).pk
    boris = User.objects.create_user("boris", full_name="Boris Tamm", roles=["dealer"])
    guest = room.guest("Weber", "4711")

    def does(name: str, **fields: object) -> list[str]:
        answer = act(client, TABLE, table, name, **fields)
        assert (answer.status_code, answer.get("Location")) == (303, f"{LIST}{table}/change/"), name
        return offered(client, table)

    assert offered(client, table) == ["open"]
    running = ["sit", "send-dealer", "change-game", "pause", "close"]
    assert does("open", game=texas.pk, float_cents="500") == running
    assert does("send-dealer", dealer=room.dealer.pk) == ["sit", "relieve", "change-game", "pause", "close"]
    assert "cash-out" in does("sit", seat=3, guest="4711", buy_in_cents="150")
    assert does("pause") == ["sit", "cash-out", "relieve", "change-game", "resume", "close"]
    does("resume")
    does("relieve", dealer=boris.pk)
    does("change-game", game=omaha.pk)
    view = selector.view(table)
    assert view.session is not None
    assert view.dealer is not None
    assert (view.state, view.session.game_name, view.dealer.name) == ("open", "PLO 2/4", "Boris Tamm")
    assert [(one.seat, one.guest_id, one.stack_cents) for one in view.seats] == [(3, guest.pk, 150 * EURO)]
    does("cash-out", seat=3, counted_cents="150")
    assert does("close", counted_float_cents="500") == ["open"]
    assert not Sitting.objects.filter(left_at=None).exists()
    assert not Down.objects.filter(ended_at=None).exists()
    assert {place: cents for place, cents in balances("T9").items() if cents} == {}
    words = list(LogEntry.objects.order_by("pk").values_list("change_message", flat=True))
    assert words == [
        "Open the table", "Bring a dealer", "Seat a guest", "Pause the table", "Resume play", "Relieve the dealer",
        "Change the game", "Cash out", "Close the table",
    ]  # fmt: skip


def test_every_command_of_a_table_is_tried_below(room: Room) -> None:
    assert [action.name for action in COMMANDS] == list(sent(room))


@pytest.mark.parametrize("name", [action.name for action in COMMANDS])
def test_who_saw_an_older_table_is_refused_and_nothing_changes(room: Room, browser: Browser, name: str) -> None:
    client, table = browser(room.floor), room.set_up("T1", "every_action", ("Weber",))
    fields = sent(room)[name]
    form = client.get(page_of(table, name)).context["form"]
    Table.objects.filter(pk=table).update(version=room.version(table) + 1)
    before = state()
    old = {"key": form["key"].value(), "version": form["version"].value(), **fields}
    answer = client.post(page_of(table, name), old)
    assert (answer.status_code, state()) == (409, before)
    shown = answer.context["form"]
    assert shown.non_field_errors()
    assert {one: shown[one].value() for one in fields} == {one: str(value) for one, value in fields.items()}
    assert shown["version"].value() == str(room.version(table)), "the next try is about what is shown now"
    assert shown["key"].value() != old["key"]


@pytest.mark.parametrize("name", [action.name for action in COMMANDS])
def test_a_table_of_another_house_is_not_there(room: Room, browser: Browser, name: str) -> None:
    table = room.set_up("T1", "every_action", ("Weber",))
    fields = sent(room)[name]
    client = browser(elsewhere.stranger(elsewhere.settled()))
    before = state()
    body = {"key": new_key(), "version": room.version(table), **fields}
    assert client.get(page_of(table, name)).status_code == 404
    assert client.post(page_of(table, name), body).status_code == 404
    assert state() == before


@pytest.mark.parametrize("role", ["dealer", "cage", "auditor", "admin"])
def test_only_who_runs_tables_commands(room: Room, browser: Browser, role: str) -> None:
    table = room.set_up("T1", "every_action", ("Weber",))
    client = browser(User.objects.create_user("reading", roles=[role]))
    before = state()
    for name, fields in sent(room).items():
        answer = client.post(page_of(table, name), {"key": new_key(), "version": room.version(table), **fields})
        assert answer.status_code in (302, 403), name  # 302: to their own desk, without a back office
    assert state() == before
    if role == "auditor":
        assert offered(client, table) == [], "what one may not do is not offered"
        html = client.get(f"{LIST}{table}/change/").content.decode()
        assert "Weber" in html
        assert "/do/" not in html


@pytest.mark.parametrize("name", ["sit", "cash-out", "send-dealer", "pause", "close"])
def test_a_form_sent_twice_acts_once(room: Room, browser: Browser, name: str) -> None:
    client = browser(room.floor)
    table = room.set_up("T1", "every_action", () if name == "close" else ("Weber",))
    form = {one: client.get(page_of(table, name)).context["form"][one].value() for one in ("key", "version")}
    form |= sent(room)[name]
    first, once = client.post(page_of(table, name), form), state()
    second = client.post(page_of(table, name), form)
    assert (first.status_code, second.status_code) == (303, 303)
    assert first["Location"] == second["Location"]
    assert state() == once


def test_what_can_be_chosen_is_there(room: Room, omaha: Game, browser: Browser) -> None:
    """Games that are offered, dealers who are free, seats that are free or taken, guests: of the table's house."""
    table = room.set_up("T1", "every_action", ("Weber", "Rossi"))
    room.push(table)
    boris = User.objects.create_user("boris", full_name="Boris Tamm", roles=["dealer"])
    Game.objects.filter(pk=room.games["summary"].pk).update(is_active=False)
    other = elsewhere.settled()
    theirs = Game.objects.get(pk=omaha.pk)
    theirs.pk, theirs.house, theirs.name = None, other, "theirs"
    theirs.save()
    User.objects.create_user("dora", full_name="Dora", roles=["dealer"], house_ids=[other.pk])
    room.floor.house_ids = [room.house.pk, other.pk]
    room.floor.save()
    client = browser(room.floor)
    chosen = client.post(reverse("houses"), {"house": other.pk})
    assert chosen.status_code == 303, "for pages that name no row; these are about the table's house"

    def choices(name: str, field: str) -> list[object]:
        found = client.get(page_of(table, name)).context["form"].fields[field].choices
        return [getattr(value, "value", value) for value, _words in found]

    assert choices("change-game", "game") == [room.games["every_action"].pk, omaha.pk]
    assert choices("relieve", "dealer") == [boris.pk]
    assert choices("sit", "seat") == [3, 4, 5, 6, 7, 8, 9]
    assert choices("cash-out", "seat") == [1, 2]
    Guest.objects.create(house=other, number="9", name="Fremd")
    unknown = {"seat": 3, "guest": "Fremd", "buy_in_cents": "200"}
    answer = act(client, TABLE, table, "sit", **unknown)
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, ["guest"])
    assert act(client, TABLE, table, "sit", **unknown | {"seat": 1, "guest": "T1-1"}).status_code == 400, "it is taken"


def test_a_seat_is_proposed_by_the_address(room: Room, browser: Browser) -> None:
    """The row of a guest leads to their cash-out, which begins with their stack."""
    table = room.set_up("T1", "every_action", ("Weber", "Rossi"))
    client = browser(room.floor)
    html = client.get(f"{LIST}{table}/change/").content.decode()
    assert f"{page_of(table, 'cash-out')}?seat=2" in html
    form = client.get(page_of(table, "cash-out"), {"seat": "2"}).context["form"]
    assert (form["seat"].value(), form["counted_cents"].value()) == (2, "200")
    for nonsense in ("99", "x", "²", "-1", "1" * 99):
        assert client.get(page_of(table, "cash-out"), {"seat": nonsense}).status_code == 200


def test_the_list_says_how_every_table_goes_in_one_statement(room: Room, omaha: Game, browser: Browser) -> None:
    client = browser(room.floor)
    room.set_up("T1", "every_action", ("Weber", "Rossi"))
    room.push(room.tables["T1"])
    Table.objects.create(house=room.house, code="T0", seats=6)

    def asked() -> list[str]:
        with CaptureQueriesContext(
            connection,
        ) as found:
            answer = client.get(LIST)
        rows = answer.context["cl"].result_list
        assert [(one.code, one.now, one.taken) for one in rows][:2] == [("T0", None, 0), ("T1", "open", 2)]
        html = answer.content.decode()
        for words in ("NLHE 2/4", "2/4", "100.00", "2/9", "Anna Keller", "0/6"):
            assert words in html
        return [one["sql"] for one in found.captured_queries]

    client.get(LIST)
    few = asked()
    for code in ("T2", "T3", "T4"):
        room.tables[code] = room.table(omaha, code=code, float_cents=500 * EURO, dealt=False)
    assert len(asked()) == len(few)
    assert len([sql for sql in few if 'FROM "tables_table"' in sql]) <= 2, "counted and read"


def test_a_closed_table_has_no_guests_and_no_stakes(room: Room, browser: Browser) -> None:
    table = Table.objects.create(house=room.house, code="T9", seats=9)
    answer = browser(room.floor).get(f"{LIST}{table.pk}/change/")
    assert answer.context["inline_admin_formsets"] == []
    assert "0/9" in answer.content.decode()


def test_a_float_that_differs_needs_its_explanation(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action")
    client = browser(room.floor)
    before = state()
    answer = act(client, TABLE, table, "close", counted_float_cents="490")
    assert (answer.status_code, state()) == (422, before)
    assert 'value="490"' in answer.content.decode(), "what was typed stays"
    explained = {"counted_float_cents": "490", "cause": "unknown", "explanation": "a chip is missing"}
    assert act(client, TABLE, table, "close", **explained).status_code == 303
    assert Session.objects.get(table=table).counted_float_cents == 490 * EURO
    assert LogEntry.objects.get().change_message == "Close the table: a chip is missing"
