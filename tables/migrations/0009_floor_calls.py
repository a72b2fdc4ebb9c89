"""Calls for the floor, and what came of them."""

from typing import ClassVar

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """One table."""

    dependencies: ClassVar = [
        ("accounting", "0007_guards_of_proof"),
        ("tables", "0008_corrections"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations: ClassVar = [
        migrations.CreateModel(
            name="FloorCall",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("floor", "Floor, please"),
                            ("ruling", "A ruling"),
                            ("chips", "Chips"),
                            ("wrong_hand", "A booked hand is wrong"),
                            ("refused_hand", "A hand was refused"),
                        ],
                        max_length=20,
                        verbose_name="kind",
                    ),
                ),
                ("hand_uuid", models.UUIDField(blank=True, null=True, unique=True, verbose_name="client's id")),
                ("facts", models.JSONField(blank=True, null=True, verbose_name="facts")),
                ("called_at", models.DateTimeField(verbose_name="called at")),
                ("answered_at", models.DateTimeField(blank=True, null=True, verbose_name="answered at")),
                ("answer", models.CharField(blank=True, max_length=500, verbose_name="answer")),
                (
                    "answered_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="answered by",
                    ),
                ),
                (
                    "called_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="called by",
                    ),
                ),
                (
                    "hand",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="calls",
                        to="tables.hand",
                        verbose_name="hand",
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
                        related_name="calls",
                        to="tables.table",
                        verbose_name="table",
                    ),
                ),
            ],
            options={
                "verbose_name": "call for the floor",
                "verbose_name_plural": "calls for the floor",
                "ordering": ("called_at",),
                "indexes": [
                    models.Index(condition=models.Q(("answered_at", None)), fields=["house"], name="call_waiting")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answered_at", None), models.Q(("kind", "refused_hand"), _negated=True)),
                        fields=("table", "kind"),
                        name="call_waits_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("answer", ""), ("answered_at", None), ("answered_by", None)),
                            models.Q(("answered_at__isnull", False), ("answered_by__isnull", False)),
                            _connector="OR",
                        ),
                        name="call_answered_by_somebody",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("facts__isnull", False), ("hand_uuid__isnull", False), ("kind", "refused_hand")),
                            models.Q(models.Q(("kind", "refused_hand"), _negated=True), ("hand_uuid", None)),
                            _connector="OR",
                        ),
                        name="call_of_a_refused_hand_has_it",
                    ),
                ],
            },
        ),
    ]
