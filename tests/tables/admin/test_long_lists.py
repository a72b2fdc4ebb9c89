"""Lists of millions of rows ask only what an index answers: no count of all, no first date of all, no ids as texts."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from casino import schema
from casino.admin import long_lists
from tables.models import Hand
from tests.tables.admin.test_admin import played
from tests.tables.pages.conftest import Room

Browser = Callable[..., Client]
LISTS = ("tables_hand", "tables_round", "accounting_entry")


def shown(client: Client, name: str, **asked: object) -> list[object]:
    """The rows of a list's page."""
    page = client.get(reverse(f"admin:{name}_changelist"), asked)
    assert page.status_code == 200, asked
    return list(page.context["cl"].result_list)


@pytest.mark.parametrize("name", LISTS)
def test_a_page_counts_no_more_than_it_pages_through(room: Room, browser: Browser, name: str) -> None:
    played(room)
    client = browser(room.manager)
    day = Hand.objects.latest("pk").gaming_day
    for asked in ({}, {"q": "12"}, {"q": "T1"}, {"on": str(day.date)}):
        with CaptureQueriesContext(connection) as captured:
            shown(client, name, **asked)
        of_list = [query["sql"] for query in captured if f'FROM "{name}"' in query["sql"]]
        assert of_list, "it reads the table"
        for sql in of_list:
            assert "COUNT(" not in sql or f"LIMIT {long_lists.MOST + 1}" in sql, sql
            assert not {word for word in ("UPPER(", "MIN(", "MAX(", "::text") if word in sql}, sql


def test_where_there_are_more_it_says_so_and_pages_through_the_newest(
    room: Room, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _each in range(3):
        hand = played(room)
    monkeypatch.setattr(long_lists, "MOST", 2)
    address = reverse("admin:tables_hand_changelist")
    said = " ".join(browser(room.floor, "en").get(address).content.decode().split())
    assert "more than 2 hands; filter to see the rest" in said
    said = " ".join(browser(room.floor, "de").get(address).content.decode().split())
    assert "mehr als 2 Hände; die übrigen zeigt ein Filter" in said
    assert shown(browser(room.floor), "tables_hand")[0] == hand


def test_a_day_is_filtered_by_its_date_with_the_other_filters_kept(room: Room, browser: Browser) -> None:
    hand = played(room)
    client = browser(room.floor)
    day = hand.gaming_day.date
    assert shown(client, "tables_hand", on=str(day)) == [hand]
    assert shown(client, "tables_hand", on=str(day), state="void") == []
    assert shown(client, "tables_hand", on=str(day - timedelta(days=1))) == []
    html = client.get(reverse("admin:tables_hand_changelist"), {"on": str(day), "state": "settled"}).content.decode()
    assert '<input type="hidden" name="state" value="settled">' in html
    assert f'<input type="date" name="on" value="{day}"' in html
    assert client.get(reverse("admin:tables_hand_changelist"), {"on": "yesterday"}).status_code == 302


@pytest.mark.parametrize(
    ("index", "definition"),
    [
        ("tables_hand.hand_of_table", "USING btree (table_id, id)"),
        ("tables_hand.hand_of_day", "USING btree (gaming_day_id, id)"),
        ("tables_hand.hand_not_settled", "USING btree (state, id) WHERE"),
        (
            "tables_handaction.hand_action_undone_once",
            "UNIQUE USING btree (hand_id, undoes) WHERE undoes IS NOT NULL",
        ),
        ("accounting_entry.entry_rare_code", "USING btree (code, id) WHERE"),
        ("accounting_entry.entry_time", "USING brin (at)"),
    ],
)
def test_the_indexes_are_there(index: str, definition: str) -> None:
    assert schema.kept()[f"index {index}"].startswith(definition)
