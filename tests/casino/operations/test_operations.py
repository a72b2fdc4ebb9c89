"""What an operator must do: the page, the command, the rules for Prometheus and the runbook say the same."""

import re
import signal
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import translation

from accounting.ledger.services.walks import Broken
from accounting.models import ProofRun
from accounting.proof.services import proof_runs, proofs
from casino import environment, watching
from casino.models import User
from casino.pages import operations
from casino.selectors import condition
from casino.watching import Alarm
from tests import alerts
from tests.running_house import RunningHouse

RUNBOOK = (environment.ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
LINES = re.findall(r"^\| `([A-Z]\w+)` \| `manage\.py ([^`]+)` \| (.+) \|$", RUNBOOK, re.MULTILINE)
FAR = Alarm("Far", "casino_far", 10, "far")
NEAR = Alarm("Near", "casino_near", 10, "near", tonight=False)


@pytest.mark.parametrize(
    ("values", "names"),
    [
        ({}, []),
        ({"casino_far": 10}, []),
        ({"casino_far": 10.1}, ["Far"]),
        ({"casino_near": 11, "casino_far": 11}, ["Far", "Near"]),
    ],
)
def test_an_alarm_is_raised_above_its_limit_and_not_by_what_is_unknown(
    values: Mapping[str, float], names: list[str]
) -> None:
    assert [alarm.name for alarm in watching.raised([NEAR, FAR], values)] == names


def test_the_rules_for_prometheus_are_the_alarms() -> None:
    """`python -m tests.alerts` writes them."""
    assert alerts.DOCUMENT.read_text(encoding="utf-8") == alerts.document()
    [group] = yaml.safe_load(alerts.DOCUMENT.read_text(encoding="utf-8"))["groups"]
    rules = {rule["alert"]: rule for rule in group["rules"]}
    for alarm in condition.alarms():
        gauge, limit = re.fullmatch(r"max\((\w+)\) > (\S+)", rules.pop(alarm.name)["expr"]).groups()  # type: ignore[union-attr]
        assert (gauge, float(limit)) == (alarm.gauge, alarm.limit)
    assert set(rules) == {"NotScraped"}


def test_the_runbook_has_a_line_for_each_alarm_and_no_other() -> None:
    assert sorted(name for name, _look, _right in LINES) == sorted(
        [*(alarm.name for alarm in condition.alarms()), "NotScraped"]
    )


def test_the_runbook_names_gauges_that_are_there() -> None:
    named = {name for _name, _look, right in LINES for name in re.findall(r"`(casino_\w+)", right)}
    assert named
    assert named <= set(condition.meanings())


@pytest.mark.services
@pytest.mark.release("runs every command of the runbook in a running house")
def test_every_command_of_the_runbook_runs(tmp_path: Path) -> None:
    house = RunningHouse(tmp_path / "data")
    house.open("--no-demo")
    try:
        for look in sorted({look for _name, look, _right in LINES}):
            done = house.command(*look.split())
            assert done.returncode == 0, (look, done.stdout, done.stderr)
        assert "casino_proof_failed 0" in house.command("state", "--figures").stdout, "`prove --keep` was one of them"
    finally:
        house.close(signal.SIGINT)


@pytest.mark.django_db
class TestSaid:
    @pytest.fixture
    def broken(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A night's proof that found a break."""
        monkeypatch.setattr(
            proofs, "prove", lambda *_given, **_named: proofs.Proof(entries=3, broken=[Broken("T1", 2, "its digest")])
        )
        assert not proof_runs.prove().ok

    def test_a_broken_proof_is_for_tonight(self, broken: None, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(CommandError, match="tonight"):
            call_command("state", "--figures")
        said = capsys.readouterr().out
        assert re.search(r"^\w+( \w+)?: BooksBroken: ", said, re.MULTILINE)
        assert "casino_proof_failed 1" in said

    def test_a_good_proof_is_kept_and_raises_nothing(self) -> None:
        assert proof_runs.prove().ok
        run = ProofRun.objects.get()
        assert (run.broken, run.is_independent) == (0, False)
        values = condition.values()
        assert values["casino_proof_failed"] == 0
        assert values["casino_proof_age_seconds"] < 60

    def test_the_page_shows_it_in_the_reader_s_language(
        self, broken: None, person: Callable[..., User], client: Client
    ) -> None:
        client.force_login(person("manager", language="de"))
        page = client.get("/operations/").content.decode()
        assert "Der Nachweis der Bücher schlägt fehl." in page
        assert "<code>BooksBroken</code>" in page

    def test_a_command_that_proves_a_copy_writes_nothing(self) -> None:
        call_command("prove", verbosity=0)
        assert not ProofRun.objects.exists()

    def test_the_task_of_beat_keeps_its_proof(self, settings: Any) -> None:
        from accounting import tasks

        assert settings.CELERY_BEAT_SCHEDULE["proof"]["task"] == tasks.prove.name
        tasks.prove()
        assert ProofRun.objects.count() == 1


@pytest.mark.parametrize(
    ("gauge", "value", "english", "german"),
    [
        ("casino_broker_down", 1, "yes", "ja"),
        ("casino_proof_failed", 0, "no", "nein"),
        ("casino_disk_used_share", 0.714, "71 %", "71 %"),
        ("casino_database_bytes", 21_700_000, "20.7 MB", "20,7 MB"),
        ("casino_copy_age_seconds", 40.2, "40 s", "40 s"),
        ("casino_copy_age_seconds", 800, "13 min", "13 min"),
        ("casino_copy_age_seconds", 12_000, "3 h 20 min", "3 h 20 min"),
        ("casino_copy_age_seconds", 700_000, "8 days", "8 Tage"),
        ("casino_findings_open", 1_234, "1,234", "1.234"),
    ],
)
def test_a_figure_is_said_with_its_unit(gauge: str, value: float, english: str, german: str) -> None:
    for language, said in (("en", english), ("de", german)):
        with translation.override(language):
            assert operations.told(gauge, value).replace("\N{NO-BREAK SPACE}", " ") == said


def test_the_page_says_what_each_figure_means(db: None, person: Callable[..., User], client: Client) -> None:
    client.force_login(person("manager", language="de"))
    page = client.get("/operations/").content.decode()
    assert "Alter des ältesten dieser Befunde" in page
    assert "<code>casino_" not in page
