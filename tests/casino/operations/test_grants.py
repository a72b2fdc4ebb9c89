"""The application's own role of the database: what is written once stays, whoever asks.

Every test that must be refused connects in truth: a second connection, as the role that web, worker and beat are.
"""

from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test import Client
from psycopg import errors, sql

from accounting.proof.services import proofs
from accounting.reports.services import rollups
from casino import checks, grants
from casino.embedded.postgres import APPLICATION
from casino.models import User
from casino.services import answers, database, jobs, sign_in, users
from tables.hands.services import lists
from tables.hands.services.recording import Summary
from tests import builders
from tests.casino.append_only import APPEND_ONLY, NAMED, TABLES, statements
from tests.databases import rolled_back
from tests.stories import money, test_an_evening, three_days


def test_every_table_has_a_decision(db: None) -> None:
    """A new model cannot be forgotten: say in its package's `grants.py` what the application may do to it."""
    assert [name for name in database.tables() if grants.decided(name) is None] == []


def test_no_decision_is_about_a_table_that_is_not_there(db: None) -> None:
    here = database.tables()
    assert set(TABLES) <= set(here)
    for pattern in grants.RIGHTS:
        assert any(pattern == name or (pattern.endswith("*") and grants.fnmatchcase(name, pattern)) for name in here), (
            pattern
        )


def test_what_must_be_append_only_is() -> None:
    assert set(APPEND_ONLY) >= NAMED
    history = {name for name in TABLES if "_historical" in name}
    assert history
    assert history <= set(APPEND_ONLY)


@pytest.mark.parametrize("table", APPEND_ONLY)
def test_the_application_cannot_change_what_is_append_only(table: str, application: "psycopg.Connection[Any]") -> None:
    for statement in statements(table).values():
        with pytest.raises(errors.InsufficientPrivilege):
            application.execute(statement)
    application.execute(sql.SQL("SELECT FROM {} LIMIT 1").format(sql.Identifier(table)))


@pytest.mark.parametrize(
    "statement",
    [
        "SET session_replication_role = replica",
        "SET LOCAL session_replication_role = replica",
        "SET ROLE casino",
        "ALTER ROLE casino_app SUPERUSER",
        "CREATE ROLE another LOGIN",
        "CREATE TABLE another (id int)",
        "CREATE TEMPORARY TABLE accounting_entry (id int)",
        "CREATE SCHEMA another",
        "CREATE OR REPLACE FUNCTION casino_refuse_change() RETURNS trigger LANGUAGE sql AS 'SELECT NULL'",
        "DROP FUNCTION casino_refuse_change() CASCADE",
        "UPDATE accounting_book SET code = 'table/T99'",
        "UPDATE accounting_place SET name = 'rake/T99'",
        "SELECT setval('accounting_entry_id_seq', 1)",
        "DELETE FROM accounting_book",
        "DELETE FROM tables_hand",
        "DELETE FROM casino_user",
        "DELETE FROM django_migrations",
        "INSERT INTO django_migrations (app, name, applied) VALUES ('casino', '9999', now())",
    ],
)
def test_the_application_cannot_step_around_the_guards(statement: str, application: "psycopg.Connection[Any]") -> None:
    with pytest.raises((errors.InsufficientPrivilege, errors.InvalidSchemaName)), application.transaction():
        application.execute(statement)  # type: ignore[call-overload]


def test_the_application_owns_nothing_and_has_the_rights_that_are_written_down(as_application: None) -> None:
    found = database.standing()
    assert (found.above, found.owned) == (False, ())
    assert database.strayed() == []
    assert checks.the_application_is_not_the_owner(databases=["default"]) == []


def test_rights_can_be_given_again_and_what_was_added_by_hand_goes(granted: None, transactional_db: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("GRANT DELETE, UPDATE (subject) ON accounting_entry TO casino_app")
        cursor.execute("GRANT UPDATE ON casino_loginevent TO PUBLIC")
        question = """SELECT has_table_privilege('casino_app', 'accounting_entry', 'DELETE'),
                             has_any_column_privilege('casino_app', 'accounting_entry', 'UPDATE'),
                             has_table_privilege('casino_app', 'casino_loginevent', 'UPDATE')"""
        cursor.execute(question)
        assert cursor.fetchone() == (True, True, True)
        assert database.grant(role=APPLICATION) == []
        cursor.execute(question)
        assert cursor.fetchone() == (False, False, False)


def test_the_product_works_as_the_application(as_application: None) -> None:
    """A hand from its blinds to its payment, roll-ups and proof; `test_up` plays the demo evening so."""
    test_an_evening.test_a_hand_is_paid_to_the_cent()
    assert rollups.roll_up().table_hours == 1
    assert rollups.rebuild_all().gaming_days == 1
    assert proofs.prove().ok
    person = User.objects.create_user("somebody", "a sentence long enough")
    client = Client()
    client.post("/login/", {"username": "somebody", "password": "a sentence long enough"})
    client.post("/logout/")
    sign_in.give_token(actor=person)
    users.set_password(password="another sentence long enough", actor=person)
    assert (answers.forget(), jobs.sweep()) == (0, 0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == (APPLICATION,)


def test_a_list_of_hands_is_booked_as_the_application(as_application: None) -> None:
    """Its rows come by COPY, its book and places are locked and changed by statements of their own."""
    with rolled_back():
        evening = builders.evening()
        table_id = evening.table(evening.game(recording="summary"))
        evening.sit(table_id, 40_000, 40_000)
        hands = [Summary(2_000, flop_seen=True, dealt_in=2, tip_cents=100)] * 3
        lists.record(table_id=table_id, version=evening.version(table_id), outcomes=hands, actor=evening.dealer)
        assert proofs.prove().ok


def test_three_days_of_a_house_work_as_the_application(as_application: None) -> None:
    """A story: slips, boxes, findings, audits, closes; no right that the house needs was forgotten."""
    with rolled_back(), three_days.played() as (_room, days):
        assert len(days) == 3
        assert all(day.state == "closed" for day in days)


@pytest.mark.release("a whole month; three days of a house are played in the gate")
def test_a_month_of_money_works_as_the_application(as_application: None) -> None:
    """A story: jackpots that fall and are paid, tips shared and paid out, statements signed and countersigned."""
    with rolled_back(), money.october() as month:
        assert month.statements
