"""The three-way match as files: CSV in the two flavours of the reports, and a workbook with its parameters."""

import csv
import io
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

import xlsxwriter
from django.utils.translation import gettext
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from accounting import money
from accounting.reports.files.as_csv import BOM, Flavour, number_cell, text_cell
from accounting.reports.files.as_xlsx import OPTIONS
from accounting.revenue.selectors.match import Match, Sums
from casino.errors import _

COLUMNS: Final = {
    "hands": _("Hands"),
    "due_cents": _("Rake due"),
    "booked_cents": _("Booked"),
    "difference_cents": _("Booked − due"),
    "counted_cents": _("Counted"),
    "waiting_cents": _("Waiting to be counted"),
    "in_box_cents": _("At the tables"),
    "variance_cents": _("Counted − booked"),
    "tips_booked_cents": _("Tips booked"),
    "tips_counted_cents": _("Tips counted"),
    "tips_variance_cents": _("Tips counted − booked"),
    "findings": _("Findings"),
}
"""English headings by the field's name; the files translate them."""


def file_stem(found: Match) -> str:
    """The name of a downloaded file, without extension."""
    return f"match-{found.first}-{found.last}"


def as_csv(found: Match, flavour: Flavour) -> bytes:
    """One line for each table and gaming day.  `excel`: translated, with the total; `machine`: without."""
    out = io.StringIO(newline="")
    if flavour is Flavour.MACHINE:
        machine = csv.writer(out)
        machine.writerow(["date", "table", *COLUMNS])
        machine.writerows([row.date, row.table_code, *_values(row.sums).values()] for row in found.rows)
        return out.getvalue().encode()
    excel = csv.writer(out, delimiter=";")
    excel.writerow([gettext("Gaming day"), gettext("Table"), *map(gettext, COLUMNS.values())])
    excel.writerows([row.date, text_cell(row.table_code), *_cells(row.sums)] for row in found.rows)
    excel.writerow([gettext("Total"), "", *_cells(found.total)])
    return (BOM + out.getvalue()).encode()


def as_xlsx(found: Match, *, house: str, currency: str, time_zone: str, asked_by: str, at: datetime) -> bytes:
    """The workbook, with a sheet of parameters: house, period, `asked_by` and `at`."""
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, OPTIONS) as book:
        heading = book.add_format({"bold": True, "bottom": 1})
        cents = book.add_format({"num_format": f'#,##0.00 "{currency}"'})
        _figures_sheet(book.add_worksheet(gettext("Rake audit")), found, heading, cents)
        sheet = book.add_worksheet("Parameter")
        sheet.set_column(0, 1, 30)
        facts = {
            gettext("House"): house,
            gettext("From"): found.first.isoformat(),
            gettext("To"): found.last.isoformat(),
            gettext("Rows"): str(len(found.rows)),
            gettext("Requested by"): asked_by,
            gettext("Requested at"): at.astimezone(ZoneInfo(time_zone)).isoformat(timespec="seconds"),
        }
        for line, (name, text) in enumerate(facts.items()):
            sheet.write_string(line, 0, name, heading)
            sheet.write_string(line, 1, text)
    return out.getvalue()


def _figures_sheet(sheet: Worksheet, found: Match, heading: Format, cents: Format) -> None:
    sheet.freeze_panes(1, 2)
    sheet.set_column(0, 1 + len(COLUMNS), 16)
    for column, text in enumerate([gettext("Gaming day"), gettext("Table"), *map(gettext, COLUMNS.values())]):
        sheet.write_string(0, column, text, heading)
    lines = [(row.date.isoformat(), row.table_code, row.sums) for row in found.rows]
    for line, (day, table, sums) in enumerate([*lines, (gettext("Total"), "", found.total)], 1):
        sheet.write_string(line, 0, day)
        sheet.write_string(line, 1, table)
        for column, (name, value) in enumerate(_values(sums).items(), 2):
            if name.endswith("_cents"):
                sheet.write_number(line, column, money.spreadsheet_number(value), cents)
            else:
                sheet.write_number(line, column, value)


def _values(sums: Sums) -> dict[str, int]:
    return {name: getattr(sums, name) for name in COLUMNS}


def _cells(sums: Sums) -> list[str]:
    return [number_cell(name, value) for name, value in _values(sums).items()]
