"""The proof finds whatever was changed behind the ledger's back: each column that means something, each missing row."""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, models
from django.test.utils import CaptureQueriesContext

from accounting.ledger.services import walks
from accounting.models import Assessment, Entry, House, Place, Transfer
from accounting.proof.services import people_proofs, proofs
from casino.errors import Malformed
from casino.models import User
from tests import builders, databases
from tests.builders import Evening
from tests.forging import change, changed, found, sealed_evening

pytestmark = pytest.mark.django_db

BOOKED = {Entry: "id", Transfer: "entry_id", Assessment: "entry_id"}


built, evening = databases.shared(sealed_evening)


def other(field, row):
    """Another value for a column, one that the constraints let pass."""
    value = getattr(row, field.attname)
    if field.is_relation and field.attname in ("house_id", "book_id", "gaming_day_id"):
        return field.related_model.objects.exclude(pk=value).latest("pk").pk
    match value:
        case bool():
            return not value
        case int():
            return -value if field.attname == "sign" else value + 1_000
        case str():
            return value + "x"
        case None:
            return bytes(16) if isinstance(field, models.BinaryField) else 1
    return bytes(32) if isinstance(value, bytes | memoryview) else value + timedelta(microseconds=1)


def test_an_honest_evening_is_proven(evening):
    proof = proofs.prove()
    assert (proof.broken, proof.entries, proof.transfers) == ([], Entry.objects.count(), Transfer.objects.count())
    assert (proof.entries, proof.seals) == (13, 1)


def test_it_takes_as_many_statements_however_much_was_booked_and_asks_for_no_name(evening):
    people = {role: getattr(evening, role) for role, *_ in builders.HIRED}
    evening = builders.evening(code="bad", people=people)
    with CaptureQueriesContext(connection) as before:
        booked = proofs.prove().entries
    table = evening.table(evening.game(recording="summary"), float_cents=50_000)
    evening.sit(table, 40_000, 40_000, 40_000)
    with CaptureQueriesContext(connection) as after:
        assert proofs.prove().entries == booked + 4
    assert len(after) == len(before)
    of_people = [query["sql"] for query in after if "casino_user" in query["sql"]]
    assert not [sql for sql in of_people if re.search(r"accounting_|tables_", sql)], "an auditor may have no people"


def slow():
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_sleep(0.2)")
    return iter(())


def test_it_takes_its_time_where_a_request_has_a_limit(evening, settings):
    """A page asks for the proof too, and the web server's statements end after 20 s."""
    settings.PROVERS = [f"{__name__}.slow"]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '50ms'")
    assert proofs.prove().broken == []


SLOW = pytest.mark.release("every column by itself, twice proven; the gate changes those of one table")


@pytest.mark.parametrize(
    "model", [pytest.param(model, marks=[] if model is Transfer else SLOW, id=model.__name__) for model in BOOKED]
)
def test_no_column_can_be_changed_unseen(evening, model):
    """Book and number are named: those of the entry that the row belongs, or belonged, to."""
    unseen = []
    for field in model._meta.concrete_fields:
        is_reversal = field.attname == "reverses_id"
        entry = Entry.objects.get(code="reversal") if is_reversal else Entry.objects.get(code="hand", number=4)
        row = model.objects.filter(**{BOOKED[model]: entry.pk}).last()
        where = f"{BOOKED[model]} = {entry.pk}" + (f" AND position = {row.position}" if model is Transfer else "")
        said = changed(f"UPDATE {model._meta.db_table} SET {field.column} = %s WHERE {where}", other(field, row))
        if ("table/T07", entry.number) not in {(book, number) for book, number, _what in said}:
            unseen.append((field.attname, said))
    assert unseen == []


@pytest.mark.parametrize("model", list(BOOKED))
def test_no_row_can_be_taken_away_unseen(evening, model):
    entry = Entry.objects.get(code="hand", number=4)
    change(f"DELETE FROM {model._meta.db_table} WHERE {BOOKED[model]} = %s", entry.pk)
    assert found()[0][:2] == ("table/T07", 4)


def test_the_first_broken_link_is_named_and_nothing_else(evening):
    entry = Entry.objects.get(book__code="table/T07", number=5)
    change("UPDATE accounting_entry SET reason = 'x' WHERE id = %s", entry.pk)
    assert found() == [("table/T07", 5, "the digest does not fit the content")]


