"""The page of what a house demands of its guests (domain §4.16): for those who administer it alone."""

from tables.guests.selectors.admission import policy_of
from tables.models import AdmissionPolicy
from tests.builders import user
from tests.tables.floor.pages.test_waiting_lists import post
from tests.tables.guests.pages.test_bans import Browser
from tests.tables.pages.conftest import Room

ADDRESS = "/setup/admission/"
GIVEN = {
    "is_on": "on", "least_age": "18", "unanswered": "manager", "identified_from_cents": "1500", "reason": "the new law",
}  # fmt: skip


def test_the_policy_is_set_where_there_was_none(room: Room, browser: Browser) -> None:
    client = browser(user("admin"), "en")
    page = client.get(ADDRESS).content.decode()
    assert 'value="21"' in page
    assert 'value="2000"' in page, "as the model has it"
    assert not AdmissionPolicy.objects.exists()
    assert f'href="{ADDRESS}"' in client.get("/setup/house/").content.decode()
    assert post(client, ADDRESS, **GIVEN).url == "/setup/house/"
    assert "The admission rules have been saved." in client.get("/setup/house/").content.decode()
    row = AdmissionPolicy.objects.get(house=room.house)
    assert (row.is_on, row.least_age, row.unanswered, row.identified_from_cents) == (True, 18, "manager", 150_000)
    assert row.history.get().history_change_reason == "the new law"
    assert 'value="1500"' in client.get(ADDRESS).content.decode()
    assert post(client, ADDRESS, **{**GIVEN, "is_on": ""}).status_code == 303
    assert not policy_of(room.house.pk).is_on


def test_what_cannot_be_is_refused(room: Room, browser: Browser) -> None:
    client = browser(user("admin"), "en")
    for wrong in ({"least_age": "17"}, {"least_age": "31"}, {"identified_from_cents": "0"}, {"reason": ""}):
        assert post(client, ADDRESS, **{**GIVEN, **wrong}).status_code == 400, wrong
    assert not AdmissionPolicy.objects.exists()


def test_those_who_seat_guests_do_not_set_it(room: Room, browser: Browser) -> None:
    for person in (room.floor, room.manager, room.cage):
        assert browser(person).post(ADDRESS, {**GIVEN, "key": "k"}).status_code == 403
    assert not AdmissionPolicy.objects.exists()
