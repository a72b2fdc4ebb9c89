"""The floor's board in use: pushed in two clicks, chips by two people, stale data said to be stale, keys, alarms."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from accounting.cage.services import windows
from accounting.models import Place
from casino import house_time
from casino.models import User
from tables.log.services import floor_calls
from tables.models import Acknowledgement, Down, FloorCall, Session
from tests.browser.conftest import OFFICE, TABLET, UPRIGHT, Sit, press, task_at
from tests.builders import pieces
from tests.tables.pages.conftest import Room

CUT_OFF = re.compile(r"ERR_INTERNET_DISCONNECTED|^htmx:(sendError|afterRequest)\b")


@pytest.fixture
def busy(room: Room) -> Room:
    """Three tables with guests, a dealer at the first two, one dealer free."""
    boris = User.objects.create_user("boris", full_name="Boris Tamm", roles=["dealer"])
    User.objects.create_user("carla", full_name="Carla Meier", roles=["dealer"])
    room.set_up("T1", "every_action", ("Weber", "Rossi", "Nguyen"))
    room.set_up("T2", "summary", ("Okafor", "Yilmaz"))
    room.set_up("T3", "summary")
    room.push(room.tables["T1"])
    room.push(room.tables["T2"], boris)
    return room


def card(page: Page, code: str):
    return page.get_by_role("article", name=code)


def overdue(code: str, minutes: int) -> None:
    """His down began so long ago; nobody waits half an hour for a test."""
    Down.objects.filter(table__code=code, ended_at=None).update(
        started_at=house_time.now() - timedelta(minutes=minutes)
    )


@pytest.mark.parametrize("size", [TABLET, UPRIGHT, OFFICE])
def test_the_board_fits_and_its_targets_are_large(sit: Sit, busy: Room, size: tuple[int, int]) -> None:
    overdue("T1", 33)
    floor_calls.call(table_id=busy.tables["T2"], kind="ruling", actor=busy.floor)
    page = sit(busy.floor, size=size).open("/floor/")
    expect(card(page, "T1").get_by_text("Relief due")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """() => [...document.querySelectorAll("main :is(a, button, input:not([type=hidden]), select)")]
           .filter((one) => one.checkVisibility())
           .filter((one) => { const box = one.getBoundingClientRect(); return box.width < 48 || box.height < 48; })
           .map((one) => one.outerHTML)"""
    )
    assert small == []


@pytest.mark.smoke("floor")
def test_a_dealer_is_pushed_in_two_clicks(sit: Sit, busy: Room) -> None:
    """The longest rested is chosen already: Relieve, then Relieve."""
    overdue("T1", 33)
    page = sit(busy.floor, size=TABLET).open("/floor/")
    other = sit(busy.floor, size=OFFICE).open("/floor/")
    task_at(page, "T1").get_by_role("link", name="Relieve").click()
    page.get_by_role("button", name="Relieve the dealer").click()
    expect(page).to_have_url(re.compile(r"/floor/$"))
    expect(card(page, "T1").get_by_text("Meier")).to_be_visible()
    expect(card(page, "T1").get_by_text("Relief due")).to_have_count(0)
    expect(card(other, "T1").get_by_text("Meier")).to_be_visible()  # it asks every two seconds


def test_an_alarm_is_let_be_by_two_clicks_and_a_call_answered_by_one(sit: Sit, busy: Room) -> None:
    overdue("T1", 33)
    call = floor_calls.call(table_id=busy.tables["T2"], kind="ruling", actor=busy.floor)
    page = sit(busy.floor, size=TABLET).open("/floor/")
    tasks = page.locator("[data-tasks]")
    expect(tasks).to_have_attribute("data-tasks", "3")  # and T3 has no dealer
    task_at(page, "T1").get_by_role("link", name="Push overdue").click()
    page.get_by_role("button", name="No dealer is free").click()
    expect(tasks).to_have_attribute("data-tasks", "2")
    said = Acknowledgement.objects.get()
    assert (said.kind, said.reason, said.by) == ("push", "No dealer is free", busy.floor)
    task_at(page, "T2").get_by_role("button", name="Answer").click()
    expect(tasks).to_have_attribute("data-tasks", "1")
    assert FloorCall.objects.get(pk=call.pk).answered_by == busy.floor


def test_game_by_game_or_all_by_number(sit: Sit, busy: Room) -> None:
    overdue("T2", 33)
    page = sit(busy.floor, size=OFFICE).open("/floor/")
    codes = page.locator("[data-table] h2")
    expect(codes).to_have_text(["T1", "T2", "T3"])
    expect(page.locator(".game")).to_have_count(2)
    page.get_by_role("button", name="By number").click()
    expect(page.locator("[data-holds=all] h2")).to_have_text(["T1", "T2", "T3"])
    page.goto(page.url.partition("?")[0])
    expect(page.locator("[data-holds=all]")).to_have_count(1)
    page.get_by_role("button", name="By game").click()
    expect(page.locator("[data-holds=all]")).to_have_count(0)


def test_what_is_stale_is_said_to_be_stale(sit: Sit, busy: Room) -> None:
    """Amber after 6 s without an answer, red after 15 s, and well again with the next one."""
    desk = sit(busy.floor, size=TABLET)
    page = desk.page()
    page.clock.install(time=0)
    page.goto(desk.address + "/floor/")
    fresh, late, lost = (
        page.locator("body:not(.late):not(.lost)"),
        page.locator("body.late"),
        page.locator("body.lost"),
    )
    page.clock.pause_at(600)  # from here on time passes when the test says so
    expect(fresh).to_have_count(1)
    desk.context.set_offline(True)
    page.clock.run_for(4_000)
    expect(fresh).to_have_count(1)
    expect(page.get_by_text("No answer")).to_be_hidden()
    page.clock.run_for(4_000)
    expect(late).to_have_count(1)
    expect(page.get_by_text("No answer")).to_be_visible()
    page.clock.run_for(9_000)
    expect(lost).to_have_count(1)
    desk.context.set_offline(False)
    page.clock.run_for(2_500)
    expect(fresh).to_have_count(1)
    assert [said for said in desk.complaints if not CUT_OFF.search(said)] == []
    desk.complaints.clear()  # the browser says that the network is gone; so did we


def test_the_desk_works_by_keys(sit: Sit, busy: Room) -> None:
    page = sit(busy.floor, size=OFFICE).open("/floor/")
    press(page, "p")
    press(page, "Enter")
    expect(page).to_have_url(re.compile(r"/floor/$"))  # a lone letter does nothing
    assert Session.objects.get(table__code="T2").state == "open"
    page.keyboard.type("t2p")
    expect(card(page, "T2")).to_have_class(re.compile(r"\bchosen\b"))
    expect(page.locator("#typed output")).to_have_text("T2 P")
    assert Session.objects.get(table__code="T2").state == "open", "nothing before Enter"
    press(page, "Enter")
    expect(card(page, "T2").get_by_text("Paused")).to_be_visible()
    assert Session.objects.get(table__code="T2").state == "paused"
    toast = page.locator("[data-toast]")
    expect(toast).to_contain_text("T2 paused.")
    press(page, "z")
    expect(toast).to_contain_text("T2 plays on.")
    assert Session.objects.get(table__code="T2").state == "open"
    page.keyboard.type("t9")
    expect(page.locator("#typed output")).to_have_text("T")  # there is no such table
    press(page, "Escape")
    expect(page.locator("#typed")).to_be_hidden()


def test_keys_lead_on_and_are_letters_in_a_field(sit: Sit, busy: Room) -> None:
    page = sit(busy.floor, size=OFFICE).open("/floor/")
    page.keyboard.type("t2r")
    press(page, "Enter")
    expect(page.get_by_role("heading", name="Relieve the dealer")).to_be_visible()
    page.go_back()
    press(page, "/")
    page.keyboard.type("anna")  # letters are letters in a field
    expect(page.locator("#typed")).to_be_hidden()
    expect(page.locator("#hits")).to_contain_text("T1")
    press(page, "Escape")
    expect(page.locator("#hits")).to_be_hidden()
    press(page, "?")
    expect(page.get_by_role("dialog")).to_be_visible()
    press(page, "Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    page.keyboard.type("t1")
    press(page, "Enter")
    expect(page).to_have_url(re.compile(r"/floor/tables/\d+/$"))
    press(page, "p")
    expect(page.locator("#typed output")).to_have_text("T1 P")
    press(page, "Enter")
    expect(page.get_by_role("button", name="Resume play")).to_be_visible()


@pytest.mark.smoke("cage")
def test_a_fill_takes_two_people(sit: Sit, busy: Room) -> None:
    """The floor asks, the cage brings; whoever asked cannot bring, and the board knows both."""
    cage = busy.cage
    window = windows.create(house_id=busy.house.pk, code="K1", name="Main cash desk", actor=cage)
    windows.open_window(window_id=window.pk, chips=pieces(1_000_00), cash_cents=0, actor=cage)
    floor = sit(busy.floor, size=TABLET).open("/floor/")
    card(floor, "T1").get_by_role("link").click()
    floor.get_by_role("link", name="Fill").click()
    floor.locator('input[data-cents="10000"]').fill("2")
    expect(floor.locator("[data-chips-sum] output")).to_have_text("200.00")
    floor.get_by_role("button", name="Make out the slip").click()
    floor.goto(floor.url.partition("/floor/")[0] + "/floor/")
    expect(card(floor, "T1").get_by_text("Slip waits")).to_be_visible()

    desk = sit(cage, size=TABLET).open("/cage/")
    desk.get_by_role("link", name="Bring").click()
    desk.get_by_role("button", name="Bring the chips").click()
    expect(desk.get_by_text("Slip 1 is done.")).to_be_visible()
    expect(desk.get_by_text("Brought by: Carl Cage")).to_be_visible()
    expect(card(floor, "T1").get_by_text("Slip waits")).to_have_count(0)
    balance = dict(Place.objects.values_list("name", "balance_cents"))
    assert (balance["float/T1"], balance["cage/K1"]) == (700_00, 800_00)
