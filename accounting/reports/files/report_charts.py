"""The charts of the reports, for pages and PDFs: columns over time, rows for tables, dealers and games."""

from collections.abc import Callable
from datetime import date
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext

from accounting import charts
from accounting.charts import Bars, Columns, Point
from accounting.reports.files import columns
from accounting.reports.selectors.figures import By, Figures, Report, Row, Subject
from accounting.revenue.selectors import bank
from accounting.revenue.selectors.bank import Result
from casino import wording

_OVER_TIME: Final = (By.DAY, By.HOUR, By.MONTH)

Address = Callable[[Row], str]
"""The page of a row's own rows; empty where there is none."""


def of_report(report: Report, *, address: Address = lambda _row: "") -> tuple[Columns | None, Bars | None]:
    """Rake taken beside what was due, or tips: columns over time, else rows; at most one of the two."""
    points = [_point(report, row, address(row)) for row in report.rows]
    if report.by in _OVER_TIME:
        return charts.columns(points, text=wording.short_money, unit=report.currency), None
    return None, charts.rows(points, text=wording.short_money, unit=report.currency)


def of_revenues(found: Result, *, currency: str) -> Columns | None:
    """The bank's win by gaming day; below the line what guests won."""
    return charts.columns(
        [
            Point(
                label=wording.short_day(day.date),
                value=day.win_cents,
                title=f"{wording.day(day.date)}: {wording.money(day.win_cents)}",
                mark="short" if day.win_cents < 0 else "",
            )
            for day in found.revenues
        ],
        text=wording.short_money,
        unit=currency,
    )


def of_results(found: Result, *, currency: str) -> Bars | None:
    """The bank's win by table, of all days together, beside what was expected; None for a single table."""
    sums: dict[str, bank.Sums] = {}
    for row in found.rows:
        sums[row.table_code] = sums.get(row.table_code, bank.Sums()) + row.sums
    if len(sums) < 2:
        return None
    return charts.rows(
        [
            Point(
                label=table or gettext("Total"),
                value=one.win_cents,
                title=wording.money(one.win_cents),
                compared=one.expected_cents,
                mark="short" if one.win_cents < 0 else "",
            )
            for table, one in sorted(sums.items())
        ],
        text=wording.short_money,
        unit=currency,
    )


def _point(report: Report, row: Row, address: str) -> Point:
    figures, label = row.figures, columns.row_name(report.by, row)
    if report.subject is Subject.TIPS:
        text = f"{label}: {wording.money(figures.tips_cents)}"
        return Point(_short(report.by, row, label), figures.tips_cents, text, address)
    text = f"{label}: {wording.money(figures.taken_cents)} / {wording.money(figures.due_cents)}"
    mark = "short" if figures.taken_cents < figures.due_cents else ""
    over_time = report.by in _OVER_TIME
    return Point(
        _short(report.by, row, label), figures.taken_cents, text, address, mark=mark,
        due=figures.due_cents if over_time else None, compared=_due(figures) if not over_time else None,
    )  # fmt: skip


def _due(figures: Figures) -> int | None:
    """Only where it is another figure: a line at the end of each bar says nothing."""
    return figures.due_cents if figures.due_cents != figures.taken_cents else None


def _short(by: By, row: Row, label: str) -> str:
    """A day as `23.11.` or `23 Nov`, an hour as `18:00`, a month as `Nov 2026`; other names as they are."""
    if by is By.DAY:
        return wording.short_day(date.fromisoformat(str(row.key)))
    if by is By.MONTH:
        return date_format(date.fromisoformat(f"{row.key}-01"), "M Y")
    return str(row.key)[11:16] if by is By.HOUR else label
