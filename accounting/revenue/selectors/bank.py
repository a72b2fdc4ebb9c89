"""The result of games against the house: win, drop and hold by gaming day, table and shift, and the gross revenue.

This revenue is separate from rake and never added to it (NRW: for games with a bank's risk, stakes less players'
winnings of each gaming day, losses carried forward; domain §0, §4.15).  Everything is read from the books: the wagers
of rounds, the chips that guests bought, and the movements of the float.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

from django.db import connection
from django.db.models import Sum

from accounting import hours, money
from accounting.days.selectors import houses
from accounting.models import EntryCode, House, Transfer
from accounting.money import Summed
from accounting.revenue.selectors import match
from casino import replica, roles
from casino.errors import N_, Malformed

if TYPE_CHECKING:
    from casino.models import User

PERMISSION = "accounting.view_reports"
MOST_DAYS = 366

# A reversal counts in the shift of the entry it reverses; if it was made on a later day, in the shift in which it was
# made.  An entry before the day's roll-over counts in its first shift, one after the next roll-over in its last.
# OFFSET 0 keeps the planner from joining the whole tables: it cannot know that few rows belong to an entry.
_RESULTS = """
WITH played AS MATERIALIZED (
    SELECT day.id AS gaming_day_id, wager.table_code, day.date
      FROM accounting_gamingday day
     CROSS JOIN LATERAL (
               SELECT DISTINCT table_code FROM accounting_wager WHERE gaming_day_id = day.id OFFSET 0) AS wager
     WHERE day.house_id = %(house)s AND day.date BETWEEN %(first)s AND %(last)s
), shifts AS (
    SELECT date, array_agg(begins_at ORDER BY begins_at) AS later
      FROM unnest(%(dates)s::date[], %(begins)s::timestamptz[]) AS shift (date, begins_at) GROUP BY date
), booked AS (
    SELECT entry.id, played.date, played.table_code, coalesce(was.code, entry.code) AS code,
           CASE WHEN was.gaming_day_id = entry.gaming_day_id THEN was.at ELSE entry.at END AS stood_at, shifts.later
      FROM played
      JOIN accounting_book book ON book.house_id = %(house)s AND book.code = 'table/' || played.table_code
      JOIN accounting_entry entry ON entry.gaming_day_id = played.gaming_day_id AND entry.book_id = book.id
      LEFT JOIN LATERAL (SELECT * FROM accounting_entry WHERE id = entry.reverses_id OFFSET 0) AS was ON true
      LEFT JOIN shifts ON shifts.date = played.date
), entries AS (
    SELECT id, date, table_code AS at_table, code, coalesce(1 + width_bucket(stood_at, later), 1) AS shift FROM booked
), wagered AS (
    SELECT date, at_table, shift,
           sum(sign) FILTER (WHERE staked_cents > 0) AS rounds, sum(sign * ante_cents) AS ante,
           sum(sign * staked_cents) AS staked, sum(sign * lost_cents) AS lost, sum(sign * paid_cents) AS paid,
           sum(sign * side_staked_cents) AS side_staked, sum(sign * side_lost_cents) AS side_lost,
           sum(sign * side_paid_cents) AS side_paid, sum(sign * ante_cents * edge_ppm) AS expected
      FROM entries CROSS JOIN LATERAL (SELECT * FROM accounting_wager WHERE entry_id = entries.id OFFSET 0) AS wager
     GROUP BY 1, 2, 3
), moved AS (
    SELECT date, at_table, shift,
           -sum(cents) FILTER (WHERE code IN ('buy_in', 'top_up') AND name LIKE 'guests/%%') AS bought,
           sum(cents) FILTER (WHERE code = 'float_in' AND name LIKE 'float/%%') AS opener,
           sum(cents) FILTER (WHERE code = 'fill' AND name LIKE 'float/%%') AS fills,
           -sum(cents) FILTER (WHERE code = 'credit' AND name LIKE 'float/%%') AS credits,
           sum(cents) FILTER (WHERE code = 'float_out' AND name LIKE 'bank/%%') AS closer
      FROM entries
     CROSS JOIN LATERAL (SELECT * FROM accounting_transfer WHERE entry_id = entries.id OFFSET 0) AS t
     CROSS JOIN LATERAL (VALUES (t.destination, t.amount_cents), (t.source, -t.amount_cents)) AS side (name, cents)
     WHERE code IN ('buy_in', 'top_up', 'float_in', 'fill', 'credit', 'float_out')
     GROUP BY 1, 2, 3
)
SELECT date, at_table, shift, {figures}
  FROM wagered FULL JOIN moved USING (date, at_table, shift)
 ORDER BY date, at_table, shift
