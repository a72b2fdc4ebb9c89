"""A throw-away PostgreSQL for the session, so that the tests run on what production runs on."""

import contextlib
import gc
import os
import shutil
import signal
import time
from collections import Counter
from collections.abc import Iterator
from itertools import chain, groupby
from typing import Any

import hypothesis
import pytest
from django.core.cache import cache
from django.db.models import Model
from django.middleware import csrf
from django.test import TransactionTestCase
from psycopg._preparing import PrepareManager
from pytest_django import DjangoDbBlocker

from casino import environment, grants
from casino.management.command_line import GATE
from tests import ahead, databases, syntax

SAVEPOINTS = (b"SAVEPOINT ", b"RELEASE SAVEPOINT ", b"ROLLBACK TO SAVEPOINT ")

gc.disable()  # while six thousand tests are collected: see `pytest_collection_finish`
# A busy machine is no defect (no deadline), and CI finds tomorrow what it found today (derandomize).
hypothesis.settings.register_profile("house", deadline=None, print_blob=True, derandomize=bool(os.environ.get("CI")))
hypothesis.settings.register_profile("gate", hypothesis.settings.get_profile("house"), max_examples=25)
hypothesis.settings.load_profile("house")


def pytest_configure(config: pytest.Config) -> None:
    """The gate tries fewer examples of each property; what all workers need is made before they start."""
    if config.option.markexpr == GATE:
        hypothesis.settings.load_profile("gate")
    if config.getoption("numprocesses", None) and not config.option.collectonly:
        ahead.write_bytecode(config)
        if not environment.text("DATABASE_URL"):
            ahead.make_template(config)


# A shell starts what it puts in the background deaf to Ctrl-C, and every process that a test starts would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Modules and test items stay until the end: the garbage collector need not look at them again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 20)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every worker begins with long tests: one with those that start servers, which wait while another computes.

    xdist gives each worker an equal number in the order of this list, and whoever is done takes from the end of
    another's. Long tests of one file stay together, since they share what was built for them; so do those that read our
    files' syntax trees.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1:
        return
    services = [item for item in items if item.get_closest_marker("services")]
    readers = [item for item in items if item.get_closest_marker("source")]
    long = [item for item in items if item.get_closest_marker("release") and item not in services + readers]
    short = [item for item in items if item not in services + readers + long]
    files = [readers, *(list(of_one) for _path, of_one in groupby(long, key=lambda item: item.path))]
    left = len(items)
    items.clear()
    for number, first in enumerate([services, *(list(chain(*files[n :: workers - 1])) for n in range(workers - 1))]):
        size = left // (workers - number)
        left -= size
        items += first + short[: max(size - len(first), 0)]
        del short[: max(size - len(first), 0)]


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
        patch.setattr(TransactionTestCase, "_should_reload_connections", lambda _: False)
        yield


@pytest.fixture(autouse=True)
def nothing_kept_of_another_database() -> None:
    """Processes keep what boards and walls show, by ids; each test has a database of its own."""
    from casino.selectors import decisions
    from tables.board.pages import sheets
    from tables.board.selectors import board

    board.forget()
    sheets.forget()
    decisions.forget()
    cache.clear()


@pytest.fixture(scope="module", autouse=True)
def syntax_trees_for_those_who_read_them(request: pytest.FixtureRequest) -> None:
    """They stay from one module that is marked `source` to the next."""
    syntax.keep() if request.node.get_closest_marker("source") else syntax.forget()


@pytest.fixture(scope="session", autouse=True)
def rows_are_saved_with_the_rights_of_the_application() -> Iterator[None]:
    """Tests work as the tables' owner: an UPDATE that the application has no right to fails here, not in a house."""
    update = Model._do_update

    def checked(row: Model, queryset: Any, using: str, key: Any, values: list[Any], *others: Any) -> bool:
        rights = grants.decided(row._meta.db_table)
        if rights is not None and rights.columns:
            wrong = {field.attname for field, *_value in values} - set(rights.columns)
            assert not wrong, f"{row._meta.label}: the application may not change {sorted(wrong)}"
        return update(row, queryset, using, key, values, *others)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Model, "_do_update", checked)
        yield


@pytest.fixture(scope="session", autouse=True)
def tokens_of_forms_spell_no_words() -> Iterator[None]:
    """Of all letters and digits, a token spells now and then what a page must not hold: "T08", in one page of 2,000."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(csrf, "CSRF_ALLOWED_CHARS", "QX")
        yield


@pytest.fixture(scope="session", autouse=True)
def statements_stay_prepared() -> Iterator[None]:
    """A prepared statement survives the rollback that ends each test and each refusal, and all others.

    By default psycopg deallocates every prepared statement after a rollback, because a table may have been dropped and
    created again, and keeps a hundred.  PostgreSQL would then plan each statement again.  Savepoints, each with a name
    of its own, are not counted: they would take the place of statements that come again.
    """
    discards, counts = PrepareManager._should_discard, PrepareManager.maybe_add_to_cache

    def unless_rolled_back(prepared: PrepareManager, prepare: Any, results: Any) -> bool:
        rolled_back = [result.command_status for result in results] == [b"ROLLBACK"]
        return not rolled_back and discards(prepared, prepare, results)

    def unless_savepoint(prepared: PrepareManager, query: Any, *others: Any) -> Any:
        return None if query.query.startswith(SAVEPOINTS) else counts(prepared, query, *others)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PrepareManager, "_should_discard", unless_rolled_back)
        patch.setattr(PrepareManager, "maybe_add_to_cache", unless_savepoint)
        patch.setattr(PrepareManager, "prepared_max", 10_000)
        yield


# --- how often each test ran: once; and how long each worker: they should end together ------------------------------
_ended: dict[str, float] = {}
_began = time.monotonic()
_executed: Counter[str] = Counter()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Count how often a test was begun."""
    if report.when == "setup":
        _executed[report.nodeid] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a worker: tell the controller."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["seconds"] = time.monotonic() - _began


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """In the controller: a worker has ended; once all have, what they shared is deleted."""
    _ended[node.gateway.id] = getattr(node, "workeroutput", {}).get("seconds", 0.0)
    if len(_ended) == len(node.config.getoption("tx")):
        shutil.rmtree(databases.common_folder(node.workerinput["testrunuid"]), ignore_errors=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line about the workers, and one about the tests."""
    terminalreporter.write_line(f"{_executed.total()} tests were executed, {len(_executed)} different ones")
    if _ended:
        terminalreporter.write_line(
            ", ".join(f"{name} ran {seconds:.0f} s" for name, seconds in sorted(_ended.items()))
        )
