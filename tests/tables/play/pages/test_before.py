"""Before the next hand the dealer's page offers straddle, button, blinds owed and the charge by time."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounting.models import Entry, Place
from tables.models import Hand, Sitting
from tests.tables.floor.pages.test_floor import send
from tests.tables.pages.conftest import EURO, Room

Browser = Callable[..., Client]
pytestmark = pytest.mark.django_db

BY_THE_CLOCK = {"kind": "time", "amount_cents": 600, "period_minutes": 30}
NAMES = ("Weber", "Rossi", "Nguyen", "Kaya")


def at(name: str, table: int) -> str:
    return reverse(f"dealer:{name}", args=[table])


def page(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def start(client: Client, room: Room, table: int, **fields: object):
    return client.post(at("start", table), {"key": f"k{room.version(table)}", "version": room.version(table), **fields})


def over(room: Room, client: Client, table: int) -> None:
    """A hand in which all fold to the big blind."""
    assert start(client, room, table).status_code == 303
    hand = Hand.objects.get(state=Hand.State.OPEN)
    address = reverse("dealer:hand", args=[hand.pk])
    for number in range(len(hand.setup["seats"]) - 1):
        fold = {"key": f"{hand.pk}-{number}", "version": number + 1, "kind": "fold"}
        assert client.post(f"{address}act/", fold).status_code == 303
    hand.refresh_from_db()
    settle = {"key": f"{hand.pk}-settle", "version": hand.version, "rake_cents": "0"}
    assert client.post(f"{address}settle/", settle).status_code == 303


def posts(hand: Hand) -> dict[int, list[str]]:
    return {one["seat"]: [kind for kind, _cents in one["posts"]] for one in hand.setup["seats"] if "posts" in one}


@pytest.fixture
def table(room: Room) -> int:
    """Four guests at a game with a straddle."""
    room.games["every_action"] = room.game(
        name="NLHE 2/4 S", small_blind_cents=200, big_blind_cents=400, min_buy_in_cents=100 * EURO, straddle=True
    )
    table = room.set_up("T1", "every_action", NAMES)
    room.push(table)
    return table


class TestTheDeal:
    def test_with_a_straddle_by_one_tap(self, room: Room, browser: Browser, table: int) -> None:
        dealer = browser(room.dealer)
        assert "With a straddle of 4 Kaya · 8" in page(dealer, at("table", table))
        assert start(dealer, room, table, straddle_seat=4).status_code == 303
        assert posts(Hand.objects.get())[4] == ["straddle"]

    def test_the_button_is_put_elsewhere_and_the_page_shows_it_before(
        self, room: Room, browser: Browser, table: int
    ) -> None:
        dealer = browser(room.dealer)
        assert f"{at('table', table)}?button=3" in page(dealer, at("table", table))
        chosen = page(dealer, f"{at('table', table)}?button=3")
        assert '<input type="hidden" name="button_seat" value="3">' in chosen
        assert re.findall(r'<abbr class="mark \w+"[^>]*>(\w+)</abbr>', chosen) == ["BB", "D", "SB"]
        assert "With a straddle of 2 Rossi" in chosen
        assert start(dealer, room, table, button_seat=3, straddle_seat=2).status_code == 303
        assert posts(Hand.objects.get()) == {4: ["small_blind"], 1: ["big_blind"], 2: ["straddle"]}

    @pytest.mark.parametrize("button", ["0", "44", "x", "999", "²"])
    def test_a_button_that_cannot_be_moves_on(self, room: Room, browser: Browser, table: int, button: str) -> None:
        assert browser(room.dealer).get(at("table", table), {"button": button}).status_code == 200

    def test_a_refused_straddle_deals_nothing(self, room: Room, browser: Browser, table: int) -> None:
        refused = start(browser(room.dealer), room, table, straddle_seat=2)
        assert refused.status_code == 422
        assert "Seat 2 may not straddle in this hand." in refused.content.decode()
        assert not Hand.objects.exists()

    def test_no_straddle_where_the_game_has_none(self, room: Room, browser: Browser) -> None:
        table = room.set_up("T2", "every_action", NAMES)
        room.push(table)
        assert "straddle" not in page(browser(room.dealer), at("table", table))


class TestBlindsOwed:
    def test_posts_or_waits_by_one_tap(self, room: Room, browser: Browser, table: int) -> None:
        dealer = browser(room.dealer)
        over(room, dealer, table)
        room.sit(table, 200 * EURO, first=7, guests=[room.guest("Ito")])
        assert '<b>Ito</b> <span class="muted"> posts 4' in page(dealer, at("table", table))
        choice = {"key": "wait", "version": room.version(table), "seat": 7, "waits": "on"}
        assert dealer.post(at("missed-blinds", table), choice).status_code == 303
        assert Sitting.objects.get(seat=7).waits_for_big_blind
        assert "waiting for the big blind" in page(dealer, at("table", table))
        choice = {"key": "post", "version": room.version(table), "seat": 7}
        assert dealer.post(at("missed-blinds", table), choice).status_code == 303
        assert start(dealer, room, table).status_code == 303
        assert posts(Hand.objects.get(state="open"))[7] == ["live"]

    def test_a_refusal_is_shown_at_the_table(self, room: Room, browser: Browser, table: int) -> None:
        choice = {"key": "wait", "version": room.version(table), "seat": 2, "waits": "on"}
        refused = browser(room.dealer).post(at("missed-blinds", table), choice)
        assert refused.status_code == 422
        assert "Seat 2 owes no blind." in refused.content.decode()


class TestTheCharge:
    @pytest.mark.parametrize("recording", ["every_action", "summary"])
    def test_it_is_collected_from_those_who_are_there(self, room: Room, browser: Browser, recording: str) -> None:
        schedule = room.terms("By the clock", BY_THE_CLOCK).schedule_id
        room.games[recording] = room.game(name="Clock", recording=recording, rake_schedule_id=schedule)
        table = room.set_up("T1", recording, NAMES)
        room.push(table)
        dealer = browser(room.dealer)
        assert at("time-charge", table) in dealer.get(at("table", table), follow=True).content.decode()
        shown = page(dealer, at("time-charge", table))
        assert "6.00 per seat for every 30 minutes begun, in advance." in shown
        assert "Not collected yet." in shown
        answer = send(dealer, at("time-charge", table), minutes="30", seats=["1", "2", "4"])
        assert answer.status_code == 303
        assert Place.objects.get(name="rake/T1").balance_cents == 1_800
        assert "Last collected at" in page(dealer, at("time-charge", table))

    def test_what_cannot_be_collected_is_said_and_nothing_is_taken(self, room: Room, browser: Browser) -> None:
        table = room.set_up("T1", "every_action", NAMES)
        room.push(table)
        dealer, before = browser(room.dealer), Entry.objects.count()
        assert at("time-charge", table) not in page(dealer, at("table", table))
        assert "In this game players pay from the pot, not by time." in page(dealer, at("time-charge", table))
        refused = dealer.post(
            at("time-charge", table), {"key": "k", "version": room.version(table), "minutes": "30", "seats": ["1"]}
        )
        assert refused.status_code == 422
        assert Entry.objects.count() == before
