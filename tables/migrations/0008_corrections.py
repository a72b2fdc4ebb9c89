"""A hand that takes another's place names it, for good."""

from typing import ClassVar

import django.db.models.deletion
from django.db import migrations, models

KEPT = (
    "id", "house_id", "table_id", "session_id", "gaming_day_id", "number", "recording", "game_id",
    "schedule_version_id", "dealer_id", "button_seat", "setup", "started_at", "ended_at", "result", "client_uuid",
)  # fmt: skip


def guard(kept: tuple[str, ...]) -> str:
    """The trigger of 0003, over these columns."""
    return f"""
DROP TRIGGER hand_stays ON tables_hand;
CREATE TRIGGER hand_stays BEFORE UPDATE ON tables_hand FOR EACH ROW
    WHEN (OLD.state <> 'open'
          AND (OLD.state <> 'settled' OR NEW.state <> 'void'
               OR ({", ".join(f"OLD.{name}" for name in kept)})
                  IS DISTINCT FROM
                  ({", ".join(f"NEW.{name}" for name in kept)})))
    EXECUTE FUNCTION accounting_refuse_change();
"""


class Migration(migrations.Migration):
    """One nullable column, and the guard over it."""

    dependencies: ClassVar = [("tables", "0007_guards_of_rulings")]
    operations: ClassVar = [
        migrations.AddField(
            model_name="hand",
            name="corrects",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="corrected_by",
                to="tables.hand",
                verbose_name="corrects",
            ),
        ),
        migrations.RunSQL(guard((*KEPT, "corrects_id")), guard(KEPT)),
    ]
