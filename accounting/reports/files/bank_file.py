"""The result of games against the house as files: CSV in the two flavours of the reports, and a workbook.

`lines` has the rows that all formats show, the page and the PDF too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext

from accounting.reports.files.as_csv import Flavour, number_cell, text_cell, written
from accounting.reports.files.as_xlsx import requested, workbook
from accounting.revenue.selectors.bank import By, Result, Revenue, Row, Shift, Sums
from casino import wording
from casino.errors import N_

COLUMNS: Final = {
    "rounds": N_("Rounds"),
    "ante_cents": N_("Antes"),
    "lost_cents": N_("Lost by boxes"),
    "paid_cents": N_("Paid to boxes"),
    "win_cents": N_("Win"),
    "drop_cents": N_("Drop"),
    "hold_bp": N_("Hold"),
    "expected_cents": N_("Expected without side bets"),
    "difference_cents": N_("Won without side bets − expected"),
    "side_staked_cents": N_("Side bets staked"),
    "side_paid_cents": N_("Side bets paid"),
    "side_win_cents": N_("Won by side bets"),
    "opener_cents": N_("Opener"),
    "fills_cents": N_("Fills"),
    "credits_cents": N_("Credits"),
    "closer_cents": N_("Closer"),
}
"""English headings by the field's name; the files translate them."""

OF_THE_WIN: Final = list(COLUMNS).index("opener_cents")
"""The number of columns about the win; on paper the others, about the float, are in a second table."""

OF_A_DAY: Final = {
    "brought_cents": N_("Brought forward"),
    "revenue_cents": N_("Revenue"),
    "carried_cents": N_("Carried forward"),
    "taken_in_cents": N_("Unclaimed chips taken as revenue"),
}
"""Further columns if a row is a whole gaming day: its gross gaming revenue."""

HEADINGS: Final = {"date": N_("Gaming day"), "table": N_("Table"), "shift": N_("Shift")}
NO_BREAK: Final = "\u00a0"
_POINTS: Final = N_("Hold (bp)")


@dataclass(frozen=True, slots=True)
class Line:
    """A row (None: the total) with its figures by column."""

    row: Row | None
    figures: Mapping[str, int]


def label_columns(by: By) -> tuple[str, ...]:
    """The names of the label columns."""
    return {By.DAY: ("date",), By.TABLE: ("date", "table"), By.SHIFT: ("date", "table", "shift")}[by]


def columns(by: By) -> dict[str, str]:
    """The figures' columns, with their English headings."""
    return COLUMNS | OF_A_DAY if by is By.DAY else COLUMNS


def lines(found: Result) -> list[Line]:
    """A line for each row, and one for the total; by day also with the figures of the revenue."""
    days: dict[object, Mapping[str, int]] = {}
    if found.by is By.DAY:
        days = {one.date: _of_a_day(one) for one in found.revenues}
    made = [Line(row, {**_values(row.sums), **days.get(row.date, {})}) for row in found.rows]
    return [*made, Line(None, {**_values(found.total), **(_totals(found.revenues) if days else {})})]


def shift_name(shift: Shift, zone: str) -> str:
    """`2 · 20:00`, by the house's clock."""
    return f"{shift.number} · {shift.begins_at.astimezone(ZoneInfo(zone)):%H:%M}"


def label(row: Row, column: str, zone: str) -> str:
    """The text of a label column (`date`, `table`, `shift`); dates in ISO format."""
    if column == "shift":
        return shift_name(row.shift, zone) if row.shift else ""
    return row.table_code if column == "table" else row.date.isoformat()


def shown(line: Line, found: Result) -> list[tuple[str, str]]:
    """The line in the reader's language: each cell's text and CSS class, for pages and PDF."""
    labels = [text.replace(" ", NO_BREAK) for text in _labels(line, found)]
    if line.row is not None:
        labels[0] = date_format(line.row.date, "SHORT_DATE_FORMAT")
    return [*((text, "") for text in labels), *(_shown(name, value) for name, value in line.figures.items())]


def file_stem(found: Result) -> str:
    """The name of a downloaded file, without extension."""
    return f"bank-by-{found.by}-{found.first}-{found.last}"


def as_csv(found: Result, flavour: Flavour) -> bytes:
    """`excel`: translated, with the total; `machine`: no total, a shift by its number and its beginning."""
    *rows, total = lines(found)
    if flavour is Flavour.MACHINE:
        begin = ["shift_begins_at"] if found.by is By.SHIFT else []
        headings = [*label_columns(found.by), *begin, *columns(found.by)]
        plain = ([*_machine_labels(line.row, found.by), *line.figures.values()] for line in rows)
        return written(flavour, headings, plain)
    shown = ([*map(text_cell, _labels(line, found)), *_cells(line.figures)] for line in rows)
    return written(flavour, _headings(found), [*shown, [*_labels(total, found), *_cells(total.figures)]])


def as_xlsx(found: Result, *, house: str, currency: str, asked_by: str, at: datetime) -> bytes:
    """The workbook, with a sheet of parameters: house, period, `asked_by` and `at`."""
    labels = label_columns(found.by)
    return workbook(
        gettext("House games"),
        _headings(found),
        ((_labels(line, found), line.figures.items()) for line in lines(found)),
        {
            gettext("House"): house,
            gettext("From"): found.first.isoformat(),
            gettext("To"): found.last.isoformat(),
            gettext("By"): gettext(HEADINGS[labels[-1]]),
            gettext("Rows"): str(len(found.rows)),
            **requested(asked_by, at, found.time_zone),
        },
        currency=currency,
        texts=(len(labels), 16),
    )


def _headings(found: Result) -> list[str]:
    names = [HEADINGS[name] for name in label_columns(found.by)]
    figures = [_POINTS if name == "hold_bp" else heading for name, heading in columns(found.by).items()]
    return [gettext(text) for text in (*names, *figures)]


def _labels(line: Line, found: Result) -> list[str]:
    names = label_columns(found.by)
    if line.row is None:
        return [gettext("Total"), *("" for _name in names[1:])]
    return [label(line.row, name, found.time_zone) for name in names]


def _machine_labels(row: Row | None, by: By) -> Sequence[object]:
    assert row is not None
    table = [] if by is By.DAY else [row.table_code]
    shift = [row.shift.number, row.shift.begins_at.astimezone(UTC).isoformat()] if row.shift else []
    return [row.date, *table, *shift]


def _values(sums: Sums) -> dict[str, int]:
    return {name: getattr(sums, name) for name in COLUMNS}


def _of_a_day(revenue: Revenue) -> dict[str, int]:
    return {name: getattr(revenue, name) for name in OF_A_DAY}


def _totals(revenues: Sequence[Revenue]) -> dict[str, int]:
    """The totals of a period: loss brought into it, revenue, loss carried out of it, chips taken in."""
    return {
        "brought_cents": revenues[0].brought_cents,
        "revenue_cents": sum(one.revenue_cents for one in revenues),
        "carried_cents": revenues[-1].carried_cents,
        "taken_in_cents": sum(one.taken_in_cents for one in revenues),
    }


def _shown(name: str, value: int) -> tuple[str, str]:
    if name == "hold_bp":
        return f"{wording.money(value)} %", "number"
    text = wording.money(value) if name.endswith("_cents") else str(value)
    return text, "number bad" if name == "win_cents" and value < 0 else "number"


def _cells(figures: Mapping[str, int]) -> list[str]:
    return [number_cell(name, value) for name, value in figures.items()]
