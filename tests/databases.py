"""The tests' databases: migrated once for each state of the migrations, and copied from then on.

A worker's PostgreSQL is a copy of a stopped cluster in the data folder (`.state/tests/`), which holds one database,
`migrated`. Where DATABASE_URL names a server, each worker migrates a template of its own there. Tests work in copies of
that template: most of them in one, each inside a transaction that is rolled back; tests that commit in another.
"""

import contextlib
import copy
import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.core.management import call_command
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from pytest_django import DjangoDbBlocker

from casino import environment, membership
from casino.embedded import binaries
from casino.embedded.machine import Lock
from casino.embedded.postgres import APPLICATION, Cluster
from tests import dumps, kept_rows

World = TypeVar("World")
T = TypeVar("T")
DEFAULT = "default"
_WORKER = os.environ.get("PYTEST_XDIST_WORKER", "alone")
_PREFIX = f"casino_test_{_WORKER}_"
MIGRATED = f"{_PREFIX}migrated" if environment.text("DATABASE_URL") else "migrated"
ROLLED_BACK = f"{_PREFIX}rolled_back"
_worlds: dict[str, str] = {}
_of_committed: dict[str, BaseDatabaseWrapper] = {}


# --- the server -------------------------------------------------------------------------------------------------------
@contextlib.contextmanager
def server() -> Iterator[None]:
    """Point Django at a server that has the template, and at a first copy of it."""
    with _named_server() if environment.text("DATABASE_URL") else _own_server():
        _create(ROLLED_BACK, MIGRATED)
        _place()["NAME"] = ROLLED_BACK
        with rolled_back():
            _keep_an_evening()
        yield
        connection.close()


@contextlib.contextmanager
def _own_server() -> Iterator[None]:
    folder = Path(tempfile.mkdtemp(prefix="casino-test-"))
    cluster = Cluster(folder, durable=False, database="postgres")
    try:
        copy_cluster(kept(), cluster)
        _serve_from(cluster.start())
        yield
    finally:
        cluster.remove()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _named_server() -> Iterator[None]:
    _create(MIGRATED, "template0")
    _migrate()
    try:
        yield
    finally:
        for name in (MIGRATED, ROLLED_BACK, *_worlds.values()):
            _drop(name)


def _serve_from(cluster: Cluster) -> None:
    address = environment.database(cluster.url())
    _place().update({name: address[name] for name in ("HOST", "PORT", "USER", "PASSWORD", "NAME")})


def copy_cluster(source: Cluster, target: Cluster) -> None:
    target.make_folders()
    shutil.copytree(source.folder, target.folder)
    target.take_over()


# --- the template -----------------------------------------------------------------------------------------------------
def digest() -> str:
    """What the template is made of: migrations, models (their permissions), grants, the packages' versions."""
    root = environment.ROOT
    patterns = (
        "*/migrations/*.py",
        "*/models/**/*.py",
        "casino/guards.py",
        "casino/operations.py",
        "*/grants.py",
        "casino/services/database*.py",
        "requirements-dev*.txt",
    )
    made_of = hashlib.sha256(str(binaries.postgres_major(binaries.postgres_folder())).encode())
    for path in sorted(path for pattern in patterns for path in root.glob(pattern)):
        made_of.update(f"{path.relative_to(root)}\n".encode() + path.read_bytes())
    return made_of.hexdigest()[:16]


def kept() -> Cluster:
    """The stopped cluster with the template; made once for each digest, older ones are deleted.

    Its files need not lie in its folder (`Cluster.state`), so the folder stays as the record that it was made.
    """
    folder = environment.data_folder() / "tests"
    cluster = Cluster(folder / digest(), durable=False, database="postgres")
    complete = cluster.state / "complete"
    lock = Lock(folder / "lock")
    lock.take(fcntl.LOCK_EX)
    try:
        if not complete.exists():
            for old in folder.glob("*/"):
                Cluster(old).remove()
                shutil.rmtree(old)
            (folder / digest()).mkdir()
            with cluster:
                _serve_from(cluster)
                _create(MIGRATED, "template0")
                _migrate()
            complete.touch()
    finally:
        lock.release()
    return cluster


