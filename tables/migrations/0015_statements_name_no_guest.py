"""The reason of a corrected statement of revenue is under its seal: it names no guest."""

from django.db import migrations

from casino.guards import Guard, trigger

_ASKED = trigger(
    "names_no_guest", "BEFORE INSERT", "accounting_statement", "tables_names_no_guest", when="NEW.reason <> ''"
)
# The function is told the columns whose texts it reads.
GUARDS = Guard(_ASKED.make.replace("tables_names_no_guest()", "tables_names_no_guest('reason')"), _ASKED.drop)


class Migration(migrations.Migration):
    dependencies = [("tables", "0014_erasure"), ("accounting", "0015_revenue")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
