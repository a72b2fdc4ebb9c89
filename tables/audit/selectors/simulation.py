"""Simulation: the rake that the hands of a period would have owed under other terms, compared with the rake due.

The database groups equal hands, so that a month of some hundred thousand hands is a few thousand rows, and each
distinct set of facts is charged once (`accounting.policy.simulation`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, TypeAlias
from zoneinfo import ZoneInfo

from django.db import connection, transaction

from accounting.models import GamingDay, House
from accounting.policy import rake, simulation
from accounting.policy.rake import HandFacts
from accounting.policy.simulation import Alike, Outcome
from accounting.policy.terms import Time
from casino import house_time, replica, roles
from casino.errors import N_, Malformed, NotFound

if TYPE_CHECKING:
    from casino.models import User

Asked: TypeAlias = dict[str, int | date | None]

PERMISSION = "accounting.view_reports"
USUAL_DAYS = 30
MOST_DAYS = 366

_CHUNK = 5_000

# The facts come from the assessments, except uncalled bets and the table's chip, which come from the hands.
_BOOKED = """
WITH facts AS (
    SELECT a.pot_cents, a.flop_seen, a.dealt_in, a.bomb_pot, hand.game_id, day.date, a.due_cents, a.jackpot_cents,
           CASE WHEN hand.setup IS NULL OR hand.result -> 'uncalled' = '{}' THEN 0
                ELSE (SELECT sum(back::bigint) FROM jsonb_each_text(hand.result -> 'uncalled') AS bet (seat, back))
            END::bigint AS uncalled,
           COALESCE((hand.result -> 'chip_cents')::bigint, (hand.setup -> 'terms' -> 'chip_cents')::bigint, 1) AS chip
      FROM accounting_gamingday day
      JOIN accounting_assessment a ON a.gaming_day_id = day.id AND a.sign = 1
      JOIN accounting_scheduleversion version ON version.id = a.schedule_version_id
      JOIN accounting_entry entry ON entry.id = a.entry_id
      JOIN tables_hand hand ON hand.id = substr(entry.subject, 6)::bigint AND hand.state = 'settled'
     WHERE day.house_id = %(house)s AND day.date BETWEEN %(first)s AND %(last)s
       AND (%(schedule)s::bigint IS NULL OR version.schedule_id = %(schedule)s)
)
SELECT pot_cents, flop_seen, dealt_in, uncalled, chip, bomb_pot, game.name, date, due_cents, jackpot_cents, count(*)
  FROM facts JOIN tables_game game ON game.id = facts.game_id
 GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
"""

_TABLE_HOURS = """
SELECT count(DISTINCT (a.table_code, a.hour))
  FROM accounting_assessment a JOIN accounting_gamingday day ON day.id = a.gaming_day_id
  JOIN accounting_scheduleversion version ON version.id = a.schedule_version_id
 WHERE day.house_id = %(house)s AND day.date BETWEEN %(first)s AND %(last)s
   AND (%(schedule)s::bigint IS NULL OR version.schedule_id = %(schedule)s)
"""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The comparison, its period and schedule, and the number of table hours.

    `pays_by_time`: the proposed terms charge for time, which hands do not show.
    """

    house_id: int
    currency: str
    schedule_id: int | None
    first: date
    last: date
    table_hours: int
    pays_by_time: bool
    outcome: Outcome


@replica.reading()
def simulate(
    *,
    terms: dict[str, object],
    schedule_id: int | None = None,
    first: date | None = None,
    last: date | None = None,
    house_id: int,
    actor: "User",
) -> Simulation:
    """Charge the hands of the gaming days from `first` to `last` under `terms`; by default the last thirty days.

    With a schedule: only hands charged by one of its versions.  Reversed hands do not count.  Refuses `bad_terms`,
    `bad_period`, `period_too_long`, `no_such_house`, `no_such_schedule`.
    """
    roles.require(actor, PERMISSION)
    proposed = rake.parse(terms)
    house = House.objects.filter(pk=house_id).first()
    if house is None:
        raise NotFound("no_such_house", N_("House not found."))
    if schedule_id is not None and not house.rake_schedules.filter(pk=schedule_id).exists():
        raise NotFound("no_such_schedule", N_("Rake schedule not found."))
    first, last = _period(house, first, last)
    asked: Asked = {"house": house.pk, "schedule": schedule_id, "first": first, "last": last}
    with connection.cursor() as cursor:
        cursor.execute(_TABLE_HOURS, asked)
        (table_hours,) = cursor.fetchone() or (0,)
    return Simulation(
        house_id=house.pk,
        currency=house.currency,
        schedule_id=schedule_id,
        first=first,
        last=last,
        table_hours=table_hours,
        pays_by_time=isinstance(proposed.charge, Time),
        outcome=simulation.simulate(proposed, _booked(asked)),
    )


def _booked(asked: Asked) -> Iterator[Alike]:
    """Groups of equal hands, streamed from the database to save memory."""
    with transaction.atomic(), connection.chunked_cursor() as cursor:
        cursor.execute(_BOOKED, asked)
        while rows := cursor.fetchmany(_CHUNK):
            for *facts, game, day, due, jackpot, hands in rows:
                yield Alike(HandFacts(*facts), game, day, due, jackpot, hands)


def _period(house: House, first: date | None, last: date | None) -> tuple[date, date]:
    if last is None:
        latest = GamingDay.objects.filter(house=house).order_by("-date").values_list("date", flat=True).first()
        last = max(filter(None, (latest, first)), default=house_time.today(ZoneInfo(house.time_zone)))
    first = last - timedelta(days=USUAL_DAYS - 1) if first is None else first
    if first > last:
        raise Malformed(
            "bad_period", N_("The period ends (%(last)s) before it begins (%(first)s)."), first=first, last=last
        )
    if last - first >= timedelta(days=MOST_DAYS):
        raise Malformed("period_too_long", N_("No more than %(most)s gaming days can be simulated."), most=MOST_DAYS)
    return first, last
