"""The floor's pages: what they show, that forms are the services, that refusals are said and nothing typed is lost."""

import re
from collections.abc import Callable
from datetime import timedelta
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse

from accounting.models import Entry, EntryCode, GamingDay, Place
from casino import house_time, reasons
from casino.models import User
from casino.pages import forms
from tables.floor.pages.floats import LONGEST_CAUSE
from tables.log.services import floor_calls
from tables.models import Down, Guest, Session, Sitting, Table
from tests import live
from tests.html import filled
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
EURO = 100


def hidden(client: Client, address: str) -> dict[str, str]:
    """Key and version as the form on a page carries them."""
    html = client.get(address).content.decode()
    found = dict(re.findall(r'<input type="hidden" name="(key|version)" value="([^"]*)"', html))
    assert found.keys() == {"key", "version"}, html
    return found


def send(client: Client, address: str, **fields: object):
    """Fill in the form at an address and send it."""
    return client.post(address, {**hidden(client, address), **fields})


def test_board_shows_every_table_with_its_state(room: Room, browser: Browser) -> None:
    room.set_up("T1", "every_action", ("Weber", "Rossi"))
    room.set_up("T2", "summary")
    room.push(room.tables["T1"])
    Table.objects.create(house=room.house, code="T3", seats=6)
    html = browser(room.floor).get("/floor/").content.decode()
    assert "T1" in html
    assert "NLHE 2/4" in html
    assert "Anna Keller" in html
    assert "2/9" in html
    assert "2 open" in html
    assert "1 closed" in html
    assert html.count("No dealer") == 2, "T2 has none, on its card and above; T3 is closed and needs none"


def test_board_in_german(room: Room, browser: Browser) -> None:
    room.set_up("T1", "summary")
    room.set_up("T2", "summary")
    room.push(room.tables["T2"])
    html = browser(room.floor, "de").get("/floor/").content.decode()
    assert "Dealer bringen" in html
    assert "Kein Dealer" in html
    assert "niemand wartet" in html
    assert "2 Tische" in html


def test_opening_closing_pausing_is_the_service(room: Room, browser: Browser) -> None:
    table = Table.objects.create(house=room.house, code="T7", seats=9)
    client = browser(room.floor)
    address = reverse("floor:open", args=[table.pk])
    answer = send(client, address, game=room.games["summary"].pk, float_cents="500")
    assert answer.status_code == 303
    session = Session.objects.get(table=table)
    assert (session.state, session.float_cents) == ("open", 500 * EURO)
    assert Place.objects.get(name="float/T7").balance_cents == 500 * EURO
    version = str(room.version(table.pk))
    assert client.post(reverse("floor:pause", args=[table.pk]), {"key": "a", "version": version}).status_code == 303
    session.refresh_from_db()
    assert session.state == "paused"
    close = reverse("floor:close", args=[table.pk])
    assert "explanation" not in client.get(close).text, "counted blind, and nobody asked why before"
    answer = send(client, close, counted_float_cents="499")
    assert answer.status_code == 422
    for said in ("−1.00", "The float is 1.00 short.", "Close 1.00 short", "= 500.00", "Unknown after a search"):
        assert said in answer.text
    assert send(client, close, counted_float_cents="499", explanation="Gesucht").status_code == 400, "one is chosen"
    session.refresh_from_db()
    assert session.state == "paused"
    why = {"cause": "unknown", "explanation": "floor and rack"}
    answer = send(client, close, counted_float_cents="499", **why)
    assert "Its float differs: somebody who did not count decides the finding." in client.get(answer["Location"]).text
    session.refresh_from_db()
    assert (session.state, session.counted_float_cents) == ("closed", 499 * EURO)
    assert Place.objects.get(name="variance/T7").balance_cents == 1 * EURO, "one euro is missing, and shows"
    assert Entry.objects.get(code=EntryCode.FLOAT_OUT).reason == "Unknown after a search: floor and rack"


