"""The seats on the floor's and the dealer's screens show button and blinds (S11)."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from tables.hands.services import hands
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]


def marks(html: str) -> list[str]:
    """On the picture of the table, in the order of the seats."""
    return re.findall(r'<abbr class="mark \w+"[^>]*>(\w+)</abbr>', html)


@pytest.mark.django_db
def test_on_the_table_and_in_the_hand(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "every_action", ("Weber", "Rossi", "Okafor"))
    room.push(room.tables["T1"])
    floor = browser(room.floor)
    html = floor.get(reverse("floor:table", args=[table])).content.decode()
    assert marks(html) == ["D", "SB", "BB"]
    assert "next: button 1, SB 2, BB 3" in html
    assert marks(floor.get(reverse("dealer:table", args=[table])).content.decode()) == ["D", "SB", "BB"]
    hand = hands.start(table_id=table, version=room.version(room.tables["T1"]), button_seat=None, actor=room.floor).hand
    html = floor.get(reverse("dealer:hand", args=[hand.pk])).content.decode()
    assert marks(html) == ["D", "SB", "BB"]
    assert "next: " not in floor.get(reverse("floor:table", args=[table])).content.decode()


@pytest.mark.django_db
def test_on_the_pad(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "summary", ("Weber", "Rossi", "Okafor"))
    room.push(room.tables["T1"])
    html = browser(room.floor).get(reverse("dealer:record", args=[table])).content.decode()
    assert marks(html) == ["D", "SB", "BB"]
