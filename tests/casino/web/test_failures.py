"""What is told when the database fails: never that nothing was changed, unless that is known."""

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import InterfaceError, InternalError, OperationalError, ProgrammingError, connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from casino import failures, log_lines, transactions
from casino.models import LoginEvent, User
from casino.transactions import use_case
from tests import outages

NOTE = "/api/v1/tables/4/note/"
Person = Callable[..., User]
SignedIn = Callable[[User], APIClient]


def notes() -> int:
    return LoginEvent.objects.filter(kind="pin").count()


def send(client: APIClient, key: str = "k") -> Any:
    return client.post(NOTE, {"username": "a", "version": 7}, format="json", HTTP_IDEMPOTENCY_KEY=key)


def caused(error: Exception, sqlstate: str | None) -> Exception:
    error.__cause__ = type("Cause", (Exception,), {"sqlstate": sqlstate})()
    return error


@pytest.mark.parametrize(
    ("error", "booked", "told"),
    [
        (caused(OperationalError("gone"), None), False, (503, "unavailable")),
        (caused(OperationalError("gone"), None), True, (503, "outcome_unknown")),
        (caused(OperationalError("full"), "53100"), False, (507, "disk_full")),
        (caused(OperationalError("full"), "53100"), True, (503, "outcome_unknown")),
        (caused(InternalError("read only"), "25006"), False, (503, "unavailable")),
        (InterfaceError("the connection is closed"), False, (503, "unavailable")),
        (caused(ProgrammingError("no such column"), "42703"), False, (500, "our_mistake")),
        (RuntimeError("oops"), False, (500, "our_mistake")),
        (RuntimeError("oops"), True, (500, "our_mistake")),
        (None, False, (500, "our_mistake")),
    ],
)
def test_a_failure_is_told_by_what_is_known(error: Exception | None, booked: bool, told: tuple[int, str]) -> None:
    failure = failures.failure(error, may_have_committed=booked)
    assert (failure.status, failure.code) == told
    assert ("Nothing was changed" in failure.sentence) == (not booked)


@pytest.mark.django_db(transaction=True)
@pytest.mark.urls("tests.casino.command_views")
class TestACommand:
    @pytest.fixture
    def client(self, person: Person, signed_in: SignedIn) -> APIClient:
        client = signed_in(person("floor"))
        client.raise_request_exception = False
        return client

    def test_whose_commit_was_not_answered_is_unknown_and_done_once(self, client: APIClient) -> None:
        with outages.commit_without_answer():
            answer = send(client)
        assert (answer.status_code, json.loads(answer.content)["code"]) == (503, "outcome_unknown")
        assert answer["Retry-After"] == "2"
        assert "not known" in json.loads(answer.content)["detail"]
        assert notes() == 1, "it was booked"
        again = send(client)
        assert (again.status_code, again["Idempotent-Replayed"]) == (201, "true")
        assert notes() == 1

    def test_whose_connection_was_lost_before_it_began_is_done(self, client: APIClient) -> None:
        """The question about the token is also the check of the connection, which is opened again."""
        assert send(client, "first").status_code == 201
        outages.end_backend()
        with CaptureQueriesContext(connection) as sent:
            assert send(client).status_code == 201
        assert not [one for one in sent if one["sql"] == "SELECT 1"]
        assert notes() == 2

    def test_that_never_reached_its_commit_is_unknown_too(self, client: APIClient) -> None:
        """The client of a server that does not answer cannot know how far it came."""
        with outages.lost_before_commit():
            answer = send(client)
        assert json.loads(answer.content)["code"] == "outcome_unknown"
        assert notes() == 0
        assert send(client).status_code == 201
        assert notes() == 1

    def test_that_lost_its_connection_before_is_undone_and_says_so(
        self, client: APIClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        create = LoginEvent.objects.create

        def lost(**values: Any) -> LoginEvent:
            row = create(**values)
            outages.end_backend()
            create(**values)
            return row

        with monkeypatch.context() as patch:
            patch.setattr(LoginEvent.objects, "create", lost)
            answer = send(client)
        assert (answer.status_code, json.loads(answer.content)["code"]) == (503, "unavailable")
        assert "Nothing was changed" in json.loads(answer.content)["detail"]
        assert notes() == 0
        assert send(client).status_code == 201

    def test_that_the_server_refuses_to_commit_is_known_to_be_undone(self) -> None:
        @use_case(None)
        def doomed() -> None:
            connection.cursor().execute(
                "CREATE TEMPORARY TABLE once_only (id int UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP"
            )
            connection.cursor().execute("INSERT INTO once_only VALUES (1), (1)")

        transactions.begin_request()
        with pytest.raises(Exception, match="once_only"):
            doomed()
        assert not transactions.may_have_committed()

    def test_of_ours_that_fails_after_the_commit_does_not_deny_it(
        self, client: APIClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from casino.api import commands

        monkeypatch.setattr(commands, "HttpResponse", None)
        answer = send(client)
        assert (answer.status_code, json.loads(answer.content)["code"]) == (500, "our_mistake")
        assert "after this was booked" in json.loads(answer.content)["detail"]
        assert notes() == 1

    def test_what_one_request_committed_says_nothing_about_the_next(
        self, client: APIClient, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert send(client).status_code == 201
        monkeypatch.setattr("tests.casino.command_views.note", None)
        assert "Nothing was changed" in json.loads(send(client, "other").content)["detail"]


@pytest.fixture
def lines() -> Iterator[list[str]]:
    """The text of each line that the console would print."""
    found: list[str] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(logging.Formatter("%(message)s").format(record))

    kept = Kept()
    kept.addFilter(log_lines.OneLine())
    logging.getLogger().addHandler(kept)
    yield found
    logging.getLogger().removeHandler(kept)


def test_a_failure_of_the_database_is_one_line_of_the_log(lines: list[str]) -> None:
    log = logging.getLogger("casino.test")
    for error in (OperationalError("server closed the connection\n\tThis probably means"), RuntimeError("ours")):
        log.error("Failed: %s", "/cage/", exc_info=error)
    assert lines[0] == "Failed: /cage/: server closed the connection"
    assert lines[1].endswith("\nRuntimeError: ours"), "a mistake of ours keeps its traceback"
