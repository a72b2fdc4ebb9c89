"""Every text that stays for ever is read for guests' names in the row where it is written first.

Before, a window's explanation was taken at the count and refused at the confirmation, which makes it an entry's reason.
A text is read when it is written, not whenever its row changes: a guest of that name may have registered since.
"""

from importlib import import_module

from django.db import migrations

from casino.guards import Guard, together

# The columns as `casino/retention.py` has them; a test compares the two.  A row without a house is of that of the row
# which the first word names, as `parent_table.column` with this table's column.
COVERED = {
    "accounting_assessment": ("", "reason"),
    "accounting_entry": ("", "reason"),
    "accounting_funddrop": ("", "explanation"),
    "accounting_fundmove": ("", "reason"),
    "accounting_statement": ("", "reason"),
    "accounting_windowshift": ("accounting_window.window_id", "explanation"),
    "tables_hand": ("", "void_reason"),
    "tables_jackpotclaim": ("", "reason"),
    "tables_keptchips": ("accounting_gamingday.gaming_day_id", "reason", "ended_because"),
    "tables_round": ("", "void_reason"),
    "tables_ruling": ("", "text", "rule"),
}
# A name of two words or more: a guest who is known by one word would forbid that word to everybody.
READS = Guard(
    r"""
CREATE FUNCTION tables_refuse_names() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    house bigint := to_jsonb(NEW) ->> 'house_id';
    said text := (SELECT string_agg(to_jsonb(NEW) ->> name, ' ') FROM unnest(TG_ARGV[1:]) name
                   WHERE to_jsonb(NEW) ->> name IS DISTINCT FROM to_jsonb(OLD) ->> name);
BEGIN
    IF said <> '' AND TG_ARGV[0] <> '' THEN
        EXECUTE format('SELECT house_id FROM %I WHERE id = ($1).%I',
                       split_part(TG_ARGV[0], '.', 1), split_part(TG_ARGV[0], '.', 2)) INTO house USING NEW;
    END IF;
    IF EXISTS (SELECT FROM tables_guest guest WHERE guest.house_id = house AND guest.erased_at IS NULL
            AND position(lower(split_part(btrim(guest.name), ' ', 1)) IN lower(said)) > 0
            AND btrim(guest.name) ~ '\w\s+\S*\w' AND said ~* tables_name_pattern(guest.name)) THEN
        RAISE EXCEPTION '% names a guest', TG_TABLE_NAME
            USING ERRCODE = 'check_violation', CONSTRAINT = 'names_no_guest', TABLE = TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;
""",
    "DROP FUNCTION tables_refuse_names();",
)


def _trigger(event: str, table: str, function: str, through: tuple[str, ...], columns: tuple[str, ...]) -> Guard:
    written = " OR ".join(f"NEW.{column} <> ''" for column in columns)
    told = ", ".join(f"'{one}'" for one in (*through, *columns))
    return Guard(
        f"CREATE TRIGGER names_no_guest {event} ON {table} FOR EACH ROW WHEN ({written})"
        f" EXECUTE FUNCTION {function}({told});",
        f"DROP TRIGGER names_no_guest ON {table};",
    )


BEFORE = together(
    import_module("tables.migrations.0006_erasing_guests").NAMELESS,
    *(
        _trigger(event, table, "tables_names_no_guest", (), (column,))
        for event, table, column in (
            ("BEFORE INSERT", "accounting_statement", "reason"),
            ("BEFORE INSERT OR UPDATE", "accounting_fundmove", "reason"),
            ("BEFORE INSERT OR UPDATE", "accounting_funddrop", "explanation"),
            ("BEFORE INSERT OR UPDATE", "tables_jackpotclaim", "reason"),
        )
    ),
)
AFTER = together(
    READS,
    *(
        _trigger(f"BEFORE INSERT OR UPDATE OF {', '.join(columns)}", table, "tables_refuse_names", (through,), columns)
        for table, (through, *columns) in COVERED.items()
    ),
)
GUARDS = together(Guard(BEFORE.drop, BEFORE.make), AFTER)


class Migration(migrations.Migration):
    dependencies = [("tables", "0008_jackpots_in_turn")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
