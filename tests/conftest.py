"""A throw-away PostgreSQL for the session, so that the tests run on what production runs on."""

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from django.conf import settings
from django.db import connections
from django.db.backends.postgresql.operations import DatabaseOperations

from casino import environment
from casino.embedded.postgres import Cluster

# A busy machine is no defect (no deadline), and CI finds tomorrow what it found today (derandomize).
hypothesis.settings.register_profile("house", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.load_profile("house")

# A shell starts what it puts in the background deaf to Ctrl-C, and every process that a test starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that start servers: they wait while the other core computes; at the end one would idle."""
    items.sort(key=lambda item: item.get_closest_marker("services") is None)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL of this session (and of this xdist worker) alone; nothing is forced to disk."""
    folder = Path(tempfile.mkdtemp(prefix="casino-test-"))
    server = Cluster(folder, durable=False, database="postgres")
    try:
        yield server.start()
    finally:
        server.stop()
        shutil.rmtree(server.state, ignore_errors=True)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    request: pytest.FixtureRequest, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Point Django at the throw-away server, unless DATABASE_URL names a real one."""
    if environment.text("DATABASE_URL"):
        return
    address = environment.database(request.getfixturevalue("cluster").url())
    place = {name: address[name] for name in ("HOST", "PORT", "USER", "PASSWORD", "NAME")}
    for target in (settings.DATABASES["default"], connections["default"].settings_dict):
        target.update(place)


@pytest.fixture(scope="session", autouse=True)
def emptied_between_transactional_tests() -> Iterator[None]:
    """Let Django empty the tables after a `transaction=True` test, and nobody else.

    The ledger refuses UPDATE, DELETE and TRUNCATE by triggers (DESIGN.md §4). Only the statements of Django's flush run
    with triggers off, for their own transaction; within a test every guard stands.
    """
    plain = DatabaseOperations.sql_flush

    def sql_flush(self: DatabaseOperations, *args: Any, **options: Any) -> list[str]:
        statements = plain(self, *args, **options)
        return ["SET LOCAL session_replication_role = replica", *statements] if statements else []

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "sql_flush", sql_flush)
        yield


@pytest.fixture(scope="session")
def django_db_keepdb(request: pytest.FixtureRequest) -> bool:
    """The whole server is thrown away: nothing to drop, no connection to wait for."""
    return not environment.text("DATABASE_URL") or bool(request.config.getvalue("reuse_db"))
