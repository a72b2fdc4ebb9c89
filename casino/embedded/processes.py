"""Starting, watching and stopping child processes.

No child outlives its parent, and a terminal's Ctrl-C reaches only the parent.
"""

import contextlib
import ctypes
import hashlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import IO, NamedTuple

PR_SET_PDEATHSIG = 1
_prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None  # looked up before any fork
LONGEST_SOCKET_FOLDER = 80  # a socket's path holds 104 bytes (macOS) or 108, including its name and its lock's


class Account(NamedTuple):
    """A system account that a child runs under, when it must not be root."""

    uid: int
    gid: int


class StartError(RuntimeError):
    """A server did not start. The message says what to do and where its log is."""


def spawn(
    argv: Sequence[str | Path],
    *,
    output: IO[bytes] | int,
    farewell: signal.Signals = signal.SIGTERM,
    account: Account | None = None,
    folder: Path | None = None,
    environ: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Start `argv` in a session of its own; the kernel sends it `farewell` if this process dies first (Linux only).

    Call it from the main thread: the kernel counts the death of the *thread* that forked as the parent's.
    """
    return subprocess.Popen(
        [str(word) for word in argv],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT if output == subprocess.PIPE else output,
        cwd=folder,
        env=None if environ is None else dict(environ),
        start_new_session=True,
        preexec_fn=partial(die_with_parent, farewell, os.getpid()),  # noqa: PLW1509 -- two system calls, no locks taken
        user=account.uid if account else None,
        group=account.gid if account else None,
        extra_groups=[] if account else None,
    )


def die_with_parent(farewell: signal.Signals, parent: int) -> None:
    """In a process just forked by `parent`: have the kernel send it `farewell` when the parent dies (Linux only).

    The signal comes once for each thread of the parent: use SIGKILL for a program that cannot take it twice. On other
    systems the parent stops its children, and the next owner clears away orphans.
    """
    if _prctl is not None:
        _prctl(PR_SET_PDEATHSIG, int(farewell))
        if os.getppid() != parent:  # it died between fork and prctl
            os._exit(1)


def runs(pid: int, words: str) -> bool:
    """Whether `pid` is a live process (a zombie is not) whose command line contains `words`.

    The words guard against a reused pid.
    """
    if pid <= 0:
        return False
    try:
        if Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] in "ZX":
            return False
        return words in Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        pass
    if Path("/proc/self").exists():
        return False
    shown = subprocess.run(["ps", "-o", "stat=,command=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return bool(shown.stdout) and not shown.stdout.lstrip().startswith("Z") and words in shown.stdout


def end(process: subprocess.Popen[bytes], how: signal.Signals = signal.SIGTERM, patience: float = 20.0) -> int:
    """Ask `process` to stop and wait; after `patience` seconds, or if it leaves children, its whole session is killed.

    Returns its exit status.
    """
    if process.poll() is None:
        process.send_signal(how)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(patience)
    with contextlib.suppress(ProcessLookupError):  # nobody is left, as it should be
        os.killpg(process.pid, signal.SIGKILL)
    return process.wait(5)


def until(answer: Callable[[], bool], seconds: float, *, pause: float = 0.02) -> bool:
    """Call `answer` repeatedly until it returns True or the time is up; returns whether it did."""
    last = time.monotonic() + seconds
    while not answer():
        if time.monotonic() > last:
            return False
        time.sleep(pause)
    return True


def socket_folder(wanted: Path, name: str) -> Path:
    """`wanted` for sockets, or a short temporary folder if its path is too long for a socket.

    TMPDIR itself may be too long; /tmp never is.
    """
    if len(str(wanted)) <= LONGEST_SOCKET_FOLDER:
        return wanted
    digest = hashlib.sha256(str(wanted).encode()).hexdigest()[:12]
    short = [Path(parent) / f"casino-{name}-{os.geteuid()}-{digest}" for parent in (tempfile.gettempdir(), "/tmp")]  # noqa: S108 -- `make_private`
    return next((folder for folder in short if len(str(folder)) <= LONGEST_SOCKET_FOLDER), short[-1])


def remove_if_empty(folder: Path) -> None:
    """Delete a folder of sockets that its stopped server has emptied; a killed server's stays for the next start."""
    with contextlib.suppress(OSError):
        folder.rmdir()


def make_private(folder: Path, *owners: int) -> None:
    """Create `folder` with mode 0700. Raises StartError if it, or a link in its place, is neither ours nor `owners`'.

    In /tmp any user may have created it.
    """
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if {folder.lstat().st_uid, folder.stat().st_uid} - {os.geteuid(), *owners}:
        raise StartError(f"{folder} belongs to somebody else; name another place in CASINO_DATA.")
    folder.chmod(0o700)


def rotate(log: Path, *, limit_bytes: int = 20_000_000) -> None:
    """Move what a log file has beyond a limit to `<name>.1` and empty it; its writer goes on (append mode)."""
    if log.exists() and log.stat().st_size > limit_bytes:
        shutil.copyfile(log, log.with_name(f"{log.name}.1"))
        os.truncate(log, 0)


def tail(log: Path, size: int = 3000) -> str:
    """The end of a log file, for a message to a person."""
    return log.read_text(encoding="utf-8", errors="replace")[-size:] if log.exists() else ""
