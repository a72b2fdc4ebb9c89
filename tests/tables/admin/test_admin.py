"""The back office: lists and pages open, editing is the service, actions ask why, books and hands are only read."""

import re
from collections.abc import Callable
from datetime import time
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from accounting.models import Entry, House, RakeSchedule
from casino.models import User
from tables.hands.services import hands
from tables.models import Game, Guest, Hand, HandAction, Session, Table
from tables.rules.actions import Action, Kind
from tests.builders import with_password
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
EURO = 100
PASSWORD = "a sentence long enough"
LISTS = [
    "accounting_book", "accounting_entry", "accounting_gamingday", "accounting_house", "accounting_place",
    "accounting_rakeschedule", "accounting_scheduleversion",
    "tables_down", "tables_game", "tables_guest", "tables_hand", "tables_session",
    "tables_sitting", "tables_table",
]  # fmt: skip
NO_ROWS = {"sittings-TOTAL_FORMS": "0", "sittings-INITIAL_FORMS": "0"}
"""What a page with a list of guests or stays, which are only read, sends of them."""


@pytest.fixture
def manager(room: Room) -> User:
    return with_password(room.manager, PASSWORD)


def played(room: Room) -> Hand:
    """A hand that ended before the flop: seat 1 folds, the big blind wins."""
    table = room.tables.get("T1") or room.set_up("T1", "every_action", ("Weber", "Rossi"))
    hand = hands.start(table_id=table, version=room.version(table), actor=room.floor).hand
    fold = Action(Kind.FOLD)
    hands.act(hand_id=hand.pk, version=hand.version, action=fold, actor=room.floor)
    hand.refresh_from_db()
    hands.settle(hand_id=hand.pk, version=hand.version, actor=room.floor)
    hand.refresh_from_db()
    return hand


def act(client: Client, model: str, pk: int | None, name: str, **fields: object):
    """Fill in an action's page and send it."""
    address = reverse(f"admin:{model}_act", args=[pk, name]) if pk else reverse(f"admin:{model}_do", args=[name])
    html = client.get(address).content.decode()
    hidden = dict(re.findall(r'<input type="hidden" name="(key|version|seen)" value="([^"]*)"', html))
    return client.post(address, {**hidden, **fields})


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("name", LISTS)
def test_every_list_and_every_row_opens(room: Room, manager: User, browser: Browser, name: str, language: str) -> None:
    hand = played(room)
    room.push(room.tables["T1"])
    client = browser(manager, language)
    page = client.get(reverse(f"admin:{name}_changelist"))
    assert page.status_code == 200
    row = page.context["cl"].result_list[0]
    assert client.get(reverse(f"admin:{name}_change", args=[row.pk])).status_code == 200
    assert hand.state == "settled"


def test_lists_cost_the_same_for_many_rows(room: Room, browser: Browser, django_assert_max_num_queries) -> None:
    for _each in range(3):
        played(room)
    client = browser(room.floor)
    client.get(reverse("admin:tables_hand_changelist"))
    with django_assert_max_num_queries(10):
        client.get(reverse("admin:tables_hand_changelist"))
    with django_assert_max_num_queries(10):
        client.get(reverse("admin:accounting_entry_changelist"))


def test_index_counts_the_evening(room: Room, browser: Browser) -> None:
    room.set_up("T1", "summary")
    html = browser(room.floor).get("/admin/").content.decode()
    assert re.search(r"<b>1</b> open tables", html)
    assert "rake today" in html


