"""Erasures and legal holds over the API: one asks or sets, another decides on what they saw; no answer has a name."""

import pytest

from tables.models import Erasure, Guest, LegalHold
from tests.api_client import Api, problem
from tests.builders import Evening, user

pytestmark = pytest.mark.django_db
NAME = "Xaver Quellwasser"


@pytest.fixture
def guest(evening: Evening) -> Guest:
    return evening.guest(NAME)


def test_erased_by_two(evening: Evening, guest: Guest) -> None:
    first, second = Api(evening.manager), Api(evening.second_manager)
    asked = first.post("erasures/", {"guest": guest.pk, "reason": "asked for by letter"}).json()
    assert (asked["state"], asked["asked_by"], NAME in str(asked)) == ("asked", evening.manager.pk, False)
    approve = f"erasures/{asked['id']}/approve/"
    assert problem(first.post(approve, {"seen": asked["seen"]})) == (403, "two_people")
    assert problem(second.post(approve, {"seen": "0" * 32})) == (409, "stale")
    done = second.post(approve, {"seen": asked["seen"]})
    assert (done.status_code, done.json()["state"]) == (200, "done")
    assert Guest.objects.get(pk=guest.pk).erased_at is not None
    assert problem(second.post(approve, {"seen": done.json()["seen"]})) == (422, "erasure_decided")


def test_a_hold_is_lifted_by_another(evening: Evening, guest: Guest) -> None:
    first, second = Api(evening.manager), Api(evening.second_manager)
    held = first.post("legal-holds/", {"guest": guest.pk, "reason": "for a court"}).json()
    refused = first.post("erasures/", {"guest": guest.pk, "reason": "asked for by letter"})
    assert problem(refused) == (422, "erasure_held")
    lift, body = f"legal-holds/{held['id']}/lift/", {"reason": "the court is done", "seen": held["seen"]}
    assert problem(first.post(lift, body)) == (403, "two_people")
    assert problem(second.post(lift, {**body, "seen": "0" * 32})) == (409, "stale")
    assert LegalHold.objects.get().lifted_at is None
    assert second.post(lift, body).json()["lifted_by"] == evening.second_manager.pk


def test_managers_and_auditors_read_them_and_nobody_else(evening: Evening, guest: Guest) -> None:
    Api(evening.manager).post("erasures/", {"guest": guest.pk, "reason": "asked for by letter"})
    for address in ("erasures/", "legal-holds/"):
        assert Api(user("auditor", f"for-{address[:5]}")).get(address).status_code == 200
        for person in (evening.floor, evening.cage, evening.dealer):
            assert problem(Api(person).get(address)) == (403, "not_allowed")
    assert Erasure.objects.get().state == "asked"
