"""The floor's lists in use: two taps to the call, two more to the seat; reasons asked; nobody banned sits down."""

import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import override_settings
from playwright.sync_api import Page, expect

from casino import house_time
from tables.guests.services import guests
from tables.guests.services.admission import policies
from tables.models import Guest, Sitting, WaitingEntry, WaitingEvent
from tables.waiting.services import entries, list_calls
from tests.ban_file import serving
from tests.browser.conftest import OFFICE, TABLET, UPRIGHT, Sit
from tests.builders import user
from tests.tables.pages.conftest import Room
from tools.practice_ban_file import REASON, Script


@pytest.fixture
def busy(room: Room) -> Room:
    """Seat 3 is the first free one at T1; Anna and Boris wait."""
    room.set_up("T1", "every_action", ("Weber", "Rossi"))
    for name in ("Anna Becker", "Boris Clausen"):
        join(room, name)
    return room


def join(room: Room, name: str, *, is_here: bool = True) -> WaitingEntry:
    guest = guests.register(house_id=room.house.pk, number=f"W-{name[0]}", name=name, actor=room.floor)
    game = room.games["every_action"].pk
    return entries.join(game_id=game, guest_id=guest.pk, is_here=is_here, actor=room.floor)


def places(page: Page):
    """Who waits, in order."""
    return page.locator("ol.waiters .who a")


@pytest.mark.smoke("waiting lists")
def test_from_the_list_to_the_seat(sit: Sit, busy: Room) -> None:
    page = sit(busy.floor, size=TABLET).open("/floor/")
    wall = sit(None, size=OFFICE).open("/display/?lang=en")
    row = wall.get_by_role("row", name="Texas Hold'em NL")
    expect(row.locator("td.free")).to_have_text("list")  # seven seats are free, and two guests wait
    expect(row.locator("td").last).to_have_text("2")
    page.locator("header.bar").get_by_role("link", name="Waiting lists").click()
    page.get_by_role("button", name="Call to T1, seat 3").click()
    expect(page.get_by_text("Anna Becker has been called to T1, seat 3.")).to_be_visible()
    timer = page.locator("li.called time")
    expect(timer).to_contain_text(re.compile(r"\b[34]:\d\d"))
    before = timer.inner_text()
    expect(timer).not_to_have_text(before)  # it runs
    expect(places(page)).to_have_text(["Boris Clausen"])
    expect(row.locator("td").last).to_have_text("1")
    expect(wall.get_by_text("A. B.")).to_be_visible()
    page.get_by_role("button", name="On the way").click()
    expect(page.get_by_text("is coming")).to_be_visible()
    expect(page.locator("li.called time")).to_contain_text(re.compile(r"\b[89]:\d\d"))
    page.get_by_role("link", name="Seat", exact=True).click()
    page.get_by_role("button", name="Seat a guest").click()
    expect(page.get_by_text("Anna Becker is in seat 3.")).to_be_visible()
    assert Sitting.objects.get(guest__name="Anna Becker").seat == 3
    assert WaitingEntry.objects.get(guest__name="Anna Becker").state == "seated"


def test_nobody_comes_and_he_goes_to_the_bottom(sit: Sit, busy: Room) -> None:
    """Domain §4.8: by the floor's tap, and by the clock, which nobody has to watch."""
    page = sit(busy.floor, size=TABLET).open("/floor/lists/")
    page.get_by_role("button", name="Call to T1, seat 3").click()
    page.get_by_role("button", name="Nobody came").click()
    expect(places(page)).to_have_text(["Boris Clausen", "Anna Becker"])
    expect(page.get_by_text("1 call missed")).to_be_visible()
    page.get_by_role("button", name="Call to T1, seat 3").click()
    expect(page.locator("li.called")).to_contain_text("Boris Clausen")
    past = house_time.now() - timedelta(minutes=6)
    WaitingEntry.objects.filter(state="called").update(called_at=past, due_at=past + timedelta(minutes=5))
    list_calls.sweep()
    expect(places(page)).to_have_text(["Anna Becker", "Boris Clausen"])
    assert list(WaitingEvent.objects.filter(kind="missed").values_list("by__username", flat=True)) == ["floor", None]


