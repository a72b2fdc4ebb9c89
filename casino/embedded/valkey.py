"""A private Valkey (Redis protocol) as Celery's broker.

A child process on a unix socket; its queue is kept in an append-only file.
"""

import signal
import socket
import subprocess
from pathlib import Path
from typing import Self

from casino.embedded import binaries
from casino.embedded.processes import StartError, end, make_private, remove_if_empty, socket_folder, spawn, tail, until


class Valkey:
    """One Valkey under `data`/valkey."""

    name = "Valkey"

    def __init__(self, data: Path) -> None:
        self.state = data.resolve() / "valkey"
        self.socket = socket_folder(self.state, "vk") / "valkey.sock"
        self.log = self.state / "valkey.log"
        self.process: subprocess.Popen[bytes] | None = None

    def url(self) -> str:
        """The broker URL for Celery."""
        return f"redis+socket://{self.socket}?virtual_host=0"

    def answers(self) -> bool:
        """Whether it answers a ping."""
        return self._says(b"PING\r\n", b"+PONG")

    def _says(self, question: bytes, expected: bytes) -> bool:
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.settimeout(2)
                line.connect(str(self.socket))
                line.sendall(question)
                return line.recv(len(expected)) == expected
        except OSError:
            return False

    def start(self, patience: float = 15.0) -> Self:
        """Start as the only owner, after ending an orphan of a killed owner."""
        for folder in {self.state, self.socket.parent}:
            make_private(folder)
        self._end_orphan()
        self.process = process = self._run()
        if (
            not until(lambda: process.poll() is not None or self.answers(), patience, pause=0.01)
            or process.poll() is not None
        ):
            self.stop()
            raise StartError(f"Valkey did not start. The end of {self.log}:\n{tail(self.log)}")
        return self

    def has_ended(self) -> bool:
        """Whether it does not run: it was never started, or its process has ended."""
        return self.process is None or self.process.poll() is not None

    def stop(self) -> None:
        """Stop it; queued messages stay on disk."""
        if self.process:
            end(self.process, signal.SIGTERM, 10)
            remove_if_empty(self.socket.parent)
            self.process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _end_orphan(self) -> None:
        """Stop a server whose owner was killed, found by its socket and not by a pid."""
        if not self.answers():
            return
        self._says(b"SHUTDOWN\r\n", b"")
        if not until(lambda: not self.answers(), 10):
            raise StartError(f"The Valkey of an earlier run does not stop; its data is {self.state}.")

    def _run(self) -> subprocess.Popen[bytes]:
        options = {"port": "0", "unixsocket": str(self.socket), "unixsocketperm": "700", "dir": str(self.state)}
        options |= {
            "appendonly": "yes",
            "appendfsync": "everysec",
            "save": "",
            "maxmemory-policy": "noeviction",
            "daemonize": "no",
        }
        argv: list[str | Path] = [binaries.valkey_server()]
        for name, value in options.items():
            argv += [f"--{name}", value]
        with self.log.open("ab") as log:
            return spawn(argv, output=log)
