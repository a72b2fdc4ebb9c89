"""The floor's pages about absence, and a guest's card (domain §4.5, §4.7, §4.8)."""

import re
from datetime import timedelta
from urllib.parse import quote

import pytest

from casino import house_time
from tables.absence.services import keeping
from tables.floor.selectors import alarms
from tables.floor.services import seats
from tables.guests.services import guests
from tables.guests.services.admission import bans
from tables.models import Absence, Guest, KeptChips, Sitting
from tables.play.services import house_rules
from tables.rules.absence.terms import AbsenceRules
from tables.waiting.services import entries, list_calls
from tests import builders, databases
from tests.tables.floor.pages.test_floor import hidden, send
from tests.tables.pages.conftest import make_room


def three_at_t1():
    room = make_room()
    room.set_up("T1", "every_action", ("Weber", "Rossi", "Nguyen"))
    return room


built = databases.once(three_at_t1)


@pytest.fixture
def table(room):
    return room.tables["T1"]


def away(room, seat, **more):
    seats.away(table_id=room.tables["T1"], version=room.version(room.tables["T1"]), seat=seat, actor=room.floor, **more)


def gone_for(minutes):
    Absence.objects.filter(until=None).update(since=house_time.now() - timedelta(minutes=minutes))


def give(client, where, **fields):
    """Send a form that acts on no table, so that it carries a key and no version."""
    (key,) = re.findall(r'name="key" value="([^"]*)"', shown(client, where))
    return client.post(where, {"key": key, **fields})


def shown(client, address):
    return client.get(address).content.decode()


def address(table, seat, command):
    return f"/floor/tables/{table}/seats/{seat}/{command}/"


class TestOnTheFloor:
    def test_the_table_says_since_when_with_how_many_buttons_and_until_when(self, room, table, browser):
        away(room, 2)
        room.push(room.tables["T1"])
        html = shown(browser(room.floor), f"/floor/tables/{table}/")
        assert "absent buttons 1/2" in html
        assert "Pick up the chips at" in html
        gone_for(61)
        html = shown(browser(room.floor), f"/floor/tables/{table}/")
        assert "Pick up the chips at" not in html
        assert "Pick up the chips" in html
        assert "somebody is waiting" not in html

    def test_a_break_says_until_when(self, room, table, browser):
        house_rules.change(house_id=room.house.pk, rules=AbsenceRules, changes={"break_minutes": 30}, actor=room.floor)
        away(room, 2)
        assert "break until" in shown(browser(room.floor), f"/floor/tables/{table}/")

    def test_the_board_asks_for_it_and_more_so_when_somebody_waits(self, room, table, browser):
        away(room, 2)
        html = shown(browser(room.floor), "/floor/")
        assert re.search(r"No dealer\s*\+1", html)
        assert "may be picked up" not in html
        gone_for(61)
        html = shown(browser(room.floor), "/floor/")
        assert "Seat 2: the chips of Rossi may be picked up" in html
        assert address(table, 2, "pick-up") in html
        assert re.search(r"Chips left\s*\+2", html)
        assert [one.is_urgent for one in alarms.standing(room.house).alarms] == [False]
        guest = guests.register(house_id=room.house.pk, number="77", name="Waits", actor=room.floor)
        entries.join(game_id=room.games["every_action"].pk, guest_id=guest.pk, actor=room.floor)
        assert [one.is_urgent for one in alarms.standing(room.house).alarms] == [True]

    def test_who_walks_while_too_many_are_away_needs_a_reason(self, room, table, browser):
        house_rules.change(house_id=room.house.pk, rules=AbsenceRules, changes={"away_most": 1}, actor=room.floor)
        away(room, 2)
        client = browser(room.floor)
        answer = send(client, address(table, 3, "away"))
        assert answer.status_code == 422
        assert "Give a reason to let this guest go" in answer.content.decode()
        assert not Sitting.objects.get(seat=3).is_away
        assert send(client, address(table, 3, "away"), reason="is ill").status_code == 303
        assert Absence.objects.get(sitting__seat=3).reason == "is ill"

    def test_chips_are_picked_up_handed_out_and_brought_back(self, room, table, browser):
        builders.past_the_guards("UPDATE tables_game SET return_minutes = 60")
        guest = Sitting.objects.get(seat=2).guest
        away(room, 2)
        client = browser(room.floor)
        answer = send(client, address(table, 2, "pick-up"))
        assert answer.status_code == 422
        assert not KeptChips.objects.exists()
        gone_for(61)
        answer = client.post(
            address(table, 2, "pick-up"),
            hidden(client, address(table, 2, "pick-up")),
            follow=True,
        )
        assert "is being kept for Rossi" in answer.content.decode()
        row = KeptChips.objects.get()
        sit = f"{address(table, 2, 'sit')}?guest={quote(guest.number)}"
        html = shown(client, sit)
        assert "must bring back at least that" in html
        assert f"/floor/kept-chips/{row.pk}/hand-out/" in html
        assert give(client, f"/floor/kept-chips/{row.pk}/hand-out/").status_code == 303
        assert "Rossi has received" in shown(client, f"/floor/guests/{guest.pk}/")
        assert builders.balances("kept") == {}
        assert send(client, sit, guest=guest.number, buy_in_cents="100").status_code == 422
        assert send(client, sit, guest=guest.number, buy_in_cents="200").status_code == 303


