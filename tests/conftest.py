"""A throw-away PostgreSQL for the session, so that the tests run on what production runs on."""

import contextlib
import gc
import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
from django.test import TransactionTestCase
from pytest_django import DjangoDbBlocker

from casino import environment
from casino.embedded.command_line import GATE
from tests import ahead, databases

# A busy machine is no defect (no deadline), and CI finds tomorrow what it found today (derandomize).
hypothesis.settings.register_profile("house", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.register_profile("gate", hypothesis.settings.get_profile("house"), max_examples=25)
hypothesis.settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    """The gate tries fewer examples of each property; what all workers need is made before they start."""
    if config.option.markexpr == GATE:
        hypothesis.settings.load_profile("gate")
    if config.getoption("numprocesses", None) and not config.option.collectonly:
        ahead.rewrite_asserts(config)
        if not environment.text("DATABASE_URL"):
            ahead.make_template(config)


# A shell starts what it puts in the background deaf to Ctrl-C, and every process that a test starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Modules and test items stay until the end: the garbage collector need not look at them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that start servers: they wait while the other core computes; at the end one would idle."""
    items.sort(key=lambda item: item.get_closest_marker("services") is None)


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Copies of one migrated database instead of pytest-django's, which migrates a new one for each worker."""
    with django_db_blocker.unblock(), databases.server():
        yield


@pytest.fixture(scope="session", autouse=True)
def own_database_for_tests_that_commit() -> Iterator[None]:
    """Give a `transaction=True` test another database, and delete its rows instead of truncating a hundred tables."""
    own = contextlib.ExitStack()
    with own, pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_setup", lambda: own.enter_context(databases.committing()))
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: own.close())
        yield


# --- how long each worker ran: they should end together ---------------------------------------------------------------
_ended: dict[str, float] = {}
_began = time.monotonic()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a worker: tell the controller."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["seconds"] = time.monotonic() - _began


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """In the controller: a worker has ended."""
    _ended[node.gateway.id] = getattr(node, "workeroutput", {}).get("seconds", 0.0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line about the workers."""
    if _ended:
        terminalreporter.write_line(
            ", ".join(f"{name} ran {seconds:.0f} s" for name, seconds in sorted(_ended.items()))
        )
