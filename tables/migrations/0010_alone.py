"""Prizes and settlements say for ever whether the house asked for two people then."""

from django.db import migrations, models
from django.db.models import F, Q

from casino.guards import Refusing
from casino.operations import AtOnce

REFUSING = Refusing("accounting_refuse_change")
PAYMENT = "amount_cents", "entrant_id", "window_id", "entry_id", "paid_at", "paid_by_id"
BEFORE, AFTER = (
    REFUSING.stays_but("tables_prize", *columns, until="OLD.paid_at IS NOT NULL")
    for columns in (PAYMENT, (*PAYMENT, "paid_alone"))
)
# A house that asks for two was refused these; so they are of houses that did without.
PAID = """
UPDATE tables_prize SET paid_alone = true
 WHERE paid_by_id = by_id AND NOT (kind = 'seat' AND window_id IS NULL)
"""
SETTLED = """
UPDATE tables_tournament t SET settled_alone = true
 WHERE EXISTS (SELECT 1 FROM tables_prize p WHERE p.tournament_id = t.id AND p.paid_by_id = t.settled_by_id)
"""


FIELDS = [
    migrations.RunSQL(BEFORE.drop, BEFORE.make),
    migrations.AddField(
        "prize",
        "paid_alone",
        models.BooleanField(default=False, verbose_name="one person was enough to pay it"),
    ),
    *(
        migrations.AddField(
            model,
            "settled_alone",
            models.BooleanField(default=False, verbose_name="one person was enough to settle it"),
        )
        for model in ("tournament", "historicaltournament")
    ),
]
CONSTRAINTS = [
    migrations.RunSQL(PAID, migrations.RunSQL.noop),
    migrations.AddConstraint(
        "prize",
        models.CheckConstraint(
            condition=Q(paid_by=None) | Q(paid_alone=True) | Q(kind="seat", window=None) | ~Q(paid_by=F("by")),
            name="prize_paid_by_another",
        ),
    ),
    migrations.RunSQL(AFTER.make, AFTER.drop),
    # Last: a change of a tournament is told at the end, and no table with such news is altered.
    migrations.RunSQL(SETTLED, migrations.RunSQL.noop),
]


class Migration(migrations.Migration):
    dependencies = [("tables", "0009_texts_that_name_no_guest")]

    operations = [AtOnce(FIELDS), AtOnce(CONSTRAINTS)]
