"""Guard of the rounds: what was recorded stays; all that may still come to a settled one is the void."""

from typing import ClassVar

from django.db import migrations

KEPT = (
    "id", "house_id", "table_id", "session_id", "gaming_day_id", "number", "recording", "game_id", "rule_set",
    "dealer_id", "dealt_at", "recorded_at", "record", "result", "staked_cents", "lost_cents", "paid_cents",
    "tips_cents", "client_uuid",
)  # fmt: skip

GUARD = f"""
CREATE TRIGGER round_stays BEFORE UPDATE ON tables_round FOR EACH ROW
    WHEN (OLD.state <> 'settled' OR NEW.state <> 'void'
          OR ({", ".join(f"OLD.{name}" for name in KEPT)})
             IS DISTINCT FROM
             ({", ".join(f"NEW.{name}" for name in KEPT)}))
    EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER round_stays_there BEFORE DELETE ON tables_round
    FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER rounds_stay_there BEFORE TRUNCATE ON tables_round
    FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
"""

UNDO = """
DROP TRIGGER round_stays ON tables_round;
DROP TRIGGER round_stays_there ON tables_round;
DROP TRIGGER rounds_stay_there ON tables_round;
"""


class Migration(migrations.Migration):
    """Triggers; see the module's docstring."""

    dependencies: ClassVar = [("tables", "0013_rounds"), ("accounting", "0002_guards")]
    operations: ClassVar = [migrations.RunSQL(GUARD, UNDO)]
