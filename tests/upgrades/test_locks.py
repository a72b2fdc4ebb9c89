"""What a migration does to a house that goes on working: nothing is found in ours, and everything that is planted."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.contrib.postgres.operations import (
    AddConstraintNotValid,
    AddIndexConcurrently,
    ValidateConstraint,
)
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.db.migrations import AddConstraint, AddField, AddIndex, Migration, RemoveField, RenameField, RunSQL
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

from casino.management.commands import migrate
from tests import databases, dumps, shipped_migrations
from tests.upgrades import houses, locks

NOT_BY_HANDS = {"auth_permission", "django_content_type"}
ROWS_OF_A_LARGE_TABLE = 90  # in the four evenings of the demo


@pytest.fixture(scope="module")
def evening(django_db_setup: None, django_db_blocker: Any) -> str:
    """The played evening of the first release, restored and not upgraded."""
    with django_db_blocker.unblock():
        programs = dumps.programs()
        name = f"evening_{houses.FIRST_RELEASE}"

        def restored() -> None:
            houses.restore(houses.FIRST_RELEASE, dumps.url(connection.settings_dict["NAME"]), programs)

        return databases.world(name, restored, on="template0")


class TestOurs:
    def test_no_migration_after_the_last_release_locks_a_large_table_or_breaks_the_version_before(
        self, evening: str, django_db_blocker: Any
    ) -> None:
        """Those of the last release are frozen, and are applied without looking."""
        with django_db_blocker.unblock(), databases.fresh(evening):
            executor = MigrationExecutor(connection)
            plan = [migration for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes())]
            frozen = [migration for migration in plan if path_of(migration) in shipped_migrations.shipped()]
            state = executor._create_project_state(with_applied_migrations=True)
            for migration in frozen:
                state, _faults = locks.applied(migration, state, state)
            released, found = state.clone(), []
            for migration in plan:
                if migration not in frozen:
                    state, faults = locks.applied(migration, state, released)
                    found += faults
        assert found == []

    def test_every_table_that_grows_with_the_play_is_among_the_large(
        self, evening: str, django_db_blocker: Any
    ) -> None:
        with django_db_blocker.unblock(), databases.fresh(evening), connection.cursor() as cursor:
            tables = connection.introspection.table_names(cursor)
            grown = set()
            for table in tables:
                cursor.execute(f'SELECT count(*) FROM "{table}"')
                if cursor.fetchone()[0] >= ROWS_OF_A_LARGE_TABLE:
                    grown.add(table)
        assert grown - NOT_BY_HANDS <= locks.LARGE <= set(tables)


def path_of(migration: Migration) -> str:
    return f"{migration.app_label}/migrations/{migration.name}.py"


# --- planted ----------------------------------------------------------------------------------------------------------
ENDED = models.Index(fields=["ended_at"], name="planted")
PLAYED = models.CheckConstraint(condition=models.Q(number__gt=0), name="planted")
ANSWER = "(actor_id, key, request, digest, status, answer) SELECT 1, n, '', '', 201, '' FROM generate_series(1, 3) n"


@pytest.fixture(scope="module")
def state(django_db_setup: None, django_db_blocker: Any) -> ProjectState:
    """The models of this version, rendered once."""
    with django_db_blocker.unblock():
        found = MigrationLoader(connection).project_state()
        found.apps  # noqa: B018 -- rendered when it is asked for
        return found


def faults(state: ProjectState, *operations: Operation, is_atomic: bool = True) -> list[str]:
    """What is found in a migration of these operations, while this version still serves."""
    planted = Migration("9999_planted", "tables")
    planted.operations, planted.atomic = list(operations), is_atomic
    _state, found = locks.applied(planted, state.clone(), state)
    return [one.removeprefix("tables.9999_planted: ") for one in found]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("operation", "said"),
    [
        (AddIndex("hand", ENDED), "tables_hand: the index planted is built under a lock"),
        (RunSQL("CREATE UNIQUE INDEX planted ON tables_hand (id)"), "tables_hand: the index planted is built under a"),
        (
            RunSQL("ALTER TABLE accounting_tablehour ALTER hands TYPE bigint"),
            "tablehour: accounting_tablehour is written",
        ),
        (RunSQL("ALTER TABLE tables_hand ADD planted float DEFAULT random()"), "tables_hand is written again"),
        (RunSQL("REINDEX TABLE tables_hand"), "tables_hand: tables_hand_pkey is written again"),
        (RunSQL("ALTER TABLE tables_hand ALTER result SET NOT NULL"), "SET NOT NULL of result reads every row"),
        (AddConstraint("hand", PLAYED), "tables_hand: planted reads every row under a lock"),
        (
            RunSQL("ALTER TABLE tables_hand ADD CONSTRAINT planted FOREIGN KEY (id) REFERENCES tables_guest"),
            "planted rea",
        ),
        (RunSQL("ALTER TABLE tables_hand ADD planted int CHECK (planted > 0)"), "planted_check reads every row under"),
        (RunSQL(f"INSERT INTO casino_storedanswer {ANSWER}"), "casino_storedanswer: 3 rows are written in one"),
        (RemoveField("hand", "void_reason"), "tables_hand: the version before still works with the column void_reason"),
        (RenameField("table", "code", "name"), "tables_table: the version before still works with the column code"),
        (
            RunSQL("ALTER TABLE tables_stackcount RENAME TO planted"),
            "tables_stackcount: the version before still works",
        ),
        (AddField("table", "planted", models.IntegerField(default=0)), "does not know planted, which has no default"),
        (
            RunSQL("ALTER TABLE tables_absence ALTER until SET NOT NULL"),
            "the version before may still leave until empty",
        ),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_is_planted_is_found(state: ProjectState, operation: Operation, said: str) -> None:
    assert any(said in one for one in faults(state, operation))


@pytest.mark.django_db
@pytest.mark.parametrize(
    "operation",
    [
        AddField("hand", "planted", models.IntegerField(default=0, db_default=0)),
        AddField("hand", "planted", models.ForeignKey("tables.Guest", models.PROTECT, null=True, db_index=False)),
        AddConstraintNotValid("hand", PLAYED),
        AddIndex("floatcount", models.Index(fields=["at"], name="planted")),
        RunSQL("ALTER TABLE accounting_tablehour ALTER game TYPE varchar(61)"),
        RunSQL("CREATE TABLE planted (id bigint PRIMARY KEY, hand_id bigint UNIQUE)"),
    ],
    ids=str,
)
def test_what_a_house_does_not_notice_is_none(state: ProjectState, operation: Operation) -> None:
    assert faults(state, operation) == []


@pytest.mark.django_db
def test_a_column_is_required_without_a_scan_once_a_constraint_is_validated(state: ProjectState) -> None:
    """Three migrations, the second of which keeps nobody out: SHARE UPDATE EXCLUSIVE is compatible with bookings."""
    named = "ALTER TABLE tables_sitting ADD CONSTRAINT planted CHECK (left_at IS NOT NULL) NOT VALID"
    assert faults(state, RunSQL(named)) == []
    assert faults(state, ValidateConstraint("sitting", "planted")) == []
    found = faults(state, RunSQL("ALTER TABLE tables_sitting ALTER left_at SET NOT NULL"))
    assert found == ["tables_sitting: the version before may still leave left_at empty"]


def test_an_index_by_itself_is_built_concurrently(
    state: ProjectState, django_db_setup: None, django_db_blocker: Any
) -> None:
    with django_db_blocker.unblock(), databases.fresh():
        assert faults(state, AddIndexConcurrently("hand", ENDED), is_atomic=False) == []
        (found,) = faults(state, RunSQL("CREATE INDEX again ON tables_hand (ended_at)"), is_atomic=False)
        assert found.startswith("an index is built without CONCURRENTLY: CREATE INDEX again")


# --- how `migrate` waits ----------------------------------------------------------------------------------------------
@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch, django_db_setup: None, django_db_blocker: Any) -> Iterator[str]:
    """The address of a database that lacks one migration, which changes a table that is always in use."""
    load = MigrationLoader.load_disk

    def loaded(loader: MigrationLoader) -> None:
        load(loader)
        planted = Migration("9999_planted", "tables")
        planted.dependencies = [max(key for key in loader.disk_migrations if key[0] == "tables")]
        planted.operations = [RunSQL("ALTER TABLE tables_session ADD planted int")]
        loader.disk_migrations["tables", planted.name] = planted

    monkeypatch.setattr(MigrationLoader, "load_disk", loaded)
    with django_db_blocker.unblock(), databases.fresh():
        yield dumps.url(connection.settings_dict["NAME"])


def migrated() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_attribute WHERE attname = 'planted' AND NOT attisdropped")
        return bool(cursor.fetchone()[0])


def lock_timeout() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        return str(cursor.fetchone()[0])


READ = "SELECT count(*) FROM tables_session"


def test_while_a_table_is_in_use_migrate_lets_others_read_it_and_tries_again(
    planted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = lock_timeout()
    with psycopg.connect(planted) as report, psycopg.connect(planted, autocommit=True) as floor:
        report.execute(READ)
        pauses = []

        def pause(seconds: float) -> None:
            pauses.append(seconds)
            floor.execute(READ)  # would stand in line behind an ALTER TABLE that waits
            if len(pauses) == 2:
                report.rollback()

        monkeypatch.setattr(migrate.time, "sleep", pause)
        call_command("migrate", verbosity=0, stderr=StringIO())
    assert pauses == [migrate.PAUSE_S] * 2
    assert migrated()
    assert lock_timeout() == before


def test_migrate_ends_with_a_sentence_where_a_table_stays_in_use(planted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate.time, "sleep", lambda _seconds: None)
    monkeypatch.setattr(migrate, "TRIES", 2)
    with psycopg.connect(planted) as report:
        report.execute(READ)
        with pytest.raises(CommandError, match=r"in use by a long transaction.*pg_stat_activity"):
            call_command("migrate", verbosity=0)
    assert not migrated()
