"""What the money side says of a period: rake, tips, boxes and windows, the house's own games."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from django.db import connection

from accounting import money
from accounting.models import House
from accounting.reports.selectors.periods import Figures, Period, Section, without_bounds
from accounting.revenue.selectors import bank
from casino.errors import N_

_OF_DAYS = """
SELECT coalesce(sum(hands), 0)::bigint, coalesce(sum(rounds), 0)::bigint, coalesce(sum(pot_cents), 0)::bigint,
       coalesce(sum(staked_cents), 0)::bigint, coalesce(sum(due_cents), 0)::bigint,
       coalesce(sum(taken_cents), 0)::bigint, coalesce(sum(tips_cents), 0)::bigint,
       coalesce(sum(jackpot_cents), 0)::bigint
  FROM accounting_houseday figures JOIN accounting_gamingday day ON day.id = figures.gaming_day_id
 WHERE day.house_id = %(house)s AND day.date BETWEEN %(first)s AND %(last)s
"""
# Where shifts begin on the hour, by the hour in which a play stands, as in the report by hour.
_OF_HOURS = """
SELECT coalesce(sum(hands), 0)::bigint, coalesce(sum(rounds), 0)::bigint, coalesce(sum(pot_cents), 0)::bigint,
       coalesce(sum(staked_cents), 0)::bigint, coalesce(sum(due_cents), 0)::bigint,
       coalesce(sum(taken_cents), 0)::bigint, coalesce(sum(tips_cents), 0)::bigint,
       coalesce(sum(jackpot_cents), 0)::bigint
  FROM accounting_gamingday day JOIN accounting_tablehour figures ON figures.gaming_day_id = day.id
 WHERE day.house_id = %(house)s AND day.date BETWEEN %(first)s AND %(last)s
   AND (%(from)s::timestamptz IS NULL OR hour >= %(from)s)
   AND (%(until)s::timestamptz IS NULL OR hour < %(until)s)
"""
# A reversal counts in the shift of what it reverses; if it was made on a later day, in the shift in which it was made.
_OF_A_SHIFT = """
WITH stood AS (
    SELECT play.*, CASE WHEN was.gaming_day_id = entry.gaming_day_id THEN was.at ELSE entry.at END AS stood_at
      FROM accounting_gamingday day
      JOIN accounting_play play ON play.gaming_day_id = day.id
      JOIN accounting_entry entry ON entry.id = play.entry_id
      LEFT JOIN LATERAL (SELECT * FROM accounting_entry WHERE id = entry.reverses_id OFFSET 0) AS was ON true
     WHERE day.house_id = %(house)s AND day.date BETWEEN %(first)s AND %(last)s
)
SELECT coalesce(sum(hands), 0)::bigint, coalesce(sum(rounds), 0)::bigint, coalesce(sum(pot_cents), 0)::bigint,
       coalesce(sum(staked_cents), 0)::bigint, coalesce(sum(due_cents), 0)::bigint,
       coalesce(sum(taken_cents), 0)::bigint, coalesce(sum(tips_cents), 0)::bigint,
       coalesce(sum(jackpot_cents), 0)::bigint
  FROM stood
 WHERE (%(from)s::timestamptz IS NULL OR stood_at >= %(from)s)
   AND (%(until)s::timestamptz IS NULL OR stood_at < %(until)s)
"""
_PLAYED: Final = (
    "hands",
    "rounds",
    "pot_cents",
    "staked_cents",
    "due_cents",
    "taken_cents",
    "tips_cents",
    "jackpot_cents",
)

# A box belongs to the shift in which it was taken from the table, a window to the one in which it was opened.
_BOXES = """
WITH days AS (
    SELECT id FROM accounting_gamingday WHERE house_id = %(house)s AND date BETWEEN %(first)s AND %(last)s
), boxes AS (
    SELECT * FROM accounting_drop
     WHERE gaming_day_id IN (SELECT id FROM days)
       AND (%(from)s::timestamptz IS NULL OR dropped_at >= %(from)s)
       AND (%(until)s::timestamptz IS NULL OR dropped_at < %(until)s)
), windows AS (
    SELECT * FROM accounting_windowshift
     WHERE gaming_day_id IN (SELECT id FROM days)
       AND (%(from)s::timestamptz IS NULL OR opened_at >= %(from)s)
       AND (%(until)s::timestamptz IS NULL OR opened_at < %(until)s)
)
SELECT (SELECT count(*) FROM boxes), (SELECT count(*) FROM boxes WHERE counted_at IS NULL),
       (SELECT coalesce(sum(booked_cents), 0) FROM boxes WHERE kind = 'rake')::bigint,
       (SELECT coalesce(sum(counted_cents), 0) FROM boxes WHERE kind = 'rake')::bigint,
       (SELECT coalesce(sum(counted_cents - booked_cents), 0) FROM boxes WHERE kind = 'rake')::bigint,
       (SELECT coalesce(sum(booked_cents), 0) FROM boxes WHERE kind = 'tips')::bigint,
       (SELECT coalesce(sum(counted_cents), 0) FROM boxes WHERE kind = 'tips')::bigint,
       (SELECT coalesce(sum(counted_cents - booked_cents), 0) FROM boxes WHERE kind = 'tips')::bigint,
       (SELECT count(*) FROM windows), (SELECT coalesce(sum(variance_cents), 0) FROM windows)::bigint
