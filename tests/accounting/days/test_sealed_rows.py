"""Every table and column has a protection; rows are sealed once each, also those that come late or end later."""

import json

import pytest
from django.apps import apps
from django.db import connection

from accounting import chain
from accounting.days.selectors import sealed_rows as rows
from accounting.days.services import sealed_rows
from accounting.models import Seal, SealedRows
from accounting.proof.services import proofs
from casino import house_time, protection
from casino.models import LoginEvent, SecurityEvent, User
from casino.protection import Kept, Sealed
from casino.services import users
from tests import builders, databases
from tests.builders import Evening
from tests.forging import change, found, sealed_evening

pytestmark = pytest.mark.django_db

built, evening = databases.shared(sealed_evening)
MODELS = rows.models_by_table()
MISS = {"username": "x", "kind": "password", "ok": False}


def test_every_table_is_decided_and_no_column_that_is_not_there_is_named():
    assert [table for table in sorted(MODELS) if protection.of(table) is None] == []
    for table, model in MODELS.items():
        how = protection.of(table)
        if isinstance(how, Sealed | Kept):
            named = {*how.left_out, *getattr(how, "later", ())}
            assert named <= {field.column for field in model._meta.local_concrete_fields}, table
            assert all(how.left_out.values()), table


def test_what_has_a_history_is_kept_by_it_and_the_history_is_sealed():
    edited = {model._meta.db_table for model in apps.get_models() if hasattr(model, "history")}
    assert edited == {table for table in MODELS if isinstance(protection.of(table), Kept)}
    assert all(isinstance(protection.of(table), Sealed) for table in MODELS if "_historical" in table)


def test_both_ways_write_the_same_text_of_every_row(evening):
    """Whatever the column's type: PostgreSQL's digest is the one that Python computes."""
    for part in rows.parts():
        computed = list(rows.digests(part.table, part.columns))
        alone = list(sealed_rows._digests(part.table, part.columns, independent=True))
        assert [(key, bytes(digest)) for key, digest in computed] == alone, part.table


def test_a_session_s_settings_change_no_digest(evening):
    part = next(one for one in rows.parts() if one.table == "tables_sitting")
    before = list(rows.digests(part.table, part.columns))
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL TimeZone = 'America/New_York'")
        cursor.execute("SET LOCAL DateStyle = 'German'")
    assert before == list(rows.digests(part.table, part.columns)) != []


def test_a_number_that_a_slow_transaction_used_is_sealed_the_next_time_and_not_later():
    change("SELECT setval('casino_loginevent_id_seq', 100)")
    LoginEvent.objects.create(pk=98, **MISS)
    LoginEvent.objects.create(pk=100, **MISS)
    part = next(one for one in rows.parts() if one.table == "casino_loginevent")
    first = rows.since(part, "{}", 97)
    assert (first.keys, first.waiting, first.last_key) == ("{[98,99),[100,101)}", "{[99,100)}", 100)
    LoginEvent.objects.create(pk=99, **MISS)
    second = rows.since(part, first.waiting, first.last_key)
    assert (second.keys, second.waiting, second.last_key) == ("{[99,100)}", "{}", 100)
    third = rows.since(part, second.waiting, second.last_key)
    assert (third.count, third.keys, third.last_key) == (0, "{}", 100)


def test_a_row_is_waited_for_until_it_is_final():
    person = builders.user("manager", "another-manager")
    part = next(one for one in rows.parts() if (one.table, one.is_final) == ("casino_securityevent", True))
    key = SecurityEvent.objects.create(kind="role", about="x", at=house_time.now()).pk
    open_ = rows.since(part, "{}", key - 1)
    assert (open_.count, open_.waiting, open_.last_key) == (0, f"{{[{key},{key + 1})}}", key)
    change("UPDATE casino_securityevent SET seen_by_id = %s, seen_at = now()", person.pk)
    assert rows.since(part, open_.waiting, open_.last_key).keys == f"{{[{key},{key + 1})}}"


def test_seals_of_earlier_releases_stay_right(evening):
    """They have no rows among their heads, and no row was sealed with them."""
    seal = Seal.objects.get()
    heads = {name: head for name, head in seal.heads.items() if name != sealed_rows.HEAD}
    digest = chain.seal(seal.house_id, seal.number, evening.day.date, "", heads)
    change("DELETE FROM accounting_sealedrows")
    assert {book for book, _number, _what in found()} == {"seals"}, "rows that were sealed are missed"
    change("UPDATE accounting_seal SET heads = %s, digest = %s", json.dumps(heads), digest)
    for table in ("accounting_gamingday", "accounting_historicalgamingday"):
        change(f"UPDATE {table} SET seal = %s WHERE seal <> ''", digest)
    assert found() == []


def test_two_closes_at_once_may_cover_the_same_rows(evening):
    one = SealedRows.objects.get(table_name="casino_historicaluser", is_final=False)
    summed = [sealed_rows._Sum(one, bytes(one.marks)) for _ in range(2)]
    assert len([key for of_one in summed for key, _one in sealed_rows._keys(of_one)]) == 2 * one.count


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        ("columns = array_append(columns, 'was_there')", "sealed columns are not there any more: was_there"),
        ("digest = sha256('x')", "its rows are not as they were sealed with seal {seal}"),
    ],
)
def test_a_changed_list_of_sealed_rows_is_named(evening: Evening, sql: str, what: str) -> None:
    others = set(MODELS) - {"accounting_drop"}
    assert list(sealed_rows.check({}, others, independent=False)) != []
    assert change(f"UPDATE accounting_sealedrows SET {sql} WHERE table_name = 'accounting_drop'") > 0
    for independent in (False, True):
        said = [(one.book, one.what) for one in sealed_rows.check({}, others, independent=independent)]
        assert ("accounting_drop", what.format(seal=Seal.objects.get().pk)) in said


def test_of_a_copy_without_the_people_nothing_of_them_is_checked(evening):
    for table in MODELS:
        if table.startswith("casino_") and MODELS[table]._meta.managed and table != "casino_deskcounter":
            change(f"DELETE FROM {table}")
    proof = proofs.prove()
    assert proof.broken == []
    assert "casino_user" in proof.absent


def test_a_new_password_and_a_new_hash_of_the_old_one_are_no_finding(evening, settings):
    person = builders.with_password(builders.user("auditor"), "the first of them")
    users.set_password(password="quite another one", actor=person)
    users.set_pin(user_id=person.pk, pin="482915", actor=person)
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher", *settings.PASSWORD_HASHERS]
    again = User.objects.get(pk=person.pk)
    before = again.password
    assert again.check_password("quite another one")
    assert User.objects.get(pk=person.pk).password != before, "hashed again"
    assert found() == []