@pytest.mark.parametrize("name", ["accounting_book", "accounting_entry", "accounting_place", "tables_hand"])
def test_books_and_hands_cannot_be_written(room: Room, manager: User, browser: Browser, name: str) -> None:
    hand = played(room)
    before = (Entry.objects.count(), Hand.objects.filter(pk=hand.pk).values().get())
    client = browser(manager)
    row = client.get(reverse(f"admin:{name}_changelist")).context["cl"].result_list[0]
    assert (
        client.post(reverse(f"admin:{name}_change", args=[row.pk]), {"state": "void", "number": 99}).status_code == 403
    )
    assert client.post(reverse(f"admin:{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
    assert client.get(reverse(f"admin:{name}_add")).status_code == 403
    assert (Entry.objects.count(), Hand.objects.filter(pk=hand.pk).values().get()) == before


def test_table_is_opened_paused_resumed_closed_by_actions(room: Room, browser: Browser) -> None:
    table = Table.objects.create(house=room.house, code="T9", seats=9)
    client = browser(room.floor)
    game = room.games["summary"].pk
    assert act(client, "tables_table", table.pk, "open", game=game, float_cents="500").status_code == 303
    session = Session.objects.get(table=table)
    assert (session.state, session.float_cents) == ("open", 500 * EURO)
    page = client.get(reverse("admin:tables_table_change", args=[table.pk])).content.decode()
    assert "do/pause/" in page
    assert "do/open/" not in page, "what makes no sense now is not offered"
    assert act(client, "tables_table", table.pk, "pause").status_code == 303
    assert act(client, "tables_table", table.pk, "resume").status_code == 303
    answer = act(client, "tables_table", table.pk, "close", counted_float_cents="490")
    assert answer.status_code == 422, "a float that differs needs an explanation"
    session.refresh_from_db()
    assert session.state == "open"
    assert act(client, "tables_table", table.pk, "close", counted_float_cents="500").status_code == 303
    session.refresh_from_db()
    assert session.state == "closed"
    history = client.get(reverse("admin:tables_table_history", args=[table.pk]))
    assert history.status_code == 200


def test_a_refusal_is_said_on_the_actions_page(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action", ("Weber",))
    answer = act(browser(room.floor), "tables_table", table, "close", counted_float_cents="501.23")
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "Guests are still seated at table T1." in html
    assert 'value="501.23"' in html
    assert Session.objects.get(table=table).state == "open"


def test_a_hand_is_made_void_with_its_reason(room: Room, manager: User, browser: Browser) -> None:
    hand = played(room)
    entries = Entry.objects.count()
    client = browser(manager)
    unasked = act(client, "tables_hand", hand.pk, "void", reason="fouled deck found later")
    assert unasked.context["form"].errors.keys() == {"password"}, "its chips have moved: that is grave"
    assert Entry.objects.count() == entries
    answer = act(client, "tables_hand", hand.pk, "void", reason="fouled deck found later", password=PASSWORD)
    assert answer.status_code == 303
    hand.refresh_from_db()
    assert (hand.state, hand.void_reason) == ("void", "fouled deck found later")
    assert Entry.objects.count() == entries + 1, "the reversal"
    assert HandAction.objects.filter(hand=hand).count() == 1, "nothing recorded is taken away"


def test_a_misdeal_asks_for_no_password(room: Room, browser: Browser) -> None:
    """It is daily work, and no chip moves with it."""
    table = room.set_up("T1", "every_action", ("Weber", "Rossi"))
    hand = hands.start(table_id=table, version=room.version(table), actor=room.floor).hand
    assert act(browser(room.floor), "tables_hand", hand.pk, "void", reason="misdeal").status_code == 303
    hand.refresh_from_db()
    assert hand.state == "void"


def test_a_game_is_added_and_changed_through_its_service(room: Room, browser: Browser) -> None:
    client = browser(room.floor)
    schedule = RakeSchedule.objects.get()
    form = {
        "house": room.house.pk, "name": "PLO 10/20", "variant": "omaha", "betting": "pot_limit", "is_active": "on",
        "small_blind_cents": "10", "big_blind_cents": "20", "ante_cents": "0", "chip_cents": "1", "rule_set": "house/1",
        "max_buy_in_cents": "", "min_buy_in_cents": "400", "recording": "summary", "rake_schedule": schedule.pk,
    }  # fmt: skip
    assert client.post(reverse("admin:tables_game_add"), form).status_code == 302
    game = Game.objects.get(name="PLO 10/20")
    assert (game.small_blind_cents, game.min_buy_in_cents) == (10 * EURO, 400 * EURO)
    change = reverse("admin:tables_game_change", args=[game.pk])
    assert client.post(change, {**form, "min_buy_in_cents": "600", "reason": "deeper stacks"}).status_code == 302
    game.refresh_from_db()
    assert game.min_buy_in_cents == 600 * EURO
    unexplained = client.post(change, {**form, "min_buy_in_cents": "500"})
    assert unexplained.context["adminform"].form.errors.keys() == {"reason"}
    answer = client.post(change, {**form, "small_blind_cents": "30", "reason": "a try"})
    assert answer.status_code == 422
    html = answer.content.decode()
    assert "The big blind is at least the minimum bet" in html
    assert 'value="30"' in html, "what was typed stays"
    game.refresh_from_db()
    assert game.min_buy_in_cents == 600 * EURO
    assert game.history.count() == 2
    changed = game.history.first()
    assert (changed.history_user, changed.history_change_reason) == (room.floor, "deeper stacks")
    html = client.get(reverse("admin:tables_game_history", args=[game.pk]), headers={"Accept-Language": "en"}).text
    assert "deeper stacks" in html


def test_a_guest_is_added_and_his_name_corrected(room: Room, browser: Browser) -> None:
    client = browser(room.floor)
    form = {"house": room.house.pk, "number": "88", "name": "Okafor", "notes": ""}
    assert client.post(reverse("admin:tables_guest_add"), form).status_code == 302
    guest = Guest.objects.get(number="88")
    change = reverse("admin:tables_guest_change", args=[guest.pk])
    assert (
        client.post(change, {"name": "Ines Okafor", "notes": "left-handed", "reason": "married", **NO_ROWS}).status_code
        == 302
    )
    guest.refresh_from_db()
    assert guest.name == "Ines Okafor"
    history = client.get(reverse("admin:tables_guest_history", args=[guest.pk])).content.decode()
    assert "Frida Floor" in history
    again = client.post(reverse("admin:tables_guest_add"), form)
    assert again.status_code == 422
    assert Guest.objects.filter(number="88").count() == 1


def test_a_table_is_added_and_taken_out_of_use(room: Room, browser: Browser) -> None:
    client = browser(room.floor)
    assert (
        client.post(reverse("admin:tables_table_add"), {"house": room.house.pk, "code": "T5", "seats": "8"}).status_code
        == 302
    )
    table = Table.objects.get(code="T5")
    change = reverse("admin:tables_table_change", args=[table.pk])
    assert client.post(change, {"seats": "6", "reason": "in repair"}).status_code == 302
    table.refresh_from_db()
    assert (table.seats, table.is_active) == (6, False)
    open_one = room.set_up("T6", "summary")
    assert (
        client.post(
            reverse("admin:tables_table_change", args=[open_one]), {"seats": "6", "reason": "in repair", **NO_ROWS}
        ).status_code
        == 422
    )


def test_a_change_of_a_schedule_is_proposed_by_one_and_approved_by_another(
    room: Room, manager: User, browser: Browser
) -> None:
    floor, office = browser(room.floor), browser(manager)
    schedule = RakeSchedule.objects.get()
    fields = {"terms": '{"kind": "fixed", "amount_cents": 300}', "valid_from_0": "2030-01-01", "valid_from_1": "12:00"}
    for wrong, status in (({"valid_from_0": "2020-01-01"}, 422), ({"terms": '{"kind": "magic"}'}, 400)):
        answer = act(floor, "accounting_rakeschedule", schedule.pk, "publish", **(fields | wrong))
        assert answer.status_code == status
    assert schedule.versions.count() == 1
    assert act(floor, "accounting_rakeschedule", schedule.pk, "publish", **fields).status_code == 303
    change = schedule.versions.get(version=2)
    assert change.state == "proposed"
    version = "accounting_scheduleversion"
    assert act(floor, version, change.pk, "approve", password=PASSWORD).status_code == 403
    assert act(office, version, change.pk, "approve").context["form"].errors.keys() == {"password"}
    assert schedule.versions.get(version=2).state == "proposed"
    assert act(office, version, change.pk, "approve", password=PASSWORD).status_code == 303
    change.refresh_from_db()
    assert (change.state, change.approved_by) == ("published", manager)
    assert act(office, version, change.pk, "decline").status_code == 422


def test_a_proposal_is_taken_back_by_its_author(room: Room, browser: Browser) -> None:
    floor = browser(room.floor)
    schedule = RakeSchedule.objects.get()
    fields = {"terms": '{"kind": "fixed", "amount_cents": 300}', "valid_from_0": "2030-01-01", "valid_from_1": "12:00"}
    act(floor, "accounting_rakeschedule", schedule.pk, "publish", **fields)
    change = schedule.versions.get(version=2)
    assert act(floor, "accounting_scheduleversion", change.pk, "decline", reason="a slip").status_code == 303
    change.refresh_from_db()
    assert change.state == "declined"


def test_the_administrator_changes_the_house_and_sees_no_money(room: Room, browser: Browser) -> None:
    client = browser(User.objects.create_user("admin", roles=["admin"], language="en"))
    change = reverse("admin:accounting_house_change", args=[room.house.pk])
    form = {
        "name": "Spielbank Wiesbaden", "shift_starts": "18:00,01:00", "tip_bp": "150", "call_minutes": "5",
        "reason": "new management",
    }  # fmt: skip
    assert client.post(change, form).status_code == 302
    assert client.post(change, form | {"call_minutes": "0"}).status_code == 422
    # The clock takes two people (`tests/accounting/days/test_clocks.py`).
    assert client.post(change, form | {"time_zone": "Asia/Tokyo", "rolls_over_at": "03:00"}).status_code == 302
    house = House.objects.get(name="Spielbank Wiesbaden", time_zone="Europe/Berlin", rolls_over_at=time(12))
    assert (house.shift_starts, house.call_minutes) == ([time(18), time(1)], 5)
    for name in ("accounting_entry", "tables_hand", "tables_guest"):
        assert client.get(reverse(f"admin:{name}_changelist")).status_code == 403


@pytest.mark.parametrize("role", ["dealer", "cage"])
def test_dealers_and_cashiers_have_no_back_office(room: Room, browser: Browser, role: str) -> None:
    somebody = User.objects.create_user(f"some-{role}", roles=[role])
    assert browser(somebody).get("/admin/").status_code in (302, 403)


def test_times_are_the_houses(room: Room, browser: Browser) -> None:
    hand = played(room)
    html = browser(room.floor, "de").get(reverse("admin:tables_hand_changelist")).content.decode()
    assert hand.started_at.astimezone(ZoneInfo("Europe/Berlin")).strftime("%Y %H:%M") in html
    assert hand.started_at.strftime("%Y %H:%M") not in html


def test_searching_finds_and_never_breaks(room: Room, browser: Browser) -> None:
    hand = played(room)
    client = browser(room.floor)
    for name, asked, found in (
        ("tables_hand", str(hand.pk), 1),
        ("tables_hand", "T1", 1),
        ("tables_hand", "nothing like that", 0),
        ("tables_hand", "9" * 30, 0),
        ("accounting_entry", f"hand:{hand.pk}", 1),
        ("accounting_entry", "1' OR 1=1", 0),
        ("tables_guest", "web", 1),
        ("tables_sitting", "Rossi", 1),
        ("accounting_gamingday", "x", 0),
        ("accounting_place", "seat/T1/", 2),
    ):
        page = client.get(reverse(f"admin:{name}_changelist"), {"q": asked})
        assert page.status_code == 200, (name, asked)
        assert len(page.context["cl"].result_list) == found, (name, asked)