class TestTheCard:
    def test_a_guest_is_found_by_number_or_name(self, room, table, browser):
        client = browser(room.floor)
        guest = Guest.objects.get(name="Rossi")
        assert client.get("/floor/guests/", {"q": "T1-2"})["Location"] == f"/floor/guests/{guest.pk}/"
        assert client.get("/floor/guests/", {"q": "rossi"})["Location"] == f"/floor/guests/{guest.pk}/"
        guests.register(house_id=room.house.pk, number="78", name="Rossini", actor=room.floor)
        assert f'href="/floor/guests/{guest.pk}/"' in client.get("/floor/guests/").content.decode(), "sits at a table"
        html = client.get("/floor/guests/", {"q": "ross"}).content.decode()
        assert "Rossini" in html
        assert "T1-2" in html
        assert "No guest has this number" in client.get("/floor/guests/", {"q": "nobody"}).content.decode()

    def test_it_says_where_he_sits_and_waits_and_what_he_did_today(self, room, table, browser):
        guest = Guest.objects.get(name="Rossi")
        entries.join(game_id=room.games["summary"].pk, guest_id=guest.pk, actor=room.floor)
        html = shown(browser(room.floor), f"/floor/guests/{guest.pk}/")
        assert "Table T1, seat 2 · NLHE 2/4" in html
        assert "Waiting for PLO 5/10" in html
        assert "may play" in html
        assert "not identified" in html
        seats.cash_out(table_id=table, version=room.version(table), seat=2, actor=room.floor)
        html = shown(browser(room.floor), f"/floor/guests/{guest.pk}/")
        assert html.count("200") >= 2, "bought in and cashed out"

    def test_a_ban_is_said_without_its_reason(self, room, table, browser):
        guest = Guest.objects.get(name="Rossi")
        bans.ban(guest_id=guest.pk, reason="hit the dealer", actor=room.manager)
        html = shown(browser(room.floor), f"/floor/guests/{guest.pk}/")
        assert "may not play" in html
        assert "hit the dealer" not in html

    def test_notes_are_written_anew_and_what_stood_there_stays(self, room, table, browser):
        guest = Guest.objects.get(name="Rossi")
        client, where = browser(room.floor), f"/floor/guests/{guest.pk}/notes/"
        for text in ("drinks tea", "plays on Fridays"):
            assert give(client, where, notes=text).status_code == 303
        html = shown(client, f"/floor/guests/{guest.pk}/")
        assert "plays on Fridays" in html
        assert "drinks tea" in html
        assert "Frida Floor" in html

    def test_it_is_no_dealers_and_no_other_houses(self, room, table, browser):
        guest = Guest.objects.get(name="Rossi")
        assert browser(room.dealer).get(f"/floor/guests/{guest.pk}/").status_code == 403
        assert browser(room.floor).get(f"/floor/guests/{guest.pk + 500}/").status_code == 404
        assert browser(room.cage).get(f"/floor/guests/{guest.pk}/").status_code == 200

    def test_unclaimed_chips_are_a_managers(self, room, table, browser):
        away(room, 2)
        row = keeping.pick_up(table_id=table, version=room.version(table), seat=2, reason="went home", actor=room.floor)
        manager = room.manager
        assert browser(room.floor).get(f"/floor/kept-chips/{row.pk}/take-in/").status_code == 403
        answer = give(browser(manager), f"/floor/kept-chips/{row.pk}/take-in/", reason="nobody came")
        assert answer.status_code == 422, "the gaming day is not over"
        for command in ("take-in", "hand-out"):
            assert browser(manager).get(f"/floor/kept-chips/{row.pk + 1}/{command}/").status_code == 404
        html = shown(browser(manager), f"/management/days/{room.day.pk}/")
        assert "200" in html
        assert "kept for guests" in html


def test_who_is_called_from_the_list_is_asked_for_it_too(room, table, browser):
    builders.past_the_guards("UPDATE tables_game SET return_minutes = 60")
    game = room.games["every_action"]
    guest = Sitting.objects.get(seat=2).guest
    seats.cash_out(table_id=table, version=room.version(table), seat=2, actor=room.floor)
    wait = entries.join(game_id=game.pk, guest_id=guest.pk, actor=room.floor)
    list_calls.call(entry_id=wait.pk, table_id=table, seat=2, actor=room.floor)
    html = shown(browser(room.floor), f"/floor/waits/{wait.pk}/seat/")
    assert "must bring back at least that" in html
    assert 'value="200"' in html
    assert f"/floor/guests/{guest.pk}/" in shown(browser(room.floor), f"/floor/waits/{wait.pk}/")
