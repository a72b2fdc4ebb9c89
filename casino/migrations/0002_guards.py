"""What is written once is never changed: the guard function that every append-only table of the house uses.

Other apps' migrations depend on this one and say, for a table of theirs::

    CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON accounting_entry
        FOR EACH ROW EXECUTE FUNCTION casino_refuse_change();
    CREATE TRIGGER append_only_all BEFORE TRUNCATE ON accounting_entry
        FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_change();

It raises `restrict_violation` (23001), which Django shows as IntegrityError.
"""

from django.db import migrations

GUARD = """
CREATE FUNCTION casino_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE ON casino_loginevent
    FOR EACH ROW EXECUTE FUNCTION casino_refuse_change();
CREATE TRIGGER append_only_all BEFORE TRUNCATE ON casino_loginevent
    FOR EACH STATEMENT EXECUTE FUNCTION casino_refuse_change();
"""
UNGUARD = """
DROP TRIGGER append_only ON casino_loginevent;
DROP TRIGGER append_only_all ON casino_loginevent;
DROP FUNCTION casino_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0001_initial")]
    operations = [migrations.RunSQL(GUARD, UNGUARD)]