def test_a_changed_digest_accuses_its_own_entry_alone(evening):
    change("UPDATE accounting_entry SET digest = %s WHERE number = 2 AND code = 'buy_in'", bytes(32))
    assert found() == [("table/T07", 2, "the digest does not fit the content")]


def test_whose_id_another_took_is_not_accused(evening):
    """As a disk would do it: no key stands in the way.  Two neighbours of one book, one id."""
    change("ALTER TABLE accounting_entry DROP CONSTRAINT accounting_entry_pkey CASCADE")
    mine, neighbour = Entry.objects.filter(book__code="table/T07", number__in=(2, 3)).order_by("number")
    change("UPDATE accounting_entry SET id = %s WHERE id = %s", mine.pk, neighbour.pk)
    said = found()
    assert ("table/T07", 3, "the digest does not fit the content") in said
    assert {number for book, number, _what in said if book == "table/T07"} == {3}


def test_whose_hand_another_names_is_not_accused(evening):
    named, other = Entry.objects.filter(code="hand").order_by("number")
    change("ALTER TABLE accounting_entry DROP CONSTRAINT accounting_entry_reference_key")
    change("UPDATE accounting_entry SET reference = %s WHERE id = %s", named.reference, other.pk)
    said = found()
    assert ("table/T07", other.number, "it names a hand that it is not about") in said
    assert {number for _book, number, _what in said if number is not None} == {other.number}


def test_a_gap_is_named_by_its_number(evening):
    entry = Entry.objects.get(code="buy_in", number=2)
    change("UPDATE accounting_entry SET number = 77 WHERE id = %s", entry.pk)
    assert found()[0] == ("table/T07", 2, "number 2 is missing")


