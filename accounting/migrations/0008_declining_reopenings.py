"""A request to open a closed day again can be declined or withdrawn; then it can be asked for again."""

from django.conf import settings
from django.db import migrations, models
from django.db.models import Q
from django.db.models.deletion import PROTECT

from casino.guards import Refusing, changed
from casino.operations import AtOnce

REFUSING = Refusing("accounting_refuse_change")
ASKED = changed("id", "gaming_day_id", "seal_id", "reason", "asked_by_id", "asked_at")


def _stays(until: str) -> tuple[str, str]:
    guard = REFUSING.stays("accounting_reopening", when=f"{until} OR {ASKED}", name="reopening_stays")
    return guard.make, guard.drop


MADE_BEFORE, DROPPED = _stays("OLD.approved_at IS NOT NULL")
MADE, _DROPPED = _stays("OLD.approved_at IS NOT NULL OR OLD.declined_at IS NOT NULL")


FIELDS = [
    migrations.AddField(
        "Reopening",
        "declined_by",
        models.ForeignKey(
            null=True, on_delete=PROTECT, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="declined by"
        ),
    ),
    migrations.AddField("Reopening", "declined_at", models.DateTimeField("declined at", null=True)),
    migrations.AlterField(
        "Reopening",
        "seal",
        models.ForeignKey(
            on_delete=PROTECT, related_name="reopenings", to="accounting.seal", verbose_name="seal"
        ),
    ),
]
CONSTRAINTS = [
    migrations.AddConstraint(
        "Reopening",
        models.UniqueConstraint(fields=["seal"], condition=Q(declined_at=None), name="reopening_once"),
    ),
    migrations.AddConstraint(
        "Reopening",
        models.CheckConstraint(
            condition=Q(declined_by=None, declined_at=None)
            | Q(declined_by__isnull=False, declined_at__isnull=False, approved_at=None),
            name="reopening_declined",
        ),
    ),
    migrations.RunSQL(DROPPED + MADE, DROPPED + MADE_BEFORE),
]


class Migration(migrations.Migration):
    dependencies = [
        ("accounting", "0007_authority_key_once"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [AtOnce(FIELDS), AtOnce(CONSTRAINTS)]
