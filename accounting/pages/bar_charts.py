"""Bars of a report, drawn on the server: for each row the rake taken in front of the rake due."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils import timezone

from accounting import money
from accounting.selectors.figures import Row
from casino import wording

WIDTH: Final = 1000
HEIGHT: Final = 160
MOST: Final = 62  # two months of days; more bars than that are a wall
_GAP: Final = 4
_WIDEST: Final = 80


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: positions and heights in the drawing's units, and its tooltip."""

    x: int
    width: int
    due_y: int
    due_height: int
    taken_x: int
    taken_width: int
    taken_y: int
    taken_height: int
    short: bool
    title: str


def bars(rows: Sequence[Row]) -> list[Bar]:
    """A report's bars: due behind, taken in front."""
    return pairs([(row.label, row.figures.due_cents, row.figures.taken_cents) for row in rows])


def pairs(rows: Sequence[tuple[str, int, int]]) -> list[Bar]:
    """Bars of (label, figure behind, figure in front); empty for a single row, too many, or no positive figure."""
    if not 1 < len(rows) <= MOST:
        return []
    most_cents = max(max(behind, front) for _label, behind, front in rows)
    if most_cents <= 0:
        return []
    step = min(WIDTH // len(rows), _WIDEST)
    return [_bar(row, place * step, step - _GAP, most_cents) for place, row in enumerate(rows)]


def by_time(rows: Sequence[tuple[datetime, int, int, str]]) -> list[tuple[Bar, str, str]]:
    """Bars of half hours: when, due, booked, the address of its rows; with the hour under every full one."""
    local = [timezone.localtime(at) for at, *_rest in rows]
    drawn = pairs([(f"{at:%H:%M}", due, booked) for at, (_at, due, booked, _rows) in zip(local, rows, strict=True)])
    return [
        (bar, row[3], f"{at:%H}" if at.minute == 0 else "")
        for bar, at, row in zip(drawn, local, rows, strict=bool(drawn))
    ]


def _bar(row: tuple[str, int, int], x: int, width: int, most_cents: int) -> Bar:
    label, due, taken = row
    due_height, taken_height = _height(due, most_cents), _height(taken, most_cents)
    inset = width // 5
    return Bar(
        x=x,
        width=width,
        due_y=HEIGHT - due_height,
        due_height=due_height,
        taken_x=x + inset,
        taken_width=width - 2 * inset,
        taken_y=HEIGHT - taken_height,
        taken_height=taken_height,
        short=taken < due,
        title=f"{label}: {wording.money(taken)} / {wording.money(due)}",
    )


def _height(cents: int, most_cents: int) -> int:
    """Part of the drawing's height; a negative figure (only reversals) has none."""
    return HEIGHT * money.rate_of(max(cents, 0), most_cents) // money.BASIS_POINTS
