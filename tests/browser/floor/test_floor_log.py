"""A dealer calls, the floor goes and rules by the rule; the ruling is on the hand's sheet and on the shift's."""

import re

from playwright.sync_api import Page, expect

from tables.models import FloorCall, HandOver, Ruling
from tests.browser.conftest import TABLET, Sit
from tests.tables.pages.conftest import Room


def test_from_the_dealer_s_call_to_the_hand_over(sit: Sit, room: Room) -> None:
    room.set_up("T1", "every_action", ("Weber", "Rossi", "Nguyen"))
    room.push(room.tables["T1"])
    table = room.tables["T1"]
    dealer = sit(room.dealer, size=TABLET).open(f"/dealer/tables/{table}/")
    dealer.get_by_role("button", name=re.compile("^(Next hand|Deal|Start)")).first.click()
    expect(dealer).to_have_url(re.compile(r"/dealer/hands/\d+/$"))
    dealer.get_by_text("Call the floor").click()
    dealer.get_by_role("button", name="A ruling").click()
    dealer.wait_for_url(re.compile("/dealer/"))

    floor = sit(room.floor, size=TABLET).open("/floor/calls/")
    floor.get_by_role("button", name="I'll go").click()
    expect(floor.locator("#live").get_by_text("Frida Floor is coming")).to_be_visible()  # the bar says it too
    expect(dealer.get_by_text("Frida Floor is coming")).to_be_visible()

    ruling = ruled(floor)
    sheet = floor.goto(f"{floor.url.split('/floor/')[0]}/dealer/hands/{ruling.hand_id}/")
    assert sheet is not None
    expect(floor.get_by_text("One chip without a word: it is a call.")).to_be_visible()
    expect(floor.get_by_text("WLA 137")).to_be_visible()

    floor.goto(f"{floor.url.split('/dealer/')[0]}/floor/handover/")
    row = signed(floor)
    taker = sit(room.manager, size=TABLET).open(f"/floor/handover/{row.pk}/")
    expect(taker.get_by_text("One chip without a word: it is a call.")).to_be_visible()
    taker.get_by_role("link", name="I have read it and take over").click()
    taker.get_by_role("button", name="I have read it and take over").click()
    expect(taker.get_by_text("You have taken over.")).to_be_visible()
    row.refresh_from_db()
    assert (row.by, row.confirmed_by) == (room.floor, room.manager)


def ruled(floor: Page) -> Ruling:
    """From the call, about the hand in play, by the rule."""
    floor.get_by_role("link", name="Ruling", exact=True).click()
    floor.get_by_label("Ruling", exact=True).fill("One chip without a word: it is a call.")
    floor.get_by_label("Rule", exact=True).fill("WLA 137")
    floor.get_by_label("2 Rossi").check()
    floor.get_by_role("button", name="Record a ruling").click()
    floor.wait_for_url(re.compile(r"/floor/tables/\d+/$"))
    ruling = Ruling.objects.get()
    assert (ruling.hand_id is not None, ruling.call) == (True, FloorCall.objects.get())

    return ruling


def signed(floor: Page) -> HandOver:
    """The shift's sheet, with the ruling on it."""
    expect(floor.get_by_text("One chip without a word: it is a call.")).to_be_visible()
    floor.get_by_label("Notes").fill("Watch seat 2.")
    floor.get_by_role("button", name="Sign and hand over").click()
    expect(floor.get_by_text("Now somebody else must confirm it.")).to_be_visible()
    return HandOver.objects.get()
