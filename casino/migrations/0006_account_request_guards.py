"""A request about an account stays as it was asked, and is decided once."""

from django.db import migrations

from casino.guards import Refusing, together

REFUSING = Refusing("casino_refuse_change")
GUARDS = together(
    REFUSING.kept("casino_accountrequest"),
    REFUSING.stays_but(
        "casino_accountrequest", "decided_by_id", "decided_at", "is_approved", until="OLD.decided_at IS NOT NULL"
    ),
)


class Migration(migrations.Migration):
    dependencies = [("casino", "0005_account_requests")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
