"""A round says when, by whom and of which game it was, and its tips; hands and rounds are read as one: the plays."""

from datetime import UTC, datetime

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

# The digest of a round's entry covers what its wager says: one that was booked without these facts would not be proved.
NO_ROUNDS = """
DO $$ BEGIN
    IF EXISTS (SELECT FROM accounting_wager) THEN
        RAISE EXCEPTION 'this database has rounds without hour, dealer and tips: make a new database';
    END IF;
END $$;
"""

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
    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("accounting", "0002_guards")]

    operations = [
        migrations.RunSQL(NO_ROUNDS, migrations.RunSQL.noop),
        migrations.AddField("wager", "hour", models.DateTimeField(
            help_text="Start of the hour in which the round was booked.", verbose_name="hour",
            default=datetime(1970, 1, 1, tzinfo=UTC)), preserve_default=False),
        migrations.AddField("wager", "dealer", models.ForeignKey(
            db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+",
            to=settings.AUTH_USER_MODEL, verbose_name="dealer")),
        migrations.AddField("wager", "game", models.CharField(max_length=60, verbose_name="game", default=""),
            preserve_default=False),
        migrations.AddField("wager", "tips_cents", models.BigIntegerField(verbose_name="tips", default=0),
            preserve_default=False),
        migrations.RemoveConstraint("wager", "wager_amounts"),
        migrations.AddConstraint("wager", models.CheckConstraint(
            condition=models.Q(
                ("ante_cents__gte", 0),
                ("lost_cents__gte", models.F("side_lost_cents")),
                ("paid_cents__gte", models.F("side_paid_cents")),
                ("side_lost_cents__gte", 0),
                ("side_paid_cents__gte", 0),
                ("side_staked_cents__gte", models.F("side_lost_cents")),
                ("staked_cents__gte", models.F("lost_cents")),
                ("tips_cents__gte", 0),
                ("staked_cents__gte", models.F("ante_cents") + models.F("side_staked_cents")),
            ),
            name="wager_amounts")),
        migrations.AddField("tablehour", "rounds", models.IntegerField(verbose_name="rounds", default=0), preserve_default=False),
        migrations.AddField("tablehour", "staked_cents", models.BigIntegerField(verbose_name="staked", default=0), preserve_default=False),
        migrations.AddField("tableday", "rounds", models.IntegerField(verbose_name="rounds", default=0), preserve_default=False),
        migrations.AddField("tableday", "staked_cents", models.BigIntegerField(verbose_name="staked", default=0), preserve_default=False),
        migrations.AddField("houseday", "rounds", models.IntegerField(verbose_name="rounds", default=0), preserve_default=False),
        migrations.AddField("houseday", "staked_cents", models.BigIntegerField(verbose_name="staked", default=0), preserve_default=False),
        migrations.AddField("housemonth", "rounds", models.IntegerField(verbose_name="rounds", default=0), preserve_default=False),
        migrations.AddField("housemonth", "staked_cents", models.BigIntegerField(verbose_name="staked", default=0), preserve_default=False),
        migrations.RunSQL(PLAYS, "DROP VIEW accounting_play"),
        migrations.CreateModel(
            name="Play",
            fields=[
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        primary_key=True,
                        related_name="play",
                        serialize=False,
                        to="accounting.entry",
                    ),
                ),
                ("hour", models.DateTimeField()),
                ("table_code", models.CharField(max_length=20)),
                ("game", models.CharField(max_length=60)),
                ("hands", models.IntegerField()),
                ("rounds", models.IntegerField()),
                ("pot_cents", models.BigIntegerField()),
                ("staked_cents", models.BigIntegerField()),
                ("base_cents", models.BigIntegerField()),
                ("due_cents", models.BigIntegerField()),
                ("taken_cents", models.BigIntegerField()),
                ("jackpot_cents", models.BigIntegerField()),
                ("tips_cents", models.BigIntegerField()),
            ],
            options={"managed": False, "default_permissions": ()},
        ),
    ]
