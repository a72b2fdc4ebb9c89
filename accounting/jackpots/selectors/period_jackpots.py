"""What jackpot funds came to in a period: paid in, fallen, paid, lapsed, posted and counted; what they hold at its end.

A balance at the end of a period is today's balance less what moved since: what hands paid in on closed days is read
from the roll-ups, of a single fund from its boxes, which hold all of it once a day is closed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection
from django.db.models import Q

from accounting.models import EntryCode, Fund, House
from accounting.reports.selectors.period_sections import asked, played
from accounting.reports.selectors.periods import Figures, Period, Section
from casino.errors import N_

_CODES: Final = (
    EntryCode.FUND_IN,
    EntryCode.FUND_COUNT,
    EntryCode.FUND_CLOSED,
    EntryCode.JACKPOT_WON,
    EntryCode.JACKPOT_PAID,
    EntryCode.JACKPOT_LAPSED,
)
"""The entries beside hands that move money of funds."""
_IS_LATER: Final = "(date > %(last)s OR (date = %(last)s AND at >= %(until)s::timestamptz))"
# OFFSET 0 keeps the planner from joining the whole tables: it cannot know that few rows belong to an entry.
_MOVED = f"""
WITH booked AS (
    SELECT entry.id, entry.code, entry.at, day.date
      FROM accounting_entry entry JOIN accounting_gamingday day ON day.id = entry.gaming_day_id
     WHERE entry.code = ANY(%(codes)s) AND day.house_id = %(house)s AND day.date >= %(first)s
), placed AS (
    SELECT *, {_IS_LATER} AS is_later FROM booked
     WHERE {_IS_LATER} OR %(from)s::timestamptz IS NULL OR at >= %(from)s
)
SELECT split_part(name, '/', 2), split_part(name, '/', 1), code, split_part(other, '/', 1), coalesce(is_later, false),
       sum(cents)::bigint, count(DISTINCT id)
  FROM placed
 CROSS JOIN LATERAL (SELECT * FROM accounting_transfer WHERE entry_id = placed.id OFFSET 0) AS t
 CROSS JOIN LATERAL (VALUES (t.destination, t.source, t.amount_cents), (t.source, t.destination, -t.amount_cents))
       AS side (name, other, cents)
 WHERE split_part(name, '/', 1) IN ('jackpot', 'reserve', 'won')
 GROUP BY 1, 2, 3, 4, 5
"""  # noqa: S608 -- our own expressions
# What hands have posted since, on days that are not closed, and later on the day of a shift.
_POSTED_SINCE = """
SELECT split_part(name, '/', 2), sum(cents)::bigint
  FROM accounting_gamingday day
  JOIN accounting_entry entry ON entry.gaming_day_id = day.id
  JOIN accounting_book book ON book.id = entry.book_id AND book.code LIKE 'table/%%'
 CROSS JOIN LATERAL (SELECT * FROM accounting_transfer WHERE entry_id = entry.id OFFSET 0) AS t
 CROSS JOIN LATERAL (VALUES (t.destination, t.amount_cents), (t.source, -t.amount_cents)) AS side (name, cents)
 WHERE day.house_id = %(house)s AND name LIKE 'jackpot/%%'
   AND ((day.date > %(last)s AND day.state <> 'closed')
        OR (day.date = %(last)s AND entry.at >= %(until)s::timestamptz))
 GROUP BY 1
"""
# What hands have posted on the closed days after the period: by fund, and of all funds.
_POSTED_LATER = """
SELECT fund.code, sum(boxes.posted_cents)::bigint
  FROM accounting_funddrop boxes
  JOIN accounting_fund fund ON fund.id = boxes.fund_id
  JOIN accounting_gamingday day ON day.id = boxes.gaming_day_id
 WHERE day.house_id = %(house)s AND day.date > %(last)s AND day.state = 'closed'
 GROUP BY 1
 UNION ALL
SELECT '', coalesce(sum(figures.jackpot_cents), 0)::bigint
  FROM accounting_gamingday day JOIN accounting_houseday figures ON figures.gaming_day_id = day.id
 WHERE day.house_id = %(house)s AND day.date > %(last)s AND day.state = 'closed'
"""
_BOXES = """
SELECT fund.code, sum(boxes.posted_cents)::bigint, coalesce(sum(boxes.counted_cents), 0)::bigint,
       coalesce(sum(boxes.counted_cents - boxes.posted_cents), 0)::bigint
  FROM accounting_funddrop boxes
  JOIN accounting_fund fund ON fund.id = boxes.fund_id
  JOIN accounting_gamingday day ON day.id = boxes.gaming_day_id
 WHERE day.house_id = %(house)s AND day.date BETWEEN %(first)s AND %(last)s
   AND (%(from)s::timestamptz IS NULL OR boxes.taken_at >= %(from)s)
   AND (%(until)s::timestamptz IS NULL OR boxes.taken_at < %(until)s)
 GROUP BY 1
