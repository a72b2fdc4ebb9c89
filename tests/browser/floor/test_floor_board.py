"""The floor's board with a whole room on one screen, the one row of navigation, and the floor on a phone."""

import os
import re
from datetime import timedelta

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from casino import house_time
from casino.models import User
from tables.floor.services import tables
from tables.log.services import floor_calls
from tables.models import Down
from tests.browser.conftest import OFFICE, PHONE, TABLET, UPRIGHT, Sit, task_at
from tests.tables.pages.conftest import Room

_SMALL = """() => [...document.querySelectorAll(
    "main :is(a, button, input:not([type=hidden]), select, summary), header.bar :is(a, button, summary)")]
    .filter((one) => one.checkVisibility())
    .filter((one) => { const box = one.getBoundingClientRect(); return box.width < 48 || box.height < 48; })
    .map((one) => one.outerHTML)"""
_TABS = {"en": ("Board", "Waiting lists", "Dealers", "Guests"), "de": ("Board", "Wartelisten", "Dealer", "Gäste")}


def kept(page: Page, name: str) -> None:
    """Its picture, where one is wanted."""
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png")


HEAVIEST = 60_000
"""Bytes of HTML of a page at forty tables."""
PLACES = {
    "floor": ("/floor/", "/floor/lists/", "/floor/dealers/", "/floor/guests/", "/floor/calls/", "/floor/handover/",
              "/dealer/", "/approvals/", "/tournaments/"),
    "cage": ("/cage/", "/cage/jackpots/"),
    "manager": ("/setup/", "/management/", "/management/days/", "/management/audit/", "/management/audit/findings/"),
}  # fmt: skip

GAMES = {"FL Texas 4/8": 2, "NLHE 1/2": 12, "NLHE 2/5": 8, "NLHE 5/10": 4, "PLO 2/4": 4, "PLO 5/5": 6}


@pytest.fixture
def full(room: Room) -> Room:
    """Forty tables: 36 with a dealer each at six games, three of them calling; four closed."""
    games = [game for name, count in GAMES.items() for game in [room.game(name=name)] * count]
    for number in range(1, 41):
        code = f"T{number:02}"
        if number > 36:
            tables.create(house_id=room.house.pk, code=code, seats=9, actor=room.floor)
            continue
        room.tables[code] = room.table(games[number - 1], code=code, float_cents=50_000, dealt=False)
        dealer = User.objects.create_user(f"dealer-{number}", full_name=f"Nr {number} Castellanos", roles=["dealer"])
        room.push(room.tables[code], dealer)
    room.sit(room.tables["T01"], 20_000, 20_000)
    for code in ("T05", "T17", "T29"):
        floor_calls.call(table_id=room.tables[code], kind="ruling", actor=room.floor)
    return room


def beyond(page: Page) -> float:
    return float(page.evaluate("document.documentElement.scrollHeight - innerHeight"))


def test_forty_tables_on_one_screen(sit: Sit, full: Room) -> None:
    """Nothing to scroll, every table whole on the screen, also under the demo's banner."""
    User.objects.filter(pk=full.dealer.pk).update(is_demo=True)
    for language in ("de", "en"):
        for size in ((1280, 800), (1920, 1080), TABLET):
            page = sit(full.floor, size=size, language=language).open("/floor/")
            cards = page.locator("[data-table]")
            expect(cards).to_have_count(40)
            kept(page, f"board-{language}-{size[0]}")
            bottoms = page.evaluate(
                "() => [...document.querySelectorAll('[data-table]')].map((one) => one.getBoundingClientRect().bottom)"
            )
            assert sum(bottom <= size[1] for bottom in bottoms) == 40, (language, size, max(bottoms))
            assert beyond(page) <= 0
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(_SMALL) == []
            expect(page).to_have_title(re.compile(r"^\(\d+\) "))


def test_no_page_of_a_full_room_is_heavier_than_a_bad_network_bears(full: Room) -> None:
    """All of it is there before any script runs, in 60 kB of HTML at most."""
    heaviest = {}
    for person, places in PLACES.items():
        client = Client(headers={"Accept-Language": "de"})
        client.force_login(getattr(full, person))
        for place in places:
            answer = client.get(place)
            assert answer.status_code == 200, place
            heaviest[place] = len(answer.content)
    assert {place: size for place, size in heaviest.items() if size > HEAVIEST} == {}
    client.force_login(full.floor)
    assert all(f">T{number:02}</h2>" in client.get("/floor/").text for number in range(1, 41))


