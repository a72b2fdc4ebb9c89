"""Chips on hand by taps: seat after seat, the rest offered to the last one; without a script as a form."""

import pytest
from playwright.sync_api import Page, expect

from casino.models import User
from tables.floor.services import seats
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import StackCount
from tests.browser.conftest import TABLET, UPRIGHT, Sit, after_the_last_tap
from tests.browser.every_page import judged, measured
from tests.tables.pages.conftest import Room

NAMES = ("Silke Arnold", "Maximilian Schwarzenberger-Lindholm", "Jutta Peters")


def at_the_trays(
    sit: Sit, room: Room, *, of: User | None = None, size: tuple[int, int] = TABLET, language: str = "en"
) -> Page:
    """Three guests with 200 each, one hand after which nobody knows who has how much."""
    table = room.set_up("T1", "summary", NAMES)
    room.push(room.tables["T1"])
    outcome = Summary(pot_cents=184_00, flop_seen=True, dealt_in=3)
    recording.record_summary(table_id=table, version=room.version(table), summary=outcome, actor=room.dealer)
    return sit(of or room.dealer, size=size, language=language).open(f"/dealer/tables/{table}/chips/")


def more(page: Page, chip: str, times: int = 1) -> None:
    for _tap in range(times):
        page.get_by_role("button", name=f"add a chip of {chip}", exact=True).tap()


def counted() -> list[tuple[int, int]]:
    return list(StackCount.objects.order_by("sitting__seat").values_list("sitting__seat", "counted_cents"))


def test_seat_after_seat_and_the_rest_for_the_last_one(sit: Sit, room: Room) -> None:
    page = at_the_trays(sit, room)
    book, left = page.locator("[data-book]"), page.locator("[data-rest]")
    expect(left).to_have_text("left for 3 seats: 591.00")
    expect(book).to_have_text("Next seat: 2 Schwarzenberger-Lindholm 1 Arnold is not counted")
    more(page, "100.00", 2)
    more(page, "5.00")
    expect(book).to_contain_text("1 Arnold 205.00")
    expect(page.locator(".plate").first).to_contain_text("205.00")
    book.tap()
    more(page, "100.00")
    more(page, "10.00")
    expect(left).to_have_text("left for 1 seat: 276.00")
    book.tap()
    expect(book).to_contain_text("The rest: 276.00")
    book.tap()
    expect(left).to_have_text("as booked")
    expect(book).to_have_text("Record the count seats: 3 · 591.00")
    assert counted() == []
    book.tap()
    expect(page.get_by_text("3 stacks are counted.")).to_be_visible()
    assert counted() == [(1, 205_00), (2, 110_00), (3, 276_00)]
    assert StackCount.objects.get(sitting__seat=1).chips == {"10000": 2, "500": 1}


def test_a_key_that_is_held_adds_five(sit: Sit, room: Room) -> None:
    page = at_the_trays(sit, room)
    key = page.get_by_role("button", name="add a chip of 5.00", exact=True)
    key.hover()
    page.mouse.down()
    count = page.locator("#seat-1 input[data-cents='500']")
    expect(count).to_have_value("5")
    page.mouse.up()
    page.get_by_role("button", name="take away a chip of 5.00", exact=True).tap()
    expect(count).to_have_value("4")


def test_another_sum_than_booked_is_said_in_money_and_refused(sit: Sit, room: Room) -> None:
    page = at_the_trays(sit, room)
    more(page, "100.00", 4)
    for _seat in range(2):
        page.locator("[data-book]").tap()
        more(page, "100.00")
    expect(page.locator("[data-rest]")).to_have_text("9.00 more than booked")
    page.locator("[data-book]").tap()
    expect(page.locator(".notice.error")).to_be_visible()
    expect(page.locator("#seat-1 input[data-cents='10000']")).to_have_value("4")
    assert counted() == []


def test_who_is_away_is_not_counted(sit: Sit, room: Room) -> None:
    page = at_the_trays(sit, room)
    table = room.tables["T1"]
    seats.away(table_id=table, version=room.version(table), seat=2, actor=room.floor)
    page.reload()
    more(page, "100.00", 2)
    expect(page.locator("[data-book]")).to_contain_text("Next seat: 3 Peters")
    page.locator("[data-book]").tap()
    more(page, "100.00")
    more(page, "25.00")
    expect(page.locator("[data-book]")).to_contain_text("Record the count")
    page.locator("[data-book]").tap()
    expect(page.get_by_text("2 stacks are counted.")).to_be_visible()
    assert counted() == [(1, 200_00), (3, 125_00)]


def test_the_floor_explains_in_its_place(sit: Sit, room: Room) -> None:
    page = at_the_trays(sit, room, of=room.floor)
    expect(page.get_by_label("Explanation")).to_be_hidden()
    more(page, "100.00", 4)
    for _seat in range(3):  # on, and the rest is not offered: it would be less than nothing
        page.locator("[data-book]").tap()
    expect(page.locator(".notice.error")).to_be_visible()
    page.get_by_label("Explanation").fill("Counted twice, both agree.")
    after_the_last_tap(page)
    for _seat in range(3):
        page.locator("[data-book]").tap()
    expect(page.get_by_text("1 stack is counted.")).to_be_visible()
    assert (counted(), StackCount.objects.get().explanation) == ([(1, 400_00)], "Counted twice, both agree.")


def test_without_a_script_each_seat_has_its_fields(sit: Sit, room: Room) -> None:
    page = at_the_trays(sit, room)
    page.route("**/*.js", lambda route: route.abort())
    page.reload()
    page.locator("#id_cents_1").fill("205")
    page.get_by_role("button", name="Record the count").tap()
    expect(page.get_by_text("1 stack is counted.")).to_be_visible()
    assert counted() == [(1, 205_00)]


@pytest.mark.parametrize("size", [TABLET, UPRIGHT])
def test_it_lies_on_the_screen_whole(sit: Sit, room: Room, size: tuple[int, int]) -> None:
    page = at_the_trays(sit, room, size=size, language="de")
    last = page.locator("#seat-1 .chip-row:visible").last
    for part in (page.locator("[data-book]"), page.locator("[data-leave-out]"), last, page.locator(".tray")):
        expect(part).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
    assert measured(page, "/dealer/") == []
    assert judged(page) == []