def test_a_table_is_opened_and_closed_by_denomination(room: Room, browser: Browser) -> None:
    """Opener and closer by denomination (domain §4.11); who counts need not add up."""
    table = Table.objects.create(house=room.house, code="T7", seats=9)
    client = browser(room.floor)
    address = reverse("floor:open", args=[table.pk])
    assert send(client, address, game=room.games["summary"].pk).status_code == 422, "a float is counted, if it is none"
    send(client, address, game=room.games["summary"].pk, chips_10000="4", chips_500="20")
    session = Session.objects.get(table=table)
    assert (session.float_chips, session.float_cents) == ({"10000": 4, "500": 20}, 500 * EURO)
    close = reverse("floor:close", args=[table.pk])
    assert send(client, close, counted_float_cents="500", chips_10000="4").status_code == 422, "chips and sum differ"
    send(client, close, chips_10000="4", chips_500="20")
    session.refresh_from_db()
    assert (session.counted_float_chips, session.counted_float_cents) == ({"10000": 4, "500": 20}, 500 * EURO)


def test_a_refusal_is_said_and_nothing_typed_is_lost(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action", ("Weber",))
    Guest.objects.create(house=room.house, number="77", name="Nguyen")
    client = browser(room.floor, "de")
    answer = send(client, reverse("floor:sit", args=[table, 2]), guest="77", buy_in_cents="50")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "100,00" in html, "the minimum buy-in, as money"
    assert 'value="77"' in html
    assert 'value="50"' in html
    assert Sitting.objects.count() == 1
    key = re.search(r'name="key" value="([^"]+)"', html)
    assert key is not None
    answer = client.post(
        reverse("floor:sit", args=[table, 2]),
        {"key": key[1], "version": room.version(room.tables["T1"]), "guest": "77", "buy_in_cents": "150"},
    )
    assert answer.status_code == 303
    assert Place.objects.get(name="seat/T1/2").balance_cents == 150 * EURO


def test_s6_a_top_up_begins_with_as_much_as_the_buy_in(room: Room, browser: Browser) -> None:
    """Seed 000: "the same amount for a re-buy as for the buy-in"."""
    table = room.set_up("T1", "every_action", ("Weber",))
    client, address = browser(room.floor), reverse("floor:top-up", args=[table, 1])
    game = Session.objects.get(table=table).game
    form = filled(client.get(address).content.decode())
    assert form["amount_cents"] == forms.typed(game.min_buy_in_cents)
    assert client.post(address, form).status_code == 303
    assert Place.objects.get(name="seat/T1/1").balance_cents == 200 * EURO + game.min_buy_in_cents


def test_a_second_tap_books_once(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action", ("Weber",))
    client = browser(room.floor)
    address = reverse("floor:top-up", args=[table, 1])
    form = {**hidden(client, address), "amount_cents": "100"}
    first, second = client.post(address, form), client.post(address, form)
    assert (first.status_code, second.status_code) == (303, 303)
    assert Place.objects.get(name="seat/T1/1").balance_cents == 300 * EURO


def test_a_stale_form_is_refused_with_the_table_as_it_is_now(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "summary")
    client = browser(room.floor)
    address = reverse("floor:close", args=[table])
    form = hidden(client, address)
    room.push(room.tables["T1"])
    answer = client.post(address, {**form, "counted_float_cents": "500"})
    assert answer.status_code == 409
    html = answer.content.decode()
    assert "has since changed" in html
    down = Down.objects.get(ended_at=None)
    assert f"{down.pushed_by}: dealer {down.dealer}." in html, "what was done, and by whom"
    assert 'value="500"' in html
    assert f'name="version" value="{room.version(room.tables["T1"])}"' in html, "the next try sees what is true now"
    assert Session.objects.get(table=table).state == "open"


def test_amounts_that_could_be_misread_are_refused(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action", ("Weber",))
    client = browser(room.floor)
    for typed in ("1.240", "1,5", "-5", "1e3", "abc", ""):
        answer = send(client, reverse("floor:top-up", args=[table, 1]), amount_cents=typed)
        assert answer.status_code == 400, typed
    assert Place.objects.get(name="seat/T1/1").balance_cents == 200 * EURO


def test_pushing_proposes_the_longest_rested(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "summary")
    room.push(room.tables["T1"])
    fresh = User.objects.create_user("boris", full_name="Boris T.", roles=["dealer"])
    client = browser(room.floor)
    page = client.get(reverse("floor:push", args=[table]))
    form = page.context["form"]
    assert [label for _pk, label in form.fields["dealer"].choices] == ["Boris T."], "who deals is not on offer"
    assert form["dealer"].value() == fresh.pk
    assert send(client, reverse("floor:push", args=[table]), dealer=fresh.pk).status_code == 303
    assert Down.objects.get(ended_at=None).dealer == fresh


def test_seat_commands_change_the_seats(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action", ("Weber", "Rossi"))
    client = browser(room.floor)
    assert (
        client.post(
            reverse("floor:away", args=[table, 1]), {"key": "a", "version": room.version(room.tables["T1"])}
        ).status_code
        == 303
    )
    assert Sitting.objects.get(seat=1, left_at=None).is_away
    assert (
        client.post(
            reverse("floor:back", args=[table, 1]), {"key": "b", "version": room.version(room.tables["T1"])}
        ).status_code
        == 303
    )
    assert send(client, reverse("floor:move", args=[table, 1]), to=f"{table}/5").status_code == 303
    assert Place.objects.get(name="seat/T1/5").balance_cents == 200 * EURO
    assert send(client, reverse("floor:cash-out", args=[table, 5]), counted_cents="200").status_code == 303
    assert Place.objects.get(name="seat/T1/5").balance_cents == 0
    assert not Sitting.objects.filter(guest__name="Weber", left_at=None).exists()


def test_targets_of_a_move_name_their_game_the_same_game_first(room: Room, browser: Browser) -> None:
    room.set_up("T1", "summary")
    room.set_up("T2", "every_action")
    table = room.set_up("T3", "every_action", ("Weber",))
    page = browser(room.floor).get(reverse("floor:move", args=[table, 1]))
    form = page.context["form"]
    assert [(code, about) for code, about, _seats in form.by_table] == [
        ("T2", about_of(room, "every_action")),
        ("T3", about_of(room, "every_action")),
        ("T1", about_of(room, "summary")),
    ]
    assert f"<small>{about_of(room, 'summary')}</small>" in page.content.decode()


def about_of(room: Room, kind: str) -> str:
    game = room.games[kind]
    return f"{game.name}, from {game.min_buy_in_cents // 100}"


def test_a_guest_is_found_by_number_or_name_and_never_guessed(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action")
    for number, name in (("1", "Anna Wolf"), ("2", "Anna Weber")):
        Guest.objects.create(house=room.house, number=number, name=name)
    client = browser(room.floor)
    address = reverse("floor:sit", args=[table, 1])
    answer = send(client, address, guest="anna", buy_in_cents="100")
    assert answer.status_code == 400
    assert "1 Anna Wolf" in answer.content.decode()
    assert send(client, address, guest="nobody", buy_in_cents="100").status_code == 400
    assert not Sitting.objects.exists()
    assert send(client, address, guest="weber", buy_in_cents="100").status_code == 303
    assert Sitting.objects.get().guest.number == "2"


def test_a_new_guest_is_written_down_on_the_way_to_his_seat(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action")
    client = browser(room.floor)
    answer = send(client, reverse("floor:guest", args=[table, 3]), number="4711", name="Ines Okafor")
    assert answer.status_code == 303
    page = client.get(answer["Location"])
    assert 'value="4711"' in page.content.decode()
    assert Guest.objects.get(number="4711").name == "Ines Okafor"


def test_a_cause_and_what_was_done_are_together_as_long_as_a_reason(room: Room, browser: Browser) -> None:
    """What is too long is refused by the field in which it was typed; the longest that it takes is booked."""
    table = room.set_up("T1", "summary")
    client = browser(room.floor)
    close = reverse("floor:close", args=[table])
    longest = reasons.LONGEST - LONGEST_CAUSE
    why = {"counted_float_cents": "480", "cause": "elsewhere"}
    answer = send(client, close, **why, explanation="x" * (longest + 1))
    assert (answer.status_code, list(answer.context["form"].errors)) == (400, ["explanation"])
    assert Session.objects.get(table=table).state == "open"
    assert send(client, close, **why, explanation="x" * longest).status_code == 303


def test_a_table_opens_as_it_was_closed(room: Room, browser: Browser) -> None:
    """Open, and confirm: the game and the float of the last time stand there already."""
    table = room.set_up("T1", "summary")
    client = browser(room.floor)
    send(
        client,
        reverse("floor:close", args=[table]),
        counted_float_cents="480",
        cause="unknown",
        explanation="20 fehlen",
    )
    form = client.get(reverse("floor:open", args=[table])).context["form"]
    assert (form["game"].value(), form["float_cents"].value()) == (room.games["summary"].pk, "480")


def test_a_call_is_answered_once_and_a_refused_hand_is_decided_on(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "summary")
    said = {"pot_cents": 99_900, "code": "pot_above_table"}
    call = floor_calls.refused(table_id=table, hand_uuid=uuid4(), facts=said, actor=room.floor)
    client = browser(room.floor)
    address = reverse("floor:answer", args=[call.pk])
    html = client.get("/floor/").content.decode()
    assert "A hand was refused" in html
    assert 'action="' + address not in html, "nobody decides on a hand by one tap"
    assert "999.00" in client.get(address).content.decode(), "what the tablet sent is what is decided on"
    assert client.post(address, {"key": "a", "answer": ""}).status_code == 422
    assert client.post(address, {"key": "b", "answer": "Booked late, pot 99"}).status_code == 303
    call.refresh_from_db()
    assert (call.answer, call.answered_by) == ("Booked late, pot 99", room.floor)
    assert client.get(address).status_code == 404


def test_an_alarm_that_has_ended_cannot_be_let_be(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "summary")
    room.push(room.tables["T1"])
    Down.objects.update(started_at=house_time.now() - timedelta(minutes=40))
    client = browser(room.floor)
    (address,) = set(re.findall(rf"/floor/tables/{table}/alarms/[^\"]+", client.get("/floor/").content.decode()))
    form = hidden(client, address)
    Down.objects.update(started_at=house_time.now())
    assert "has since ended" in client.get(address).content.decode()
    answer = client.post(address, {**form, "reason": "No dealer is free"})
    assert answer.status_code == 404
    assert "ended or changed" in answer.content.decode()


@pytest.mark.parametrize("role", ["dealer", "cage", "auditor", "admin"])
def test_the_floor_is_the_floors(room: Room, browser: Browser, role: str) -> None:
    somebody = User.objects.create_user(f"some-{role}", roles=[role])
    answer = browser(somebody, "de").get("/floor/")
    assert answer.status_code == 403
    assert "Erlaubt ist es nur für: Floor, Leitung oder Anderes System." in answer.content.decode()


def test_who_is_not_signed_in_signs_in_first(room: Room, client: Client) -> None:
    answer = client.get("/floor/")
    assert answer.status_code == 302
    assert answer["Location"] == "/login/?next=/floor/"


def test_the_floor_opens_the_gaming_day(room: Room, browser: Browser) -> None:
    client = browser(room.floor)
    assert "Open the gaming day" not in client.get("/floor/").content.decode()
    GamingDay.objects.all().delete()
    assert "No gaming day is open." in client.get("/floor/").content.decode()
    form = hidden(client, "/floor/")
    version = client.get("/floor/").context["live_version"]
    assert client.post("/floor/day/", form).status_code == 303
    live.commit()
    assert client.get("/floor/", {"v": version}).status_code == 200, "whoever else looks learns it"
    assert GamingDay.objects.get().state == "open"
    again = client.post("/floor/day/", {**form, "key": "another"})
    assert again.status_code == 422
    assert "is still open" in again.content.decode()


def test_a_stale_form_says_which_seat_was_paid(room: Room, browser: Browser) -> None:
    """Two at one table: what the other booked is told with the seat, in the house's time."""
    table = room.set_up("T1", "every_action", ("Weber",))
    client = browser(room.floor)
    stale = hidden(client, reverse("floor:cash-out", args=[table, 1]))
    assert send(client, reverse("floor:top-up", args=[table, 1]), amount_cents="100").status_code == 303
    answer = client.post(reverse("floor:cash-out", args=[table, 1]), stale)
    assert answer.status_code == 409
    entry = Entry.objects.get(code="top_up")
    at = entry.at.astimezone(ZoneInfo(room.house.time_zone))
    assert f"{entry.actor}: top-up, seat 1." in answer.content.decode()
    assert f" {at:%H:%M}" in answer.content.decode()
    assert Place.objects.get(name="seat/T1/1").balance_cents == 300 * EURO
