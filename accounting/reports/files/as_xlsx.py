"""Workbooks: one sheet of figures, one of parameters; that of a report has the digest to check its figures by."""

import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import xlsxwriter
from django.utils.translation import gettext

from accounting import money
from accounting.reports.files import as_json, columns
from accounting.reports.files.columns import HEADINGS, file_headings
from accounting.reports.selectors.figures import Report

MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
OPTIONS: Final = {
    "constant_memory": True,  # rows are written to disk one by one
    "strings_to_formulas": False,  # a game named "=1+1" stays a name
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


Line = tuple[Sequence[str], Iterable[tuple[str, int | None]]]
"""The texts of a row, then its figures by their names; where a figure is None, its cell is empty."""


def workbook(
    title: str,
    headings: Sequence[str],
    lines: Iterable[Line],
    facts: Mapping[str, str],
    *,
    currency: str,
    texts: tuple[int, int],
    figure_width: int = 16,
    whole: str = "General",
    wide: int = 30,
) -> bytes:
    """A workbook: a sheet of figures called `title`, and one of parameters, the `facts`.

    `texts`: how many columns of text there are, which stay in sight, and their width; `whole`: the format of figures
    that are no amounts; `wide`: the width of the parameters.
    """
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, OPTIONS) as book:
        heading = book.add_format({"bold": True, "bottom": 1})
        cents = book.add_format({"num_format": f'#,##0.00 "{currency}"'})
        plain = book.add_format({"num_format": whole})
        sheet = book.add_worksheet(title)
        first, width = texts
        sheet.freeze_panes(1, first)
        sheet.set_column(0, first - 1, width)
        sheet.set_column(first, len(headings) - 1, figure_width)
        for column, text in enumerate(headings):
            sheet.write_string(0, column, text, heading)
        for row, (labels, figures) in enumerate(lines, 1):
            for column, text in enumerate(labels):
                sheet.write_string(row, column, text)
            for column, (name, value) in enumerate(figures, first):
                if value is not None:
                    is_amount = name.endswith("_cents")
                    number = money.spreadsheet_number(value) if is_amount else value
                    sheet.write_number(row, column, number, cents if is_amount else plain)
        sheet = book.add_worksheet("Parameter")
        sheet.set_column(0, 1, wide)
        for row, (name, text) in enumerate(facts.items()):
            sheet.write_string(row, 0, name, heading)
            sheet.write_string(row, 1, text)
    return out.getvalue()


def requested(asked_by: str, at: datetime, time_zone: str) -> dict[str, str]:
    """Who asked for a workbook, and when (aware), for its parameters."""
    moment = at.astimezone(ZoneInfo(time_zone)).isoformat(timespec="seconds")
    return {gettext("Requested by"): asked_by, gettext("Requested at"): moment}


def render(report: Report, *, asked_by: str, at: datetime) -> bytes:
    """The workbook of a report; `asked_by` and `at` (aware) are written to the sheet of parameters."""
    lines = [(row.label, row.figures) for row in report.rows]
    return workbook(
        gettext(HEADINGS[report.by]),
        [gettext(HEADINGS[report.by]), *map(gettext, file_headings(report))],
        (
            ([label], columns.values(report, figures).items())
            for label, figures in [*lines, (gettext("Total"), report.total)]
        ),
        {
            gettext("House"): report.house_name,
            gettext("From"): report.first.isoformat(),
            gettext("To"): report.last.isoformat(),
            gettext("By"): gettext(HEADINGS[report.by]),
            gettext("Rows"): str(len(report.rows)),
            gettext("Entries not yet included"): str(report.pending_entries),
            **requested(asked_by, at, report.time_zone),
            gettext("SHA-256 of the JSON report"): as_json.digest(report),
        },
        currency=report.currency,
        texts=(1, 26),
        whole="#,##0",
    )