def _migrate() -> None:
    _place()["NAME"] = MIGRATED
    call_command("migrate", verbosity=0, interactive=False)
    call_command("grants", role=APPLICATION, verbosity=0)
    connection.close()


# --- copies -----------------------------------------------------------------------------------------------------------
@contextlib.contextmanager
def committing() -> Iterator[None]:
    """The database of the tests that commit; afterwards it is as empty as before.

    Deleting the few rows that a test left costs less than a new copy, or than truncating a hundred tables.  So does
    going on with one connection, which knows the tables and has its statements prepared.
    """
    committed = world("committed", _kept_and_emptied)
    connected = _of_committed.setdefault(committed, _another_connection(committed))
    with _instead(connected):
        try:
            yield
        finally:
            _as_at_first(connected)
            _empty()


def _as_at_first(connected: BaseDatabaseWrapper) -> None:
    """Whatever a test has set, begun or broken."""
    connected.set_autocommit(True)
    if not connected.is_usable():
        connected.close()
    with connected.cursor() as cursor:
        cursor.execute("SET SESSION AUTHORIZATION DEFAULT; RESET ALL; DISCARD TEMP; SELECT pg_advisory_unlock_all()")


def _keep_an_evening() -> None:
    """What most tests begin with."""
    from tests.builders import evening  # its models are there once Django is

    with kept_rows.keeping():
        evening()


def _kept_and_emptied() -> None:
    _keep_an_evening()
    _empty()


def _empty() -> None:
    """Delete every row that the template has not; the triggers of append-only tables are off for this transaction."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(_EVER_FILLED, [list(kept_rows.OF_THE_TEMPLATE)])
        tables = [table for (table,) in cursor.fetchall()]
        if tables:
            cursor.execute("; ".join(f'DELETE FROM "{table}"' for table in tables))


# Only a table that had rows has a file with pages; vacuum, which gives them back, is off.
_EVER_FILLED = """
SELECT relname FROM pg_class
 WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> ALL(%s) AND pg_relation_size(oid) > 0
"""


@contextlib.contextmanager
def fresh(template: str = MIGRATED) -> Iterator[None]:
    """A new copy of the template, whose commits last until the end of the block; other threads connect to it too."""
    name = f"{_PREFIX}{os.urandom(4).hex()}"
    _create(name, template)
    try:
        with _connected_to(name):
            yield
    finally:
        _drop(name)


def world(name: str, build: Callable[[], object], on: str = MIGRATED) -> str:
    """A template in which `build` was called, a copy of the template `on`; each worker makes it at its first use."""
    if name not in _worlds:
        template = f"{_PREFIX}{name}"
        _create(template, on)
        with _connected_to(template):
            build()
        _worlds[name] = template
    return _worlds[name]


def demo() -> str:
    """The world in which the demo's evenings were played."""
    return common_world("demo", lambda: call_command("demo", verbosity=0))


def common_world(name: str, build: Callable[[], object], on: Callable[[], str] = lambda: MIGRATED) -> str:
    """A world that takes so long to play that one worker plays it and the others copy it, by `pg_dump` and `psql`.

    Where there is one worker, or a server of its own for all, or no such program, each worker plays it.  `on` is the
    world that it goes on from.
    """
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    programs = binaries.postgres_folder()
    if name in _worlds or run is None or environment.text("DATABASE_URL") or not (programs / "pg_dump").exists():
        return _worlds.get(name) or world(name, build, on())
    folder = common_folder(run)
    folder.mkdir(exist_ok=True)
    dump, lock = folder / f"{name}.sql", Lock(folder / f"{name}.lock")
    lock.take(fcntl.LOCK_EX)
    try:
        if dump.exists():
            template = f"{_PREFIX}{name}"
            _create(template, "template0")
            _run(programs / "psql", "--quiet", "--set=ON_ERROR_STOP=1", f"--file={dump}", dumps.url(template))
            _worlds[name] = template
        else:
            world(name, build, on())
            _run(programs / "pg_dump", f"--file={dump}", dumps.url(_worlds[name]))
    finally:
        lock.release()
    return _worlds[name]


