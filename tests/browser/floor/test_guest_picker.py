"""The picker of guests: rows to tap before and while somebody types, keys, and a card's line ended by Enter."""

import pytest
from playwright.sync_api import Page, Route, expect

from accounting.cage.services import windows
from accounting.models import Entry
from tables.guests.services import guests
from tables.models import Sitting
from tables.waiting.services import entries
from tests.browser.conftest import PHONE, TABLET, Sit, press
from tests.browser.every_page import judged
from tests.tables.pages.conftest import Room


@pytest.fixture
def busy(room: Room) -> Room:
    """Rossi sits at T1; Anna Becker waits for its game, Boris Beckmann is known."""
    room.set_up("T1", "every_action", ("Rossi",))
    for number, name in (("1001", "Anna Becker"), ("1002", "Boris Beckmann")):
        guests.register(house_id=room.house.pk, number=number, name=name, actor=room.floor)
    anna = guests.register(house_id=room.house.pk, number="1003", name="Anna Wartend", actor=room.floor)
    entries.join(game_id=room.games["every_action"].pk, guest_id=anna.pk, is_here=True, actor=room.floor)
    return room


def seating(busy: Room) -> str:
    return f"/floor/tables/{busy.tables['T1']}/seats/5/sit/"


def rows(page: Page):
    return page.get_by_role("option")


def test_the_next_of_the_list_takes_one_tap(sit: Sit, busy: Room) -> None:
    page = sit(busy.floor, size=PHONE).open(seating(busy))
    expect(rows(page)).to_have_count(1)
    expect(rows(page)).to_contain_text("Anna Wartend")
    rows(page).tap()
    expect(page.get_by_label("Guest", exact=True)).to_have_value("1003")
    expect(page.locator("[data-picked]")).to_have_text("Anna Wartend")
    expect(rows(page)).to_have_count(0)
    page.get_by_role("button", name="Seat a guest").tap()
    expect(page.get_by_text("is in seat 5")).to_be_visible()
    assert Sitting.objects.get(left_at=None, seat=5).guest.number == "1003"


def test_a_name_is_typed_and_tapped(sit: Sit, busy: Room) -> None:
    page = sit(busy.floor, size=TABLET).open(seating(busy))
    page.get_by_label("Guest", exact=True).press_sequentially("beck")
    expect(rows(page)).to_have_count(2)
    rows(page).filter(has_text="Boris").tap()
    expect(page.get_by_label("Guest", exact=True)).to_have_value("1002")


def test_what_is_typed_before_the_script_is_there_is_looked_up(sit: Sit, busy: Room) -> None:
    desk = sit(busy.floor, size=TABLET, kept=False)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    desk.context.route("**/guests*.js", hold)
    page = desk.page()
    with page.expect_request("**/guests*.js"):
        page.goto(desk.address + seating(busy), wait_until="commit")
    page.get_by_label("Guest", exact=True).press_sequentially("beck")
    held[0].continue_()
    expect(rows(page)).to_have_count(2)


@pytest.mark.parametrize("ends", [None, "failed"], ids=["not answered yet", "no network"])
def test_the_field_says_that_no_list_is_open_before_one_was_ever_shown(sit: Sit, busy: Room, ends: str | None) -> None:
    """A combobox without ``aria-expanded`` is none (WAI-ARIA 1.2, ``combobox``)."""
    desk = sit(busy.floor, kept=False)
    asked: list[Route] = []

    def hold(route: Route) -> None:
        asked.append(route)
        if ends:
            route.abort(ends)

    desk.context.route("**/guests/suggestions/*", hold)
    page = desk.page()
    with page.expect_request("**/guests/suggestions/*"):
        page.goto(desk.address + seating(busy))
    expect(page.get_by_role("combobox", name="Guest", exact=True)).to_have_attribute("aria-expanded", "false")
    assert len(asked) == 1
    assert judged(page) == []


def test_keys_choose_and_escape_closes(sit: Sit, busy: Room) -> None:
    page = sit(busy.floor).open(seating(busy))
    field = page.get_by_role("combobox", name="Guest", exact=True)
    field.fill("beck")  # at once: a letter typed late would ask again, and the rows would be new ones
    expect(rows(page)).to_have_count(2)
    press(page, "ArrowDown")
    press(page, "ArrowDown")
    expect(page.locator("[aria-selected=true]")).to_contain_text("Boris")
    press(page, "Enter")
    expect(field).to_have_value("1002")
    field.fill("beck")
    expect(rows(page)).to_have_count(2)
    field.press("Escape")
    expect(rows(page)).to_have_count(0)


def test_a_card_that_is_swiped_picks_its_guest_and_sends_nothing(sit: Sit, busy: Room) -> None:
    """A reader types the number faster than anybody, and Enter behind it."""
    page = sit(busy.floor).open(seating(busy))
    page.get_by_label("Guest", exact=True).click()
    page.keyboard.type("1001")
    page.keyboard.press("Enter")
    expect(page.locator("[data-picked]")).to_have_text("Anna Becker")
    expect(page.get_by_label("Buy-in")).to_be_focused()
    assert Sitting.objects.filter(seat=5).count() == 0


def test_without_a_network_the_field_itself_still_works(sit: Sit, busy: Room) -> None:
    page = sit(busy.floor, kept=False).open(seating(busy))
    expect(rows(page)).to_have_count(1)
    page.route("**/guests/suggestions/**", lambda route: route.abort())
    page.get_by_label("Guest", exact=True).fill("1003")
    page.get_by_role("button", name="Seat a guest").click()
    expect(page.get_by_text("is in seat 5")).to_be_visible()


def test_at_a_window_the_guest_is_picked_too(sit: Sit, busy: Room) -> None:
    window = windows.create(house_id=busy.house.pk, code="K1", name="Kasse 1", actor=busy.manager)
    windows.open_window(window_id=window.pk, chips={"10000": 100}, cash_cents=50_000, actor=busy.cage)
    page = sit(busy.cage, size=TABLET).open(f"/cage/windows/{window.pk}/sell/")
    page.get_by_label("Amount").fill("2000")
    page.get_by_label("Guest's card number").press_sequentially("boris")
    expect(rows(page)).to_have_count(1)
    rows(page).tap()
    expect(page.get_by_label("Guest's card number")).to_have_value("1002")
    page.locator("main form button.primary").tap()
    page.wait_for_url("**/cage/")
    assert Entry.objects.get(code="sale").reason == "1002"
