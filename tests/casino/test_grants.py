"""The application's own role of the database: what is written once stays, whoever asks (DESIGN.md §4, issue 3).

Every test that must be refused connects in truth: a second connection, as the role that web, worker and beat are.
"""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.conf import settings as house_settings
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from django.db.utils import IntegrityError
from django.test import Client
from psycopg import errors, sql

from accounting.services import proofs, rollups
from casino import checks, environment, grants
from casino.embedded.postgres import APPLICATION
from casino.models import LoginEvent, User
from casino.services import answers, database, jobs, sign_in, users
from tests.stories import test_an_evening

MODELS = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
TABLES = sorted(MODELS | {"django_migrations"})
APPEND_ONLY = grants.append_only(TABLES)
# Issue 3 and the docstrings of the models: these at the least.
NAMED = {
    "accounting_assessment", "accounting_entry", "accounting_transfer", "casino_loginevent", "tables_handaction",
    "accounting_historicalscheduleversion", "casino_historicaluser",
}  # fmt: skip


@pytest.fixture(scope="session")
def granted(django_db_setup: None, django_db_blocker: Any) -> None:
    """The rights as `migrate` gives them, committed."""
    with django_db_blocker.unblock():
        call_command("grants", role=APPLICATION, verbosity=0)
        connection.close()


def address(role: str) -> dict[str, Any]:
    """How another connection reaches the tests' database as `role`."""
    place = connection.settings_dict
    named = {"host": place["HOST"], "port": place["PORT"], "dbname": place["NAME"], "user": role}
    return {name: value for name, value in named.items() if value}


@pytest.fixture
def application(granted: None, db: None) -> Iterator["psycopg.Connection[Any]"]:
    """A connection as web, worker and beat have it; each statement by itself."""
    if environment.text("DATABASE_URL"):
        pytest.skip("the role of a server that is not ours may need a password")
    with psycopg.connect(**address(APPLICATION), autocommit=True) as line:
        yield line


@pytest.fixture
def as_application(granted: None, transactional_db: None) -> Iterator[None]:
    """The whole test's connection is the application's; afterwards the owner empties the tables."""
    if environment.text("DATABASE_URL"):
        pytest.skip("the role of a server that is not ours may need a password")
    owner = connections["default"]
    owner.close()
    working = owner.copy()
    working.settings_dict["USER"] = APPLICATION
    connections["default"] = working
    yield
    working.close()
    connections["default"] = owner


def first_column(table: str) -> sql.Identifier:
    model = next(model for model in apps.get_models(include_auto_created=True) if model._meta.db_table == table)
    return sql.Identifier(model._meta.concrete_fields[0].column)


def statements(table: str) -> dict[str, sql.Composed]:
    """What must never be done to an append-only table."""
    named, column = sql.Identifier(table), first_column(table)
    return {
        "UPDATE": sql.SQL("UPDATE {} SET {} = {}").format(named, column, column),
        "DELETE": sql.SQL("DELETE FROM {}").format(named),
        "TRUNCATE": sql.SQL("TRUNCATE {} CASCADE").format(named),
        "DISABLE": sql.SQL("ALTER TABLE {} DISABLE TRIGGER ALL").format(named),
        "ALTER": sql.SQL("ALTER TABLE {} ADD COLUMN more int").format(named),
        "DROP": sql.SQL("DROP TABLE {} CASCADE").format(named),
        "TRIGGER": sql.SQL(
            "CREATE TRIGGER mine BEFORE INSERT ON {} FOR EACH ROW EXECUTE FUNCTION casino_refuse_change()"
        ).format(named),
        "INTO": sql.SQL("MERGE INTO {} USING (SELECT 1) one ON true WHEN MATCHED THEN DELETE").format(named),
    }


def test_every_table_has_a_decision(db: None) -> None:
    """A new model cannot be forgotten: say in `casino/grants.py` what the application may do to it."""
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


class TestTheRole:
    def test_is_made_where_it_is_missing_with_its_password(self, transactional_db: None) -> None:
        try:
            assert database.grant(role="casino_test_role", password="a pass'word") == []
            with connection.cursor() as cursor:
                cursor.execute("SELECT rolcanlogin, rolpassword FROM pg_authid WHERE rolname = 'casino_test_role'")
                can_login, kept = cursor.fetchone()
            assert can_login
            assert kept.startswith("SCRAM-SHA-256$")
        finally:
            with connection.cursor() as cursor:
                cursor.execute("DROP OWNED BY casino_test_role; DROP ROLE casino_test_role")

    def test_that_owns_the_tables_is_refused(self, transactional_db: None) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT current_user")
            (owner,) = cursor.fetchone() or ("",)
        with pytest.raises(CommandError, match=f"{owner} is above all rights or owns the tables"):
            call_command("grants", role=owner, verbosity=0)

    def test_that_is_a_member_of_the_owner_is_refused(self, transactional_db: None) -> None:
        """Membership is ownership by another name."""
        with connection.cursor() as cursor:
            owner = sql.Identifier(connection.settings_dict["USER"])
            cursor.execute(
                sql.SQL("CREATE ROLE casino_test_friend LOGIN; GRANT {} TO casino_test_friend").format(owner)
            )
        try:
            with pytest.raises(CommandError, match="owns the tables"):
                call_command("grants", role="casino_test_friend", verbosity=0)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("DROP ROLE casino_test_friend")


