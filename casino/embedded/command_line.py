"""What stands between `manage.py` and Django: the data folder, the servers a command needs, the tests."""

import os

from django.core.management import execute_from_command_line

from casino import environment
from casino.embedded import machine

GATE = "not release"  # pytest's marker expression for the tests in the gate; docs/testing.md lists the others

# They start servers themselves, or need none.
WITHOUT_SERVERS = {
    "up", "test", "bench", "help", "version", "check", "collectstatic", "compilemessages", "diffsettings", "findstatic",
    "makemessages", "screenshots", "sendtestemail", "spectacular", "startapp", "startproject",
}  # fmt: skip


def run(argv: list[str]) -> int:
    """Run `manage.py argv[1] …` and return its exit status."""
    command = argv[1] if len(argv) > 1 else "help"
    if command == "test":
        return _test(argv[2:])
    _choose_data(argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    asks_the_database = command == "check" and any(word.startswith("--database") for word in argv)
    needs_none = command in WITHOUT_SERVERS and not asks_the_database
    if needs_none or command.startswith("-") or {"-h", "--help"} & set(argv):
        execute_from_command_line(argv)
    else:
        with machine.lent(command):
            execute_from_command_line(argv)
    return 0


def _test(options: list[str]) -> int:
    """The gate; with `--all` every test; else what `options` (pytest's) say. Runs in the checkout, on all cores."""
    import pytest  # noqa: PLC0415 -- a developers' package: `up` and production do without

    os.chdir(environment.ROOT)
    # Each worker imports a thousand modules, most of them with asserts that pytest rewrites: kept, that is done once.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    workers = (os.cpu_count() or 1) + 1  # browsers, servers and locks are waited for: one more than there are cores
    everywhere = ["-q", "-n", str(workers), "--dist", "worksteal", "--durations=20"]
    lanes = {(): [*everywhere, "-m", GATE], ("--all",): everywhere}
    return int(pytest.main(lanes.get(tuple(options), options)))


def _choose_data(argv: list[str]) -> None:
    """`up --data DIR` must be known before the settings load, for they name the servers' sockets.

    Children run in the checkout, so they get the path absolute.
    """
    if argv[1:2] == ["up"]:
        for place, word in enumerate(argv):
            if word == "--data" and place + 1 < len(argv):
                os.environ["CASINO_DATA"] = argv[place + 1]
            elif word.startswith("--data="):
                os.environ["CASINO_DATA"] = word.removeprefix("--data=")
    os.environ["CASINO_DATA"] = str(environment.data_folder())
