"""Which deck and shuffler a table uses, who put them there, which hands were dealt from them (S16; seed 001)."""

import pytest
from django.db import Error, connection, transaction
from django.urls import reverse

from casino import house_time
from casino.errors import Refusal
from tables.floor.services import decks
from tables.models import DeckChange, Hand
from tables.play.selectors import decks as selector
from tests import builders, databases
from tests.html import flat
from tests.tables.hands.playing import folded_round

pytestmark = pytest.mark.django_db


def three_seated():
    """Three guests at a table."""
    evening = builders.evening()
    evening.sit(evening.table(), 200_00, 200_00, 200_00)
    return evening


built, evening = databases.shared(three_seated)


@pytest.fixture
def table(evening):
    return evening.house.tables.get().pk


def put(evening, table, deck, **more):
    return decks.change(table_id=table, version=evening.version(table), deck=deck, **({"actor": evening.floor} | more))


def test_what_is_in_use_since_when_and_by_whom(evening, table, later):
    assert selector.at(table, house_time.now()) is None
    version = evening.version(table)
    row = put(evening, table, " red 17 ", shuffler="DM-3")
    assert (row.deck, row.shuffler, row.by, row.reason) == ("red 17", "DM-3", evening.floor, "")
    assert evening.version(table) == version + 1, "whoever has the table on a screen is told"
    later(minutes=10)
    put(evening, table, "blue 4", shuffler="DM-3", reason="marked card")
    later(minutes=10)
    assert selector.at(table, house_time.now()).deck == "blue 4"
    (now, before) = selector.history(table)
    assert (now.change.deck, now.until, before.change.deck, before.until) == (
        "blue 4", None, "red 17", now.change.at,
    )  # fmt: skip


def test_hands_by_their_time(evening, table, later):
    folded_round(evening, table)
    for deck in ("red 17", "blue 4"):
        later(minutes=1)
        put(evening, table, deck)
        later(minutes=1)
        folded_round(evening, table)
    hands = list(Hand.objects.order_by("number"))
    found = selector.of_hands(table, hands)
    assert [found[hand.pk].deck if hand.pk in found else None for hand in hands] == [None, "red 17", "blue 4"]


@pytest.mark.parametrize(
    ("values", "code"),
    [
        ({"deck": "  "}, "deck_missing"),
        ({"deck": "x" * 41}, "text_too_long"),
        ({"deck": "blue 4", "shuffler": "x" * 41}, "text_too_long"),
        ({"deck": "blue 4", "reason": "x" * 501}, "text_too_long"),
        ({"deck": "red 17"}, "deck_in_use"),
        ({"deck": "blue 4", "version": 1}, "stale"),
        ({"deck": "blue 4", "table_id": 4711}, "no_such_table"),
    ],
)
def test_what_is_refused_changes_nothing(evening, table, values, code):
    put(evening, table, "red 17")
    version = evening.version(table)
    wanted = {"table_id": table, "version": version, "actor": evening.floor} | values
    with pytest.raises(Refusal) as refused:
        decks.change(**wanted)
    assert refused.value.code == code
    with pytest.raises(Refusal) as refused:
        decks.change(**(wanted | {"deck": "green 1", "actor": evening.dealer}))
    assert refused.value.code == "not_allowed"
    assert (DeckChange.objects.count(), evening.version(table)) == (1, version)


def test_the_record_stays(evening, table):
    put(evening, table, "red 17")
    for change in ("UPDATE tables_deckchange SET deck = 'x'", "DELETE FROM tables_deckchange"):
        with pytest.raises(Error, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(change)


def test_the_floor_keeps_the_record_on_the_tables_page(evening, table, client):
    client.force_login(evening.floor)
    page = reverse("floor:table", args=[table])
    address = reverse("floor:deck", args=[table])
    assert f'href="{address}"' in client.get(page).content.decode()
    values = {"key": "k1", "version": evening.version(table), "deck": "red 17", "shuffler": "DM-3"}
    assert client.post(address, values).status_code == 303
    assert "red 17 · DM-3" in flat(client.get(page).content.decode())
    folded_round(evening, table)
    again = values | {"key": "k2", "version": evening.version(table)}
    assert client.post(address, again).status_code == 422
    shown = client.get(address).content.decode()
    assert "red 17" in shown
    assert str(evening.floor) in shown
    assert "red 17" in client.get(reverse("dealer:history", args=[table])).content.decode()
