"""What PostgreSQL computes of the chains is what Python computes; Python looks at a sample, and at every doubt."""

import json
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import call_command
from django.db import connection

from accounting import chain
from accounting.chain import EntryFacts
from accounting.ledger.selectors import computed_links
from accounting.ledger.services import ledger, walks
from accounting.models import Assessment, Book, Entry
from accounting.proof.services import proofs
from tables.audit.selectors import computed_hands
from tests import databases
from tests.forging import change, found, sealed_evening

pytestmark = pytest.mark.django_db

# Each of these could be written in more than one way: JSON's own signs, control characters, letters beyond ASCII.
ODD = '„Häßlich“ \\ "quoted" / \t\b\f\n\r \x01\x1f\x7f \u2028 \ufeff 𝔘 {}[],:'


built, evening = databases.shared(sealed_evening)


@pytest.fixture
def walked(monkeypatch) -> list[object]:
    """What Python was asked to walk."""
    asked: list[object] = []
    walk = walks._walked

    def noted(heads, wanted, among, books):
        asked.append(among)
        return walk(heads, wanted, among, books)

    monkeypatch.setattr(walks, "_walked", noted)
    return asked


def test_of_honest_books_python_need_not_walk_any(evening, walked):
    proof = proofs.prove()
    assert (proof.broken, proof.entries, proof.transfers) == ([], 13, 16)
    assert walked == []


def test_only_the_book_in_doubt_is_walked(evening, walked):
    book = Book.objects.get(code="table/T07", house=evening.house)
    change("UPDATE accounting_entry SET reason = 'x' WHERE book_id = %s AND number = 5", book.pk)
    assert [(one.book, one.number) for one in proofs.prove().broken] == [("table/T07", 5)]
    assert [among.values for among in walked] == [([book.pk],)]


def test_odd_texts_are_written_alike(evening, walked):
    change(
        "UPDATE accounting_gamingday SET state = 'open', seal = '', closed_at = NULL, closed_by_id = NULL"
        " WHERE id = %s",
        evening.day.pk,
    )
    ledger.post(
        day=evening.day,
        book="table/T07",
        code=ledger.EntryCode.RULING,
        subject="ruling:1",
        moves=[],
        actor=evening.manager,
        reason=ODD,
        reference=ODD[:100],
        evidence=bytes(range(32)),
    )
    assert walks.walk([]).broken == []
    assert walked == []


def test_a_bomb_pot_is_in_the_content_only_where_it_is_one(evening, walked):
    """The digests of all hands before there were any stay as they are."""
    change("UPDATE accounting_gamingday SET state = 'open', seal = '', closed_at = NULL, closed_by_id = NULL")
    said = Assessment.objects.filter(sign=1).first().facts
    plain = EntryFacts(
        evening.house.pk, "table/T07", "hand", "hand:0", said.hour, evening.day.date, evening.manager.pk, "",
        None, None, b"", [], said,
    )  # fmt: skip
    assert json.loads(chain.content(plain))[-1][-2:] == [said.sign, said.reason]
    bomb_pot = replace(plain, assessment=replace(said, bomb_pot=True))
    assert json.loads(chain.content(bomb_pot))[-1][-3:] == [said.sign, said.reason, True]
    ledger.post_facts(bomb_pot, day_id=evening.day.pk)
    ledger.post_all([replace(bomb_pot, subject="hand:1")], day_id=evening.day.pk)
    assert walks.walk([]).broken == []
    assert walked == []
    change("UPDATE accounting_assessment SET bomb_pot = false WHERE entry_id = (SELECT max(id) FROM accounting_entry)")
    assert [one.book for one in walks.walk([]).broken] == ["table/T07"]


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE accounting_entry SET at = {} WHERE number = 3",
        "UPDATE accounting_assessment SET hour = {}",
        "UPDATE tables_hand SET started_at = {}",
    ],
)
@pytest.mark.release("three whole proofs each")
def test_a_time_before_christ_is_not_taken_for_the_same_after(evening, sql):
    """PostgreSQL writes both with the same digits."""
    column = sql.split()[3]
    assert found() == []
    change(sql.format(f"(({column} AT TIME ZONE 'UTC')::text || ' BC')::timestamp AT TIME ZONE 'UTC'"))
    assert found() != []


def test_python_finds_in_its_sample_what_postgresql_would_hide(evening, monkeypatch):
    """As if somebody had put another `sha256` into the server: it says that everything fits."""
    change("UPDATE accounting_entry SET reason = 'x' WHERE number = 5")
    lie = computed_links.by_book_and_day
    monkeypatch.setattr(computed_links, "by_book_and_day", lambda: [one._replace(fit=True) for one in lie()])
    assert [(one.book, one.number) for one in proofs.prove().broken] == [("table/T07", 5)]


def test_an_independent_proof_lets_postgresql_compute_nothing(evening, monkeypatch):
    def refuse(*_values):
        raise AssertionError("PostgreSQL was asked to compute")

    for module, names in (
        (computed_links, ("by_book_and_day", "moved", "digests")),
        (computed_hands, ("hands", "count", "twice")),
    ):
        for name in names:
            monkeypatch.setattr(module, name, refuse)
    out = StringIO()
    call_command("prove", "--independent", stdout=out)
    assert out.getvalue() == "13 entries, 16 transfers, 1 seals, 0 compared with copies, 0 broken\n"
    with pytest.raises(AssertionError, match="PostgreSQL was asked"):
        proofs.prove()


def test_nobody_s_function_takes_the_place_of_postgresql_s(evening):
    """A function of the same name that a search path puts first: it calls every digest right."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE FUNCTION public.sha256(bytea) RETURNS bytea LANGUAGE sql AS 'SELECT NULL::bytea'")
        cursor.execute("SET LOCAL search_path = public, pg_catalog")
    assert proofs.prove().broken == []
    assert Entry.objects.exists()
