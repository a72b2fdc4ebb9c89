"""The present alarms of a house: a few queries load the facts, `tables.verdicts.alarms` has the rules."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Count as CountOf
from django.db.models import Max

from accounting.models import Drop, House, Slip
from accounting.selectors import boxes
from casino import house_time
from casino.services import devices
from tables.models import Acknowledgement
from tables.play.selectors import absence, floor_calls, house_rules
from tables.play.selectors.absence import AwayView
from tables.play.selectors.floor_calls import Call
from tables.rules.rota import terms as rota_terms
from tables.rules.rota.terms import RotaRules
from tables.verdicts import alarms as rules
from tables.verdicts.alarms import Alarm, Kind, Money, Play

HOUR = timedelta(hours=1)
REMEMBERED = timedelta(days=1)  # older acknowledgements are not loaded: no alarm keeps the same mark that long

# Each part uses an index: one session's last hand, one table's dealer, one session's guests.
_PLAY = """
SELECT t.code, s.state = 'open', s.opened_at, s.switched_at, d.id, d.started_at, g.guests, g.enough_at,
       (SELECT coalesce(h.ended_at, h.started_at) FROM tables_hand h
         WHERE h.session_id = s.id ORDER BY h.number DESC LIMIT 1),
       (SELECT r.recorded_at FROM tables_round r WHERE r.session_id = s.id ORDER BY r.number DESC LIMIT 1),
       game.rake_schedule_id IS NULL
  FROM tables_table t
  JOIN tables_session s ON s.table_id = t.id AND s.state <> 'closed'
  JOIN tables_game game ON game.id = s.game_id
  LEFT JOIN tables_down d ON d.table_id = t.id AND d.ended_at IS NULL
  CROSS JOIN LATERAL (
      SELECT count(*) AS guests,
             (array_agg(p.sat_at ORDER BY p.sat_at))[
                 CASE WHEN game.rake_schedule_id IS NULL THEN 1 ELSE %(enough)s END] AS enough_at
        FROM tables_sitting p WHERE p.table_id = t.id AND p.left_at IS NULL AND NOT p.is_away) g
 WHERE t.house_id = %(house)s AND t.is_active
"""

# The index over assessments begins with day, table and hour, so only the last hours' hands are read.
_MONEY = """
SELECT a.table_code,
       coalesce(sum(a.sign) FILTER (WHERE e.at > %(pace)s), 0),
       coalesce(sum(a.sign * (a.taken_cents - a.due_cents)) FILTER (WHERE e.at > %(short)s), 0),
       min(e.at) FILTER (WHERE e.at > %(short)s AND a.sign = 1 AND a.taken_cents < a.due_cents),
       max(e.id) FILTER (WHERE e.at > %(short)s AND a.sign = 1 AND a.taken_cents < a.due_cents),
       count(*) FILTER (WHERE large.tip), max(e.at) FILTER (WHERE large.tip), max(e.id) FILTER (WHERE large.tip),
       (array_agg(a.tips_cents ORDER BY e.id DESC) FILTER (WHERE large.tip))[1]
  FROM tables_table t
  JOIN accounting_gamingday day ON day.house_id = t.house_id AND day.state <> 'closed'
  JOIN accounting_assessment a
       ON a.gaming_day_id = day.id AND a.table_code = t.code AND a.hour > %(since)s - interval '1 hour'
  JOIN accounting_entry e ON e.id = a.entry_id AND e.at > %(since)s
  CROSS JOIN LATERAL (
      SELECT a.sign = 1 AND e.at > %(tips)s AND a.tips_cents > %(limit)s
             AND NOT EXISTS (SELECT FROM accounting_entry r WHERE r.reverses_id = e.id) AS tip) large
 WHERE t.house_id = %(house)s AND t.is_active
 GROUP BY a.table_code
"""


# The same figures for rounds, which are not raked and have no assessment.
_ROUNDS = """
SELECT t.code, count(*) FILTER (WHERE r.recorded_at > %(pace)s),
       count(*) FILTER (WHERE large.tip), max(r.recorded_at) FILTER (WHERE large.tip),
       (array_agg(e.id ORDER BY r.number DESC) FILTER (WHERE large.tip))[1],
       (array_agg(r.tips_cents ORDER BY r.number DESC) FILTER (WHERE large.tip))[1]
  FROM tables_table t
  JOIN tables_session s ON s.table_id = t.id AND s.state <> 'closed'
  JOIN tables_game game ON game.id = s.game_id AND game.rake_schedule_id IS NULL
  JOIN tables_round r ON r.session_id = s.id AND r.state = 'settled' AND r.recorded_at > %(since)s
  CROSS JOIN LATERAL (SELECT r.recorded_at > %(tips)s AND r.tips_cents > %(limit)s AS tip) large
  LEFT JOIN accounting_entry e ON large.tip AND e.reference = 'round:' || r.id
 WHERE t.house_id = %(house)s AND t.is_active
 GROUP BY t.code
"""


@dataclass(frozen=True, slots=True)
class Standing:
    """Alarms not acknowledged, the most pressing first; `pace`: hands an hour by code of the tables in session."""

    alarms: list[Alarm]
    pace: dict[str, int | None]
    due_at: datetime | None
    """When the next alarm is due if nothing happens before."""
    away: list[AwayView] = field(default_factory=list)
    """The guests who are away from their tables."""
    down: timedelta = rota_terms.USUAL.down
    """How long the house's dealers stay at a table."""

    def at(self, table_code: str) -> list[Alarm]:
        return [alarm for alarm in self.alarms if alarm.kind is not Kind.PIN and alarm.place == table_code]

    def beside(self, table_codes: Collection[str]) -> list[Alarm]:
        """The alarms that belong to none of these tables."""
        return [alarm for alarm in self.alarms if alarm.kind is Kind.PIN or alarm.place not in table_codes]