IN_BOOK = "book_id = (SELECT id FROM accounting_book WHERE code = 'table/T07' ORDER BY number DESC LIMIT 1)"
NEXT_DOOR = "(SELECT id FROM accounting_house WHERE code = 'dus')"
THEIR_DAY = f"(SELECT id FROM accounting_gamingday WHERE house_id = {NEXT_DOOR})"
OF_THE_HAND = f"entry_id = (SELECT id FROM accounting_entry WHERE {IN_BOOK} AND number = 4)"
TWICE = "this number is there twice, or below one"
ANOTHER_HOUSE = "is filed under another house or gaming day"
WALKED = [
    (f"UPDATE accounting_entry SET number = 2 WHERE {IN_BOOK} AND number = 3", 2, TWICE),
    (f"UPDATE accounting_entry SET number = 0 WHERE {IN_BOOK} AND number = 3", 0, TWICE),
    (f"UPDATE accounting_entry SET house_id = {NEXT_DOOR} WHERE {IN_BOOK} AND number = 4", 4, f"it {ANOTHER_HOUSE}"),
    (
        f"UPDATE accounting_entry SET gaming_day_id = {THEIR_DAY} WHERE {IN_BOOK} AND number = 4",
        4,
        f"it {ANOTHER_HOUSE}",
    ),
    (
        f"UPDATE accounting_assessment SET house_id = {NEXT_DOOR} WHERE {OF_THE_HAND}",
        4,
        f"its assessment {ANOTHER_HOUSE}",
    ),
    (
        f"UPDATE accounting_assessment SET gaming_day_id = {THEIR_DAY} WHERE {OF_THE_HAND}",
        4,
        f"its assessment {ANOTHER_HOUSE}",
    ),
    (
        f"INSERT INTO accounting_assessment SELECT * FROM accounting_assessment WHERE {OF_THE_HAND}",
        4,
        "it has more than one assessment",
    ),
    (
        "UPDATE accounting_book SET digest = sha256('x') WHERE code = 'table/T07' AND number > 0",
        None,
        "the book's head does not fit its last entry",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("sql", "number", "what"), WALKED, ids=range(len(WALKED)))
def test_a_walk_names_what_is_out_of_place(evening: Evening, sql: str, number: int | None, what: str) -> None:
    """The keys dropped that stand in a forger's way; PostgreSQL computing and Python alone."""
    last = Entry.objects.filter(book__code="table/T07").latest("number").number
    change("ALTER TABLE accounting_entry DROP CONSTRAINT entry_number_once, DROP CONSTRAINT entry_number_from_one")
    change("ALTER TABLE accounting_assessment DROP CONSTRAINT accounting_assessment_pkey")
    assert change(sql) == 1
    for independent in (False, True):
        said = [(one.book, one.number, one.what) for one in walks.walk([], independent=independent).broken]
        assert ("table/T07", last if number is None else number, what) in said


def unreadable() -> Iterator[walks.Broken]:
    raise ValueError("year 10000 is out of range")
    yield


def unheard_of() -> Iterator[walks.Broken]:
    raise Malformed("terms_unreadable", "These terms cannot be read.")
    yield


def outspoken() -> Iterator[walks.Broken]:
    yield walks.Broken("funds", 7, "it is not what it was")


def test_a_row_that_cannot_be_read_ends_its_own_prover_alone(db: None, settings: Any) -> None:
    settings.PROVERS = [f"{__name__}.unreadable", f"{__name__}.unheard_of", f"{__name__}.outspoken"]
    assert [(one.number, one.what) for one in proofs.prove().broken] == [
        (None, f"{__name__}.unreadable: a row cannot be read: year 10000 is out of range"),
        (None, f"{__name__}.unheard_of: a row cannot be read: terms_unreadable: These terms cannot be read."),
        (7, "it is not what it was"),
    ]


class TestPeople:
    """What is done to accounts past the two who must agree on it."""

    def said(self) -> list[tuple[int | None, str]]:
        return [(one.number, one.what) for one in people_proofs.prove()]

    @pytest.mark.parametrize("column", ["password", "pin_hash"])
    def test_a_secret_that_was_changed_past_the_application(self, evening: Evening, column: str) -> None:
        assert self.said() == []
        change(f"UPDATE casino_user SET {column} = 'x' WHERE id = %s", evening.dealer.pk)
        assert self.said() == [(evening.dealer.pk, "its password or PIN was changed past the application")]

    def test_a_role_that_nobody_gave(self, evening: Evening) -> None:
        person = User.objects.get(pk=evening.dealer.pk)
        person.roles = [*person.roles, "manager"]
        person.save()
        assert self.said() == [(person.pk, "its role manager was given, but not by two people")]

    def test_somebody_let_in_by_nobody(self, evening: Evening) -> None:
        person = User.objects.get(pk=evening.dealer.pk)
        for is_active in (False, True):
            person.is_active = is_active
            person.save()
        assert self.said() == [(person.pk, "its right to sign in was given, but not by two people")]


def test_the_last_entries_of_a_book_cannot_be_cut_off(evening):
    last = Entry.objects.filter(book__code="table/T07").latest("number")
    change("DELETE FROM accounting_transfer WHERE entry_id = %s", last.pk)
    change("DELETE FROM accounting_entry WHERE id = %s", last.pk)
    assert found()[0] == ("table/T07", last.number, f"number {last.number} is missing")


def test_transfers_are_numbered_from_one_on(evening):
    """Their order is in the digest by itself; their numbers only by this."""
    entry = Entry.objects.filter(code="hand").earliest("number")
    change("UPDATE accounting_transfer SET position = position + 3 WHERE entry_id = %s", entry.pk)
    assert found() == [("table/T07", entry.number, "its transfers are not numbered from one on")]


def test_times_that_no_calendar_has_are_found_and_stop_nothing(evening):
    change("UPDATE accounting_entry SET at = '200000-01-01' WHERE number = 3 AND code = 'buy_in'")
    change("UPDATE accounting_assessment SET hour = 'infinity' WHERE sign = -1")
    reversal = Entry.objects.get(code="reversal")
    unreadable = "what it says cannot be read"
    assert found() == [("table/T07", 3, unreadable), ("table/T07", reversal.number, unreadable)]


def test_a_balance_is_what_the_transfers_add_up_to(evening):
    change("UPDATE accounting_place SET balance_cents = balance_cents - 100 WHERE name = 'bank/rake'")
    assert found() == [("bank/rake", None, "the balance is 400, the transfers add up to 500")]


def test_places_and_books_next_door_are_their_own(evening):
    place = Place.objects.get(house=evening.house, name="bank/rake")
    next_door = House.objects.get(code="dus")
    change("UPDATE accounting_place SET house_id = %s WHERE id = %s", next_door.pk, place.pk)
    assert [book for book, _number, _what in found()] == ["bank/rake", "bank/rake"]
