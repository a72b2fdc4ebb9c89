"""Plant each fault of `planted_faults.toml` in a copy of the checkout and see whether the gate finds it.

    python tests/plant_faults.py [--list] [--only WORDS …] [--jobs N] [-- COMMAND …]

Asked are first the tests that ought to find it, as far as they belong to the gate (no marker `release`).  For faults
that these let pass, the whole gate is asked: COMMAND, or pytest until the first failure.  Before either, the same tests
must be green without any fault, or what fails says nothing.  What git knows is copied as it lies there, so nobody's
files are touched and work that is not committed is asked too.  The exit status is 0 when 38 of 40 are found.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Queue

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "tests" / "planted_faults.toml"
FEWEST = 40
WANTED, OF = 38, 40
PATIENCE_SECONDS = 30 * 60
PYTEST = (".venv/bin/python", "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider")
# The first would find every fault, by its text; the second is about how code is written: neither counts.
OF_THE_GATE = ("-m", "not release", "--ignore=tests/test_planted_faults.py", "--ignore=tests/test_tidy.py")
BY_TWO = ("-n", "2", "--dist", "worksteal")

ALL_PASSED, SOME_FAILED, STOPPED, NONE_ASKED = 0, 1, 2, 5  # what pytest exits with
_FAILING = re.compile(r"^(?:FAILED|ERROR) (\S.*?)(?: - .*)?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fault:
    """A mistake: `id` says what is wrong when `old`, which stands once in `file`, has become `new`."""

    area: str
    id: str
    file: str
    old: str
    new: str
    likely: tuple[str, ...] = ()

    def planted(self, text: str) -> str:
        """The file's text with the fault in it."""
        if text.count(self.old) != 1:
            raise ValueError(f"“{self.id}”: its text stands {text.count(self.old)} times in {self.file}, not once")
        return text.replace(self.old, self.new)


@dataclass(frozen=True, slots=True)
class Asked:
    """What a command answered: whether a test failed, the first one (or what else went wrong), how long it took."""

    is_red: bool
    failing: str
    seconds: float


def faults() -> list[Fault]:
    """All of them, in the order of the book."""
    areas = tomllib.loads(BOOK.read_text(encoding="utf-8"))
    return [
        Fault(area, *(row[name] for name in ("id", "file", "old", "new")), likely=tuple(row.get("likely", ())))
        for area, rows in areas.items()
        for row in rows
    ]


def main() -> int:
    """Plant, ask, tell."""
    options, command = _options()
    chosen = [one for one in faults() if not options.only or any(words in one.id for words in options.only)]
    if options.list:
        print("\n".join(f"{one.area:<12}{one.id}" for one in chosen))
        return 0
    for fault in chosen:  # all of them, before anything takes long
        fault.planted((ROOT / fault.file).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="casino-faults-") as folder:
        copies = [_copied(Path(folder) / str(number)) for number in range(options.jobs)]
        likely = sorted({test for fault in chosen for test in fault.likely})
        _refuse_red(copies[0], "the likely tests are", [*PYTEST, *BY_TWO, *OF_THE_GATE, *likely])
        answers = _all_asked(chosen, copies, lambda fault: [*PYTEST, *OF_THE_GATE, *fault.likely])
        left = [fault for fault, asked in answers.items() if not asked.is_red]
        if left:
            _refuse_red(copies[0], "the gate is", command)
            answers |= _all_asked(left, copies, lambda _fault: command)
    return _told(answers)


Command = Callable[[Fault], Sequence[str]]


def _all_asked(chosen: Sequence[Fault], copies: Iterable[Path], command: Command) -> dict[Fault, Asked]:
    """One after the other, or as many at once as there are copies."""
    free: Queue[Path] = Queue()
    for copy in copies:
        free.put(copy)
    workers = ThreadPoolExecutor(free.qsize())
    try:
        answers = workers.map(lambda fault: _asked_in_turn(fault, free, command), chosen)
        return dict(zip(chosen, answers, strict=True))
    finally:
        workers.shutdown(cancel_futures=True)


def _options() -> tuple[argparse.Namespace, Sequence[str]]:
    given = sys.argv[1:]
    at = given.index("--") if "--" in given else len(given)
    reader = argparse.ArgumentParser(description="Plant faults in a copy and see whether the gate finds them.")
    reader.add_argument("--list", action="store_true", help="only say which faults there are")
    reader.add_argument("--only", nargs="+", metavar="WORDS", help="those of whose sentences these words are a part")
    reader.add_argument("--jobs", type=int, default=1, help="so many faults at once")
    return reader.parse_args(given[:at]), given[at + 1 :] or [*PYTEST, *BY_TWO, *OF_THE_GATE]


def _copied(folder: Path) -> Path:
    """The checkout once more: what git knows, as it lies there, and the installed packages by a link."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in listed.stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to((ROOT / ".venv").resolve())
    for step in (["init", "--quiet"], ["add", "--all"]):  # some tests ask git which files there are
        subprocess.run(["git", *step], cwd=folder, check=True)
    return folder


def _refuse_red(copy: Path, which: str, command: Sequence[str]) -> None:
    """Where a test fails without any fault, what fails with one says nothing."""
    asked = _run(copy, command)
    if asked.failing:
        raise SystemExit(f"Red without any fault: {asked.failing}")
    print(f"Without any fault {which} green ({asked.seconds:.0f} s).", flush=True)


def _asked_in_turn(fault: Fault, free: "Queue[Path]", command: Command) -> Asked:
    """In a copy that nobody else has meanwhile, which is as it was afterwards."""
    copy = free.get()
    file = copy / fault.file
    plain = file.read_text(encoding="utf-8")
    file.write_text(fault.planted(plain), encoding="utf-8")
    try:
        asked = _run(copy, command(fault))
    finally:
        # Later than the fault by a second at least, so Python compiles it again: no test run is shorter.
        file.write_text(plain, encoding="utf-8")
        free.put(copy)
    print(_line(fault, asked), flush=True)
    return asked


def _run(copy: Path, command: Sequence[str]) -> Asked:
    """Ask in the copy; an end that is neither green nor red finds nothing, and is said."""
    began = time.monotonic()
    surroundings = {name: text for name, text in os.environ.items() if name != "CASINO_DATA" and "GIT_" not in name}
    process = subprocess.Popen(
        command, cwd=copy, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )  # fmt: skip
    try:
        said, _nothing = process.communicate(timeout=PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGINT)  # so that what it started is ended as well
        process.communicate()
        return Asked(False, f"no answer in {PATIENCE_SECONDS} s", time.monotonic() - began)
    found = _FAILING.search(said)
    is_red = process.returncode == SOME_FAILED or (process.returncode == STOPPED and found is not None)
    failing = found[1] if found else ""
    if not is_red and process.returncode not in (ALL_PASSED, NONE_ASKED):
        failing = f"exit status {process.returncode}: {said[-300:]}"
    return Asked(is_red, failing, time.monotonic() - began)


def _line(fault: Fault, asked: Asked) -> str:
    return f"{'found' if asked.is_red else 'SURVIVED':<9}{asked.seconds:>5.0f} s  {fault.id:<100}  {asked.failing}"


def _told(answers: Mapping[Fault, Asked]) -> int:
    """The table, the sum, and the exit status."""
    found = sum(asked.is_red for asked in answers.values())
    print("\n" + "\n".join(_line(fault, asked) for fault, asked in answers.items()))
    print(f"\n{len(answers)} faults planted, {found} found")
    return 0 if found * OF >= len(answers) * WANTED else 1


if __name__ == "__main__":
    raise SystemExit(main())
