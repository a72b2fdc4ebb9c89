"""Every alarm can be raised: each gauge it looks at has a value from the first moment, whatever part never ran.

Prometheus' own `promtool` evaluates the rules in `deploy/` with the gauges of such a house, where it is installed.
"""

import shutil
import subprocess
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command
from django.db import connection

from accounting.proof.services import proof_runs
from casino import replica, watching
from casino.copies.bases import Base
from casino.models import User
from casino.models.security import SecurityEvent, SecurityKind
from casino.selectors import condition
from casino.selectors import watching as servers
from casino.services import jobs
from casino.watching import Alarm, Watch
from tests import alerts

pytestmark = pytest.mark.django_db
NEVER = {
    "AlarmUnseen": "an alarm that nobody ever looked at",
    "BackgroundSilent": "beat and worker",
    "BooksUnproven": "a proof",
    "BrokerDown": "the broker",
    "CopyOld": "a copy",
    "CopyUnproven": "a proof of a copy",
    "JobsWait": "a job that no worker ever took",
    "ReplicaBehind": "the replica that the settings name",
}
"""The alarms of a house in which nothing was ever begun but its database and its web server."""


def sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.fixture
def old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database that was installed a month ago; copies would lie in a folder of their own."""
    sql("UPDATE django_migrations SET applied = now() - interval '30 days'")
    sql("DELETE FROM casino_pulse")
    monkeypatch.setenv("CASINO_COPIES", str(tmp_path / "copies"))


@pytest.fixture
def never(old: None, person: Callable[..., User], monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The gauges of a house in which each part never ran."""
    del old
    monkeypatch.setattr(servers, "_broker_answers", lambda: False)
    monkeypatch.setattr(replica, "is_named", lambda: True)
    monkeypatch.setattr(replica, "late", lambda: None)  # as one that does not answer
    jobs.ask(kind="rebuild", params={}, actor=person("manager"))
    sql("UPDATE casino_job SET created_at = now() - interval '2 days'")
    SecurityEvent.objects.create(kind=SecurityKind.ROLE, at=datetime.now(UTC) - timedelta(days=2))
    return condition.values()


