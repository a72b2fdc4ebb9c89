"""Long reads on a second PostgreSQL that follows the first: who asks it, what is never late, what happens without."""

import logging
import os
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from threading import Timer
from typing import Any

import psycopg
import pytest
from django.db import InternalError, connections
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoDbBlocker

from accounting.models import House
from accounting.proof.services import proofs
from accounting.reports.selectors import reports
from accounting.reports.selectors.figures import By, Report, Subject
from accounting.reports.services import rollups
from casino import environment, membership, replica
from casino.embedded import binaries
from casino.embedded.postgres import Cluster
from casino.embedded.processes import until
from casino.models import User
from casino.settings import services
from tables.audit.services import audits
from tests import builders, databases
from tests.patience import PATIENCE_S
from tests.played_house import played_house

pytestmark = [pytest.mark.services, pytest.mark.release("starts two servers of its own")]

HANDS = 20


class Pair:
    """A server in which some hands were played, and one that follows it."""

    def __init__(self, folder: Path) -> None:
        followed = {"wal_level": "replica", "max_wal_senders": "4", "synchronous_commit": "on"}
        self.main = Cluster(folder / "main", durable=False, database=databases.MIGRATED, settings=followed)
        self.copy = Cluster(folder / "copy", durable=False, database=databases.MIGRATED, settings=followed)
        databases.copy_cluster(databases.kept(), self.main)
        self.main.start()

    def follow(self) -> None:
        """Lay out the second server and start it."""
        self.copy.make_folders()
        program = binaries.postgres_folder() / "pg_basebackup"
        argv = [program, "-d", self.main.url("postgres"), "-D", self.copy.folder, "-R", "-c", "fast", "--no-sync"]
        subprocess.run([str(word) for word in argv], check=True)
        if self.copy.account:
            for path in (self.copy.folder, *self.copy.folder.rglob("*")):
                os.chown(path, self.copy.account.uid, self.copy.account.gid)
        self.copy.start()

    def on_copy(self, statement: str) -> Any:
        with psycopg.connect(self.copy.url(), autocommit=True) as there:
            row = there.execute(statement).fetchone()  # type: ignore[arg-type]
        return row and row[0]


@contextmanager
def _connected(alias: str, place: dict[str, Any] | None) -> Iterator[None]:
    """`alias` leads there for the block; None: there is no such alias."""
    before, outer = connections.settings.get(alias), getattr(connections._connections, alias, None)
    if place is None:
        connections.settings.pop(alias, None)
    else:
        connections.settings[alias] = connections.settings["default"] | place
        connections[alias] = connections.create_connection(alias)
    membership.forget_rows()
    try:
        yield
    finally:
        membership.forget_rows()
        if place is not None:
            connections[alias].close()
            del connections[alias]
        if before is not None:
            connections.settings[alias] = before
            connections[alias] = outer
        else:
            connections.settings.pop(alias, None)


