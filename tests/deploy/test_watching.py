"""What watches a house: every gauge is on the dashboard, every name in an expression is one of ours, and they parse."""

import json
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest
import yaml

from casino import counters, environment
from casino.selectors import condition
from tests import alerts, dashboard

PROMETHEUS = environment.ROOT / "deploy" / "prometheus"
ENDS = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum")}


def of_the_dashboard() -> list[str]:
    panels = json.loads(dashboard.DOCUMENT.read_text(encoding="utf-8"))["panels"]
    return [target["expr"] for panel in panels for target in panel.get("targets", ())]


def of_the_rules() -> list[str]:
    groups = yaml.safe_load(alerts.DOCUMENT.read_text(encoding="utf-8"))["groups"]
    return [rule["expr"] for group in groups for rule in group["rules"]]


def named(expressions: list[str]) -> set[str]:
    return {name for expression in expressions for name in re.findall(r"\bcasino_\w+", expression)}


def counted() -> set[str]:
    """The samples of our counters, as they are scraped."""
    return {metric.name + end for metric in counters._OWN.collect() for end in ENDS[metric.type]}


def test_the_dashboard_is_that_of_the_gauges_and_alarms() -> None:
    """`python -m tests.dashboard` writes it."""
    assert dashboard.DOCUMENT.read_text(encoding="utf-8") == dashboard.document()


def test_every_gauge_is_on_the_dashboard_once() -> None:
    shown = Counter(gauge for gauges in dashboard.ROWS.values() for gauge in gauges)
    assert shown == Counter(condition.meanings().keys())


def test_a_panel_has_its_place_alone() -> None:
    panels = json.loads(dashboard.DOCUMENT.read_text(encoding="utf-8"))["panels"]
    taken = Counter(
        (x, y)
        for place in (panel["gridPos"] for panel in panels)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    )
    assert set(taken.values()) == {1}
    assert max(x for x, _y in taken) < 24, "the width of Grafana's pages"


@pytest.mark.parametrize("expressions", [of_the_dashboard(), of_the_rules()], ids=["dashboard", "rules"])
def test_every_name_in_an_expression_is_scraped(expressions: list[str]) -> None:
    assert named(expressions)
    assert named(expressions) - set(condition.meanings()) - counted() == set()


class TestPrometheus:
    @pytest.fixture
    def promtool(self) -> str:
        return shutil.which("promtool") or pytest.skip("no promtool on this machine (Debian's package `prometheus`)")

    def test_it_reads_every_expression_of_the_dashboard(self, promtool: str, tmp_path: Path) -> None:
        """As rules: that is what promtool reads without a server."""
        expressions = [one.replace("$__rate_interval", "5m") for one in of_the_dashboard()]
        rules = [{"record": f"panel_{number}", "expr": one} for number, one in enumerate(expressions)]
        file = tmp_path / "rules.yml"
        file.write_text(yaml.safe_dump({"groups": [{"name": "dashboard", "rules": rules}]}), encoding="utf-8")
        done = subprocess.run([promtool, "check", "rules", file], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"{len(rules)} rules found" in done.stdout

    def test_it_reads_what_it_shall_scrape(self, promtool: str, tmp_path: Path) -> None:
        for file in PROMETHEUS.iterdir():
            shutil.copy(file, tmp_path)
        (tmp_path / "metrics_token").touch()
        words = [promtool, "check", "config", tmp_path / "prometheus.yml"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        assert f"{len(of_the_rules())} rules found" in done.stdout
