"""From a call to the hand, and back to a quiet board: the hand is voided or corrected, and the call is answered."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounting.models import Entry
from casino.errors import Refusal
from casino.models import User
from casino.pages.forms import new_key
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tables.log.services import call_corrections, floor_calls
from tables.models import FloorCall, Hand
from tests.builders import with_password
from tests.tables.pages.conftest import Room

pytestmark = pytest.mark.django_db

SECRET = "a long enough password"
Browser = Callable[..., Client]


@pytest.fixture
def manager(room: Room) -> User:
    return with_password(room.manager, SECRET)


@pytest.fixture
def keyed(room: Room) -> Hand:
    """A summary that the dealer has keyed wrong."""
    table = room.set_up("T2", "summary", ("Okafor", "Yilmaz"))
    room.push(table)
    return recording.record_summary(
        table_id=table, version=room.version(table), summary=Summary(30_000, True, 2), actor=room.dealer
    ).hand


def called(room: Room, hand: Hand) -> FloorCall:
    return floor_calls.call(table_id=hand.table_id, kind="ruling", actor=room.dealer)


def links(client: Client) -> list[str]:
    return re.findall(r'href="(/floor/calls/\d+/hands/\d+/\w+/)"', client.get("/floor/calls/").content.decode())


def test_two_taps_void_the_last_hand_and_answer_the_call(
    room: Room, browser: Browser, manager: User, keyed: Hand
) -> None:
    call, client = called(room, keyed), browser(manager)
    correct, void = links(client)  # the first tap
    assert correct.endswith("/correct/")
    given = {"key": new_key(), "version": keyed.version, "reason": "fouled deck", "password": SECRET}
    answer = client.post(void, given)  # the second
    assert (answer.status_code, answer["Location"]) == (303, "/floor/")
    keyed.refresh_from_db()
    call.refresh_from_db()
    assert keyed.state == "void"
    assert (call.answered_by, call.answer) == (manager, f"#{keyed.number}: fouled deck")
    assert links(client) == []


@pytest.mark.parametrize(("kind", "is_about_a_hand"), [("ruling", True), ("wrong_hand", True), ("chips", False)])
def test_answering_opens_the_hand_in_question(
    room: Room, browser: Browser, keyed: Hand, kind: str, is_about_a_hand: bool
) -> None:
    call = floor_calls.call(table_id=keyed.table_id, kind=kind, actor=room.dealer)
    address = reverse("floor:answer", args=[call.pk])
    answer = browser(room.floor).post(address, {"key": new_key(), "answer": ""})
    assert (answer.status_code, answer["Location"]) == (
        303,
        f"/dealer/hands/{keyed.pk}/" if is_about_a_hand else "/floor/",
    )
    call.refresh_from_db()
    assert call.answered_by == room.floor


def test_a_corrected_hand_answers_it_too(room: Room, browser: Browser, manager: User, keyed: Hand) -> None:
    call, client = called(room, keyed), browser(manager)
    right = {
        "key": new_key(), "version": keyed.version, "pot_cents": "200", "flop_seen": "on", "dealt_in": "2",
        "tip_cents": "2", "winners": ["1"], "why": "pot misread", "password": SECRET,
    }  # fmt: skip
    assert client.post(links(client)[0], right)["Location"] == "/floor/"
    call.refresh_from_db()
    assert Hand.objects.get(corrects=keyed).result["pot_cents"] == 20_000
    assert call.answer == f"#{keyed.number}: pot misread"


def test_a_hand_in_play_is_voided_from_its_call(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action", ("Weber", "Rossi", "Nguyen"))
    room.push(table)
    played = hands.start(table_id=table, version=room.version(table), actor=room.dealer).hand
    floor_calls.call(table_id=table, kind="ruling", hand_id=played.pk, actor=room.dealer)
    client = browser(room.floor)
    (void,) = links(client)
    assert client.post(void, {"key": new_key(), "version": played.version, "reason": "misdeal"}).status_code == 303
    played.refresh_from_db()
    assert played.state == "void"
    assert FloorCall.objects.filter(answered_at=None).count() == 0


def test_a_booked_hand_is_no_misdeal_without_the_password(
    room: Room, browser: Browser, manager: User, keyed: Hand
) -> None:
    given = {"key": new_key(), "version": keyed.version, "reason": "card_exposed"}
    assert browser(manager).post(reverse("dealer:misdeal", args=[keyed.pk]), given).status_code == 400
    keyed.refresh_from_db()
    assert keyed.state == "settled"


def void(call: FloorCall, hand: Hand, room: Room) -> None:
    call_corrections.void(call_id=call.pk, hand_id=hand.pk, version=hand.version, reason="misread", actor=room.floor)


class TestRefusals:
    """Both happen, or nothing does."""

    def unchanged(self, keyed: Hand, call: FloorCall, entries: int) -> None:
        keyed.refresh_from_db()
        call.refresh_from_db()
        assert (keyed.state, call.answered_at, Entry.objects.count()) == ("settled", None, entries)

    def test_who_booked_the_hand(self, room: Room, keyed: Hand) -> None:
        own = recording.record_summary(
            table_id=keyed.table_id,
            version=room.version(keyed.table_id),
            summary=Summary(9_000, True, 2),
            actor=room.floor,
        ).hand
        call, entries = called(room, own), Entry.objects.count()
        with pytest.raises(Refusal, match="two_people"):
            call_corrections.void(
                call_id=call.pk, hand_id=own.pk, version=own.version, reason="misread", actor=room.floor
            )
        self.unchanged(own, call, entries)

    def test_another_tables_call(self, room: Room, keyed: Hand) -> None:
        other = room.set_up("T3", "summary", ("Weber", "Rossi"))
        call = floor_calls.call(table_id=other, kind="ruling", actor=room.floor)
        entries = Entry.objects.count()
        with pytest.raises(Refusal, match="no_such_call"):
            call_corrections.void(
                call_id=call.pk, hand_id=keyed.pk, version=keyed.version, reason="misread", actor=room.floor
            )
        self.unchanged(keyed, call, entries)

    def test_a_call_that_somebody_answered(self, room: Room, keyed: Hand) -> None:
        call = called(room, keyed)
        floor_calls.answer(call_id=call.pk, actor=room.floor)
        entries = Entry.objects.count()
        with pytest.raises(Refusal, match="call_answered"):
            call_corrections.void(
                call_id=call.pk, hand_id=keyed.pk, version=keyed.version, reason="misread", actor=room.floor
            )
        keyed.refresh_from_db()
        assert (keyed.state, Entry.objects.count()) == ("settled", entries)
