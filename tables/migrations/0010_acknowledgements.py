"""What was said about alarms of the floor, and the guards over it: it stays."""

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

GUARD = """
CREATE TRIGGER append_only_rows BEFORE UPDATE OR DELETE ON tables_acknowledgement
    FOR EACH ROW EXECUTE FUNCTION accounting_refuse_change();
CREATE TRIGGER append_only_table BEFORE TRUNCATE ON tables_acknowledgement
    FOR EACH STATEMENT EXECUTE FUNCTION accounting_refuse_change();
"""
UNGUARD = """
DROP TRIGGER append_only_rows ON tables_acknowledgement;
DROP TRIGGER append_only_table ON tables_acknowledgement;
"""


class Migration(migrations.Migration):
    """One table; see the module's docstring."""

    dependencies: ClassVar = [
        ("accounting", "0007_guards_of_proof"),
        ("tables", "0009_floor_calls"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="Acknowledgement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=10, verbose_name="kind")),
                ("mark", models.CharField(max_length=60, verbose_name="rests on")),
                ("since", models.DateTimeField(verbose_name="since")),
                ("reason", models.CharField(max_length=500, verbose_name="reason")),
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
                    "house",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="accounting.house",
                        verbose_name="house",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="acknowledgements",
                        to="tables.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "acknowledged alarm",
                "verbose_name_plural": "acknowledged alarms",
                "ordering": ("-at",),
                "indexes": [models.Index(fields=["house", "at"], name="acknowledged_lately")],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "kind", "mark"), name="alarm_acknowledged_once"),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="acknowledgement_has_reason"
                    ),
                ],
            },
        ),
        migrations.RunSQL(GUARD, UNGUARD),
    ]
