"""Claims on jackpots: what was decided stays; texts that stay for ever, statements' included, name no guest."""

from django.db import migrations

from casino.guards import Guard, Refusing, together, told, trigger

REFUSING = Refusing("accounting_refuse_change")
# Texts under the digest of an entry, or beside it.
NAMELESS = {"accounting_fundmove": "reason", "accounting_funddrop": "explanation", "tables_jackpotclaim": "reason"}
# The reason of a corrected statement is under its seal. The function is told the columns whose texts it reads.
OF_STATEMENTS = trigger(
    "names_no_guest", "BEFORE INSERT", "accounting_statement", "tables_names_no_guest", when="NEW.reason <> ''"
)
GUARDS = together(
    Guard(OF_STATEMENTS.make.replace("tables_names_no_guest()", "tables_names_no_guest('reason')"), OF_STATEMENTS.drop),
    *(
        Guard(
            f"CREATE TRIGGER names_no_guest BEFORE INSERT OR UPDATE ON {table} FOR EACH ROW WHEN"
            f" (NEW.{column} <> '') EXECUTE FUNCTION tables_names_no_guest('{column}');",
            f"DROP TRIGGER names_no_guest ON {table};",
        )
        for table, column in NAMELESS.items()
    ),
    REFUSING.kept("tables_jackpotclaim"),
    REFUSING.stays_but(
        "tables_jackpotclaim",
        "state",
        "decided_by_id",
        "decided_at",
        "reason",
        "entry_id",
        "gaming_day_id",
        until="OLD.state <> 'proposed'",
    ),
    told("tables_jackpotclaim", "floor", "days"),
)


class Migration(migrations.Migration):
    dependencies = [("accounting", "0005_triggers_of_jackpots"), ("tables", "0006_erasing_guests")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
