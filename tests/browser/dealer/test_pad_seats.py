"""The pad of outcomes as it lies on the screen: seats that are keys, nothing cut, Book in reach, all said in words."""

import pytest
from playwright.sync_api import Page, expect

from accounting.models import Assessment
from tables.floor.services import seats
from tables.models import Hand
from tests.browser.conftest import TABLET, UPRIGHT, Sit
from tests.browser.every_page import judged
from tests.browser.pads import NAMES, Pad, at_the_pad
from tests.tables.pages.conftest import Room

ENLARGED = (590, 410)  # a tablet on its side, at 200 per cent
LONG = (
    "Maximilian Schwarzenberger-Lindholm", "Jutta Krüger-Lüdenscheidt", "Leutheusser-Schnarrenberger, Sabine",
    "Friederike von der Osten-Sacken", "Oliver Krämer", "Carla Rossi", "Quentin Dubois", "Emil Weissenbacher",
    "Papadopoulos-Konstantinidis, Ariadne",
)  # fmt: skip

_CUT = """
() => [...document.querySelectorAll("#pad-seats .name, #pad-seats .part")]
    .filter((one) => one.scrollWidth > one.clientWidth || parseFloat(getComputedStyle(one).fontSize) < 13)
    .map((one) => one.textContent.trim())
"""
_OVERLAPPING = """
() => {
  const shown = [...document.querySelectorAll(".plate, .tray, .middle button, .middle .shown, .keypad button, .book")]
      .filter((one) => one.checkVisibility()).map((one) => [one.innerText, one.getBoundingClientRect()]);
  return shown.flatMap(([text, a], at) => shown.slice(at + 1).filter(([, b]) =>
      a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom).map(([other]) => [text, other]));
}
"""
_UNREACHED = """
() => [...document.querySelectorAll("label.plate, .keypad button, .book")].filter((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  const below = one.matches(".book") ? innerHeight : document.querySelector(".book").getBoundingClientRect().top;
  const isUnder = innerHeight < 500 && bottom > below;
  return top < 0 || left < 0 || right > innerWidth || bottom > innerHeight || isUnder || !one.contains(met);
}).map((one) => one.innerText)
"""
_SIZES = """
() => Object.fromEntries(Object.entries({ name: ".name:not(.long)", pot: ".pot .shown", book: ".book" })
    .map(([name, selector]) => [name, parseFloat(getComputedStyle(document.querySelector(selector)).fontSize)]))
"""


@pytest.fixture
def pad(sit: Sit, room: Room) -> Pad:
    """Seven guests, their dealer before a tablet."""
    return at_the_pad(sit, room)


def full(sit: Sit, room: Room, size: tuple[int, int], language: str = "de") -> Page:
    """Nine guests with long names."""
    table = room.set_up("T1", "summary", LONG)
    room.push(room.tables["T1"])
    page = sit(room.dealer, size=size, language=language).open(f"/dealer/tables/{table}/record/")
    expect(page.locator("[data-digit='7']")).to_be_visible()
    return page


@pytest.mark.parametrize("size", [TABLET, UPRIGHT, ENLARGED])
def test_no_name_is_cut_no_seat_lies_on_another_and_winner_pot_and_book_need_no_scrolling(
    sit: Sit, room: Room, size: tuple[int, int]
) -> None:
    page = full(sit, room, size)
    Pad(page).key("184")
    page.locator("label.plate").nth(1).tap()
    assert page.evaluate(_CUT) == []
    assert page.evaluate(_UNREACHED) == []
    assert size == ENLARGED or page.evaluate(_OVERLAPPING) == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert judged(page, contrast_alone=True) == []


@pytest.mark.parametrize(("size", "book"), [(TABLET, 84), (UPRIGHT, 84), (ENLARGED, 68)])
def test_what_the_dealer_reads_and_taps_is_large(sit: Sit, room: Room, size: tuple[int, int], book: int) -> None:
    page = full(sit, room, size)
    box = page.locator("[data-book]").bounding_box()
    assert box is not None
    assert box["height"] >= book
    keys = page.evaluate("[...document.querySelectorAll('.keypad button')].map((one) => one.offsetHeight)")
    assert min(keys) >= 64
    found = page.evaluate(_SIZES)
    assert found == {"name": 15 if size == ENLARGED else 17, "pot": 56, "book": 22}


