"""The two roles against the guards: who may be the application, what the owner meets, what `check` says of both."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.conf import settings as house_settings
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from django.db.utils import IntegrityError
from django.utils import translation
from psycopg import sql
from pytest_django import DjangoDbBlocker

from casino import checks, environment, grants
from casino.embedded.postgres import APPLICATION
from casino.errors import Refusal
from casino.models import LoginEvent
from casino.services import database
from tests.casino.append_only import APPEND_ONLY, NAMED, statements
from tests.stories import test_an_evening


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
        sentence = f"{owner} is above all rights or owns the tables"
        with translation.override("en"), pytest.raises(CommandError, match=sentence):
            call_command("grants", role=owner, verbosity=0)

    def test_that_is_a_member_of_the_owner_is_refused(self, transactional_db: None) -> None:
        """Membership is ownership by another name."""
        with connection.cursor() as cursor:
            owner = sql.Identifier(connection.settings_dict["USER"])
            cursor.execute(
                sql.SQL("CREATE ROLE casino_test_friend LOGIN; GRANT {} TO casino_test_friend").format(owner)
            )
        try:
            with translation.override("en"), pytest.raises(CommandError, match="owns the tables"):
                call_command("grants", role="casino_test_friend", verbosity=0)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("DROP ROLE casino_test_friend")

    @pytest.mark.parametrize(
        ("role", "code"), [(APPLICATION, "not_the_owner"), ("casino_test_missing", "role_missing")]
    )
    def test_is_given_nothing_by_whoever_owns_no_table(self, granted: None, db: None, role: str, code: str) -> None:
        before = given()
        with connection.cursor() as cursor:
            cursor.execute(sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(APPLICATION)))
        with pytest.raises(Refusal) as answer:
            database.grant(role=role)
        assert (answer.value.code, given()) == (code, before)

    def test_is_the_owners_within_the_block_alone_and_also_after_a_mistake(
        self, granted: None, django_db_blocker: DjangoDbBlocker, settings: Any
    ) -> None:
        """The part of the owner is played by the application's role, which can be told from the tests' own."""
        if environment.text("DATABASE_URL"):
            pytest.skip("the role of a server that is not ours may need a password")
        settings.DATABASE_OWNER = {"USER": APPLICATION}
        ordinary = connections["default"]

        def fails() -> None:
            with database.as_owner():
                owners = connections["default"]
                with database.as_owner():
                    assert connections["default"] is owners, "who is the owner already becomes nobody else"
                assert (who(), database.acts_as_owner()) == (APPLICATION, True)
                raise ValueError("ours")

        with django_db_blocker.unblock():
            before = who()
            with pytest.raises(ValueError, match="ours"):
                fails()
            assert connections["default"] is ordinary
            assert (who(), database.acts_as_owner()) == (before, False)
            ordinary.close()


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
        assert (found.id, "casino_job" in found.msg) == ("casino.E003", True)

    def test_a_pooler_that_the_settings_do_not_know_is_told(self, db: None, monkeypatch: pytest.MonkeyPatch) -> None:
        assert checks.a_pooler_is_told_of(databases=["default"]) == []
        monkeypatch.setattr(database, "is_behind_pooler", lambda: True)
        assert [found.id for found in checks.a_pooler_is_told_of(databases=["default"])] == ["casino.W008"]
        monkeypatch.setitem(house_settings.DATABASES["default"], "LIFTED_MS", {})
        assert checks.a_pooler_is_told_of(databases=["default"]) == []

    def test_without_a_database_nothing_is_asked(self) -> None:
        assert checks.the_application_is_not_the_owner(databases=None) == []
        assert checks.a_pooler_is_told_of(databases=None) == []

    def test_one_role_for_both_is_told_at_deployment(self, settings: Any) -> None:
        assert checks.the_owner_is_somebody_else() == []
        settings.DATABASE_OWNER = dict(house_settings.DATABASES["default"])
        assert [found.id for found in checks.the_owner_is_somebody_else()] == ["casino.W004"]
        settings.DATABASE_OWNER["USER"] = "somebody else"
        assert checks.the_owner_is_somebody_else() == []

    @pytest.mark.parametrize(
        ("host", "mode", "broker", "told"),
        [
            ("db.example", "verify-full", "amqps://queue.example//", False),
            ("db.example", "require", "amqps://queue.example//", True),
            ("db.example", None, "amqps://queue.example//", True),
            ("db.example", "verify-full", "redis://queue.example/0", True),
            ("/var/run/postgresql", None, "redis+socket:///run/valkey.sock", False),
            ("localhost", None, "redis://127.0.0.1/0", False),
            ("db.example", "verify-full", "rediss://queue.example/0", False),
        ],
    )
    def test_what_leaves_the_machine_in_the_clear_is_told(
        self, monkeypatch: pytest.MonkeyPatch, host: str, mode: str | None, broker: str, *, told: bool
    ) -> None:
        """ASVS 5, 12.3.1; a certificate that nobody checks is as good as none (12.3.2)."""
        options = {} if mode is None else {"sslmode": mode}
        default = {"HOST": host, "OPTIONS": options}
        known = SimpleNamespace(DATABASES={"default": default}, CELERY_BROKER_URL=broker)
        monkeypatch.setattr(checks, "settings", known)
        assert [found.id for found in checks.connections_are_encrypted()] == ["casino.W007"] * told
        here = {"HOST": "", "OPTIONS": {}}
        known.DATABASES = {"default": here, "replica": default}
        assert [found.id for found in checks.connections_are_encrypted()] == ["casino.W007"] * told


# History that only the application's missing rights protect: their triggers are for these apps' own migrations.
WITHOUT_TRIGGERS = {
    "accounting_historicalgamingday", "accounting_historicalhouse", "accounting_historicalrakeschedule",
    "accounting_historicalscheduleversion", "accounting_historicalwindow", "tables_historicalgame",
    "tables_historicalguest", "tables_historicaltable", "tables_historicaltournament",
    "tables_historicaladmissionpolicy", "tables_historicalhouserules",
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


def who() -> str:
    """The role under which this thread asks."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        (name,) = cursor.fetchone() or ("",)
    return str(name)


def given() -> list[tuple[Any, ...]]:
    """The roles of the server, and who may do what with each table."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolname, '' FROM pg_roles UNION ALL SELECT oid::text, relacl::text FROM pg_class")
        return sorted(cursor.fetchall(), key=str)


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
