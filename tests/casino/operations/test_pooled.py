"""The backend for a pooler: what a connection opens or sets is over with its transaction; no pooler is needed here."""

import copy
from collections.abc import Iterator

import pytest
from django.db import OperationalError, connection

from casino.pooled.base import DatabaseWrapper
from casino.settings.services import UNLIMITED_MS
from tests import outages

pytestmark = pytest.mark.django_db
MANY = "SELECT generate_series(1, 5000)"


@pytest.fixture
def pooled(db: None) -> Iterator[DatabaseWrapper]:
    """A connection of its own, to a role with the limits of a request."""
    line = DatabaseWrapper(copy.deepcopy(connection.settings_dict) | {"LIFTED_MS": UNLIMITED_MS}, "default")
    line.settings_dict["OPTIONS"]["options"] += " -c statement_timeout=20s"
    yield line
    line.close()


def asked(line: DatabaseWrapper, question: str) -> object:
    with line.cursor() as cursor:
        cursor.execute(question)
        (answer,) = cursor.fetchone()
    return answer


@pytest.mark.parametrize("commits_each", [True, False])
def test_a_cursor_is_left_in_no_session_that_another_gets(pooled: DatabaseWrapper, *, commits_each: bool) -> None:
    """Django's own would be WITH HOLD outside a transaction."""
    pooled.set_autocommit(commits_each)
    with pooled.chunked_cursor() as cursor:
        cursor.execute(MANY)
        assert len(cursor.fetchmany(10)) == 10
        assert asked(pooled, "SELECT count(*) FROM pg_cursors WHERE is_holdable") == 0
        assert asked(pooled, "SELECT count(*) FROM pg_cursors") == (0 if commits_each else 1)
        assert len(cursor.fetchall()) == 4_990


def test_the_limits_of_a_request_are_lifted_for_the_transaction_alone(pooled: DatabaseWrapper) -> None:
    assert asked(pooled, "SHOW statement_timeout") == "20s"
    pooled.set_autocommit(False)
    with pooled.cursor() as cursor:  # refused after any query
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
    assert asked(pooled, "SHOW statement_timeout") == "0"
    pooled.rollback()
    pooled.set_autocommit(True)
    assert asked(pooled, "SHOW statement_timeout") == "20s"
    pooled.settings_dict["LIFTED_MS"] = {}  # a web server
    pooled.set_autocommit(False)
    assert asked(pooled, "SHOW statement_timeout") == "20s"


def test_a_connection_that_is_lost_at_the_begin_is_made_again(pooled: DatabaseWrapper) -> None:
    """Else psycopg would be in a transaction of which Django knows nothing."""
    assert asked(pooled, "SELECT 1") == 1
    outages.end_backend(pooled)
    with pytest.raises(OperationalError):
        pooled.set_autocommit(False)
    assert asked(pooled, "SELECT 1") == 1
    assert pooled.get_autocommit()
