"""Erasures, legal holds and the file for a guest, as pages: two people, and a password where nobody can undo it."""

from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from casino.models import Job
from tables.guests.services import erasures
from tables.models import Erasure, Guest, LegalHold
from tests.builders import with_password
from tests.tables.floor.pages.test_waiting_lists import post
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
LIST = "/management/retention/"
PASSWORD = "correct horse battery"
WHY = "asked for by letter"


@pytest.fixture
def guest(room: Room) -> Guest:
    return room.guest("Xaver Quellwasser", "77")


@pytest.fixture
def manager(room: Room, browser: Browser) -> Client:
    return browser(with_password(room.manager, PASSWORD), "en")


@pytest.fixture
def second(room: Room, browser: Browser) -> Client:
    return browser(with_password(room.second_manager, PASSWORD), "en")


def to(name: str, *parts: object) -> str:
    return reverse(f"retention:{name}", args=parts)


def decide(client: Client, address: str, **fields: object) -> HttpResponse:
    """The form sent by somebody who has just looked."""
    seen = client.get(address).context["form"].initial["seen"]
    answer: HttpResponse = post(client, address, seen=seen, **fields)
    return answer


def test_one_asks_and_another_erases_with_a_password(guest: Guest, manager: Client, second: Client) -> None:
    assert post(manager, to("ask"), guest="77", reason=WHY)["Location"] == LIST
    assert "The request is waiting for a second person." in manager.get(LIST).content.decode()
    approve = to("approve", Erasure.objects.get().pk)
    assert "This cannot be undone." in second.get(approve).content.decode()
    for client, password, status in ((manager, PASSWORD, 403), (second, "wrong", 403), (second, "", 400)):
        assert decide(client, approve, password=password).status_code == status
        assert Guest.objects.get(pk=guest.pk).erased_at is None
    assert decide(second, approve, password=PASSWORD)["Location"] == LIST
    assert "The guest has been erased." in second.get(LIST).content.decode()
    assert Guest.objects.get(pk=guest.pk).erased_at is not None


def test_a_request_is_declined(guest: Guest, manager: Client, second: Client) -> None:
    post(manager, to("ask"), guest="77", reason=WHY)
    decline = to("decline", Erasure.objects.get().pk)
    assert decide(second, decline)["Location"] == LIST
    assert decide(second, decline).status_code == 422, "declined already"
    row = Erasure.objects.get()
    assert (row.state, row.decided_by_id is None, Guest.objects.get().erased_at) == ("declined", False, None)


def test_whoever_set_a_hold_does_not_lift_it(guest: Guest, manager: Client, second: Client) -> None:
    assert post(manager, to("hold"), guest="77", reason="court order 3 O 17/26")["Location"] == LIST
    assert post(second, to("ask"), guest="77", reason=WHY).status_code == 422
    lift = to("lift", LegalHold.objects.get().pk)
    assert guest.name in second.get(lift).content.decode()
    assert decide(manager, lift, reason="over").status_code == 403
    assert decide(second, lift).status_code == 400, "without a reason"
    assert LegalHold.objects.get().lifted_at is None
    assert decide(second, lift, reason="the court is done")["Location"] == LIST
    assert LegalHold.objects.get().lifted_because == "the court is done"
    assert not Erasure.objects.exists()


def test_the_file_for_a_guest_is_made_with_a_password(guest: Guest, manager: Client) -> None:
    for password, status in (("", 400), ("wrong", 403)):
        assert post(manager, to("access"), guest="77", password=password).status_code == status
        assert not Job.objects.exists()
    answer = post(manager, to("access"), guest="77", password=PASSWORD)
    job = Job.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, reverse("management:file", args=[job.pk]))
    assert (job.kind, job.params["guest"]) == ("subject_access", guest.pk)


def test_only_managers_decide(room: Room, guest: Guest, browser: Browser) -> None:
    asked = erasures.ask(guest_id=guest.pk, reason=WHY, actor=room.manager)
    held = erasures.hold(guest_id=guest.pk, reason=WHY, actor=room.manager)
    for actor in (room.floor, room.cage):
        client = browser(with_password(actor, PASSWORD), "en")
        for address in (to("approve", asked.pk), to("decline", asked.pk), to("lift", held.pk), to("access"), to("ask")):
            answer = post(client, address, guest="77", reason=WHY, password=PASSWORD)
            assert answer.status_code == 403, address
    assert (Erasure.objects.get().state, LegalHold.objects.get().lifted_at) == ("asked", None)
    assert (Guest.objects.get().erased_at, Job.objects.count()) == (None, 0)
