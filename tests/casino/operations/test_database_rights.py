"""What everybody could do to the house by PostgreSQL's own rules: hold the lock of an open day, as a mere reader."""

import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection, connections
from psycopg import errors, sql

from accounting.locks import DAY_LOCK
from casino import checks, grants
from casino.embedded.postgres import APPLICATION
from casino.errors import Busy
from casino.services import database_rights
from casino.settings.services import ROLE_LIMITS_MS
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tests import builders, databases, dumps
from tests.casino.conftest import address

READER = "casino_test_reader"
ALLOWED = f"SELECT has_function_privilege(%s, oid, 'EXECUTE') FROM pg_proc WHERE proname ~ '{grants.OWN_FUNCTIONS}'"


@pytest.fixture
def owner(as_application: None) -> Iterator["psycopg.Connection[Any]"]:
    """The owner beside the test's own connection, which is the application's."""
    with psycopg.connect(**address(connections.settings["default"]["USER"]), autocommit=True) as line:
        yield line


@pytest.fixture
def reader(owner: "psycopg.Connection[Any]") -> Iterator["psycopg.Connection[Any]"]:
    """Somebody who makes reports: they may connect, and read one table."""
    owner.execute(f"CREATE ROLE {READER} LOGIN; GRANT SELECT ON accounting_houseday TO {READER}")  # type: ignore[call-overload]
    try:
        with pytest.raises(psycopg.OperationalError, match="CONNECT privilege"):
            psycopg.connect(**address(READER))
        here = sql.Identifier(owner.info.dbname)
        owner.execute(sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(here, sql.Identifier(READER)))
        with psycopg.connect(**address(READER), autocommit=True) as line:
            yield line
    finally:
        owner.execute(f"DROP OWNED BY {READER}; DROP ROLE {READER}")  # type: ignore[call-overload]


@pytest.fixture
def record(as_application: None) -> Callable[[], object]:
    """Books a hand, and waits for no lock longer than a test should."""
    evening = builders.evening()
    table_id = evening.table(evening.game(recording="summary"))
    evening.sit(table_id, 40_000, 40_000)
    connection.cursor().execute("SET lock_timeout = '50ms'")  # two seconds in earnest

    def one() -> object:
        summary = Summary(pot_cents=2_000, flop_seen=True, dealt_in=2)
        version = evening.version(table_id)
        return recording.record_summary(table_id=table_id, version=version, summary=summary, actor=evening.dealer)

    return one


def the_day(line: "psycopg.Connection[Any]") -> int:
    row = line.execute("SELECT id FROM accounting_gamingday").fetchone()
    assert row
    return int(row[0])


class TestAReader:
    def test_would_keep_every_booking_out_by_the_lock_of_the_day(
        self, record: Callable[[], object], owner: "psycopg.Connection[Any]"
    ) -> None:
        """What the owner may do, everybody may by PostgreSQL's own rules."""
        record()
        lock = [DAY_LOCK, the_day(owner)]
        owner.execute("SELECT pg_advisory_lock(%s, %s)", lock)
        with pytest.raises(Busy):
            record()
        owner.execute("SELECT pg_advisory_unlock(%s, %s)", lock)
        record()

    def test_cannot_take_it(
        self,
        record: Callable[[], object],
        owner: "psycopg.Connection[Any]",
        reader: "psycopg.Connection[Any]",
    ) -> None:
        day = the_day(owner)
        for name in ("lock", "xact_lock", "lock_shared", "xact_lock_shared"):
            for taking in (f"pg_advisory_{name}", f"pg_try_advisory_{name}"):
                with pytest.raises(errors.InsufficientPrivilege):
                    reader.execute(f"SELECT {taking}({DAY_LOCK}, {day})")  # type: ignore[call-overload]
        reader.execute("SELECT count(*) FROM accounting_houseday")
        record()

    @pytest.mark.parametrize(
        "statement",
        [
            "CREATE TEMPORARY TABLE x (id int)",
            "SELECT FROM accounting_houseday FOR SHARE",
            "SELECT FROM accounting_houseday FOR KEY SHARE",
            "LOCK TABLE accounting_houseday IN ROW SHARE MODE",
            "LOCK TABLE accounting_entry IN ACCESS SHARE MODE",
        ],
    )
    def test_has_no_other_lock_that_a_booking_waits_for(
        self, statement: str, reader: "psycopg.Connection[Any]"
    ) -> None:
        with pytest.raises(errors.InsufficientPrivilege), reader.transaction():
            reader.execute(statement)  # type: ignore[call-overload]

    def test_may_call_none_of_the_functions_and_the_application_all(
        self, owner: "psycopg.Connection[Any]", reader: "psycopg.Connection[Any]"
    ) -> None:
        for role, may in ((READER, False), (APPLICATION, True)):
            answers = [answer for (answer,) in owner.execute(ALLOWED, [role])]  # type: ignore[call-overload]
            assert (set(answers), len(answers) >= 21) == ({may}, True)


