"""The present alarms of a house: a few queries load the facts, `tables.verdicts.alarms` has the rules."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.models import Count as CountOf
from django.db.models import Max

from accounting.cage.selectors import boxes
from accounting.models import Drop, House, Slip
from casino import house_time
from casino.services import devices
from tables.models import Acknowledgement, Round
from tables.play.selectors import absence, floor_calls, house_rules
from tables.play.selectors.absence import AwayView
from tables.play.selectors.floor_calls import Call
from tables.play.selectors.tables import TableView
from tables.rules.rota import terms as rota_terms
from tables.rules.rota.terms import RotaRules
from tables.verdicts import alarms as rules
from tables.verdicts.alarms import Alarm, Booking, Kind, Play

HOUR = timedelta(hours=1)
REMEMBERED = timedelta(days=1)  # older acknowledgements are not loaded: no alarm keeps the same mark that long

# Each part uses an index: one session's last hand, one table's dealer, one session's guests.
_PLAY = """
SELECT t.id, t.code, s.state = 'open', s.opened_at, s.switched_at, d.id, d.started_at, g.guests, g.enough_at,
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
 WHERE t.house_id = %(house)s AND t.is_active {only}
"""

# The index over assessments begins with day, table and hour, so only the last hours' hands are read.
_HANDS = """
SELECT t.id, e.id, e.at, a.sign * (a.taken_cents - a.due_cents), a.sign <> 1, CASE WHEN large.tip THEN a.tips_cents END
  FROM tables_table t
  JOIN accounting_gamingday day ON day.house_id = t.house_id AND day.state <> 'closed'
  JOIN accounting_assessment a
       ON a.gaming_day_id = day.id AND a.table_code = t.code AND a.hour > %(since)s - interval '1 hour'
      AND (a.taken_cents <> a.due_cents OR a.tips_cents > %(limit)s)
  JOIN accounting_entry e ON e.id = a.entry_id AND e.at > %(since)s
  CROSS JOIN LATERAL (
      SELECT a.sign = 1 AND a.tips_cents > %(limit)s
             AND NOT EXISTS (SELECT FROM accounting_entry r WHERE r.reverses_id = e.id) AS tip) large
 WHERE t.house_id = %(house)s AND t.is_active {only}
 ORDER BY e.id
"""


# Rounds are not raked and have no assessment.
_ROUNDS = """
SELECT t.id, e.id, r.recorded_at, 0, false, r.tips_cents
  FROM tables_table t
  JOIN tables_session s ON s.table_id = t.id AND s.state <> 'closed'
  JOIN tables_game game ON game.id = s.game_id AND game.rake_schedule_id IS NULL
  JOIN tables_round r
       ON r.session_id = s.id AND r.state = 'settled' AND r.recorded_at > %(since)s AND r.tips_cents > %(limit)s
  LEFT JOIN accounting_entry e ON e.reference = 'round:' || r.id
 WHERE t.house_id = %(house)s AND t.is_active {only}
 ORDER BY r.number
"""
_ONLY = "AND t.id = ANY(%(tables)s)"


@dataclass(frozen=True, slots=True)
class Facts:
    """What may be an alarm at a table in session: its play, and the bookings of the last hour that stand out."""

    play: Play
    bookings: tuple[Booking, ...] = ()

    def alarms(self, *, down: timedelta, now: datetime) -> list[Alarm]:
        """The table's alarms at a moment."""
        figures = rules.money(self.bookings, now=now)
        return [*rules.of_play(self.play, down=down, now=now), *rules.of_money(self.play.code, figures)]


@dataclass(frozen=True, slots=True)
class Waits:
    """What else waits in a house: calls, chips that were asked for, counts that differ, locked tiles."""

    calls: list[Call]
    alarms: list[Alarm]


@dataclass(frozen=True, slots=True)
class Standing:
    """Alarms not acknowledged, the most pressing first."""

    alarms: list[Alarm]
    due_at: datetime | None
    """When the next alarm is due if nothing happens before."""
    away: list[AwayView] = field(default_factory=list)
    """The guests who are away from their tables."""
    down: timedelta = rota_terms.USUAL.down
    """How long the house's dealers stay at a table."""

    def at(self, table_code: str) -> list[Alarm]:
        return [alarm for alarm in self.alarms if alarm.kind is not Kind.PIN and alarm.place == table_code]


