"""Reports as PDF on A4: which template and which content; how a paper looks is in `paper.typ`.

A long report takes seconds, so a job's worker makes it.  Callers activate the reader's language and the house's time
zone first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from accounting.charts import Bars, Columns
from accounting.models import House, Print, Statement
from accounting.reports.files import as_json, bank_file, columns, match_file, period_file, report_charts, typesetting
from accounting.reports.files.columns import HEADINGS
from accounting.reports.selectors.day_sheet import Sheet
from accounting.reports.selectors.figures import Figures, Report, Subject
from accounting.reports.selectors.periods import PeriodReport
from accounting.revenue.files import statement_paper
from accounting.revenue.selectors.bank import By, Result
from accounting.revenue.selectors.match import Match, Sums
from accounting.revenue.selectors.statements import Draft
from casino import house_time
from casino.errors import N_, Refusal

MEDIA_TYPE: Final = "application/pdf"
MOST_ROWS: Final = 2_500
"""Enough for a quarter by hour: 2,209 rows, with the day of 25 hours.  More would take more memory: 0.3 MB a row."""

Cell = tuple[str, str]
"""The text and the CSS class: `number`, or none."""


@dataclass(frozen=True, slots=True)
class Table:
    """Headings, rows and total."""

    headings: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]
    total: Sequence[Cell]


@dataclass(frozen=True, slots=True)
class Paper:
    """A report on paper: a table with its total, and `facts` (currency, reader, time, digest) below it.

    `below`: a second table with further columns of the same rows.  `empty`: the text for no rows; by default the
    template's.  `columns` or `bars`: the chart above the table; `is_in_table`: its figures are the rows' own.
    """

    title: str
    period: str
    headings: Sequence[Cell]
    rows: Sequence[Sequence[Cell]]
    total: Sequence[Cell]
    facts: Sequence[tuple[str, str]]
    below: Table | None = None
    empty: str = ""
    columns: Columns | None = None
    bars: Bars | None = None
    is_in_table: bool = True

    @property
    def tables(self) -> list[Table]:
        """The tables from top to bottom."""
        return [Table(self.headings, self.rows, self.total), *([self.below] if self.below else [])]


def of_report(report: Report, *, house: House, asked_by: str, at: datetime) -> bytes:
    """The report on rake or tips; refuses `report_too_long`."""
    is_rake = report.subject is Subject.RAKE
    drawn, bars = report_charts.of_report(report)
    paper = Paper(
        title=gettext("Rake") if is_rake else gettext("Tips"),
        period=_period(report.first, report.last),
        headings=[
            (gettext(HEADINGS[report.by]), ""),
            *((gettext(HEADINGS[column]), "number") for column in columns.of(report)),
        ],
        rows=[[(columns.row_name(report.by, row), ""), *_figures(report, row.figures)] for row in report.rows],
        total=[(gettext("Total"), ""), *_figures(report, report.total)],
        facts=[
            (gettext("Currency"), report.currency),
            (gettext("Entries not yet included"), str(report.pending_entries)),
            *_asked(asked_by, at),
            (gettext("SHA-256 of the JSON report"), as_json.digest(report)),
        ],
        columns=drawn,
        bars=bars,
    )
    return _table(paper, house)


def of_match(found: Match, *, house: House, asked_by: str, at: datetime) -> bytes:
    """The three-way match; refuses `report_too_long`."""
    paper = Paper(
        title=gettext("Rake audit"),
        period=_period(found.first, found.last),
        headings=[
            (gettext("Gaming day"), ""),
            (gettext("Table"), ""),
            *((gettext(heading), "number") for heading in match_file.COLUMNS.values()),
        ],
        rows=[[(_date(row.date), ""), (row.table_code, ""), *_sums(row.sums)] for row in found.rows],
        total=[(gettext("Total"), ""), ("", ""), *_sums(found.total)],
        facts=[(gettext("Currency"), house.currency), *_asked(asked_by, at)],
    )
    return _table(paper, house)


def of_bank(found: Result, *, house: House, asked_by: str, at: datetime) -> bytes:
    """The result of games against the house; refuses `report_too_long`."""
    names, figures = bank_file.label_columns(found.by), bank_file.columns(found.by)
    all_columns = [
        [
            *((gettext(bank_file.HEADINGS[name]), "") for name in names),
            *((gettext(heading), "number") for heading in figures.values()),
        ],
        *(bank_file.shown(line, found) for line in bank_file.lines(found)),
    ]
    wide = len(names) + bank_file.OF_THE_WIN
    headings, *rows, total = [cells[:wide] for cells in all_columns]
    below = [[*cells[: len(names)], *cells[wide:]] for cells in all_columns]
    paper = Paper(
        title=gettext("House games"),
        period=_period(found.first, found.last),
        headings=headings,
        rows=rows,
        total=total,
        below=Table(below[0], below[1:-1], below[-1]) if rows else None,
        facts=[(gettext("Currency"), house.currency), *_asked(asked_by, at)],
        empty=gettext("No round was booked in this period."),
        columns=report_charts.of_revenues(found, currency=house.currency),
        is_in_table=found.by is By.DAY,
    )
    return _table(paper, house)


def of_period(found: PeriodReport, *, house: House, asked_by: str, at: datetime) -> bytes:
    """The report of a period, a line for each figure."""
    rows: list[Sequence[Cell]] = []
    for part in found.parts:
        for place, line in enumerate(part.lines):
            title = "" if place else gettext(part.title)
            cells = [(text, "number") for text in period_file.cells(line)]
            rows.append([(title, "strong"), (gettext(line.heading), ""), *cells])
    paper = Paper(
        title=gettext("Report"),
        period=period_file.named(found.period),
        headings=[
            (gettext("Section"), ""),
            (gettext("Figure"), ""),
            *((name, "number") for name in period_file.headings(found)),
        ],
        rows=rows,
        total=[],
        facts=[
            (gettext("Currency"), house.currency),
            (gettext("Entries not yet included"), str(found.pending_entries)),
            *_asked(asked_by, at),
        ],
    )
    return _table(paper, house)


def of_day_sheet(sheet: Sheet, paper: Print | None) -> bytes:
    """The day sheet as this print of it; None: a view that is not counted as a print."""
    return _render("paper/daysheet.html", {"author": sheet.day.house.name, **facts(sheet, paper)})


def of_template(template: str, context: Mapping[str, Any]) -> bytes:
    """A paper of its own."""
    return _render(template, context)


def of_statement(of: Statement | Draft, *, terms: Mapping[str, Any] | None, paper: Print | None) -> bytes:
    """The statement of revenue as this print of it; None: a view that is not counted as a print."""
    context = statement_paper.facts(of, terms=terms, paper=paper)
    return _render("paper/statement.html", {"author": of.house.name, **context})


def facts(sheet: Sheet, paper: Print | None) -> Mapping[str, Any]:
    """The context of the sheet's template, on the screen and on paper."""
    return {
        "house": sheet.day.house,
        "sheet": sheet,
        "day": sheet.day,
        "print": paper,
        "reprint": paper.number - 1 if paper else 0,
        "now": house_time.now(),
    }


