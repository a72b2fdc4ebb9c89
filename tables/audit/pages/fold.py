"""Findings as lines of a list: a run, which takes one decision, or all that are of one kind and are decided singly."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounting.findings.selectors.findings import Run
from accounting.models import Finding
from accounting.verdicts import Severity
from tables.audit.pages.facts import sentence_of
from tables.audit.selectors import finding_hands
from tables.audit.selectors.finding_hands import FoundHand

_MOST_PLACES: Final = 5  # that a line names


class By(StrEnum):
    """What the list is ordered by."""

    KIND = "kind"
    TABLE = "table"
    AGE = "age"


ORDERS: Final = (
    (By.KIND, gettext_lazy("By kind")),
    (By.TABLE, gettext_lazy("By table")),
    (By.AGE, gettext_lazy("By age")),
)


@dataclass(frozen=True, slots=True)
class Fold:
    """A line: its findings, the sentence of their kind, where they are; `is_run`: one decision may be made on them."""

    rows: Sequence[Finding]
    sentence: str
    where: str
    is_run: bool

    @property
    def first(self) -> Finding:
        return self.rows[0]

    @property
    def count(self) -> int:
        return len(self.rows)

    @property
    def amount_cents(self) -> int:
        return sum(row.amount_cents for row in self.rows)

    @property
    def found_at(self) -> datetime:
        return min(row.found_at for row in self.rows)


def folded(runs: Sequence[Run], by: By = By.KIND) -> list[Fold]:
    """The lines: each run by itself, else findings of a kind and a decision; by table those of a table together."""
    parts: dict[tuple[object, ...], list[Finding]] = {}
    for run in runs:
        row = run.first
        table = row.table_code if by is By.TABLE else ""
        key = (row.pk,) if run.can_be_decided else (row.rule, row.state, row.decision_number, table)
        parts.setdefault(key, []).extend(run.rows)
    hands = finding_hands.of_findings(row for rows in parts.values() for row in rows)
    found = [
        Fold(rows, sentence_of(rows[0]), _where(rows, hands, is_run=len(key) == 1), len(key) == 1)
        for key, rows in parts.items()
    ]
    if by is By.KIND:  # the gravest first, and of these the most
        return sorted(
            found, key=lambda fold: (fold.first.state != Finding.State.OPEN, -fold.first.severity, -fold.count)
        )
    return sorted(found, key=lambda fold: fold.first.table_code if by is By.TABLE else fold.found_at.isoformat())


def counted(rows: "QuerySet[Finding]") -> dict[str, Any]:
    """How many are open, of how many kinds, and how many of them keep their day from being closed."""
    found = list(rows.filter(state=Finding.State.OPEN).values_list("rule", "severity"))
    return {
        "open_count": len(found),
        "kinds": len({rule for rule, _severity in found}),
        "holding": sum(severity > Severity.NOTE for _rule, severity in found),
    }


def _where(rows: Sequence[Finding], hands: Mapping[int, FoundHand], *, is_run: bool) -> str:
    """`T01, 18:05–19:40 · hands 51–71` of a run; else `T01 hand 58, T02 · 4 dealers`."""
    if is_run:
        return _span(
            rows[0].table_code, [hands[row.hand_id] for row in rows if row.hand_id is not None and row.hand_id in hands]
        )
    places = list(dict.fromkeys(_place(row, hands) for row in rows))
    told = places[:_MOST_PLACES] + ([f"+{len(places) - _MOST_PLACES}"] if len(places) > _MOST_PLACES else [])
    dealers = len({row.dealer_id for row in rows if row.dealer_id})
    if dealers < 2:
        return ", ".join(told)
    by_dealers = ngettext("%(n)s dealer", "%(n)s dealers", dealers) % {"n": dealers}
    return f"{', '.join(told)} · {by_dealers}"


def _span(table: str, found: Sequence[FoundHand]) -> str:
    if not found:
        return table
    numbers, times = [hand.number for hand in found], [timezone.localtime(hand.at) for hand in found]
    words = {"table": table, "first": min(numbers), "last": max(numbers)}
    return _("%(table)s, %(from)s–%(to)s · hands %(first)s–%(last)s") % {
        **words, "from": f"{min(times):%H:%M}", "to": f"{max(times):%H:%M}",
    }  # fmt: skip


def _place(row: Finding, hands: Mapping[int, FoundHand]) -> str:
    """The table and the hand, or what else it is about."""
    if row.hand_id is not None and row.hand_id in hands:
        return _("%(table)s hand %(number)s") % {"table": row.table_code, "number": hands[row.hand_id].number}
    return row.table_code or row.subject
