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
