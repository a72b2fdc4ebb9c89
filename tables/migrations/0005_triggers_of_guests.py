"""A guest who was registered twice: the duplicate leads to the guest whose it is, and nothing new is about it."""

from django.db import migrations

from casino.guards import Guard, together, trigger

# Whoever seats a guest holds the row (FOR KEY SHARE), whoever merges one locks it: the later sees what the other did.
MERGED = Guard(
    """
CREATE FUNCTION tables_guest_is_not_merged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM tables_guest WHERE id = NEW.guest_id AND merged_into_id IS NULL FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'guest % is merged into another', NEW.guest_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'guest_not_merged', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION tables_guest_merges_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM tables_guest WHERE id = NEW.merged_into_id AND house_id = NEW.house_id AND merged_into_id IS NULL;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'guest % cannot be merged into %', NEW.id, NEW.merged_into_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'guest_merges_once', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
""",
    """
DROP FUNCTION tables_guest_merges_once();
DROP FUNCTION tables_guest_is_not_merged();
""",
)
GUARDS = together(
    MERGED,
    trigger(
        "merges_once", "BEFORE INSERT OR UPDATE OF merged_into_id", "tables_guest", "tables_guest_merges_once",
        when="NEW.merged_into_id IS NOT NULL",
    ),
    *(
        trigger("not_merged", "BEFORE INSERT", f"tables_{table}", "tables_guest_is_not_merged")
        for table in ("sitting", "waitingentry", "entrant", "houseban")
    ),
)  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("tables", "0004_triggers_of_games")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
