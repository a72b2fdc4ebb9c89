"""A replica that follows nobody, or comes too late, is not read from; the database itself is asked, and for a while."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.db import DatabaseError, OperationalError, connections, transaction
from pytest_django import DjangoDbBlocker

from casino import replica
from casino.selectors import condition, watching

StandIn = Callable[[timedelta | None], None]


@pytest.fixture
def _named(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """DATABASE_REPLICA_URL names the database itself, which follows no other; nobody waits for it."""
    monkeypatch.setattr(replica, "pause", type(replica.pause)())
    monkeypatch.setattr(replica, "PATIENCE_S", 0.0)
    monkeypatch.setattr(replica, "MOMENT_S", 0.0)
    connections.settings[replica.ALIAS] = dict(connections["default"].settings_dict)
    connections[replica.ALIAS] = connections.create_connection(replica.ALIAS)
    with django_db_blocker.unblock():
        yield
        connections["default"].close()
        connections[replica.ALIAS].close()
    del connections[replica.ALIAS]
    del connections.settings[replica.ALIAS]


@pytest.fixture
def behind(_named: None, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    """`behind(late)`: it follows, and says that it is so late (None: for how long, it does not know)."""
    plain = replica._asked

    def make(late: timedelta | None) -> None:
        def asked(place: Any, statement: str, values: tuple[Any, ...] = ()) -> tuple[Any, ...]:
            return (True, late) if statement == replica._BEHIND else plain(place, statement, values)

        monkeypatch.setattr(replica, "_asked", asked)

    return make


@pytest.mark.usefixtures("_named")
def test_a_server_that_follows_no_other_is_left_alone(caplog: pytest.LogCaptureFixture) -> None:
    main = connections["default"]
    with replica.reading() as is_asked:
        assert (is_asked, connections["default"] is main) == (False, True)
    assert "follows no other server" in caplog.text
    assert replica.pause.lasts()


@pytest.mark.usefixtures("_named")
def test_nor_is_it_said_to_be_near() -> None:
    assert replica.behind() is None
    assert replica.pause.lasts()


@pytest.mark.usefixtures("_named")
def test_monitoring_is_told_that_it_never_followed() -> None:
    """The database lists no such replica: without a value `ReplicaBehind` could not be raised."""
    least = condition.since_installation()
    told = watching.DATABASE.read()["casino_replica_lag_seconds"]
    assert least is not None
    assert told is not None
    assert told >= least


def test_monitoring_is_told_how_late_it_is_beyond_what_is_read(behind: StandIn) -> None:
    behind(timedelta(minutes=5))
    assert watching.DATABASE.read()["casino_replica_lag_seconds"] == 300


@pytest.mark.parametrize(
    ("late", "caught_up"),
    [
        (timedelta(minutes=1, seconds=1), False),
        (None, False),
        (timedelta(seconds=1), True),
    ],
)
def test_one_that_comes_too_late_is_left_alone(behind: StandIn, late: timedelta | None, *, caught_up: bool) -> None:
    """A second is too late for whoever must not miss a row."""
    behind(late)
    main = connections["default"]
    with replica.reading(caught_up=caught_up) as is_asked:
        assert (is_asked, connections["default"] is main) == (False, True)
    assert replica.pause.lasts()


def test_how_late_is_told_only_of_one_that_is_read_from(behind: StandIn) -> None:
    for late, told in ((timedelta(seconds=59), timedelta(seconds=59)), (timedelta(seconds=61), None), (None, None)):
        behind(late)
        assert replica.behind() == told
    assert not replica.pause.lasts()


def test_during_the_pause_it_is_not_asked_at_all(behind: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    behind(timedelta(0))
    replica.pause.begin(DatabaseError("it did not answer"))
    with replica.reading() as is_asked:
        assert not is_asked
    assert replica.behind() is None
    monkeypatch.setattr(replica.pause, "ends_at", 0.0)
    with replica.reading() as is_asked:
        assert is_asked


def test_one_that_is_near_is_read_from_unless_a_transaction_is_open(behind: StandIn) -> None:
    """What the transaction has written is not there yet."""
    behind(timedelta(seconds=59))
    main = connections["default"]
    with transaction.atomic():
        with replica.reading() as is_asked:
            assert (is_asked, connections["default"] is main) == (False, True)
        with replica.reading(beside=True) as is_asked:
            assert (is_asked, connections["default"] is connections[replica.ALIAS]) == (True, True)
    with replica.reading() as is_asked:
        assert is_asked
    assert connections["default"] is main


@pytest.mark.parametrize("is_lost", [True, False])
def test_one_that_is_lost_while_it_is_read_is_left_alone_and_the_reader_told(behind: StandIn, *, is_lost: bool) -> None:
    """A mistake of the reader's own is no reason to leave it alone."""
    behind(timedelta(0))
    main = connections["default"]

    def read() -> None:
        with replica.reading():
            connections["default"].ensure_connection()
            if is_lost:
                connections["default"].connection.close()
            raise OperationalError("gone")

    with pytest.raises(OperationalError, match="gone"):
        read()
    assert (replica.pause.lasts(), connections["default"] is main) == (is_lost, True)
