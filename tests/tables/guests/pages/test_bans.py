"""House bans on the floor's pages: a manager bans and lifts; no screen shows why; a manager's word (domain §4.16)."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from tables.guests.services import guests
from tables.guests.services.admission import policies
from tables.models import AdmissionCheck, Guest, HouseBan, Sitting
from tests.ban_file import serving
from tests.builders import user
from tests.tables.floor.pages.test_floor import send
from tests.tables.floor.pages.test_waiting_lists import post
from tests.tables.pages.conftest import Room
from tools.practice_ban_file import Script

Browser = Callable[..., Client]
BANS, NEW = "/floor/bans/", "/floor/bans/new/"


@pytest.fixture
def guest(room: Room) -> Guest:
    return guests.register(house_id=room.house.pk, number="77", name="Anna Weber", actor=room.floor)


@pytest.fixture
def manager(room: Room, browser: Browser) -> Client:
    return browser(room.manager, "en")


def page(client: Client, address: str = BANS) -> str:
    return client.get(address).content.decode()


def test_banned_and_lifted_and_never_why(room: Room, guest: Guest, manager: Client, browser: Browser) -> None:
    assert post(manager, NEW, guest="77", reason="Threatened the dealer").url == BANS
    html = page(manager)
    assert "Anna Weber is banned." in html
    assert "until lifted" in html
    assert "Threatened" not in html
    table = room.set_up("T1", "every_action")
    sit = reverse("floor:sit", args=[table, 1])
    floor = browser(room.floor, "en")
    refused = send(floor, sit, guest="77", buy_in_cents="200")
    assert refused.status_code == 422
    assert "This guest may not play." in refused.content.decode()
    assert BANS not in refused.content.decode(), "the floor bans nobody"
    assert f'href="{BANS}"' in send(manager, sit, guest="77", buy_in_cents="200").content.decode()
    lift = reverse("floor:lift", args=[HouseBan.objects.get().pk])
    assert post(manager, lift).url == BANS
    assert "The ban on Anna Weber has been lifted." in page(manager)
    assert "Anna Weber" not in page(manager)
    assert "lifted by" in page(manager, f"{BANS}?show=all")
    assert "Threatened" not in page(manager, f"{BANS}?show=all")
    assert post(manager, lift).status_code == 422, "lifted already"
    assert send(floor, sit, guest="77", buy_in_cents="200").status_code == 303


def test_what_is_refused(room: Room, guest: Guest, manager: Client) -> None:
    yesterday = room.day.date - timedelta(days=1)
    assert post(manager, NEW, guest="77").status_code == 400
    refused = post(manager, NEW, guest="77", reason="Threatened the dealer", ends_on=yesterday.isoformat())
    assert refused.status_code == 422
    assert "The ban would already be over: choose a later end." in refused.content.decode()
    assert manager.get(reverse("floor:lift", args=[4711])).status_code == 404
    assert HouseBan.objects.count() == 0


def test_only_managers(room: Room, guest: Guest, browser: Browser) -> None:
    table = room.set_up("T1", "every_action")
    for actor in (room.floor, room.dealer):
        client = browser(actor, "en")
        for address in (BANS, NEW, reverse("floor:decide", args=[table, 1])):
            assert client.get(address).status_code == 403


class TestManagersWord:
    @pytest.fixture
    def script(self, room: Room) -> Iterator[Script]:
        script = Script()
        with serving(script) as address, override_settings(BAN_FILE_URL=address):
            yield script

    @pytest.mark.parametrize(("unanswered", "offered"), [("manager", True), ("refuse", False)])
    def test_is_offered_where_the_house_wants_it(self, room, guest, manager, script, unanswered, offered) -> None:
        policies.put(house_id=room.house.pk, is_on=True, unanswered=unanswered, actor=user("admin"))
        seat = [room.set_up("T1", "every_action"), 1]
        decide = reverse("floor:decide", args=seat)
        for name in ("sit", "admit"):
            assert (decide in page(manager, reverse(f"floor:{name}", args=seat))) == offered

    def test_only_when_the_file_was_silent(self, room, guest, manager, script, browser: Browser) -> None:
        policies.put(house_id=room.house.pk, is_on=True, unanswered="manager", actor=user("admin"))
        seat = [room.set_up("T1", "every_action"), 1]
        decide, admit, sit = (reverse(f"floor:{name}", args=seat) for name in ("decide", "admit", "sit"))
        refused = send(manager, decide, guest="77")
        assert refused.status_code == 422
        assert "Query the exclusion register first" in refused.content.decode()
        script.failures = 99
        floor = browser(room.floor, "en")
        send(floor, admit, guest="77", birth_date="1990-02-28", document="identity_card")
        assert "a manager decides" in page(floor, admit)
        assert decide not in page(floor, sit)
        answer = send(manager, decide, guest="77")
        assert (answer.status_code, answer.url) == (303, f"{sit}?guest=77")
        assert AdmissionCheck.objects.latest("pk").by.username == "manager"
        assert send(floor, sit, guest="77", buy_in_cents="200").status_code == 303
        assert Sitting.objects.get().guest == guest