@pytest.fixture(scope="module")
def pair(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    pair = Pair(tmp_path_factory.mktemp("pair"))
    try:
        with django_db_blocker.unblock(), _connected("default", environment.database(pair.main.url())):
            played_house(HANDS)
            rollups.roll_up()
            pair.follow()
            yield pair
    finally:
        pair.copy.stop()
        pair.main.stop()


@contextmanager
def _following(pair: Pair) -> Iterator[None]:
    with _connected(replica.ALIAS, services.read_only(environment.database(pair.copy.url()))):
        assert until(lambda: replica.behind() == timedelta(0), PATIENCE_S)
        yield


@pytest.fixture
def followed(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pair]:
    """The house reads from the second server."""
    monkeypatch.setattr(replica, "pause", type(replica.pause)())
    monkeypatch.setattr(replica, "PATIENCE_S", 0.5)
    with _following(pair):
        yield pair
        if not pair.copy.has_ended():
            pair.on_copy("SELECT pg_wal_replay_resume()")


@contextmanager
def asked() -> Iterator[Counter[str]]:
    """Statements by the server that was asked."""
    found: Counter[str] = Counter()

    def note(alias: str) -> Callable[..., Any]:
        def run(execute: Callable[..., Any], *of: Any) -> Any:
            found[alias] += 1
            return execute(*of)

        return run

    main, copy = connections["default"], connections[replica.ALIAS]
    with main.execute_wrapper(note("main")), copy.execute_wrapper(note("replica")):
        yield found


def house() -> House:
    return House.objects.get()


def manager() -> User:
    return User.objects.filter(roles__contains=["manager"]).order_by("pk")[0]


def month() -> Report:
    return reports.report(subject=Subject.RAKE, by=By.TABLE, house_id=house().pk, actor=manager())


def seen() -> int:
    """The people that a read finds."""
    return User.objects.count()


class TestWhoReadsThere:
    def test_a_report_the_audit_and_the_proof_give_what_the_database_gives(self, pair: Pair) -> None:
        own = month(), proofs.prove(), audits.audit(day_id=None, actor=None)
        with _following(pair), asked() as found:
            there = month(), proofs.prove(), audits.audit(day_id=None, actor=None)
        assert there == own
        assert own[0].rows
        assert own[1].ok
        assert own[2].hands > HANDS - 2
        assert found["replica"] > 50
        assert found["main"] < found["replica"] / 2, "pieces are taken and kept in the database"

    def test_nothing_is_written_there(self, followed: Pair) -> None:
        before = seen()
        with pytest.raises(InternalError, match="read-only transaction"), replica.reading():
            User.objects.create(username="nobody")
        assert seen() == before

    def test_not_even_if_the_address_is_the_databases_own(self, pair: Pair) -> None:
        place = services.read_only(environment.database(pair.main.url()))
        with (
            _connected(replica.ALIAS, place),
            pytest.raises(InternalError, match="read-only"),
            connections[replica.ALIAS].cursor() as cursor,
        ):
            cursor.execute("DELETE FROM casino_user")

    def test_what_a_transaction_has_written_is_read_where_it_stands(self, followed: Pair) -> None:
        with databases.rolled_back():
            builders.user("floor", "in-a-transaction")
            with replica.reading() as is_replica:
                assert not is_replica
                assert User.objects.filter(username="in-a-transaction").exists()


class TestLate:
    @pytest.fixture
    def stopped(self, followed: Pair) -> Pair:
        """The second server gets everything and applies nothing; somebody was hired just before, somebody meanwhile."""
        builders.user("floor", f"new-{seen()}")
        assert until(lambda: replica.behind() == timedelta(0), PATIENCE_S), "what it has applied last is a moment old"
        followed.on_copy("SELECT pg_wal_replay_pause()")
        assert until(lambda: followed.on_copy("SELECT pg_get_wal_replay_pause_state()") == "paused", PATIENCE_S)
        builders.user("floor", f"new-{seen()}")
        return followed

    def test_the_first_commit_after_an_idle_minute_is_awaited_for_a_moment(
        self, stopped: Pair, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """How late it is is counted from the last commit it has applied, which is long ago where nobody wrote."""
        monkeypatch.setattr(replica, "MOST_BEHIND", timedelta(microseconds=1))
        monkeypatch.setattr(replica, "MOMENT_S", PATIENCE_S)
        resuming = Timer(0.2, stopped.on_copy, ["SELECT pg_wal_replay_resume()"])
        resuming.start()
        with replica.reading() as is_replica:
            assert is_replica
            there = seen()
        resuming.join()
        assert there == seen()
        assert not caplog.records

    def test_a_report_may_miss_the_last_minute_and_its_page_says_so(self, stopped: Pair) -> None:
        with replica.reading() as is_replica:
            assert is_replica
            late = seen()
        assert late == seen() - 1
        behind = replica.behind()
        assert behind is not None
        assert behind > timedelta(0)
        client = Client()
        client.force_login(manager())
        page = client.get(reverse("management:reports")).content.decode()
        assert "aus einer Kopie gelesen, die" in page

    def test_a_report_that_would_miss_more_is_read_in_the_database(
        self, stopped: Pair, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(replica, "MOST_BEHIND", timedelta(microseconds=1))
        with replica.reading() as is_replica:
            assert not is_replica
        assert replica.behind() is None

    def test_a_proof_that_would_miss_a_row_is_made_in_the_database(self, stopped: Pair) -> None:
        with replica.reading(caught_up=True) as is_replica:
            assert not is_replica
        with asked() as found:
            assert proofs.prove().ok
        assert not found["replica"]

    def test_a_proof_waits_a_moment_for_the_last_rows(self, stopped: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(replica, "PATIENCE_S", PATIENCE_S)
        resuming = Timer(0.3, stopped.on_copy, ["SELECT pg_wal_replay_resume()"])
        resuming.start()
        with replica.reading(caught_up=True) as is_replica:
            assert is_replica
            there = seen()
        resuming.join()
        assert there == seen()


class TestWithout:
    def test_a_server_that_does_not_answer_is_left_alone_for_a_while(
        self, followed: Pair, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        expected = month()
        followed.copy.stop()
        with caplog.at_level(logging.WARNING, logger=replica.__name__):
            assert [month() for _time in range(3)] == [expected] * 3
        assert [record.message[:24] for record in caplog.records] == ["The replica is left alon"]
        assert replica.behind() is None
        followed.copy.start()
        monkeypatch.setattr(replica.pause, "ends_at", 0.0)
        monkeypatch.setattr(replica, "MOMENT_S", PATIENCE_S)  # it may have a moment's log to fetch first
        with replica.reading() as is_replica:
            assert is_replica

    def test_a_server_that_follows_no_other_is_not_asked(
        self, pair: Pair, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A replica that was promoted goes its own way: its figures are another house's."""
        monkeypatch.setattr(replica, "pause", type(replica.pause)())
        place = services.read_only(environment.database(pair.main.url()))
        with _connected(replica.ALIAS, place), caplog.at_level(logging.WARNING), replica.reading() as is_replica:
            assert not is_replica
        assert "follows no other server" in caplog.text

    def test_a_house_without_one_reads_in_the_database(self, pair: Pair) -> None:
        with replica.reading() as is_replica:
            assert not is_replica
        assert replica.behind() is None
