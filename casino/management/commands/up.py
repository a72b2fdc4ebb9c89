"""`manage.py up`: run everything on this machine.

Starts PostgreSQL → Valkey → static files → tables → web, worker, beat, and plays the demo evening while these load;
Ctrl-C stops them in reverse order.  If all migrations are applied already, the parts start before `migrate` runs.

Once the house is open it stays open: a part or server that ends is started again, and the others go on meanwhile.
"""

import hashlib
import os
import signal
import socket
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.staticfiles.finders import get_finders
from django.core.management import BaseCommand, CommandError, call_command, get_commands
from django.db import connections
from django.db.migrations.loader import MigrationLoader

from casino.celery import app
from casino.copies import CopyError
from casino.copies.bases import Base
from casino.embedded import machine, parts
from casino.embedded.processes import StartError, rotate
from casino.embedded.supervisor import Kept
from casino.services import copies, schema, setup_codes
from casino.static_files import StaticFilesConfig

PATIENCE = 60.0  # seconds for every part to answer
PORT_PATIENCE = 3.0  # seconds for a port that an earlier run is giving up
LOOK_EVERY = 0.25  # seconds
ROTATE_EVERY = 60.0  # seconds
DEMO_PIN = "246810"


class Command(BaseCommand):
    """Starts and watches every part of the house until Ctrl-C."""

    help = "Run everything on this machine: database, broker, web server, worker and beat, with a played demo evening."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--port", type=int, default=8000, help="port of the web server; 0 takes a free one (default 8000)"
        )
        parser.add_argument("--data", metavar="DIR", help="the data folder (default .state in the checkout)")
        parser.add_argument(
            "--no-demo", action="store_true", help="an empty house, without the demo evening and its people"
        )

    def handle(self, *, port: int, no_demo: bool, **_: Any) -> None:
        if settings.PRODUCTION:
            raise CommandError(
                "`up` is for one machine and its own servers. In production run granian, worker and beat apart."
            )
        self.began = time.monotonic()
        self.parts: dict[str, parts.Part] = {}
        port = free_port(port)
        address = f"http://127.0.0.1:{port}/"
        self.machine = machine.claim(settings.DATA_FOLDER, f"manage.py up (process {os.getpid()}, {address})")
        with Stopper() as self.stopper:
            try:
                self.start(port, demo=not no_demo)
                self.say(f"ready {address}", bare=True)
                self.keep_open()
            except KeyboardInterrupt:
                pass
            except (StartError, schema.VersionError) as error:
                raise CommandError(str(error)) from error
            except Exception:
                if not self.stopper.asked:  # else a library turned the interrupt into this exception
                    raise
            finally:
                self.stopper.deaf = True
                self.stop()

    def say(self, words: str, *, bare: bool = False) -> None:
        """Print a line with the seconds since the start; `bare` prints only `words`, for lines that programs read."""
        if not self.stopper.deaf:
            self.stopper.check()
        print(words if bare else f"{time.monotonic() - self.began:6.1f} s | {words}", flush=True)

    # --- up ---------------------------------------------------------------------------------------------------------
    def start(self, port: int, *, demo: bool) -> None:
        """Start everything, in the order of dependencies."""
        self.machine.start()
        self.say(f"PostgreSQL and Valkey run; data in {self.machine.data}")
        schema.refuse_unknown()
        collect_static_files()
        node = f"casino-{port}@{socket.gethostname()}"
        if has_all_tables():
            self.begin(port, node)
            self.make_tables()
        else:
            self.make_tables()
            self.begin(port, node)
        if demo and "demo" in get_commands():
            call_command("demo", verbosity=0)  # while the parts load
            self.say("demo evening played")
        self.wait("the web server", lambda: web_answers(port))
        self.wait("the worker", lambda: bool(app.control.ping(destination=[node], timeout=0.5)))
        self.wait("beat", lambda: self.parts["beat"].said(parts.BEAT_STARTED))
        self.invite(port)

    def make_tables(self) -> None:
        """Migrate, which also grants the application's rights; after a copy of what is there."""
        base = self.copy_before_change()
        try:
            call_command("migrate", interactive=False, verbosity=0)
        except Exception as error:
            if base is None:
                raise
            raise CommandError(
                f"The tables could not be changed: {error}\nThe house as it was, for the version before this one: "
                f"python3 manage.py restore --copy {base.name} --without-log --from {base.path.parent} --to NEW-FOLDER"
            ) from error
        self.say(f"tables made; the house works as {settings.DATABASES['default']['USER']}, who owns none of them")

    def copy_before_change(self) -> Base | None:
        """A copy of the embedded database, if it has tables and they will change."""
        loader = MigrationLoader(connections["default"])
        is_changed = not loader.disk_migrations.keys() <= loader.applied_migrations.keys()
        if self.machine.cluster is None or not loader.applied_migrations or not is_changed:
            return None
        try:
            base = copies.take()
        except CopyError as error:
            raise CommandError(f"The tables are not changed, since no copy could be taken first. {error}") from error
        self.say(f"copy {base.name} taken, since the tables change")
        return base

    def begin(self, port: int, node: str) -> None:
        """Start web, worker and beat without waiting for them."""
        connections.close_all()
        self.made: dict[str, Callable[[], parts.Part]] = {
            "web": lambda: parts.web(port),
            "worker": lambda: parts.worker(node),
            "beat": parts.beat,
        }
        for name, make in self.made.items():
            self.stopper.check()
            self.parts[name] = make()

    def wait(self, what: str, answers: Callable[[], bool]) -> None:
        """Wait until a part answers. Raises CommandError when any part ends, or after `PATIENCE` seconds."""
        last = time.monotonic() + PATIENCE
        while not answers():
            self.stopper.check()
            if ended := [each.name for each in self.kept() if each.has_ended()]:
                raise CommandError(f"{', '.join(ended)} ended while starting. The reason stands above.")
            if time.monotonic() > last:
                raise CommandError(f"{what} did not answer within {PATIENCE:.0f} s.")
            time.sleep(0.05)
        self.say(f"{what} answers")

    def invite(self, port: int) -> None:
        """Print the addresses, and the users to sign in as."""
        house = f"http://127.0.0.1:{port}/"
        lines = ["", f"  The house is open:   {house}", f"  API and its manual:  {house}api/docs/"]
        people = get_user_model().objects.filter(is_demo=True, is_active=True).order_by("username")
        if names := [person.username for person in people if person.has_usable_password()]:
            lines += [
                f"  Sign in as           {', '.join(names)}",
                "  with the password    demo-<name>, e.g. demo-floor",
            ]
            lines += [f"  The dealer's PIN     {DEMO_PIN}"]
        if code := setup_codes.renew():
            lines += [
                f"  Set it up at         {house}setup/start/",
                f"  with this code       {code}   (good for one hour and once; the next start prints another)",
            ]
        print("\n".join([*lines, "  Ctrl-C stops everything.", ""]), flush=True)
        connections.close_all()

    # --- while it runs ----------------------------------------------------------------------------------------------
    def kept(self) -> list[Kept]:
        """Everything that is to run: the servers first, since the parts work with them."""
        now = time.monotonic()
        servers = [Kept(server.name, server.has_ended, server.start, began=now) for server in self.machine.servers()]
        return servers + [
            Kept(name, lambda name=name: self.parts[name].has_ended(), lambda name=name: self.renew(name), began=now)  # type: ignore[misc]
            for name in self.parts
        ]

    def renew(self, name: str) -> None:
        """Start a part again, after the end of what its last process has left behind."""
        self.parts[name].stop()
        self.parts[name] = self.made[name]()

    def keep_open(self) -> None:
        """Start again whatever ends, until Ctrl-C (KeyboardInterrupt)."""
        kept, rotated = self.kept(), time.monotonic()
        while True:
            for each in kept:
                for sentence in each.look(time.monotonic()):
                    self.say(sentence)
            if time.monotonic() - rotated > ROTATE_EVERY:
                rotated = time.monotonic()
                for server in self.machine.servers():
                    rotate(server.log)
            self.stopper.check()
            time.sleep(LOOK_EVERY)

    def stop(self) -> None:
        """Stop everything: web and beat first, then the worker after its current tasks, then the servers."""
        for name in ("web", "beat", "worker"):
            if part := self.parts.get(name):
                part.stop()
                self.say(f"{name} stopped")
        self.machine.stop()
        self.say("everything stopped")


