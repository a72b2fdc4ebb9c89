"""Management's gaming days, the count desk and the floor's part in the close, as pages."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounting.cage.services import counts
from accounting.days.services import days
from accounting.models import Drop, GamingDay, Print, Reopening, Seal
from casino import house_time
from casino.models import Job, User
from casino.pages.forms import new_key
from tables.audit.services import audits
from tables.audit.services import days as table_days
from tables.floor.services import drops
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import CarryOver
from tests import live
from tests.builders import with_password
from tests.tables.pages.conftest import EURO, Room, make_room
from tools.evening.clock import Clock

Browser = Callable[..., Client]
PASSWORD = "correct horse battery"
NOON = datetime(2026, 11, 21, 11, 0, tzinfo=UTC)  # 12:00 in Berlin


@pytest.fixture
def clock():
    clock = Clock(NOON - timedelta(hours=10))
    with house_time.shown_by(clock.now):
        yield clock


@pytest.fixture
def room(db: None, clock: Clock) -> Room:
    return make_room()


@pytest.fixture
def people(room: Room) -> dict[str, User]:
    """Two managers and two of the cage; each has a password."""
    people = {
        "manager": room.manager,
        "second-manager": room.second_manager,
        "cage": room.cage,
        "second-cage": room.second_cage,
    }
    return {name: with_password(person, PASSWORD) for name, person in people.items()}


@pytest.fixture
def played(room: Room) -> Room:
    """One hand at T2, with 9 euros of rake and 2 of tip."""
    room.set_up("T2", "summary", ("Weber", "Rossi"))
    room.push(room.tables["T2"])
    recording.record_summary(
        table_id=room.tables["T2"],
        version=room.version(room.tables["T2"]),
        summary=Summary(pot_cents=184 * EURO, flop_seen=True, dealt_in=2, tip_cents=2 * EURO),
        actor=room.floor,
    )
    return room


def send(client: Client, address: str, **values: object):
    """A form as it is sent; its key is new."""
    return client.post(address, {"key": new_key(), **values})


def close(people: dict[str, User], room: Room) -> GamingDay:
    return table_days.close_day(day_id=room.day.pk, actor=people["manager"])


class TestTheClose:
    def test_the_page_says_what_is_open_and_where_it_is_done(
        self, played: Room, people: dict[str, User], browser: Browser
    ) -> None:
        client = browser(people["manager"])
        page = client.get(f"/management/days/{played.day.pk}/").content.decode()
        open_items = re.findall(r'<li class="unmet">', page)
        assert len(open_items) == 2, "table, audit"
        assert f'href="/floor/tables/{played.tables["T2"]}/"' in page
        assert "Audit now" in page
        answer = send(client, f"/management/days/{played.day.pk}/", password=PASSWORD)
        assert answer.status_code == 422
        assert "T2" in answer.content.decode()
        assert not Seal.objects.exists()

    def test_is_sealed_with_the_password(self, room: Room, people: dict[str, User], browser: Browser) -> None:
        client = browser(people["manager"])
        address = f"/management/days/{room.day.pk}/"
        assert "Everything is done." in client.get(address).content.decode()
        assert send(client, address).status_code == 400, "without the password"
        assert send(client, address, password="wrong").status_code == 403
        assert GamingDay.objects.get().state == "open"
        assert send(client, address, password=PASSWORD).status_code == 303
        seal = GamingDay.objects.get().seal
        grouped = " ".join(seal[at : at + 4] for at in range(0, 64, 4))
        assert grouped in client.get(address).content.decode()

    def test_only_managers_close(self, room: Room, people: dict[str, User], browser: Browser) -> None:
        room.floor.set_password(PASSWORD)
        room.floor.save()
        client = browser(room.floor)
        page = client.get(f"/management/days/{room.day.pk}/")
        assert page.status_code == 200
        assert "Close and seal" not in page.content.decode()
        assert send(client, f"/management/days/{room.day.pk}/", password=PASSWORD).status_code == 403
        assert browser(people["cage"]).get("/management/days/").status_code == 403
        assert GamingDay.objects.get().state == "open"

    def test_the_check_list_keeps_itself_fresh(self, played: Room, people: dict[str, User], browser: Browser) -> None:
        client = browser(people["manager"])
        address = f"/management/days/{played.day.pk}/checklist/"
        live.commit()
        version = client.get(address).context["live_version"]
        assert client.get(address, {"v": version}).status_code == 204
        audits.audit(day_id=played.day.pk, actor=people["manager"])
        live.commit()
        fresh = client.get(address, {"v": version})
        assert fresh.status_code == 200
        assert fresh.content.decode().count('class="unmet"') == 1

    def test_an_audit_is_asked_for(self, played: Room, people: dict[str, User], browser: Browser) -> None:
        client = browser(people["manager"])
        asked = client.get(f"/management/days/{played.day.pk}/audit/").content.decode()
        assert "Every hand of the day is recomputed" in asked
        answer = send(client, f"/management/days/{played.day.pk}/audit/")
        assert answer.status_code == 303
        assert Job.objects.get().kind == "audit"
        page = client.get(f"/management/days/{played.day.pk}/").content.decode()
        assert "<progress" in page
        assert "Audit now" not in page

    def test_opened_again_by_two(self, room: Room, people: dict[str, User], browser: Browser) -> None:
        close(people, room)
        client, second = browser(people["manager"]), browser(people["second-manager"])
        day = f"/management/days/{room.day.pk}/"
        assert send(client, f"{day}reopen/", reason="wrong count").status_code == 400, "without the password"
        assert send(client, f"{day}reopen/", reason="wrong count", password=PASSWORD).status_code == 303
        approve = f"/management/days/reopenings/{Reopening.objects.get().pk}/approve/"
        assert approve not in client.get(day).content.decode(), "who asked is not offered to approve"
        assert approve in second.get(day).content.decode()
        seen = second.get(approve).context["form"].initial["seen"]
        assert send(client, approve, password=PASSWORD, seen=seen).status_code == 403
        assert GamingDay.objects.get().state == "closed"
        assert send(second, approve, password=PASSWORD, seen=seen).status_code == 303
        assert GamingDay.objects.get().state == "closing"

    def test_a_request_is_approved_on_a_page_that_names_its_day(
        self, room: Room, people: dict[str, User], browser: Browser, clock: Clock
    ) -> None:
        close(people, room)
        asked = days.ask_reopening(day_id=room.day.pk, reason="wrong count", actor=people["manager"])
        clock.forward(NOON)
        days.open_day(house_id=room.house.pk, actor=room.floor)
        second = browser(people["second-manager"])
        for what in ("approve", "decline"):
            assert second.get(f"/management/days/reopenings/4711/{what}/").status_code == 404
            page = second.get(f"/management/days/reopenings/{asked.pk}/{what}/")
            assert (page.status_code, page.context["subject"]) == (200, f"{room.day.date.day} {room.day.date:%b %Y}")
        assert GamingDay.objects.get(pk=room.day.pk).state == "closed"


class TestTheRollOver:
    def test_table_by_table(self, played: Room, people: dict[str, User], browser: Browser, clock: Clock) -> None:
        client = browser(played.floor)
        table = f"/floor/tables/{played.tables['T2']}/"
        roll_over = f"/management/days/{played.day.pk}/roll-over/"
        assert send(client, roll_over).status_code == 422, "two in the morning"
        version = client.get(table).context["live_version"]
        assert "carry-over" not in client.get(table).content.decode()
        clock.forward(NOON)
        client = browser(played.floor)  # nobody stays signed in for ten hours
        assert send(client, roll_over).status_code == 303
        fresh = client.get(table, {"v": version})
        assert fresh.status_code == 200, "the table's page learns of it although nothing happened at the table"
        assert "is being closed: count this table" in fresh.content.decode()

        form = client.get(f"{table}carry-over/").content.decode()
        assert "chips_10000" in form
        assert "counted_stacks_cents" in form, "a pool is counted"
        counted = {"version": played.version(played.tables["T2"]), "chips_10000": "5", "counted_stacks_cents": "389"}
        answer = send(client, f"{table}carry-over/", **counted | {"counted_stacks_cents": ""})
        assert answer.status_code == 400
        assert 'value="5"' in answer.content.decode()
        assert send(client, f"{table}carry-over/", **counted).status_code == 303
        row = CarryOver.objects.get()
        assert (row.counted_float_cents, row.counted_stacks_cents) == (500 * EURO, 389 * EURO)
        assert "count this table" not in client.get(table).content.decode()

    def test_boxes_are_taken_in_mid_session(self, played: Room, browser: Browser) -> None:
        client = browser(played.floor)
        address = f"/floor/tables/{played.tables['T2']}/boxes/"
        assert "Take the boxes" in client.get(address).content.decode()
        assert send(client, address, version=played.version(played.tables["T2"])).status_code == 303
        assert set(Drop.objects.values_list("kind", "booked_cents")) == {("rake", 900), ("tips", 200)}
        assert send(client, address, version=1).status_code == 409
        assert Drop.objects.count() == 2

    def test_the_night_of_25_hours_says_so(self, db: None, browser: Browser) -> None:
        with house_time.shown_by(Clock(datetime(2026, 10, 24, 18, 0, tzinfo=UTC)).now):
            room = make_room()
        page = browser(room.floor).get("/management/days/").content.decode()
        assert "25 hours" in page
        sheet = browser(room.floor).get(f"/management/days/{room.day.pk}/sheet/").content.decode()
        assert "24 Oct 2026, 12:00 to 25 Oct 2026, 12:00, 25 hours" in sheet


class TestTheDaySheet:
    def test_says_what_the_day_came_to(self, played: Room, people: dict[str, User], browser: Browser) -> None:
        drops.drop_boxes(table_id=played.tables["T2"], version=played.version(played.tables["T2"]), actor=played.floor)
        client = browser(people["manager"])
        address = f"/management/days/{played.day.pk}/sheet/"
        sheet = client.get(address).context["sheet"]
        [line] = sheet.lines
        figures = line.sums
        assert (line.table_code, line.base_cents, figures.hands) == ("T2", 184 * EURO, 1)
        assert (figures.due_cents, figures.booked_cents, figures.counted_cents) == (900, 900, 0)
        assert (figures.variance_cents, figures.tips_variance_cents) == (0, 0), "what waits is no variance"
        for box in Drop.objects.all():
            for name in ("cage", "second-cage"):
                counts.count(drop_id=box.pk, found={"100": 8} if box.kind == "rake" else {"100": 2}, actor=people[name])
        page = client.get(address)
        figures = page.context["sheet"].total
        assert (figures.counted_cents, figures.variance_cents) == (800, -100)
        assert (figures.tips_booked_cents, figures.tips_counted_cents, figures.tips_variance_cents) == (200, 200, 0)
        html = page.content.decode()
        assert "PRELIMINARY" in html, "not sealed yet"
        assert "VIEW, NOT A PRINT" in html

    def test_bears_the_seal_and_the_one_before(
        self, room: Room, people: dict[str, User], browser: Browser, clock: Clock
    ) -> None:
        first = close(people, room).seal
        clock.forward(NOON)
        second_day = days.open_day(house_id=room.house.pk, actor=room.floor)
        second = table_days.close_day(day_id=second_day.pk, actor=people["manager"]).seal
        html = browser(people["manager"]).get(f"/management/days/{second_day.pk}/sheet/").content.decode()
        for seal in (first, second):
            assert " ".join(seal[at : at + 4] for at in range(0, 64, 4)) in html
        assert "PRELIMINARY" not in html
        assert "Seal 2" in html
        assert "after seal 1" in html

    def test_every_print_is_counted_and_a_reprint_says_so(
        self, room: Room, people: dict[str, User], browser: Browser
    ) -> None:
        client = browser(people["manager"])
        address = f"/management/days/{room.day.pk}/sheet/"
        client.get(address)
        assert not Print.objects.exists(), "who looks prints nothing"
        original = send(client, address)
        assert original["Location"] == f"{address}1/"
        html = client.get(original["Location"]).content.decode()
        assert "ORIGINAL" in html
        again = browser(people["second-manager"])
        html = again.get(send(again, address)["Location"]).content.decode()
        assert "REPRINT 1" in html
        assert "ORIGINAL" not in html
        assert list(Print.objects.order_by("number").values_list("number", "by__username")) == [
            (1, "manager"),
            (2, "second-manager"),
        ]
        assert client.get(f"{address}3/").status_code == 404

    def test_in_german(self, played: Room, people: dict[str, User], browser: Browser) -> None:
        html = browser(people["manager"], "de").get(f"/management/days/{played.day.pk}/sheet/").content.decode()
        assert "184,00" in html
        assert reverse("days:sheet", args=[played.day.pk]) in html