def test_a_long_down_has_a_line_of_its_own_on_a_phone(sit: Sit, full: Room) -> None:
    """An hour and more, here since a dealer is due, leaves no room beside it: words were broken after four letters."""
    Down.objects.filter(session__table__code="T03").update(started_at=house_time.now() - timedelta(minutes=115))
    page = sit(full.floor, size=PHONE).open("/floor/")
    long, short = (page.locator(f"[data-code={code}]") for code in ("T03", "T04"))
    expect(long.locator("time")).to_have_text("1 h 25 min")
    expect(short.locator("time")).to_have_text("0 min")
    assert long.locator("small").evaluate("(one) => one.getBoundingClientRect().height") < 40, "at most two lines"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_what_changes_is_put_in_its_place_and_all_else_stays(sit: Sit, room: Room) -> None:
    for code in ("T1", "T2", "T3"):
        room.push(room.set_up(code, "summary", ("Weber", "Rossi")), User.objects.create_user(code, roles=["dealer"]))
    page = sit(room.floor, size=OFFICE).open("/floor/")
    page.evaluate("document.querySelectorAll('#live [id]').forEach((one) => { one.dataset.stood = 'yes'; })")
    stood = page.locator("[data-table][data-stood]")
    codes = page.locator("[data-holds] h2")
    expect(codes).to_have_text(["T1", "T2", "T3"])
    call = floor_calls.call(table_id=room.tables["T2"], kind="ruling", actor=room.floor)
    expect(page.locator(".card.calls h2")).to_have_text(["T2"])
    expect(codes).to_have_text(["T1", "T2", "T3"])  # it changes in its place
    expect(stood).to_have_count(2)
    floor_calls.answer(call_id=call.pk, actor=room.floor)
    expect(page.locator(".card.calls")).to_have_count(0)
    expect(stood).to_have_count(2)
    key = page.locator("#act [name=key]")
    before = key.input_value()
    page.evaluate("document.querySelector('[data-table]').remove()")  # something went wrong in this browser
    floor_calls.call(table_id=room.tables["T3"], kind="ruling", actor=room.floor)
    expect(page.locator("[data-table]")).to_have_count(3)
    expect(page.locator(".card.calls h2")).to_have_text(["T3"])
    assert key.input_value() != before
    page.get_by_role("button", name="I'll go").click()
    expect(task_at(page, "T3")).to_contain_text("is coming")


def test_a_task_that_is_done_leaves_all_others_where_they_are(sit: Sit, room: Room) -> None:
    """The first of those below the fold moves up; the fold stays open, and nobody loses what they were about to tap."""
    codes = [f"T{number}" for number in range(1, 8)]
    dealers = [User.objects.create_user(code, roles=["dealer"]) for code in codes]
    calls = []
    for code, dealer in zip(codes, dealers, strict=True):
        room.push(room.set_up(code, "summary", ("Weber", "Rossi")), dealer)
        calls.append(floor_calls.call(table_id=room.tables[code], kind="ruling", actor=room.floor))
    page = sit(room.floor, size=OFFICE).open("/floor/")
    above, folded = (page.locator(".tasks ul").nth(at).locator("li b") for at in (0, 1))
    expect(above).to_have_text(codes[:4])
    expect(folded).to_have_text(codes[4:])
    page.locator(".tasks summary").click()
    button = task_at(page, "T4").get_by_role("button", name="I'll go")
    button.focus()
    floor_calls.answer(call_id=calls[1].pk, actor=room.floor)
    expect(above).to_have_text(["T1", "T3", "T4", "T5"])
    expect(folded).to_have_text(["T6", "T7"])
    expect(page.locator(".tasks summary")).to_have_text("and 2 more")
    expect(task_at(page, "T7")).to_be_visible()
    expect(button).to_be_focused()
    again = floor_calls.call(table_id=room.tables["T2"], kind="chips", actor=room.floor)
    expect(folded).to_have_count(3)
    for one in [*calls[:1], *calls[2:], again]:
        floor_calls.answer(call_id=one.pk, actor=room.floor)
    expect(page.locator(".tasks")).to_be_hidden()


@pytest.mark.parametrize("size", [OFFICE, TABLET, UPRIGHT])
def test_the_navigation_is_one_row(sit: Sit, room: Room, size: tuple[int, int]) -> None:
    manager = User.objects.create_user("two-roles", full_name="Mara Zweirollen", roles=["manager"])
    for person in (room.floor, room.cage, room.dealer, manager):
        for language in ("en", "de"):
            page = sit(person, size=size, language=language).open("/account/")
            head = page.locator("header.bar")
            box = head.bounding_box()
            assert box
            assert box["height"] <= 60, (person, language)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (person, language)
            head.locator(".person summary").click()
            expect(head.locator("[data-leave] button")).to_be_visible()
            if head.locator(".places summary").count():
                head.locator(".places summary").click()
                expect(head.locator("[data-leave] button")).to_be_hidden()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (person, language)
            page.locator("h1").first.click(position={"x": 1, "y": 1}, force=True)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_floor_on_a_phone(sit: Sit, room: Room, language: str) -> None:
    room.set_up("T1", "every_action", ("Weber", "Rossi"))
    room.push(room.tables["T1"])
    floor_calls.call(table_id=room.tables["T1"], kind="ruling", actor=room.floor)
    page = sit(room.floor, size=PHONE, language=language).open("/floor/")
    kept(page, f"phone-{language}")
    head, tabs = page.locator("header.bar").bounding_box(), page.locator("nav.navigation").bounding_box()
    assert head
    assert tabs
    assert (head["height"] <= 57, tabs["height"], tabs["y"] + tabs["height"]) == (True, 68, PHONE[1])
    alarm, card = task_at(page, "T1").bounding_box(), page.locator("[data-table]").first.bounding_box()
    assert alarm
    assert card
    assert alarm["y"] < card["y"], "alarms first"
    for name in _TABS[language]:
        page.locator("nav.navigation > a", has_text=name).tap()
        expect(page.locator("nav.navigation > [aria-current]")).to_have_text(name)
        expect(page.locator("h1").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), name
        assert page.evaluate(_SMALL) == [], name
    page.locator(".person summary").tap()
    expect(page.locator("[data-leave] button")).to_be_visible()
    kept(page, f"phone-more-{language}")
    page.goto(page.url.partition("/floor/")[0] + f"/floor/tables/{room.tables['T1']}/")
    kept(page, f"phone-table-{language}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(_SMALL) == []
