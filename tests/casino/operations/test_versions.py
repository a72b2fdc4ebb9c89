"""A database of another version: one sentence says which, what differs and what to do, and nothing is changed."""

from io import StringIO
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client
from pytest_django import DjangoDbBlocker

from casino import checks
from casino.embedded.postgres import Cluster
from casino.management import command_line
from casino.selectors import migrations
from casino.services import schema
from tests import databases
from tests.running_house import RunningHouse

OLD = "INSERT INTO django_migrations (app, name, applied) VALUES ('tables', '0003_decks', now())"
OLDER = "INSERT INTO django_migrations (app, name, applied) VALUES ('casino', '0022_job_file_parts', now())"
LATER = "INSERT INTO django_migrations (app, name, applied) VALUES ('tables', '9999_later', now())"
SQUASHED_AWAY = "INSERT INTO django_migrations (app, name, applied) VALUES ('knox', '0001_of_long_ago', now())"
BEHIND = "DELETE FROM django_migrations WHERE app = 'accounting' AND name LIKE '0007%'"
# The unreleased state of the first migration that `accounting.0007` puts right.
EARLY = """
DELETE FROM django_migrations WHERE app = 'accounting' AND name LIKE '0007%';
DROP INDEX authority_key_once;
ALTER TABLE accounting_authoritykey ADD CONSTRAINT authority_key_once UNIQUE (house_id, public_key)
"""

OURS = ("casino", "accounting", "tables")
OF_THIS_VERSION = migrations.History(missing=(), unknown=(), is_empty=False)


def change(*statements: str) -> None:
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def take_back_one() -> tuple[str, str]:
    """Take back a last migration, on which no other rests; returns its app and name."""
    graph = MigrationLoader(connection).graph
    app, last = next(one for one in graph.leaf_nodes() if one[0] in OURS and not graph.node_map[one].children)
    before = max(name for label, name in graph.nodes if label == app and name < last)
    call_command("migrate", app, before, verbosity=0, stderr=StringIO())
    return app, last


def migrate(**options: Any) -> str:
    """What `migrate` says beside its list."""
    said = StringIO()
    call_command("migrate", verbosity=0, stderr=said, **options)
    return said.getvalue()


@pytest.mark.django_db
class TestSaid:
    def test_migrations_that_this_version_does_not_know(self) -> None:
        """Made by an older state that was never released, or by a later version."""
        change(OLD, OLDER)
        here = f"{connection.settings_dict['NAME']} at {connection.settings_dict['HOST']}"
        sentence = f"The database {here} was made by another version: this one does not know "
        with pytest.raises(CommandError) as refused:
            migrate()
        assert str(refused.value).startswith(f"{sentence}casino.0022_job_file_parts, tables.0003_decks. Nothing was")
        assert "`up --data DIR`" in str(refused.value)
        (found,) = checks.the_database_is_of_this_version(databases=["default"])
        assert (found.id, found.msg) == ("casino.E001", str(refused.value))

    def test_migrations_that_were_not_applied(self) -> None:
        app, last = take_back_one()
        (found,) = checks.the_database_is_of_this_version(databases=["default"])
        assert f"is of an earlier version: {app}.{last} was not applied. Run `manage.py migrate`" in found.msg
        assert migrate() == ""
        assert checks.the_database_is_of_this_version(databases=["default"]) == []

    def test_what_another_package_has_applied_is_its_own_matter(self) -> None:
        """A package may have replaced its migrations and deleted the old ones; the rows of these stay."""
        change(SQUASHED_AWAY)
        assert migrations.history() == OF_THIS_VERSION

    def test_a_database_without_tables_is_of_no_version(self) -> None:
        every = migrations.missing()
        for emptied in ("DELETE FROM django_migrations", "DROP TABLE django_migrations"):
            change(emptied)
            assert migrations.history().is_empty
            assert migrations.missing() > every == 0
            schema.refuse_another_version()

    def test_prove_proves_the_books_of_another_version_where_it_is_asked_for_them_alone(self) -> None:
        """So a copy from before an upgrade can be restored and proven."""
        change(BEHIND)
        with pytest.raises(CommandError, match="is of an earlier version"):
            call_command("prove")
        call_command("prove", books=True, stdout=(said := StringIO()))
        assert said.getvalue().endswith(" 0 broken\n")

    def test_this_version_goes_on_while_the_database_is_of_a_later_one_already(self) -> None:
        """In the night of an upgrade: web servers are ready, and the proof finds what is missing, not what is more."""
        change(LATER, "ALTER TABLE tables_hand ADD COLUMN later int", "CREATE INDEX later ON tables_hand (later)")
        assert Client().get("/readyz").status_code == 200
        assert schema.differences() == []
        change("DROP INDEX entry_time")
        assert schema.differences() == ["index accounting_entry.entry_time is missing"]

    def test_prune_is_the_way_to_forget_what_is_not_known(self) -> None:
        change(OLD)
        call_command("migrate", "tables", prune=True, verbosity=0)
        assert migrations.history() == OF_THIS_VERSION

    def test_a_schema_that_differs_is_told_after_migrating(self) -> None:
        change("DROP INDEX entry_time")
        said = migrate()
        assert "differs from the schema of this version: index accounting_entry.entry_time is missing. Some" in said
        assert said.count("\n") == 1
        assert migrate(check_unapplied=True) == migrate(plan=True, stdout=StringIO()) == ""


