"""Statements of revenue, levy terms, the authority's keys: what was decided stays; mails that were sent stay."""

from django.db import migrations

from casino.guards import Refusing, together, trigger

REFUSING = Refusing("accounting_refuse_change")
DECISION = ("state", "decided_at", "decided_by_id")


def begins_as(table, state):
    """Nothing is born approved or sealed: a second person decides."""
    return trigger("begins_undecided", "BEFORE INSERT", table, REFUSING.function, when=f"NEW.state <> '{state}'")


GUARDS = together(
    REFUSING.kept("accounting_levyterms"),
    REFUSING.stays_but("accounting_levyterms", *DECISION, until="OLD.decided_at IS NOT NULL"),
    begins_as("accounting_levyterms", "proposed"),
    REFUSING.kept("accounting_authoritykey"),
    REFUSING.stays_but("accounting_authoritykey", *DECISION, until="OLD.decided_at IS NOT NULL"),
    begins_as("accounting_authoritykey", "proposed"),
    REFUSING.append_only("accounting_keywithdrawal"),
    REFUSING.kept("accounting_statement"),
    REFUSING.stays_but(
        "accounting_statement", *DECISION, "number", "previous", "digest", until="OLD.decided_at IS NOT NULL"
    ),
    begins_as("accounting_statement", "signed"),
    REFUSING.append_only("accounting_countersignature"),
    REFUSING.append_only("accounting_reportmail"),
)


class Migration(migrations.Migration):
    dependencies = [("accounting", "0002_triggers")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
