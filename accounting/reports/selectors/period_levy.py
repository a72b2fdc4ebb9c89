"""What the signed statements of a period's gaming days say: gross gaming revenue and levy; how many are not signed."""

from typing import Final

from django.db import connection

from accounting.models import House
from accounting.reports.selectors.period_sections import asked
from accounting.reports.selectors.periods import Figures, Period, Section
from casino.errors import N_

# Of each day the version that counts: the last one that is sealed.
_STATED = """
SELECT sum(stated.revenue_cents)::bigint, sum(stated.levy_cents)::bigint,
       count(*) FILTER (WHERE stated.seal IS NULL), count(*) FILTER (WHERE stated.seal <> day.seal)
  FROM accounting_gamingday day
  LEFT JOIN LATERAL (
       SELECT (figures ->> 'revenue_cents')::bigint AS revenue_cents, (figures ->> 'levy_cents')::bigint AS levy_cents,
              rests_on -> 'seal' ->> 1 AS seal
         FROM accounting_statement
        WHERE gaming_day_id = day.id AND period = 'day' AND state = 'sealed'
        ORDER BY version DESC LIMIT 1) AS stated ON true
 WHERE day.house_id = %(house)s AND day.date BETWEEN %(first)s AND %(last)s
"""


def _figures(house: House, period: Period) -> Figures:
    """Revenue and levy are None while no statement of the period is signed."""
    with connection.cursor() as cursor:
        cursor.execute(_STATED, asked(house, period))
        row = cursor.fetchone()
    assert row is not None
    return dict(zip(LEVY.headings, row, strict=True))


LEVY: Final = Section(
    "levy",
    N_("Gaming levy"),
    {
        "revenue_cents": N_("Gross gaming revenue from signed statements"),
        "levy_cents": N_("Levy from signed statements"),
        "days_unsigned": N_("Gaming days not signed yet"),
        "days_corrected": N_("Gaming days corrected since they were signed"),
    },
    _figures,
    is_of_days=True,
)
