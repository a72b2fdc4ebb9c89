"""The clock of a house says to which day money belongs: two people change it, and never within a day."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounting.days.selectors import clocks as selector
from accounting.days.services import clocks, days, houses
from accounting.models import ClockChange, House
from casino import house_time
from casino.errors import Refusal
from casino.models import SecurityEvent, User
from tests import builders
from tests.builders import Evening
from tests.casino.conftest import PASSWORD
from tests.deciding import looking, seen_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Evening:
    return builders.evening()


@pytest.fixture
def admin(evening: Evening) -> User:
    return builders.user("admin")


def clock(house_id: int) -> tuple[str, time]:
    house = House.objects.get(pk=house_id)
    return house.time_zone, house.rolls_over_at


def approved(house_id: int, admin: User, manager: User, at: time = time(9)) -> ClockChange:
    row = clocks.ask(house_id=house_id, time_zone="Europe/Vienna", rolls_over_at=at, actor=admin)
    return looking(clocks.approve)(clock_change_id=row.pk, actor=manager)


def refused(code: str, house_id: int, **changes: object) -> None:
    before = clock(house_id), ClockChange.objects.count()
    with pytest.raises(Refusal) as error:
        clocks.ask(house_id=house_id, **changes)  # type: ignore[arg-type]
    assert error.value.code == code
    assert (clock(house_id), ClockChange.objects.count()) == before


def test_one_administrator_alone_changes_nothing(evening: Evening, admin: User) -> None:
    house_id = evening.house.pk
    before = clock(house_id)
    for name, value in (("time_zone", "Asia/Tokyo"), ("rolls_over_at", time(3))):
        with pytest.raises(Refusal, match="unknown_field"):
            houses.edit(house_id=house_id, changes={name: value}, actor=admin)
    clocks.ask(house_id=house_id, time_zone="Asia/Tokyo", rolls_over_at=time(3), actor=admin)
    assert clock(house_id) == before


def test_the_database_refuses_it_too(evening: Evening, admin: User) -> None:
    with pytest.raises(IntegrityError, match="no two people approved"), transaction.atomic():
        House.objects.filter(pk=evening.house.pk).update(rolls_over_at=time(3))
    row = approved(evening.house.pk, admin, evening.manager)
    for change in ({"rolls_over_at": time(3)}, {"state": "declined"}):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            ClockChange.objects.filter(pk=row.pk).update(**change)


def test_the_next_day_begins_by_it_and_the_open_one_ends_as_it_began(evening: Evening, admin: User) -> None:
    house_id, day = evening.house.pk, evening.day
    before = clock(house_id)
    row = approved(house_id, admin, evening.manager)
    assert (clock(house_id), selector.to_come(house_id)) == (before, row)
    assert ("terms", f"{evening.house.code}: Europe/Vienna 09:00") in SecurityEvent.objects.values_list("kind", "about")
    tomorrow = datetime.combine(day.date + timedelta(days=1), time(10), ZoneInfo(before[0]))
    with house_time.shown_by(lambda: tomorrow), pytest.raises(Refusal, match="gaming_day_not_over"):
        days.roll_over(house_id=house_id, actor=evening.floor)
    with house_time.shown_by(lambda: tomorrow + timedelta(hours=3)):
        opened = days.roll_over(house_id=house_id, actor=evening.floor)
    assert opened.date == day.date + timedelta(days=1)
    assert (clock(house_id), selector.to_come(house_id)) == (("Europe/Vienna", time(9)), None)


def test_a_day_ends_by_both_clocks(evening: Evening, admin: User) -> None:
    """The next day begins later than the open one would have ended: that one lasts until then."""
    approved(evening.house.pk, admin, evening.manager, time(15))
    tomorrow = evening.day.date + timedelta(days=1)
    for at, is_over in ((time(13), False), (time(16), True)):
        moment = datetime.combine(tomorrow, at, ZoneInfo("Europe/Vienna"))
        with house_time.shown_by(lambda moment=moment: moment):  # type: ignore[misc]
            if is_over:
                assert days.roll_over(house_id=evening.house.pk, actor=evening.floor).date == tomorrow
            else:
                with pytest.raises(Refusal, match="gaming_day_not_over"):
                    days.roll_over(house_id=evening.house.pk, actor=evening.floor)


def test_of_two_that_were_approved_the_later_counts(evening: Evening, admin: User) -> None:
    approved(evening.house.pk, admin, evening.manager)
    later = approved(evening.house.pk, admin, evening.second_manager, time(8))
    assert selector.to_come(evening.house.pk) == later


def test_what_is_refused(evening: Evening, admin: User) -> None:
    house = evening.house
    as_it_is = {"time_zone": house.time_zone, "rolls_over_at": house.rolls_over_at, "actor": admin}
    refused("clock_unchanged", house.pk, **as_it_is)
    refused("time_zone_unknown", house.pk, **as_it_is | {"time_zone": "Mars/Olympus"})
    refused("shifts_unclear", house.pk, **as_it_is | {"rolls_over_at": house.shift_starts[0]})
    refused("not_allowed", house.pk, **as_it_is | {"rolls_over_at": time(9), "actor": evening.manager})
    clocks.ask(house_id=house.pk, **as_it_is | {"rolls_over_at": time(9)})  # type: ignore[arg-type]
    refused("proposal_open", house.pk, **as_it_is | {"rolls_over_at": time(8)})
    with pytest.raises(Refusal, match="no_such_proposal"):
        looking(clocks.approve)(clock_change_id=4711, actor=evening.manager)


def test_from_the_page_of_the_settings_to_the_approval(evening: Evening, admin: User, client: Client) -> None:
    for person in (admin, evening.manager):
        builders.with_password(person, PASSWORD)
    client.force_login(admin)
    assert "/management/clock/" in client.get("/setup/house/").content.decode()
    form = {"key": "a", "time_zone": "Europe/Vienna", "rolls_over_at": "09:00", "password": PASSWORD}
    assert client.post("/management/clock/new/", form)["Location"] == "/management/clock/"
    row = ClockChange.objects.get()
    address = f"/management/clock/{row.pk}/approve/"
    assert address not in client.get("/management/clock/").content.decode()
    client.force_login(evening.manager)
    assert address in client.get("/management/clock/").content.decode()
    sent = {"key": "b", "seen": seen_at(client, address), "password": PASSWORD}
    assert client.post(address, sent)["Location"] == "/management/clock/"
    shown = client.get("/management/clock/").content.decode()
    assert "From the next gaming day on" in shown or "Ab dem nächsten Spieltag" in shown