"""


def asked(house: House, period: Period) -> dict[str, int | date | datetime | None]:
    """The parameters of a statement on a period: the house, its days, the moments of a shift."""
    return {
        "house": house.pk,
        "first": period.first,
        "last": period.last,
        "from": period.from_moment,
        "until": period.until_moment,
    }


def played(house: House, period: Period) -> Mapping[str, int]:
    """The sums of hands and rounds: of whole days from the roll-ups, of a shift by the hours, or from its plays."""
    if without_bounds(period):
        statement = _OF_DAYS
    elif all(at is None or not (at.minute or at.second) for at in (period.from_moment, period.until_moment)):
        statement = _OF_HOURS
    else:
        statement = _OF_A_SHIFT
    return dict(zip(_PLAYED, _row(statement, house, period), strict=True))


def _rake(house: House, period: Period) -> Figures:
    found = played(house, period)
    hands = max(found["hands"], 0)
    return {
        "hands": found["hands"],
        "pot_cents": found["pot_cents"],
        "due_cents": found["due_cents"],
        "taken_cents": found["taken_cents"],
        "difference_cents": found["taken_cents"] - found["due_cents"],
        "per_hand_cents": money.mean(found["taken_cents"], hands),
    }


def _tips(house: House, period: Period) -> Figures:
    found = played(house, period)
    at_stake = found["pot_cents"] + found["staked_cents"]
    return {
        "tips_cents": found["tips_cents"],
        "tips_bp": money.rate_of(found["tips_cents"], max(at_stake, 0)),
        "tips_per_play_cents": money.mean(found["tips_cents"], max(found["hands"] + found["rounds"], 0)),
    }


def _boxes(house: House, period: Period) -> Figures:
    return dict(zip(BOXES.headings, _row(_BOXES, house, period), strict=True))


def _bank(house: House, period: Period) -> Figures:
    found = bank.sums(house, period.first, period.last, 0 if without_bounds(period) else period.shift)
    return {name: getattr(found, name) for name in BANK.headings}


def _row(statement: str, house: House, period: Period) -> tuple[int, ...]:
    with connection.cursor() as cursor:
        cursor.execute(statement, asked(house, period))
        row = cursor.fetchone()
    assert row is not None
    return tuple(map(int, row))


RAKE: Final = Section(
    "rake",
    N_("Rake"),
    {
        "hands": N_("Hands"),
        "pot_cents": N_("Pot"),
        "due_cents": N_("Rake due"),
        "taken_cents": N_("Rake taken"),
        "difference_cents": N_("Difference"),
        "per_hand_cents": N_("Rake per hand"),
    },
    _rake,
)
TIPS: Final = Section(
    "tips",
    N_("Tips"),
    {
        "tips_cents": N_("Tips (tronc)"),
        "tips_bp": N_("Tips as a share of pots and stakes"),
        "tips_per_play_cents": N_("Tips per hand or round"),
    },
    _tips,
)
BOXES: Final = Section(
    "boxes",
    N_("Drop and variance"),
    {
        "boxes": N_("Boxes removed"),
        "boxes_waiting": N_("Boxes waiting to be counted"),
        "booked_cents": N_("Rake booked in the boxes"),
        "counted_cents": N_("Rake counted"),
        "variance_cents": N_("Counted − booked"),
        "tips_booked_cents": N_("Tips booked in the boxes"),
        "tips_counted_cents": N_("Tips counted"),
        "tips_variance_cents": N_("Tips counted − booked"),
        "windows": N_("Windows opened"),
        "windows_variance_cents": N_("Variance at the windows"),
    },
    _boxes,
)
BANK: Final = Section(
    "bank",
    N_("House games"),
    {
        "rounds": N_("Rounds"),
        "staked_cents": N_("Staked"),
        "drop_cents": N_("Drop"),
        "win_cents": N_("Win"),
        "hold_bp": N_("Hold"),
        "expected_cents": N_("Expected win on the antes"),
    },
    _bank,
)
