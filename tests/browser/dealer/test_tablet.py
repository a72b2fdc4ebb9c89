"""The dealers' door: enrolled by the floor, opened by tile and PIN, locked by one tap and by five misses."""

import re

import pytest
from playwright.sync_api import Page, expect

from casino.models import LoginEvent
from casino.services import devices, users
from tests.browser.conftest import OFFICE, TABLET, Sit, press
from tests.tables.pages.conftest import Room

PIN = "246810"

KEPT_PAGES = """async () => (await (await caches.open("pad")).keys()).map((kept) => kept.url)
  .filter((url) => !url.includes("/static/"))"""


def tap(page: Page, digits: str) -> None:
    """On the keypad, one after another."""
    for digit in digits:
        page.locator(f'[data-keypad] [data-digit="{digit}"]').click()


@pytest.mark.smoke("tablet")
def test_from_the_box_to_the_table_and_locked_out(sit: Sit, room: Room) -> None:
    users.set_pin(user_id=room.dealer.pk, pin=PIN, actor=None)
    room.set_up("T1", "summary", ("Müller", "Okafor"))
    room.push(room.tables["T1"])
    office = sit(room.floor, size=OFFICE).open("/tablets/")
    office.get_by_role("link", name="New tablet").click()
    office.get_by_label("Name").fill("Tablet 1")
    office.get_by_role("button", name="New tablet").click()
    expect(office.locator(".notice")).to_contain_text(re.compile(r"\d{4} \d{4}"))
    code = re.search(r"(\d{4} \d{4})", office.locator(".notice").inner_text())
    assert code

    tablet = sit(size=TABLET).open("/tablet/")
    tablet.get_by_label("Code").fill(code[1])
    tablet.get_by_role("button", name="Enrol").click()
    tile = tablet.get_by_role("link", name="Anna Keller")
    tile.click()
    tap(tablet, PIN)  # the sixth digit opens: a tile and six taps
    expect(tablet).to_have_url(re.compile(r"/dealer/tables/\d+/"))
    tablet.get_by_role("button", name="Lock").click()
    tile.click()
    for left in (4, 3, 2, 1):
        tap(tablet, "111111")
        expect(tablet.get_by_text(f"Tries left: {left}")).to_be_visible()
    tap(tablet, "111111")
    expect(tablet.get_by_text("Too many wrong PINs")).to_be_visible()
    tap(tablet, PIN)
    expect(tablet.get_by_text("Too many wrong PINs")).to_be_visible()

    office.reload()
    office.get_by_role("link", name="Unlock").click()
    office.get_by_role("button", name="Unlock the tile").click()
    expect(office.get_by_text("Locked after wrong PINs")).to_have_count(0)
    tap(tablet, PIN)
    expect(tablet).to_have_url(re.compile(r"/dealer/tables/\d+/"))


def test_a_tablet_that_nobody_touches_locks_itself(sit: Sit, room: Room) -> None:
    """Ten minutes; who types without sending anything touches it, and the server hears of it."""
    users.set_pin(user_id=room.dealer.pk, pin=PIN, actor=None)
    room.set_up("T1", "summary", ("Müller", "Okafor"))
    room.push(room.tables["T1"])
    desk = sit(size=TABLET)
    device, code = devices.add(name="Tablet 1", actor=room.floor)
    _device, token = devices.enrol(code=code, ip=None)
    desk.context.add_cookies([{"name": "tablet", "value": token, "url": desk.address}])
    desk.context.clock.install()
    tablet = desk.open(f"/tablet/{room.dealer.pk}/")
    tap(tablet, PIN)
    expect(tablet).to_have_url(re.compile(r"/dealer/tables/\d+/"))
    expect(tablet.locator("[data-link]")).to_have_text("online")  # its scripts run
    tablet.clock.fast_forward("09:00")
    with tablet.expect_response("**/awake/") as said:
        press(tablet, "Shift")
    assert said.value.status == 204
    tablet.clock.fast_forward("09:00")
    expect(tablet.get_by_role("button", name="Lock")).to_be_visible()
    tablet.wait_for_function(f"async () => (await ({KEPT_PAGES})()).length === 1")
    tablet.clock.fast_forward("02:00")
    expect(tablet).to_have_url(re.compile(r"/tablet/$"))
    assert tablet.evaluate(KEPT_PAGES) == []  # nor does it keep the guests' names
    assert LoginEvent.objects.filter(kind="logout", user=room.dealer).count() == 1
    assert device.name in tablet.content()


def test_work_in_one_window_keeps_the_others_open(sit: Sit, room: Room) -> None:
    """All windows of a browser have one session: fifteen minutes without a touch count over all of them."""
    desk = sit(room.floor, size=OFFICE)
    desk.context.clock.install()
    untouched, used = desk.open("/floor/"), desk.open("/floor/guests/")
    untouched.clock.fast_forward("09:00")
    press(used, "Shift")
    untouched.clock.fast_forward("09:00")
    expect(untouched.locator("[data-leave] button")).to_be_attached()
    assert not LoginEvent.objects.filter(kind="logout").exists()
    untouched.clock.fast_forward("07:00")
    expect(untouched).to_have_url(re.compile(r"/login/"))
