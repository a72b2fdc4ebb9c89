"""The guards of written rows let an erasure pass (`casino_is_erasing`)."""

from django.db import migrations

from casino.guards import Guard

REFUSES = """
CREATE OR REPLACE FUNCTION accounting_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
{asks}    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'integrity_constraint_violation', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;
"""
ASKS = """    IF TG_OP = 'UPDATE' AND casino_is_erasing(TG_RELID) THEN
        RETURN NEW;
    END IF;
"""
GUARDS = Guard(REFUSES.format(asks=ASKS), REFUSES.format(asks=""))


class Migration(migrations.Migration):
    dependencies = [("accounting", "0011_key_of_the_command"), ("casino", "0016_erasing")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
