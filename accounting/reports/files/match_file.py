"""The three-way match as files: CSV in the two flavours of the reports, and a workbook with its parameters."""

from datetime import datetime
from typing import Final

from django.utils.translation import gettext

from accounting.reports.files.as_csv import Flavour, number_cell, text_cell, written
from accounting.reports.files.as_xlsx import requested, workbook
from accounting.revenue.selectors.match import Match, Sums
from casino.errors import N_

COLUMNS: Final = {
    "hands": N_("Hands"),
    "due_cents": N_("Rake due"),
    "booked_cents": N_("Booked"),
    "difference_cents": N_("Booked − due"),
    "counted_cents": N_("Counted"),
    "waiting_cents": N_("Waiting to be counted"),
    "in_box_cents": N_("At the tables"),
    "variance_cents": N_("Counted − booked"),
    "tips_booked_cents": N_("Tips booked"),
    "tips_counted_cents": N_("Tips counted"),
    "tips_variance_cents": N_("Tips counted − booked"),
    "findings": N_("Findings"),
}
"""English headings by the field's name; the files translate them."""


def file_stem(found: Match) -> str:
    """The name of a downloaded file, without extension."""
    return f"match-{found.first}-{found.last}"


def as_csv(found: Match, flavour: Flavour) -> bytes:
    """One line for each table and gaming day.  `excel`: translated, with the total; `machine`: without."""
    if flavour is Flavour.MACHINE:
        rows = ([row.date, row.table_code, *_values(row.sums).values()] for row in found.rows)
        return written(flavour, ["date", "table", *COLUMNS], rows)
    shown = ([row.date, text_cell(row.table_code), *_cells(row.sums)] for row in found.rows)
    return written(flavour, _headings(), [*shown, [gettext("Total"), "", *_cells(found.total)]])


def as_xlsx(found: Match, *, house: str, currency: str, time_zone: str, asked_by: str, at: datetime) -> bytes:
    """The workbook, with a sheet of parameters: house, period, `asked_by` and `at`."""
    lines = [([row.date.isoformat(), row.table_code], row.sums) for row in found.rows]
    return workbook(
        gettext("Rake audit"),
        _headings(),
        ((labels, _values(sums).items()) for labels, sums in [*lines, ([gettext("Total"), ""], found.total)]),
        {
            gettext("House"): house,
            gettext("From"): found.first.isoformat(),
            gettext("To"): found.last.isoformat(),
            gettext("Rows"): str(len(found.rows)),
            **requested(asked_by, at, time_zone),
        },
        currency=currency,
        texts=(2, 16),
    )


def _headings() -> list[str]:
    return [gettext("Gaming day"), gettext("Table"), *map(gettext, COLUMNS.values())]


def _values(sums: Sums) -> dict[str, int]:
    return {name: getattr(sums, name) for name in COLUMNS}


def _cells(sums: Sums) -> list[str]:
    return [number_cell(name, value) for name, value in _values(sums).items()]
