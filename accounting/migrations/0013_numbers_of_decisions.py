"""Decisions on findings have numbers, and can be taken back; those made before get theirs, with a row of history."""

from django.db import migrations, models
from django.db.models import Q

from casino.operations import AtOnce

DECISION = models.PositiveIntegerField(
    "decision", null=True, db_index=True, help_text="The number of the decision, by house; never given again."
)
TAKEN_BACK = models.PositiveIntegerField(
    "decision taken back", null=True, help_text="Of an open finding: its last decision, if it was taken back."
)

_SAME = (
    "id, house_id, gaming_day_id, rule, subject, severity, table_code, hand_id, dealer_id, booked_by_id, amount_cents, "
    "facts, found_at, seen_at, state, owner_id, resolution, comment, resolved_by_id, resolved_at, decision_number"
)
# The history is never changed: each finding that was decided has one row more, which says its number.  Triggers that
# wait for the end of the transaction would keep the constraints from being added in it.
NUMBERED = f"""
SET CONSTRAINTS ALL IMMEDIATE;
UPDATE accounting_finding finding SET decision_number = numbered.number
  FROM (SELECT id, dense_rank() OVER (
                   PARTITION BY house_id ORDER BY resolved_at, resolved_by_id, rule, resolution, comment) AS number
          FROM accounting_finding WHERE state <> 'open') numbered
 WHERE numbered.id = finding.id;
INSERT INTO accounting_historicalfinding ({_SAME}, history_date, history_type, history_change_reason)
SELECT {_SAME}, clock_timestamp(), '~', 'numbered' FROM accounting_finding WHERE decision_number IS NOT NULL ORDER BY id;
"""  # noqa: S608 -- names of our own columns


FIELDS = [
    *(
        migrations.AddField(model, name, field)
        for model in ("finding", "historicalfinding")
        for name, field in (("decision_number", DECISION), ("taken_back_number", TAKEN_BACK))
    ),
]
CONSTRAINTS = [
    migrations.RunSQL(NUMBERED, migrations.RunSQL.noop),
    migrations.RemoveConstraint("finding", "finding_resolved_says_how"),
    migrations.AddConstraint(
        "finding",
        models.CheckConstraint(
            condition=Q(state="open", resolution="", resolved_by=None, resolved_at=None, decision_number=None)
            | (
                Q(state__in=("resolved", "waived"), resolved_by__isnull=False, resolved_at__isnull=False)
                & Q(decision_number__isnull=False, taken_back_number=None)
                & ~Q(resolution="")
                & ~Q(comment="")
            ),
            name="finding_resolved_says_how",
        ),
    ),
    migrations.AddConstraint(
        "finding",
        models.CheckConstraint(
            condition=Q(taken_back_number=None) | ~Q(comment=""), name="finding_taken_back_says_why"
        ),
    ),
]


class Migration(migrations.Migration):
    dependencies = [("accounting", "0012_payees_of_jackpots")]

    operations = [AtOnce(FIELDS), AtOnce(CONSTRAINTS)]
