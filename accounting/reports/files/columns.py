"""The columns of the reports with their order and headings, the same in every format."""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext

from accounting import money
from accounting.reports.selectors import room
from accounting.reports.selectors.figures import By, Figures, Report, Row, Subject
from casino import wording
from casino.errors import N_


class Column(StrEnum):
    """A figure of a row; the value is its name in JSON, in CSV and in `Figures`."""

    HANDS = "hands"
    ROUNDS = "rounds"
    POT = "pot_cents"
    MEAN_POT = "mean_pot_cents"
    STAKED = "staked_cents"
    BASE = "base_cents"
    DUE = "due_cents"
    TAKEN = "taken_cents"
    DIFFERENCE = "difference_cents"
    JACKPOT = "jackpot_cents"
    TIPS = "tips_cents"
    TIPS_RATE = "tips_bp"
    DEALT = "dealt_minutes"
    PACE = "hands_an_hour_tenths"


COLUMNS: Final[dict[Subject, tuple[Column, ...]]] = {
    Subject.RAKE: (
        Column.HANDS,
        Column.POT,
        Column.MEAN_POT,
        Column.BASE,
        Column.DUE,
        Column.TAKEN,
        Column.DIFFERENCE,
        Column.JACKPOT,
        Column.TIPS,
    ),
    Subject.TIPS: (
        Column.HANDS,
        Column.ROUNDS,
        Column.POT,
        Column.STAKED,
        Column.BASE,
        Column.DUE,
        Column.TAKEN,
        Column.TIPS,
        Column.TIPS_RATE,
    ),
}

TIMED: Final = (Column.DEALT, Column.PACE)
"""Columns of the report on rake by table and by dealer."""

HEADINGS: Final[dict[Column | By, str]] = {
    Column.HANDS: N_("Hands"),
    Column.ROUNDS: N_("Rounds"),
    Column.POT: N_("Pot"),
    Column.MEAN_POT: N_("Average pot"),
    Column.STAKED: N_("Staked"),
    Column.BASE: N_("Base"),
    Column.DUE: N_("Rake due"),
    Column.TAKEN: N_("Rake taken"),
    Column.DIFFERENCE: N_("Difference"),
    Column.JACKPOT: N_("Jackpot"),
    Column.TIPS: N_("Tips"),
    Column.TIPS_RATE: N_("Tips as a share of pots and stakes"),
    Column.DEALT: N_("Dealt"),
    Column.PACE: N_("Hands per hour"),
    By.DAY: N_("Gaming day"),
    By.HOUR: N_("Hour"),
    By.TABLE: N_("Table"),
    By.DEALER: N_("Dealer"),
    By.GAME: N_("Game"),
    By.STAKE: N_("Stake"),
    By.MONTH: N_("Month"),
}
"""English headings for people to read; pages and files translate them."""

_IN_FILES: Final = {
    Column.TIPS_RATE: N_("Tips as a share of pots and stakes (bp)"),
    Column.DEALT: N_("Dealt (minutes)"),
    Column.PACE: N_("Hands per hour (tenths)"),
}


def of(report: Report) -> tuple[Column, ...]:
    """The columns of a report, in order."""
    is_timed = report.subject is Subject.RAKE and report.by in room.TIMED
    return (*COLUMNS[report.subject], *(TIMED if is_timed else ()))


def file_headings(report: Report) -> list[str]:
    """The headings of a file's figures, in English: there a rate is a number, and the heading says of what unit."""
    return [_IN_FILES.get(column, HEADINGS[column]) for column in of(report)]


def values(report: Report, figures: Figures) -> dict[Column, int]:
    """The figures of one row by column, in order."""
    return {column: getattr(figures, column.value) for column in of(report)}


def text(name: str, value: int) -> str:
    """A figure for people: cents as money, basis points as per cent, minutes as a length, tenths with one decimal."""
    if name.endswith("_bp"):
        return f"{wording.money(value)} %"
    if name.endswith("_minutes"):
        return wording.duration(value)
    if name.endswith("_tenths"):
        return number_format(Decimal(value).scaleb(-1), 1)
    return wording.money(value) if name.endswith("_cents") else str(value)


def change(value: int, other: int) -> str:
    """The change against an earlier figure in per cent; empty where there is nothing to compare with."""
    if other <= 0:
        return ""
    percent = money.percent_of(value - other, other)
    return f"{'+' if percent > 0 else '−' if percent < 0 else '±'}{abs(percent)} %"


def row_name(by: By, row: Row) -> str:
    """A row's name as the reader's language writes it."""
    if by is By.DAY:
        return wording.day(date.fromisoformat(str(row.key)))
    if by is By.MONTH:
        return wording.month(date.fromisoformat(f"{row.key}-01"))
    if by is By.HOUR:
        return _hour(datetime.fromisoformat(str(row.key)))
    return row.label or gettext("no dealer")


def _hour(begins_at: datetime) -> str:
    """An hour by its beginning; the hour that the clock repeats with its distance from UTC, since it has two rows."""
    shown = date_format(begins_at, "SHORT_DATETIME_FORMAT")
    other = begins_at.astimezone(timezone.get_current_timezone())
    is_repeated = other.utcoffset() != other.replace(fold=not other.fold).utcoffset()
    return f"{shown} {begins_at:%z}" if is_repeated else shown


def file_stem(report: Report) -> str:
    """The name of a downloaded file, without extension."""
    return f"{report.subject}-by-{report.by}-{report.first}-{report.last}"