@pytest.mark.release("takes back and applies again all later migrations")
def test_the_unreleased_state_of_the_first_migration_is_put_right(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> None:
    """In a database of its own: some of them build an index beside the work, which no transaction may hold."""
    with django_db_blocker.unblock(), databases.fresh():
        call_command("migrate", "accounting", "0007", verbosity=0, stderr=StringIO())
        later = set(schema.structure())
        change(EARLY)
        assert len(set(schema.structure()) - later) == 2
        assert migrate() == ""
        assert schema.structure() == []


@pytest.mark.django_db
class TestEveryCommand:
    """`python3 manage.py …` asks before a command that needs tables runs into those of another version."""

    @pytest.fixture(autouse=True)
    def ran(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
        """The commands that were run; the servers are those of the test."""
        ran: list[str] = []
        monkeypatch.setenv("CASINO_DATA", str(tmp_path))
        monkeypatch.setattr(command_line, "execute_from_command_line", lambda argv: ran.append(argv[1]))
        monkeypatch.setattr(command_line.machine, "lent", lambda _command: pytest.MonkeyPatch.context())
        return ran

    @pytest.mark.parametrize(
        ("statement", "says"), [(OLD, "made by another version"), (BEHIND, "Run `manage.py migrate`, or `up`.")]
    )
    def test_ends_with_the_sentence(self, ran: list[str], statement: str, says: str) -> None:
        change(statement)
        for command in ("audit", "createhouse", "state"):
            with pytest.raises(SystemExit) as ended:
                command_line.run(["manage.py", command])
            assert says in str(ended.value.code)
        assert ran == []

    def test_runs_where_it_works_with_any_tables(self, ran: list[str]) -> None:
        change(OLD)
        for command in ("migrate", "backup", "dbshell"):
            command_line.run(["manage.py", command])
        command_line.run(["manage.py", "check", "--database", "default"])
        assert ran == ["migrate", "backup", "dbshell", "check"]

    def test_runs_on_a_database_of_this_version(self, ran: list[str]) -> None:
        command_line.run(["manage.py", "audit"])
        assert ran == ["audit"]


@pytest.fixture
def house(tmp_path: Path) -> RunningHouse:
    return RunningHouse(tmp_path / "data")


@pytest.mark.services
@pytest.mark.release("starts servers of its own, and migrates them")
def test_up_ends_with_the_sentence_and_changes_nothing(house: RunningHouse) -> None:
    made = house.command("migrate", "--verbosity", "0")
    assert (made.returncode, made.stderr) == (0, "")
    with Cluster(house.data) as cluster, psycopg.connect(cluster.url(), autocommit=True) as owner:
        owner.execute(OLD)
    for words in (["up", "--port", "0", "--no-demo"], ["migrate"], ["prove"]):
        refused = house.command(*words)
        assert refused.returncode == 1, refused.stdout
        (sentence,) = [line for line in refused.stderr.splitlines() if line.strip()]
        assert "this one does not know tables.0003_decks. Nothing was changed." in sentence
        assert str(Cluster(house.data).sockets) in sentence, "which are elsewhere where the path is long"
    assert not list(house.data.glob("copies/*/*")), "no copy of a database that stays as it is"
