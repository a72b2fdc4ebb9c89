"""The report as JSON for programs, and the digest over it."""

import hashlib

from accounting.reports.files import columns
from accounting.reports.selectors.figures import Figures, Report
from casino.api.rendering import Json, canonical


def render(report: Report) -> Json:
    """The report as `GET reports/…` returns it."""
    return {
        "subject": report.subject,
        "house": report.house_id,
        "currency": report.currency,
        "time_zone": report.time_zone,
        "from": report.first,
        "to": report.last,
        "by": report.by,
        "rows": [{"key": row.key, "label": row.label, **_figures(report, row.figures)} for row in report.rows],
        "total": _figures(report, report.total),
        "pending_entries": report.pending_entries,
    }


def digest(report: Report) -> str:
    """SHA-256 (hex) over the report's canonical JSON: print-outs with the same digest have the same content."""
    return hashlib.sha256(canonical(render(report))).hexdigest()


def _figures(report: Report, figures: Figures) -> dict[str, int]:
    return {column.value: value for column, value in columns.values(report, figures).items()}
