"""The wall: what is played and where a seat is free, for whoever passes; nothing else, in both languages."""

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import TABLET, Sit
from tests.tables.pages.conftest import Room


@pytest.mark.smoke("display")
def test_the_wall_shows_games_and_seats_and_keeps_itself_fresh(sit: Sit, room: Room) -> None:
    wall = sit(None, size=(1920, 1080)).open("/display/")
    expect(wall.get_by_text("No game is running at the moment.")).to_be_visible()
    room.set_up("T1", "summary", ("Weber", "Rossi"))
    row = wall.get_by_role("row", name="Texas Hold'em")
    expect(row.get_by_role("cell").last).to_have_text("7", timeout=8_000)
    room.set_up("T2", "every_action", ("Okafor",))
    expect(wall.get_by_role("row")).to_have_count(3, timeout=8_000)
    assert wall.context.cookies() == []
    assert wall.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_wall_speaks_the_language_it_is_asked_for(sit: Sit, room: Room) -> None:
    room.set_up("T1", "summary")
    desk = sit(None, size=TABLET, language="en")
    assert desk.open("/display/").locator("html").get_attribute("lang") == "en"
    german = desk.open("/display/?lang=de")
    assert german.locator("html").get_attribute("lang") == "de"
    expect(german.get_by_role("columnheader", name="Tische")).to_be_visible()
    with german.expect_response(lambda answer: "v=" in answer.url and "lang=de" in answer.url):
        pass