class Stopper:
    """Handles SIGINT, SIGTERM and SIGHUP as one orderly stop.

    The signal raises KeyboardInterrupt and is remembered: Python loses exceptions raised in finalizers, and a library
    may replace it with another. So every loop calls `check` too.
    """

    SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def __init__(self) -> None:
        self.asked = False
        self.deaf = False  # while the stop is under way

    def __enter__(self) -> Self:
        self.before = [signal.signal(each, self.hear) for each in self.SIGNALS]
        return self

    def __exit__(self, *_: object) -> None:
        for each, handler in zip(self.SIGNALS, self.before, strict=True):
            signal.signal(each, handler)

    def hear(self, *_: object) -> None:
        """The signal handler."""
        self.asked = True
        if not self.deaf:
            raise KeyboardInterrupt

    def check(self) -> None:
        """Raise KeyboardInterrupt if a signal has come."""
        if self.asked:
            raise KeyboardInterrupt


def free_port(port: int) -> int:
    """The port, once nobody has it, or any free one for 0. Raises CommandError if it stays taken."""
    last = time.monotonic() + PORT_PATIENCE
    while True:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
                return int(probe.getsockname()[1])
            except (OSError, OverflowError) as error:
                if time.monotonic() > last:
                    raise CommandError(
                        f"Port {port} cannot be had ({error}). Choose another: --port {max(port + 1, 8001)}"
                    ) from error
        time.sleep(0.1)


def web_answers(port: int) -> bool:
    """Whether the web server answers and reaches its database."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def has_all_tables() -> bool:
    """Whether every migration on disk is applied."""
    loader = MigrationLoader(connections["default"])
    return loader.disk_migrations.keys() <= loader.applied_migrations.keys()


def collect_static_files() -> None:
    """Collect the static files, unless they are unchanged since the last time."""
    root = Path(settings.STATIC_ROOT)
    digest = hashlib.sha256()
    for finder in get_finders():
        for name, storage in finder.list(StaticFilesConfig.ignore_patterns):
            seen = Path(storage.path(name)).stat()
            digest.update(f"{name} {seen.st_size} {seen.st_mtime_ns}\n".encode())
    note = root / ".collected"
    if note.exists() and note.read_text(encoding="ascii") == digest.hexdigest():
        return
    call_command("collectstatic", interactive=False, verbosity=0, clear=root.exists())
    root.mkdir(parents=True, exist_ok=True)
    note.write_text(digest.hexdigest(), encoding="ascii")
