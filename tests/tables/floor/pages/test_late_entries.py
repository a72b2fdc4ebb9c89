"""The form for a hand from paper, by the clock on the wall: an hour that comes twice, one that does not come."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from casino import house_time
from casino.pages.forms import new_key
from tables.floor.services import seats, tables
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import Hand
from tests.builders import with_password
from tests.tables.pages.conftest import Room, make_room
from tools.evening.clock import Clock

SECRET = "a long enough password"
SPRING, AUTUMN = datetime(2026, 3, 28, 20, tzinfo=UTC), datetime(2026, 10, 24, 20, tzinfo=UTC)
"""21:00 and 22:00 in Berlin, of the nights that have 23 hours and 25."""


class Floor:
    """The floor on the morning after, with what was written on paper at T2."""

    def __init__(self, room: Room, client: Client) -> None:
        self.room, self.client = room, client
        self.address = f"/floor/tables/{room.tables['T2']}/late/"

    def enter(self, dealt_at: str, **more: object):
        form = {
            "key": new_key(), "version": self.room.version(self.room.tables["T2"]),
            "dealt_at": dealt_at, "pot_cents": "100",
            "flop_seen": "on", "dealt_in": "2", "why": "no power", "password": SECRET,
        }  # fmt: skip
        return self.client.post(self.address, form | more)

    def booked_at(self, dealt_at: str, **more: object) -> str:
        """The moment, in UTC, of a hand that was accepted."""
        answer = self.enter(dealt_at, **more)
        assert answer.status_code == 303, answer.content.decode()
        hand = Hand.objects.latest("pk")
        assert answer["Location"] == reverse("dealer:hand", args=[hand.pk])
        return f"{hand.started_at.astimezone(UTC):%d %H:%M}"

    def refused(self, dealt_at: str, **more: object) -> str:
        """The form as it comes back; nothing was booked."""
        before = Hand.objects.count()
        answer = self.enter(dealt_at, **more)
        assert answer.status_code == 400
        assert Hand.objects.count() == before
        return answer.content.decode()


@pytest.fixture
def clock() -> Iterator[Clock]:
    clock = Clock(SPRING)
    with house_time.shown_by(clock.now):
        yield clock


@pytest.fixture
def at_night(db: None, clock: Clock, browser: Callable[..., Client]) -> Callable[[datetime], Floor]:
    """`at_night(AUTUMN)`: a table that was open for twelve hours from then on, and one hand was keyed at."""

    def night(opened: datetime) -> Floor:
        clock.forward(opened)
        room = make_room()
        table = room.set_up("T2", "summary", ("Okafor", "Yilmaz"))
        room.push(room.tables["T2"])
        recording.record_summary(
            table_id=table, version=room.version(table), summary=Summary(100_00, True, 2), actor=room.dealer
        )
        clock.forward(opened + timedelta(hours=12))
        for seat, cents in ((1, 200_00), (2, 195_00)):
            seats.cash_out(
                table_id=table, version=room.version(table), seat=seat, counted_cents=cents, actor=room.floor
            )
        tables.close_table(table_id=table, version=room.version(table), counted_float_cents=500_00, actor=room.floor)
        return Floor(room, browser(with_password(room.manager, SECRET)))

    return night


TWICE = 'name="which_hour"'


def test_a_time_of_the_hour_that_comes_twice_is_asked_for(at_night: Callable[[datetime], Floor]) -> None:
    floor = at_night(AUTUMN)
    assert TWICE not in floor.client.get(floor.address).content.decode(), "on other nights nobody is asked"
    asked = floor.refused("2026-10-25T02:30")
    assert asked.count(TWICE) == 2
    assert "Choose which of the two it was." in asked
    assert 'value="2026-10-25T02:30"' in asked, "what was typed stays typed"
    assert TWICE in floor.refused("2026-10-25T02:30", which_hour="third")
    assert floor.booked_at("2026-10-25T02:30", which_hour="first") == "25 00:30"
    assert floor.booked_at("2026-10-25T02:30", which_hour="second") == "25 01:30"


def test_before_and_after_it_nobody_is_asked_and_an_answer_left_over_means_nothing(
    at_night: Callable[[datetime], Floor],
) -> None:
    floor = at_night(AUTUMN)
    assert floor.booked_at("2026-10-25T01:59") == "24 23:59"
    assert floor.booked_at("2026-10-25T03:00") == "25 02:00"
    assert floor.booked_at("2026-10-25T01:30", which_hour="second") == "24 23:30"
    assert TWICE not in floor.refused("2026-10-25T01:30", pot_cents="")


def test_an_hour_that_did_not_come_is_refused(at_night: Callable[[datetime], Floor]) -> None:
    floor = at_night(SPRING)
    for shown in ("2026-03-29T02:00", "2026-03-29T02:59"):
        html = floor.refused(shown)
        assert "That time did not exist" in html
        assert TWICE not in html
    assert floor.booked_at("2026-03-29T01:59") == "29 00:59"
    assert floor.booked_at("2026-03-29T03:00") == "29 01:00"


@pytest.mark.parametrize("typed", ["", "yesterday", "2026-10-25T02:30+01:00", "2026-10-25T02:30Z", "2026-02-30T10:00"])
def test_what_no_clock_shows_is_refused(at_night: Callable[[datetime], Floor], typed: str) -> None:
    html = at_night(AUTUMN).refused(typed)
    assert TWICE not in html
    assert "That time did not exist" not in html
