"""Guards of what the ledger rests on: terms that were published stay, and a closed day stays closed.

A schedule's version gets one change in its life, the moment at which the next one begins; its terms are what every
assessment that names it was computed with.
"""

from typing import ClassVar

from django.db import migrations

TERMS = """
CREATE TRIGGER terms_stay BEFORE UPDATE ON accounting_scheduleversion FOR EACH ROW
    WHEN (OLD.valid_to IS NOT NULL
          OR (OLD.id, OLD.schedule_id, OLD.version, OLD.terms, OLD.valid_from, OLD.created_at, OLD.created_by_id)
             IS DISTINCT FROM
             (NEW.id, NEW.schedule_id, NEW.version, NEW.terms, NEW.valid_from, NEW.created_at, NEW.created_by_id))
    EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER terms_stay_there BEFORE DELETE ON accounting_scheduleversion
    FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
"""

DAYS = """
CREATE TRIGGER closed_day_stays BEFORE UPDATE OR DELETE ON accounting_gamingday FOR EACH ROW
    WHEN (OLD.state = 'closed') EXECUTE FUNCTION accounting_refuse_change();
"""

UNDO = """
DROP TRIGGER terms_stay ON accounting_scheduleversion;
DROP TRIGGER terms_stay_there ON accounting_scheduleversion;
DROP TRIGGER closed_day_stays ON accounting_gamingday;
"""


class Migration(migrations.Migration):
    """Triggers; see the module's docstring."""

    dependencies: ClassVar = [("accounting", "0003_rollups")]
    operations: ClassVar = [migrations.RunSQL(TERMS + DAYS, UNDO)]
