"""Guard of the hands: one that is over stays as it was recorded; all that may still come to it is the void.

The conditions stand in the triggers, not in a function, so that an action in an open hand pays nothing for them.
"""

from typing import ClassVar

from django.db import migrations

KEPT = (
    "id", "house_id", "table_id", "session_id", "gaming_day_id", "number", "recording", "game_id",
    "schedule_version_id", "dealer_id", "button_seat", "setup", "started_at", "ended_at", "result", "client_uuid",
)  # fmt: skip

GUARD = f"""
CREATE TRIGGER hand_stays BEFORE UPDATE ON tables_hand FOR EACH ROW
    WHEN (OLD.state <> 'open'
          AND (OLD.state <> 'settled' OR NEW.state <> 'void'
               OR ({", ".join(f"OLD.{name}" for name in KEPT)})
                  IS DISTINCT FROM
                  ({", ".join(f"NEW.{name}" for name in KEPT)})))
    EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER hand_stays_there BEFORE DELETE ON tables_hand
    FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER hands_stay_there BEFORE TRUNCATE ON tables_hand
    FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
"""

UNDO = """
DROP TRIGGER hand_stays ON tables_hand;
DROP TRIGGER hand_stays_there ON tables_hand;
DROP TRIGGER hands_stay_there ON tables_hand;
"""


class Migration(migrations.Migration):
    """Triggers; see the module's docstring."""

    dependencies: ClassVar = [("tables", "0002_guards"), ("accounting", "0002_guards")]
    operations: ClassVar = [migrations.RunSQL(GUARD, UNDO)]
