"""Guards of the day's close: seals, counts and prints stay; slips, drops and findings are decided once and never deleted.

A closed day is opened again only by two (`accounting_reopening`), and while it is being closed it still takes entries.
"""

from typing import ClassVar

from django.db import migrations

APPEND_ONLY = ("accounting_seal", "accounting_count", "accounting_print", "accounting_historicalfinding")
KEPT = ("accounting_slip", "accounting_drop", "accounting_reopening", "accounting_windowshift", "accounting_finding")

GUARD = """
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
"""
UNGUARD = "DROP TRIGGER append_only_rows ON {table}; DROP TRIGGER append_only_table ON {table};"

KEEP = """
CREATE TRIGGER kept_rows BEFORE DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER kept_table BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
"""
UNKEEP = "DROP TRIGGER kept_rows ON {table}; DROP TRIGGER kept_table ON {table};"

DECIDED_ONCE = """
CREATE TRIGGER slip_stays BEFORE UPDATE ON accounting_slip FOR EACH ROW
    WHEN (OLD.state <> 'asked'
          OR (OLD.id, OLD.house_id, OLD.gaming_day_id, OLD.number, OLD.kind, OLD.table_code, OLD.window_id, OLD.chips,
              OLD.chips_back, OLD.amount_cents, OLD.asked_by_id, OLD.asked_at)
             IS DISTINCT FROM
             (NEW.id, NEW.house_id, NEW.gaming_day_id, NEW.number, NEW.kind, NEW.table_code, NEW.window_id, NEW.chips,
              NEW.chips_back, NEW.amount_cents, NEW.asked_by_id, NEW.asked_at))
    EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER drop_stays BEFORE UPDATE ON accounting_drop FOR EACH ROW
    WHEN ((OLD.id, OLD.house_id, OLD.gaming_day_id, OLD.table_code, OLD.session_number, OLD.kind, OLD.booked_cents,
           OLD.dropped_at, OLD.dropped_by_id, OLD.entry_id)
          IS DISTINCT FROM
          (NEW.id, NEW.house_id, NEW.gaming_day_id, NEW.table_code, NEW.session_number, NEW.kind, NEW.booked_cents,
           NEW.dropped_at, NEW.dropped_by_id, NEW.entry_id)
          OR (OLD.counted_at IS NOT NULL
              AND (OLD.counted_cents, OLD.counted_at, OLD.count_entry_id)
                  IS DISTINCT FROM (NEW.counted_cents, NEW.counted_at, NEW.count_entry_id)))
    EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER reopening_stays BEFORE UPDATE ON accounting_reopening FOR EACH ROW
    WHEN (OLD.approved_at IS NOT NULL
          OR (OLD.id, OLD.gaming_day_id, OLD.seal_id, OLD.reason, OLD.asked_by_id, OLD.asked_at)
             IS DISTINCT FROM (NEW.id, NEW.gaming_day_id, NEW.seal_id, NEW.reason, NEW.asked_by_id, NEW.asked_at))
    EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER shift_stays BEFORE UPDATE ON accounting_windowshift FOR EACH ROW
    WHEN (OLD.closed_at IS NOT NULL) EXECUTE FUNCTION accounting_refuse_change();
"""
UNDECIDED = """
DROP TRIGGER slip_stays ON accounting_slip;
DROP TRIGGER drop_stays ON accounting_drop;
DROP TRIGGER reopening_stays ON accounting_reopening;
DROP TRIGGER shift_stays ON accounting_windowshift;
"""

DAY_TAKES_ENTRIES = """
CREATE OR REPLACE FUNCTION accounting_day_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    day record;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(20261, NEW.gaming_day_id::int);
    SELECT state, house_id INTO day FROM accounting_gamingday WHERE id = NEW.gaming_day_id;
    IF day.state IS NULL OR day.state NOT IN ({states}) OR day.house_id IS DISTINCT FROM NEW.house_id THEN
        RAISE EXCEPTION 'gaming day % is not open', NEW.gaming_day_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_day_is_open', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
"""

