"""Calls, rulings, incidents and the hand-over sheet as pages: who sees them, what one tap does, what a refusal says."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from accounting.models import GamingDay
from casino import house_time
from casino.models import User
from tables.hands.services import hands
from tables.log.selectors.hand_overs import HAND_OVERS
from tables.log.services import floor_calls, hand_overs, incidents, rulings
from tables.models import FloorCall, Guest, HandOver, Incident, Ruling
from tests import databases, live
from tests.tables.pages.conftest import Room, make_room

Browser = Callable[..., Client]


def busy_room() -> Room:
    """One table with three guests and its dealer."""
    room = make_room()
    room.set_up("T1", "every_action", ("Weber", "Rossi", "Nguyen"))
    room.push(room.tables["T1"])
    return room


built, busy = databases.shared(busy_room)


def key(**more: object) -> dict[str, object]:
    return {"key": str(uuid4()), "version": "", **more}


def call(room: Room, kind: str = "ruling") -> FloorCall:
    return floor_calls.call(table_id=room.tables["T1"], kind=kind, actor=room.dealer)


def hand(room: Room) -> int:
    table = room.tables["T1"]
    return hands.start(table_id=table, version=room.version(table), actor=room.dealer).hand.pk


class TestCalls:
    def test_one_tap_goes_and_the_dealer_sees_who_comes(self, busy: Room, browser: Browser) -> None:
        waiting = call(busy)
        client = browser(busy.floor)
        assert "I'll go" in client.get("/floor/calls/").content.decode()
        answer = client.post(reverse("floor:take", args=[waiting.pk]), key())
        assert (answer.status_code, answer["Location"]) == (303, "/floor/calls/")
        assert "Frida Floor is coming" in client.get("/floor/calls/").content.decode()
        at_table = browser(busy.dealer).get(reverse("dealer:table", args=[busy.tables["T1"]]))
        assert "Frida Floor is coming" in at_table.content.decode()
        assert "Frida Floor is coming" in client.get("/floor/").content.decode()

    def test_from_the_board_back_to_the_board(self, busy: Room, browser: Browser) -> None:
        answer = browser(busy.floor).post(reverse("floor:take", args=[call(busy).pk]), {**key(), "from": "board"})
        assert answer["Location"] == "/floor/"

    def test_who_is_too_late_is_told_by_name_and_may_take_over(self, busy: Room, browser: Browser) -> None:
        waiting = call(busy)
        floor_calls.take(call_id=waiting.pk, actor=busy.floor)
        client = browser(busy.manager)
        answer = client.post(reverse("floor:take", args=[waiting.pk]), key())
        html = answer.content.decode()
        assert (answer.status_code, "Frida Floor is already on the way." in html, "Take over" in html) == (
            422,
            True,
            True,
        )
        assert client.post(reverse("floor:take", args=[waiting.pk]), key(over=busy.floor.pk)).status_code == 303
        assert FloorCall.objects.get().taken_by == busy.manager

    def test_the_page_is_made_anew_when_a_call_is_late(self, busy: Room, browser: Browser) -> None:
        waiting = call(busy)
        live.commit()
        client = browser(busy.floor)
        page = client.get("/floor/calls/")
        poll = {"v": page.context["live_version"]}
        assert client.get("/floor/calls/", poll).status_code == 204
        late = waiting.called_at + timedelta(minutes=3, seconds=1)
        with house_time.shown_by(lambda: late):
            assert "late ·" in client.get("/floor/calls/", poll).content.decode()
            assert "Nobody came" in client.get("/floor/").content.decode()

    def test_what_came_of_it_is_one_tap_away(self, busy: Room, browser: Browser) -> None:
        waiting = call(busy)
        client, table = browser(busy.floor), busy.tables["T1"]
        address = f"/floor/tables/{table}/ruling/?call={waiting.pk}"
        assert address in client.get("/floor/calls/").content.decode()
        answer = client.post(address, key(text="Call stands.", call=waiting.pk, about=""))
        assert answer.status_code == 303
        assert FloorCall.objects.get().ruling == Ruling.objects.get()
        assert "Call stands." in client.get("/floor/calls/").content.decode(), "among those answered"

    def test_how_soon_somebody_came(self, busy: Room, browser: Browser) -> None:
        waiting = call(busy)
        floor_calls.take(call_id=waiting.pk, actor=busy.floor)
        GamingDay.objects.update(opened_at=waiting.called_at - timedelta(minutes=5))  # a shift may begin with its day
        taken_at = FloorCall.objects.get().taken_at
        assert taken_at is not None
        FloorCall.objects.update(called_at=taken_at - timedelta(seconds=65))
        html = browser(busy.floor).get("/floor/calls/").content.decode()
        assert html.count("<b>1 min 5 s</b>") == 2, "the median and nine of ten of one call"


class TestRulings:
    def test_on_the_hand_in_play_from_the_table_s_page(self, busy: Room, browser: Browser) -> None:
        played = hand(busy)
        table, guest = busy.tables["T1"], Guest.objects.get(name="Rossi")
        client = browser(busy.floor)
        page = client.get(f"/floor/tables/{table}/ruling/")
        assert page.context["form"].initial["about"] == f"hand:{played}", "what is being played is meant"
        form = key(text="Call stands.", rule="WLA 137", guests=[guest.pk], about=f"hand:{played}")
        assert client.post(f"/floor/tables/{table}/ruling/", form).status_code == 303
        row = Ruling.objects.get()
        assert (row.hand_id, row.rule, list(row.guests.all())) == (played, "WLA 137", [guest])
        sheet = client.get(f"/dealer/hands/{played}/").content.decode()
        assert ("Call stands." in sheet, "WLA 137" in sheet) == (True, True)

    def test_found_by_table_day_words_rule_and_person(self, busy: Room, browser: Browser) -> None:
        busy.set_up("T2", "summary")
        for code, rule, text in (("T1", "WLA 137", "Call stands."), ("T2", "TDA 47", "He may raise.")):
            rulings.record(table_id=busy.tables[code], rule=rule, text=text, actor=busy.floor)
        client = browser(busy.floor)
        for query, found in (
            ({}, ["He may raise.", "Call stands."]),
            ({"table": busy.tables["T1"]}, ["Call stands."]),
            ({"q": "tda 47"}, ["He may raise."]),
            ({"q": "stands"}, ["Call stands."]),
            ({"day": busy.day.date.isoformat()}, ["He may raise.", "Call stands."]),
            ({"day": "2001-01-01"}, []),
            ({"by": busy.floor.pk}, ["He may raise.", "Call stands."]),
        ):
            shown = client.get("/floor/rulings/", query).context["rulings"]
            assert [row.text for row, _may_reverse in shown] == found, query

    def test_reversed_by_a_new_one(self, busy: Room, browser: Browser) -> None:
        old = rulings.record(table_id=busy.tables["T1"], text="Call stands.", actor=busy.floor)
        client = browser(busy.floor)
        answer = client.post(f"/floor/rulings/{old.pk}/reverse/", key(text="It was a raise."))
        assert answer["Location"] == "/floor/rulings/"
        assert Ruling.objects.get(reverses=old).text == "It was a raise."
        again = client.post(f"/floor/rulings/{old.pk}/reverse/", key(text="It was a call."))
        assert (again.status_code, "already been reversed" in again.content.decode()) == (422, True)

    def test_nothing_new_is_no_answer(self, busy: Room, browser: Browser) -> None:
        live.commit()
        client = browser(busy.floor)
        poll = {"v": client.get("/floor/rulings/").context["live_version"]}
        assert client.get("/floor/rulings/", poll).status_code == 204
        rulings.record(table_id=busy.tables["T1"], text="Call stands.", actor=busy.floor)
        live.commit()
        assert client.get("/floor/rulings/", poll).status_code == 200


class TestIncidents:
    def test_written_down_and_followed_up(self, busy: Room, browser: Browser) -> None:
        guest, client = Guest.objects.get(name="Weber"), browser(busy.floor)
        page = client.get("/floor/incidents/new/", {"table": busy.tables["T1"]})
        assert "1 Weber" in page.content.decode(), "who sits there may be concerned"
        form = key(
            kind="behaviour", table=busy.tables["T1"], text="Shouted.", guests=[guest.pk],
            measures=["warning", "excluded"], owner=busy.floor.pk,
        )  # fmt: skip
        answer = client.post("/floor/incidents/new/", form)
        row = Incident.objects.get()
        assert answer["Location"] == f"/floor/incidents/{row.pk}/"
        assert (list(row.guests.all()), row.measures, row.owner) == ([guest], ["excluded", "warning"], busy.floor)
        assert "A house ban is for a manager to impose" in client.get(answer["Location"]).content.decode()
        client.post(answer["Location"], key(text="He apologised.", owner=""))
        assert "over" in client.get("/floor/incidents/").content.decode()
        assert row.notes.get().text == "He apologised."

    def test_a_manager_is_led_to_the_ban_of_the_guest_who_was_excluded(self, busy: Room, browser: Browser) -> None:
        guest, client = Guest.objects.get(name="Weber"), browser(busy.manager)
        row = incidents.record(
            table_id=busy.tables["T1"], kind="behaviour", text="Shouted.",
            guest_ids=[guest.pk], measures=["excluded"], actor=busy.floor,
        )  # fmt: skip
        link = re.search(
            r'href="([^"]*ban[^"]*\?guest=[^"]*)"', client.get(f"/floor/incidents/{row.pk}/").content.decode()
        )
        assert link
        assert client.get(link[1]).context["form"]["guest"].value() == guest.number

    def test_of_a_hand_it_has_hand_and_table(self, busy: Room, browser: Browser) -> None:
        played, client = hand(busy), browser(busy.floor)
        address = f"/floor/incidents/new/?hand={played}"
        form = key(kind="cards", table=busy.tables["T1"], hand=played, text="Marked ace.", measures=["deck"])
        assert client.post(address, form).status_code == 303
        row = Incident.objects.get()
        assert (row.hand_id, row.table_id) == (played, busy.tables["T1"])

    def test_a_refusal_keeps_what_was_typed(self, busy: Room, browser: Browser) -> None:
        form = key(kind="behaviour", text="Shouted.", measures=["excluded"])
        answer = browser(busy.floor).post("/floor/incidents/new/", form)
        html = answer.content.decode()
        assert (answer.status_code, "Name the guest who is excluded." in html, "Shouted." in html) == (422, True, True)
        assert not Incident.objects.exists()

    @pytest.mark.parametrize(("role", "status"), [("auditor", 200), ("dealer", 403), ("cage", 403), ("admin", 403)])
    def test_who_reads(self, busy: Room, browser: Browser, role: str, status: int) -> None:
        row = incidents.record(kind="other", text="It rained in.", actor=busy.floor)
        client = browser(User.objects.create_user("reader", roles=[role]))
        for address in ("/floor/incidents/", f"/floor/incidents/{row.pk}/", "/floor/rulings/", "/floor/calls/"):
            assert client.get(address).status_code == status, address
        assert client.get("/floor/incidents/new/").status_code == 403


class TestHandOver:
    def test_signed_by_one_and_confirmed_by_another(self, busy: Room, browser: Browser) -> None:
        rulings.record(table_id=busy.tables["T1"], text="Call stands.", actor=busy.floor)
        client = browser(busy.floor)
        assert "Call stands." in client.get("/floor/handover/").content.decode()
        address = client.post("/floor/handover/", key(notes="Watch seat 2."))["Location"]
        row = HandOver.objects.get()
        signed = client.get(address).content.decode()
        assert ("Watch seat 2." in signed, "Call stands." in signed, "and take over" in signed) == (True, True, False)
        other = browser(busy.manager)
        assert "and take over" in other.get(address).content.decode()
        seen = key(seen=HAND_OVERS.seen(row))
        assert client.post(f"{address}confirm/", seen).status_code == 403, "not by the giver"
        assert other.post(f"{address}confirm/", seen)["Location"] == address
        row.refresh_from_db()
        assert row.confirmed_by == busy.manager
        assert "Mara Manager" in client.get("/floor/handover/").content.decode(), "in the list of earlier ones"

    def test_prints_are_counted(self, busy: Room, browser: Browser) -> None:
        client, row = browser(busy.floor), hand_overs.sign(actor=busy.floor)
        first = client.post(f"/floor/handover/{row.pk}/", key())["Location"]
        second = client.post(f"/floor/handover/{row.pk}/", key())["Location"]
        assert "ORIGINAL" in client.get(first).content.decode()
        assert "REPRINT 1" in client.get(second).content.decode()
        assert client.get(f"/floor/handover/{row.pk}/print/3/").status_code == 404

    def test_the_same_sheet_in_both_languages(self, busy: Room, browser: Browser) -> None:
        """What was frozen is in nobody's language: codes and moments, not words."""
        row = hand_overs.sign(actor=busy.floor)
        for language, date in (("en", "Float according to the books"), ("de", "500,00")):
            assert date in browser(busy.floor, language).get(f"/floor/handover/{row.pk}/").content.decode()

    def test_without_an_open_day_it_says_so(self, room: Room, browser: Browser) -> None:
        room.day.state = "closing"
        room.day.save()
        answer = browser(room.floor).get("/floor/handover/")
        assert (answer.status_code, "No gaming day is open." in answer.content.decode()) == (422, True)

    def test_an_auditor_reads_and_signs_nothing(self, busy: Room, browser: Browser) -> None:
        client = browser(User.objects.create_user("auditor", roles=["auditor"]))
        assert "Sign and hand over" not in client.get("/floor/handover/").content.decode()
        assert client.post("/floor/handover/", key()).status_code == 403
        assert not HandOver.objects.exists()


