"""The report as CSV in two flavours: for German Excel, and for programs."""

import csv
import io
from enum import StrEnum
from typing import Final

from django.utils.translation import gettext

from accounting import money
from accounting.reports.files import columns
from accounting.reports.files.columns import HEADINGS, file_headings
from accounting.reports.selectors.figures import Figures, Report

MEDIA_TYPE: Final = "text/csv; charset=utf-8"
BOM: Final = "\ufeff"

_BEGINS_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


class Flavour(StrEnum):
    """`excel`: semicolon, decimal comma, BOM, headings in the reader's language, a line with the total.

    `machine`: comma, cents as whole numbers, field names; no total, which a program adding up rows would count twice.

    In both a name that a spreadsheet would run as a formula has an apostrophe before it: people open either.
    """

    EXCEL = "excel"
    MACHINE = "machine"


def render(report: Report, flavour: Flavour) -> bytes:
    """The report as a file, UTF-8 with CRLF (RFC 4180)."""
    out = io.StringIO(newline="")
    if flavour is Flavour.MACHINE:
        machine = csv.writer(out)
        machine.writerow(["key", "label", *columns.of(report)])
        for row in report.rows:
            machine.writerow([_name(row.key), _name(row.label), *columns.values(report, row.figures).values()])
        return out.getvalue().encode()
    excel = csv.writer(out, delimiter=";")
    excel.writerow([gettext(HEADINGS[report.by]), *map(gettext, file_headings(report))])
    for row in report.rows:
        excel.writerow([text_cell(row.label), *_cells(report, row.figures)])
    excel.writerow([gettext("Total"), *_cells(report, report.total)])
    return (BOM + out.getvalue()).encode()


def _name(value: str | int | None) -> str | int | None:
    return text_cell(value) if isinstance(value, str) else value


def text_cell(text: str) -> str:
    """Escape text that a spreadsheet would run as a formula (OWASP, CSV injection); not for numbers."""
    return f"'{text}" if text.startswith(_BEGINS_FORMULA) else text


def number_cell(name: str, value: int) -> str:
    """A figure in the `excel` flavour: fields named `*_cents` as amounts with a decimal comma."""
    return money.decimal_text(value, point=",") if name.endswith("_cents") else str(value)


def _cells(report: Report, figures: Figures) -> list[str]:
    return [number_cell(column.value, value) for column, value in columns.values(report, figures).items()]
