"""Runs `manage.py` commands: chooses the data folder, starts the servers a command needs, runs the tests."""

import os
import sys
from pathlib import Path

import django
from django.core.management import execute_from_command_line
from django.db import DatabaseError

from casino import environment, paths
from casino.embedded import machine

GATE = "not release"  # pytest's marker expression for the tests in the gate; docs/testing.md lists the others

# Commands that start servers themselves or need none.
WITHOUT_SERVERS = {
    "up", "test", "bench", "help", "version", "check", "collectstatic", "compilemessages", "diffsettings", "findstatic",
    "makemessages", "restore", "screenshots", "sendtestemail", "spectacular", "startapp", "startproject",
}  # fmt: skip
# Commands that work with a database of whatever version, or tell of it themselves.
WITH_ANY_TABLES = machine.WITHOUT_TABLES | {"backup", "check", "prove", "shell"}


def run(argv: list[str]) -> int:
    """Run `manage.py argv[1] …` and return its exit status."""
    command = argv[1] if len(argv) > 1 else "help"
    if command in {"test", "up"}:
        _keep_bytecode()
    if command == "test":
        return _test(argv[2:])
    _choose_data(argv)
    if command == "up":
        _refuse_unwritable(environment.data_folder())
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    asks_the_database = command == "check" and any(word.startswith("--database") for word in argv)
    needs_none = command in WITHOUT_SERVERS and not asks_the_database
    if needs_none or command.startswith("-") or {"-h", "--help"} & set(argv):
        execute_from_command_line(argv)
    else:
        with machine.lent(command):
            if command not in WITH_ANY_TABLES:
                _refuse_another_version()
            execute_from_command_line(argv)
    return 0


def _refuse_another_version() -> None:
    """End with a sentence where the database is of another version; an outage is for the command to tell."""
    django.setup()
    from casino.services import schema  # noqa: PLC0415 -- its models are there only now

    try:
        schema.refuse_another_version()
    except schema.VersionError as error:
        raise SystemExit(str(error)) from error
    except DatabaseError:
        return


def _keep_bytecode() -> None:
    """Write bytecode, whatever the environment says: each of several processes imports the same thousand modules."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # which the others will read, and this process has read
    sys.dont_write_bytecode = False


def _test(options: list[str]) -> int:
    """Run the gate, with `--all` every test, else pytest with `options`; in the checkout, on all cores."""
    import pytest  # noqa: PLC0415 -- a developers' package, absent from `up` and production

    os.chdir(environment.ROOT)
    cores = os.cpu_count() or 1
    everywhere = ["-q", "--dist", "worksteal", "--durations=20", "-n"]
    # The gate computes nearly all the time; the release lane waits for its browsers.
    lanes = {(): [*everywhere, str(cores), "-m", GATE], ("--all",): [*everywhere, str(cores + 1)]}
    return int(pytest.main(lanes.get(tuple(options), options)))


def _choose_data(argv: list[str]) -> None:
    """Set CASINO_DATA from `up --data DIR` before the settings load, since they name the servers' sockets.

    The path is absolute, since child processes run in the checkout.
    """
    if argv[1:2] == ["up"]:
        for place, word in enumerate(argv):
            if word == "--data" and place + 1 < len(argv):
                os.environ["CASINO_DATA"] = argv[place + 1]
            elif word.startswith("--data="):
                os.environ["CASINO_DATA"] = word.removeprefix("--data=")
    os.environ["CASINO_DATA"] = str(environment.data_folder())


def _refuse_unwritable(folder: Path) -> None:
    """End with a sentence where the data folder cannot be made or written; everything else would end in a traceback."""
    if flaw := paths.unwritable(folder):
        raise SystemExit(f"The data folder {folder} {flaw}. Name another: --data DIR.")
