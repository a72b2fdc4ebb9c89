"""Append-only rows give personal data back through a door: functions of the owner, and nobody else's UPDATE.

`casino_is_erasing` is what the guards ask: only a function that runs as the tables' owner, within a transaction that it
has marked, may empty what it names.  `casino_forget_addresses` empties addresses and typed names of old sign-ins.
"""

from django.db import migrations

from casino.guards import Guard, together

ASKED = Guard(
    """
CREATE FUNCTION casino_is_erasing(which oid) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT current_setting('casino.erasing', true) = pg_current_xact_id_if_assigned()::text
       AND current_user = (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = which)
$$;
""",
    "DROP FUNCTION casino_is_erasing(oid);",
)
REFUSES = """
CREATE OR REPLACE FUNCTION casino_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
{asks}    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'restrict_violation', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;
"""
ASKS = """    IF TG_OP = 'UPDATE' AND casino_is_erasing(TG_RELID) THEN
        RETURN NEW;
    END IF;
"""
FORGETS = Guard(
    """
CREATE FUNCTION casino_forget_addresses(before timestamptz, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
    emptied integer;
    also integer;
BEGIN
    IF before > now() - interval '90 days' THEN
        RAISE EXCEPTION 'a sign-in is kept for 90 days at least' USING ERRCODE = 'restrict_violation';
    END IF;
    PERFORM set_config('casino.erasing', pg_current_xact_id()::text, true);
    UPDATE casino_loginevent SET username = '', ip = NULL WHERE id IN (
        SELECT id FROM casino_loginevent WHERE at < before AND (username <> '' OR ip IS NOT NULL) LIMIT most);
    GET DIAGNOSTICS emptied = ROW_COUNT;
    UPDATE casino_securityevent SET ip = NULL WHERE id IN (
        SELECT id FROM casino_securityevent WHERE at < before AND ip IS NOT NULL LIMIT most);
    GET DIAGNOSTICS also = ROW_COUNT;
    PERFORM set_config('casino.erasing', '', true);
    RETURN emptied + also;
END $$;
""",
    "DROP FUNCTION casino_forget_addresses(timestamptz, integer);",
)
GUARDS = together(ASKED, Guard(REFUSES.format(asks=ASKS), REFUSES.format(asks="")), FORGETS)


class Migration(migrations.Migration):
    dependencies = [("casino", "0015_live_version_goes")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
