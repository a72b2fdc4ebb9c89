"""Roll-ups as SQL: each level deletes its rows of a period and computes them again from the level before.

PostgreSQL does the summing, so that no plays are sent to Python.  Each `Refill` is one level.  Increments name single
periods (arrays of equal length, so that the planner knows their number and uses the index); a rebuild names gaming
days.  All levels must run in one transaction under `locks.roll_ups`.
"""

from typing import Final, NamedTuple

from accounting.models.rollups import Figures

_NAMES = tuple(field.name for field in Figures._meta.local_fields)
_FIGURES = ", ".join(_NAMES)
_SUMS = ", ".join(f"sum({name})" for name in _NAMES)

_TABLE_HOURS = """
DELETE FROM accounting_tablehour WHERE {scope};
INSERT INTO accounting_tablehour (gaming_day_id, table_code, hour, dealer_id, game, {figures})
SELECT gaming_day_id, table_code, hour, dealer_id, game, {sums}
  FROM accounting_play
 WHERE {scope}
 GROUP BY gaming_day_id, table_code, hour, dealer_id, game
"""

_TABLE_DAYS = """
DELETE FROM accounting_tableday WHERE {scope};
INSERT INTO accounting_tableday (gaming_day_id, table_code, dealer_id, game, {figures})
SELECT gaming_day_id, table_code, dealer_id, game, {sums}
  FROM accounting_tablehour
 WHERE {scope}
 GROUP BY gaming_day_id, table_code, dealer_id, game
"""

_HOUSE_DAYS = """
DELETE FROM accounting_houseday WHERE {scope};
INSERT INTO accounting_houseday (gaming_day_id, {figures})
SELECT gaming_day_id, {sums}
  FROM accounting_tableday
 WHERE {scope}
 GROUP BY gaming_day_id
"""

_HOUSE_MONTHS = """
DELETE FROM accounting_housemonth WHERE (house_id, month) IN {months};
INSERT INTO accounting_housemonth (house_id, month, {figures})
SELECT day.house_id, date_trunc('month', day.date)::date, {sums}
  FROM accounting_houseday JOIN accounting_gamingday day ON day.id = gaming_day_id
 WHERE (day.house_id, date_trunc('month', day.date)::date) IN {months}
 GROUP BY 1, 2
"""

_HOURS_NAMED = """(gaming_day_id, table_code, hour) IN (
           SELECT * FROM unnest(%(days)s::bigint[], %(tables)s::text[], %(hours)s::timestamptz[]))"""
_TABLES_NAMED = """(gaming_day_id, table_code) IN (
           SELECT DISTINCT * FROM unnest(%(days)s::bigint[], %(tables)s::text[]))"""
_DAYS_NAMED = "gaming_day_id = ANY(%(days)s::bigint[])"
_MONTHS_NAMED = """(
           SELECT house_id, date_trunc('month', date)::date FROM accounting_gamingday
            WHERE id = ANY(%(days)s::bigint[]))"""


class Refill(NamedTuple):
    """The two statements of one level: delete the rows of the periods, insert them again."""

    empty: str
    fill: str


def _refill(template: str, scope: str = "") -> Refill:
    text = (
        template.replace("{scope}", scope)
        .replace("{months}", _MONTHS_NAMED)
        .replace("{figures}", _FIGURES)
        .replace("{sums}", _SUMS)
    )
    empty, fill = text.split(";")
    return Refill(empty, fill)


_DAYS_UPWARDS: Final = (_refill(_HOUSE_DAYS, _DAYS_NAMED), _refill(_HOUSE_MONTHS))

INCREMENT: Final = (_refill(_TABLE_HOURS, _HOURS_NAMED), _refill(_TABLE_DAYS, _TABLES_NAMED), *_DAYS_UPWARDS)
"""Levels for single table-hours.  Parameters: arrays `days`, `tables`, `hours`, one element a table-hour."""

REBUILD: Final = (_refill(_TABLE_HOURS, _DAYS_NAMED), _refill(_TABLE_DAYS, _DAYS_NAMED), *_DAYS_UPWARDS)
"""Levels for whole gaming days.  Parameter: array `days`."""

