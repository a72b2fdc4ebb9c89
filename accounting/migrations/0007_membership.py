"""People and tablets that were there before houses had members belong to the houses there were; houses must exist."""

from django.db import migrations

from casino.guards import Guard, together, trigger

EXIST = Guard(
    """
CREATE FUNCTION accounting_houses_exist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM unnest(NEW.house_ids) AS named(id)
                WHERE NOT EXISTS (SELECT FROM accounting_house house WHERE house.id = named.id)) THEN
        RAISE EXCEPTION 'houses % do not all exist', NEW.house_ids
            USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'houses_exist', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
""",
    "DROP FUNCTION accounting_houses_exist();",
)
GUARDS = together(
    EXIST,
    trigger("houses_exist", "BEFORE INSERT OR UPDATE OF house_ids", "casino_user", "accounting_houses_exist"),
    trigger("houses_exist", "BEFORE INSERT", "casino_accountrequest", "accounting_houses_exist"),
)

JOIN = """
UPDATE casino_user SET house_ids = (SELECT array_agg(id ORDER BY id) FROM accounting_house)
 WHERE EXISTS (SELECT FROM accounting_house);
UPDATE casino_device SET house_id = (SELECT id FROM accounting_house ORDER BY is_active DESC, id LIMIT 1);
SET CONSTRAINTS ALL IMMEDIATE;
"""


class Migration(migrations.Migration):
    dependencies = [("accounting", "0006_money_by_two"), ("casino", "0012_membership")]

    operations = [
        migrations.RunSQL(JOIN, migrations.RunSQL.noop),
        migrations.RunSQL(GUARDS.make, GUARDS.drop),
    ]
