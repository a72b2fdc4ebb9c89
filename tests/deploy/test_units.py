"""The units of systemd: systemd itself reads every line of them, locks in what they start, and each command is ours."""

import shlex
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest
from celery.bin.base import CLIContext
from celery.bin.beat import beat
from celery.bin.worker import worker
from django.core.management import get_commands, load_command_class
from django.db import connection
from granian.cli import cli as granian

from casino import environment, web
from casino.celery import app

UNITS = environment.ROOT / "deploy" / "systemd"
SERVICES = sorted(path.name for path in UNITS.glob("casino-*.service"))
ALL = sorted(path.name for path in UNITS.iterdir() if path.suffix in {".service", ".timer", ".target"})
PROGRAMS = "/opt/casino/current/.venv/bin"
CELERY = {"worker": worker, "beat": beat}
LEAST_LOCKED_IN = 25  # tenths: systemd's scale goes from 0, which may do nothing, to 10


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of a machine that has systemd's own units, ours, and something at the place of each program."""
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze on this machine (Debian's package `systemd`)")
    root = tmp_path_factory.mktemp("machine")
    own = next(folder for folder in map(Path, ("/usr/lib/systemd/system", "/lib/systemd/system")) if folder.is_dir())
    shutil.copytree(own, root / "usr/lib/systemd/system", symlinks=True)
    shutil.copytree(UNITS, root / "etc/systemd/system")
    (root / PROGRAMS.lstrip("/")).mkdir(parents=True)
    for name in ("python", "celery"):
        program = root / PROGRAMS.lstrip("/") / name
        program.touch(mode=0o755)
    return root


def analyzed(machine: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    argv = ["systemd-analyze", f"--root={machine}", "--man=no", "--no-pager", *words]
    return subprocess.run(argv, capture_output=True, text=True, check=False)


def test_systemd_understands_every_line(machine: Path) -> None:
    """A word that it does not know is a line of its output, and no failure."""
    done = analyzed(machine, "verify", *ALL)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.mark.parametrize("unit", SERVICES)
def test_a_service_may_do_little_more_than_its_work(unit: str, machine: Path) -> None:
    done = analyzed(machine, "security", "--offline=yes", f"--threshold={LEAST_LOCKED_IN}", unit)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("unit", SERVICES)
def test_a_service_starts_a_command_of_ours_with_options_that_it_has(unit: str) -> None:
    read = ConfigParser(interpolation=None, strict=False)
    read.optionxform = str  # type: ignore[assignment, method-assign]  # as configparser documents it
    read.read(UNITS / unit, encoding="utf-8")
    match shlex.split(read["Service"]["ExecStart"]):
        case [program, "-m", "casino.web", *options]:
            granian.make_context("granian", [*web.OPTIONS, *options, web.APPLICATION])
        case [program, "manage.py", name, *options]:
            load_command_class(get_commands()[name], name).create_parser("manage.py", name).parse_args(options)
        case [program, "-A", "casino", name, *options]:
            CELERY[name].make_context(name, options, obj=CLIContext(app, no_color=True, workdir="."))
        case other:
            raise AssertionError(other)
    assert Path(program).parent == Path(PROGRAMS)


def test_the_server_of_a_copy_compiles_no_query(db: None) -> None:
    """The units forbid memory that is written and then run, and `backup` starts the server that proves its copy."""
    if environment.text("DATABASE_URL"):
        pytest.skip("the server is not one of ours")
    with connection.cursor() as cursor:
        cursor.execute("SHOW jit")
        assert cursor.fetchone() == ("off",)


def test_the_target_starts_what_a_house_needs_always() -> None:
    """A copy is taken by the timer only where pgBackRest does not."""
    wanted = (UNITS / "casino.target").read_text(encoding="utf-8").partition("Wants=")[2].splitlines()[0].split()
    assert set(wanted) == {"casino-web.service", "casino-worker.service", "casino-beat.service", "casino-prove.timer"}
    for name in wanted:
        assert "PartOf=casino.target" in (UNITS / name).read_text(encoding="utf-8"), name