_AHEAD = """ahead AS (
    SELECT book.id, book.number AS last, coalesce(mark.number, 0) AS rolled
      FROM accounting_book book LEFT JOIN accounting_rollupmark mark ON mark.book_id = book.id
     WHERE book.number > coalesce(mark.number, 0)
)"""
_NEW_HOURS = """SELECT DISTINCT play.gaming_day_id, play.table_code, play.hour
  FROM ahead
 CROSS JOIN LATERAL (
           SELECT id FROM accounting_entry
            WHERE book_id = ahead.id AND number > ahead.rolled AND number <= ahead.last
           OFFSET 0) AS entry
  JOIN accounting_play play ON play.entry_id = entry.id"""

DUE: Final = f"""
WITH {_AHEAD}, marked AS (
    INSERT INTO accounting_rollupmark (book_id, number) SELECT id, last FROM ahead
    ON CONFLICT (book_id) DO UPDATE SET number = EXCLUDED.number
)
{_NEW_HOURS}
"""  # noqa: S608 -- our own expression
"""Move every mark to its book's last number and return the table-hours with entries since the mark.

One statement has one snapshot, so it sees a book's number and its entries alike.  OFFSET 0 keeps the planner from
joining the whole table: it cannot know that few entries are new and close together in the book's index.
"""

MOSTLY_NEW: Final = """
SELECT coalesce(sum(book.number - coalesce(mark.number, 0)) > greatest(%(few)s, sum(book.number) / 2), false)
  FROM accounting_book book LEFT JOIN accounting_rollupmark mark ON mark.book_id = book.id
"""
"""Whether more than `few` entries, and more than half of all, are not rolled up: then a rebuild is faster."""

_OF_AN_HOUR = "gaming_day_id, table_code, hour, dealer_id, game"
_OF_A_DAY = "gaming_day_id, table_code, dealer_id, game"
_LEVELS = (
    ("table and hour", "accounting_tablehour", _OF_AN_HOUR, "accounting_play", _OF_AN_HOUR),
    ("table and day", "accounting_tableday", _OF_A_DAY, "accounting_tablehour", _OF_A_DAY),
    ("house and day", "accounting_houseday", "gaming_day_id", "accounting_tableday", "gaming_day_id"),
    (
        "house and month",
        "accounting_housemonth",
        "house_id, month",
        "accounting_houseday JOIN accounting_gamingday day ON day.id = gaming_day_id",
        "day.house_id, date_trunc('month', day.date)::date",
    ),
)


def _differing(name: str, stored: str, key: str, source: str, grouped: str) -> str:
    """Rows of one level that are not the sums of the level before, and sums that are no row."""
    has = f"SELECT {key}, {_FIGURES} FROM {stored}"  # noqa: S608 -- our own names
    wanted = f"SELECT {grouped}, {_SUMS} FROM {source} GROUP BY {grouped}"  # noqa: S608 -- ours too
    is_hour = name == "table and hour"
    known = "WHERE (gaming_day_id, table_code, hour) NOT IN (SELECT * FROM pending)" if is_hour else ""
    named = key.removesuffix(", dealer_id, game")  # no text that somebody typed
    return f"""SELECT DISTINCT '{name}', concat_ws(' ', {named}) FROM (
    ({has} EXCEPT ALL {wanted}) UNION ALL ({wanted} EXCEPT ALL {has})) AS differing ({key}, {_FIGURES}) {known}"""  # noqa: S608 -- ours too


DIFFERING: Final = f"WITH {_AHEAD}, pending AS MATERIALIZED ({_NEW_HOURS})\n" + "\nUNION ALL\n".join(
    _differing(*level) for level in _LEVELS
)
"""Level and key of every row that is not what the level before adds up to; hours that are due are left out."""

MARK_ALL: Final = """
INSERT INTO accounting_rollupmark (book_id, number) SELECT id, number FROM accounting_book
ON CONFLICT (book_id) DO UPDATE SET number = EXCLUDED.number
"""
