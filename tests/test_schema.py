"""The database's schema: kept in `casino/schema.txt`, and what the migrations make.

Run `make schema` after an intended change.
"""

import os
import subprocess
from importlib import import_module
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection, connections

from casino import environment, schema
from casino.embedded import binaries
from casino.embedded.postgres import Cluster
from casino.selectors.schema import described
from casino.services import schema as services
from tests import databases, dumps


@pytest.mark.django_db
def test_a_change_of_the_schema_is_seen_in_review():
    now = described()
    if os.environ.get("WRITE_SCHEMA"):
        schema.KEPT.write_text(schema.write(now), encoding="utf-8")
        schema.kept.cache_clear()
    changes = schema.differences(schema.kept(), now)
    if changes or now != schema.kept():
        pytest.fail("\n".join(["The schema has changed. If it is meant: make schema", *changes]), pytrace=False)
    assert schema.KEPT.read_text(encoding="utf-8") == schema.write(now)


@pytest.mark.django_db
def test_models_and_migrations_agree(capsys):
    """Else `make migrations` says what would have to be migrated."""
    try:
        call_command("makemigrations", check_changes=True, dry_run=True)
    except SystemExit:
        pytest.fail(capsys.readouterr().out, pytrace=False)


@pytest.mark.django_db
def test_the_description_has_every_column_and_every_trigger():
    """What the catalogues count otherwise; foreign keys have triggers of their own, which no name describes."""
    with connection.cursor() as cursor:
        cursor.execute("""
            SELECT (SELECT count(*) FROM information_schema.columns WHERE table_schema = 'public'),
                   (SELECT count(DISTINCT (event_object_table, trigger_name)) FROM information_schema.triggers)
                   + (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgtype & 32 > 0),
                   (SELECT count(*) FROM pg_indexes WHERE schemaname = 'public'),
                   (SELECT count(*) FROM information_schema.routines WHERE routine_schema = 'public')
        """)
        columns, triggers, indexes, functions = cursor.fetchone()
    kinds = [name.partition(" ")[0] for name in schema.kept()]
    definitions = schema.kept().values()
    keys = sum(text.startswith(("PRIMARY KEY", "UNIQUE (", "UNIQUE NULLS", "EXCLUDE")) for text in definitions)
    assert (kinds.count("column"), kinds.count("trigger")) == (columns, triggers)
    assert (kinds.count("index") + keys, kinds.count("function")) == (indexes, functions)


@pytest.mark.django_db
def test_guards_can_be_taken_away():
    with connection.cursor() as cursor:
        for guards in (
            "tables.migrations.0016_float_counts",
            "tables.migrations.0015_stack_counts",
            "tables.migrations.0012_payees_that_name_no_guest",
            "tables.migrations.0009_texts_that_name_no_guest",
            "tables.migrations.0007_triggers_of_jackpots",
            "tables.migrations.0006_erasing_guests",
            "tables.migrations.0005_triggers_of_guests",
            "tables.migrations.0004_triggers_of_games",
            "tables.migrations.0003_triggers_of_chips",
            "tables.migrations.0002_triggers",
            "accounting.migrations.0009_decisions_of_the_tronc",
            "accounting.migrations.0012_payees_of_jackpots",
            "accounting.migrations.0011_changes_of_the_clock",
            "accounting.migrations.0005_triggers_of_jackpots",
            "accounting.migrations.0004_triggers_of_the_tronc",
            "accounting.migrations.0003_triggers_of_statements",
            "accounting.migrations.0002_triggers",
            "casino.migrations.0003_triggers",
        ):
            cursor.execute(import_module(guards).GUARDS.drop)
        cursor.execute("""
            SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal
             UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
        """)
        assert cursor.fetchall() == []


class TestElsewhere:
    """Equal schemas are described equally, however the database came about."""

    @pytest.fixture
    def copy(self, transactional_db):
        """An empty database beside the tests'."""
        name = "described_elsewhere"
        databases._create(name, "template0")
        yield name
        databases._drop(name)

    def test_a_dump_that_was_restored(self, copy):
        """PostgreSQL writes `= ANY ((ARRAY[...])::text[])` in another way once it has read it back."""
        programs = dumps.programs()
        dump = subprocess.run(
            [programs / "pg_dump", "--schema-only", dumps.url(connection.settings_dict["NAME"])],
            check=True,
            capture_output=True,
        ).stdout
        restore = [programs / "psql", "--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", dumps.url(copy)]
        subprocess.run(restore, input=dump, check=True, capture_output=True)
        with databases._connected_to(copy):
            assert services.structure() == []

    def test_another_search_path(self, db):
        """A house may have a schema of PostgreSQL with a name of its own."""
        with connection.cursor() as cursor:
            cursor.execute("ALTER SCHEMA public RENAME TO house")
            cursor.execute("SET LOCAL search_path = pg_catalog, house")
        found = [line for line in services.structure() if not line.startswith("function ")]
        assert found == []


OTHER_MAJORS = [
    Path(folder)
    for folder in sorted(Path("/").glob("usr/lib/postgresql/*/bin"))
    if (folder / "postgres").exists() and 15 <= binaries.postgres_major(folder) <= 18
]


@pytest.mark.services
@pytest.mark.release("migrates a PostgreSQL of each other major version that is installed")
@pytest.mark.parametrize(
    "programs",
    [pytest.param(folder, id=folder.parent.name) for folder in OTHER_MAJORS]
    or [pytest.param(None, marks=pytest.mark.skip("no PostgreSQL of Debian's on this machine"))],
)
def test_other_majors_describe_it_in_the_same_way(programs, tmp_path, monkeypatch, django_db_blocker):
    """docs/operations.md names 15 to 18."""
    monkeypatch.setenv("PG_BINDIR", str(programs))
    with Cluster(tmp_path, durable=False) as cluster:
        settings = connections.settings["default"]
        there = environment.database(cluster.url())
        for name in ("HOST", "PORT", "USER", "PASSWORD"):
            monkeypatch.setitem(settings, name, there[name])
        with django_db_blocker.unblock(), databases._connected_to(there["NAME"]):
            call_command("migrate", verbosity=0)
            assert services.structure() == []
