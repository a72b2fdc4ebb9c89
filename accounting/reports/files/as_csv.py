"""The report as CSV in two flavours: for German Excel, and for programs."""

import csv
import io
from collections.abc import Iterable, Sequence
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
    if flavour is Flavour.MACHINE:
        rows = (
            [_name(row.key), _name(row.label), *columns.values(report, row.figures).values()] for row in report.rows
        )
        return written(flavour, ["key", "label", *columns.of(report)], rows)
    headings = [gettext(HEADINGS[report.by]), *map(gettext, file_headings(report))]
    shown = ([text_cell(row.label), *_cells(report, row.figures)] for row in report.rows)
    return written(flavour, headings, [*shown, [gettext("Total"), *_cells(report, report.total)]])


def written(flavour: Flavour, headings: Iterable[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A file in the way of its flavour; the caller has chosen headings and cells by it."""
    is_excel = flavour is Flavour.EXCEL
    out = io.StringIO(newline="")
    lines = csv.writer(out, delimiter=";" if is_excel else ",")
    lines.writerow(headings)
    lines.writerows(rows)
    return f"{BOM if is_excel else ''}{out.getvalue()}".encode()


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
