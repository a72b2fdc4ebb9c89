"""PostgreSQL takes the statements and settings of `deploy/`, and a house that is set up with them lacks nothing."""

import os
import subprocess
from pathlib import Path

import pytest

from casino import environment
from casino.embedded import binaries
from casino.embedded.postgres import Cluster
from tests.test_settings import CHECK, PRODUCTION, run

POSTGRES = environment.ROOT / "deploy" / "postgres"
SETTINGS = sorted(path.name for path in POSTGRES.glob("*.conf") if path.name != "pgbackrest.conf")
PASSWORDS = {"DATABASE_PASSWORD": "one", "DATABASE_OWNER_PASSWORD": "two", "CASINO_COPIES_PASSWORD": "three"}


@pytest.mark.parametrize("name", SETTINGS)
def test_the_server_knows_every_setting(name: str, tmp_path: Path) -> None:
    """`-C` reads the whole file to tell one of them."""
    program = binaries.postgres_folder() / "postgres"
    words = [program, "-C", "archive_timeout", "-D", tmp_path, "-c", f"config_file={POSTGRES / name}"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.services
@pytest.mark.release("migrates a server of its own, command by command")
def test_a_house_is_set_up_by_the_statements_and_its_administrator_has_nothing_left_to_do(tmp_path: Path) -> None:
    with Cluster(tmp_path / "server", durable=False) as server:
        psql = [binaries.postgres_folder() / "psql", "--no-psqlrc", "-q", "-f", POSTGRES / "roles.sql"]
        for _ in ("once", "and once more"):
            done = subprocess.run(
                [*psql, server.url("postgres")], env=os.environ | PASSWORDS, capture_output=True, text=True, check=False
            )
            assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        named = PRODUCTION | {
            "DATABASE_URL": server.url("poker", role="poker_app"),
            "DATABASE_OWNER_URL": server.url("poker", role="poker_owner"),
        }
        migrated = run(named, "manage.py", "migrate")
        assert (migrated.returncode, migrated.stderr) == (0, "")
        web = {name: value for name, value in named.items() if name != "DATABASE_OWNER_URL"}
        checked = run(web, *CHECK, "--database", "default")
        assert checked.returncode == 0, checked.stderr
