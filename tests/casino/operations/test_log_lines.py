"""Lines of the log: whose request, and no line that somebody else wrote."""

import json
import logging
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from celery import signals
from celery.apps import worker
from celery.utils.log import get_multiprocessing_logger
from django.db import DatabaseError, connection, transaction
from django.test import Client
from granian.log import LogLevels, configure_logging

from casino import celery, environment, log_lines, middleware, web
from casino.models import User
from casino.pages.people import front


@pytest.fixture
def lines() -> Iterator[list[dict[str, Any]]]:
    """What was logged since, as production would write it."""
    found: list[dict[str, Any]] = []

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            found.append(json.loads(log_lines.JsonLine().format(record)))

    kept = Kept()
    kept.addFilter(log_lines.WithRequestId())
    logging.getLogger().addHandler(kept)
    yield found
    logging.getLogger().removeHandler(kept)


def broken(*_given: object, **_named: object) -> None:
    raise RuntimeError("a mistake of ours")


@pytest.mark.django_db
def test_a_line_says_to_which_request_it_belongs(
    client: Client, monkeypatch: pytest.MonkeyPatch, lines: list[dict[str, Any]]
) -> None:
    """ASVS 5, 16.2.1: the id is the one that the answer carries; outside a request it is `-`."""
    monkeypatch.setattr(front, "caller", broken)
    client.raise_request_exception = False
    answer = client.post("/login/", {"username": "nobody", "password": "wrong"}, headers={"X-Request-ID": "a-night-1"})
    logging.getLogger("casino").error("afterwards")
    assert (answer.status_code, answer["X-Request-ID"]) == (500, "a-night-1")
    assert [(line["request_id"], line["message"]) for line in lines] == [
        ("a-night-1", "Internal Server Error: /login/"),
        ("-", "afterwards"),
    ]
    assert "RuntimeError: a mistake of ours" in lines[0]["exception"]
    assert lines[0]["time"].endswith("+00:00")


def test_no_text_looks_like_a_line_of_its_own(lines: list[dict[str, Any]]) -> None:
    """ASVS 5, 16.4.1."""
    logging.getLogger("casino").error("refused: %s", "x\n2026-11-23 INFO casino: all is well")
    assert len(lines) == 1
    assert lines[0]["message"] == "refused: x\n2026-11-23 INFO casino: all is well"


NAME = "Xaver Quellwasser"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        "INSERT INTO casino_user (username, full_name) VALUES ('x', %s)",  # DETAIL: Failing row contains (...)
        "UPDATE casino_user SET username = %s",  # DETAIL: Key (username)=(...) already exists
        "SELECT %s::text::integer",  # invalid input syntax for type integer: "..."
        "UPDATE casino_user SET language = %s",  # too long
    ],
)
@pytest.mark.parametrize("line", [log_lines.JsonLine(), log_lines.TextLine("%(levelname)s %(message)s")])
def test_no_line_quotes_a_row_that_the_database_refused(statement: str, line: logging.Formatter) -> None:
    """The database's own message has the row or the value; the line has the error's code and the broken rule."""
    for name in ("a", "b"):
        User.objects.create_user(name, roles=["floor"])
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, [NAME])
    except DatabaseError as error:
        record = logging.getLogger("casino").makeRecord(
            "casino", logging.ERROR, __file__, 1, "failed: %s", (error,), (type(error), error, error.__traceback__)
        )
    said = line.format(record)
    assert NAME not in said
    assert "Traceback" in said
    assert "failed: " in said


@pytest.mark.django_db
def test_an_answer_s_line_has_numbers_and_codes_and_no_name(client: Client, lines: list[dict[str, Any]]) -> None:
    """A line for each request, where CASINO_LOG_LEVEL is INFO; its address as the code writes it, without rows."""
    person = User.objects.create_user("anna-weber", roles=["dealer"])
    client.force_login(person)
    with level(middleware.log, logging.INFO):
        client.get("/people/4711/sign-out/?search=weber")
    [line] = [line for line in lines if line["logger"] == "casino.middleware"]
    known = {name: line.get(name) for name in ("method", "route", "status", "refusal", "user_id")}
    assert known == {
        "method": "GET",
        "route": "people/<person:pk>/sign-out/",
        "status": 403,
        "refusal": "not_allowed",
        "user_id": person.pk,
    }
    assert line["ms"] >= 0
    assert "weber" not in json.dumps(line)


