"""Practice: games with no money down, for chips that have no value; nothing here leads to the books or to a guest."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from casino.operations import AtOnce


OPERATIONS = [
    migrations.CreateModel(
        name="PracticeGame",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("button_seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="button")),
            (
                "small_blind_seat",
                models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="small blind"),
            ),
            ("big_blind_seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="big blind")),
            ("hands_dealt", models.PositiveIntegerField(default=0, verbose_name="hands dealt")),
            ("opened_at", models.DateTimeField(verbose_name="opened at")),
            ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed at")),
            (
                "closed_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="closed by",
                ),
            ),
            (
                "game",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.game",
                    verbose_name="game",
                ),
            ),
            (
                "opened_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="opened by",
                ),
            ),
            (
                "table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="practice_games",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
        ],
        options={
            "verbose_name": "practice game",
            "verbose_name_plural": "practice games",
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("closed_at", None)), fields=("table",), name="practicegame_one_open"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="PracticeHand",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "state",
                models.CharField(
                    choices=[("open", "open"), ("settled", "settled"), ("void", "void")],
                    default="open",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            ("setup", models.JSONField(verbose_name="set-up")),
            ("actions", models.JSONField(default=list, verbose_name="actions")),
            ("result", models.JSONField(blank=True, null=True, verbose_name="result")),
            ("number", models.PositiveIntegerField(verbose_name="number")),
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
                "practice",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="hands",
                    to="tables.practicegame",
                    verbose_name="practice game",
                ),
            ),
        ],
        options={
            "verbose_name": "practice hand",
            "verbose_name_plural": "practice hands",
            "ordering": ("number",),
            "constraints": [
                models.UniqueConstraint(fields=("practice", "number"), name="practicehand_number_once"),
                models.UniqueConstraint(
                    condition=models.Q(("state", "open")), fields=("practice",), name="practicehand_one_open"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "settled"), _negated=True), ("result__isnull", False), _connector="OR"
                    ),
                    name="practicehand_result",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="PracticeSeat",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
            ("chips_cents", models.BigIntegerField(verbose_name="chips")),
            ("is_taken", models.BooleanField(default=True, verbose_name="taken")),
            (
                "practice",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="seats",
                    to="tables.practicegame",
                    verbose_name="practice game",
                ),
            ),
        ],
        options={
            "verbose_name": "practice seat",
            "verbose_name_plural": "practice seats",
            "ordering": ("seat",),
            "constraints": [
                models.UniqueConstraint(fields=("practice", "seat"), name="practiceseat_once"),
                models.CheckConstraint(condition=models.Q(("chips_cents__gte", 0)), name="practiceseat_chips"),
            ],
        },
    ),
]


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0013_usual_rules"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [AtOnce(OPERATIONS)]
