"""Dealers' hands by stake, and their void hands: samples for `tables.verdicts.dealers`."""

from datetime import date

from django.db import connection

from tables.verdicts.dealers import Dealt, Sample, Voids

# A reversed hand has an assessment with the opposite sign, which removes it from all sums.  Squares are exact and
# unbounded numbers, so that neither floating point nor a tampered figure can stop an audit.
_DEALT = """
SELECT a.dealer_id, a.game, sum(a.sign),
       sum(a.sign * (a.taken_cents - a.due_cents)), sum(a.sign * (a.taken_cents - a.due_cents)::numeric ^ 2),
       sum(a.sign * a.tips_cents), sum(a.sign * a.tips_cents::numeric ^ 2)
  FROM accounting_assessment a
  JOIN accounting_gamingday day ON day.id = a.gaming_day_id
 WHERE day.house_id = %s AND day.date BETWEEN %s AND %s AND a.dealer_id IS NOT NULL AND a.dealt_in > 0
 GROUP BY a.dealer_id, a.game HAVING sum(a.sign) > 0
 ORDER BY a.game, a.dealer_id
"""

# By the day's sessions, since hands are indexed by session.
_VOIDS = """
SELECT hand.dealer_id, count(*), count(*) FILTER (WHERE hand.state = 'void')
  FROM tables_hand hand
 WHERE hand.gaming_day_id = %(day)s AND hand.dealer_id IS NOT NULL AND hand.state <> 'open'
   AND hand.session_id IN (
       SELECT id FROM tables_session WHERE gaming_day_id = %(day)s
        UNION SELECT session_id FROM tables_carryover WHERE from_day_id = %(day)s)
 GROUP BY hand.dealer_id ORDER BY hand.dealer_id
"""


def dealt(house_id: int, first: date, last: date) -> list[Dealt]:
    """Each dealer's hands of a house's gaming days from `first` to `last`, by stake."""
    with connection.cursor() as cursor:
        cursor.execute(_DEALT, [house_id, first, last])
        return [
            Dealt(dealer, game, Sample(int(hands), int(off), int(off2)), Sample(int(hands), int(tips), int(tips2)))
            for dealer, game, hands, off, off2, tips, tips2 in cursor.fetchall()
        ]


def voids(day_id: int) -> list[Voids]:
    """Each dealer's finished hands of a day, and how many of them were void."""
    with connection.cursor() as cursor:
        cursor.execute(_VOIDS, {"day": day_id})
        return [Voids(*row) for row in cursor.fetchall()]
