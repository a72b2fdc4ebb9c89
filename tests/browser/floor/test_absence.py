"""A guest walks: two dealers give him absent buttons, his chips are picked up, and he brings them back in time."""

import re

import pytest
from playwright.sync_api import expect

from casino.models import User
from tables.models import Game, KeptChips, Sitting
from tests import builders
from tests.browser.conftest import OFFICE, TABLET, Sit
from tests.tables.pages.conftest import Room


@pytest.fixture
def busy(room: Room) -> Room:
    Game.objects.filter(pk=room.games["every_action"].pk).update(return_minutes=60)
    room.set_up("T1", "every_action", ("Weber", "Rossi", "Nguyen"), stack_cents=25_000)
    room.push(room.tables["T1"])
    return room


def test_away_two_buttons_picked_up_and_back_with_the_same_money(sit: Sit, busy: Room) -> None:
    """WSOP live-action 73 and 58."""
    at = f"/floor/tables/{busy.tables['T1']}/"
    page = sit(busy.floor, size=TABLET).open(at)
    board = sit(busy.floor, size=OFFICE).open("/floor/")
    page.locator(".plate", has_text="Rossi").click()
    seat = page.get_by_role("article").filter(has_text="Rossi")
    seat.get_by_role("button", name="Away").click()
    expect(seat.get_by_text("away")).to_be_visible()
    for number in (1, 2):
        relief = User.objects.create_user(f"relief-{number}", full_name=f"Relief {number}", roles=["dealer"])
        busy.push(busy.tables["T1"], relief)
        expect(seat.get_by_text(f"absent buttons {number}/2")).to_be_visible()
    told = board.locator(".alarm-line").get_by_text("Seat 2: the chips of Rossi may be picked up")
    expect(told).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    seat.get_by_role("link", name="Pick up the chips").click()
    page.get_by_role("button", name="Pick up the chips").click()
    expect(page.get_by_text("is being kept for Rossi")).to_be_visible()
    assert builders.balances("kept") == {f"kept/{KeptChips.objects.get().pk}": 25_000}

    page.goto(page.url.partition("/floor/")[0] + "/floor/guests/")
    page.get_by_label("Number or name").fill("rossi")
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(re.compile(r"/floor/guests/\d+/$"))
    expect(page.get_by_text("back before")).to_be_visible()
    page.get_by_role("link", name="Hand out").click()
    page.get_by_role("button", name="Hand out the chips").click()
    expect(page.get_by_text("Rossi has received")).to_be_visible()

    page.goto(page.url.partition("/floor/")[0] + at + "seats/2/sit/")
    page.get_by_label("Guest", exact=True).fill("T1-2")
    page.get_by_label("Buy-in").fill("100")
    page.get_by_role("button", name="Seat a guest").click()
    expect(page.get_by_text("must come back with at least that")).to_be_visible()
    page.get_by_label("Buy-in").fill("250")
    page.get_by_role("button", name="Seat a guest").click()
    expect(page).to_have_url(re.compile(r"/floor/tables/\d+/$"))
    assert Sitting.objects.get(seat=2, left_at=None).buy_in_cents == 25_000
    assert builders.balances("seat")["seat/T1/2"] == 25_000