CLOSED_DAYS = """
CREATE FUNCTION accounting_closed_day_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.state = 'closing' AND NEW.house_id = OLD.house_id AND NEW.date = OLD.date
       AND EXISTS (SELECT FROM accounting_reopening r JOIN accounting_seal s ON s.id = r.seal_id
                    WHERE r.gaming_day_id = OLD.id AND r.approved_at IS NOT NULL AND s.digest = OLD.seal) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;
DROP TRIGGER closed_day_stays ON accounting_gamingday;
CREATE TRIGGER closed_day_stays BEFORE UPDATE OR DELETE ON accounting_gamingday FOR EACH ROW
    WHEN (OLD.state = 'closed') EXECUTE FUNCTION accounting_closed_day_stays();
"""
CLOSED_DAYS_BEFORE = """
DROP TRIGGER closed_day_stays ON accounting_gamingday;
DROP FUNCTION accounting_closed_day_stays();
CREATE TRIGGER closed_day_stays BEFORE UPDATE OR DELETE ON accounting_gamingday FOR EACH ROW
    WHEN (OLD.state = 'closed') EXECUTE FUNCTION accounting_refuse_change();
"""

_SAME = "({old}) IS NOT DISTINCT FROM ({new})"


def _same(names: str) -> str:
    old, new = (", ".join(f"{row}.{name}" for name in names.split()) for row in ("OLD", "NEW"))
    return _SAME.format(old=old, new=new)


# A proposal is decided once; published terms get an end once and a second person's name once.
TERMS = f"""
DROP TRIGGER terms_stay ON accounting_scheduleversion;
CREATE TRIGGER terms_stay BEFORE UPDATE ON accounting_scheduleversion FOR EACH ROW
    WHEN (NOT ({_same("id schedule_id version terms created_at created_by_id")}
               AND ((OLD.state = 'proposed' AND NEW.state IN ('published', 'declined'))
                    OR (OLD.state = 'published' AND NEW.state = 'published' AND {_same("valid_from")}
                        AND (OLD.valid_to IS NULL OR {_same("valid_to")})
                        AND (OLD.approved_at IS NULL OR {_same("approved_at approved_by_id")})))))
    EXECUTE FUNCTION accounting_refuse_change();
"""
TERMS_BEFORE = """
DROP TRIGGER terms_stay ON accounting_scheduleversion;
CREATE TRIGGER terms_stay BEFORE UPDATE ON accounting_scheduleversion FOR EACH ROW
    WHEN (OLD.valid_to IS NOT NULL
          OR (OLD.id, OLD.schedule_id, OLD.version, OLD.terms, OLD.valid_from, OLD.created_at, OLD.created_by_id)
             IS DISTINCT FROM
             (NEW.id, NEW.schedule_id, NEW.version, NEW.terms, NEW.valid_from, NEW.created_at, NEW.created_by_id))
    EXECUTE FUNCTION accounting_refuse_change();
"""


class Migration(migrations.Migration):
    """Triggers; see the module's docstring."""

    dependencies: ClassVar = [("accounting", "0006_counts")]
    operations: ClassVar = [
        *(migrations.RunSQL(GUARD.format(table=table), UNGUARD.format(table=table)) for table in APPEND_ONLY),
        *(migrations.RunSQL(KEEP.format(table=table), UNKEEP.format(table=table)) for table in KEPT),
        migrations.RunSQL(DECIDED_ONCE, UNDECIDED),
        migrations.RunSQL(
            DAY_TAKES_ENTRIES.format(states="'open', 'closing'"), DAY_TAKES_ENTRIES.format(states="'open'")
        ),
        migrations.RunSQL(CLOSED_DAYS, CLOSED_DAYS_BEFORE),
        migrations.RunSQL(TERMS, TERMS_BEFORE),
    ]