""".replace(
    "{figures}",
    ", ".join(
        f"coalesce({name}, 0)::bigint"
        for name in (
            "rounds", "ante", "staked", "lost", "paid", "side_staked", "side_lost", "side_paid", "expected",
            "bought", "opener", "fills", "credits", "closer",
        )
    ),
)  # fmt: skip

# Read from the covering index `wager_wins`: two years of days take some tenths of a second.
_WINS_BEFORE = """
SELECT day.date, sum(wager.sign * (wager.lost_cents - wager.paid_cents))::bigint
  FROM accounting_gamingday day JOIN accounting_wager wager ON wager.gaming_day_id = day.id
 WHERE day.house_id = %s AND day.date < %s
 GROUP BY day.date ORDER BY day.date
"""


class By(StrEnum):
    """What a row sums up: a gaming day, a table on a gaming day, or a shift of a table on a gaming day."""

    DAY = "day"
    TABLE = "table"
    SHIFT = "shift"


@dataclass(frozen=True, slots=True)
class Sums(Summed):
    """Figures of rounds in cents; reversed rounds are left out.

    `side_*`: the part of side bets.  `expected_millionths`: each ante times the edge of the rules it was played under,
    in millionths of a cent.  `drop_cents`: the chips that guests bought at these tables.  Opener, fills, credits and
    closer are movements of the float.
    """

    rounds: int = 0
    ante_cents: int = 0
    staked_cents: int = 0
    lost_cents: int = 0
    paid_cents: int = 0
    side_staked_cents: int = 0
    side_lost_cents: int = 0
    side_paid_cents: int = 0
    expected_millionths: int = 0
    drop_cents: int = 0
    opener_cents: int = 0
    fills_cents: int = 0
    credits_cents: int = 0
    closer_cents: int = 0

    @property
    def win_cents(self) -> int:
        """Lost by the boxes less paid to them; negative if the guests won."""
        return self.lost_cents - self.paid_cents

    @property
    def hold_bp(self) -> int:
        """The win in basis points of the drop; 0 if the drop is not positive."""
        return money.rate_of(self.win_cents, self.drop_cents) if self.drop_cents > 0 else 0

    @property
    def side_win_cents(self) -> int:
        return self.side_lost_cents - self.side_paid_cents

    @property
    def expected_cents(self) -> int:
        """The house's expected win from the antes against perfect play, without side bets.

        Rounded to the nearest cent once, so a total may differ by some cents from the sum of its rows.
        """
        return money.of_millionths(self.expected_millionths)

    @property
    def difference_cents(self) -> int:
        """The win without side bets less the expected win; over one evening it is mostly chance."""
        return self.win_cents - self.side_win_cents - self.expected_cents


@dataclass(frozen=True, slots=True)
class Shift:
    """A shift of a gaming day, numbered from 1, with its beginning (UTC)."""

    number: int
    begins_at: datetime


@dataclass(frozen=True, slots=True)
class Row:
    """One gaming day, one table of it (`table_code`, else ''), or one shift of that table (`shift`, else None)."""

    date: date
    table_code: str
    sums: Sums
    shift: Shift | None = None


@dataclass(frozen=True, slots=True)
class Revenue:
    """A gaming day's gross gaming revenue: its win plus the losses brought forward, at least 0.

    `brought_cents` (at most 0): the loss carried forward from the day before.  `taken_in_cents`: unclaimed kept chips
    that the house took in that day; they were won in no game, so they are not part of the revenue.
    """

    date: date
    win_cents: int
    brought_cents: int
    taken_in_cents: int = 0

    @property
    def revenue_cents(self) -> int:
        """The base of that day's levies."""
        return max(0, self.win_cents + self.brought_cents)

    @property
    def carried_cents(self) -> int:
        """The loss carried forward to the next day, at most 0."""
        return min(0, self.win_cents + self.brought_cents)


@dataclass(frozen=True, slots=True)
class Result:
    """The gaming days `first` to `last` of a house, both included."""

    house_id: int
    time_zone: str
    first: date
    last: date
    by: By
    rows: Sequence[Row]
    revenues: Sequence[Revenue]

    @property
    def total(self) -> Sums:
        return sum((row.sums for row in self.rows), Sums())