def test_another_guest_only_with_a_reason_which_stays_on_record(sit: Sit, busy: Room) -> None:
    page = sit(busy.floor, size=TABLET).open("/floor/lists/")
    page.get_by_role("link", name="Boris Clausen").click()
    page.get_by_role("link", name="Call to a seat").click()
    expect(page.get_by_text("Ahead of them: Anna Becker.")).to_be_visible()
    page.get_by_role("radio", name="T1, seat 7").check()
    page.get_by_role("button", name="Call to a seat").click()
    expect(page.get_by_role("alert")).to_contain_text("Give a reason why they are passed over")
    page.get_by_label("Reason").fill("Anna eats first")
    page.get_by_role("button", name="Call to a seat").click()
    expect(page.locator("li.called")).to_contain_text("seat 7")
    page.get_by_role("link", name="History of the list").click()
    expect(page.get_by_role("row", name="Anna Becker")).to_contain_text("Anna eats first")


def test_who_walks_in_is_seated_past_the_list_with_a_reason_only(sit: Sit, busy: Room) -> None:
    guests.register(house_id=busy.house.pk, number="77", name="Walter Inn", actor=busy.floor)
    page = sit(busy.floor, size=TABLET).open(f"/floor/tables/{busy.tables['T1']}/seats/5/sit/")
    expect(page.get_by_text("2 guests are waiting for this game.")).to_be_visible()
    page.get_by_label("Guest", exact=True).fill("77")
    page.get_by_role("button", name="Seat a guest").click()
    expect(page.get_by_role("alert")).to_contain_text("Give a reason why they are passed over")
    assert not Sitting.objects.filter(guest__number="77").exists()
    page.get_by_label("Reason for passing over those waiting").fill("Both want another table")
    page.get_by_role("button", name="Seat a guest").click()
    expect(page.get_by_text("Walter Inn is in seat 5.")).to_be_visible()
    told = WaitingEvent.objects.filter(kind="skipped", reason="Both want another table")
    assert set(told.values_list("entry__guest__name", flat=True)) == {"Anna Becker", "Boris Clausen"}


def test_when_enough_wait_a_table_is_opened(sit: Sit, room: Room) -> None:
    """The list before the game: six make one."""
    for name in "ABCDE":
        join(room, f"{name} Gast")
    page = sit(room.floor, size=TABLET).open("/floor/lists/")
    expect(page.get_by_text("1 more needed for a game")).to_be_visible()
    page.get_by_role("link", name="+ Guest").click()
    page.get_by_role("link", name="+ New guest").click()
    page.get_by_label("Number on the card").fill("F1")
    page.get_by_label("Name", exact=True).fill("Frank Gast")
    page.get_by_role("button", name="Add").click()
    page.get_by_text("On the way here").click()
    page.get_by_role("button", name="Put on the list").click()
    expect(places(page)).to_have_count(6)
    page.get_by_role("button", name="Mark as here").click()
    expect(page.get_by_text("on the way here")).to_have_count(0)
    assert Guest.objects.filter(waits__is_here=True).count() == 6