class TestChecks:
    def test_a_superuser_is_told(self, db: None) -> None:
        """The tests' own connection is one."""
        assert [found.id for found in checks.the_application_is_not_the_owner(databases=["default"])] == ["casino.W001"]

    def test_an_owner_is_told(self, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
        owning = database.Standing(above=False, owned=("accounting_entry", "tables_hand"))
        monkeypatch.setattr(database, "standing", lambda: owning)
        (found,) = checks.the_application_is_not_the_owner(databases=["default"])
        assert (found.id, "accounting_entry." in found.msg) == ("casino.W002", True)

    def test_strayed_rights_are_told(self, as_application: None, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(grants.RIGHTS, "casino_job", grants.ADD)
        (found,) = checks.the_application_is_not_the_owner(databases=["default"])
        assert (found.id, "casino_job" in found.msg) == ("casino.W003", True)

    def test_without_a_database_nothing_is_asked(self) -> None:
        assert checks.the_application_is_not_the_owner(databases=None) == []

    def test_one_role_for_both_is_told_at_deployment(self, settings: Any) -> None:
        assert checks.the_owner_is_somebody_else() == []
        settings.DATABASE_OWNER = dict(house_settings.DATABASES["default"])
        assert [found.id for found in checks.the_owner_is_somebody_else()] == ["casino.W004"]
        settings.DATABASE_OWNER["USER"] = "somebody else"
        assert checks.the_owner_is_somebody_else() == []


# History that only the application's missing rights protect: their triggers are for these apps' own migrations.
WITHOUT_TRIGGERS = {
    "accounting_historicalgamingday", "accounting_historicalhouse", "accounting_historicalrakeschedule",
    "accounting_historicalscheduleversion", "accounting_historicalwindow", "tables_historicalgame",
    "tables_historicalguest", "tables_historicaltable",
}  # fmt: skip
DELETE, UPDATE, TRUNCATE = 8, 16, 32  # bits of pg_trigger.tgtype


def guarded(event: int) -> set[str]:
    """Tables with an enabled trigger before the event that asks no further question."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
             WHERE tgenabled = 'O' AND NOT tgisinternal AND tgqual IS NULL AND tgattr = ''
               AND (tgtype & 2) = 2 AND (tgtype & %s) > 0
            """,
            [event],
        )
        return {name for (name,) in cursor.fetchall()}


class TestTheOwner:
    """He can switch the triggers off, which `prove` is for; as long as they stand they hold against him too."""

    @pytest.mark.parametrize("event", [DELETE, UPDATE, TRUNCATE])
    def test_meets_a_trigger_on_every_append_only_table(self, event: int, db: None) -> None:
        assert set(APPEND_ONLY) - guarded(event) == WITHOUT_TRIGGERS

    def test_is_refused_what_the_application_has_no_right_to(self, db: None) -> None:
        """With rows in the tables: a trigger for each row does not speak where there is none."""
        tell_an_evening()
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        spoke = set()
        for table in sorted(set(APPEND_ONLY) - WITHOUT_TRIGGERS):
            tried = statements(table)
            for verb in ("UPDATE", "DELETE", "TRUNCATE"):
                if refused(tried[verb]):
                    spoke.add((table, verb))
        assert {table for table, verb in spoke if verb == "TRUNCATE"} == set(APPEND_ONLY) - WITHOUT_TRIGGERS
        for verb in ("UPDATE", "DELETE"):
            assert {table for table, spoken in spoke if spoken == verb} >= NAMED - WITHOUT_TRIGGERS


def refused(statement: sql.Composed) -> bool:
    """Whether a guard of ours refuses the statement; what it does is taken back in any case."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
            transaction.set_rollback(True)
    except IntegrityError as error:
        return getattr(error.__cause__, "diag", None) is not None and "is append-only" in str(error)
    return False


def tell_an_evening() -> None:
    """A hand paid to the cent, and a sign-in: rows in every table that has named itself."""
    test_an_evening.test_a_hand_is_paid_to_the_cent()
    LoginEvent.objects.create(username="guest", kind="pin", ok=False)


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
    users.set_password(user_id=person.pk, password="another sentence long enough", actor=person)
    assert (answers.forget(), jobs.sweep()) == (0, 0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        assert cursor.fetchone() == (APPLICATION,)
