"""The books of a house: gaming days, entries, boxes, the cage, funds, the tronc, statements, reports."""

import datetime

import django.contrib.postgres.constraints
import django.contrib.postgres.fields
import django.contrib.postgres.fields.ranges
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.datetime
import simple_history.models
from django.conf import settings
from django.db import migrations, models

import accounting.models.houses
from casino.operations import AtOnce

OPERATIONS = [
    migrations.CreateModel(
        name="HistoricalHouse",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("code", models.SlugField(max_length=20, verbose_name="code")),
            ("name", models.CharField(max_length=100, verbose_name="name")),
            (
                "letterhead",
                models.TextField(
                    blank=True,
                    help_text="Under the name on printed sheets: address, licence.",
                    max_length=300,
                    verbose_name="letterhead",
                ),
            ),
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
                "money_by_two",
                models.BooleanField(default=True, editable=False, verbose_name="two people where money leaves"),
            ),
            (
                "stakes_agreed_before_start",
                models.BooleanField(
                    default=False,
                    help_text="Otherwise an increase can also be planned while a table plays.",
                    verbose_name="the stake goes up only as planned before the first hand",
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
        name="House",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("code", models.SlugField(max_length=20, unique=True, verbose_name="code")),
            ("name", models.CharField(max_length=100, verbose_name="name")),
            (
                "letterhead",
                models.TextField(
                    blank=True,
                    help_text="Under the name on printed sheets: address, licence.",
                    max_length=300,
                    verbose_name="letterhead",
                ),
            ),
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
                "money_by_two",
                models.BooleanField(default=True, editable=False, verbose_name="two people where money leaves"),
            ),
            (
                "stakes_agreed_before_start",
                models.BooleanField(
                    default=False,
                    help_text="Otherwise an increase can also be planned while a table plays.",
                    verbose_name="the stake goes up only as planned before the first hand",
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
                        ("fund_in", "paid into a jackpot fund"),
                        ("fund_drop", "boxes of a jackpot fund taken"),
                        ("fund_count", "boxes of a jackpot fund counted"),
                        ("fund_tax", "tax on jackpots paid over"),
                        ("fund_closed", "jackpot fund closed"),
                        ("jackpot_won", "jackpot fell"),
                        ("jackpot_paid", "jackpot paid"),
                        ("jackpot_lapsed", "share of a jackpot lapsed"),
                        ("tournament_in", "paid into a tournament"),
                        ("tournament_out", "prize paid"),
                        ("tournament_due", "tournament settled"),
                        ("tip_record", "tips of the day"),
                        ("tronc_joined", "tips into one tronc"),
                        ("tronc_shared", "tronc distributed"),
                        ("tronc_paid", "shares paid out"),
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
            ("key_digest", models.BinaryField(max_length=16, null=True, verbose_name="digest of the command's key")),
        ],
        options={
            "verbose_name": "entry",
            "verbose_name_plural": "entries",
            "indexes": [
                models.Index(fields=["subject"], name="entry_subject"),
                models.Index(
                    condition=models.Q(("code__in", ("hand", "round")), _negated=True),
                    fields=["code", "id"],
                    name="entry_rare_code",
                ),
                django.contrib.postgres.indexes.BrinIndex(autosummarize=True, fields=["at"], name="entry_time"),
            ],
            "constraints": [
                models.UniqueConstraint(fields=("book", "number"), name="entry_number_once"),
                models.UniqueConstraint(
                    condition=models.Q(("key_digest__isnull", False)), fields=("key_digest",), name="entry_of_key_once"
                ),
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
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(
                            ("source__startswith", "jackpot/"),
                            ("source__startswith", "reserve/"),
                            ("source__startswith", "won/"),
                            ("source__startswith", "withheld/"),
                            _connector="OR",
                            _negated=True,
                        ),
                        ("destination__startswith", "jackpot/"),
                        ("destination__startswith", "reserve/"),
                        ("destination__startswith", "won/"),
                        ("destination__startswith", "withheld/"),
                        ("destination__startswith", "guests/"),
                        ("destination__startswith", "pot/"),
                        ("destination__startswith", "pool/"),
                        ("destination__startswith", "seat/"),
                        _connector="OR",
                    ),
                    name="transfer_fund_is_the_players",
                ),
            ],
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
                    default="proposed",
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
                    default="proposed",
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
            ("counted_at", models.DateTimeField(blank=True, null=True, verbose_name="counted at")),
            (
                "counted_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="counted by",
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
            ("closed_alone", models.BooleanField(default=False, verbose_name="closed by one person")),
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
                            ("counted_at", None),
                            ("counted_by", None),
                            ("counted_cash_cents", None),
                            ("counted_chips__isnull", True),
                            ("counted_chips_cents", None),
                        ),
                        models.Q(
                            ("counted_at__isnull", False),
                            ("counted_by__isnull", False),
                            ("counted_cash_cents__gte", 0),
                            ("counted_chips__isnull", False),
                            ("counted_chips_cents__gte", 0),
                        ),
                        _connector="OR",
                    ),
                    name="window_shift_counted",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("closed_at", None), ("closed_by", None), ("variance_cents", None)),
                        models.Q(
                            ("closed_at__isnull", False),
                            ("closed_by__isnull", False),
                            ("counted_at__isnull", False),
                            ("variance_cents__isnull", False),
                        ),
                        _connector="OR",
                    ),
                    name="window_shift_closed_is_counted",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("closed_by", None),
                        ("closed_alone", True),
                        models.Q(("closed_by", models.F("counted_by")), _negated=True),
                        _connector="OR",
                    ),
                    name="window_shift_by_two",
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
                        ("rebooked", "booked again"),
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
                        ("rebooked", "booked again"),
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
        name="Fund",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="funds",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("code", models.CharField(max_length=20, verbose_name="code")),
            ("name", models.CharField(max_length=60, verbose_name="name")),
            (
                "kind",
                models.CharField(
                    choices=[
                        ("bad_beat", "bad beat"),
                        ("high_hand", "high hand"),
                        ("mystery", "mystery jackpot"),
                        ("splash", "splash pot"),
                    ],
                    max_length=10,
                    verbose_name="kind",
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
        ],
        options={
            "verbose_name": "jackpot fund",
            "verbose_name_plural": "jackpot funds",
            "ordering": ("name",),
            "constraints": [
                models.UniqueConstraint(fields=("house", "code"), name="fund_code_once"),
                models.CheckConstraint(
                    condition=models.Q(("code__regex", "^[A-Za-z0-9][A-Za-z0-9-]*$")), name="fund_code_plain"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="FundTerms",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "fund",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="versions",
                    to="accounting.fund",
                    verbose_name="fund",
                ),
            ),
            ("version", models.PositiveIntegerField(verbose_name="version")),
            ("terms", models.JSONField(verbose_name="terms")),
            (
                "state",
                models.CharField(
                    choices=[("proposed", "proposed"), ("approved", "approved"), ("declined", "declined")],
                    default="proposed",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            (
                "proposed_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="proposed by",
                ),
            ),
            ("proposed_at", models.DateTimeField(verbose_name="proposed at")),
            (
                "decided_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="decided by",
                ),
            ),
            ("decided_at", models.DateTimeField(blank=True, null=True, verbose_name="decided at")),
        ],
        options={
            "verbose_name": "terms of a fund",
            "verbose_name_plural": "terms of funds",
            "ordering": ("fund", "version"),
            "constraints": [
                models.UniqueConstraint(fields=("fund", "version"), name="fund_terms_version_once"),
                models.UniqueConstraint(
                    condition=models.Q(("state", "proposed")), fields=("fund",), name="fund_terms_one_proposal"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("decided_at", None), ("decided_by", None), ("state", "proposed")),
                        models.Q(("decided_at__isnull", False), ("decided_by__isnull", False), ("state", "declined")),
                        models.Q(
                            ("decided_at__isnull", False),
                            ("state", "approved"),
                            models.Q(("decided_by", models.F("proposed_by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="fund_terms_by_two",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="FundMove",
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
            (
                "fund",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="moves",
                    to="accounting.fund",
                    verbose_name="fund",
                ),
            ),
            (
                "kind",
                models.CharField(
                    choices=[
                        ("seed", "seed"),
                        ("gift", "paid in by the house"),
                        ("tax", "tax paid over"),
                        ("closing", "fund closed"),
                    ],
                    max_length=10,
                    verbose_name="kind",
                ),
            ),
            (
                "state",
                models.CharField(
                    choices=[("asked", "asked for"), ("done", "done"), ("declined", "declined")],
                    default="asked",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            (
                "amount_cents",
                models.BigIntegerField(help_text="Of a closing: known when it is approved.", verbose_name="amount"),
            ),
            (
                "to_fund",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.fund",
                    verbose_name="to the fund",
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
                "decided_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="decided by",
                ),
            ),
            ("decided_at", models.DateTimeField(blank=True, null=True, verbose_name="decided at")),
            (
                "entry",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="fund_move",
                    to="accounting.entry",
                    verbose_name="entry",
                ),
            ),
        ],
        options={
            "verbose_name": "payment of a fund",
            "verbose_name_plural": "payments of funds",
            "ordering": ("-pk",),
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        ("amount_cents__gt", 0), models.Q(("amount_cents", 0), ("kind", "closing")), _connector="OR"
                    ),
                    name="fund_move_amount_positive",
                ),
                models.CheckConstraint(
                    condition=models.Q(("kind", "closing"), ("to_fund", None), _connector="OR"),
                    name="fund_move_only_closing_names_fund",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("decided_at", None), ("decided_by", None), ("entry", None), ("state", "asked")),
                        models.Q(
                            ("decided_at__isnull", False),
                            ("decided_by__isnull", False),
                            ("entry", None),
                            ("state", "declined"),
                        ),
                        models.Q(
                            ("decided_at__isnull", False),
                            ("entry__isnull", False),
                            ("state", "done"),
                            models.Q(("decided_by", models.F("asked_by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="fund_move_by_two",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="FundDrop",
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
            (
                "fund",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="drops",
                    to="accounting.fund",
                    verbose_name="fund",
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
                "posted_cents",
                models.BigIntegerField(help_text="Negative where corrections took back more.", verbose_name="posted"),
            ),
            ("taken_at", models.DateTimeField(verbose_name="taken at")),
            (
                "taken_by",
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
                    related_name="fund_drop",
                    to="accounting.entry",
                    verbose_name="entry",
                ),
            ),
            ("counted_cents", models.BigIntegerField(blank=True, null=True, verbose_name="counted")),
            ("reserved_cents", models.BigIntegerField(default=0, verbose_name="put into the reserve")),
            ("counted_at", models.DateTimeField(blank=True, null=True, verbose_name="counted at")),
            (
                "count_entry",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="counted_fund_drop",
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
            "verbose_name": "boxes of a fund",
            "verbose_name_plural": "boxes of funds",
            "ordering": ("-taken_at",),
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("counted_at", None)), fields=("fund",), name="fund_drop_one_open"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(
                            ("count_entry", None), ("counted_at", None), ("counted_cents", None), ("reserved_cents", 0)
                        ),
                        models.Q(
                            ("count_entry__isnull", False),
                            ("counted_at__isnull", False),
                            ("counted_cents__gte", 0),
                            ("reserved_cents__gte", 0),
                        ),
                        _connector="OR",
                    ),
                    name="fund_drop_counted_is_booked",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="FundCount",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "fund_drop",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="counts",
                    to="accounting.funddrop",
                    verbose_name="boxes",
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
            "verbose_name": "count of a fund",
            "verbose_name_plural": "counts of funds",
            "ordering": ("fund_drop", "number"),
            "constraints": [
                models.UniqueConstraint(fields=("fund_drop", "number"), name="fund_count_number_once"),
                models.UniqueConstraint(fields=("fund_drop", "counted_by"), name="fund_count_once_each"),
                models.CheckConstraint(
                    condition=models.Q(("number__gte", 1), ("number__lte", 3)), name="fund_count_at_most_three"
                ),
                models.CheckConstraint(condition=models.Q(("counted_cents__gte", 0)), name="fund_count_not_negative"),
            ],
        },
    ),
    migrations.CreateModel(
        name="JackpotSlip",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="jackpot_slips",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "fund",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="slips",
                    to="accounting.fund",
                    verbose_name="fund",
                ),
            ),
            ("number", models.PositiveIntegerField(verbose_name="number")),
            ("subject", models.CharField(max_length=60, verbose_name="claim")),
            ("table_code", models.CharField(max_length=20, verbose_name="table")),
            ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
            (
                "role",
                models.CharField(
                    choices=[("loser", "losing hand"), ("winner", "winning hand"), ("table", "share of the table")],
                    max_length=10,
                    verbose_name="part",
                ),
            ),
            ("amount_cents", models.BigIntegerField(verbose_name="amount")),
            ("tax_cents", models.BigIntegerField(default=0, verbose_name="tax withheld")),
            (
                "asked_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="claim entered by",
                ),
            ),
            (
                "issued_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="approved by",
                ),
            ),
            ("issued_at", models.DateTimeField(verbose_name="issued at")),
            ("due_until", models.DateField(verbose_name="to be fetched until")),
            (
                "state",
                models.CharField(
                    choices=[("due", "to be paid"), ("paid", "paid"), ("lapsed", "lapsed")],
                    default="due",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            (
                "window",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.window",
                    verbose_name="window",
                ),
            ),
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
            (
                "entry",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="jackpot_slip",
                    to="accounting.entry",
                    verbose_name="entry",
                ),
            ),
        ],
        options={
            "verbose_name": "jackpot slip",
            "verbose_name_plural": "jackpot slips",
            "ordering": ("-number",),
            "constraints": [
                models.UniqueConstraint(fields=("house", "number"), name="jackpot_slip_number_once"),
                models.UniqueConstraint(fields=("subject", "seat"), name="jackpot_slip_one_a_seat"),
                models.CheckConstraint(
                    condition=models.Q(
                        ("amount_cents__gt", 0), ("tax_cents__gte", 0), ("tax_cents__lt", models.F("amount_cents"))
                    ),
                    name="jackpot_slip_amount_positive",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(
                            ("done_at", None), ("done_by", None), ("entry", None), ("state", "due"), ("window", None)
                        ),
                        models.Q(
                            ("done_at__isnull", False), ("entry__isnull", False), ("state", "lapsed"), ("window", None)
                        ),
                        models.Q(
                            ("done_at__isnull", False),
                            ("entry__isnull", False),
                            ("state", "paid"),
                            ("window__isnull", False),
                        ),
                        _connector="OR",
                    ),
                    name="jackpot_slip_done_is_booked",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("issued_by", models.F("asked_by")), _negated=True),
                        models.Q(
                            ("done_by", None),
                            models.Q(
                                models.Q(("done_by", models.F("asked_by")), _negated=True),
                                models.Q(("done_by", models.F("issued_by")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                    ),
                    name="jackpot_slip_by_three",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Play",
        fields=[
            (
                "entry",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    primary_key=True,
                    related_name="play",
                    serialize=False,
                    to="accounting.entry",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.DO_NOTHING, related_name="+", to="accounting.gamingday"
                ),
            ),
            ("hour", models.DateTimeField()),
            ("table_code", models.CharField(max_length=20)),
            (
                "dealer",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                ),
            ),
            ("game", models.CharField(max_length=60)),
            (
                "schedule_version",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="accounting.scheduleversion",
                ),
            ),
            ("hands", models.IntegerField()),
            ("rounds", models.IntegerField()),
            ("pot_cents", models.BigIntegerField()),
            ("staked_cents", models.BigIntegerField()),
            ("base_cents", models.BigIntegerField()),
            ("due_cents", models.BigIntegerField()),
            ("taken_cents", models.BigIntegerField()),
            ("jackpot_cents", models.BigIntegerField()),
            ("tips_cents", models.BigIntegerField()),
        ],
        options={
            "managed": False,
            "default_permissions": (),
        },
    ),
    migrations.CreateModel(
        name="ProofRun",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("began_at", models.DateTimeField(verbose_name="began")),
            (
                "ended_at",
                models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="ended"),
            ),
            (
                "is_independent",
                models.BooleanField(help_text="PostgreSQL computed nothing.", verbose_name="independent"),
            ),
            ("entries", models.PositiveBigIntegerField(verbose_name="entries")),
            ("broken", models.PositiveIntegerField(verbose_name="broken")),
        ],
        options={
            "verbose_name": "proof",
            "verbose_name_plural": "proofs",
            "ordering": ("-pk",),
        },
    ),
    migrations.CreateModel(
        name="ReportSubscription",
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
            (
                "person",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="person",
                ),
            ),
            (
                "span",
                models.CharField(
                    choices=[("day", "Gaming day"), ("week", "Week"), ("month", "Month")],
                    max_length=10,
                    verbose_name="period",
                ),
            ),
            ("address", models.EmailField(max_length=254, verbose_name="e-mail address")),
            ("since", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="since")),
            ("ended_at", models.DateTimeField(null=True, verbose_name="ended at")),
        ],
        options={
            "verbose_name": "report by e-mail",
            "verbose_name_plural": "reports by e-mail",
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("ended_at", None)),
                    fields=("person", "house", "span"),
                    name="report_subscribed_once",
                ),
                models.CheckConstraint(
                    condition=models.Q(("span__in", ("day", "week", "month"))), name="report_subscription_span"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="ReportMail",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "subscription",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="mails",
                    to="accounting.reportsubscription",
                    verbose_name="report by e-mail",
                ),
            ),
            ("first", models.DateField(verbose_name="first gaming day")),
            (
                "sent_at",
                models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="sent at"),
            ),
        ],
        options={
            "verbose_name": "sent report",
            "verbose_name_plural": "sent reports",
            "constraints": [models.UniqueConstraint(fields=("subscription", "first"), name="report_mailed_once")],
        },
    ),
    migrations.CreateModel(
        name="ReportDelivery",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "subscription",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="deliveries",
                    to="accounting.reportsubscription",
                    verbose_name="report by e-mail",
                ),
            ),
            ("first", models.DateField(verbose_name="first gaming day")),
            ("tries", models.PositiveSmallIntegerField(default=0, verbose_name="tries")),
            ("last_at", models.DateTimeField(null=True, verbose_name="last try")),
            ("error", models.CharField(blank=True, max_length=300, verbose_name="why it was not taken")),
        ],
        options={
            "verbose_name": "delivery of a report",
            "verbose_name_plural": "deliveries of reports",
            "constraints": [
                models.UniqueConstraint(fields=("subscription", "first"), name="report_delivery_once"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("last_at", None), ("tries", 0)),
                        models.Q(("last_at__isnull", False), ("tries__gte", 1)),
                        _connector="OR",
                    ),
                    name="report_delivery_tried",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="TableHour",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("hands", models.IntegerField(verbose_name="hands")),
            ("rounds", models.IntegerField(verbose_name="rounds")),
            ("pot_cents", models.BigIntegerField(verbose_name="pot")),
            ("staked_cents", models.BigIntegerField(verbose_name="staked")),
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
            ("hour", models.DateTimeField(verbose_name="hour")),
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
            ("rounds", models.IntegerField(verbose_name="rounds")),
            ("pot_cents", models.BigIntegerField(verbose_name="pot")),
            ("staked_cents", models.BigIntegerField(verbose_name="staked")),
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
            ("rounds", models.IntegerField(verbose_name="rounds")),
            ("pot_cents", models.BigIntegerField(verbose_name="pot")),
            ("staked_cents", models.BigIntegerField(verbose_name="staked")),
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
        options={
            "verbose_name": "house and gaming day",
            "verbose_name_plural": "houses and gaming days",
        },
    ),
    migrations.CreateModel(
        name="HouseMonth",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("hands", models.IntegerField(verbose_name="hands")),
            ("rounds", models.IntegerField(verbose_name="rounds")),
            ("pot_cents", models.BigIntegerField(verbose_name="pot")),
            ("staked_cents", models.BigIntegerField(verbose_name="staked")),
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
        options={
            "verbose_name": "roll-up mark",
            "verbose_name_plural": "roll-up marks",
        },
    ),
    migrations.CreateModel(
        name="SealedRows",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "seal",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="rows",
                    to="accounting.seal",
                    verbose_name="seal",
                ),
            ),
            ("table_name", models.CharField(max_length=63)),
            ("is_final", models.BooleanField()),
            (
                "columns",
                django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=63), size=None),
            ),
            ("count", models.PositiveIntegerField()),
            ("keys", models.TextField()),
            ("waiting", models.TextField()),
            ("last_key", models.BigIntegerField()),
            ("digest", models.BinaryField(max_length=32)),
            ("marks", models.BinaryField()),
        ],
        options={
            "verbose_name": "sealed rows",
            "verbose_name_plural": "sealed rows",
            "constraints": [
                models.UniqueConstraint(fields=("seal", "table_name", "is_final"), name="sealed_rows_once")
            ],
        },
    ),
    migrations.CreateModel(
        name="LevyTerms",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "state",
                models.CharField(
                    choices=[("proposed", "proposed"), ("approved", "approved"), ("declined", "declined")],
                    default="proposed",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            ("proposed_at", models.DateTimeField(verbose_name="proposed at")),
            (
                "proposed_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="proposed by",
                ),
            ),
            ("decided_at", models.DateTimeField(blank=True, null=True, verbose_name="decided at")),
            (
                "decided_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="decided by",
                ),
            ),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="levy_terms",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("version", models.PositiveIntegerField(verbose_name="version")),
            ("terms", models.JSONField(verbose_name="terms")),
            ("valid_from", models.DateField(verbose_name="valid from")),
        ],
        options={
            "verbose_name": "levy terms",
            "verbose_name_plural": "levy terms",
            "ordering": ("house", "version"),
            "constraints": [
                models.UniqueConstraint(fields=("house", "version"), name="levy_terms_once"),
                models.UniqueConstraint(
                    condition=models.Q(("state", "proposed")), fields=("house",), name="levy_terms_one_proposal"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("decided_at", None), ("decided_by", None), ("state", "proposed")),
                        models.Q(
                            models.Q(("state", "proposed"), _negated=True),
                            ("decided_at__isnull", False),
                            ("decided_by__isnull", False),
                        ),
                        _connector="OR",
                    ),
                    name="levy_terms_decided",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "approved"), _negated=True),
                        models.Q(("decided_by", models.F("proposed_by")), _negated=True),
                        _connector="OR",
                    ),
                    name="levy_terms_by_two",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="AuthorityKey",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "state",
                models.CharField(
                    choices=[("proposed", "proposed"), ("approved", "approved"), ("declined", "declined")],
                    default="proposed",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            ("proposed_at", models.DateTimeField(verbose_name="proposed at")),
            (
                "proposed_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="proposed by",
                ),
            ),
            ("decided_at", models.DateTimeField(blank=True, null=True, verbose_name="decided at")),
            (
                "decided_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="decided by",
                ),
            ),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="authority_keys",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("authority", models.CharField(max_length=100, verbose_name="authority")),
            ("public_key", models.BinaryField(max_length=32, verbose_name="public key")),
        ],
        options={
            "verbose_name": "key of the authority",
            "verbose_name_plural": "keys of the authority",
            "ordering": ("house", "pk"),
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("state", "declined"), _negated=True),
                    fields=("house", "public_key"),
                    name="authority_key_once",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("decided_at", None), ("decided_by", None), ("state", "proposed")),
                        models.Q(
                            models.Q(("state", "proposed"), _negated=True),
                            ("decided_at__isnull", False),
                            ("decided_by__isnull", False),
                        ),
                        _connector="OR",
                    ),
                    name="authority_key_decided",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "approved"), _negated=True),
                        models.Q(("decided_by", models.F("proposed_by")), _negated=True),
                        _connector="OR",
                    ),
                    name="authority_key_by_two",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="KeyWithdrawal",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "key",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="withdrawal",
                    to="accounting.authoritykey",
                    verbose_name="key of the authority",
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
            ("reason", models.CharField(max_length=500, verbose_name="reason")),
        ],
        options={
            "verbose_name": "withdrawal of a key",
            "verbose_name_plural": "withdrawals of keys",
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(("reason", ""), _negated=True), name="key_withdrawal_has_reason"
                )
            ],
        },
    ),
    migrations.CreateModel(
        name="Statement",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="statements",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "period",
                models.CharField(
                    choices=[("day", "gaming day"), ("month", "month"), ("year", "year")],
                    max_length=5,
                    verbose_name="period",
                ),
            ),
            ("first", models.DateField(verbose_name="first day")),
            ("version", models.PositiveIntegerField(verbose_name="version")),
            (
                "gaming_day",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="statements",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            (
                "terms",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.levyterms",
                    verbose_name="levy terms",
                ),
            ),
            ("figures", models.JSONField(verbose_name="figures")),
            (
                "rests_on",
                models.JSONField(
                    help_text="Day seal and statement before, or the statements summed.", verbose_name="rests on"
                ),
            ),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
            ("differences", models.JSONField(blank=True, default=list, verbose_name="differences")),
            (
                "state",
                models.CharField(
                    choices=[("signed", "signed once"), ("sealed", "sealed"), ("declined", "declined")],
                    default="signed",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            ("signed_at", models.DateTimeField(verbose_name="signed at")),
            (
                "signed_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="signed by",
                ),
            ),
            ("decided_at", models.DateTimeField(blank=True, null=True, verbose_name="decided at")),
            (
                "decided_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="decided by",
                ),
            ),
            ("number", models.PositiveIntegerField(blank=True, null=True, verbose_name="number")),
            ("previous", models.CharField(blank=True, max_length=64, verbose_name="statement before")),
            ("digest", models.CharField(blank=True, max_length=64, verbose_name="seal")),
        ],
        options={
            "verbose_name": "statement of revenue",
            "verbose_name_plural": "statements of revenue",
            "ordering": ("house", "first", "period", "version"),
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("state", "declined"), _negated=True),
                    fields=("house", "period", "first", "version"),
                    name="statement_once",
                ),
                models.UniqueConstraint(
                    condition=models.Q(("state", "signed")),
                    fields=("house", "period", "first"),
                    name="statement_one_signed",
                ),
                models.UniqueConstraint(fields=("house", "number"), name="statement_number_once"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("gaming_day__isnull", False), ("period", "day")),
                        models.Q(models.Q(("period", "day"), _negated=True), ("gaming_day", None)),
                        _connector="OR",
                    ),
                    name="statement_of_day",
                ),
                models.CheckConstraint(
                    condition=models.Q(("version", 1), models.Q(("reason", ""), _negated=True), _connector="OR"),
                    name="statement_correction_has_reason",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(
                            ("decided_at", None),
                            ("decided_by", None),
                            ("digest", ""),
                            ("number", None),
                            ("state", "signed"),
                        ),
                        models.Q(
                            ("decided_at__isnull", False),
                            ("decided_by__isnull", False),
                            ("digest", ""),
                            ("number", None),
                            ("state", "declined"),
                        ),
                        models.Q(
                            ("decided_at__isnull", False),
                            ("number__gte", 1),
                            ("state", "sealed"),
                            models.Q(("digest", ""), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="statement_state",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "sealed"), _negated=True),
                        models.Q(
                            ("decided_by__isnull", False),
                            models.Q(("decided_by", models.F("signed_by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="statement_by_two",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Countersignature",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "statement",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="countersignatures",
                    to="accounting.statement",
                    verbose_name="statement of revenue",
                ),
            ),
            (
                "key",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.authoritykey",
                    verbose_name="key of the authority",
                ),
            ),
            ("signature", models.BinaryField(max_length=64, verbose_name="signature")),
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
            "verbose_name": "countersignature",
            "verbose_name_plural": "countersignatures",
            "constraints": [models.UniqueConstraint(fields=("statement", "key"), name="countersignature_once")],
        },
    ),
    migrations.CreateModel(
        name="TroncRules",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tronc_rules",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("version", models.PositiveIntegerField(verbose_name="version")),
            ("terms", models.JSONField(verbose_name="rules")),
            ("valid_from", models.DateField(verbose_name="from the month")),
            (
                "state",
                models.CharField(
                    choices=[("proposed", "proposed"), ("approved", "approved"), ("declined", "declined")],
                    default="proposed",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            (
                "proposed_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="proposed by",
                ),
            ),
            ("proposed_at", models.DateTimeField(verbose_name="proposed at")),
            (
                "decided_by",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="decided by",
                ),
            ),
            ("decided_at", models.DateTimeField(null=True, verbose_name="decided at")),
        ],
        options={
            "verbose_name": "rules of a tronc",
            "verbose_name_plural": "rules of troncs",
            "ordering": ("house", "-version"),
            "constraints": [
                models.UniqueConstraint(fields=("house", "version"), name="tronc_rules_once"),
                models.UniqueConstraint(
                    condition=models.Q(("state", "proposed")), fields=("house",), name="tronc_rules_one_proposed"
                ),
                models.CheckConstraint(condition=models.Q(("valid_from__day", 1)), name="tronc_rules_from_a_month"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("decided_at", None), ("decided_by", None), ("state", "proposed")),
                        models.Q(("decided_at__isnull", False), ("decided_by__isnull", False), ("state", "declined")),
                        models.Q(
                            ("decided_at__isnull", False),
                            ("state", "approved"),
                            models.Q(("decided_by", models.F("proposed_by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="tronc_rules_by_two",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="TroncMember",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tronc_members",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "person",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tronc_memberships",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="person",
                ),
            ),
            ("function", models.CharField(blank=True, max_length=20, verbose_name="function")),
            ("hired_on", models.DateField(verbose_name="in service since")),
            ("valid_from", models.DateField(verbose_name="from the month")),
            (
                "asked_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="entered by",
                ),
            ),
            ("asked_at", models.DateTimeField(verbose_name="entered at")),
            (
                "confirmed_by",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="confirmed by",
                ),
            ),
            ("confirmed_at", models.DateTimeField(null=True, verbose_name="confirmed at")),
        ],
        options={
            "verbose_name": "member of a tronc",
            "verbose_name_plural": "members of troncs",
            "ordering": ("house", "person", "pk"),
            "constraints": [
                models.CheckConstraint(condition=models.Q(("valid_from__day", 1)), name="tronc_member_from_a_month"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("person", models.F("asked_by")), _negated=True),
                        models.Q(
                            ("confirmed_by", None),
                            models.Q(("person", models.F("confirmed_by")), _negated=True),
                            _connector="OR",
                        ),
                    ),
                    name="tronc_member_by_others",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("confirmed_at", None), ("confirmed_by", None)),
                        models.Q(
                            ("confirmed_at__isnull", False),
                            models.Q(("confirmed_by", models.F("asked_by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="tronc_member_by_two",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="TipRecord",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tip_records",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tip_records",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            ("number", models.PositiveSmallIntegerField(verbose_name="number")),
            ("counted_cents", models.BigIntegerField(verbose_name="counted")),
            ("electronic_cents", models.BigIntegerField(verbose_name="electronic")),
            (
                "electronic_goes",
                models.CharField(
                    choices=[
                        ("none", "not taken"),
                        ("tronc", "into the tronc"),
                        ("revenue", "into the gross gaming revenue"),
                    ],
                    max_length=10,
                    verbose_name="electronic tips",
                ),
            ),
            (
                "drawn_up_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="drawn up by",
                ),
            ),
            ("drawn_up_at", models.DateTimeField(verbose_name="drawn up at")),
            (
                "signed_by",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="signed by",
                ),
            ),
            ("signed_at", models.DateTimeField(null=True, verbose_name="signed at")),
            (
                "entry",
                models.OneToOneField(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tip_record",
                    to="accounting.entry",
                    verbose_name="entry",
                ),
            ),
        ],
        options={
            "verbose_name": "record of tips",
            "verbose_name_plural": "records of tips",
            "ordering": ("gaming_day", "number"),
            "constraints": [
                models.UniqueConstraint(fields=("gaming_day", "number"), name="tip_record_number_once"),
                models.UniqueConstraint(
                    condition=models.Q(("signed_at", None)), fields=("gaming_day",), name="tip_record_one_unsigned"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("counted_cents__gte", 0),
                        ("electronic_cents__gte", 0),
                        models.Q(
                            ("electronic_cents", 0),
                            models.Q(("electronic_goes", "none"), _negated=True),
                            _connector="OR",
                        ),
                    ),
                    name="tip_record_not_negative",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("entry", None), ("signed_at", None)),
                        models.Q(("entry__isnull", False), ("signed_at__isnull", False)),
                        _connector="OR",
                    ),
                    name="tip_record_signed_is_booked",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("signed_at", None), ("signed_by", None)),
                        models.Q(
                            ("signed_at__isnull", False),
                            models.Q(("signed_by", models.F("drawn_up_by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="tip_record_by_two",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="TroncRun",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tronc_runs",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("month", models.DateField(verbose_name="month")),
            ("number", models.PositiveSmallIntegerField(verbose_name="number")),
            (
                "cause",
                models.CharField(
                    blank=True,
                    choices=[
                        ("", "distribution"),
                        ("shifts", "hours corrected"),
                        ("tips", "tips corrected"),
                        ("members", "members or points corrected"),
                        ("rules", "rules corrected"),
                        ("deductions", "deductions corrected"),
                    ],
                    max_length=10,
                    verbose_name="why",
                ),
            ),
            (
                "rules",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="runs",
                    to="accounting.troncrules",
                    verbose_name="rules",
                ),
            ),
            (
                "days",
                models.JSONField(help_text="House, gaming day, counted and electronic cents.", verbose_name="days"),
            ),
            ("takings_cents", models.BigIntegerField(verbose_name="tips")),
            ("carried_in_cents", models.BigIntegerField(verbose_name="from the month before")),
            ("levy_cents", models.BigIntegerField(verbose_name="levy")),
            ("deductions", models.JSONField(verbose_name="deductions")),
            ("shared_cents", models.BigIntegerField(verbose_name="shared")),
            ("groups", models.JSONField(verbose_name="groups")),
            ("carried_out_cents", models.BigIntegerField(verbose_name="into a later month")),
            ("carried_into", models.DateField(verbose_name="carried into")),
            (
                "lent",
                models.JSONField(
                    help_text="Shares that a correction takes back after they were paid out.",
                    verbose_name="owed from now on",
                ),
            ),
            (
                "state",
                models.CharField(
                    choices=[("proposed", "proposed"), ("confirmed", "confirmed"), ("declined", "declined")],
                    default="proposed",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            (
                "proposed_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="computed by",
                ),
            ),
            ("proposed_at", models.DateTimeField(verbose_name="computed at")),
            (
                "decided_by",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="confirmed by",
                ),
            ),
            ("decided_at", models.DateTimeField(null=True, verbose_name="confirmed at")),
            (
                "entry",
                models.OneToOneField(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tronc_run",
                    to="accounting.entry",
                    verbose_name="entry",
                ),
            ),
        ],
        options={
            "verbose_name": "distribution of a tronc",
            "verbose_name_plural": "distributions of troncs",
            "ordering": ("house", "-month", "-number"),
            "constraints": [
                models.UniqueConstraint(fields=("house", "month", "number"), name="tronc_run_number_once"),
                models.UniqueConstraint(
                    condition=models.Q(("state", "proposed")), fields=("house",), name="tronc_run_one_proposed"
                ),
                models.CheckConstraint(
                    condition=models.Q(("carried_into__day", 1), ("month__day", 1)), name="tronc_run_of_a_month"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("decided_at", None), ("decided_by", None), ("entry", None), ("state", "proposed")),
                        models.Q(
                            ("decided_at__isnull", False),
                            ("decided_by__isnull", False),
                            ("entry", None),
                            ("state", "declined"),
                        ),
                        models.Q(
                            ("decided_at__isnull", False),
                            ("entry__isnull", False),
                            ("state", "confirmed"),
                            models.Q(("decided_by", models.F("proposed_by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="tronc_run_by_two",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="TroncShare",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "run",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="shares",
                    to="accounting.troncrun",
                    verbose_name="distribution",
                ),
            ),
            (
                "person",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tronc_shares",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="person",
                ),
            ),
            ("function", models.CharField(max_length=20, verbose_name="function")),
            ("hired_on", models.DateField(verbose_name="in service since")),
            ("years", models.PositiveSmallIntegerField(verbose_name="full years of service")),
            ("spans", models.JSONField(verbose_name="shifts")),
            ("credited_minutes", models.PositiveIntegerField(default=0, verbose_name="credited minutes")),
            (
                "credited_for",
                models.CharField(
                    blank=True,
                    choices=[
                        ("", "none"),
                        ("leave", "paid leave"),
                        ("sick", "sick pay"),
                        ("council", "works council"),
                        ("other_work", "work without a dealer's shift"),
                    ],
                    max_length=12,
                    verbose_name="credited for",
                ),
            ),
            ("owed_cents", models.BigIntegerField(verbose_name="advanced before")),
            ("group", models.CharField(max_length=20, verbose_name="staff group")),
            ("points_hundredths", models.PositiveIntegerField(verbose_name="points (hundredths)")),
            ("minutes", models.PositiveIntegerField(verbose_name="minutes that count")),
            ("rounded_cents", models.BigIntegerField(verbose_name="share, rounded down")),
            ("remainder_cents", models.BigIntegerField(verbose_name="of the remainder")),
            ("guaranteed_cents", models.BigIntegerField(verbose_name="guaranteed")),
            ("advance_cents", models.BigIntegerField(verbose_name="advanced")),
            ("recouped_cents", models.BigIntegerField(verbose_name="paid back")),
        ],
        options={
            "verbose_name": "share of a tronc",
            "verbose_name_plural": "shares of troncs",
            "ordering": ("run", "person"),
            "constraints": [
                models.UniqueConstraint(fields=("run", "person"), name="tronc_share_once"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("credited_for", ""), ("credited_minutes", 0)),
                        models.Q(("credited_minutes__gt", 0), models.Q(("credited_for", ""), _negated=True)),
                        _connector="OR",
                    ),
                    name="tronc_share_credited_for",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="TroncPayout",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tronc_payouts",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("number", models.PositiveIntegerField(verbose_name="number")),
            ("lines", models.JSONField(help_text="The number of each account, and cents.", verbose_name="people")),
            ("total_cents", models.BigIntegerField(verbose_name="total")),
            (
                "prepared_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="prepared by",
                ),
            ),
            ("prepared_at", models.DateTimeField(verbose_name="prepared at")),
            (
                "paid_by",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="paid by",
                ),
            ),
            ("paid_at", models.DateTimeField(null=True, verbose_name="paid at")),
            (
                "entry",
                models.OneToOneField(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tronc_payout",
                    to="accounting.entry",
                    verbose_name="entry",
                ),
            ),
        ],
        options={
            "verbose_name": "payout of a tronc",
            "verbose_name_plural": "payouts of troncs",
            "ordering": ("house", "-number"),
            "constraints": [
                models.UniqueConstraint(fields=("house", "number"), name="tronc_payout_number_once"),
                models.UniqueConstraint(
                    condition=models.Q(("paid_at", None)), fields=("house",), name="tronc_payout_one_open"
                ),
                models.CheckConstraint(condition=models.Q(("total_cents__gt", 0)), name="tronc_payout_pays"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("entry", None), ("paid_at", None)),
                        models.Q(("entry__isnull", False), ("paid_at__isnull", False)),
                        _connector="OR",
                    ),
                    name="tronc_payout_paid_is_booked",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("paid_at", None), ("paid_by", None)),
                        models.Q(
                            ("paid_at__isnull", False), models.Q(("paid_by", models.F("prepared_by")), _negated=True)
                        ),
                        _connector="OR",
                    ),
                    name="tronc_payout_by_two",
                ),
            ],
        },
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
            (
                "hour",
                models.DateTimeField(help_text="Start of the hour in which the round was booked.", verbose_name="hour"),
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
            ("tips_cents", models.BigIntegerField(verbose_name="tips")),
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
                        ("tips_cents__gte", 0),
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
    # The packages' migrations come before, not after: each renders all models that refer to a user, of which there are
    # few yet.
    dependencies = [
        ("admin", "0003_logentry_add_action_flag_choices"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("casino", "0001_models"),
        ("knox", "0009_extend_authtoken_field"),
        ("otp_totp", "0003_add_timestamps"),
    ]

    operations = [AtOnce(OPERATIONS)]
