"""`/metrics`: what monitoring reads, whoever may read it, also while servers are away."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from prometheus_client.openmetrics.parser import text_string_to_metric_families
from rest_framework.test import APIClient

from casino import counters, environment, watching
from casino.models import Job, User
from casino.models.security import SecurityKind
from casino.selectors import condition
from casino.selectors import watching as servers
from casino.services import jobs, security
from tests import addresses

Person = Callable[..., User]
SignedIn = Callable[[User], APIClient]


def read(client: Client, **headers: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    """Every sample of an answer that OpenMetrics' own parser accepts."""
    answer = client.get("/metrics", headers=headers)
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("application/openmetrics-text; version=1.0.0")
    return samples(answer.content.decode())


def samples(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def of(found: Mapping[tuple[str, frozenset[tuple[str, str]]], float], name: str, **labels: str) -> float:
    return found.get((name, frozenset(labels.items())), 0)


@pytest.mark.django_db
class TestCounters:
    def test_a_refusal_is_counted_by_its_code_and_a_request_by_its_route(
        self, person: Person, signed_in: SignedIn, client: Client
    ) -> None:
        before = read(client)
        manager = signed_in(person("manager"))
        answer = manager.post("/api/v1/jobs/", {"kind": "dig"}, HTTP_IDEMPOTENCY_KEY="k")
        assert answer.json()["code"] == "job_kind_unknown"
        assert manager.get("/api/v1/jobs/987654321/").status_code == 404
        after = read(client)

        def grown(name: str, **labels: str) -> float:
            return of(after, name, **labels) - of(before, name, **labels)

        assert grown("casino_refusals_total", code="job_kind_unknown") == 1
        assert grown("casino_refusals_total", code="not_found") == 1
        assert grown("casino_requests_total", route="api/v1/jobs/", method="POST", status="4xx") == 1
        assert grown("casino_requests_total", route="api/v1/jobs/<job:pk>/", method="GET", status="4xx") == 1
        assert grown("casino_request_seconds_count", surface="api", method="POST") == 1

    def test_a_page_s_refusal_is_counted_too(self, person: Person, client: Client) -> None:
        client.force_login(person("dealer"))
        before = read(client)
        assert client.get("/security/").status_code == 403
        assert of(read(client), "casino_refusals_total", code="not_allowed") == 1 + of(
            before, "casino_refusals_total", code="not_allowed"
        )

    def test_what_anybody_may_send_makes_no_new_series(self, client: Client) -> None:
        """Labels are routes, methods and codes of the code: a stranger cannot fill the memory of the monitoring."""
        read(client)
        before = set(read(client))
        for number in range(20):
            client.get(f"/nowhere/{number}/")
            client.generic(f"ODD{number}", f"/nowhere/{number}/")
        new = set(read(client)) - before
        assert len({labels for name, labels in new if name == "casino_requests_total"}) <= 2

    def test_no_label_names_a_row_or_a_person(self, client: Client) -> None:
        before = set(read(client))  # other tests of this process may have had addresses of their own
        client.get("/people/4711/sign-out/")
        routes = {address for address, _pattern in addresses.every()} | {counters.UNKNOWN}
        found = set(read(client))
        assert any("sign-out" in dict(labels).get("route", "") for _name, labels in found)
        for name, labels in found:
            named = dict(labels)
            assert set(named) <= {"route", "method", "status", "surface", "code", "le"}, name
            assert "4711" not in "".join(named.values())
            assert (name, labels) in before or named.get("route", counters.UNKNOWN) in routes


IN_ONE_PROCESS = """
from casino import counters
for _ in range({times}):
    counters.count(route="floor/", method="GET", status=200, seconds=0.02, refusal="busy")
"""


def test_the_processes_of_a_web_server_are_added_up(tmp_path: Path) -> None:
    """Whichever of them is asked, it answers for all; one that has ended still counts."""
    environ = os.environ | {counters.FOLDER: str(tmp_path), "DJANGO_SETTINGS_MODULE": "casino.settings.testing"}

    def run(script: str) -> str:
        argv = [sys.executable, "-c", script]
        done = subprocess.run(argv, cwd=environment.ROOT, env=environ, capture_output=True, text=True, check=True)
        return done.stdout

    for times in (3, 4):
        run(IN_ONE_PROCESS.format(times=times))
    found = samples(
        run(
            "from casino import counters\n"
            "from prometheus_client.openmetrics.exposition import generate_latest\n"
            "print(generate_latest(counters.registry()).decode(), end='')"
        )
    )
    assert of(found, "casino_requests_total", route="floor/", method="GET", status="2xx") == 7
    assert of(found, "casino_refusals_total", code="busy") == 7
    assert of(found, "casino_request_seconds_count", surface="page", method="GET") == 7


@pytest.mark.django_db
class TestWhoMayRead:
    def test_who_has_the_token(self, client: Client, settings: Any) -> None:
        settings.METRICS_TOKEN = "long-and-secret"
        assert of(read(client, authorization="Bearer long-and-secret"), "casino_database_down") == 0
        for headers in ({}, {"authorization": "Bearer wrong"}, {"authorization": "Token long-and-secret"}):
            refused = client.get("/metrics", headers=headers)
            assert (refused.status_code, refused.content, refused["WWW-Authenticate"]) == (401, b"", "Bearer")

    def test_a_house_without_a_token_shows_nothing(self, client: Client, settings: Any) -> None:
        settings.PRODUCTION = True
        assert client.get("/metrics").status_code == 401
        assert client.get("/metrics", headers={"authorization": "Bearer "}).status_code == 401


@pytest.mark.django_db
class TestGauges:
    def test_each_is_declared_and_every_alarm_has_its_gauge(self) -> None:
        assert set(condition.values()) <= set(condition.meanings())
        assert {alarm.gauge for alarm in condition.alarms()} <= set(condition.meanings())
        names = [alarm.name for alarm in condition.alarms()]
        assert len(names) == len(set(names))

    def test_jobs_that_wait_and_those_that_stand_still(self, person: Person) -> None:
        jobs.ask(kind="rebuild", params={}, actor=person("manager"))
        with connection.cursor() as cursor:
            cursor.execute("UPDATE casino_job SET created_at = now() - interval '16 minutes'")
        values = condition.values()
        assert values["casino_jobs_waiting"] == 1
        assert 960 <= values["casino_job_waiting_seconds"] < 970
        assert "JobsWait" in raised(values)
        Job.objects.update(state="running", beat_at="2026-01-01T00:00Z")
        assert {"JobStuck"} == raised(condition.values()) & {"JobsWait", "JobStuck"}

    def test_a_worker_that_looks_for_jobs_shows_that_all_goes_on(self) -> None:
        jobs.run_waiting()
        assert condition.values()["casino_background_silent_seconds"] < 5
        with connection.cursor() as cursor:
            cursor.execute("UPDATE casino_pulse SET at = now() - interval '6 minutes'")
        assert "BackgroundSilent" in raised(condition.values())
        jobs.run_waiting()
        assert "BackgroundSilent" not in raised(condition.values())

    def test_an_alarm_that_nobody_has_looked_at(self, person: Person) -> None:
        admin, before = person("admin"), condition.values()
        security.note(SecurityKind.ROLE, "anna: floor", user=admin)
        assert condition.values()["casino_alarms_unseen"] == before["casino_alarms_unseen"] + 1


def raised(values: Mapping[str, float]) -> set[str]:
    return {alarm.name for alarm in watching.raised(condition.alarms(), values)}


class TestOutages:
    def test_without_its_database_it_still_answers(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        """What the process knows itself, and that the database is down; never an error of the monitoring."""

        def refuse(*_args: object, **_named: object) -> None:
            raise OperationalError("no server")

        monkeypatch.setattr(connection, "ensure_connection", refuse)
        found = read(client)
        assert of(found, "casino_database_down") == 1
        assert of(found, "casino_broker_down") == 1, "what is read without the database comes first"
        assert ("casino_jobs_waiting", frozenset()) not in found
        assert any(name == "casino_requests_total" for name, _labels in read(client))

    @pytest.mark.django_db
    def test_a_statement_that_takes_too_long_is_given_up_alone(
        self, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        slow = watching.Watch(gauges={"casino_slow": ""}, read=lambda: condition.row("SELECT 1 FROM pg_sleep(5)"))
        monkeypatch.setattr(condition, "MOST_MS", 50)
        monkeypatch.setattr(condition, "_watches", lambda: [slow, servers.WORK])
        values = condition.values()
        assert (values["casino_database_down"], values["casino_watches_unread"]) == (0, 1)
        assert values["casino_jobs_waiting"] == 0

    def test_a_broker_that_is_away_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        pauses: list[float] = []
        monkeypatch.setattr("kombu.utils.functional.sleep", pauses.append)
        assert servers.MACHINE.read()["casino_broker_down"] == 1, "the tests have none"
        assert sum(pauses) == 0, "a scrape does not wait until the broker may be back"
