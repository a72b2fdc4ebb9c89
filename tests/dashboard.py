"""The dashboard for Grafana, written from the gauges and alarms of the code: `python -m tests.dashboard` writes it.

A row is a question, in the order in which they are asked at night.  A gauge's title is its meaning; it turns red, or
orange where that can wait until morning, where its alarm is raised.
"""

import json
import os
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import django

DOCUMENT = Path(__file__).resolve().parent.parent / "deploy" / "grafana" / "dashboard.json"
SOURCE: Final = {"type": "prometheus", "uid": "${source}"}
JOB: Final = 'job="casino"'
ROWS: Final = {
    "Does the house work?": (
        "casino_database_down", "casino_broker_down", "casino_migrations_missing", "casino_background_silent_seconds",
        "casino_jobs_waiting", "casino_job_waiting_seconds", "casino_jobs_running", "casino_job_silent_seconds",
    ),
    "Are the books right?": (
        "casino_proof_failed", "casino_proof_age_seconds", "casino_rollup_entries_behind", "casino_rollup_lag_seconds",
        "casino_findings_open", "casino_finding_open_seconds", "casino_audit_age_seconds", "casino_day_overdue_seconds",
    ),
    "Would we get it back?": (
        "casino_copy_age_seconds", "casino_copy_unproven_seconds", "casino_archive_failing",
        "casino_archive_age_seconds", "casino_replicas", "casino_replica_lag_seconds", "casino_replica_lag_bytes",
    ),
    "Is there room?": (
        "casino_disk_used_share", "casino_database_connections_share", "casino_database_connections",
        "casino_database_bytes",
    ),
    "Does somebody have to look?": (
        "casino_alarms_unseen", "casino_alarm_unseen_seconds", "casino_watches_unread",
    ),
}  # fmt: skip
FIRST: Final = (
    ("Alarms for tonight", 'count(ALERTS{alertstate="firing",severity="page"}) or vector(0)', "red"),
    ("Alarms for the morning", 'count(ALERTS{alertstate="firing",severity="ticket"}) or vector(0)', "orange"),
    ("Web servers that do not answer", f"count(up{{{JOB}}} == 0) or vector(0)", "red"),
)
LINES: Final = (
    (
        "Requests a second",
        "reqps",
        {"{{surface}}": f"sum by (surface) (rate(casino_request_seconds_count{{{JOB}}}[$__rate_interval]))"},
    ),
    (
        "Time to the answer",
        "s",
        {
            f"{{{{surface}}}}, {percent} % of them": f"histogram_quantile({percent / 100}, sum by (le, surface) "
            f"(rate(casino_request_seconds_bucket{{{JOB}}}[$__rate_interval])))"
            for percent in (50, 99)
        },
    ),
    (
        "Refusals a minute, the ten most frequent",
        "short",
        {"{{code}}": f"topk(10, sum by (code) (rate(casino_refusals_total{{{JOB}}}[$__rate_interval])) * 60)"},
    ),
    (
        "Answers a second that tell of a failure, by route",
        "reqps",
        {"{{route}}": f'sum by (route) (rate(casino_requests_total{{{JOB},status="5xx"}}[$__rate_interval]))'},
    ),
)
_UNITS: Final = {"seconds": "s", "bytes": "bytes", "share": "percentunit"}


def document() -> str:
    """The file as text, a panel a line."""
    head = {
        "title": "The casino poker room",
        "uid": "casino",
        "schemaVersion": 39,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {"list": [{"name": "source", "type": "datasource", "query": "prometheus", "label": "Source"}]},
    }
    lines = [f" {json.dumps(name)}: {json.dumps(value)},\n" for name, value in head.items()]
    panels = [json.dumps({"id": number, **panel}) for number, panel in enumerate(_panels(), start=1)]
    return "{\n" + "".join(lines) + ' "panels": [\n  ' + ",\n  ".join(panels) + "\n ]\n}\n"


def _panels() -> Iterator[dict[str, Any]]:
    from casino.selectors import condition

    meanings = condition.meanings()
    y = yield from _row(0, "Is there an alarm?", [_figure(title, expr, _from(1, red)) for title, expr, red in FIRST])
    for question, gauges in ROWS.items():
        y = yield from _row(y, question, [_gauge(name, meanings[name]) for name in gauges])
    yield from _row(y, "What do people meet?", [_lines(*one) for one in LINES], wide=12, high=7)


def _row(
    y: int, question: str, panels: list[dict[str, Any]], *, wide: int = 6, high: int = 3
) -> Generator[dict[str, Any], None, int]:
    """A question and its panels from line `y` on; returns the next free line."""
    yield {"type": "row", "title": question, "gridPos": {"x": 0, "y": y, "w": 24, "h": 1}}
    for at, panel in enumerate(panels):
        yield {**panel, "gridPos": {"x": at * wide % 24, "y": y + 1 + at * wide // 24 * high, "w": wide, "h": high}}
    return y + 1 + -(-len(panels) * wide // 24) * high


def _gauge(name: str, meaning: str) -> dict[str, Any]:
    from casino.selectors import condition

    alarm = next((one for one in condition.alarms() if one.gauge == name), None)
    # Above the limit is wrong, and Grafana colours from a value on: of what is counted, from the next whole number.
    steps = _from(alarm.limit or 1, "red" if alarm.tonight else "orange") if alarm else []
    panel = _figure(meaning, f"max({name}{{{JOB}}})", steps, _UNITS.get(name.rpartition("_")[2], "short"))
    return {**panel, **({"description": f"docs/operations.md: {alarm.name}"} if alarm else {})}


def _from(value: float, colour: str) -> list[Mapping[str, Any]]:
    return [{"color": "green", "value": None}, {"color": colour, "value": value}]


def _figure(title: str, expr: str, steps: list[Mapping[str, Any]], unit: str = "short") -> dict[str, Any]:
    shown = {"unit": unit, "noValue": "not measured here"}
    colours = {"thresholds": {"mode": "absolute", "steps": steps}} if steps else {}
    return {
        "type": "stat",
        "title": title,
        "datasource": SOURCE,
        "targets": [{"refId": "A", "expr": expr, "instant": True}],
        "fieldConfig": {"defaults": {**shown, **colours}},
        "options": {"colorMode": "background" if steps else "none"},
    }


def _lines(title: str, unit: str, exprs: Mapping[str, str]) -> dict[str, Any]:
    targets = [
        {"refId": chr(ord("A") + at), "expr": expr, "legendFormat": legend}
        for at, (legend, expr) in enumerate(exprs.items())
    ]
    return {
        "type": "timeseries",
        "title": title,
        "datasource": SOURCE,
        "targets": targets,
        "fieldConfig": {"defaults": {"unit": unit}},
    }


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    DOCUMENT.write_text(document(), encoding="utf-8")
