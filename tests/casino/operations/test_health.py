"""The two questions of a load balancer, and who is answered without naming a host of ours."""

import logging
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client, RequestFactory

from casino import environment, health
from casino.log_lines import OneLine
from tests import addresses

BY_ADDRESS = "10.0.0.7:8000"  # as a load balancer asks, and Prometheus by default


def test_alive_asks_no_database(rf: RequestFactory) -> None:
    assert health.alive(rf.get("/healthz")).status_code == 200


@pytest.mark.django_db
def test_ready_when_the_database_answers(rf: RequestFactory) -> None:
    answer = health.ready(rf.get("/readyz"))
    assert (answer.status_code, answer.content.decode()) == (200, f"ok {environment.VERSION}")


@pytest.mark.django_db
def test_not_ready_before_the_tables_of_this_release_are_there(rf: RequestFactory) -> None:
    """A load balancer sends nobody to a server whose first page would be a 500."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'casino' AND name LIKE '0001%%'")
        answer = health.ready(rf.get("/readyz"))
        assert (answer.status_code, answer.content) == (503, b"migrations missing")
        cursor.execute("CREATE SCHEMA empty; SET LOCAL search_path TO empty")
        assert health.ready(rf.get("/readyz")).status_code == 503, "no table at all"


@pytest.mark.django_db
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


class TestHosts:
    @pytest.fixture(autouse=True)
    def street(self, settings: Any) -> None:
        """A house in production: its own name alone, HTTPS alone, and a token for monitoring."""
        settings.ALLOWED_HOSTS = ["poker.example"]
        settings.SECURE_SSL_REDIRECT = True
        settings.METRICS_TOKEN = "long-and-secret"

    @pytest.mark.django_db
    @pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
    def test_a_prober_is_answered_by_address_and_over_plain_http(self, client: Client, path: str) -> None:
        token = {"authorization": "Bearer long-and-secret"}
        answer = client.get(path, headers={"host": BY_ADDRESS, **token})
        assert (answer.status_code, answer.get("Location")) == (200, None)
        assert BY_ADDRESS.encode() not in answer.content

    def test_who_scrapes_by_address_needs_the_token_all_the_same(self, client: Client) -> None:
        assert client.get("/metrics", headers={"host": BY_ADDRESS}).status_code == 401

    @pytest.mark.django_db
    def test_no_other_address_answers_a_host_that_is_not_ours(self, client: Client) -> None:
        every = {addresses.filled(address, "1") for address, _view in addresses.every()}
        asked = every - {"/healthz", "/readyz", "/metrics"} | {
            "/none/",
            "/healthz/",
            "/healthz/x",
            "//healthz",
            "/Readyz",
        }
        assert len(asked) > 300
        answered = {path: client.get(path, headers={"host": "evil.example"}, secure=True).status_code for path in asked}
        assert {path: status for path, status in answered.items() if status != 400} == {}
        assert client.post("/healthz", headers={"host": "evil.example"}, secure=True).status_code in (400, 403, 405)

    @pytest.mark.django_db
    def test_a_wrong_host_is_one_line_that_names_the_variable(
        self, client: Client, caplog: pytest.LogCaptureFixture
    ) -> None:
        assert client.get("/login/", headers={"host": BY_ADDRESS}).status_code == 400
        [record] = caplog.records
        assert OneLine().filter(record)
        line = logging.Formatter().format(record)
        assert line == (f"Invalid HTTP_HOST header: '{BY_ADDRESS}'. You may need to add '10.0.0.7' to CASINO_HOSTS.")
