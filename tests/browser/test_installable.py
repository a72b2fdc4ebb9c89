"""Pages without a network: one sentence of ours in the reader's language; the pads keep a worker of their own."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OFFICE, PHONE, TABLET, Sit
from tests.browser.pads import NAMES
from tests.tables.hands import playing
from tests.tables.pages.conftest import Room

_WORKERS = """
async () => {
  const found = await navigator.serviceWorker.getRegistrations();
  const scripts = found.map((one) => new URL((one.active ?? one.waiting ?? one.installing).scriptURL));
  return scripts.map((url) => url.pathname + url.search);
}
"""
_KEPT = """
async () => (await (await caches.open("offline")).keys()).map((one) => new URL(one.url).pathname)
"""


def at_work(page: Page) -> Page:
    """The page, once its worker answers for it."""
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    return page


@pytest.mark.parametrize(
    ("role", "path", "language", "told", "again"),
    [
        ("floor", "/floor/guests/", "en", "No network", "Try again"),
        ("cage", "/cage/jackpots/", "de", "Kein Netz", "Noch einmal versuchen"),
    ],
    ids=["with a bell", "without a bell"],
)
def test_a_page_that_cannot_be_reached_says_so_and_comes_back(
    sit: Sit, room: Room, role: str, path: str, language: str, told: str, again: str
) -> None:
    desk = sit(getattr(room, role), size=PHONE, language=language)
    page = at_work(desk.open(f"/{role}/"))
    page.context.set_offline(True)
    page.goto(desk.address + path)
    expect(page.get_by_role("heading", level=1)).to_have_text(told)
    assert page.evaluate("() => getComputedStyle(document.body).fontFamily").startswith("Inter"), "it has our look"
    page.context.set_offline(False)
    page.get_by_role("link", name=again).click()
    expect(page.locator("header.bar")).to_be_visible()
    assert page.url == desk.address + path


def test_nothing_that_the_house_knows_is_kept_on_the_device(sit: Sit, room: Room) -> None:
    page = at_work(sit(room.floor, size=OFFICE).open("/floor/"))
    page.goto(page.url + "guests/")
    kept = page.evaluate(_KEPT)
    assert "/offline/" in kept
    assert [path for path in kept if path != "/offline/" and not path.startswith("/static/")] == []


def test_a_pad_with_menus_has_the_pads_worker_alone(sit: Sit, room: Room) -> None:
    table = room.set_up("T1", "summary", NAMES)
    page = at_work(sit(room.floor, size=TABLET).open(f"/dealer/tables/{table}/record/"))
    assert page.evaluate(_WORKERS) == ["/dealer/worker.js"]


def test_the_page_on_which_chips_are_counted_has_no_worker_and_no_error(sit: Sit, room: Room) -> None:
    table = room.set_up("T1", "summary", NAMES)
    room.push(table)
    page = sit(room.floor, size=TABLET).open(f"/dealer/tables/{table}/chips/")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(_WORKERS) == []


def test_a_hand_that_is_dealt_has_no_worker_and_no_error(sit: Sit, room: Room) -> None:
    table = room.set_up("T1", "every_action", NAMES)
    room.push(table)
    hand = playing.start(room, table).hand
    page = sit(room.floor, size=TABLET).open(f"/dealer/hands/{hand.pk}/")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(_WORKERS) == []
