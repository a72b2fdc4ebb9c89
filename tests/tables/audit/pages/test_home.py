"""Management's start page and the page of tips: tonight beside the same weekday, until the same time of the evening."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from accounting.days.services import days
from casino import house_time
from casino.models import User
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.verdicts import dealers
from tests import databases
from tests.html import flat
from tests.tables.pages.conftest import EURO, Room, make_room
from tools.evening.clock import Clock

Browser = Callable[..., Client]
TEN = datetime(2026, 11, 20, 21, 0, tzinfo=UTC)  # Friday, 22:00 in Berlin
WEEK = timedelta(days=7)
HOME, TIPS = "/management/", "/management/audit/tips/"


def key(room: Room, code: str, pot: int, tip: int = 0, **other: object) -> None:
    """A hand of three with a flop: 5 % of the pot, in whole euros, at most 15."""
    version = room.version(room.tables[code])
    summary = Summary(pot_cents=pot * EURO, flop_seen=True, dealt_in=3, tip_cents=tip * EURO, **other)
    recording.record_summary(table_id=room.tables[code], version=version, summary=summary, actor=room.floor)


def played() -> tuple[Room, Clock]:
    """A week ago: 22:10 rake 9, tip 2; 23:10 rake 5; 23:50 rake 10.  Tonight: 22:10 rake 15, tip 5; 23:40 3 of 5."""
    clock = Clock(TEN - WEEK - timedelta(hours=2))
    with house_time.shown_by(clock.now):
        room = make_room()
        room.set_up("T1", "summary", ("Weber", "Rossi", "Nguyen"), stack_cents=400 * EURO)
        room.push(room.tables["T1"])
        for minutes, pot, tip in ((10, 184, 2), (70, 100, 0), (110, 200, 0)):
            clock.forward(TEN - WEEK + timedelta(minutes=minutes))
            key(room, "T1", pot, tip)
        clock.forward(TEN)
        days.roll_over(house_id=room.house.pk, actor=room.manager)
        room.set_up("T2", "summary", ("Okafor", "Yilmaz", "Braun"), stack_cents=400 * EURO)
        room.push(room.tables["T2"], User.objects.create_user("zoe", full_name="Zoe", roles=["dealer"], language="en"))
        clock.forward(TEN + timedelta(minutes=10))
        key(room, "T2", 300, 5)
        clock.forward(TEN + timedelta(minutes=100))
        key(room, "T2", 100, rake_cents=3 * EURO, reason="ruling")
        clock.forward(TEN + timedelta(minutes=105))
    return room, clock


built, world = databases.shared(played)


@pytest.fixture
def evening(world: tuple[Room, Clock]) -> Iterator[Room]:
    room, clock = world
    with house_time.shown_by(clock.now):
        yield room


def test_tonight_stands_beside_the_same_weekday_until_the_same_time(evening: Room, browser: Browser) -> None:
    page = browser(evening.manager).get(HOME)
    tiles = {tile.name: (tile.text, tile.change) for tile in page.context["tiles"]}
    assert tiles == {
        "Rake taken": ("18.00", "+29 %"),  # 14.00 until 23:45; what was taken at 23:50 comes later
        "Win from banked games": ("0.00", ""),
        "Tips (tronc)": ("5.00", "+150 %"),
        "Hands and rounds": ("2", "0 %"),
    }
    assert "until 23:45" in flat(page.content.decode())


def test_the_hours_of_both_days_lie_over_one_another(evening: Room, browser: Browser) -> None:
    points = [column.point for column in browser(evening.manager).get(HOME).context["hours"].columns]
    assert [(one.label, one.value, one.compared, one.mark) for one in points] == [
        ("22:00", 15 * EURO, 9 * EURO, ""), ("23:00", 3 * EURO, 15 * EURO, "short"),
    ]  # fmt: skip


def test_a_column_leads_to_the_hands_of_its_hour(evening: Room, browser: Browser) -> None:
    client = browser(evening.manager)
    second = client.get(HOME).context["hours"].columns[1]
    rows = client.get(second.point.address.partition("#")[0]).context["hands"]
    assert [(hand.taken_cents, hand.due_cents) for hand, _address in rows] == [(3 * EURO, 5 * EURO)]


def test_every_figure_leads_to_a_page(evening: Room, browser: Browser) -> None:
    client = browser(evening.manager)
    page = client.get(HOME).context
    addresses = [
        *(tile.address for tile in page["tiles"]),
        *(address for _name, _cents, _earlier, address in page["revenue"]),
        *(bar.point.address for bar in page["tips"].bars),
        *(address for _check, address in page["checks"] if address),
        *(column.point.address for column in page["hours"].columns),
    ]
    for address in addresses:
        assert client.get(address.partition("#")[0]).status_code == 200, address


def test_a_day_without_that_weekday_before_has_nothing_to_compare_with(evening: Room, browser: Browser) -> None:
    page = browser(evening.manager).get(HOME, {"day": f"{(TEN - WEEK).date()}"})
    assert page.context["then"] is None
    assert page.context["tiles"][0].text == "24.00"
    assert "no such weekday yet" in page.content.decode()


def test_what_is_left_before_the_day_can_be_closed(evening: Room, browser: Browser) -> None:
    page = browser(evening.manager).get(HOME)
    left = {check.item: len(check.open) for check, _address in page.context["checks"] if not check.is_met}
    assert (left, page.context["met"]) == ({"tables": 1, "audit": 1}, 7)
    assert "2 requirements are still open." in page.content.decode()


def test_the_floor_reads_sums_and_neither_hands_nor_findings(evening: Room, browser: Browser) -> None:
    client = browser(evening.floor)
    page = client.get(HOME)
    assert page.status_code == 200
    assert "/management/audit/" not in page.content.decode()
    assert {column.point.address for column in page.context["hours"].columns} == {""}
    for bar in page.context["tips"].bars:
        assert client.get(bar.point.address.partition("#")[0]).status_code == 200


def test_tips_by_hour_and_table_beside_what_is_usual(evening: Room, browser: Browser) -> None:
    page = browser(evening.manager).get(TIPS).context
    hours = [(column.point.label, column.point.value, column.point.compared) for column in page["hours"].columns]
    assert hours == [("22:00", 10_000, 10_000), ("23:00", 0, 0)]
    [line] = page["lines"]
    assert (line.table_code, line.tonight.share_bp, line.tonight.rate_bp, line.usual) == ("T2", 5_000, 125, None)
    assert (page["usual"].share_bp, page["usual"].rate_bp, page["weeks"]) == (3_333, 41, 1)


def test_the_share_of_a_dealer_stands_beside_the_houses(evening: Room, browser: Browser) -> None:
    [bar] = browser(evening.manager).get(TIPS).context["dealers"].bars
    assert (bar.point.label, bar.point.value, bar.point.compared, bar.point.mark) == ("Zoe", 5_000, 5_000, "")


@pytest.mark.parametrize(
    ("with_tip", "plays", "is_unusual"),
    [(20, 60, False), (30, 60, False), (42, 60, True), (3, 60, True), (39, 39, False)],
)
def test_a_share_is_unusual_where_chance_hardly_explains_it(with_tip: int, plays: int, is_unusual: bool) -> None:
    """One hand of three has a tip: of 60 hands 20, give or take 11 at 99.8 %; fewer than 40 hands say nothing."""
    assert dealers.is_share_unusual(with_tip, plays, (1_000, 3_000)) is is_unusual


def test_the_next_step_is_what_the_day_that_is_being_closed_lacks(evening: Room, browser: Browser) -> None:
    html = flat(browser(evening.manager).get(HOME).content.decode())
    assert "What now?" in html
    assert re.search(r"Before gaming day [^:]+ can be closed: Tables are closed or carried over\.", html)
