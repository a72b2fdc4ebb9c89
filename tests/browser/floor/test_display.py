"""The wall: what is played and where a seat is free, for whoever passes; nothing else, in both languages."""

import re
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from casino import house_time
from tables.waiting.services import entries, list_calls
from tests import builders
from tests.browser.conftest import TABLET, Sit
from tests.tables.pages.conftest import Room

SMALLEST_TEXT = """() => Math.min(...[...document.querySelectorAll("main *")]
    .filter((one) => one.checkVisibility() && [...one.childNodes].some((part) => part.data?.trim()))
    .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


@pytest.mark.smoke("display")
def test_the_wall_shows_games_and_seats_and_keeps_itself_fresh(sit: Sit, room: Room) -> None:
    wall = sit(None, size=(1920, 1080)).open("/display/")
    expect(wall.get_by_text("No game is running at the moment.")).to_be_visible()
    room.set_up("T1", "summary", ("Weber", "Rossi"))
    row = wall.get_by_role("row", name="Texas Hold'em NL")
    expect(row.locator(".free")).to_have_text("7")
    room.set_up("T2", "every_action", ("Okafor",))
    expect(wall.get_by_role("row")).to_have_count(3)
    assert wall.context.cookies() == []
    assert wall.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_wall_speaks_the_language_it_is_asked_for(sit: Sit, room: Room) -> None:
    room.set_up("T1", "summary")
    desk = sit(None, size=TABLET, language="en")
    assert desk.open("/display/").locator("html").get_attribute("lang") == "en"
    german = desk.open("/display/?lang=de")
    assert german.locator("html").get_attribute("lang") == "de"
    expect(german.get_by_role("columnheader", name="Einsätze")).to_be_visible()
    with german.expect_response(lambda answer: "v=" in answer.url and "lang=de" in answer.url):
        pass


def test_more_games_than_fit_come_in_pages_in_large_letters(sit: Sit, room: Room) -> None:
    """Twelve games with their tables: none is cut, each is shown in its turn, and all letters are 48 px or more.

    A capital of 26 mm on a screen of 65 inches, which eight metres want (1 : 300).
    """
    for number in range(1, 13):
        stakes = {"small_blind_cents": number * 100, "big_blind_cents": number * 200}
        room.table(room.game(name=f"NLHE {number}", **stakes), code=f"T{number}", dealt=False)
    desk = sit(None, size=(1920, 1080))
    desk.context.clock.install(time=0)
    wall = desk.open("/display/")
    wall.clock.pause_at(604)  # early in a page's twelve seconds; from here on time passes when the test says so
    with wall.expect_response(re.compile("/display/")):
        wall.clock.run_for(3_000)
    wall.wait_for_load_state("networkidle")  # its poll is answered: what is ten minutes old is not shown
    wall.clock.run_for(1_000)
    expect(wall.locator("body")).not_to_have_class(re.compile("is-stale"))
    dots = wall.locator("[data-dots] i")
    expect(dots).to_have_count(2)
    seen: set[str] = set()
    for _page in range(2):
        shown = wall.locator("[data-row]:visible")
        seen |= set(shown.locator(".stakes").all_inner_texts())
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert wall.evaluate(SMALLEST_TEXT) >= 47.9
        wall.clock.run_for(12_000)
    assert len(seen) == 12
    assert wall.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(5, 8, 7)"


def test_the_clock_is_the_houses(sit: Sit, room: Room) -> None:
    """The machine behind the screen may stand in another zone."""
    builders.past_the_guards("UPDATE accounting_house SET time_zone = %s", "America/New_York")
    wall = sit(None, size=(1920, 1080)).open("/display/")
    hours = [(house_time.now() + timedelta(minutes=late)).astimezone(ZoneInfo("America/New_York")) for late in (0, 1)]
    expect(wall.locator("[data-wall-clock]")).to_have_text(re.compile("|".join(f"{hour:%H:%M}" for hour in hours)))


def test_six_games_three_calls_and_two_jackpots_on_one_wall(sit: Sit, room: Room) -> None:
    """Nothing cut, nothing turned away but jackpots, whose amounts take turns where there is no room."""
    for number in range(1, 7):
        stakes = {"small_blind_cents": number * 100, "big_blind_cents": number * 200}
        game = room.game(name=f"NLHE {number}", **stakes)
        table = room.table(game, code=f"T{number}", dealt=False)
        if number < 4:
            entry = entries.join(game_id=game.pk, guest_id=room.guest(f"Anna Becker-{number}").pk, actor=room.floor)
            list_calls.call(entry_id=entry.pk, table_id=table, seat=number, actor=room.floor)
    for language in ("en", "de"):
        wall = sit(None, size=(1920, 1080)).open(f"/display/?lang={language}")
        assert wall.locator("tbody [data-row]:visible").count() == 6
        assert wall.locator(".calls li:visible").count() == 3
        assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
        assert wall.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert wall.evaluate(SMALLEST_TEXT) >= 47.9


def test_figures_of_a_minute_ago_are_not_shown(sit: Sit, room: Room) -> None:
    room.set_up("T1", "summary")
    desk = sit(None, size=(1920, 1080))
    desk.context.clock.install(time=0)
    wall = desk.open("/display/?lang=en")
    expect(wall.get_by_text("Please ask at the podium")).to_be_hidden()
    wall.context.set_offline(True)
    wall.clock.run_for(63_000)
    expect(wall.get_by_text("Please ask at the podium")).to_be_visible()
    expect(wall.locator(".games")).to_be_hidden()
    wall.context.set_offline(False)
    wall.clock.run_for(5_000)
    expect(wall.locator(".games")).to_be_visible()
