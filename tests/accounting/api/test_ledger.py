"""The ledger over HTTP: entries, places, books, the proof. What stands there is what the services booked."""

import pytest
from django.db import connection

from tests.api_client import Api, problem
from tests.builders import Evening


@pytest.fixture
def played(evening: Evening) -> int:
    """Two buy-ins and a float."""
    table = evening.table(float_cents=50_000)
    evening.sit(table, 40_000, 30_000)
    return table


def test_entries_with_their_transfers(floor, evening, played, django_assert_num_queries):
    with django_assert_num_queries(2):
        answer = floor.get("ledger/entries/")
    entries = answer.json()["results"]
    assert [(entry["book"], entry["number"], entry["code"]) for entry in entries] == [
        ("table/T07", 3, "buy_in"),
        ("table/T07", 2, "buy_in"),
        ("table/T07", 1, "float_in"),
    ]
    assert entries[0]["transfers"] == [{"source": "guests/T07", "destination": "seat/T07/2", "amount_cents": 30_000}]
    last = entries[0]
    assert (last["actor"], last["gaming_day"], last["house"]) == (evening.floor.pk, evening.day.pk, evening.house.pk)
    assert (last["reverses"], last["assessment"], last["reason"]) == (None, None, "")
    assert len(last["digest"]) == 64
    assert floor.get(f"ledger/entries/{last['id']}/").json() == last
    assert problem(floor.get("ledger/entries/4711/")) == (404, "not_found")


def test_entries_of_one_book_one_code_one_subject(floor, evening, played):
    subject = floor.get("ledger/entries/").json()["results"][0]["subject"]
    for query, count in (
        ({"book": "table/T07"}, 3),
        ({"book": "table/T08"}, 0),
        ({"code": "buy_in"}, 2),
        ({"subject": subject}, 1),
        ({"gaming_day": evening.day.pk}, 3),
        ({"gaming_day": 4711}, 0),
        ({"house": evening.house.pk, "code": "float_in"}, 1),
    ):
        assert len(floor.get("ledger/entries/", **query).json()["results"]) == count, query


def test_places_and_books(floor, evening, played, django_assert_num_queries):
    with django_assert_num_queries(1):
        places = floor.get("ledger/places/").json()["results"]
    assert {place["name"]: place["balance_cents"] for place in places} == {
        "bank/main": -50_000, "float/T07": 50_000, "guests/T07": -70_000, "seat/T07/1": 40_000, "seat/T07/2": 30_000,
    }  # fmt: skip
    assert [place["name"] for place in places] == sorted(place["name"] for place in places)
    assert len(floor.get("ledger/places/", prefix="seat/").json()["results"]) == 2
    assert len(floor.get("ledger/places/", name="seat/T07/1").json()["results"]) == 1
    with django_assert_num_queries(1):
        books = floor.get("ledger/books/").json()["results"]
    last = floor.get("ledger/entries/").json()["results"][0]
    assert [(book["code"], book["number"], book["digest"]) for book in books] == [("table/T07", 3, last["digest"])]
    assert floor.get("ledger/books/", code="table/T08").json()["results"] == []


def test_the_proof(floor, evening, played):
    assert floor.get("ledger/proof/").json() == {
        "ok": True,
        "entries": 3,
        "transfers": 3,
        "broken": [],
        "schema": [],
    }


def test_the_proof_names_what_is_broken(floor, evening, played):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE accounting_place SET balance_cents = balance_cents + 100 WHERE name = 'seat/T07/1'")
    proof = floor.get("ledger/proof/").json()
    assert proof["ok"] is False
    assert [(item["book"], item["number"]) for item in proof["broken"]] == [("seat/T07/1", None)]


def test_nonsense_in_the_query_is_refused(floor, played):
    for path, query in (
        ("ledger/entries/", {"gaming_day": "today"}),
        ("ledger/entries/", {"gaming_day": "0"}),
        ("ledger/entries/", {"gaming_day": "9" * 30}),
        ("ledger/entries/", {"code": "theft"}),
        ("ledger/entries/", {"actor": "1"}),
        ("ledger/entries/", {"limit": "0"}),
        ("ledger/entries/", {"cursor": "bz14"}),
        ("gaming-days/", {"date": "yesterday"}),
        ("gaming-days/", {"state": "ajar"}),
        ("houses/", {"limit": "many"}),
    ):
        answer = floor.get(path, **query)
        assert problem(answer) == (400, "bad_query"), (path, query)
        assert answer.json()["facts"]["parameter"] == next(iter(query))


def test_the_ledger_is_not_for_dealers(dealer, played):
    for path in ("entries/", "entries/1/", "places/", "books/", "proof/"):
        answer = dealer.get(f"ledger/{path}")
        assert problem(answer) == (403, "not_allowed"), path
        assert answer.json()["facts"]["permission"] == "accounting.view_ledger"


def test_nothing_is_written_there(floor: Api, played):
    for path in ("entries/", "entries/1/", "places/", "books/", "proof/"):
        for method in ("post", "put", "patch", "delete"):
            answer = getattr(floor.client, method)(f"/api/v1/ledger/{path}", {}, format="json")
            assert problem(answer) == (405, "method_not_allowed"), (method, path)
