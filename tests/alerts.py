"""Alert rules for Prometheus, written from the alarms of the code: `python -m tests.alerts` writes docs/alerts.yml."""

import os
from pathlib import Path

import django
import yaml

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "alerts.yml"
HEAD = """\
# Alert rules for Prometheus; written from the alarms in the code by `python -m tests.alerts`.
# Each has a line of its name in the runbook of docs/operations.md. What cannot be scraped is down: rule `NotScraped`.
"""


def document() -> str:
    """The file as text."""
    from casino.selectors import condition

    rules = [
        {
            "alert": alarm.name,
            "expr": f"max({alarm.gauge}) > {alarm.limit:g}",
            "for": f"{alarm.minutes}m",
            "labels": {"severity": "page" if alarm.tonight else "ticket"},
            "annotations": {"summary": alarm.sentence, "runbook": f"docs/operations.md: {alarm.name}"},
        }
        for alarm in condition.alarms()
    ]
    rules.append(
        {
            "alert": "NotScraped",
            "expr": "up{job='casino'} == 0",
            "for": "2m",
            "labels": {"severity": "page"},
            "annotations": {"summary": "A web server does not answer.", "runbook": "docs/operations.md: NotScraped"},
        }
    )
    text: str = yaml.safe_dump({"groups": [{"name": "casino", "rules": rules}]}, sort_keys=False, width=120)
    return HEAD + text


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
    django.setup()
    DOCUMENT.write_text(document(), encoding="utf-8")