def test_a_line_of_a_job_names_it_and_the_request_that_asked(lines: list[dict[str, Any]]) -> None:
    with log_lines.of_job(7, asked_by="a-night-1"):
        logging.getLogger("casino").error("within")
    logging.getLogger("casino").error("afterwards")
    assert [(line["request_id"], line.get("job_id")) for line in lines] == [("a-night-1", 7), ("-", None)]


@contextmanager
def level(logger: logging.Logger, wanted: int) -> Iterator[None]:
    before = logger.level
    logger.setLevel(wanted)
    yield
    logger.setLevel(before)


def test_lines_of_granian_are_lines_of_ours(lines: list[dict[str, Any]]) -> None:
    """It gets no formats of its own: `casino.web` names the configuration."""
    options = dict(zip(web.OPTIONS, web.OPTIONS[1:], strict=False))
    with level(logging.getLogger("_granian"), logging.NOTSET), level(logging.getLogger("granian.access"), 0):
        configure_logging(LogLevels.info, json.loads(Path(options["--log-config"]).read_text(encoding="utf-8")))
        for name in ("_granian", "_granian.serve", "granian.access"):
            logging.getLogger(name).info("served")
            assert logging.getLogger(name).handlers == []
    assert [(line["logger"], line["message"]) for line in lines] == [
        ("_granian", "served"),
        ("_granian.serve", "served"),
        ("granian.access", "served"),
    ]
    assert options["--log-level"] == environment.text("CASINO_LOG_LEVEL").lower()


def test_lines_of_celery_are_lines_of_ours(lines: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """It sets up no logging of its own where somebody answers its signal; `--loglevel` adds lines of its own alone."""
    monkeypatch.setattr(type(celery.app.log), "_setup", False)
    with level(logging.getLogger("celery"), logging.NOTSET):
        celery.app.log.setup(logging.INFO, redirect_stdouts=True)
        for name in ("celery.beat", "celery.task", "casino"):
            logging.getLogger(name).info("worked")
    get_multiprocessing_logger().error("lost")  # type: ignore[union-attr]
    assert [line["logger"] for line in lines] == ["celery.beat", "celery.task", "multiprocessing"]
    assert type(sys.stdout).__name__ != "LoggingProxy"


def test_what_a_worker_says_at_a_signal_is_a_record(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(environment, "PRODUCTION", True)
    monkeypatch.setattr(worker, "safe_say", worker.safe_say)
    started = SimpleNamespace(quiet=False)
    signals.celeryd_init.send(sender="worker", instance=started, conf=None, options={})
    worker.safe_say("worker: Warm shutdown", sys.__stdout__)
    said = capfd.readouterr()
    assert (started.quiet, said.out) == (True, "")
    assert json.loads(said.err)["message"] == "worker: Warm shutdown"


def test_a_record_whose_values_do_not_fit_its_words_is_one_line() -> None:
    """`logging` would write a traceback of its own, line by line."""
    record = logging.makeLogRecord({"msg": "%d of %d", "args": ("one",)})
    assert json.loads(log_lines.JsonLine().format(record))["message"] == "%d of %d ('one',)"


def test_whatever_nobody_catches_is_one_record(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a process, of a thread, and of a finalizer, which Python can only tell of."""
    for module, hook in ((sys, "excepthook"), (sys, "unraisablehook"), (threading, "excepthook")):
        monkeypatch.setattr(module, hook, getattr(module, hook))
    with warnings.catch_warnings():
        log_lines.record_the_uncaught()
        logging.captureWarnings(capture=False)
        error = RuntimeError("lost")
        raised = SimpleNamespace(exc_type=RuntimeError, exc_value=error, exc_traceback=None, err_msg="In a finalizer")
        sys.excepthook(RuntimeError, error, None)
        threading.excepthook(raised)  # type: ignore[arg-type]
        sys.unraisablehook(raised)  # type: ignore[arg-type]
    said = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [line["message"] for line in said] == [
        "RuntimeError: lost",
        "RuntimeError: lost",
        "In a finalizer: RuntimeError: lost",
    ]
    assert {line["level"] for line in said} == {"CRITICAL"}
