"""The tables of the money side."""

import datetime

import django.contrib.postgres.constraints
import django.contrib.postgres.fields
import django.contrib.postgres.fields.ranges
import django.db.models.deletion
import django.db.models.expressions
import simple_history.models
from django.conf import settings
from django.db import migrations, models

import accounting.models.houses
from casino.operations import CreateModels

MODELS = [
    migrations.CreateModel(
        name="House",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("code", models.SlugField(max_length=20, unique=True, verbose_name="code")),
            ("name", models.CharField(max_length=100, verbose_name="name")),
            ("currency", models.CharField(default="EUR", max_length=3, verbose_name="currency")),
            ("time_zone", models.CharField(default="Europe/Berlin", max_length=40, verbose_name="time zone")),
            ("rolls_over_at", models.TimeField(default=datetime.time(12, 0), verbose_name="roll-over time")),
            (
                "shift_starts",
                django.contrib.postgres.fields.ArrayField(
                    base_field=models.TimeField(),
                    blank=True,
                    default=accounting.models.houses.usual_shifts,
                    help_text="By the house's clock; the first shift begins with the gaming day.",
                    size=None,
                    verbose_name="later shifts begin at",
                ),
            ),
            (
                "tip_bp",
                models.PositiveIntegerField(
                    default=100,
                    help_text="1 % of the pot is customary.",
                    verbose_name="customary tip (basis points of the pot)",
                ),
            ),
            (
                "call_minutes",
                models.PositiveSmallIntegerField(
                    default=3,
                    help_text="Until then somebody should be there.",
                    verbose_name="a call for the floor is late after (minutes)",
                ),
            ),
            (
                "denominations_cents",
                django.contrib.postgres.fields.ArrayField(
                    base_field=models.BigIntegerField(),
                    default=accounting.models.houses.usual_denominations,
                    help_text="In cents each.",
                    size=None,
                    verbose_name="chips",
                ),
            ),
            (
                "variance_limit_bp",
                models.PositiveIntegerField(default=50, verbose_name="variance to be explained (basis points)"),
            ),
            ("tip_limit_cents", models.BigIntegerField(default=5000, verbose_name="tip that is looked at")),
            (
                "is_active",
                models.BooleanField(
                    default=True,
                    help_text="Off for a house that only keeps the hands of other rooms.",
                    verbose_name="in operation",
                ),
            ),
        ],
        options={
            "verbose_name": "house",
            "verbose_name_plural": "houses",
            "constraints": [
                models.CheckConstraint(condition=models.Q(("tip_bp__lte", 10000)), name="house_tip_is_a_share"),
                models.CheckConstraint(condition=models.Q(("call_minutes__gte", 1)), name="house_call_minutes"),
            ],
        },
    ),
    migrations.CreateModel(
        name="HistoricalHouse",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("code", models.SlugField(max_length=20, verbose_name="code")),
            ("name", models.CharField(max_length=100, verbose_name="name")),
            ("currency", models.CharField(default="EUR", max_length=3, verbose_name="currency")),
            ("time_zone", models.CharField(default="Europe/Berlin", max_length=40, verbose_name="time zone")),
            ("rolls_over_at", models.TimeField(default=datetime.time(12, 0), verbose_name="roll-over time")),
            (
                "shift_starts",
                django.contrib.postgres.fields.ArrayField(
                    base_field=models.TimeField(),
                    blank=True,
                    default=accounting.models.houses.usual_shifts,
                    help_text="By the house's clock; the first shift begins with the gaming day.",
                    size=None,
                    verbose_name="later shifts begin at",
                ),
            ),
            (
                "tip_bp",
                models.PositiveIntegerField(
                    default=100,
                    help_text="1 % of the pot is customary.",
                    verbose_name="customary tip (basis points of the pot)",
                ),
            ),
            (
                "call_minutes",
                models.PositiveSmallIntegerField(
                    default=3,
                    help_text="Until then somebody should be there.",
                    verbose_name="a call for the floor is late after (minutes)",
                ),
            ),
            (
                "denominations_cents",
                django.contrib.postgres.fields.ArrayField(
                    base_field=models.BigIntegerField(),
                    default=accounting.models.houses.usual_denominations,
                    help_text="In cents each.",
                    size=None,
                    verbose_name="chips",
                ),
            ),
            (
                "variance_limit_bp",
                models.PositiveIntegerField(default=50, verbose_name="variance to be explained (basis points)"),
            ),
            ("tip_limit_cents", models.BigIntegerField(default=5000, verbose_name="tip that is looked at")),
            (
                "is_active",
                models.BooleanField(
                    default=True,
                    help_text="Off for a house that only keeps the hands of other rooms.",
                    verbose_name="in operation",
                ),
            ),
            ("history_id", models.AutoField(primary_key=True, serialize=False)),
            ("history_date", models.DateTimeField(db_index=True)),
            ("history_change_reason", models.CharField(max_length=100, null=True)),
            (
                "history_type",
                models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
            ),
            (
                "history_user",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.SET_NULL,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                ),
            ),
        ],
        options={
            "verbose_name": "historical house",
            "verbose_name_plural": "historical houses",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="GamingDay",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="gaming_days",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("date", models.DateField(verbose_name="gaming day")),
            (
                "state",
                models.CharField(
                    choices=[("open", "open"), ("closing", "being closed"), ("closed", "closed")],
                    default="open",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            ("opened_at", models.DateTimeField(verbose_name="opened at")),
            (
                "opened_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="opened by",
                ),
            ),
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
                "seal",
                models.CharField(
                    blank=True, help_text="Digest over all books at the close.", max_length=64, verbose_name="seal"
                ),
            ),
        ],
        options={
            "verbose_name": "gaming day",
            "verbose_name_plural": "gaming days",
            "ordering": ("-date",),
            "constraints": [
                models.UniqueConstraint(fields=("house", "date"), name="gaming_day_once"),
                models.UniqueConstraint(
                    condition=models.Q(("state", "open")), fields=("house",), name="gaming_day_one_open"
                ),
                models.UniqueConstraint(
                    condition=models.Q(("state", "closing")), fields=("house",), name="gaming_day_one_closing"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("closed_at", None), ("seal", ""), ("state__in", ("open", "closing"))),
                        models.Q(
                            ("closed_at__isnull", False), ("state", "closed"), models.Q(("seal", ""), _negated=True)
                        ),
                        _connector="OR",
                    ),
                    name="gaming_day_closed_is_sealed",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="HistoricalGamingDay",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("date", models.DateField(verbose_name="gaming day")),
            (
                "state",
                models.CharField(
                    choices=[("open", "open"), ("closing", "being closed"), ("closed", "closed")],
                    default="open",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            ("opened_at", models.DateTimeField(verbose_name="opened at")),
            ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed at")),
            (
                "seal",
                models.CharField(
                    blank=True, help_text="Digest over all books at the close.", max_length=64, verbose_name="seal"
                ),
            ),
            (
                "house",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "opened_by",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="opened by",
                ),
            ),
            (
                "closed_by",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="closed by",
                ),
            ),
            ("history_id", models.AutoField(primary_key=True, serialize=False)),
            ("history_date", models.DateTimeField(db_index=True)),
            ("history_change_reason", models.CharField(max_length=100, null=True)),
            (
                "history_type",
                models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
            ),
            (
                "history_user",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.SET_NULL,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                ),
            ),
        ],
        options={
            "verbose_name": "historical gaming day",
            "verbose_name_plural": "historical gaming days",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="Seal",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="seals",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("number", models.PositiveIntegerField(verbose_name="number")),
            (
                "gaming_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="seals",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
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
                "heads",
                models.JSONField(
                    help_text="Last number and digest of each book, digest of each schedule.", verbose_name="heads"
                ),
            ),
            ("digest", models.CharField(max_length=64, verbose_name="digest")),
        ],
        options={
            "verbose_name": "seal",
            "verbose_name_plural": "seals",
            "ordering": ("house", "-number"),
            "constraints": [models.UniqueConstraint(fields=("house", "number"), name="seal_number_once")],
        },
    ),
    migrations.CreateModel(
        name="Reopening",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "gaming_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="reopenings",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            (
                "seal",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="reopening",
                    to="accounting.seal",
                    verbose_name="seal",
                ),
            ),
            ("reason", models.CharField(max_length=500, verbose_name="reason")),
            (
                "asked_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="asked by",
                ),
            ),
            ("asked_at", models.DateTimeField(verbose_name="asked at")),
            (
                "approved_by",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="approved by",
                ),
            ),
            ("approved_at", models.DateTimeField(null=True, verbose_name="approved at")),
        ],
        options={
            "verbose_name": "re-opening",
            "verbose_name_plural": "re-openings",
            "constraints": [
                models.CheckConstraint(condition=models.Q(("reason", ""), _negated=True), name="reopening_has_reason"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("approved_at", None), ("approved_by", None)),
                        models.Q(
                            ("approved_at__isnull", False),
                            models.Q(("approved_by", models.F("asked_by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="reopening_by_two",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Book",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="books",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("code", models.CharField(max_length=40, verbose_name="code")),
            ("number", models.BigIntegerField(default=0, verbose_name="last number")),
            (
                "digest",
                models.BinaryField(
                    default=b"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00",
                    max_length=32,
                    verbose_name="last digest",
                ),
            ),
        ],
        options={
            "verbose_name": "book",
            "verbose_name_plural": "books",
            "constraints": [models.UniqueConstraint(fields=("house", "code"), name="book_once")],
        },
    ),
    migrations.CreateModel(
        name="Place",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="places",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("name", models.CharField(max_length=60, verbose_name="place")),
            ("balance_cents", models.BigIntegerField(default=0, verbose_name="balance")),
        ],
        options={
            "verbose_name": "place",
            "verbose_name_plural": "places",
            "constraints": [
                models.UniqueConstraint(fields=("house", "name"), name="place_once"),
                models.CheckConstraint(
                    condition=models.Q(
                        ("balance_cents__gte", 0),
                        ("name__startswith", "guests/"),
                        ("name__startswith", "bank/"),
                        ("name__startswith", "variance/"),
                        _connector="OR",
                    ),
                    name="place_not_overdrawn",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Entry",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "book",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="entries",
                    to="accounting.book",
                    verbose_name="book",
                ),
            ),
            ("number", models.BigIntegerField(verbose_name="number")),
            (
                "code",
                models.CharField(
                    choices=[
                        ("buy_in", "buy-in"),
                        ("top_up", "top-up"),
                        ("cash_out", "cash-out"),
                        ("kept", "chips picked up"),
                        ("kept_out", "kept chips handed out"),
                        ("kept_lapsed", "unclaimed chips"),
                        ("move", "move to another seat"),
                        ("hand", "hand"),
                        ("misdeal", "hand void before it was settled"),
                        ("round", "round against the house"),
                        ("false_deal", "false deal"),
                        ("time_charge", "time charge"),
                        ("float_in", "float brought to the table"),
                        ("float_out", "float taken from the table"),
                        ("fill", "fill"),
                        ("credit", "credit"),
                        ("change", "change of chips"),
                        ("window_in", "window opened"),
                        ("window_out", "window closed"),
                        ("sale", "chips sold"),
                        ("redemption", "chips redeemed"),
                        ("drop", "box emptied"),
                        ("count", "box counted"),
                        ("carry", "table carried over"),
                        ("ruling", "ruling"),
                        ("correction", "correction after the count"),
                        ("tournament_in", "paid into a tournament"),
                        ("tournament_out", "prize paid"),
                        ("tournament_due", "tournament settled"),
                        ("reversal", "reversal"),
                    ],
                    max_length=20,
                    verbose_name="code",
                ),
            ),
            ("subject", models.CharField(max_length=60, verbose_name="subject")),
            ("at", models.DateTimeField(verbose_name="at")),
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
                "actor",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="by",
                ),
            ),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
            (
                "reference",
                models.CharField(blank=True, max_length=120, null=True, unique=True, verbose_name="reference"),
            ),
            (
                "reverses",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="reversed_by",
                    to="accounting.entry",
                    verbose_name="reverses",
                ),
            ),
            ("evidence", models.BinaryField(default=b"", max_length=32, verbose_name="digest of what it rests on")),
            ("digest", models.BinaryField(max_length=32, verbose_name="digest")),
        ],
        options={
            "verbose_name": "entry",
            "verbose_name_plural": "entries",
            "indexes": [models.Index(fields=["subject"], name="entry_subject")],
            "constraints": [
                models.UniqueConstraint(fields=("book", "number"), name="entry_number_once"),
                models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="entry_number_from_one"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("code", "reversal"), ("reverses__isnull", False)),
                        models.Q(models.Q(("code", "reversal"), _negated=True), ("reverses", None)),
                        _connector="OR",
                    ),
                    name="entry_reversal_names_entry",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Transfer",
        fields=[
            (
                "pk",
                models.CompositePrimaryKey(
                    "entry_id", "position", blank=True, editable=False, primary_key=True, serialize=False
                ),
            ),
            (
                "entry",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="transfers",
                    to="accounting.entry",
                    verbose_name="entry",
                ),
            ),
            ("position", models.PositiveSmallIntegerField(verbose_name="position")),
            ("source", models.CharField(max_length=60, verbose_name="from")),
            ("destination", models.CharField(max_length=60, verbose_name="to")),
            ("amount_cents", models.BigIntegerField(verbose_name="amount")),
        ],
        options={
            "verbose_name": "transfer",
            "verbose_name_plural": "transfers",
            "constraints": [
                models.CheckConstraint(condition=models.Q(("amount_cents__gt", 0)), name="transfer_amount_positive"),
                models.CheckConstraint(
                    condition=models.Q(("source", models.F("destination")), _negated=True), name="transfer_moves"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="RakeSchedule",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="rake_schedules",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("name", models.CharField(max_length=60, verbose_name="name")),
        ],
        options={
            "verbose_name": "rake schedule",
            "verbose_name_plural": "rake schedules",
            "constraints": [models.UniqueConstraint(fields=("house", "name"), name="rake_schedule_once")],
        },
    ),
    migrations.CreateModel(
        name="HistoricalRakeSchedule",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("name", models.CharField(max_length=60, verbose_name="name")),
            (
                "house",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("history_id", models.AutoField(primary_key=True, serialize=False)),
            ("history_date", models.DateTimeField(db_index=True)),
            ("history_change_reason", models.CharField(max_length=100, null=True)),
            (
                "history_type",
                models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
            ),
            (
                "history_user",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.SET_NULL,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                ),
            ),
        ],
        options={
            "verbose_name": "historical rake schedule",
            "verbose_name_plural": "historical rake schedules",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="ScheduleVersion",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "schedule",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="versions",
                    to="accounting.rakeschedule",
                    verbose_name="schedule",
                ),
            ),
            ("version", models.PositiveIntegerField(verbose_name="version")),
            ("terms", models.JSONField(verbose_name="terms")),
            ("valid_from", models.DateTimeField(verbose_name="valid from")),
            ("valid_to", models.DateTimeField(blank=True, null=True, verbose_name="valid to")),
            ("created_at", models.DateTimeField(verbose_name="created at")),
            (
                "created_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="created by",
                ),
            ),
            (
                "state",
                models.CharField(
                    choices=[("proposed", "proposed"), ("published", "published"), ("declined", "declined")],
                    default="published",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            (
                "approved_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="approved by",
                ),
            ),
            ("approved_at", models.DateTimeField(blank=True, null=True, verbose_name="approved at")),
        ],
        options={
            "verbose_name": "schedule version",
            "verbose_name_plural": "schedule versions",
            "ordering": ("schedule", "version"),
            "constraints": [
                models.UniqueConstraint(fields=("schedule", "version"), name="schedule_version_once"),
                models.CheckConstraint(
                    condition=models.Q(("valid_to", None), ("valid_to__gt", models.F("valid_from")), _connector="OR"),
                    name="schedule_version_period",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("approved_at", None), ("approved_by", None)),
                        models.Q(
                            ("approved_at__isnull", False),
                            models.Q(("approved_by", models.F("created_by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="schedule_version_by_two",
                ),
                django.contrib.postgres.constraints.ExclusionConstraint(
                    condition=models.Q(("state", "published")),
                    expressions=[
                        (models.Func("schedule_id", "schedule_id", models.Value("[]"), function="int8range"), "&&"),
                        (
                            models.Func(
                                "valid_from",
                                "valid_to",
                                function="tstzrange",
                                output_field=django.contrib.postgres.fields.ranges.DateTimeRangeField(),
                            ),
                            "&&",
                        ),
                    ],
                    name="schedule_versions_do_not_overlap",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="HistoricalScheduleVersion",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("version", models.PositiveIntegerField(verbose_name="version")),
            ("terms", models.JSONField(verbose_name="terms")),
            ("valid_from", models.DateTimeField(verbose_name="valid from")),
            ("valid_to", models.DateTimeField(blank=True, null=True, verbose_name="valid to")),
            ("created_at", models.DateTimeField(verbose_name="created at")),
            (
                "state",
                models.CharField(
                    choices=[("proposed", "proposed"), ("published", "published"), ("declined", "declined")],
                    default="published",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            ("approved_at", models.DateTimeField(blank=True, null=True, verbose_name="approved at")),
            (
                "schedule",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="accounting.rakeschedule",
                    verbose_name="schedule",
                ),
            ),
            (
                "created_by",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="created by",
                ),
            ),
            (
                "approved_by",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="approved by",
                ),
            ),
            ("history_id", models.AutoField(primary_key=True, serialize=False)),
            ("history_date", models.DateTimeField(db_index=True)),
            ("history_change_reason", models.CharField(max_length=100, null=True)),
            (
                "history_type",
                models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
            ),
            (
                "history_user",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.SET_NULL,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                ),
            ),
        ],
        options={
            "verbose_name": "historical schedule version",
            "verbose_name_plural": "historical schedule versions",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="Assessment",
        fields=[
            (
                "entry",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.PROTECT,
                    primary_key=True,
                    related_name="assessment",
                    serialize=False,
                    to="accounting.entry",
                    verbose_name="entry",
                ),
            ),
            (
                "house",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            (
                "hour",
                models.DateTimeField(help_text="Start of the hour in which the hand was booked.", verbose_name="hour"),
            ),
            ("table_code", models.CharField(max_length=20, verbose_name="table")),
            (
                "dealer",
                models.ForeignKey(
                    db_index=False,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="dealer",
                ),
            ),
            ("game", models.CharField(max_length=60, verbose_name="game")),
            (
                "schedule_version",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.scheduleversion",
                    verbose_name="schedule version",
                ),
            ),
            ("sign", models.SmallIntegerField(default=1, verbose_name="sign")),
            ("dealt_in", models.PositiveSmallIntegerField(verbose_name="dealt in")),
            ("flop_seen", models.BooleanField(verbose_name="flop seen")),
            ("pot_cents", models.BigIntegerField(verbose_name="pot")),
            ("base_cents", models.BigIntegerField(verbose_name="base")),
            ("due_cents", models.BigIntegerField(verbose_name="rake due")),
            ("taken_cents", models.BigIntegerField(verbose_name="rake taken")),
            ("jackpot_cents", models.BigIntegerField(default=0, verbose_name="jackpot")),
            ("tips_cents", models.BigIntegerField(default=0, verbose_name="tips")),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
        ],
        options={
            "verbose_name": "assessment",
            "verbose_name_plural": "assessments",
            "indexes": [models.Index(fields=["gaming_day", "table_code", "hour"], name="assessment_period")],
            "constraints": [
                models.CheckConstraint(condition=models.Q(("sign__in", (1, -1))), name="assessment_sign"),
                models.CheckConstraint(
                    condition=models.Q(
                        ("base_cents__gte", 0),
                        ("due_cents__gte", 0),
                        ("jackpot_cents__gte", 0),
                        ("pot_cents__gte", 0),
                        ("taken_cents__gte", 0),
                        ("tips_cents__gte", 0),
                    ),
                    name="assessment_not_negative",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("taken_cents", models.F("due_cents")), models.Q(("reason", ""), _negated=True), _connector="OR"
                    ),
                    name="assessment_difference_has_reason",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Drop",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="drops",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="drops",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            ("table_code", models.CharField(max_length=20, verbose_name="table")),
            (
                "session_number",
                models.BigIntegerField(help_text="The opening of the table it was taken from.", verbose_name="session"),
            ),
            (
                "kind",
                models.CharField(
                    choices=[("rake", "rake box"), ("tips", "tip box")], max_length=10, verbose_name="box"
                ),
            ),
            ("booked_cents", models.BigIntegerField(verbose_name="booked")),
            ("dropped_at", models.DateTimeField(verbose_name="taken at")),
            (
                "dropped_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="taken by",
                ),
            ),
            (
                "entry",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="drop",
                    to="accounting.entry",
                    verbose_name="entry",
                ),
            ),
            ("counted_cents", models.BigIntegerField(blank=True, null=True, verbose_name="counted")),
            ("counted_at", models.DateTimeField(blank=True, null=True, verbose_name="counted at")),
            (
                "count_entry",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="counted_drop",
                    to="accounting.entry",
                    verbose_name="entry of the count",
                ),
            ),
            ("explanation", models.CharField(blank=True, max_length=500, verbose_name="explanation")),
            (
                "explained_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="explained by",
                ),
            ),
        ],
        options={
            "verbose_name": "drop",
            "verbose_name_plural": "drops",
            "ordering": ("-dropped_at",),
            "indexes": [models.Index(fields=["gaming_day", "table_code"], name="drop_table_day")],
            "constraints": [
                models.CheckConstraint(condition=models.Q(("booked_cents__gte", 0)), name="drop_booked_not_negative"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("count_entry", None), ("counted_at", None), ("counted_cents", None)),
                        models.Q(
                            ("count_entry__isnull", False), ("counted_at__isnull", False), ("counted_cents__gte", 0)
                        ),
                        _connector="OR",
                    ),
                    name="drop_counted_is_booked",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Count",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "drop",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="counts",
                    to="accounting.drop",
                    verbose_name="drop",
                ),
            ),
            ("number", models.PositiveSmallIntegerField(verbose_name="number")),
            (
                "counted_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="counted by",
                ),
            ),
            ("at", models.DateTimeField(verbose_name="at")),
            ("chips", models.JSONField(verbose_name="chips")),
            ("counted_cents", models.BigIntegerField(verbose_name="counted")),
        ],
        options={
            "verbose_name": "count",
            "verbose_name_plural": "counts",
            "ordering": ("drop", "number"),
            "constraints": [
                models.UniqueConstraint(fields=("drop", "number"), name="count_number_once"),
                models.UniqueConstraint(fields=("drop", "counted_by"), name="count_once_each"),
                models.CheckConstraint(
                    condition=models.Q(("number__gte", 1), ("number__lte", 3)), name="count_at_most_three"
                ),
                models.CheckConstraint(condition=models.Q(("counted_cents__gte", 0)), name="count_not_negative"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Window",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="windows",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("code", models.CharField(max_length=20, verbose_name="code")),
            ("name", models.CharField(max_length=60, verbose_name="name")),
            ("is_active", models.BooleanField(default=True, verbose_name="in use")),
        ],
        options={
            "verbose_name": "window",
            "verbose_name_plural": "windows",
            "ordering": ("code",),
            "constraints": [
                models.UniqueConstraint(fields=("house", "code"), name="window_once"),
                models.CheckConstraint(
                    condition=models.Q(("code__regex", "^[A-Za-z0-9][A-Za-z0-9-]*$")), name="window_code_plain"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="HistoricalWindow",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("code", models.CharField(max_length=20, verbose_name="code")),
            ("name", models.CharField(max_length=60, verbose_name="name")),
            ("is_active", models.BooleanField(default=True, verbose_name="in use")),
            (
                "house",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("history_id", models.AutoField(primary_key=True, serialize=False)),
            ("history_date", models.DateTimeField(db_index=True)),
            ("history_change_reason", models.CharField(max_length=100, null=True)),
            (
                "history_type",
                models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
            ),
            (
                "history_user",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.SET_NULL,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                ),
            ),
        ],
        options={
            "verbose_name": "historical window",
            "verbose_name_plural": "historical windows",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="WindowShift",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "window",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="shifts",
                    to="accounting.window",
                    verbose_name="window",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="window_shifts",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            ("opened_at", models.DateTimeField(verbose_name="opened at")),
            (
                "opened_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="opened by",
                ),
            ),
            ("chips", models.JSONField(verbose_name="chips at the opening")),
            ("chips_cents", models.BigIntegerField(verbose_name="value of the chips")),
            ("cash_cents", models.BigIntegerField(verbose_name="cash at the opening")),
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
            ("counted_chips", models.JSONField(blank=True, null=True, verbose_name="chips counted")),
            (
                "counted_chips_cents",
                models.BigIntegerField(blank=True, null=True, verbose_name="value of the chips counted"),
            ),
            ("counted_cash_cents", models.BigIntegerField(blank=True, null=True, verbose_name="cash counted")),
            ("variance_cents", models.BigIntegerField(blank=True, null=True, verbose_name="variance")),
            ("explanation", models.CharField(blank=True, max_length=500, verbose_name="explanation")),
        ],
        options={
            "verbose_name": "shift at a window",
            "verbose_name_plural": "shifts at windows",
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("closed_at", None)), fields=("window",), name="window_shift_one_open"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(
                            ("closed_at", None),
                            ("closed_by", None),
                            ("counted_cash_cents", None),
                            ("counted_chips_cents", None),
                            ("variance_cents", None),
                        ),
                        models.Q(
                            ("closed_at__isnull", False),
                            ("closed_by__isnull", False),
                            ("counted_cash_cents__gte", 0),
                            ("counted_chips_cents__gte", 0),
                            ("variance_cents__isnull", False),
                        ),
                        _connector="OR",
                    ),
                    name="window_shift_closed_is_counted",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Slip",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="slips",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="slips",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            ("number", models.PositiveIntegerField(verbose_name="number")),
            (
                "kind",
                models.CharField(
                    choices=[("fill", "fill"), ("credit", "credit"), ("change", "change")],
                    max_length=10,
                    verbose_name="kind",
                ),
            ),
            (
                "state",
                models.CharField(
                    choices=[("asked", "asked for"), ("done", "done"), ("cancelled", "cancelled")],
                    default="asked",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            ("table_code", models.CharField(max_length=20, verbose_name="table")),
            (
                "window",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="slips",
                    to="accounting.window",
                    verbose_name="window",
                ),
            ),
            ("chips", models.JSONField(help_text="For a change: what comes to the table.", verbose_name="chips")),
            (
                "chips_back",
                models.JSONField(
                    blank=True, help_text="What leaves it for that.", null=True, verbose_name="chips back"
                ),
            ),
            ("amount_cents", models.BigIntegerField(verbose_name="amount")),
            (
                "asked_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="asked by",
                ),
            ),
            ("asked_at", models.DateTimeField(verbose_name="asked at")),
            (
                "done_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="done by",
                ),
            ),
            ("done_at", models.DateTimeField(blank=True, null=True, verbose_name="done at")),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
            (
                "entry",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="slip",
                    to="accounting.entry",
                    verbose_name="entry",
                ),
            ),
        ],
        options={
            "verbose_name": "slip",
            "verbose_name_plural": "slips",
            "ordering": ("-number",),
            "constraints": [
                models.UniqueConstraint(fields=("house", "number"), name="slip_number_once"),
                models.CheckConstraint(condition=models.Q(("amount_cents__gt", 0)), name="slip_amount_positive"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("done_at", None), ("done_by", None), ("entry", None), ("state", "asked")),
                        models.Q(
                            ("done_at__isnull", False),
                            ("done_by__isnull", False),
                            ("entry", None),
                            ("state", "cancelled"),
                        ),
                        models.Q(
                            ("done_at__isnull", False),
                            ("entry__isnull", False),
                            ("state", "done"),
                            models.Q(("done_by", models.F("asked_by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="slip_by_two",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "cancelled"), _negated=True),
                        models.Q(("reason", ""), _negated=True),
                        _connector="OR",
                    ),
                    name="slip_cancelled_has_reason",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Print",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("subject", models.CharField(max_length=60, verbose_name="subject")),
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
        ],
        options={
            "verbose_name": "print",
            "verbose_name_plural": "prints",
            "constraints": [models.UniqueConstraint(fields=("house", "subject", "number"), name="print_number_once")],
        },
    ),
    migrations.CreateModel(
        name="Finding",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="findings",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="findings",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            ("rule", models.CharField(max_length=30, verbose_name="rule")),
            (
                "subject",
                models.CharField(
                    help_text="What it is about, like hand:812 or drop:4.", max_length=80, verbose_name="subject"
                ),
            ),
            (
                "severity",
                models.PositiveSmallIntegerField(
                    help_text="1 note, 2 to be explained, 3 grave.", verbose_name="severity"
                ),
            ),
            ("table_code", models.CharField(blank=True, max_length=20, verbose_name="table")),
            ("hand_id", models.BigIntegerField(null=True, verbose_name="hand")),
            (
                "dealer",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="dealer",
                ),
            ),
            (
                "booked_by",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="booked by",
                ),
            ),
            ("amount_cents", models.BigIntegerField(default=0, verbose_name="amount")),
            ("facts", models.JSONField(default=dict, verbose_name="facts")),
            ("found_at", models.DateTimeField(verbose_name="found at")),
            ("seen_at", models.DateTimeField(verbose_name="last found at")),
            (
                "state",
                models.CharField(
                    choices=[("open", "open"), ("resolved", "resolved"), ("waived", "waived")],
                    default="open",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            (
                "owner",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="owner",
                ),
            ),
            (
                "resolution",
                models.CharField(
                    blank=True,
                    choices=[
                        ("justified", "justified"),
                        ("training", "training of the staff"),
                        ("rebooked", "booked anew"),
                        ("reported", "reported to the authority"),
                        ("waived", "waived"),
                    ],
                    max_length=20,
                    verbose_name="resolution",
                ),
            ),
            ("comment", models.CharField(blank=True, max_length=1000, verbose_name="comment")),
            (
                "resolved_by",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="resolved by",
                ),
            ),
            ("resolved_at", models.DateTimeField(null=True, verbose_name="resolved at")),
        ],
        options={
            "verbose_name": "finding",
            "verbose_name_plural": "findings",
            "ordering": ("-severity", "found_at"),
            "indexes": [models.Index(fields=["house", "state", "gaming_day"], name="finding_inbox")],
            "constraints": [
                models.UniqueConstraint(fields=("house", "rule", "subject"), name="finding_once"),
                models.CheckConstraint(
                    condition=models.Q(("severity__gte", 1), ("severity__lte", 3)), name="finding_severity"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("resolution", ""), ("resolved_at", None), ("resolved_by", None), ("state", "open")),
                        models.Q(
                            ("resolved_at__isnull", False),
                            ("resolved_by__isnull", False),
                            ("state__in", ("resolved", "waived")),
                            models.Q(("resolution", ""), _negated=True),
                            models.Q(("comment", ""), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="finding_resolved_says_how",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("resolved_by", None),
                        ("booked_by", None),
                        models.Q(("resolved_by", models.F("booked_by")), _negated=True),
                        _connector="OR",
                    ),
                    name="finding_not_by_booker",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="HistoricalFinding",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("rule", models.CharField(max_length=30, verbose_name="rule")),
            (
                "subject",
                models.CharField(
                    help_text="What it is about, like hand:812 or drop:4.", max_length=80, verbose_name="subject"
                ),
            ),
            (
                "severity",
                models.PositiveSmallIntegerField(
                    help_text="1 note, 2 to be explained, 3 grave.", verbose_name="severity"
                ),
            ),
            ("table_code", models.CharField(blank=True, max_length=20, verbose_name="table")),
            ("hand_id", models.BigIntegerField(null=True, verbose_name="hand")),
            ("amount_cents", models.BigIntegerField(default=0, verbose_name="amount")),
            ("facts", models.JSONField(default=dict, verbose_name="facts")),
            ("found_at", models.DateTimeField(verbose_name="found at")),
            ("seen_at", models.DateTimeField(verbose_name="last found at")),
            (
                "state",
                models.CharField(
                    choices=[("open", "open"), ("resolved", "resolved"), ("waived", "waived")],
                    default="open",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            (
                "resolution",
                models.CharField(
                    blank=True,
                    choices=[
                        ("justified", "justified"),
                        ("training", "training of the staff"),
                        ("rebooked", "booked anew"),
                        ("reported", "reported to the authority"),
                        ("waived", "waived"),
                    ],
                    max_length=20,
                    verbose_name="resolution",
                ),
            ),
            ("comment", models.CharField(blank=True, max_length=1000, verbose_name="comment")),
            ("resolved_at", models.DateTimeField(null=True, verbose_name="resolved at")),
            (
                "house",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            (
                "dealer",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="dealer",
                ),
            ),
            (
                "booked_by",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="booked by",
                ),
            ),
            (
                "owner",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="owner",
                ),
            ),
            (
                "resolved_by",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="resolved by",
                ),
            ),
            ("history_id", models.AutoField(primary_key=True, serialize=False)),
            ("history_date", models.DateTimeField(db_index=True)),
            ("history_change_reason", models.CharField(max_length=100, null=True)),
            (
                "history_type",
                models.CharField(choices=[("+", "Created"), ("~", "Changed"), ("-", "Deleted")], max_length=1),
            ),
            (
                "history_user",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.SET_NULL,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                ),
            ),
        ],
        options={
            "verbose_name": "historical finding",
            "verbose_name_plural": "historical findings",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="TableHour",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("hands", models.IntegerField(verbose_name="hands")),
            ("pot_cents", models.BigIntegerField(verbose_name="pot")),
            ("base_cents", models.BigIntegerField(verbose_name="base")),
            ("due_cents", models.BigIntegerField(verbose_name="rake due")),
            ("taken_cents", models.BigIntegerField(verbose_name="rake taken")),
            ("jackpot_cents", models.BigIntegerField(verbose_name="jackpot")),
            ("tips_cents", models.BigIntegerField(verbose_name="tips")),
            (
                "gaming_day",
                models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="+",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            ("table_code", models.CharField(max_length=20, verbose_name="table")),
            ("hour", models.DateTimeField(verbose_name="hour")),
            (
                "dealer",
                models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="dealer",
                ),
            ),
            ("game", models.CharField(max_length=60, verbose_name="game")),
        ],
        options={
            "verbose_name": "table and hour",
            "verbose_name_plural": "tables and hours",
            "constraints": [
                models.UniqueConstraint(
                    fields=("gaming_day", "table_code", "hour", "dealer", "game"),
                    name="table_hour_once",
                    nulls_distinct=False,
                )
            ],
        },
    ),
    migrations.CreateModel(
        name="TableDay",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("hands", models.IntegerField(verbose_name="hands")),
            ("pot_cents", models.BigIntegerField(verbose_name="pot")),
            ("base_cents", models.BigIntegerField(verbose_name="base")),
            ("due_cents", models.BigIntegerField(verbose_name="rake due")),
            ("taken_cents", models.BigIntegerField(verbose_name="rake taken")),
            ("jackpot_cents", models.BigIntegerField(verbose_name="jackpot")),
            ("tips_cents", models.BigIntegerField(verbose_name="tips")),
            (
                "gaming_day",
                models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="+",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            ("table_code", models.CharField(max_length=20, verbose_name="table")),
            (
                "dealer",
                models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="dealer",
                ),
            ),
            ("game", models.CharField(max_length=60, verbose_name="game")),
        ],
        options={
            "verbose_name": "table and gaming day",
            "verbose_name_plural": "tables and gaming days",
            "constraints": [
                models.UniqueConstraint(
                    fields=("gaming_day", "table_code", "dealer", "game"), name="table_day_once", nulls_distinct=False
                )
            ],
        },
    ),
    migrations.CreateModel(
        name="HouseDay",
        fields=[
            ("hands", models.IntegerField(verbose_name="hands")),
            ("pot_cents", models.BigIntegerField(verbose_name="pot")),
            ("base_cents", models.BigIntegerField(verbose_name="base")),
            ("due_cents", models.BigIntegerField(verbose_name="rake due")),
            ("taken_cents", models.BigIntegerField(verbose_name="rake taken")),
            ("jackpot_cents", models.BigIntegerField(verbose_name="jackpot")),
            ("tips_cents", models.BigIntegerField(verbose_name="tips")),
            (
                "gaming_day",
                models.OneToOneField(
                    db_constraint=False,
                    on_delete=django.db.models.deletion.CASCADE,
                    primary_key=True,
                    related_name="+",
                    serialize=False,
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
        ],
        options={"verbose_name": "house and gaming day", "verbose_name_plural": "houses and gaming days"},
    ),
    migrations.CreateModel(
        name="HouseMonth",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("hands", models.IntegerField(verbose_name="hands")),
            ("pot_cents", models.BigIntegerField(verbose_name="pot")),
            ("base_cents", models.BigIntegerField(verbose_name="base")),
            ("due_cents", models.BigIntegerField(verbose_name="rake due")),
            ("taken_cents", models.BigIntegerField(verbose_name="rake taken")),
            ("jackpot_cents", models.BigIntegerField(verbose_name="jackpot")),
            ("tips_cents", models.BigIntegerField(verbose_name="tips")),
            (
                "house",
                models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="+",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("month", models.DateField(help_text="Its first day.", verbose_name="month")),
        ],
        options={
            "verbose_name": "house and month",
            "verbose_name_plural": "houses and months",
            "constraints": [models.UniqueConstraint(fields=("house", "month"), name="house_month_once")],
        },
    ),
    migrations.CreateModel(
        name="RollUpMark",
        fields=[
            (
                "book",
                models.OneToOneField(
                    db_constraint=False,
                    on_delete=django.db.models.deletion.CASCADE,
                    primary_key=True,
                    related_name="+",
                    serialize=False,
                    to="accounting.book",
                    verbose_name="book",
                ),
            ),
            ("number", models.BigIntegerField(verbose_name="rolled up to")),
        ],
        options={"verbose_name": "roll-up mark", "verbose_name_plural": "roll-up marks"},
    ),
    migrations.CreateModel(
        name="Wager",
        fields=[
            (
                "entry",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.PROTECT,
                    primary_key=True,
                    related_name="wager",
                    serialize=False,
                    to="accounting.entry",
                    verbose_name="entry",
                ),
            ),
            (
                "house",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            ("table_code", models.CharField(max_length=20, verbose_name="table")),
            ("rule_set", models.CharField(max_length=40, verbose_name="rule set")),
            (
                "edge_ppm",
                models.PositiveIntegerField(
                    help_text="Millionths of the ante that these rules leave the house.", verbose_name="house's edge"
                ),
            ),
            ("sign", models.SmallIntegerField(default=1, verbose_name="sign")),
            ("ante_cents", models.BigIntegerField(verbose_name="antes")),
            ("staked_cents", models.BigIntegerField(verbose_name="staked")),
            ("lost_cents", models.BigIntegerField(verbose_name="lost to the house")),
            ("paid_cents", models.BigIntegerField(verbose_name="paid by the house")),
            ("side_staked_cents", models.BigIntegerField(verbose_name="side bets staked")),
            ("side_lost_cents", models.BigIntegerField(verbose_name="side bets lost")),
            ("side_paid_cents", models.BigIntegerField(verbose_name="side bets paid")),
        ],
        options={
            "verbose_name": "wager",
            "verbose_name_plural": "wagers",
            "indexes": [
                models.Index(
                    fields=["gaming_day", "table_code"], include=("sign", "lost_cents", "paid_cents"), name="wager_wins"
                )
            ],
            "constraints": [
                models.CheckConstraint(condition=models.Q(("sign__in", (1, -1))), name="wager_sign"),
                models.CheckConstraint(
                    condition=models.Q(
                        ("ante_cents__gte", 0),
                        ("lost_cents__gte", models.F("side_lost_cents")),
                        ("paid_cents__gte", models.F("side_paid_cents")),
                        ("side_lost_cents__gte", 0),
                        ("side_paid_cents__gte", 0),
                        ("side_staked_cents__gte", models.F("side_lost_cents")),
                        ("staked_cents__gte", models.F("lost_cents")),
                        (
                            "staked_cents__gte",
                            django.db.models.expressions.CombinedExpression(
                                models.F("ante_cents"), "+", models.F("side_staked_cents")
                            ),
                        ),
                    ),
                    name="wager_amounts",
                ),
            ],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL)]

    operations = [CreateModels(MODELS)]