def standing(house: House, *, now: datetime | None = None) -> Standing:
    """The present alarms of a house: ten queries, eleven with games against the house, for any number of tables."""
    now = now or house_time.now()
    down = house_rules.of_house(house.pk, RotaRules).down
    found = facts(house, now)
    waits, away = waiting(house, now), absence.away(house.pk)
    alarms = [alarm for one in found.values() for alarm in one.alarms(down=down, now=now)]
    alarms += [*waits.alarms, *(alarm for one in away for alarm in of_absent(one, now))]
    late = [call.late_at(house.call_minutes) for call in waits.calls]
    late += [one.pick_up_at for one in away]
    due_at = rules.due_at((one.play for one in found.values()), alarms, down=down, now=now, late=late)
    return Standing(rules.standing(alarms, acknowledged(house.pk, now)), due_at, away, down)


def facts(house: House, now: datetime, table_ids: Collection[int] | None = None) -> dict[int, Facts]:
    """What may be an alarm at the tables in session (or at these of them), by table: two queries or three."""
    asked: dict[str, Any] = {
        "house": house.pk,
        "enough": rules.GUESTS_TO_PLAY,
        "limit": house.tip_limit_cents,
        "since": now - max(rules.SHORT_WITHIN, rules.TIPS_WITHIN),
        "tables": None if table_ids is None else list(table_ids),
    }
    only = "" if table_ids is None else _ONLY
    bookings: dict[int, list[Booking]] = defaultdict(list)
    with connection.cursor() as cursor:
        cursor.execute(_PLAY.format(only=only), asked)
        plays = dict(map(_play, cursor.fetchall()))
        cursor.execute(_HANDS.format(only=only), asked)
        rows = cursor.fetchall()
        if any(play.is_banked for play in plays.values()):
            cursor.execute(_ROUNDS.format(only=only), asked)
            rows += cursor.fetchall()
    for table_id, *booked in rows:
        bookings[table_id].append(Booking(*booked))
    return {table_id: Facts(play, tuple(bookings[table_id])) for table_id, play in plays.items()}


def waiting(house: House, now: datetime) -> Waits:
    """What else waits in the house: four queries."""
    calls = floor_calls.waiting(house.pk)
    return Waits(calls, [*_calls(calls, house, now), *_waiting(house.pk, now)])


def rounds_an_hour(table: TableView, now: datetime) -> int | None:
    """The pace of a table against the house; None while too few rounds were dealt to say, and elsewhere."""
    session = table.session
    if session is None or session.bank is None:
        return None
    dealt = Round.objects.filter(session=session.id, state=Round.State.SETTLED, recorded_at__gt=now - HOUR).count()
    return rules.hands_an_hour(dealt, opened_at=session.opened_at, now=now)


def of_absent(one: AwayView, now: datetime) -> Iterator[Alarm]:
    """The alarm of a guest whose chips may be picked up."""
    if one.pick_up_at <= now:
        yield rules.of_absent(
            one.table_code, one.seat, one.guest_name, str(one.absence_id), one.pick_up_at,
            is_waited_for=one.is_waited_for,
        )  # fmt: skip


def acknowledged(house_id: int, now: datetime) -> list[tuple[str, str, str]]:
    """The alarms that somebody acknowledged, by their names."""
    rows = Acknowledgement.objects.filter(house_id=house_id, at__gt=now - REMEMBERED)
    return list(rows.values_list("kind", "table__code", "mark"))


def _play(row: tuple[Any, ...]) -> tuple[int, Play]:
    table_id, code, is_open, opened_at, switched_at, down_id, dealt_since, guests, enough_at, *played_at, is_banked = (
        row
    )
    # A table counts as idle only since the latest of these: opened, resumed, enough guests, last hand or round.
    signs = (opened_at, switched_at, enough_at, *played_at)
    quiet_since = max(moment for moment in signs if moment is not None)
    return table_id, Play(code, is_open, guests, down_id, dealt_since, quiet_since, is_banked)


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
