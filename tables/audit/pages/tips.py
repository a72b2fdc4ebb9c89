"""Tips of a gaming day by down, that is by dealer and table; figures, never a ranking."""

from collections import defaultdict

from accounting import money
from accounting.pages.bar_charts import Bar, pairs
from accounting.pages.house import InHouse
from accounting.selectors import findings, match
from casino.pages.views import Context, Page
from tables.audit.pages.audit import date_named
from tables.audit.selectors import tips
from tables.audit.selectors.tips import DownTips


class Tips(InHouse, Page):
    """By table: each down with its hands and tips, and a bar for each."""

    permission = findings.PERMISSION
    template = "management/tips.html"

    def context(self) -> Context:
        day = match.day_of(self.house.pk, date_named(self.request.GET.get("day", "")))
        before, after = match.days_around(day)
        rows = tips.of_day(day.pk, actor=self.actor)
        of_table: dict[str, list[DownTips]] = defaultdict(list)
        for row in rows:
            of_table[row.table_code].append(row)
        return {
            "day": day,
            "before": before,
            "after": after,
            "hands": sum(row.hands for row in rows),
            "rounds": sum(row.rounds for row in rows),
            "tips_cents": sum(row.tips_cents for row in rows),
            "rate_bp": rate_bp(rows),
            "downs": sum(row.started_at is not None for row in rows),
            "tables": [
                (code, found, sum(row.tips_cents for row in found), drawn(found)) for code, found in of_table.items()
            ],
        }


def rate_bp(rows: list[DownTips]) -> int:
    """Tips in basis points of pots and stakes."""
    played_cents = sum(row.played_cents for row in rows)
    return money.rate_of(sum(row.tips_cents for row in rows), played_cents) if played_cents > 0 else 0


def drawn(rows: list[DownTips]) -> list[Bar]:
    """A bar for each down, in the order in which the dealers dealt."""
    return pairs([(row.dealer, 0, row.tips_cents) for row in rows if row.started_at])
