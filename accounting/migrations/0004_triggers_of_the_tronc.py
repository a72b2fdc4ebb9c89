"""The tronc: what was signed, confirmed or paid stays."""

from django.db import migrations

from casino.guards import Refusing, together

REFUSING = Refusing("accounting_refuse_change")
_LATER = {
    "accounting_troncrules": (("state", "decided_by_id", "decided_at"), "OLD.decided_at IS NOT NULL"),
    "accounting_troncmember": (("confirmed_by_id", "confirmed_at"), "OLD.confirmed_at IS NOT NULL"),
    "accounting_tiprecord": (
        (
            "counted_cents", "electronic_cents", "electronic_goes", "drawn_up_by_id", "drawn_up_at", "signed_by_id",
            "signed_at", "entry_id",
        ),
        "OLD.signed_at IS NOT NULL",
    ),
    "accounting_troncrun": (("state", "decided_by_id", "decided_at", "entry_id"), "OLD.decided_at IS NOT NULL"),
    "accounting_troncpayout": (
        ("lines", "total_cents", "prepared_by_id", "prepared_at", "paid_by_id", "paid_at", "entry_id"),
        "OLD.paid_at IS NOT NULL",
    ),
}
GUARDS = together(
    REFUSING.append_only("accounting_troncshare"),
    *(REFUSING.kept(table) for table in _LATER),
    *(REFUSING.stays_but(table, *later, until=until) for table, (later, until) in _LATER.items()),
)


class Migration(migrations.Migration):
    dependencies = [("accounting", "0003_triggers_of_statements")]

    operations = [migrations.RunSQL(GUARDS.make, GUARDS.drop)]
