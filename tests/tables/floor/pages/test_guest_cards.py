"""A guest's card: visits of the gaming days before, bans for those who may ban; a guest is registered where sought."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounting.days.services import days
from casino import house_time
from tables.floor.selectors import guests as cards
from tables.floor.services import seats
from tables.guests.services.admission import bans
from tables.models import Guest, Sitting
from tests import builders
from tests.tables.pages.conftest import EURO, Room

pytestmark = pytest.mark.django_db
Browser = Callable[..., Client]


def leave(room: Room, table: int, cents: int) -> None:
    seats.cash_out(table_id=table, version=room.version(table), seat=1, counted_cents=cents, actor=room.floor)


def test_visits_are_summed_by_gaming_day_and_today_stands_apart(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action", ("Weber",))
    guest = Guest.objects.get(number="T1-1")
    leave(room, table, 200 * EURO)
    assert cards.card(room.house.pk, guest.pk, house_time.now(), actor=room.floor).visits == []
    tomorrow = house_time.now() + timedelta(days=1)
    with house_time.shown_by(lambda: tomorrow):
        days.roll_over(house_id=room.house.pk, actor=room.manager)
        [visit] = cards.card(room.house.pk, guest.pk, tomorrow, actor=room.floor).visits
    assert (visit.day, visit.tables) == (room.day.date, ["T1"])
    assert (visit.bought_in_cents, visit.cashed_out_cents) == (200 * EURO, 200 * EURO)
    assert "200.00" in browser(room.floor).get(reverse("floor:guest-card", args=[guest.pk])).text
    assert Sitting.objects.count() == 1


def test_bans_are_shown_to_those_who_may_ban(room: Room, browser: Browser) -> None:
    guest = room.guest("Weber", "W-1")
    bans.ban(guest_id=guest.pk, reason="shouted at the dealer", actor=room.manager)
    address = reverse("floor:guest-card", args=[guest.pk])
    page = browser(room.manager).get(address).text
    assert "until lifted" in page
    assert "shouted" not in page, "the reason is for the back office"
    assert "until lifted" not in browser(builders.user("floor", "fritz")).get(address).text


def test_nobody_was_found_so_they_are_registered_from_there(room: Room, browser: Browser) -> None:
    client = browser(room.floor)
    page = client.get(reverse("floor:guests"), {"q": "Okafor"}).text
    address = f"{reverse('floor:guest-register')}?name=Okafor"
    assert address in page
    assert 'value="Okafor"' in client.get(address).text
    answer = client.post(address, {"key": "a", "number": "4712", "name": "Ines Okafor"})
    guest = Guest.objects.get(number="4712")
    assert (answer.status_code, answer["Location"]) == (303, reverse("floor:guest-card", args=[guest.pk]))
