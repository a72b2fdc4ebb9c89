"""Admission over HTTP: identified, asked for, seated or not; who may read it; and no answer says why (domain §4.16)."""

import pytest
from django.test import override_settings

from tables.guests.services.admission import policies
from tables.models import AdmissionCheck, AdmissionPolicy, Guest, HouseBan, Sitting
from tests.api_client import Api, everything, problem
from tests.ban_file import serving
from tests.builders import user
from tools.practice_ban_file import REASON, Script

KNOWN = {"birth_date": "1990-02-28", "document": "identity_card"}


@pytest.fixture
def script(evening):
    """The house checks its guests, and the ban file answers."""
    policies.put(house_id=evening.house.pk, is_on=True, actor=user("admin"))
    script = Script()
    with serving(script) as address, override_settings(BAN_FILE_URL=address):
        yield script


@pytest.fixture
def guest(evening, script):
    return evening.guest("Anna Weber")


def sit(floor, evening, table, guest):
    body = {"version": evening.version(table), "guest": guest.pk, "buy_in_cents": 40_000}
    return floor.post(f"tables/{table}/seats/4/sit/", body)


def test_from_the_door_to_the_seat(floor, evening, seated, guest):
    at = f"guests/{guest.pk}"
    assert problem(floor.post(f"{at}/check/")) == (422, "identity_required")
    assert problem(sit(floor, evening, seated, guest)) == (422, "identity_required")
    card = floor.post(f"{at}/identify/", KNOWN).json()
    assert (card["refusal"], card["identified_by"], card["check"]) == ("admission_unknown", evening.floor.pk, None)
    assert problem(sit(floor, evening, seated, guest)) == (422, "admission_unknown")
    answer = floor.post(f"{at}/check/")
    assert answer.status_code == 201
    assert (answer.json()["result"], answer.json()["answered_by"]) == ("admitted", "ban_file")
    card = floor.get(f"{at}/admission/").json()
    assert (card["refusal"], card["check"]) == ("", answer.json())
    assert sit(floor, evening, seated, guest).status_code == 200


def test_the_same_key_asks_once(floor, evening, guest, script):
    floor.post(f"guests/{guest.pk}/identify/", KNOWN)
    answers = [floor.post(f"guests/{guest.pk}/check/", key="one").content for _time in range(2)]
    assert answers[0] == answers[1]
    assert (len(script.asked), AdmissionCheck.objects.count()) == (1, 1)


def test_a_ban_is_said_without_its_reason(floor, evening, seated, guest, script, manager):
    script.banned.add(("Anna Weber", "1990-02-28"))
    floor.post(f"guests/{guest.pk}/identify/", KNOWN)
    told = [floor.post(f"guests/{guest.pk}/check/"), floor.get(f"guests/{guest.pk}/admission/")]
    assert (told[0].json()["result"], told[1].json()["refusal"]) == ("banned", "guest_banned")
    told.append(floor.get("admission-checks/", guest=guest.pk, result="banned"))
    assert told[-1].json()["results"] == [told[0].json()]
    ban = manager.post("house-bans/", {"guest": guest.pk, "reason": "hit the dealer", "ends_on": "2999-12-31"})
    assert ban.status_code == 201
    assert ban.json()["ends_on"] == "2999-12-31"
    before = everything()
    refused = sit(floor, evening, seated, guest)
    assert (problem(refused), refused.json()["facts"]) == ((422, "guest_banned"), {})
    assert everything() == before
    told += [ban, floor.get("house-bans/", guest=guest.pk), refused, manager.get("house-bans/")]
    for answer in told:
        assert REASON not in answer.content.decode()
        assert "dealer" not in answer.content.decode()
    lifted = manager.post(f"house-bans/{ban.json()['id']}/lift/")
    assert lifted.json()["lifted_by"] == evening.manager.pk