def test_book_says_what_is_missing_and_then_what_will_be_booked(sit: Sit, room: Room) -> None:
    page = full(sit, room, TABLET)
    book = page.locator("[data-book]")
    expect(book).to_have_text("Hand 1 buchen es fehlt: Pot")
    expect(book).to_be_disabled()
    assert book.evaluate("(one) => getComputedStyle(one).opacity") == "1"
    assert judged(page, contrast_alone=True) == []
    pad = Pad(page)
    pad.key("184")
    page.locator("label.plate", has_text="Krämer").tap()
    pad.tap('[data-tip][value="2"]')
    expect(book.locator("[data-said]")).to_have_text("5 Krämer 175,00 · Taxe 9,00 · Trinkgeld 2,00")
    expect(page.locator("[data-won]")).to_have_text("5 Krämer 175,00")
    expect(page.locator("[data-share]")).to_have_text("5 % = 9,20, abgerundet auf volle Chips")
    pad.tap('[data-rake="-1"]')
    expect(book.locator("[data-said]")).to_have_text("es fehlt: Grund für die Taxe")


def test_a_seat_wins_with_one_tap_and_sits_out_with_the_next(pad: Pad) -> None:
    pad.key("184")
    pad.tap("label.plate >> nth=1")
    pad.book()
    assert pad.taps == 5
    expect(pad.page.locator("[data-last-state]")).to_have_text("booked")
    first, second, out = (pad.page.locator("label.plate").nth(at) for at in (0, 1, 2))
    first.tap()
    second.tap()
    expect(first.locator("input")).not_to_be_checked()
    expect(second).to_contain_text("wins")
    out.tap()
    out.tap()
    expect(out).to_contain_text("sits out")
    expect(pad.page.locator("[data-dealt-in]")).to_have_text("6")
    out.tap()
    expect(pad.page.locator("[data-dealt-in]")).to_have_text("7")
    out.tap()
    out.tap()
    second.tap()
    pad.key("40")
    pad.book()
    expect(pad.page.locator("#pad-last")).to_contain_text("#2")
    assert list(Assessment.objects.order_by("pk").values_list("dealt_in", flat=True)) == [7, 6]
    expect(pad.page.locator("[data-dealt-in]")).to_have_text("7")


def test_two_share_a_pot_with_split(pad: Pad) -> None:
    pad.key("184")
    pad.tap("[data-split]")
    pad.tap("label.plate >> nth=1")
    pad.tap("label.plate >> nth=4")
    expect(pad.page.locator("[data-said]")).to_have_text("2 Okafor, 5 Rossi split 175.00 · rake 9.00")
    pad.book()
    expect(pad.page.locator("[data-last-state]")).to_have_text("booked")
    assert Hand.objects.get().result["winners"] == [2, 5]


def test_who_is_away_is_dealt_in_with_a_tap(pad: Pad, room: Room) -> None:
    table = room.tables["T1"]
    seats.away(table_id=table, version=room.version(table), seat=3, actor=room.floor)
    away = pad.page.locator("label.plate").nth(2)
    expect(away).to_contain_text("away")
    expect(pad.page.locator("[data-dealt-in]")).to_have_text("6")
    away.tap()
    expect(pad.page.locator("[data-dealt-in]")).to_have_text("7")


def test_without_a_script_a_seat_is_a_box_to_tick(sit: Sit, room: Room) -> None:
    table = room.set_up("T1", "summary", NAMES)
    room.push(room.tables["T1"])
    desk = sit(room.dealer, size=TABLET, kept=False)
    page = desk.page()
    page.route("**/*.js", lambda route: route.abort())
    page.goto(f"{desk.address}/dealer/tables/{table}/record/")
    page.locator("#id_pot_cents").fill("184")
    page.get_by_role("checkbox", name="Okafor").check()
    expect(page.locator("label.plate").nth(1)).to_contain_text("wins")
    page.get_by_role("button", name="Book the hand").click()
    expect(page.get_by_text("Booked: pot 184.00.")).to_be_visible()
    assert Hand.objects.get().result["winners"] == [2]


def test_no_key_moves_away_under_a_finger(sit: Sit, room: Room) -> None:
    """What has the focus opens its field; a key beside it has it too, and stays where it is."""
    page = full(sit, room, ENLARGED)
    pad = Pad(page)
    pad.key("184")
    pad.tap('[data-tip][value="2"]')
    expect(page.locator("[data-shown=tip_cents]")).to_have_text("2,00")