def standing(house: House, *, now: datetime | None = None) -> Standing:
    """The present alarms of a house: ten queries, eleven with games against the house, for any number of tables."""
    now = now or house_time.now()
    down = house_rules.of_house(house.pk, RotaRules).down
    found: list[Alarm] = []
    pace: dict[str, int | None] = {}
    plays = list(_plays(house.pk))
    money = _money(house, now, with_rounds=any(play.is_banked for play, _opened_at in plays))
    for play, opened_at in plays:
        figures = money.get(play.code, Money())
        found += [*rules.of_play(play, down=down, now=now), *rules.of_money(play.code, figures)]
        pace[play.code] = rules.hands_an_hour(figures.hands, opened_at=opened_at, now=now)
    called = floor_calls.waiting(house.pk)
    found += [*_calls(called, house, now), *_waiting(house.pk, now)]
    away = absence.away(house.pk)
    found += _absent(away, now)
    late = [call.late_at(house.call_minutes) for call in called]
    late += [one.pick_up_at for one in away]
    due_at = rules.due_at((play for play, _opened_at in plays), found, down=down, now=now, late=late)
    return Standing(rules.standing(found, _acknowledged(house.pk, now)), pace, due_at, away, down)


def _absent(away: Iterable[AwayView], now: datetime) -> Iterator[Alarm]:
    for one in away:
        if one.pick_up_at <= now:
            yield rules.of_absent(
                one.table_code, one.seat, one.guest_name, str(one.absence_id), one.pick_up_at,
                is_waited_for=one.is_waited_for,
            )  # fmt: skip


def _plays(house_id: int) -> Iterator[tuple[Play, datetime]]:
    with connection.cursor() as cursor:
        cursor.execute(_PLAY, {"house": house_id, "enough": rules.GUESTS_TO_PLAY})
        rows = cursor.fetchall()
    for code, is_open, opened_at, switched_at, down_id, dealt_since, guests, enough_at, *played_at, is_banked in rows:
        # A table counts as idle only since the latest of these: opened, resumed, enough guests, last hand or round.
        signs = (opened_at, switched_at, enough_at, *played_at)
        quiet_since = max(moment for moment in signs if moment is not None)
        yield Play(code, is_open, guests, down_id, dealt_since, quiet_since, is_banked), opened_at


def _money(house: House, now: datetime, *, with_rounds: bool) -> dict[str, Money]:
    moments = {"pace": now - HOUR, "short": now - rules.SHORT_WITHIN, "tips": now - rules.TIPS_WITHIN}
    asked: dict[str, Any] = {"house": house.pk, "limit": house.tip_limit_cents, "since": min(moments.values())}
    with connection.cursor() as cursor:
        cursor.execute(_MONEY, asked | moments)
        found = {code: Money(*figures) for code, *figures in cursor.fetchall()}
        if with_rounds:
            cursor.execute(_ROUNDS, asked | moments)
            for code, rounds, tips, tip_at, tip_entry, tip_cents in cursor.fetchall():
                found[code] = Money(hands=rounds, tips=tips, tip_at=tip_at, tip_entry=tip_entry, tip_cents=tip_cents)
        return found


def _calls(waiting: Iterable[Call], house: House, now: datetime) -> Iterator[Alarm]:
    for call in waiting:
        facts = {
            "id": call.id, "kind": call.kind, "label": call.label, "by": call.called_by,
            "taken_by": call.taken_by, "taken_by_id": call.taken_by_id,
        }  # fmt: skip
        yield rules.of_call(
            call.table_code, str(call.id), facts,
            since=call.called_at, taken_at=call.taken_at, late_at=call.late_at(house.call_minutes), now=now,
        )  # fmt: skip


def _waiting(house_id: int, now: datetime) -> Iterator[Alarm]:
    asked = Slip.objects.filter(house_id=house_id, gaming_day__state__in=("open", "closing"), state=Slip.State.ASKED)
    for code, kind, number, asked_at in asked.values_list("table_code", "kind", "number", "asked_at"):
        yield rules.of_chips(code, kind, number, asked_at, now=now)
    counted = Drop.objects.filter(house_id=house_id, counted_at=None)
    twice = counted.annotate(times=CountOf("counts"), last=Max("counts__at")).filter(times__gte=boxes.BLIND_COUNTS)
    for pk, code, kind, last in twice.values_list("pk", "table_code", "kind", "last"):
        yield Alarm(Kind.COUNTS, code, last, str(pk), {"kind": kind})
    for tile in devices.locked_tiles(house_ids=[house_id]):
        assert tile.locked_at is not None, "it is locked"
        facts = {"device": tile.device_id, "user": tile.user_id, "name": str(tile.user)}
        yield Alarm(Kind.PIN, tile.device.name, tile.locked_at, str(tile.pk), facts)


def _acknowledged(house_id: int, now: datetime) -> list[tuple[str, str, str]]:
    rows = Acknowledgement.objects.filter(house_id=house_id, at__gt=now - REMEMBERED)
    return list(rows.values_list("kind", "table__code", "mark"))
