"""A throw-away PostgreSQL for the session, so that the tests run on what production runs on."""

import contextlib
import os
import signal
from collections.abc import Iterator

import hypothesis
import pytest
from django.test import TransactionTestCase
from pytest_django import DjangoDbBlocker

from casino.embedded.command_line import GATE
from tests import databases

# A busy machine is no defect (no deadline), and CI finds tomorrow what it found today (derandomize).
hypothesis.settings.register_profile("house", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.register_profile("gate", hypothesis.settings.get_profile("house"), max_examples=25)
hypothesis.settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    """The gate tries fewer examples of each property."""
    if config.option.markexpr == GATE:
        hypothesis.settings.load_profile("gate")


# A shell starts what it puts in the background deaf to Ctrl-C, and every process that a test starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


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
def fresh_database_for_tests_that_commit() -> Iterator[None]:
    """Give a `transaction=True` test a database of its own, instead of emptying a hundred tables after it."""
    own = contextlib.ExitStack()
    with own, pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_setup", lambda: own.enter_context(databases.fresh()))
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: own.close())
        yield
