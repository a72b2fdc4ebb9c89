"""The count desk: boxes counted blind, and what differed explained."""

import re

import pytest

from accounting.cage.selectors.boxes import BOXES
from accounting.cage.services import counts
from accounting.models import Count, Drop
from casino.models import User
from tables.floor.services import drops
from tests import live
from tests.deciding import shown
from tests.tables.audit.pages.test_days import Browser, clock, people, played, room, send
from tests.tables.pages.conftest import Room

__all__ = ["clock", "people", "played", "room"]


class TestTheCountDesk:
    @pytest.fixture
    def box(self, played: Room) -> Drop:
        drops.drop_boxes(table_id=played.tables["T2"], version=played.version(played.tables["T2"]), actor=played.floor)
        return Drop.objects.get(kind="rake")

    def test_a_box_is_counted_blind_by_two(self, box: Drop, people: dict[str, User], browser: Browser) -> None:
        first, second = browser(people["cage"]), browser(people["second-cage"])
        listed = first.get("/cage/count/").content.decode()
        assert "2 boxes to count" in listed
        address = f"/cage/count/{box.pk}/"
        for page in (listed, first.get(address).content.decode()):
            assert "9.00" not in page, "what is booked is not said"
        answer = send(first, address, chips_500="1", chips_100="3")
        assert answer.status_code == 303
        assert Count.objects.get().chips == {"500": 1, "100": 3}

        blind = second.get("/cage/count/").content.decode() + second.get(address).content.decode()
        assert "8.00" not in blind
        assert "Counted once" in blind
        own = first.get("/cage/count/").content.decode()
        assert "You have counted it." in own
        assert "8.00" not in own, "not even one's own, which could be said to the other"
        send(second, address, chips_100="8")
        box.refresh_from_db()
        assert box.counted_cents == 800
        settled = second.get("/cage/count/").content.decode()
        figures = re.findall(r'<td class="number[^"]*">([^<]*)</td>', settled)
        assert figures == ["9.00", "8.00", "\N{MINUS SIGN}1.00"]
        assert "not explained yet" in settled

    def test_what_was_typed_stays_and_nothing_is_no_count(
        self, box: Drop, people: dict[str, User], browser: Browser
    ) -> None:
        client = browser(people["cage"])
        address = f"/cage/count/{box.pk}/"
        answer = send(client, address, chips_500="five", chips_100="3")
        assert answer.status_code == 400
        html = answer.content.decode()
        assert 'value="five"' in html
        assert 'value="3"' in html
        assert send(client, address).status_code == 400
        assert send(client, address, chips_100="-3").status_code == 400
        assert not Count.objects.exists()
        assert send(client, address, chips_100="0").status_code == 303
        assert Count.objects.get().counted_cents == 0
        assert send(client, address, chips_100="9").status_code == 403, "once each"
        assert Count.objects.count() == 1

    def test_a_variance_is_explained_by_a_manager(self, box: Drop, people: dict[str, User], browser: Browser) -> None:
        for name in ("cage", "second-cage"):
            counts.count(drop_id=box.pk, found={"100": 8}, actor=people[name])
        address = f"/cage/count/{box.pk}/explain/"
        assert browser(people["cage"]).get(address).status_code == 403
        client = browser(people["manager"])
        assert address in client.get("/cage/count/").content.decode()
        assert send(client, address, explanation=".", seen=shown(BOXES, box.pk)).status_code == 400
        assert send(client, address, explanation="a chip under the table", seen=shown(BOXES, box.pk)).status_code == 303
        assert "a chip under the table" in client.get("/cage/count/").content.decode()

    def test_is_for_those_who_count(self, box: Drop, room: Room, browser: Browser) -> None:
        for person in (room.floor, room.dealer):
            client = browser(person)
            assert client.get("/cage/count/").status_code == 403
            assert send(client, f"/cage/count/{box.pk}/", chips_100="9").status_code == 403
        assert not Count.objects.exists()

    def test_looks_again_only_when_something_happened(
        self, box: Drop, people: dict[str, User], browser: Browser
    ) -> None:
        client = browser(people["cage"])
        live.commit()
        version = client.get("/cage/count/").context["live_version"]
        assert client.get("/cage/count/", {"v": version}).status_code == 204
        counts.count(drop_id=box.pk, found={}, actor=people["second-cage"])
        live.commit()
        assert client.get("/cage/count/", {"v": version}).status_code == 200
