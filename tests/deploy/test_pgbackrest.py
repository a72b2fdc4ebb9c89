"""pgBackRest with the samples' settings: a whole copy, what changed since, and a moment in between restored."""

import shutil
import subprocess
from pathlib import Path

import psycopg
import pytest

from casino import environment
from casino.embedded import binaries
from casino.embedded.postgres import USER, Cluster
from casino.embedded.processes import until
from tests.casino.operations.copies.copied import archived, end_segment, run
from tests.patience import PATIENCE_S

pytestmark = [pytest.mark.services, pytest.mark.release("copies and restores a server of its own")]

POSTGRES = environment.ROOT / "deploy" / "postgres"
CIPHER = "repo1-cipher-pass="


class Backrest:
    """pgBackRest of a server, with everything that it writes in one folder."""

    def __init__(self, program: str, folder: Path) -> None:
        self.program, self.config, self.folder = program, folder / "pgbackrest.conf", folder

    def told(self, *words: str) -> str:
        argv = [self.program, f"--config={self.config}", "--stanza=poker", *words]
        done = subprocess.run(argv, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def set_up(self, server: Cluster) -> None:
        """The sample, with a secret, the places of a test, and the test's server."""
        text = (POSTGRES / "pgbackrest.conf").read_text(encoding="utf-8")
        for line, ours in {
            f"{CIPHER}\n": f"{CIPHER}a-secret-of-a-test\n",
            "repo1-path=/var/lib/pgbackrest\n": f"repo1-path={self.folder}/kept\n",
            "pg1-path=/var/lib/postgresql/17/main\n": f"pg1-path={server.folder}\n",
        }.items():
            assert line in text
            text = text.replace(line, ours)
        places = f"[global]\nlog-path={self.folder}\nlock-path={self.folder}/lock\n"
        there = f"pg1-socket-path={server.sockets}\npg1-user={USER}\npg1-database=postgres\n"
        self.config.write_text(text.replace("[global]\n", places) + there, encoding="utf-8")

    def archiving(self) -> dict[str, str]:
        """The settings of the sample, whose command finds this configuration."""
        lines = (POSTGRES / "archive.conf").read_text(encoding="utf-8").splitlines()
        told = dict(line.split(" = ", 1) for line in lines if line and not line.startswith("#"))
        settings = {name: value.strip("'") for name, value in told.items()}
        command = settings["archive_command"].replace("pgbackrest", f"{self.program} --config={self.config}", 1)
        return settings | {"archive_command": command}


@pytest.fixture
def backrest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Backrest:
    """Debian's, which knows Debian's PostgreSQL; that of our wheel may be younger."""
    program = shutil.which("pgbackrest") or pytest.skip("no pgbackrest on this machine (Debian's package)")
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if not debian:
        pytest.skip("no PostgreSQL of Debian's on this machine")
    monkeypatch.setenv("PG_BINDIR", str(debian[-1].parent))
    assert binaries.postgres_folder() == debian[-1].parent
    return Backrest(program, tmp_path)


def numbers(server: Cluster) -> list[int]:
    with psycopg.connect(server.url("postgres")) as connection:
        return [number for (number,) in connection.execute("SELECT number FROM kept ORDER BY number")]


def test_a_moment_between_two_copies_is_restored(backrest: Backrest, tmp_path: Path) -> None:
    server = Cluster(tmp_path / "house", settings=backrest.archiving())
    backrest.set_up(server)
    with server:
        url = server.url("postgres")
        backrest.told("stanza-create")
        backrest.told("check")
        run(url, "CREATE TABLE kept AS SELECT 1 AS number")
        backrest.told("--type=full", "backup")
        copied_at = run(url, "SELECT clock_timestamp()::text")
        run(url, "INSERT INTO kept VALUES (2)")
        # pgBackRest counts whole seconds: a moment in the second in which a copy ended has no copy before it.
        assert until(
            lambda: run(url, f"SELECT clock_timestamp() > '{copied_at}'::timestamptz + '1 s'") is True, PATIENCE_S
        )
        moment = run(url, "SELECT clock_timestamp()::text")
        run(url, "INSERT INTO kept VALUES (3)")
        backrest.told("--type=incr", "backup")
        run(url, "INSERT INTO kept VALUES (4)")
        assert archived(url, end_segment(url))
    copies = backrest.told("info")
    assert "full backup" in copies
    assert "incr backup" in copies
    kept = [path for path in (tmp_path / "kept").rglob("*") if path.is_file()]
    assert [path for path in kept if b"PG_VERSION" in path.read_bytes()] == [], "each of them is encrypted"

    then = Cluster(tmp_path / "restored")
    then.make_folders()
    then.folder.mkdir(mode=0o700)
    to = (f"--pg1-path={then.folder}", "--archive-mode=off", "--target-action=promote")
    backrest.told(*to, "--type=time", f"--target={moment}", "restore")
    with then:
        assert until(lambda: run(then.url("postgres"), "SELECT NOT pg_is_in_recovery()") is True, PATIENCE_S)
        assert numbers(then) == [1, 2]
        assert run(then.url("postgres"), "SHOW archive_mode") == "off"