class TestBanned:
    """Who may not play is told so, and nobody reads why (domain §4.16)."""

    @pytest.fixture
    def script(self, busy: Room) -> Iterator[Script]:
        policies.put(house_id=busy.house.pk, is_on=True, unanswered="manager", actor=user("admin"))
        script = Script()
        with serving(script) as address, override_settings(BAN_FILE_URL=address):
            yield script

    def check(self, page: Page) -> None:
        """From the papers to the seat."""
        page.get_by_role("link", name="Check a guest").click()
        page.get_by_label("Guest", exact=True).fill("W-A")
        page.get_by_label("Date of birth").fill("1990-02-28")
        page.get_by_role("radio", name="identity card").check()
        page.get_by_role("button", name="Check a guest").click()

    def test_by_the_national_file(self, sit: Sit, busy: Room, script: Script) -> None:
        script.banned.add(("Anna Becker", "1990-02-28"))
        page = sit(busy.floor, size=TABLET).open(f"/floor/tables/{busy.tables['T1']}/seats/5/sit/")
        self.check(page)
        expect(page.get_by_text("Anna Becker may not play.")).to_be_visible()
        page.get_by_role("button", name="Seat a guest").click()
        expect(page.get_by_role("alert")).to_contain_text("This guest may not play.")
        expect(page.get_by_text(REASON)).to_have_count(0)
        assert not Sitting.objects.filter(guest__number="W-A").exists()

    def test_by_the_house_until_the_ban_is_lifted(self, sit: Sit, busy: Room) -> None:
        page = sit(busy.manager, size=OFFICE).open("/floor/bans/")
        page.get_by_role("link", name="Ban a guest").click()
        page.get_by_label("Guest", exact=True).fill("W-A")
        page.get_by_label("Reason").fill("Threatened the dealer")
        page.get_by_role("button", name="Ban a guest").click()
        expect(page.get_by_role("row", name="Anna Becker")).to_contain_text("until lifted")
        expect(page.get_by_text("Threatened")).to_have_count(0)
        floor = sit(busy.floor, size=TABLET).open("/floor/lists/")
        floor.get_by_role("button", name="Call to T1, seat 3").click()
        floor.get_by_role("link", name="Seat", exact=True).click()
        floor.get_by_role("button", name="Seat a guest").click()
        expect(floor.get_by_role("alert")).to_contain_text("This guest may not play.")
        page.get_by_role("row", name="Anna Becker").get_by_role("link", name="Lift").click()
        page.get_by_role("button", name="Lift the ban").click()
        expect(page.get_by_text("The ban on Anna Becker has been lifted.")).to_be_visible()
        floor.get_by_role("button", name="Seat a guest").click()
        expect(floor.get_by_text("Anna Becker is in seat 3.")).to_be_visible()

    def test_a_manager_decides_where_the_file_is_silent(self, sit: Sit, busy: Room, script: Script) -> None:
        script.failures = 99
        address = f"/floor/tables/{busy.tables['T1']}/seats/5/sit/"
        page = sit(busy.floor, size=TABLET).open(address)
        self.check(page)
        expect(page.get_by_text("The exclusion register did not respond for Anna Becker.")).to_be_visible()
        expect(page.get_by_role("link", name="Let in without an answer")).to_have_count(0)
        theirs = sit(busy.manager, size=TABLET).open(f"{address}?guest=W-A")
        theirs.get_by_role("link", name="Let in without an answer").click()
        theirs.get_by_role("button", name="Let in without an answer").click()
        expect(theirs.get_by_text("Anna Becker may play today.")).to_be_visible()
        page.get_by_role("button", name="Seat a guest").click()
        expect(page.get_by_text("Anna Becker is in seat 5.")).to_be_visible()


@pytest.mark.parametrize("size", [TABLET, UPRIGHT, OFFICE])
def test_the_desk_fits_and_its_targets_are_large(sit: Sit, busy: Room, size: tuple[int, int]) -> None:
    join(busy, "Clara von und zu Hohenlohe-Langenburg", is_here=False)
    first = WaitingEntry.objects.earliest("rank")
    list_calls.call(entry_id=first.pk, table_id=busy.tables["T1"], seat=3, actor=busy.floor)
    page = sit(busy.floor, size=size).open("/floor/lists/")
    expect(page.locator("li.called")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.evaluate(
        """() => [...document.querySelectorAll("main :is(a, button, input:not([type=hidden]), select)")]
           .filter((one) => one.checkVisibility())
           .filter((one) => { const box = one.getBoundingClientRect(); return box.width < 48 || box.height < 48; })
           .map((one) => one.outerHTML)"""
    )
    assert small == []
