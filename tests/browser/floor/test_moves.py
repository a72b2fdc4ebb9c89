"""Moves in a browser: a seat asked for and granted, the feeder's next moved, a table broken by a posted draw."""

import re

import pytest
from playwright.sync_api import Page, expect

from tables.models import SeatDraw, Sitting
from tests.browser.conftest import TABLET, UPRIGHT, Sit
from tests.builders import balances
from tests.tables.pages.conftest import Room


@pytest.fixture
def busy(room: Room) -> Room:
    """Six at T1, three at T2, one game."""
    room.set_up("T1", "every_action", ("Weber", "Rossi", "Nguyen", "Okafor", "Silva", "Haas"))
    room.set_up("T2", "every_action", ("Yilmaz", "Novak", "Becker"))
    return room


def moves(page: Page, room: Room):
    page.goto(re.sub(r"(https?://[^/]+)/.*", r"\1/floor/moves/", page.url))
    return page.get_by_role("article", name="NLHE 2/4")


def seat_of(name: str) -> tuple[str, int]:
    found = Sitting.objects.select_related("table").get(guest__name=name, left_at=None)
    return (found.table.code, found.seat)


@pytest.mark.parametrize("size", [TABLET, UPRIGHT])
def test_the_page_fits_and_its_targets_are_large(sit: Sit, busy: Room, size: tuple[int, int]) -> None:
    page = sit(busy.floor, size=size, language="de").open("/floor/moves/")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """() => [...document.querySelectorAll("main :is(a, button, input:not([type=hidden]), select)")]
           .filter((one) => one.checkVisibility())
           .filter((one) => { const box = one.getBoundingClientRect(); return box.width < 48 || box.height < 48; })
           .map((one) => one.outerHTML)"""
    )
    assert small == []


@pytest.mark.smoke("moves")
def test_a_change_of_seat_is_asked_for_and_granted(sit: Sit, busy: Room) -> None:
    """From the table: his seat, Move, write the request down; then one tap from the moves."""
    desk = sit(busy.floor, size=TABLET)
    page = desk.open(f"/floor/tables/{busy.tables['T1']}/")
    page.locator(".plate", has_text="Rossi").click()
    page.get_by_role("article").filter(has_text="Rossi").get_by_role("link", name="Move").click()
    page.get_by_role("link", name="Note the request").click()
    page.get_by_role("radio", name="T1: any other seat").check(force=True)
    page.get_by_role("button", name="Record the request").click()
    expect(page.get_by_text("Recorded.")).to_be_visible()
    game = moves(page, busy)
    expect(game.get_by_text("asks for another seat")).to_be_visible()
    game.get_by_role("link", name="Grant · T1/7").click()
    page.get_by_role("button", name="Grant").click()
    expect(page.get_by_text("Nobody has asked for another seat.")).to_be_visible()
    assert seat_of("Rossi") == ("T1", 7)
    assert balances("seat/T1/7") == {"seat/T1/7": 20_000}


def test_the_feeders_next_moves_and_the_one_after_refuses(sit: Sit, busy: Room) -> None:
    desk = sit(busy.floor, size=TABLET)
    page = desk.open("/floor/moves/")
    other = desk.open("/floor/moves/")
    row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="T1", exact=True))
    row.get_by_role("link", name="Must-move").click()
    page.get_by_label("Feeder table").select_option(label="T2")
    page.get_by_role("button", name="Keep it full from").click()
    expect(other.get_by_text("T1 is kept full from T2")).to_be_visible()  # it asks every two seconds
    page.get_by_role("link", name="To T1").click()
    page.get_by_role("button", name="Move to the main game").click()
    expect(page.get_by_text("Moved.")).to_be_visible()
    assert seat_of("Yilmaz") == ("T1", 7)
    page.get_by_role("link", name="Record a refusal").click()
    expect(page.get_by_text("Novak")).to_be_visible()
    page.get_by_label("Reason").fill("likes it here")
    page.get_by_role("button", name="Guest refuses and quits").click()
    expect(page.get_by_text("The guest has left the game.")).to_be_visible()
    assert not Sitting.objects.filter(guest__name="Novak", left_at=None).exists()
    page.goto(f"{desk.address}/floor/tables/{busy.tables['T2']}/seats/5/sit/")
    page.get_by_label("Guest", exact=True).fill("Novak")
    page.get_by_role("button", name="Seat a guest").click()
    expect(page.get_by_text("refused to move and may not play this game until")).to_be_visible()


def test_a_table_is_broken_by_a_draw_that_was_posted(sit: Sit, busy: Room) -> None:
    page = sit(busy.floor, size=TABLET).open("/floor/moves/")
    row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name="T2", exact=True))
    row.get_by_role("link", name="Break").click()
    page.get_by_role("button", name="Post the commitment").click()
    expect(page.get_by_role("button", name="Break the table")).to_be_visible()
    expect(page.get_by_text("Commitment")).to_be_visible()
    draw = SeatDraw.objects.get()
    expect(page.get_by_text(draw.commitment)).to_be_visible()
    expect(page.get_by_text(draw.seed)).to_have_count(0)
    page.get_by_role("button", name="Break the table").click()
    expect(page.get_by_text(draw.seed)).to_be_visible()
    assert {seat_of(name)[0] for name in ("Yilmaz", "Novak", "Becker")} == {"T1"}
    assert sum(balances("seat").values()) == 9 * 20_000
