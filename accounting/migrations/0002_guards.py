"""Guards of the ledger: what is written stays, and nothing is written into a closed day.

The triggers hold for every role, the owner of the tables included; a correction is a new entry that reverses the old one.
"""

from typing import ClassVar

from django.db import migrations

APPEND_ONLY = ("accounting_entry", "accounting_transfer", "accounting_assessment")

REFUSE = """
CREATE FUNCTION accounting_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;
"""

# The shared lock makes a post wait for a close in progress, and a close wait for posts in flight; see accounting/locks.py.
DAY = """
CREATE FUNCTION accounting_day_is_open() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    day record;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(20261, NEW.gaming_day_id::int);
    SELECT state, house_id INTO day FROM accounting_gamingday WHERE id = NEW.gaming_day_id;
    IF day.state IS DISTINCT FROM 'open' OR day.house_id IS DISTINCT FROM NEW.house_id THEN
        RAISE EXCEPTION 'gaming day % is not open', NEW.gaming_day_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_day_is_open', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER entry_day_is_open BEFORE INSERT ON accounting_entry
    FOR EACH ROW EXECUTE FUNCTION accounting_day_is_open();
"""

GUARD = """
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON {table}
    FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
"""

UNDO = """
DROP TRIGGER append_only_rows ON {table};
DROP TRIGGER append_only_table ON {table};
"""


class Migration(migrations.Migration):
    """Triggers; see the module's docstring."""

    dependencies: ClassVar = [("accounting", "0001_initial")]
    operations: ClassVar = [
        migrations.RunSQL(REFUSE, "DROP FUNCTION accounting_refuse_change();"),
        migrations.RunSQL(
            DAY, "DROP TRIGGER entry_day_is_open ON accounting_entry; DROP FUNCTION accounting_day_is_open();"
        ),
        *(migrations.RunSQL(GUARD.format(table=table), UNDO.format(table=table)) for table in APPEND_ONLY),
    ]
