"""What the house won and lost where it plays itself: win, drop and hold by table and gaming day, and the revenue.

Another revenue than rake, never added to it (NRW: for games with a bank's risk, stakes less players' winnings of each
gaming day, losses carried forward; domain §0, §4.15).  Read from the ledger alone: what rounds moved in and out of
floats, what guests bought chips for, what was brought and taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date, timedelta
from typing import TYPE_CHECKING, Self

from django.db import connection
from django.db.models import Min

from accounting import money
from accounting.models import GamingDay
from accounting.selectors import houses, match
from casino import roles
from casino.errors import Malformed, _

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_reports"
MOST_DAYS = 366

# A reversal is the mirror image: its moves count the other way by themselves.
_RESULTS = """
WITH banked AS MATERIALIZED (
    SELECT DISTINCT entry.gaming_day_id, entry.book_id, day.date, split_part(book.code, '/', 2) AS table_code
      FROM accounting_entry entry
      JOIN accounting_gamingday day ON day.id = entry.gaming_day_id
      JOIN accounting_book book ON book.id = entry.book_id
     WHERE entry.house_id = %(house)s AND entry.code IN ('round', 'false_deal')
       AND day.date BETWEEN %(first)s AND %(last)s
), entries AS (
    SELECT entry.id, banked.date, banked.table_code, coalesce(was.code, entry.code) AS code,
           entry.code = 'reversal' AS is_back
      FROM banked
      JOIN accounting_entry entry ON entry.gaming_day_id = banked.gaming_day_id AND entry.book_id = banked.book_id
      LEFT JOIN accounting_entry was ON was.id = entry.reverses_id
), moved AS (
    SELECT date, table_code, code, is_back, t.source, t.destination, t.amount_cents AS cents
      FROM entries JOIN accounting_transfer t ON t.entry_id = entries.id
)
SELECT date, table_code,
       (SELECT count(*) FILTER (WHERE NOT is_back) - count(*) FILTER (WHERE is_back) FROM entries e
         WHERE e.date = banked.date AND e.table_code = banked.table_code AND code = 'round')::bigint,
       coalesce(sum(cents) FILTER (WHERE code = 'round' AND destination LIKE 'float/%%' AND NOT is_back), 0)::bigint
       - coalesce(sum(cents) FILTER (WHERE code = 'round' AND source LIKE 'float/%%' AND is_back), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE code = 'round' AND source LIKE 'float/%%' AND NOT is_back), 0)::bigint
       - coalesce(sum(cents) FILTER (WHERE code = 'round' AND destination LIKE 'float/%%' AND is_back), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE code IN ('buy_in', 'top_up') AND source LIKE 'guests/%%'), 0)::bigint
       - coalesce(sum(cents) FILTER (WHERE code IN ('buy_in', 'top_up') AND destination LIKE 'guests/%%'), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE code = 'float_in' AND destination LIKE 'float/%%'), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE code = 'fill' AND destination LIKE 'float/%%'), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE code = 'credit' AND source LIKE 'float/%%'), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE code = 'float_out' AND destination LIKE 'bank/%%'), 0)::bigint
  FROM banked LEFT JOIN moved USING (date, table_code)
 GROUP BY date, table_code ORDER BY date, table_code
"""


@dataclass(frozen=True, slots=True)
class Sums:
    """Figures of rounds in cents; a round that was taken back counts in none.

    `drop_cents`: what guests bought chips for at these tables.  Opener, fills, credits and closer are of the float.
    """

    rounds: int = 0
    lost_cents: int = 0
    paid_cents: int = 0
    drop_cents: int = 0
    opener_cents: int = 0
    fills_cents: int = 0
    credits_cents: int = 0
    closer_cents: int = 0

    def __add__(self, other: Self) -> Self:
        return type(self)(*(getattr(self, part.name) + getattr(other, part.name) for part in fields(self)))

    @property
    def win_cents(self) -> int:
        """Lost by the boxes less paid to them; below nothing, the guests won."""
        return self.lost_cents - self.paid_cents

    @property
    def hold_bp(self) -> int:
        """The win in basis points of the drop; 0 where nothing was bought."""
        return money.rate_of(self.win_cents, self.drop_cents) if self.drop_cents > 0 else 0


@dataclass(frozen=True, slots=True)
class Row:
    """One table on one gaming day."""

    date: date
    table_code: str
    sums: Sums


@dataclass(frozen=True, slots=True)
class Revenue:
    """A gaming day's gross gaming revenue: its win with the losses brought forward, never below nothing.

    `carried_cents` (at most 0) is what goes on to the next day.
    """

    date: date
    win_cents: int
    brought_cents: int

    @property
    def revenue_cents(self) -> int:
        """What the levies of that day are reckoned on."""
        return max(0, self.win_cents + self.brought_cents)

    @property
    def carried_cents(self) -> int:
        """The loss that is still open."""
        return min(0, self.win_cents + self.brought_cents)


@dataclass(frozen=True, slots=True)
class Result:
    """The gaming days `first` to `last` of a house, both included."""

    house_id: int
    first: date
    last: date
    rows: Sequence[Row]
    revenues: Sequence[Revenue]

    @property
    def total(self) -> Sums:
        """All rows together."""
        return sum((row.sums for row in self.rows), Sums())


def result(
    *, house_id: int | None = None, first: date | None = None, last: date | None = None, actor: "User"
) -> Result:
    """Win, drop and hold; by default of the latest gaming day.

    Losses are carried forward from the house's first day on, so all before `first` is reckoned too.  Refuses a period
    that ends before it begins, and one of more than a year.
    """
    roles.require(actor, PERMISSION)
    house = houses.one(house_id)
    last = last or first or match.day_of(house, None).date
    first = first or last
    if first > last:
        raise Malformed(
            "bad_period", _("The period ends (%(last)s) before it begins (%(first)s)."), first=first, last=last
        )
    if last - first >= timedelta(days=MOST_DAYS):
        raise Malformed("period_too_long", _("At most %(most)s gaming days can be shown."), most=MOST_DAYS)
    opened = GamingDay.objects.filter(house_id=house).aggregate(day=Min("date"))["day"] or first
    rows = _rows(house, min(opened, first), last)
    return Result(
        house_id=house,
        first=first,
        last=last,
        rows=[row for row in rows if row.date >= first],
        revenues=[revenue for revenue in revenues(rows) if revenue.date >= first],
    )


def revenues(rows: Sequence[Row]) -> list[Revenue]:
    """Day by day in order, each with the loss that the days before left open."""
    wins: dict[date, int] = {}
    for row in rows:
        wins[row.date] = wins.get(row.date, 0) + row.sums.win_cents
    found: list[Revenue] = []
    for day, win_cents in sorted(wins.items()):
        found.append(Revenue(day, win_cents, found[-1].carried_cents if found else 0))
    return found


def _rows(house: int, first: date, last: date) -> list[Row]:
    with connection.cursor() as cursor:
        cursor.execute(_RESULTS, {"house": house, "first": first, "last": last})
        return [Row(day, table, Sums(*figures)) for day, table, *figures in cursor.fetchall()]
