"""Lines of the log: whose request, and no line that somebody else wrote."""

import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

from casino import log_lines
from casino.pages import front


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