@replica.reading()
def result(
    *,
    house_id: int | None = None,
    first: date | None = None,
    last: date | None = None,
    by: By = By.TABLE,
    actor: "User",
) -> Result:
    """Win, drop and hold of a period, by default of the latest gaming day.

    Shifts begin as the house's settings say now.  Losses are carried forward from the house's first day on.  Refuses a
    period that ends before it begins (`bad_period`) and one of more than 366 gaming days (`period_too_long`).
    """
    roles.require(actor, PERMISSION)
    house = houses.row(house_id, actor=actor)
    last = last or first or match.day_of(house.pk, None).date
    first = first or last
    if first > last:
        raise Malformed(
            "bad_period", N_("The period ends (%(last)s) before it begins (%(first)s)."), first=first, last=last
        )
    if last - first >= timedelta(days=MOST_DAYS):
        raise Malformed("period_too_long", N_("No more than %(most)s gaming days can be shown."), most=MOST_DAYS)
    rows = _rows(house, first, last, by)
    taken_in = _taken_in(house, first, last)
    if by is By.DAY:
        empty = [Row(day, "", Sums()) for day in taken_in.keys() - {row.date for row in rows}]
        rows = sorted([*rows, *empty], key=lambda row: row.date)
    found = revenues(rows, open_loss(_wins_before(house, first)), taken_in)
    return Result(house.pk, house.time_zone, first, last, by, rows, found)


def by_table(house: House, first: date, last: date) -> list[Row]:
    """The figures of each table on each gaming day from `first` to `last`."""
    return _rows(house, first, last, By.TABLE)


def sums(house: House, first: date, last: date, shift: int = 0) -> Sums:
    """The figures of a period together; of one shift where its number is given."""
    rows = _rows(house, first, last, By.SHIFT if shift else By.TABLE)
    return sum((row.sums for row in rows if not shift or (row.shift and row.shift.number == shift)), Sums())


def revenues(
    rows: Iterable[Row], brought_cents: int = 0, taken_in: Mapping[date, int] = MappingProxyType({})
) -> list[Revenue]:
    """The revenue of each day with a row or with chips taken in, by date, carrying losses forward from day to day."""
    wins: dict[date, int] = dict.fromkeys(taken_in, 0)
    for row in rows:
        wins[row.date] = wins.get(row.date, 0) + row.sums.win_cents
    found: list[Revenue] = []
    for day, win_cents in sorted(wins.items()):
        brought = found[-1].carried_cents if found else brought_cents
        found.append(Revenue(day, win_cents, brought, taken_in.get(day, 0)))
    return found


def open_loss(wins_cents: Iterable[int]) -> int:
    """The loss that these days, in order, carry forward; at most 0."""
    carried_cents = 0
    for win_cents in wins_cents:
        carried_cents = min(0, carried_cents + win_cents)
    return carried_cents


def _rows(house: House, first: date, last: date, by: By) -> list[Row]:
    shifts = _shifts(house, first, last) if by is By.SHIFT else {}
    later = [(day, shift.begins_at) for day, found in shifts.items() for shift in found[1:]]
    values: dict[str, int | date | list[date] | list[datetime]] = {
        "house": house.pk, "first": first, "last": last,
        "dates": [day for day, _at in later], "begins": [at for _day, at in later],
    }  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute(_RESULTS, values)
        rows = [
            Row(day, table, Sums(*figures), shifts[day][shift - 1] if shifts else None)
            for day, table, shift, *figures in cursor.fetchall()
        ]
    if by is not By.DAY:
        return rows
    days: dict[date, Sums] = {}
    for row in rows:
        days[row.date] = days.get(row.date, Sums()) + row.sums
    return [Row(day, "", sums) for day, sums in days.items()]


def _taken_in(house: House, first: date, last: date) -> dict[date, int]:
    """Unclaimed kept chips that the house took in, in cents by gaming day."""
    rows = Transfer.objects.filter(
        entry__code=EntryCode.KEPT_LAPSED,
        entry__gaming_day__house=house,
        entry__gaming_day__date__range=(first, last),
    )
    sums = rows.order_by().values_list("entry__gaming_day__date").annotate(Sum("amount_cents"))
    return {day: int(cents) for day, cents in sums}


def _shifts(house: House, first: date, last: date) -> Mapping[date, list[Shift]]:
    days = [first + timedelta(days=number) for number in range((last - first).days + 1)]
    clock = (house.rolls_over_at, house.shift_starts, house.time_zone)
    return {day: [Shift(*one) for one in enumerate(hours.shifts_begin(day, *clock), 1)] for day in days}


def _wins_before(house: House, first: date) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(_WINS_BEFORE, [house.pk, first])
        return [win_cents for _day, win_cents in cursor.fetchall()]
