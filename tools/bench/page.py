"""The figures of a run as a page (Markdown) with a bar for each ratio that has a limit."""

import os
import platform
from collections.abc import Mapping, Sequence
from datetime import date

from tools.bench.figures import Figure

_WIDTH = 24
"""Characters of a bar; its limit is in the middle."""


def render(parts: Mapping[str, Sequence[Figure]], *, day: date) -> str:
    """`parts`: figures by the heading of their part."""
    lines = [
        "# Performance",
        "",
        f"Written by `python3 manage.py bench --page FILE` on {day.isoformat()},",
        f"{_machine()}. Absolute figures are this machine's. A ratio compares with the",
        "program that did the same work in turns with ours, or says how much of a limit is used. In a bar, `|` is the",
        "limit: what is at least so large has to reach it, what is at most so large has to stay before it.",
        "",
        "`anchor` is a fixed transaction (lock a row, insert, update) in pgbench. The ratios of `…_pgbench` (the",
        "statements of a command alone) and of `http_bare_insert` (a view of this web server that inserts a row) are",
        "to the anchor: no command can reach more of it than the smaller of the two.",
        "",
        "What bounds the limits that are missed: [decisions/speed-not-reached.md](decisions/speed-not-reached.md).",
    ]
    for heading, figures in parts.items():
        lines += ["", f"## {heading}", "", "| figure | value | ratio | limit | |", "|---|---:|---:|---:|---|"]
        lines += [_line(figure) for figure in figures]
    return "\n".join([*lines, ""])


def _line(figure: Figure) -> str:
    value = f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:,.1f}"
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
    limit = "" if figure.limit is None else f"{figure.bound} {figure.limit:g}"
    verdict = "" if figure.limit is None else f"`{_bar(figure)}` {'holds' if figure.holds else '**missed**'}"
    return f"| {figure.name} | {value} {figure.unit} | {ratio} | {limit} | {verdict} |"


def _bar(figure: Figure) -> str:
    """Filled in proportion to the ratio, with the limit at the middle; what is beyond twice the limit fills it."""
    assert figure.ratio is not None
    assert figure.limit is not None
    filled = min(_WIDTH, round(figure.ratio / figure.limit * _WIDTH / 2))
    cells = ["█" if place < filled else "·" for place in range(_WIDTH)]
    cells.insert(_WIDTH // 2, "|")
    return "".join(cells)


def _machine() -> str:
    return f"{os.cpu_count()} cores of {platform.machine()} ({platform.system()}), Python {platform.python_version()}"