def _table(paper: Paper, house: House) -> bytes:
    if len(paper.rows) > MOST_ROWS:
        raise Refusal(
            "report_too_long",
            N_(
                "A PDF holds up to %(most)s lines; this report has %(rows)s. Use the workbook, or choose a shorter "
                "period."
            ),
            most=MOST_ROWS,
            rows=len(paper.rows),
        )
    return _render("paper/table.html", {"author": house.name, "house": house, "paper": paper})


def _render(template: str, context: Mapping[str, Any]) -> bytes:
    return typesetting.pdf(render_to_string(template, dict(context)))


def _asked(asked_by: str, at: datetime) -> list[tuple[str, str]]:
    moment = date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")
    return [(gettext("Requested by"), asked_by), (gettext("Requested at"), moment)]


def _period(first: date, last: date) -> str:
    return _date(first) if first == last else f"{_date(first)} – {_date(last)}"


def _date(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")


def _figures(report: Report, figures: Figures) -> list[Cell]:
    return [_cell(column.value, value) for column, value in columns.values(report, figures).items()]


def _sums(sums: Sums) -> list[Cell]:
    return [_cell(name, getattr(sums, name)) for name in match_file.COLUMNS]


def _cell(name: str, value: int) -> Cell:
    return columns.text(name, value), "number"
