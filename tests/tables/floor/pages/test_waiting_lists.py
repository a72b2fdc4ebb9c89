"""The floor's waiting lists: list, call, seat; whoever is passed over reads why; a kept seat is shown as kept."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tables.floor.services import tables
from tables.guests.services import guests
from tables.models import Guest, Sitting, WaitingEntry, WaitingEvent
from tables.waiting.services import entries, list_calls
from tests import live
from tests.html import flat
from tests.tables.floor.pages.test_floor import send
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
LISTS = "/floor/lists/"


@pytest.fixture
def client(room: Room, browser: Browser) -> Client:
    return browser(room.floor, "en")


def waiting(room: Room, name: str, *, is_here: bool = True) -> WaitingEntry:
    """Somebody on the list of the game that is recorded action by action."""
    guest = guests.register(house_id=room.house.pk, number=f"W-{name}", name=name, actor=room.floor)
    game = room.games["every_action"]
    return entries.join(game_id=game.pk, guest_id=guest.pk, is_here=is_here, actor=room.floor)


def at(name: str, row: WaitingEntry) -> str:
    return reverse(f"floor:wait-{name}", args=[row.pk])


def page(client: Client, address: str = LISTS) -> str:
    return flat(client.get(address).content.decode())


def post(client: Client, address: str, **fields: object):
    """One tap on the desk."""
    return client.post(address, {"key": str(uuid4()), "version": "", **fields})


def test_from_the_list_to_the_seat(room: Room, client: Client) -> None:
    """Two taps to the call, two more to the seat."""
    table = room.set_up("T1", "every_action", ("Weber",))
    anna = waiting(room, "Anna Becker")
    html = page(client)
    assert "Call to T1, seat 2" in html
    assert "a seat is free" in html
    answer = post(client, at("call", anna), to=f"{table}/2")
    assert (answer.status_code, answer.url) == (303, LISTS)
    html = page(client)
    assert "Anna Becker has been called to T1, seat 2." in html
    left = re.search(r'data-left="(\d+)"', html)
    assert left is not None
    assert 290 < int(left[1]) <= 300
    assert "Call to" not in html
    assert post(client, at("answer", anna), answer="on_my_way").status_code == 303
    assert "is coming" in page(client)
    assert send(client, at("seat", anna), buy_in_cents="200").url == LISTS
    assert "Anna Becker is in seat 2." in page(client)
    assert Sitting.objects.get(guest=anna.guest).seat == 2


def test_out_of_turn_a_reason_is_asked_and_read(room: Room, client: Client) -> None:
    table = room.set_up("T1", "every_action")
    anna, boris = waiting(room, "Anna"), waiting(room, "Boris")
    assert "Ahead of them: Anna." in page(client, at("call", boris))
    refused = post(client, at("call", boris), to=f"{table}/5")
    assert refused.status_code == 422
    assert "Give a reason why they are passed over" in refused.content.decode()
    assert send(client, at("call", boris), to=f"{table}/5", reason="Anna smokes").status_code == 303
    record = reverse("floor:list-record", args=[anna.waiting_list_id])
    html = page(client, record)
    assert "Anna smokes" in html
    assert "joined" not in html
    assert "joined" in page(client, f"{record}?show=all")
    assert "Anna smokes" in page(client, reverse("floor:wait", args=[anna.pk]))


def test_a_seat_that_is_gone_is_said_to_be_gone(room: Room, client: Client) -> None:
    table = room.set_up("T1", "every_action", ("Weber",))
    refused = post(client, at("call", waiting(room, "Anna")), to=f"{table}/1")
    assert refused.status_code == 400
    assert "This seat is no longer free." in refused.content.decode()


def test_nobody_came_and_the_call_taken_back(room: Room, client: Client) -> None:
    table = room.set_up("T1", "every_action")
    anna, boris = waiting(room, "Anna"), waiting(room, "Boris")
    for seat, row in enumerate((anna, boris), 1):
        list_calls.call(entry_id=row.pk, table_id=table, seat=seat, actor=room.floor)
    post(client, at("miss", anna))
    assert "Anna is now number 1 on the list." in page(client)
    assert "1 call missed" in page(client)
    assert send(client, at("withdraw", boris), reason="The seat is needed").status_code == 303
    queue = WaitingEntry.objects.order_by("rank").values_list("guest__name", "misses")
    assert list(queue) == [("Boris", 0), ("Anna", 1)]
    list_calls.call(entry_id=boris.pk, table_id=table, seat=1, actor=room.floor)
    list_calls.miss(entry_id=boris.pk, actor=room.floor)
    list_calls.call(entry_id=anna.pk, table_id=table, seat=1, actor=room.floor)
    post(client, at("miss", anna))
    assert "Anna has been taken off the list." in page(client)


def test_joining_by_number_as_a_new_guest_and_from_outside(room: Room, client: Client) -> None:
    game = room.games["every_action"].pk
    new, join = reverse("floor:wait-guest", args=[game]), reverse("floor:wait-join", args=[game])
    answer = post(client, new, number="77", name="Zoe")
    assert answer.url == f"{join}?guest=77"
    assert 'value="77"' in page(client, answer.url)
    assert post(client, join, guest="77", where="outside").url == LISTS
    html = page(client)
    assert "on the way here" in html
    assert "data-left=" in html
    row = WaitingEntry.objects.get()
    assert (row.guest.name, row.is_here) == ("Zoe", False)
    assert "Call to" not in html
    post(client, at("arrive", row))
    assert WaitingEntry.objects.get().is_here
    assert "1 call" not in page(client)
    refused = post(client, join, guest="77", where="here")
    assert refused.status_code == 422
    assert "already on this list" in refused.content.decode()


def test_moving_and_leaving(room: Room, client: Client) -> None:
    anna, boris = waiting(room, "Anna"), waiting(room, "Boris")
    assert send(client, at("move", boris), place="1", reason="Was sent away by mistake").status_code == 303
    assert WaitingEvent.objects.get(entry=anna, kind="skipped").reason == "Was sent away by mistake"
    assert "place 2 → 1" in page(client, reverse("floor:wait", args=[boris.pk]))
    assert send(client, at("leave", boris)).status_code == 303
    assert "Boris has been taken off the list." in page(client)
    assert "The guest is no longer on this list." in page(client, reverse("floor:wait", args=[boris.pk]))


def test_when_enough_wait_a_table_is_opened_with_their_game(room: Room, client: Client) -> None:
    free = room.set_up("T1", "summary")
    assert "Open a table" not in page(client)
    for name in "ABCDEF":
        assert "Open a table" not in page(client)
        waiting(room, name)
        if name == "E":
            assert "1 more needed for a game" in page(client)
    tables.close_table(table_id=free, version=room.version(free), counted_float_cents=500_00, actor=room.floor)
    game = room.games["every_action"].pk
    address = f"{reverse('floor:open', args=[free])}?game={game}"
    assert address in page(client)
    assert re.search(f'value="{game}"[^>]* checked', page(client, address))


def test_the_desk_is_told_of_every_command(room: Room, client: Client) -> None:
    room.set_up("T1", "every_action")
    anna = waiting(room, "Anna")
    live.commit()
    version = re.search(r"/floor/lists/\?v=([^\"]+)\"", page(client))
    assert version is not None
    assert client.get(f"{LISTS}?v={version[1]}").status_code == 204
    entries.leave(entry_id=anna.pk, actor=room.floor)
    live.commit()
    assert client.get(f"{LISTS}?v={version[1]}").status_code == 200


class TestKept:
    """A guest has been called: nobody else is offered his seat."""

    @pytest.fixture
    def anna(self, room: Room) -> WaitingEntry:
        table = room.set_up("T1", "every_action", ("Weber",))
        row = waiting(room, "Anna")
        return list_calls.call(entry_id=row.pk, table_id=table, seat=3, actor=room.floor)

    def test_on_the_board(self, room: Room, anna: WaitingEntry, client: Client) -> None:
        waiting(room, "Boris")
        html = page(client, "/floor/")
        assert re.search(r"No dealer\s*\+1", html), "and one seat is held"
        assert "1 waiting · 1 called" in " ".join(html.split())

    def test_at_the_table(self, room: Room, anna: WaitingEntry, client: Client) -> None:
        address = reverse("floor:table", args=[anna.table_id])
        html = page(client, address)
        assert "held: called" in html
        assert reverse("floor:sit", args=[anna.table_id, 3]) not in html
        assert at("seat", anna) in html
        version = re.search(r"/floor/[^\"]*\?v=([^\"]+)\"", html)
        assert version is not None
        assert client.get(f"{address}?v={version[1]}").status_code == 204
        list_calls.miss(entry_id=anna.pk, actor=room.floor)
        assert client.get(f"{address}?v={version[1]}").status_code == 200
        assert reverse("floor:sit", args=[anna.table_id, 3]) in page(client, address)

    def test_where_guests_are_moved_to(self, room: Room, anna: WaitingEntry, client: Client) -> None:
        html = page(client, reverse("floor:move", args=[anna.table_id, 1]))
        assert f'value="{anna.table_id}/2"' in html
        assert f'value="{anna.table_id}/3"' not in html

    def test_on_the_wall(self, room: Room, anna: WaitingEntry, client: Client) -> None:
        cache.clear()
        assert ">7<" in page(client, "/display/?lang=en")
        list_calls.miss(entry_id=anna.pk, actor=room.floor)
        cache.clear()
        assert ">list<" in page(client, "/display/?lang=en"), "it is free again, for her first"


def test_who_plays_another_game_meanwhile_is_led_to_the_move(room: Room, client: Client) -> None:
    table, other = room.set_up("T1", "every_action"), room.set_up("T2", "summary", ("Weber",))
    weber = Sitting.objects.get().guest_id
    row = entries.join(game_id=room.games["every_action"].pk, guest_id=weber, actor=room.floor)
    list_calls.call(entry_id=row.pk, table_id=table, seat=2, actor=room.floor)
    address = f"{reverse('floor:move', args=[other, 1])}?to={table}/2"
    assert "Seated at T2, seat 1" in (html := page(client, at("seat", row)))
    assert f'href="{address}"' in html
    assert re.search(f'value="{table}/2"[^>]* checked', page(client, address))


def test_a_walk_in_past_the_list_needs_a_reason(room: Room, client: Client) -> None:
    table = room.set_up("T1", "every_action")
    sit = reverse("floor:sit", args=[table, 4])
    assert "Reason for passing over" not in page(client, sit)
    waiting(room, "Anna")
    guests.register(house_id=room.house.pk, number="77", name="Walk-in", actor=room.floor)
    html = page(client, sit)
    assert "1 guest is waiting for this game." in html
    assert "First: Anna" in html
    refused = send(client, sit, guest="77", buy_in_cents="200")
    assert refused.status_code == 422
    assert "Give a reason why they are passed over" in refused.content.decode()
    assert Sitting.objects.count() == 0
    assert send(client, sit, guest="77", buy_in_cents="200", reason="Anna wants table two").status_code == 303
    assert send(client, reverse("floor:sit", args=[table, 5]), guest="Anna", buy_in_cents="200").status_code == 303
    assert WaitingEntry.objects.get().state == "seated"


def test_a_dealer_keeps_no_list(room: Room, browser: Browser) -> None:
    client = browser(room.dealer, "en")
    anna = waiting(room, "Anna")
    for address in (LISTS, at("call", anna), reverse("floor:wait", args=[anna.pk])):
        assert client.get(address).status_code == 403
    assert Guest.objects.count() == 1


def test_german(room: Room, browser: Browser) -> None:
    assert "Wartelisten" in page(browser(room.floor, "de"))