def test_a_manager_decides_when_the_file_is_silent(floor, evening, seated, guest, script, manager):
    script.failures = 99
    floor.post(f"guests/{guest.pk}/identify/", KNOWN)
    assert floor.post(f"guests/{guest.pk}/check/").json()["result"] == "unknown"
    assert problem(manager.post(f"guests/{guest.pk}/admit/")) == (422, "admission_unknown")
    policies.put(house_id=evening.house.pk, is_on=True, unanswered="manager", actor=user("admin", "other-admin"))
    assert problem(floor.post(f"guests/{guest.pk}/admit/")) == (403, "not_allowed")
    assert manager.post(f"guests/{guest.pk}/admit/").json()["answered_by"] == "manager"
    assert sit(floor, evening, seated, guest).status_code == 200


def test_who_may_read_it(evening, guest, script):
    reads = ("admission-checks/", "house-bans/", f"guests/{guest.pk}/admission/")
    for role, status in (
        ("floor", 200), ("cage", 200), ("manager", 200), ("integrator", 200), ("auditor", 200),
        ("dealer", 403), ("admin", 403),
    ):  # fmt: skip
        api = Api(user(role, f"reading-{role}"))
        assert [api.get(path).status_code for path in reads] == [status] * 3, role


def test_what_cannot_be_read(floor, manager, guest):
    before = (list(Guest.objects.values()), HouseBan.objects.count(), Sitting.objects.count())
    for body in ({}, {"birth_date": "28.02.1990", "document": "passport"}, KNOWN | {"document": "library"},
                 KNOWN | {"birth_date": 19900228}, KNOWN | {"number": "L01X00T47"}):  # fmt: skip
        assert problem(floor.post(f"guests/{guest.pk}/identify/", body)) == (400, "malformed"), body
    for body in ({"guest": guest.pk}, {"guest": guest.pk, "reason": "x"}, {"reason": "hit the dealer"}):
        assert problem(manager.post("house-bans/", body)) == (400, "malformed"), body
    assert problem(floor.get("guests/4711000/admission/")) == (404, "no_such_guest")
    assert before == (list(Guest.objects.values()), HouseBan.objects.count(), Sitting.objects.count())


class TestThePolicy:
    """What a house demands is set over HTTP as in the back office, by who administers the house alone."""

    @pytest.fixture
    def admin(self, evening) -> Api:
        return Api(user("admin"))

    def test_it_is_set_in_part_and_its_history_says_why(self, evening, admin):
        at = f"houses/{evening.house.pk}/admission-policy/"
        usual = {"is_on": False, "least_age": 21, "unanswered": "refuse", "identified_from_cents": 200_000}
        assert admin.get(at).json() == usual
        first = {"is_on": True, "least_age": 18, "reason": "the law of the Land"}
        assert admin.patch(at, first).json() == usual | {"is_on": True, "least_age": 18}
        second = {"identified_from_cents": 100_000, "unanswered": "manager", "reason": "asked for by the authority"}
        now = {"is_on": True, "least_age": 18, "unanswered": "manager", "identified_from_cents": 100_000}
        assert admin.patch(at, second).json() == now
        assert Api(evening.floor).get(at).json() == now
        history = AdmissionPolicy.objects.get().history.order_by("history_id")
        assert [past.history_change_reason for past in history] == [first["reason"], second["reason"]]

    def test_what_is_refused_changes_nothing(self, evening, admin):
        at, reason = f"houses/{evening.house.pk}/admission-policy/", "the law of the Land"
        before = everything()
        for person in (evening.floor, evening.manager, evening.cage):
            assert problem(Api(person).patch(at, {"is_on": True, "reason": reason})) == (403, "not_allowed")
        for wrong in (
            {"least_age": 17}, {"least_age": 31}, {"identified_from_cents": 0}, {"unanswered": "admit"},
            {"is_on": "yes"}, {"house": 4711}, {"reason": ""},
        ):  # fmt: skip
            assert problem(admin.patch(at, {"reason": reason} | wrong)) == (400, "malformed"), wrong
        assert problem(admin.patch(at, {"is_on": True})) == (422, "reason_required")
        assert admin.patch("houses/4711/admission-policy/", {"is_on": True, "reason": reason}).status_code == 404
        assert everything() == before