@pytest.fixture
def well(old: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """The gauges of the same house when all of it runs."""
    del old
    monkeypatch.setattr(servers, "_broker_answers", lambda: True)
    monkeypatch.setattr(servers, "_disk_used", lambda: 0.5)
    monkeypatch.setattr(replica, "is_named", lambda: True)
    monkeypatch.setattr(replica, "late", lambda: timedelta(seconds=1))
    monkeypatch.setattr(servers, "row", well_of_the_server(servers.row))
    now = datetime.now(UTC)
    (tmp_path / "copies").mkdir()
    Base(tmp_path / "copies" / "one.tar.gz.age", now, now, "0" * 24, 1, proven_at=now).save()
    jobs.run_waiting()
    assert proof_runs.prove().ok
    return condition.values()


def well_of_the_server(read: Callable[[str], Mapping[str, float | None]]) -> Callable[[str], dict[str, float | None]]:
    """Other tests share the server: how many of its connections they use is not this house's."""

    def asked(statement: str) -> dict[str, float | None]:
        found = dict(read(statement))
        return found | (
            {"casino_database_connections_share": 0.1} if "casino_database_connections_share" in found else {}
        )

    return asked


def raised(values: Mapping[str, float]) -> set[str]:
    return {alarm.name for alarm in watching.raised(condition.alarms(), values)}


def test_what_never_ran_is_told_from_the_installation_on(never: dict[str, float]) -> None:
    assert raised(never) == set(NEVER)
    month = timedelta(days=30).total_seconds()
    for gauge in ("background_silent", "copy_age", "copy_unproven", "proof_age", "replica_lag"):
        assert month <= never[f"casino_{gauge}_seconds"] < month + 600, gauge


def test_a_house_in_which_all_runs_is_told_of_nothing(well: dict[str, float]) -> None:
    assert raised(well) == set()


def test_the_first_minutes_of_a_house_raise_nothing_but_what_is_down(
    old: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is called because nothing was done yet."""
    sql("UPDATE django_migrations SET applied = now()")
    monkeypatch.setattr(servers, "_broker_answers", lambda: True)
    monkeypatch.setattr(servers, "_disk_used", lambda: 0.5)
    monkeypatch.setattr(servers, "row", well_of_the_server(servers.row))
    assert raised(condition.values()) == set()


@pytest.mark.parametrize("house", ["never", "well"])
def test_every_alarm_has_its_gauge_or_says_where_there_is_none(house: str, request: pytest.FixtureRequest) -> None:
    values = request.getfixturevalue(house)
    without = {alarm.gauge for alarm in condition.alarms()} - set(values)
    assert without <= set(condition.not_meant()), "its alarm could never be raised"
    assert values["casino_watches_unread"] == 0


def test_a_gauge_may_be_absent_only_where_an_alarm_looks_at_it() -> None:
    assert set(condition.not_meant()) <= {alarm.gauge for alarm in condition.alarms()}


@pytest.mark.parametrize(
    ("variables", "told"),
    [
        ({}, True),  # the embedded server, which beat has copied each night
        ({"DATABASE_URL": "postgresql://house@db/poker"}, False),  # copied by other means, such as pgBackRest
        ({"DATABASE_URL": "postgresql://house@db/poker", "CASINO_COPIES_URL": "postgresql://copies@db/poker"}, True),
        ({"DATABASE_URL": "postgresql://house@db/poker", "CASINO_COPIES": "/copies"}, True),
    ],
)
def test_copies_are_missed_where_they_are_ours_to_take_or_to_see(
    variables: dict[str, str], told: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("DATABASE_URL", "CASINO_COPIES_URL", "CASINO_COPIES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CASINO_DATA", str(tmp_path))
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    found = {name: value for name, value in servers.COPIES.read().items() if value is not None}
    assert set(found) == (set(servers.COPIES.gauges) if told else set())


def test_a_gauge_that_an_alarm_needs_and_that_has_no_value_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A watch that was written without thinking of the first day does not stay silent."""
    alarm = Alarm("Silent", "casino_silent", 1, "silent")
    blind = Watch({"casino_silent": "", "casino_other": ""}, lambda: {"casino_silent": None}, (alarm,))
    monkeypatch.setattr(condition, "_watches", lambda: [blind])
    assert condition.values()["casino_watches_unread"] == 1
    assert raised(condition.values()) == {"WatchBlind"}
    meant = Watch(blind.gauges, blind.read, blind.alarms, not_meant={"casino_silent": "where nobody speaks"})
    monkeypatch.setattr(condition, "_watches", lambda: [meant])
    assert raised(condition.values()) == set()


class TestMigrations:
    def test_a_database_of_an_earlier_release_is_for_tonight(self, capsys: pytest.CaptureFixture[str]) -> None:
        sql("DELETE FROM django_migrations WHERE app = 'casino' AND name LIKE '0001%'")
        with pytest.raises(CommandError, match="tonight"):
            call_command("state", "--figures")
        said = capsys.readouterr().out
        assert ": MigrationsMissing: " in said
        assert "casino_migrations_missing 1\n" in said

    def test_a_database_without_tables_is_for_tonight_and_the_log_has_no_traceback(
        self, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
    ) -> None:
        sql("CREATE SCHEMA empty; SET LOCAL search_path TO empty")
        with pytest.raises(CommandError, match="tonight"):
            call_command("state")
        assert ": MigrationsMissing: " in capsys.readouterr().out
        assert [record for record in caplog.records if record.exc_info] == []


class TestPrometheus:
    """Prometheus itself reads the rules and the gauges: `promtool test rules`."""

    @pytest.fixture
    def promtool(self) -> str:
        return shutil.which("promtool") or pytest.skip("no promtool on this machine (Debian's package `prometheus`)")

    def test_the_rules_can_be_read(self, promtool: str) -> None:
        done = subprocess.run(
            [promtool, "check", "rules", alerts.DOCUMENT], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    @pytest.mark.parametrize(
        ("house", "up", "expected"),
        [
            ("never", 1, set(NEVER)),
            ("well", 1, set()),
            ("well", 0, {"NotScraped"}),
            ("well", None, {"NotScraped"}),
        ],
        ids=["each part never ran", "all is well", "the server is down", "nobody scrapes it"],
    )
    def test_the_alerts_fire_for_what_is_wrong_and_for_nothing_else(
        self, house: str, up: int | None, expected: set[str], promtool: str, tmp_path: Path,
        request: pytest.FixtureRequest,
    ) -> None:  # fmt: skip
        values = request.getfixturevalue(house)
        file = tmp_path / "test.yml"
        file.write_text(yaml.safe_dump(rule_test(values, up, expected)), encoding="utf-8")
        done = subprocess.run([promtool, "test", "rules", file], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def rule_test(values: Mapping[str, float], up: int | None, expected: set[str]) -> dict[str, Any]:
    """What `promtool` reads: the gauges as two web servers show them for an hour, and which alerts fire at its end."""
    hosts = ["10.0.0.7:8000", "10.0.0.8:8000"]
    series = {f'{name}{{job="casino",instance="{host}"}}': value for name, value in values.items() for host in hosts}
    if up is not None:
        series |= {f'up{{job="casino",instance="{hosts[0]}"}}': up}
    rules = yaml.safe_load(alerts.DOCUMENT.read_text(encoding="utf-8"))["groups"][0]["rules"]
    assert expected <= {rule["alert"] for rule in rules}
    return {
        "rule_files": [str(alerts.DOCUMENT)],
        "evaluation_interval": "1m",
        "tests": [
            {
                "interval": "1m",
                "input_series": [{"series": name, "values": f"{value}x60"} for name, value in series.items()],
                "alert_rule_test": [
                    {
                        "eval_time": "1h",
                        "alertname": rule["alert"],
                        "exp_alerts": [fired(rule, hosts[0], up)] if rule["alert"] in expected else [],
                    }
                    for rule in rules
                ],
            }
        ],
    }


def fired(rule: Mapping[str, Any], host: str, up: int | None) -> dict[str, Any]:
    """The alert as it is sent; that of a server names it."""
    of_a_server = {"job": "casino", **({"instance": host} if up is not None else {})}
    labels = of_a_server if rule["alert"] == "NotScraped" else {}
    return {"exp_labels": {**rule["labels"], **labels}, "exp_annotations": rule["annotations"]}