@pytest.mark.parametrize(
    "address", ["rulings/4711/reverse/", "incidents/4711/", "handover/4711/", "lists/games/4711/join/"]
)
def test_what_is_not_there(busy: Room, browser: Browser, address: str) -> None:
    assert browser(busy.floor).get(f"/floor/{address}").status_code == 404


class TestFromTheTable:
    """What a dealer's tablet sends."""

    def test_the_floor_is_called(self, busy: Room, browser: Browser) -> None:
        address = reverse("dealer:call", args=[busy.tables["T1"]])
        client = browser(busy.dealer)
        answer = client.post(address, key(kind="coffee"))
        assert (answer.status_code, FloorCall.objects.count()) == (400, 0)
        answer = client.post(address, key(kind="ruling"))
        assert answer["Location"] == reverse("dealer:table", args=[busy.tables["T1"]])
        row = FloorCall.objects.get()
        assert (row.kind, row.called_by) == ("ruling", busy.dealer)

    def test_a_refused_hand_is_brought_as_it_was_sent(self, busy: Room, browser: Browser) -> None:
        address = reverse("dealer:refused", args=[busy.tables["T1"]])
        sent = {"pot_cents": 99_900, "code": "pot_above_table"}
        client, name = browser(busy.dealer), uuid4()
        for facts in (
            "no json",
            "[]",
            json.dumps({str(number): number for number in range(floor_calls.FACTS_MAX + 1)}),
        ):
            assert client.post(address, key(hand_uuid=str(name), facts=facts)).status_code == 400, facts[:9]
            assert not FloorCall.objects.exists()
        answer = client.post(address, key(hand_uuid=str(name), facts=json.dumps(sent)))
        assert answer["Location"] == reverse("dealer:table", args=[busy.tables["T1"]])
        row = FloorCall.objects.get()
        assert (row.kind, row.hand_uuid, row.facts) == ("refused_hand", name, sent)
