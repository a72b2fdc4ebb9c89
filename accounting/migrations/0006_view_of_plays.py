"""Hands and rounds are read as one: the plays."""

from django.db import migrations

PLAYS = """
CREATE VIEW accounting_play AS
SELECT entry_id, gaming_day_id, hour, table_code, dealer_id, game, schedule_version_id,
       CASE WHEN dealt_in > 0 THEN sign ELSE 0 END AS hands, 0 AS rounds, sign * pot_cents AS pot_cents,
       0::bigint AS staked_cents, sign * base_cents AS base_cents, sign * due_cents AS due_cents,
       sign * taken_cents AS taken_cents, sign * jackpot_cents AS jackpot_cents, sign * tips_cents AS tips_cents
  FROM accounting_assessment
 UNION ALL
SELECT entry_id, gaming_day_id, hour, table_code, dealer_id, game, NULL::bigint,
       0, CASE WHEN staked_cents > 0 THEN sign ELSE 0 END, 0::bigint,
       sign * staked_cents, 0::bigint, 0::bigint,
       0::bigint, 0::bigint, sign * tips_cents
  FROM accounting_wager;
"""


class Migration(migrations.Migration):
    dependencies = [("accounting", "0005_triggers_of_jackpots")]

    operations = [migrations.RunSQL(PLAYS, "DROP VIEW accounting_play")]
