"""What the tronc came to in a period: tips of the signed records; levy, deductions, shares and payouts as booked in it.

A month is distributed in a later one, so the sums of a month are those of the days on which they were booked.
"""

from typing import Final

from django.db import connection

from accounting.models import House
from accounting.reports.selectors.period_sections import asked
from accounting.reports.selectors.periods import Figures, Period, Section
from casino.errors import N_

_TRONC = """
WITH days AS (
    SELECT id, date FROM accounting_gamingday WHERE house_id = %(house)s AND date BETWEEN %(first)s AND %(last)s
), records AS (
    SELECT DISTINCT ON (gaming_day_id)
           counted_cents + CASE WHEN electronic_goes = 'tronc' THEN electronic_cents ELSE 0 END AS cents
      FROM accounting_tiprecord WHERE gaming_day_id IN (SELECT id FROM days) AND signed_at IS NOT NULL
     ORDER BY gaming_day_id, number DESC
), booked AS (
    SELECT entry.id, entry.code, day.date > %(last)s AS is_later
      FROM accounting_entry entry JOIN accounting_gamingday day ON day.id = entry.gaming_day_id
     WHERE entry.code IN ('tronc_shared', 'tronc_paid') AND day.house_id = %(house)s AND day.date >= %(first)s
), moved AS (
    SELECT booked.code, NOT is_later AS is_within, name, split_part(other, '-', 1) AS against, cents
      FROM booked
     CROSS JOIN LATERAL (SELECT * FROM accounting_transfer WHERE entry_id = booked.id OFFSET 0) AS t
     CROSS JOIN LATERAL (VALUES (t.destination, t.source, t.amount_cents), (t.source, t.destination, -t.amount_cents))
           AS side (name, other, cents)
)
SELECT coalesce((SELECT sum(cents) FROM records), 0)::bigint,
       (SELECT count(*) FROM days) - (SELECT count(*) FROM records),
       coalesce(sum(cents) FILTER (WHERE is_within AND name = 'bank/tronc-levy'), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE is_within AND name = 'bank/tronc-deductions'), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE is_within AND name LIKE 'share/%%' AND against LIKE 'tronc/%%'), 0)::bigint,
       coalesce(sum(cents) FILTER (WHERE is_within AND name LIKE 'share/%%' AND against = 'bank/advance'), 0)::bigint,
       coalesce(-sum(cents) FILTER (WHERE is_within AND name LIKE 'share/%%' AND code = 'tronc_paid'), 0)::bigint,
       (SELECT coalesce(sum(balance_cents), 0) FROM accounting_place
         WHERE house_id = %(house)s AND name LIKE 'share/%%')::bigint
         - coalesce(sum(cents) FILTER (WHERE NOT is_within AND name LIKE 'share/%%'), 0)::bigint
  FROM moved
"""


def _figures(house: House, period: Period) -> Figures:
    with connection.cursor() as cursor:
        cursor.execute(_TRONC, asked(house, period))
        row = cursor.fetchone()
    assert row is not None
    return dict(zip(TRONC.headings, row, strict=True))


TRONC: Final = Section(
    "tronc",
    N_("Tronc"),
    {
        "recorded_cents": N_("Tips in signed records"),
        "days_unrecorded": N_("Gaming days without a signed record of tips"),
        "levy_cents": N_("Levy on tips"),
        "deductions_cents": N_("Deductions"),
        "distributed_cents": N_("Distributed"),
        "advanced_cents": N_("Advances, less repayments"),
        "paid_cents": N_("Shares paid out"),
        "open_cents": N_("Shares not paid out at the end"),
    },
    _figures,
    is_of_days=True,
)
