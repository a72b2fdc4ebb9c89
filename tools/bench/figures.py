"""Figures of the bench: a value, and where there is a limit, the ratio that must keep it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import median
from time import perf_counter
from typing import Self

Say = Callable[[str], None]
"""Prints one line for the reader."""


class Bound(StrEnum):
    """Whether a ratio has to stay above or below its limit."""

    AT_LEAST = "≥"
    AT_MOST = "≤"


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure; `ratio` compares it with the program run beside it.

    Figures without a limit are only for reading.
    """

    name: str
    value: float
    unit: str
    ratio: float | None = None
    limit: float | None = None
    bound: Bound = Bound.AT_LEAST

    @classmethod
    def within(cls, name: str, value: float, unit: str, most: float) -> Self:
        """A figure that may be so large at most; the ratio says how much of that it needs."""
        return cls(name, value, unit, value / most, 1.0, Bound.AT_MOST)

    @property
    def holds(self) -> bool:
        """Whether the ratio keeps its limit; a figure without one always holds."""
        if self.limit is None or self.ratio is None:
            return self.limit is None
        return self.ratio >= self.limit if self.bound is Bound.AT_LEAST else self.ratio <= self.limit

    def as_json(self) -> dict[str, object]:
        """The contract's form: `{value, unit, ratio, limit, holds}`."""
        ratio = None if self.ratio is None else round(self.ratio, 3)
        value = round(self.value, 3)
        return {"value": value, "unit": self.unit, "ratio": ratio, "limit": self.limit, "holds": self.holds}

    def line(self) -> str:
        """One line of the printed table."""
        ratio = "" if self.ratio is None else f"{self.ratio:8.2f}"
        limit = "" if self.limit is None else f"{self.bound} {self.limit:g}"
        verdict = "" if self.limit is None else ("holds" if self.holds else "MISSED")
        return f"{self.name:36} {self.value:12,.1f} {self.unit:12} {ratio:8} {limit:7} {verdict}".rstrip()


@dataclass(frozen=True, slots=True)
class Sizes:
    """The amount of work: `rounds` of long runs; where servers take turns, `slices` of `seconds` each.

    `QUICK` is for trying the command, not for figures to be quoted.
    """

    rounds: int = 5
    slices: int = 15
    seconds: float = 1.0
    engine_hands: int = 60
    summary_tables: int = 80
    action_tables: int = 1_000
    open_tables: int = 1_000
    hands_a_client: int = 100
    hands: int = 10_000_000
    few_hands: int = 10_000
    latency_actions: int = 4_000
    report_hands: int = 10_000_000
    sheet_rows: int = 1_000_000
    audit_days: int = 100
    few_days: int = 10
    audit_tables: int = 40
    audit_piece: int = 2_000
    audit_seconds: float = 15.0
    screen_tables: int = 40
    screen_actions: int = 100
    screen_slices: int = 4
    board_tables: tuple[int, ...] = (40, 400, 5_000)
    open_seconds: float = 20.0
    telling_slices: int = 5
    telling_transactions: int = 800
    listed_hands: int = 1_000


FULL = Sizes()
QUICK = Sizes(
    rounds=2,
    slices=2,
    seconds=0.3,
    engine_hands=6,
    summary_tables=16,
    action_tables=40,
    open_tables=20,
    hands_a_client=20,
    hands=20_000,
    few_hands=2_000,
    latency_actions=200,
    report_hands=20_000,
    sheet_rows=5_000,
    audit_days=2,
    few_days=1,
    audit_tables=6,
    audit_piece=20,
    audit_seconds=0.05,
    screen_tables=4,
    screen_actions=20,
    screen_slices=1,
    board_tables=(24,),
    open_seconds=1.0,
    telling_slices=1,
    telling_transactions=64,
    listed_hands=20,
)


def in_turns(runs: Sequence[Callable[[], float]], rounds: int) -> list[list[float]]:
    """Each run's values by round; runs alternate, so that a busy moment affects all alike."""
    found: list[list[float]] = [[] for _run in runs]
    for _round in range(rounds):
        for run, values in zip(runs, found, strict=True):
            values.append(run())
    return found


def ratio(values: Sequence[float], others: Sequence[float]) -> float:
    """The median of the rounds' own ratios: only runs of the same seconds are compared."""
    return median(value / other for value, other in zip(values, others, strict=True))


def seconds_of(work: Callable[[], object]) -> float:
    """How long `work` takes by the wall clock."""
    began = perf_counter()
    work()
    return perf_counter() - began


def percentile(values: Iterable[float], percent: int) -> float:
    """The value that `percent` per cent of all do not exceed (nearest rank)."""
    ordered = sorted(values)
    return ordered[max(0, -(-len(ordered) * percent // 100) - 1)]
