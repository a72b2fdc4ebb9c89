"""Counts of single guests' chips where a table keeps one pool, and whether a session has any."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import F, Q

from casino.guards import Guard, Refusing, together
from casino.operations import AtOnce

# An explanation is also the reason of the entry, if the guest leaves with these chips: it is read for guests' names.
GUARDS = together(
    Refusing("accounting_refuse_change").append_only("tables_stackcount"),
    Guard(
        "CREATE TRIGGER names_no_guest BEFORE INSERT ON tables_stackcount FOR EACH ROW WHEN (NEW.explanation <> '')"
        " EXECUTE FUNCTION tables_refuse_names('accounting_gamingday.gaming_day_id', 'explanation');",
        "DROP TRIGGER names_no_guest ON tables_stackcount;",
    ),
)


OPERATIONS = [
    migrations.AddField(
        model_name="session",
        name="measures_stacks",
        field=models.BooleanField(db_default=False, default=False, verbose_name="stacks are measured"),
    ),
    migrations.CreateModel(
        name="StackCount",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("after_hand", models.PositiveIntegerField(verbose_name="after hand")),
            ("counted_cents", models.BigIntegerField(verbose_name="counted")),
            ("chips", models.JSONField(blank=True, null=True, verbose_name="chips")),
            ("brought_cents", models.BigIntegerField(verbose_name="brought until then")),
            ("least_cents", models.BigIntegerField(verbose_name="at least by the books")),
            ("most_cents", models.BigIntegerField(verbose_name="at most by the books")),
            ("explanation", models.CharField(blank=True, max_length=500, verbose_name="explanation")),
            ("at", models.DateTimeField(verbose_name="at")),
            (
                "by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="by",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            (
                "sitting",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="stack_counts",
                    to="tables.sitting",
                    verbose_name="sitting",
                ),
            ),
        ],
        options={
            "verbose_name": "count of a stack",
            "verbose_name_plural": "counts of stacks",
            "ordering": ("pk",),
            "constraints": [
                models.CheckConstraint(
                    condition=Q(counted_cents__gte=0), name="stack_count_not_negative"
                ),
                models.CheckConstraint(
                    condition=Q(
                        explanation="",
                        counted_cents__gte=F("least_cents"),
                        counted_cents__lte=F("most_cents"),
                    )
                    | ~Q(explanation="")
                    & (Q(counted_cents__lt=F("least_cents")) | Q(counted_cents__gt=F("most_cents"))),
                    name="stack_count_explained",
                ),
            ],
        },
    ),
    migrations.RunSQL(GUARDS.make, GUARDS.drop),
]


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0014_practice"),
        ("accounting", "0012_payees_of_jackpots"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [AtOnce(OPERATIONS)]