def common_facts(name: str, ask: Callable[[], T]) -> T:
    """What takes long to find out about a common world: one worker asks, and the others read its answer (JSON)."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID")
    if run is None or environment.text("DATABASE_URL"):
        return ask()
    folder = common_folder(run)
    folder.mkdir(exist_ok=True)
    kept, lock = folder / f"{name}.json", Lock(folder / f"{name}.json.lock")
    lock.take(fcntl.LOCK_EX)
    try:
        if not kept.exists():
            kept.write_text(json.dumps(ask()), encoding="utf-8")
        found: T = json.loads(kept.read_text(encoding="utf-8"))
    finally:
        lock.release()
    return found


def common_folder(run: str) -> Path:
    """Where the workers of a run keep the worlds that they share."""
    return Path(tempfile.gettempdir()) / f"casino-worlds-{run}"


def _run(*words: object) -> None:
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)


def once(build: Callable[[], World]) -> Callable[..., Iterator[World]]:
    """A fixture of a module or class: `build` is called in a transaction around all its tests.

    Every test of the module sees what was built. A test that changes the database needs the `db` fixture too, whose
    savepoint takes the change back, and a copy of the objects (`copy.deepcopy`) where it changes those.
    """

    @pytest.fixture(scope="module")
    def made(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
        with django_db_blocker.unblock(), rolled_back():
            with kept_rows.keeping():
                world = build()
            yield world

    return made


def shared(build: Callable[[], World]) -> tuple[Callable[..., Iterator[World]], Callable[..., World]]:
    """Two fixtures: what a module's tests begin with, and the copy that each test may change with the database.

    The first is called `built`: `built, evening = databases.shared(builders.evening)`. A module whose tests begin with
    more than its folder's defines a `built` of its own.
    """

    @pytest.fixture
    def copied(built: World, db: None) -> World:
        return copy.deepcopy(built)

    return once(build), copied


@contextlib.contextmanager
def rolled_back() -> Iterator[None]:
    """A transaction that is rolled back at the end, in which durable blocks may stand as in Django's test cases."""
    everything = transaction.atomic()
    everything._from_testcase = True
    with everything:
        yield
        transaction.set_rollback(True)


@contextlib.contextmanager
def _connected_to(name: str) -> Iterator[None]:
    """Another connection for the block; the one before keeps its transaction."""
    connected = _another_connection(name)
    try:
        with _instead(connected):
            yield
    finally:
        connected.close()


def _another_connection(name: str) -> BaseDatabaseWrapper:
    made: BaseDatabaseWrapper = connections.create_connection(DEFAULT)
    made.settings_dict = {**made.settings_dict, "NAME": name}
    return made


@contextlib.contextmanager
def _instead(connected: BaseDatabaseWrapper) -> Iterator[None]:
    """This connection for the block, and its database for the connections of other threads."""
    outer, before = connections[DEFAULT], _place()["NAME"]
    _place()["NAME"] = connected.settings_dict["NAME"]
    connections[DEFAULT] = connected
    membership.forget_rows()
    try:
        yield
    finally:
        membership.forget_rows()
        connections[DEFAULT] = outer
        _place()["NAME"] = before


def _place() -> dict[str, Any]:
    """Where every connection that is made from now on leads to."""
    place: dict[str, Any] = connections.settings[DEFAULT]
    return place


def _create(name: str, template: str) -> None:
    _drop(name)
    _administer(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY FILE_COPY')


def _drop(name: str) -> None:
    _administer(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _administer(statement: str) -> None:
    server_alone: BaseDatabaseWrapper = connections.create_connection(DEFAULT)
    with server_alone._nodb_cursor() as cursor:
        cursor.execute(statement)
