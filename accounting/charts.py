"""Charts as numbers: axes with round steps, columns over time, rows beside one another, a line to compare with.

Templates (`templates/charts/`) draw them as SVG: the same for the screen, the printer and the PDF.  Positions are whole
units of the drawing; values are whole, of any unit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

MOST: Final = 62
"""Two months of days; more columns than that are a wall."""

_STEPS: Final = (1, 2, 5)
_AT_MOST_STEPS: Final = 5
_WIDTH, _HEIGHT = 960, 236
_LEFT, _RIGHT, _TOP, _BASE = 72, 952, 32, 204
_WIDEST: Final = 60
_LETTER: Final = 8  # the width of one, on average
_BEHIND: Final = 6  # how far the figure behind stands out on each side
LENGTH: Final = 1000
"""The length of the longest row's drawing."""


@dataclass(frozen=True, slots=True)
class Point:
    """One figure: its name, its value, the sentence that tells both, the page of its rows.

    `due`: a figure behind it; `compared`: its point of the line; `mark`: its colour, `short`, `now` or none.
    """

    label: str
    value: int
    title: str
    address: str = ""
    due: int | None = None
    compared: int | None = None
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Tick:
    """A step of an axis, or a name below a column."""

    position: int
    text: str


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of the drawing."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Column:
    """A figure over its name, `due` behind it."""

    point: Point
    middle: int
    box: Box
    due: Box | None


@dataclass(frozen=True, slots=True)
class Columns:
    """Columns from left to right; `zero` is the height of the line they stand on."""

    unit: str
    ticks: Sequence[Tick]
    names: Sequence[Tick]
    columns: Sequence[Column]
    line: Sequence[tuple[int, int]]
    zero: int
    width: int = _WIDTH
    height: int = _HEIGHT
    left: int = _LEFT
    right: int = _RIGHT

    @property
    def period(self) -> str:
        """The first and the last name."""
        return f"{self.columns[0].point.label} – {self.columns[-1].point.label}"

    @property
    def highest(self) -> Point:
        return max((one.point for one in self.columns), key=lambda point: point.value)

    @property
    def lowest(self) -> Point:
        return min((one.point for one in self.columns), key=lambda point: point.value)

    @property
    def path(self) -> str:
        """The line's points as SVG writes them."""
        return " ".join(f"{x},{y}" for x, y in self.line)


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure beside its name: where it begins and how long it is, of `LENGTH`; where its comparison stands."""

    point: Point
    text: str
    x: int
    length: int
    compared: int | None


@dataclass(frozen=True, slots=True)
class Bars:
    """Rows from top to bottom, on one axis."""

    unit: str
    ticks: Sequence[Tick]
    bars: Sequence[Bar]
    length: int = LENGTH


def steps(least: int, most: int, *, at_most: int = _AT_MOST_STEPS) -> list[int]:
    """Round values from at most `least` to at least `most`, 0 among them; none for no values above or below 0."""
    least, most = min(least, 0), max(most, 0)
    if least == most:
        return []
    size = next(size for size in _sizes() if _count(least, most, size) <= at_most)
    return list(range(least // size * size, -(-most // size) * size + 1, size))


def columns(points: Sequence[Point], *, text: Callable[[int], str], unit: str = "") -> Columns | None:
    """None for a single figure, for too many, and where all are 0."""
    if not 1 < len(points) <= MOST:
        return None
    values = [value for one in points for value in (one.value, one.due, one.compared) if value is not None]
    found = steps(min(values), max(values))
    if not found:
        return None
    least, most = found[0], found[-1]

    def height_of(value: int) -> int:
        return _BASE - (value - least) * (_BASE - _TOP) // (most - least)

    zero = height_of(0)
    width = (_RIGHT - _LEFT) // len(points)
    middles = [_LEFT + place * width + width // 2 for place in range(len(points))]
    return Columns(
        unit=unit,
        ticks=[Tick(height_of(value), text(value)) for value in found],
        names=_names(points, middles, width),
        columns=[_column(one, middle, width, height_of) for one, middle in zip(points, middles, strict=True)],
        line=[
            (middle, height_of(one.compared))
            for one, middle in zip(points, middles, strict=True)
            if one.compared is not None
        ],
        zero=zero,
    )


def rows(points: Sequence[Point], *, text: Callable[[int], str], unit: str = "") -> Bars | None:
    """None where there is no figure, or all are 0."""
    values = [value for one in points for value in (one.value, one.compared) if value is not None]
    found = steps(min(values, default=0), max(values, default=0))
    if not found:
        return None
    least, most = found[0], found[-1]

    def place_of(value: int) -> int:
        return (value - least) * LENGTH // (most - least)

    return Bars(
        unit=unit,
        ticks=[Tick(place_of(value), text(value)) for value in found],
        bars=[
            Bar(
                one,
                text(one.value),
                place_of(min(one.value, 0)),
                abs(place_of(one.value) - place_of(0)),
                None if one.compared is None else place_of(one.compared),
            )
            for one in points
        ],
    )


def _sizes() -> "Sequence[int]":
    return [size * 10**power for power in range(18) for size in _STEPS]


def _count(least: int, most: int, size: int) -> int:
    return -(-most // size) - least // size


def _names(points: Sequence[Point], middles: Sequence[int], width: int) -> list[Tick]:
    """As many names as fit beside one another, the first among them."""
    longest = max(len(one.label) for one in points) * _LETTER
    every = max(1, -(-longest // width))
    return [Tick(middle, one.label) for one, middle in list(zip(points, middles, strict=True))[::every]]


def _column(point: Point, middle: int, width: int, height_of: Callable[[int], int]) -> Column:
    half = max(1, min(width * 3 // 10, _WIDEST // 2))
    behind = None if point.due is None else _box(middle, half + min(_BEHIND, max(1, width // 6)), point.due, height_of)
    return Column(point, middle, _box(middle, half, point.value, height_of), behind)


def _box(middle: int, half: int, value: int, height_of: Callable[[int], int]) -> Box:
    """From the line of 0 up, or down."""
    top, bottom = sorted((height_of(value), height_of(0)))
    return Box(middle - half, top, 2 * half, bottom - top)
