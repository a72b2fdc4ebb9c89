"""The sheet of a statement of revenue, on the screen and on paper: its parts in the order of the sheet, in words.

Callers activate the reader's language and the house's time zone first.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext

from accounting.models import Drop, GamingDay, Print, Statement
from accounting.policy import levy
from accounting.revenue.selectors import statements
from accounting.revenue.selectors.statements import Draft
from casino import house_time, wording

NAMED = (
    "rake.booked_cents",
    "rake.counted_cents",
    "bank.counted_cents",
    "tournaments.fees_cents",
    "taken_in_cents",
    "tips_in_revenue_cents",
    "tips.counted_cents",
    "loss.brought_cents",
    "revenue_cents",
    "levy_cents",
)
"""The figures that a correction's sheet names in words; all others are named by their path."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A figure of a corrected statement, before and after."""

    name: str
    before_cents: int
    after_cents: int

    @property
    def cents(self) -> int:
        return self.after_cents - self.before_cents


@dataclass(frozen=True, slots=True)
class Term:
    """A part of the revenue in the sheet's first line."""

    name: str
    cents: int


@dataclass(frozen=True, slots=True)
class Remark:
    """A difference between counted and booked, and what is known of it."""

    table: str
    box: str | Promise
    cents: int
    said: str


def facts(of: Statement | Draft, *, terms: Mapping[str, Any] | None, paper: Print | None = None) -> dict[str, Any]:
    """The context of the sheet's template; `terms`: the levy terms of a day."""
    row = of if isinstance(of, Statement) else None
    figures, period, house = of.figures, of.period, of.house
    first, last = date.fromisoformat(figures["first"]), date.fromisoformat(figures["last"])
    return {
        "house": house,
        "figures": figures,
        "period": period,
        "title": title(period, first),
        "first": first,
        "last": last,
        "statement": row,
        "day": of.gaming_day,
        "seal": of.rests_on.get("seal"),
        "parts": [_dated(part) for part in of.rests_on.get("statements", [])],
        "before": _dated(of.rests_on["before"]) if of.rests_on.get("before") else None,
        "sum": parts_of_revenue(figures, terms),
        "tiers": [(line, tier_name(line)) for line in map(levy.of_line, figures["levies"])],
        "terms": terms,
        "explanations": explanations(of.gaming_day, figures),
        "differences": differences(row),
        "countersignatures": [] if row is None else list(statements.countersignatures().filter(statement=row)),
        "print": paper,
        "reprint": paper.number - 1 if paper else 0,
        "now": house_time.now(),
    }


def title(period: str, first: date) -> str:
    """What the statement is of."""
    if period == Statement.Period.DAY:
        return gettext("Statement of revenue, gaming day %(day)s") % {"day": date_format(first, "SHORT_DATE_FORMAT")}
    if period == Statement.Period.MONTH:
        return gettext("Statement of revenue, %(month)s") % {"month": date_format(first, "YEAR_MONTH_FORMAT")}
    return gettext("Statement of revenue %(year)s") % {"year": first.year}


def parts_of_revenue(figures: Mapping[str, Any], terms: Mapping[str, Any] | None) -> list[Term]:
    """What adds up to the gross gaming revenue; the loss is what earlier days left, and what is left for later ones."""
    is_booked = terms is not None and terms["basis"] == levy.Basis.BOOKED
    basis = "booked_cents" if is_booked else "counted_cents"
    loss = figures["loss"]
    found = [
        Term(gettext("Rake, booked") if is_booked else gettext("Rake, counted"), figures["rake"][basis]),
        Term(gettext("Win from banked games"), figures["bank"][basis]),
        Term(gettext("Tournament fees"), figures["tournaments"]["fees_cents"]),
        Term(gettext("Unclaimed chips"), figures["taken_in_cents"]),
        Term(gettext("Tips that are revenue"), figures.get("tips_in_revenue_cents", 0)),
        Term(gettext("Loss carried forward"), loss["brought_cents"] - loss["carried_cents"]),
    ]
    if figures["revenue_cents"] != sum(term.cents for term in found):
        found[3] = Term(found[3].name, 0)  # where the law does not count them
    return [term for number, term in enumerate(found) if number < 3 or term.cents]


def tier_name(line: levy.Line) -> str:
    """`up to 5,000`, `5,000 to 20,000`, `above 20,000`."""
    low, high = wording.short_money(line.from_cents), wording.short_money(line.to_cents or 0)
    if line.to_cents is None:
        return gettext("above %(low)s") % {"low": low} if line.from_cents else gettext("all of it")
    if line.from_cents:
        return gettext("%(low)s to %(high)s") % {"low": low, "high": high}
    return gettext("up to %(high)s") % {"high": high}


def explanations(day: GamingDay | None, figures: Mapping[str, Any]) -> list[Remark]:
    """Why counted is not booked on a day: by box, and what was booked after a box was taken."""
    if day is None:
        return []
    rows = Drop.objects.filter(gaming_day=day, counted_cents__isnull=False).select_related("explained_by")
    found: list[Remark] = []
    in_boxes: dict[str, int] = {}
    for row in rows.order_by("table_code", "pk"):
        cents = (row.counted_cents or 0) - row.booked_cents
        if row.kind == Drop.Kind.RAKE:
            in_boxes[row.table_code] = in_boxes.get(row.table_code, 0) + cents
        if cents:
            said = f"{row.explanation} ({row.explained_by})" if row.explanation else gettext("not explained yet")
            found.append(Remark(row.table_code, row.get_kind_display(), cents, said))
    for table in figures["rake"]["tables"]:
        cents = table["difference_cents"] - in_boxes.get(table["table"], 0)
        if cents:
            said = gettext("booked late or corrected after the box was taken")
            found.append(Remark(table["table"], Drop.Kind.RAKE.label, cents, said))
    return found


def _dated(named: Sequence[Any]) -> tuple[date, int, str]:
    """A statement that this one rests on: its first day, version and seal."""
    first, version, digest = named
    return date.fromisoformat(first), version, digest


def differences(row: Statement | None) -> list[Difference]:
    """What a correction changes, the named figures first."""
    if row is None:
        return []
    names = {
        "rake.booked_cents": gettext("Rake, booked"),
        "rake.counted_cents": gettext("Rake, counted"),
        "bank.counted_cents": gettext("Win from banked games"),
        "tournaments.fees_cents": gettext("Tournament fees"),
        "taken_in_cents": gettext("Unclaimed chips"),
        "tips_in_revenue_cents": gettext("Tips that are revenue"),
        "tips.counted_cents": gettext("Tips, counted"),
        "loss.brought_cents": gettext("Loss brought forward"),
        "revenue_cents": gettext("Gross gaming revenue"),
        "levy_cents": gettext("Levy"),
    }
    found = {path: (before, after) for path, before, after in row.differences if path.endswith("_cents")}
    return [Difference(names[path], *found[path]) for path in NAMED if path in found]
