"""The two questions of a load balancer."""

import pytest
from django.db import OperationalError, connection
from django.test import RequestFactory

from casino import health


def test_alive_asks_no_database(rf: RequestFactory) -> None:
    assert health.alive(rf.get("/healthz")).status_code == 200


@pytest.mark.django_db
def test_ready_when_the_database_answers(rf: RequestFactory) -> None:
    assert health.ready(rf.get("/readyz")).status_code == 200


def test_not_ready_without_a_database(rf: RequestFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OperationalError("no server")

    monkeypatch.setattr(connection, "cursor", refuse)
    assert health.ready(rf.get("/readyz")).status_code == 503


@pytest.mark.django_db
def test_not_ready_on_a_full_disk_of_a_bare_machine(rf: RequestFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST_ROOM_BYTES", 1 << 62)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    answer = health.ready(rf.get("/readyz"))
    assert (answer.status_code, answer.content) == (503, b"disk full")
    monkeypatch.setenv("DATABASE_URL", "postgresql://house@database/poker")
    assert health.ready(rf.get("/readyz")).status_code == 200, "the disk of another machine"
