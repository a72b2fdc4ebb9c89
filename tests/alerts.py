"""Alert rules for Prometheus, written from the alarms of the code: `python -m tests.alerts` writes them."""

import os
from pathlib import Path

import django
import yaml

DOCUMENT = Path(__file__).resolve().parent.parent / "deploy" / "prometheus" / "alerts.yml"
HEAD = """\
# Alert rules for Prometheus; written from the alarms in the code by `python -m tests.alerts`.
# Each has a line of its name in the runbook of docs/operations.md. What cannot be scraped is down: rule `NotScraped`;
# the job that scrapes the web servers is called `casino`. A gauge is there from the beginning; `not_meant` says where
# one is absent, and rightly so.
"""


def document() -> str:
    """The file as text."""
    from casino.selectors import condition

    where = condition.not_meant()
    rules = [
        {
            "alert": alarm.name,
            "expr": f"max({alarm.gauge}) > {alarm.limit:g}",
            "for": f"{alarm.minutes}m",
            "labels": {"severity": "page" if alarm.tonight else "ticket"},
            "annotations": {
                "summary": alarm.sentence,
                "runbook": f"docs/operations.md: {alarm.name}",
                **({"not_meant": where[alarm.gauge]} if alarm.gauge in where else {}),
            },
        }
        for alarm in condition.alarms()
    ]
    rules.append(
        {
            "alert": "NotScraped",
            "expr": "up{job='casino'} == 0 or absent(up{job='casino'})",
            "for": "2m",
            "labels": {"severity": "page"},
            "annotations": {
                "summary": "A web server does not answer, or Prometheus asks none.",
                "runbook": "docs/operations.md: NotScraped",
            },
        }
    )
    text: str = yaml.safe_dump({"groups": [{"name": "casino", "rules": rules}]}, sort_keys=False, width=120)
    return HEAD + text


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    DOCUMENT.write_text(document(), encoding="utf-8")