class TestWhatIsLeft:
    """After `grants` nothing; whatever is opened again is found, and the statements close it."""

    @pytest.mark.parametrize(
        ("opened", "what"),
        [
            ("GRANT EXECUTE ON FUNCTION pg_advisory_lock(int, int) TO PUBLIC", "advisory locks"),
            ("REVOKE EXECUTE ON FUNCTION pg_advisory_xact_lock(bigint) FROM casino_app", "advisory locks"),
            ("GRANT CONNECT ON DATABASE {} TO PUBLIC", "database "),
            ("GRANT TEMPORARY ON DATABASE {} TO casino_app", "database "),
            ("REVOKE CONNECT ON DATABASE {} FROM casino_app", "database "),
            ("ALTER ROLE casino_app IN DATABASE {} RESET lock_timeout", "limits of casino_app"),
            ("ALTER ROLE casino_app IN DATABASE {} SET statement_timeout = 0", "limits of casino_app"),
        ],
    )
    def test_is_told_and_closed_again(
        self, opened: str, what: str, owner: "psycopg.Connection[Any]", monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert database_rights.left() == []
        owner.execute(sql.SQL(opened).format(sql.Identifier(owner.info.dbname)))
        [found] = database_rights.left()
        assert found.what.startswith(what)
        [warning] = checks.the_application_is_not_the_owner(databases=["default"])
        assert (warning.id, what in warning.msg) == ("casino.W003", True)
        owner.execute(database_rights.for_administrator(database_rights.left()))  # type: ignore[call-overload]
        assert database_rights.left() == []

    def test_the_role_has_the_limits_of_a_request(self, as_application: None) -> None:
        """In a session of which nobody says anything, like a pooler's."""
        with psycopg.connect(**address(APPLICATION)) as line:
            for name, milliseconds in ROLE_LIMITS_MS.items():
                row = line.execute("SELECT setting FROM pg_settings WHERE name = %s", [name]).fetchone()
                assert row == (str(milliseconds),)

    def test_is_what_the_connected_role_may_not_do(self, owner: "psycopg.Connection[Any]") -> None:
        """The application itself may do nothing but limit itself; what it may not is no error."""
        owner.execute("GRANT EXECUTE ON FUNCTION pg_advisory_lock(int, int) TO PUBLIC")
        for opened in ("GRANT TEMPORARY ON DATABASE {} TO PUBLIC", "ALTER ROLE casino_app IN DATABASE {} RESET ALL"):
            owner.execute(sql.SQL(opened).format(sql.Identifier(owner.info.dbname)))
        database_rights.give(APPLICATION)
        assert [one.what for one in database_rights.left()] == [f"database {owner.info.dbname}", "advisory locks"]
        owner.execute(database_rights.for_administrator(database_rights.left()))  # type: ignore[call-overload]

    def test_a_dump_keeps_the_functions_closed(self, granted: None, db: None) -> None:
        """PostgreSQL notes what it gave itself (`pg_init_privs`); a dump has what was changed since."""
        name, programs = f"{databases.MIGRATED}_restored", dumps.programs()
        dumped = subprocess.run(
            [programs / "pg_dump", "--schema-only", dumps.url(databases.MIGRATED)], check=True, capture_output=True
        )
        databases._create(name, "template0")
        try:
            restore = [programs / "psql", "--quiet", "--set=ON_ERROR_STOP=1", dumps.url(name)]
            subprocess.run(restore, input=dumped.stdout, check=True, capture_output=True)
            with psycopg.connect(dumps.url(name)) as line:
                for role, may in (("pg_monitor", False), (APPLICATION, True)):  # anybody, and the application
                    answers = [answer for (answer,) in line.execute(ALLOWED, [role])]  # type: ignore[call-overload]
                    assert (set(answers), len(answers) >= 21) == ({may}, True)
        finally:
            databases._drop(name)
