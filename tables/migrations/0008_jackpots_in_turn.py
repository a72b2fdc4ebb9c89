"""Claims on jackpots: what falls can change until the approval, since another claim may take its share first."""

from django.db import migrations, models
from django.db.models import Q

from casino.guards import Refusing

REFUSING = Refusing("accounting_refuse_change")
DECISION = "state", "decided_by_id", "decided_at", "reason", "entry_id", "gaming_day_id"
AMOUNTS = "posted_cents", "falls_cents", "shares"
BEFORE, AFTER = (
    REFUSING.stays_but("tables_jackpotclaim", *columns, until="OLD.state <> 'proposed'")
    for columns in (DECISION, (*DECISION, *AMOUNTS))
)


class Migration(migrations.Migration):
    dependencies = [("tables", "0007_triggers_of_jackpots")]

    operations = [
        migrations.RunSQL(BEFORE.drop, BEFORE.make),
        migrations.RemoveConstraint("jackpotclaim", "jackpot_claim_amounts_positive"),
        migrations.AddConstraint(
            "jackpotclaim",
            models.CheckConstraint(
                condition=Q(posted_cents__gte=0, falls_cents__gte=0) & (~Q(state="approved") | Q(falls_cents__gt=0)),
                name="jackpot_claim_amounts_positive",
            ),
        ),
        migrations.RunSQL(AFTER.make, AFTER.drop),
    ]
