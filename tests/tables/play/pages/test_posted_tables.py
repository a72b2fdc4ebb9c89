"""The posted rules of a table are read by everybody, and the card at the table leads to them (S17; seed 001)."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tables.floor.services import tables
from tables.games.pages.posted_tables import POLICY
from tables.models import Table
from tests.html import flat
from tests.tables.pages.conftest import Room

pytestmark = pytest.mark.django_db

Browser = Callable[..., Client]
EURO = 100


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """What one test's sheet showed is not the next one's."""
    cache.clear()
    yield
    cache.clear()


def sheet_of(room: Room, code: str) -> str:
    return reverse("rules:table", kwargs={"house": room.house.code, "code": code})


def test_s17_the_sheet_is_read_without_signing_in(room: Room, client: Client) -> None:
    """Seed 001: "We will gladly explain the game upon request"; the sheet has ranking, play, blinds and tax."""
    room.set_up("T1", "every_action", ("Weber", "Rossi"))
    answer = client.get(sheet_of(room, "T1"), headers={"Accept-Language": "en"})
    html = flat(answer.content.decode())
    assert answer.status_code == 200
    for said in (
        "NLHE 2/4",
        "T1",
        "Ranking of the hands",
        "Order of play",
        "The blinds are 2.00 and 4.00.",
        "The rake",
    ):
        assert said in html
    assert re.search(r"version 1, valid from", html), "the schedule in force"


def test_s17_the_sheet_of_a_game_against_the_house_ranks_the_hands(room: Room, client: Client) -> None:
    """Seed 002, "Game combinations examples"."""
    room.table(room.banked_game(name="Easy"), code="E1", float_cents=50_000 * EURO, dealt=False)
    html = flat(client.get(sheet_of(room, "E1"), headers={"Accept-Language": "en"}).content.decode())
    for said in ("Ranking of the hands", "For example: four eights.", "Payouts", "Misdeal"):
        assert said in html


def test_the_browsers_language_and_a_link_to_the_other_one(room: Room, client: Client) -> None:
    room.set_up("T1", "summary")
    for asked, expected, heading in (("de", "de", "Rangfolge"), ("en", "en", "Ranking"), ("fr", "de", "Rangfolge")):
        answer = client.get(sheet_of(room, "T1"), headers={"Accept-Language": asked})
        html = answer.content.decode()
        assert f'<html lang="{expected}">' in html
        assert answer.headers["Content-Language"] == expected
        assert heading in html
        for code, name in (("de", "Deutsch"), ("en", "English")):
            assert re.search(rf'href="\?lang={code}"\s+lang="{code}"[^>]*>{name}</a>', html), "named in itself"
    answer = client.get(sheet_of(room, "T1") + "?lang=en", headers={"Accept-Language": "de"})
    assert '<html lang="en">' in answer.content.decode()
    assert answer.headers["Content-Language"] == "en"


def test_nothing_of_guests_money_in_play_or_staff_is_shown(
    room: Room, client: Client, later: Callable[..., None]
) -> None:
    """The clock stands still, since the sheet says the minute in which it was written."""
    later(minutes=0)
    table = room.set_up("T1", "every_action")
    empty = client.get(sheet_of(room, "T1")).content
    cache.clear()
    room.sit(table, 200 * EURO, 300 * EURO, guests=[room.guest("Weber"), room.guest("Rossi")])
    full = client.get(sheet_of(room, "T1")).content
    assert full == empty, "whoever sits down, and with what, changes no word"
    approver = str(Table.objects.get(code="T1").sessions.get().game.rake_schedule.versions.get().approved_by)
    for name in (approver, str(room.floor), "Weber"):
        assert name not in full.decode()


def test_it_is_the_game_now_dealt(room: Room, client: Client) -> None:
    table = room.set_up("T1", "summary")
    assert "PLO 5/10" in client.get(sheet_of(room, "T1")).content.decode()
    tables.close_table(table_id=table, version=room.version(table), counted_float_cents=500 * EURO, actor=room.floor)
    cache.clear()
    answer = client.get(sheet_of(room, "T1"), headers={"Accept-Language": "en"})
    assert answer.status_code == 404
    assert "No game is dealt at this table now." in answer.content.decode()


@pytest.mark.parametrize(
    "address", ["/rules/nowhere/T1/", "/rules/x_y/T1/", "/rules/{house}/T99/", "/rules/{house}/-/"]
)
def test_a_table_that_is_not_there(room: Room, client: Client, address: str) -> None:
    answer = client.get(address.format(house=room.house.code), headers={"Accept-Language": "en"})
    assert answer.status_code == 404
    assert "Table not found." in answer.content.decode()
    assert not answer.cookies


def test_a_table_out_of_use_is_not_there(room: Room, client: Client) -> None:
    Table.objects.create(house=room.house, code="T9", seats=9, is_active=False)
    assert client.get(sheet_of(room, "T9")).status_code == 404


def test_no_cookie_no_script_and_a_strict_policy(room: Room, client: Client) -> None:
    room.set_up("T1", "summary")
    answer = client.get(sheet_of(room, "T1"))
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert {"default-src 'self'", "script-src 'none'", "form-action 'none'"} <= set(POLICY.split("; "))
    assert not answer.cookies
    html = answer.content.decode()
    assert "<script" not in html
    assert "<form" not in html
    assert client.post(sheet_of(room, "T1")).status_code == 405


def test_a_crowd_of_phones_asks_the_database_once(
    room: Room, client: Client, django_assert_num_queries: Callable[..., object]
) -> None:
    room.set_up("T1", "summary")
    first = client.get(sheet_of(room, "T1"))
    with django_assert_num_queries(0):
        assert client.get(sheet_of(room, "T1")).content == first.content


def test_a_card_with_the_code_is_printed_for_the_table(room: Room, browser: Browser) -> None:
    table = room.set_up("T1", "summary")
    client = browser(room.floor)
    card = reverse("floor:card", args=[table])
    assert f'href="{card}"' in client.get(reverse("floor:table", args=[table])).content.decode()
    html = client.get(card).content.decode()
    assert '<img class="qr" src="data:image/svg+xml' in html
    assert f"http://testserver{sheet_of(room, 'T1')}" in html
