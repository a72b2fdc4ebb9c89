"""What was written down for the audit stays; an alarm is seen once."""

from django.db import migrations

from casino.guards import Refusing, together

REFUSING = Refusing("casino_refuse_change")
GUARDS = together(
    REFUSING.kept("casino_securityevent"),
    REFUSING.stays_but("casino_securityevent", "seen_by_id", "seen_at", until="OLD.seen_at IS NOT NULL"),
)


class Migration(migrations.Migration):
    dependencies = [("casino", "0009_security_events")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
