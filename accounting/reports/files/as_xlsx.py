"""The report as a workbook: one sheet of figures, one of parameters with the digest to check them by."""

import io
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import xlsxwriter
from django.utils.translation import gettext
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from accounting import money
from accounting.reports.files import as_json, columns
from accounting.reports.files.columns import HEADINGS, file_headings
from accounting.reports.selectors.figures import Figures, Report

MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
OPTIONS: Final = {
    "constant_memory": True,  # rows are written to disk one by one
    "strings_to_formulas": False,  # a game named "=1+1" stays a name
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def render(report: Report, *, asked_by: str, at: datetime) -> bytes:
    """The workbook; `asked_by` and `at` (aware) are written to the sheet of parameters."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, OPTIONS) as book:
        formats = {
            "heading": book.add_format({"bold": True, "bottom": 1}),
            "text": book.add_format({}),
            "count": book.add_format({"num_format": "#,##0"}),
            "cents": book.add_format({"num_format": f'#,##0.00 "{report.currency}"'}),
        }
        _figures_sheet(book.add_worksheet(gettext(HEADINGS[report.by])), report, formats)
        _parameter_sheet(book.add_worksheet("Parameter"), report, asked_by, at, formats)
    return out.getvalue()


def _figures_sheet(sheet: Worksheet, report: Report, formats: dict[str, Format]) -> None:
    sheet.freeze_panes(1, 1)
    sheet.set_column(0, 0, 26)
    sheet.set_column(1, len(columns.of(report)), 16)
    headings = [gettext(HEADINGS[report.by]), *map(gettext, file_headings(report))]
    for position, heading in enumerate(headings):
        sheet.write_string(0, position, heading, formats["heading"])
    for line, row in enumerate(report.rows, start=1):
        _line(sheet, line, row.label, report, row.figures, formats)
    _line(sheet, len(report.rows) + 1, gettext("Total"), report, report.total, formats)


def _line(
    sheet: Worksheet, line: int, label: str, report: Report, figures: Figures, formats: dict[str, Format]
) -> None:
    sheet.write_string(line, 0, label, formats["text"])
    for position, (column, value) in enumerate(columns.values(report, figures).items(), start=1):
        if column.value.endswith("_cents"):
            sheet.write_number(line, position, money.spreadsheet_number(value), formats["cents"])
        else:
            sheet.write_number(line, position, value, formats["count"])


def _parameter_sheet(sheet: Worksheet, report: Report, asked_by: str, at: datetime, formats: dict[str, Format]) -> None:
    sheet.set_column(0, 1, 30)
    facts = [
        (gettext("House"), report.house_name),
        (gettext("From"), report.first.isoformat()),
        (gettext("To"), report.last.isoformat()),
        (gettext("By"), gettext(HEADINGS[report.by])),
        (gettext("Rows"), str(len(report.rows))),
        (gettext("Entries not yet included"), str(report.pending_entries)),
        (gettext("Requested by"), asked_by),
        (gettext("Requested at"), at.astimezone(ZoneInfo(report.time_zone)).isoformat(timespec="seconds")),
        (gettext("SHA-256 of the JSON report"), as_json.digest(report)),
    ]
    for line, (name, value) in enumerate(facts):
        sheet.write_string(line, 0, name, formats["heading"])
        sheet.write_string(line, 1, value, formats["text"])