"""
_HELD = """
SELECT split_part(name, '/', 2), split_part(name, '/', 1), balance_cents FROM accounting_place
 WHERE house_id = %(house)s AND split_part(name, '/', 1) IN ('jackpot', 'reserve', 'won')
"""


@dataclass(frozen=True, slots=True)
class _Moved:
    """What places of a kind gained from those of the kind `against` by entries of a code, of one fund."""

    fund: str
    kind: str
    code: str
    against: str
    is_later: bool
    cents: int
    entries: int


def of_house(house: House, period: Period) -> Figures:
    """The figures of all funds together."""
    found = _figures(house, period, "")
    return {"contributed_cents": played(house, period)["jackpot_cents"], **found}


def sections(house: House, period: Period) -> Iterator[Section]:
    """A section for each fund that was open in the period."""
    is_open = Q(closed_at=None) | Q(closed_at__gte=period.begins_at)
    for fund in Fund.objects.filter(is_open, house=house, opened_at__lt=period.ends_at).order_by("name"):
        yield Section(f"jackpot/{fund.code}", N_("Jackpot"), _HEADINGS, _of_fund(fund), subject=fund.name)


def _of_fund(fund: Fund) -> Any:
    def figures(house: House, period: Period) -> Figures | None:
        return _figures(house, period, fund.code) if fund.opened_at < period.ends_at else None

    return figures


def _figures(house: House, period: Period, code: str) -> dict[str, int]:
    """The figures of the fund of that code; of all funds if it is empty."""
    values = {**asked(house, period), "codes": [one.value for one in _CODES]}
    moved = [one for one in (_Moved(*row) for row in _rows(_MOVED, values)) if code in ("", one.fund)]

    def gained(kind: str, by: EntryCode, against: str) -> int:
        return sum(
            one.cents for one in moved if (one.kind, one.code, one.against, one.is_later) == (kind, by, against, False)
        )

    boxes = [row for row in _rows(_BOXES, values) if code in ("", row[0])]
    held = _held(code, moved, values)
    return {
        "given_cents": gained("jackpot", EntryCode.FUND_IN, "bank"),
        "falls": sum(
            one.entries for one in moved if one.code == EntryCode.JACKPOT_WON and one.kind == "won" and not one.is_later
        ),
        "fallen_cents": gained("won", EntryCode.JACKPOT_WON, "jackpot"),
        "paid_cents": -gained("won", EntryCode.JACKPOT_PAID, "guests"),
        "tax_cents": -gained("won", EntryCode.JACKPOT_PAID, "withheld"),
        "forfeited_cents": gained("jackpot", EntryCode.JACKPOT_LAPSED, "won"),
        "boxes_cents": sum(posted for _fund, posted, _counted, _difference in boxes),
        "counted_cents": sum(counted for _fund, _posted, counted, _difference in boxes),
        "variance_cents": sum(difference for _fund, _posted, _counted, difference in boxes),
        "posted_cents": held["jackpot"],
        "reserve_cents": held["reserve"],
        "owed_cents": held["won"],
    }


def _held(code: str, moved: list[_Moved], values: Mapping[str, Any]) -> Mapping[str, int]:
    """What is posted, in reserve and owed at the end of the period, by the kind of place."""
    held: Counter[str] = Counter()
    for fund, kind, cents in _rows(_HELD, values):
        if code in ("", fund):
            held[kind] += cents
    for one in moved:
        if one.is_later:
            held[one.kind] -= one.cents
    for fund, cents in _rows(_POSTED_SINCE, values):
        if code in ("", fund):
            held["jackpot"] -= cents
    held["jackpot"] -= sum(cents for fund, cents in _rows(_POSTED_LATER, values) if fund == code)
    return held


def _rows(statement: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, dict(values))
        return list(cursor.fetchall())


_HEADINGS: Final = {
    "given_cents": N_("Paid in by the house"),
    "falls": N_("Jackpots hit (number)"),
    "fallen_cents": N_("Jackpots hit"),
    "paid_cents": N_("Paid to guests"),
    "tax_cents": N_("Tax withheld"),
    "forfeited_cents": N_("Lapsed, back in the fund"),
    "boxes_cents": N_("Posted, according to the boxes removed"),
    "counted_cents": N_("Jackpot counted"),
    "variance_cents": N_("Counted − posted"),
    "posted_cents": N_("Posted at the end"),
    "reserve_cents": N_("Reserve at the end"),
    "owed_cents": N_("Won but not paid at the end"),
}
JACKPOTS: Final = Section(
    "jackpots", N_("Jackpots"), {"contributed_cents": N_("Paid in by hands"), **_HEADINGS}, of_house
)
