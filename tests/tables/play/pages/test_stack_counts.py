"""Chips on hand: the dealer's page on which the chips in front of guests are counted (T1, T2)."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounting.models import Finding
from tables.hands.services.recording import Summary
from tables.models import StackCount
from tests.tables.floor.pages.test_floor import send
from tests.tables.log.corrections.correcting import record
from tests.tables.pages.conftest import EURO, Room

Browser = Callable[..., Client]
pytestmark = pytest.mark.django_db

NAMES = ("Weber", "Rossi", "Nguyen")


@pytest.fixture
def table(room: Room) -> int:
    """Three guests at a table with one pool, and its dealer."""
    table = room.set_up("T2", "summary", NAMES)
    room.push(table)
    return table


def page(client: Client, address: str) -> str:
    return " ".join(client.get(address).content.decode().split())


def test_one_tap_from_the_pad_several_seats_at_once(room: Room, table: int, browser: Browser) -> None:
    client, address = browser(room.dealer), reverse("dealer:chips", args=[table])
    assert address in page(client, reverse("dealer:record", args=[table]))
    stack = room.view(table).seats[0].stack_most_cents
    assert stack is not None
    shown = page(client, address)
    assert all(name in shown for name in NAMES)
    assert "Explanation" not in shown, "the floor's"
    answer = send(client, address, cents_1=str(stack // EURO), chips_2_10000=str(stack // 10_000))
    assert answer.status_code == 303
    assert list(StackCount.objects.order_by("pk").values_list("sitting__seat", "counted_cents")) == [
        (1, stack), (2, stack),
    ]  # fmt: skip
    assert StackCount.objects.latest("pk").chips == {"10000": stack // 10_000}


def test_what_is_impossible_is_said_with_its_bounds_and_explained_by_the_floor(
    room: Room, table: int, browser: Browser
) -> None:
    address = reverse("dealer:chips", args=[table])
    refused = send(browser(room.dealer), address, cents_1="1")
    assert refused.status_code == 422
    assert "By the books seat 1 has between" in refused.content.decode()
    assert not StackCount.objects.exists()
    floor = browser(room.floor)
    assert send(floor, address, cents_1="1", explanation="lent to a neighbour").status_code == 303
    assert StackCount.objects.get().explanation == "lent to a neighbour"
    assert Finding.objects.get().rule == "STACK_OUT_OF_BOUNDS"


def test_nothing_counted_is_refused(room: Room, table: int, browser: Browser) -> None:
    refused = send(browser(room.dealer), reverse("dealer:chips", args=[table]))
    assert "Count the chips of one guest at least." in refused.content.decode()


def test_a_stack_is_shown_as_what_is_known_of_it(room: Room, table: int, browser: Browser) -> None:
    """As one figure where it is exact, else as an interval: on the pad and on the floor's page of the table."""
    exact = page(browser(room.dealer), reverse("dealer:record", args=[table]))
    assert "200.00" in exact
    assert "200.00 –" not in exact
    record(room, table, Summary(90 * EURO, False, 3))
    for client, name in ((browser(room.dealer), "dealer:record"), (browser(room.floor), "floor:table")):
        assert "153.00 – 264.00" in page(client, reverse(name, args=[table])), name


def test_a_guest_leaves_with_another_count_only_explained(room: Room, table: int, browser: Browser) -> None:
    floor, address = browser(room.floor), reverse("floor:cash-out", args=[table, 1])
    assert "Explanation" in page(floor, address)
    assert send(floor, address, counted_cents="199").status_code == 422
    assert send(floor, address, counted_cents="199", explanation="a chip is lost").status_code == 303
    assert StackCount.objects.get().explanation == "a chip is lost"
