"""Everything a command needs about a locked table, read in one query."""

import json
from dataclasses import dataclass
from datetime import datetime

from django.db import connection

from accounting import places
from accounting.models import GamingDay, ScheduleVersion
from tables.locks import LockedTable
from tables.models import Game, Session, Table
from tables.models.columns import column_names
from tables.rules.terms.stakes import Step

_GAME_FIELDS = column_names(Game)
_SESSION_FIELDS = column_names(Session)

_SITUATION = f"""
SELECT day.id, day.date, day.state, house.tip_bp, house.currency,
       version.id, version.version, version.terms,
       (SELECT dealer_id FROM tables_down down WHERE down.table_id = t.id AND down.ended_at IS NULL),
       (SELECT id FROM tables_hand hand WHERE hand.table_id = t.id AND hand.state = 'open'),
       (SELECT balance_cents FROM accounting_place place WHERE place.house_id = t.house_id AND place.name = %(pool)s),
       (SELECT json_agg(json_build_array(sitting.id, sitting.seat, sitting.guest_id, sitting.is_away,
                                         sitting.owes_small_blind, sitting.owes_big_blind,
                                         COALESCE(place.balance_cents, 0), sitting.is_new,
                                         CASE WHEN sitting.moved_from_id IS NULL THEN sitting.bought_in_cents END,
                                         sitting.waits_for_big_blind)
                        ORDER BY sitting.seat)
          FROM tables_sitting sitting
          LEFT JOIN accounting_place place
                 ON place.house_id = t.house_id AND place.name = 'seat/' || t.code || '/' || sitting.seat
         WHERE sitting.table_id = t.id AND sitting.left_at IS NULL),
       (SELECT json_agg(json_build_array(step.id, step.game_id, step.after_minutes, step.after_hands))
          FROM tables_stakestep step WHERE step.session_id = session.id AND step.state = 'planned'),
       (SELECT last.started_at FROM tables_hand last
         WHERE last.session_id = session.id AND last.number = session.hands_dealt AND game.recording = 'summary'),
       {", ".join(f"session.{name}" for name in _SESSION_FIELDS)},
       {", ".join(f"game.{name}" for name in _GAME_FIELDS)}
  FROM tables_table t
  JOIN accounting_house house ON house.id = t.house_id
  LEFT JOIN tables_session session ON session.table_id = t.id AND session.state <> 'closed'
  LEFT JOIN accounting_gamingday day
         ON CASE WHEN session.id IS NULL THEN day.house_id = t.house_id AND day.state = 'open'
                 ELSE day.id = session.gaming_day_id AND day.state <> 'closed' END
  LEFT JOIN tables_game game ON game.id = session.game_id
  LEFT JOIN LATERAL (SELECT id, version, terms FROM accounting_scheduleversion v
                      WHERE v.schedule_id = game.rake_schedule_id AND v.state = 'published'
                        AND v.approved_at <= %(now)s AND v.valid_from <= %(now)s
                        AND (v.valid_to IS NULL OR v.valid_to > %(now)s)) version ON true
 WHERE t.id = %(table)s
"""  # noqa: S608 -- names of our models' columns
_HEAD = 14


@dataclass(frozen=True, slots=True)
class Occupied:
    """A taken seat; `stack_cents` is 0 where the table books one pool.

    `brought_cents`: buy-in and top-ups; None for a guest who was moved.
    """

    sitting_id: int
    seat: int
    guest_id: int
    is_away: bool
    owes_small_blind: bool
    owes_big_blind: bool
    stack_cents: int
    is_new: bool
    brought_cents: int | None = None
    waits_for_big_blind: bool = False


@dataclass(frozen=True, slots=True)
class Charge:
    """The schedule version in force: its id, number and stored terms."""

    id: int
    version: int
    terms: dict[str, object]

    @classmethod
    def of(cls, row: ScheduleVersion) -> "Charge":
        """From the stored version."""
        return cls(row.pk, row.version, row.terms)


@dataclass(frozen=True, slots=True)
class Situation:
    """A locked table with its session, game, dealer, seats and chips.

    `day` is the gaming day to book into: the session's, even while that is closing, until the table is carried over;
    without a session the open one.
    """

    table: LockedTable
    now: datetime
    day: GamingDay | None
    tip_bp: int
    currency: str
    charge: Charge | None
    dealer_id: int | None
    hand_id: int | None
    pool_cents: int
    session: Session | None
    game: Game | None
    seats: tuple[Occupied, ...]
    plan: tuple[Step, ...]
    """The planned increases of the stake."""
    hand_before_at: datetime | None
    """Where only outcomes are recorded: when the previous hand was keyed, which is when the next one begins."""


def seen(table_id: int, now: datetime) -> Situation:
    """The situation of a table for a page, which locks nothing."""
    row = Table.objects.get(pk=table_id)
    return of(LockedTable(row.pk, row.house_id, row.code, row.seats, row.version, row.is_active), now)


def of(table: LockedTable, now: datetime) -> Situation:
    """The situation of a table locked by the caller, with the schedule in force at `now`."""
    with connection.cursor() as cursor:
        cursor.execute(_SITUATION, {"pool": places.pool(table.code), "now": now, "table": table.id})
        row = cursor.fetchone()
    assert row is not None, "the table is locked, so it is there"
    session_row, game_row = row[_HEAD : _HEAD + len(_SESSION_FIELDS)], row[_HEAD + len(_SESSION_FIELDS) :]
    day_id, date, day_state, tip_bp, currency, charge_id, charge_version, terms, *rest = row[:_HEAD]
    dealer_id, hand_id, pool, seats, plan, hand_before_at = rest
    return Situation(
        table=table,
        now=now,
        day=GamingDay(id=day_id, house_id=table.house_id, date=date, state=day_state) if day_id else None,
        tip_bp=tip_bp,
        currency=currency,
        charge=Charge(charge_id, charge_version, json.loads(terms)) if charge_id else None,
        dealer_id=dealer_id,
        hand_id=hand_id,
        pool_cents=pool or 0,
        session=Session.from_db("default", _SESSION_FIELDS, list(session_row)) if session_row[0] else None,
        game=Game.from_db("default", _GAME_FIELDS, list(game_row)) if game_row[0] else None,
        seats=tuple(Occupied(*seat) for seat in (seats or ())),
        plan=tuple(Step(*step) for step in (plan or ())),
        hand_before_at=hand_before_at,
    )
