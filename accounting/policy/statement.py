"""The figures of a statement of revenue: those of a gaming day with revenue and levy, their sums, and what differs.

A month is the sum of its days and a year the sum of its months, figure by figure; nothing is computed a second time.
Pure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from accounting.policy import levy
from accounting.policy.levy import Basis, Line, Takings, Terms

Json = Any

_LISTS: Final = {"tables": "table", "games": "game", "rows": "tournament", "jackpots": "fund"}
"""The lists of a statement with the name of each row; rows of the same name are added up."""
HEADING: Final = frozenset({"house", "currency", "period", "first", "last"})
"""What a statement says of itself, beside its figures."""
_OWN: Final = HEADING | {"levies", "month"}
"""What is not added up by name: lines have their own key, and a month's revenue so far is a day's figure."""
_FIRST: Final = frozenset({"before_cents", "brought_cents"})
_LAST: Final = frozenset({"after_cents", "carried_cents"})


@dataclass(frozen=True, slots=True)
class Before:
    """What came before a day: the revenue of its year and month so far, and the loss not set off yet (at most 0)."""

    year_cents: int = 0
    month_cents: int = 0
    loss_cents: int = 0


def of_day(taken: Mapping[str, Json], terms: Terms, before: Before) -> dict[str, Json]:
    """The figures of a gaming day; `taken` is what it brought (`selectors.revenue.Day.as_json`)."""
    basis = "counted_cents" if terms.basis is Basis.COUNTED else "booked_cents"
    found = levy.revenue(
        Takings(
            rake_cents=taken["rake"][basis],
            win_cents=taken["bank"][basis],
            fees_cents=taken["tournaments"]["fees_cents"],
            taken_in_cents=taken["taken_in_cents"],
            tips_cents=taken.get("tips_in_revenue_cents", 0),
        ),
        terms,
        before.loss_cents,
    )
    lines = levy.lines(terms, found.revenue_cents, year_cents=before.year_cents, month_cents=before.month_cents)
    return {
        **taken,
        "loss": {
            "brought_cents": found.brought_cents,
            "set_off_cents": found.set_off_cents,
            "carried_cents": found.carried_cents,
        },
        "revenue_cents": found.revenue_cents,
        "year": {"before_cents": before.year_cents, "after_cents": before.year_cents + found.revenue_cents},
        "month": {"before_cents": before.month_cents, "after_cents": before.month_cents + found.revenue_cents},
        "levies": [asdict(line) for line in lines],
        "levy_cents": sum(line.levy_cents for line in lines),
    }


def added(parts: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    """The figures of several days or months in their order, figure by figure."""
    assert parts
    found = _added(parts)
    assert isinstance(found, dict)
    lines = levy.added([[Line(**line) for line in part["levies"]] for part in parts])
    return {**found, "levies": [asdict(line) for line in lines]}


def comparable(figures: Mapping[str, Json]) -> dict[str, Json]:
    """The figures without their heading, and without funds that held nothing, which older statements name too."""
    found = {name: value for name, value in figures.items() if name not in HEADING}
    if "jackpots" in found:
        found["jackpots"] = [
            row for row in found["jackpots"] if any(isinstance(one, int) and one for one in row.values())
        ]
    return found


def differences(before: Mapping[str, Json], after: Mapping[str, Json]) -> list[list[Json]]:
    """What differs between two versions: the figure's path, and its value before and after (0: not there)."""
    was, now = dict(_flat(before)), dict(_flat(after))
    return [
        [path, was.get(path, 0), now.get(path, 0)]
        for path in sorted(was.keys() | now.keys())
        if was.get(path, 0) != now.get(path, 0)
    ]


def _added(parts: Sequence[Mapping[str, Json]]) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for name in dict.fromkeys(name for part in parts for name in part):
        values = [part[name] for part in parts if name in part]
        if name in _OWN:
            continue
        if isinstance(values[0], Mapping):
            found[name] = _added(values)
        elif isinstance(values[0], list):
            ones = [one for value in values for one in value]
            named = any(isinstance(one, Mapping) for one in ones)
            found[name] = _rows(ones, _LISTS[name]) if named else sorted(set(ones))
        elif isinstance(values[0], int):
            found[name] = values[0] if name in _FIRST else values[-1] if name in _LAST else sum(values)
        else:
            found[name] = values[0]
    return found


def _rows(rows: Sequence[Mapping[str, Json]], key: str) -> list[dict[str, Json]]:
    """The rows by name, each the sum of those of that name."""
    by_name: dict[str, list[Mapping[str, Json]]] = {}
    for row in rows:
        by_name.setdefault(row[key], []).append(row)
    return [_added(same) for _name, same in sorted(by_name.items())]


def _flat(figures: Json, path: str = "") -> Iterator[tuple[str, int]]:
    """Every number with its path; rows of a list stand under their name."""
    if isinstance(figures, bool):
        return
    if isinstance(figures, int):
        yield path, figures
    elif isinstance(figures, Mapping):
        for name, value in figures.items():
            if name in ("from_cents", "to_cents", "rate_bp"):
                continue
            yield from _flat(value, f"{path}.{name}" if path else name)
    elif isinstance(figures, list):
        for row in figures:
            if isinstance(row, Mapping):
                yield from _flat(row, f"{path}[{_name(row)}]")


def _name(row: Mapping[str, Json]) -> str:
    if "levy" in row:
        return f"{row['levy']} {row['from_cents']} {row['rate_bp']}"
    return next(str(row[key]) for key in _LISTS.values() if key in row)
