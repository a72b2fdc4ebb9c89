"""The reason for a payee of a jackpot stays for ever, as evidence of an entry: it is read for guests' names.

The payee is said by the number on their card alone.
"""

from django.db import migrations

from casino.guards import Guard

GUARDS = Guard(
    "CREATE TRIGGER names_no_guest BEFORE INSERT OR UPDATE OF reason ON accounting_jackpotpayee FOR EACH ROW"
    " WHEN (NEW.reason <> '') EXECUTE FUNCTION tables_refuse_names('accounting_jackpotslip.slip_id', 'reason');",
    "DROP TRIGGER names_no_guest ON accounting_jackpotpayee;",
)


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0011_reasons_in_histories_of_the_tronc"),
        ("accounting", "0012_payees_of_jackpots"),
    ]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
