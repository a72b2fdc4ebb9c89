"""The room: tables, games, guests, hands and rounds, the rota, tournaments."""

import django.contrib.postgres.constraints
import django.contrib.postgres.fields
import django.contrib.postgres.fields.ranges
import django.db.models.deletion
import simple_history.models
from django.conf import settings
from django.db import migrations, models

import casino.house_time
import tables.models.guests
from casino.operations import AtOnce

OPERATIONS = [
    migrations.CreateModel(
        name="HistoricalGame",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("name", models.CharField(max_length=60, verbose_name="name")),
            (
                "variant",
                models.CharField(
                    choices=[
                        ("texas", "Texas Hold'em"),
                        ("omaha", "Omaha Hold'em"),
                        ("easy_holdem", "Easy Hold'em"),
                        ("casino_holdem", "Casino Hold'em"),
                        ("ultimate_holdem", "Ultimate Texas Hold'em"),
                    ],
                    max_length=20,
                    verbose_name="variant",
                ),
            ),
            (
                "betting",
                models.CharField(
                    choices=[("no_limit", "no-limit"), ("pot_limit", "pot-limit"), ("fixed_limit", "fixed-limit")],
                    max_length=20,
                    verbose_name="betting",
                ),
            ),
            ("small_blind_cents", models.BigIntegerField(verbose_name="small blind")),
            ("big_blind_cents", models.BigIntegerField(verbose_name="big blind")),
            ("ante_cents", models.BigIntegerField(default=0, verbose_name="ante")),
            ("straddle", models.BooleanField(default=False, verbose_name="straddle allowed")),
            ("min_buy_in_cents", models.BigIntegerField(verbose_name="minimum buy-in")),
            ("max_buy_in_cents", models.BigIntegerField(blank=True, null=True, verbose_name="maximum buy-in")),
            (
                "return_minutes",
                models.PositiveSmallIntegerField(
                    blank=True,
                    help_text="A guest who comes back within it brings back what they took. Empty: nobody is asked.",
                    null=True,
                    verbose_name="return window (minutes)",
                ),
            ),
            (
                "raise_cap",
                models.PositiveSmallIntegerField(
                    blank=True,
                    help_text="Empty: as the rule set says.",
                    null=True,
                    verbose_name="raises per betting round",
                ),
            ),
            (
                "recording",
                models.CharField(
                    choices=[("every_action", "every action"), ("summary", "summary")],
                    default="summary",
                    max_length=20,
                    verbose_name="recording",
                ),
            ),
            ("rule_set", models.CharField(default="house/1", max_length=1000, verbose_name="rule set")),
            ("chip_cents", models.BigIntegerField(default=100, verbose_name="smallest chip")),
            ("chip_set", models.JSONField(blank=True, null=True, verbose_name="chip set")),
            ("rebuy_allowed", models.BooleanField(default=True, verbose_name="re-buy allowed")),
            (
                "rebuy_at_cents",
                models.BigIntegerField(
                    blank=True, help_text="Empty: with any stack.", null=True, verbose_name="re-buy at or below"
                ),
            ),
            (
                "rebuy_cents",
                models.BigIntegerField(
                    blank=True,
                    help_text="Empty: as much as the minimum buy-in, or with any stack any amount.",
                    null=True,
                    verbose_name="re-buy",
                ),
            ),
            ("last_hands", models.PositiveSmallIntegerField(default=3, verbose_name="last hands announced")),
            ("min_box_cents", models.BigIntegerField(blank=True, default=0, verbose_name="smallest ante in a box")),
            ("max_box_cents", models.BigIntegerField(blank=True, default=0, verbose_name="largest ante in a box")),
            ("max_side_cents", models.BigIntegerField(blank=True, default=0, verbose_name="largest side bet")),
            ("max_paid_cents", models.BigIntegerField(blank=True, null=True, verbose_name="highest payout per box")),
            ("is_active", models.BooleanField(default=True, verbose_name="offered")),
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
                "rake_schedule",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="accounting.rakeschedule",
                    verbose_name="rake schedule",
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
            "verbose_name": "historical game",
            "verbose_name_plural": "historical games",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="Game",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="games",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("name", models.CharField(max_length=60, verbose_name="name")),
            (
                "variant",
                models.CharField(
                    choices=[
                        ("texas", "Texas Hold'em"),
                        ("omaha", "Omaha Hold'em"),
                        ("easy_holdem", "Easy Hold'em"),
                        ("casino_holdem", "Casino Hold'em"),
                        ("ultimate_holdem", "Ultimate Texas Hold'em"),
                    ],
                    max_length=20,
                    verbose_name="variant",
                ),
            ),
            (
                "betting",
                models.CharField(
                    choices=[("no_limit", "no-limit"), ("pot_limit", "pot-limit"), ("fixed_limit", "fixed-limit")],
                    max_length=20,
                    verbose_name="betting",
                ),
            ),
            ("small_blind_cents", models.BigIntegerField(verbose_name="small blind")),
            ("big_blind_cents", models.BigIntegerField(verbose_name="big blind")),
            ("ante_cents", models.BigIntegerField(default=0, verbose_name="ante")),
            ("straddle", models.BooleanField(default=False, verbose_name="straddle allowed")),
            ("min_buy_in_cents", models.BigIntegerField(verbose_name="minimum buy-in")),
            ("max_buy_in_cents", models.BigIntegerField(blank=True, null=True, verbose_name="maximum buy-in")),
            (
                "return_minutes",
                models.PositiveSmallIntegerField(
                    blank=True,
                    help_text="A guest who comes back within it brings back what they took. Empty: nobody is asked.",
                    null=True,
                    verbose_name="return window (minutes)",
                ),
            ),
            (
                "raise_cap",
                models.PositiveSmallIntegerField(
                    blank=True,
                    help_text="Empty: as the rule set says.",
                    null=True,
                    verbose_name="raises per betting round",
                ),
            ),
            (
                "recording",
                models.CharField(
                    choices=[("every_action", "every action"), ("summary", "summary")],
                    default="summary",
                    max_length=20,
                    verbose_name="recording",
                ),
            ),
            ("rule_set", models.CharField(default="house/1", max_length=1000, verbose_name="rule set")),
            (
                "rake_schedule",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="games",
                    to="accounting.rakeschedule",
                    verbose_name="rake schedule",
                ),
            ),
            ("chip_cents", models.BigIntegerField(default=100, verbose_name="smallest chip")),
            ("chip_set", models.JSONField(blank=True, null=True, verbose_name="chip set")),
            ("rebuy_allowed", models.BooleanField(default=True, verbose_name="re-buy allowed")),
            (
                "rebuy_at_cents",
                models.BigIntegerField(
                    blank=True, help_text="Empty: with any stack.", null=True, verbose_name="re-buy at or below"
                ),
            ),
            (
                "rebuy_cents",
                models.BigIntegerField(
                    blank=True,
                    help_text="Empty: as much as the minimum buy-in, or with any stack any amount.",
                    null=True,
                    verbose_name="re-buy",
                ),
            ),
            ("last_hands", models.PositiveSmallIntegerField(default=3, verbose_name="last hands announced")),
            ("min_box_cents", models.BigIntegerField(blank=True, default=0, verbose_name="smallest ante in a box")),
            ("max_box_cents", models.BigIntegerField(blank=True, default=0, verbose_name="largest ante in a box")),
            ("max_side_cents", models.BigIntegerField(blank=True, default=0, verbose_name="largest side bet")),
            ("max_paid_cents", models.BigIntegerField(blank=True, null=True, verbose_name="highest payout per box")),
            ("is_active", models.BooleanField(default=True, verbose_name="offered")),
        ],
        options={
            "verbose_name": "game",
            "verbose_name_plural": "games",
            "constraints": [
                models.UniqueConstraint(fields=("house", "name"), name="game_once"),
                models.CheckConstraint(condition=models.Q(("chip_cents__gt", 0)), name="game_chip_positive"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(
                            ("ante_cents", 0),
                            ("big_blind_cents", 0),
                            ("small_blind_cents", 0),
                            ("variant__in", ("easy_holdem", "casino_holdem", "ultimate_holdem")),
                        ),
                        models.Q(
                            models.Q(
                                ("variant__in", ("easy_holdem", "casino_holdem", "ultimate_holdem")), _negated=True
                            ),
                            ("ante_cents__gte", 0),
                            ("big_blind_cents__gte", models.F("small_blind_cents")),
                            ("small_blind_cents__gt", 0),
                        ),
                        _connector="OR",
                    ),
                    name="game_blinds",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(
                            ("max_side_cents__gte", 0),
                            ("min_box_cents__gt", 0),
                            ("rake_schedule", None),
                            ("variant__in", ("easy_holdem", "casino_holdem", "ultimate_holdem")),
                            ("max_box_cents__gte", models.F("min_box_cents")),
                            models.Q(("max_paid_cents", None), ("max_paid_cents__gt", 0), _connector="OR"),
                        ),
                        models.Q(
                            models.Q(
                                ("variant__in", ("easy_holdem", "casino_holdem", "ultimate_holdem")), _negated=True
                            ),
                            ("max_box_cents", 0),
                            ("max_side_cents", 0),
                            ("min_box_cents", 0),
                            ("rake_schedule__isnull", False),
                            ("max_paid_cents", None),
                        ),
                        _connector="OR",
                    ),
                    name="game_banked_or_raked",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("min_buy_in_cents__gte", models.F("big_blind_cents")),
                        models.Q(
                            ("max_buy_in_cents", None),
                            ("max_buy_in_cents__gte", models.F("min_buy_in_cents")),
                            _connector="OR",
                        ),
                    ),
                    name="game_buy_ins",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("rebuy_allowed", True), ("rebuy_at_cents", None)),
                        models.Q(("rebuy_allowed", True), ("rebuy_at_cents__gte", 0)),
                        models.Q(("rebuy_allowed", False), ("rebuy_at_cents", None), ("rebuy_cents", None)),
                        _connector="OR",
                    ),
                    name="game_rebuy",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("rebuy_cents", None), ("rebuy_cents__gte", models.F("min_buy_in_cents")), _connector="OR"
                    ),
                    name="game_rebuy_buys_in",
                ),
                models.CheckConstraint(condition=models.Q(("last_hands__gt", 0)), name="game_last_hands"),
            ],
        },
    ),
    migrations.CreateModel(
        name="HistoricalTable",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("code", models.CharField(max_length=20, verbose_name="code")),
            ("seats", models.PositiveSmallIntegerField(default=9, verbose_name="seats")),
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
            "verbose_name": "historical table",
            "verbose_name_plural": "historical tables",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="Table",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tables",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("code", models.CharField(max_length=20, verbose_name="code")),
            ("seats", models.PositiveSmallIntegerField(default=9, verbose_name="seats")),
            ("is_active", models.BooleanField(default=True, verbose_name="in use")),
            ("version", models.BigIntegerField(default=1, editable=False, verbose_name="version")),
        ],
        options={
            "verbose_name": "table",
            "verbose_name_plural": "tables",
            "ordering": ("code",),
            "constraints": [
                models.UniqueConstraint(fields=("house", "code"), name="table_once"),
                models.CheckConstraint(condition=models.Q(("seats__gte", 2), ("seats__lte", 10)), name="table_seats"),
                models.CheckConstraint(
                    condition=models.Q(("code__regex", "^[A-Za-z0-9][A-Za-z0-9-]*$")), name="table_code_plain"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Session",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="sessions",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            (
                "game",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="sessions",
                    to="tables.game",
                    verbose_name="game",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="sessions",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            (
                "state",
                models.CharField(
                    choices=[("open", "open"), ("paused", "paused"), ("closed", "closed")],
                    default="open",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            ("switched_at", models.DateTimeField(blank=True, null=True, verbose_name="paused or resumed at")),
            ("paused_seconds", models.PositiveIntegerField(db_default=0, default=0, verbose_name="seconds paused")),
            ("ends_at", models.DateTimeField(blank=True, null=True, verbose_name="planned end")),
            (
                "last_hands_left",
                models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="last hands left"),
            ),
            ("last_hands_at", models.DateTimeField(blank=True, null=True, verbose_name="last hands announced at")),
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
            ("float_cents", models.BigIntegerField(default=0, verbose_name="float at the opening")),
            (
                "counted_float_cents",
                models.BigIntegerField(blank=True, null=True, verbose_name="float counted at the close"),
            ),
            ("float_chips", models.JSONField(blank=True, null=True, verbose_name="opener")),
            ("counted_float_chips", models.JSONField(blank=True, null=True, verbose_name="closer")),
            ("button_seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="button")),
            ("small_blind_seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="small blind")),
            ("big_blind_seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="big blind")),
            ("is_redeal", models.BooleanField(default=False, verbose_name="deal again")),
            ("hands_dealt", models.PositiveIntegerField(default=0, verbose_name="hands dealt")),
            ("rounds_dealt", models.PositiveIntegerField(default=0, verbose_name="rounds dealt")),
        ],
        options={
            "verbose_name": "session",
            "verbose_name_plural": "sessions",
            "ordering": ("-opened_at",),
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("state", "closed"), _negated=True), fields=("table",), name="session_one_open"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("closed_at__isnull", False), ("state", "closed")),
                        models.Q(models.Q(("state", "closed"), _negated=True), ("closed_at", None)),
                        _connector="OR",
                    ),
                    name="session_closed_has_time",
                ),
                models.CheckConstraint(condition=models.Q(("float_cents__gte", 0)), name="session_float_not_negative"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("last_hands_at", None), ("last_hands_left", None)),
                        models.Q(("last_hands_at__isnull", False), ("last_hands_left__isnull", False)),
                        _connector="OR",
                    ),
                    name="session_last_hands",
                ),
                django.contrib.postgres.constraints.ExclusionConstraint(
                    expressions=[
                        (models.Func("table_id", "table_id", models.Value("[]"), function="int8range"), "&&"),
                        (
                            models.Func(
                                "opened_at",
                                "closed_at",
                                function="tstzrange",
                                output_field=django.contrib.postgres.fields.ranges.DateTimeRangeField(),
                            ),
                            "&&",
                        ),
                    ],
                    name="sessions_do_not_overlap",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Down",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="downs",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            (
                "session",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="downs",
                    to="tables.session",
                    verbose_name="session",
                ),
            ),
            (
                "tournament",
                models.ForeignKey(
                    blank=True,
                    help_text="Where no cash game but a tournament is dealt.",
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="downs",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
            (
                "dealer",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="downs",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="dealer",
                ),
            ),
            ("started_at", models.DateTimeField(verbose_name="started at")),
            ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended at")),
            (
                "pushed_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="sent by",
                ),
            ),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
        ],
        options={
            "verbose_name": "down",
            "verbose_name_plural": "downs",
            "ordering": ("-started_at",),
            "indexes": [models.Index(condition=models.Q(("ended_at", None)), fields=["table"], name="down_now")],
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("session__isnull", False), ("tournament", None)),
                        models.Q(("session", None), ("tournament__isnull", False)),
                        _connector="OR",
                    ),
                    name="down_at_one_game",
                ),
                django.contrib.postgres.constraints.ExclusionConstraint(
                    expressions=[
                        (models.Func("dealer_id", "dealer_id", models.Value("[]"), function="int8range"), "&&"),
                        (
                            models.Func(
                                "started_at",
                                "ended_at",
                                function="tstzrange",
                                output_field=django.contrib.postgres.fields.ranges.DateTimeRangeField(),
                            ),
                            "&&",
                        ),
                    ],
                    name="downs_one_per_dealer",
                ),
                django.contrib.postgres.constraints.ExclusionConstraint(
                    expressions=[
                        (models.Func("table_id", "table_id", models.Value("[]"), function="int8range"), "&&"),
                        (
                            models.Func(
                                "started_at",
                                "ended_at",
                                function="tstzrange",
                                output_field=django.contrib.postgres.fields.ranges.DateTimeRangeField(),
                            ),
                            "&&",
                        ),
                    ],
                    name="downs_one_per_table",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="HistoricalGuest",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("number", models.CharField(max_length=30, verbose_name="number")),
            ("name", tables.models.guests.NameField(max_length=120, verbose_name="name")),
            ("notes", models.TextField(blank=True, verbose_name="notes")),
            ("birth_date", models.DateField(blank=True, null=True, verbose_name="date of birth")),
            ("identified_at", models.DateTimeField(blank=True, null=True, verbose_name="identified at")),
            (
                "identified_with",
                models.CharField(
                    blank=True,
                    choices=[
                        ("identity_card", "identity card"),
                        ("passport", "passport"),
                        ("residence_permit", "residence permit"),
                    ],
                    max_length=16,
                    verbose_name="identified with",
                ),
            ),
            (
                "created_at",
                models.DateTimeField(default=casino.house_time.now, editable=False, verbose_name="created at"),
            ),
            ("erased_at", models.DateTimeField(editable=False, null=True, verbose_name="erased at")),
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
                "identified_by",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="identified by",
                ),
            ),
            (
                "merged_into",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="tables.guest",
                    verbose_name="merged into",
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
            "verbose_name": "historical guest",
            "verbose_name_plural": "historical guests",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="Guest",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="guests",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("number", models.CharField(max_length=30, verbose_name="number")),
            ("name", tables.models.guests.NameField(max_length=120, verbose_name="name")),
            ("notes", models.TextField(blank=True, verbose_name="notes")),
            ("birth_date", models.DateField(blank=True, null=True, verbose_name="date of birth")),
            ("identified_at", models.DateTimeField(blank=True, null=True, verbose_name="identified at")),
            (
                "identified_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="identified by",
                ),
            ),
            (
                "identified_with",
                models.CharField(
                    blank=True,
                    choices=[
                        ("identity_card", "identity card"),
                        ("passport", "passport"),
                        ("residence_permit", "residence permit"),
                    ],
                    max_length=16,
                    verbose_name="identified with",
                ),
            ),
            (
                "created_at",
                models.DateTimeField(default=casino.house_time.now, editable=False, verbose_name="created at"),
            ),
            (
                "merged_into",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="duplicates",
                    to="tables.guest",
                    verbose_name="merged into",
                ),
            ),
            ("erased_at", models.DateTimeField(editable=False, null=True, verbose_name="erased at")),
        ],
        options={
            "verbose_name": "guest",
            "verbose_name_plural": "guests",
            "constraints": [
                models.UniqueConstraint(fields=("house", "number"), name="guest_once"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("identified_at", None), ("identified_by", None), ("identified_with", "")),
                        models.Q(
                            ("birth_date__isnull", False),
                            ("identified_at__isnull", False),
                            ("identified_by__isnull", False),
                            models.Q(("identified_with", ""), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="guest_identified",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("merged_into", None), models.Q(("merged_into", models.F("pk")), _negated=True), _connector="OR"
                    ),
                    name="guest_merged_into_another",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Sitting",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "session",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="sittings",
                    to="tables.session",
                    verbose_name="session",
                ),
            ),
            (
                "table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="sittings",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            ("seat", models.PositiveSmallIntegerField(verbose_name="seat")),
            (
                "guest",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="sittings",
                    to="tables.guest",
                    verbose_name="guest",
                ),
            ),
            ("is_away", models.BooleanField(default=False, verbose_name="away")),
            ("is_new", models.BooleanField(default=True, verbose_name="not dealt in yet")),
            ("owes_small_blind", models.BooleanField(default=False, verbose_name="owes the small blind")),
            ("owes_big_blind", models.BooleanField(default=False, verbose_name="owes the big blind")),
            (
                "waits_for_big_blind",
                models.BooleanField(default=False, verbose_name="waits for the big blind instead of posting"),
            ),
            ("sat_at", models.DateTimeField(verbose_name="sat down at")),
            ("left_at", models.DateTimeField(blank=True, null=True, verbose_name="left at")),
            ("leaves_at", models.DateTimeField(blank=True, null=True, verbose_name="leaves at")),
            ("buy_in_cents", models.BigIntegerField(verbose_name="first buy-in")),
            ("min_buy_in_cents", models.BigIntegerField(verbose_name="minimum buy-in then")),
            ("bought_in_cents", models.BigIntegerField(verbose_name="bought in altogether")),
            ("cashed_out_cents", models.BigIntegerField(blank=True, null=True, verbose_name="cashed out")),
            (
                "left_game",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.game",
                    verbose_name="game that was left",
                ),
            ),
            (
                "moved_from",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="moved_to",
                    to="tables.sitting",
                    verbose_name="moved from",
                ),
            ),
        ],
        options={
            "verbose_name": "sitting",
            "verbose_name_plural": "sittings",
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("left_at", None)), fields=("table", "seat"), name="sitting_seat_once"
                ),
                models.UniqueConstraint(
                    condition=models.Q(("left_at", None)), fields=("guest",), name="sitting_guest_once"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("moved_from__isnull", False),
                        ("buy_in_cents__gte", models.F("min_buy_in_cents")),
                        _connector="OR",
                    ),
                    name="sitting_minimum_buy_in",
                ),
                models.CheckConstraint(
                    condition=models.Q(("min_buy_in_cents__gt", 0)), name="sitting_minimum_positive"
                ),
                models.CheckConstraint(
                    condition=models.Q(("seat__gte", 1), ("seat__lte", 10)), name="sitting_seat_exists"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("cashed_out_cents", None), ("left_at", None)),
                        ("left_at__isnull", False),
                        _connector="OR",
                    ),
                    name="sitting_left",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Absence",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "sitting",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="absences",
                    to="tables.sitting",
                    verbose_name="sitting",
                ),
            ),
            ("since", models.DateTimeField(verbose_name="away since")),
            ("until", models.DateTimeField(blank=True, null=True, verbose_name="away until")),
            ("buttons", models.PositiveSmallIntegerField(default=0, verbose_name="absent buttons")),
            ("last_button_at", models.DateTimeField(blank=True, null=True, verbose_name="last absent button at")),
            (
                "reason",
                models.CharField(
                    blank=True,
                    help_text="Why they were allowed to walk though too many were away already.",
                    max_length=500,
                    verbose_name="reason",
                ),
            ),
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
            "verbose_name": "absence",
            "verbose_name_plural": "absences",
            "ordering": ("-since",),
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("until", None)), fields=("sitting",), name="absence_one_at_a_time"
                ),
                models.CheckConstraint(
                    condition=models.Q(("until", None), ("until__gte", models.F("since")), _connector="OR"),
                    name="absence_ends_after_start",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("buttons", 0), ("last_button_at", None)),
                        models.Q(("buttons__gt", 0), ("last_button_at__isnull", False)),
                        _connector="OR",
                    ),
                    name="absence_buttons_have_time",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="KeptChips",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "sitting",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="kept_chips",
                    to="tables.sitting",
                    verbose_name="sitting",
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
            ("amount_cents", models.BigIntegerField(verbose_name="amount")),
            ("picked_up_at", models.DateTimeField(verbose_name="picked up at")),
            (
                "picked_up_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="picked up by",
                ),
            ),
            (
                "reason",
                models.CharField(blank=True, help_text="Why before their time.", max_length=500, verbose_name="reason"),
            ),
            (
                "outcome",
                models.CharField(
                    blank=True,
                    choices=[("handed_out", "handed out"), ("taken_in", "taken in by the house")],
                    max_length=10,
                    verbose_name="outcome",
                ),
            ),
            ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended at")),
            (
                "ended_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="ended by",
                ),
            ),
            ("ended_because", models.CharField(blank=True, max_length=500, verbose_name="reason for the outcome")),
        ],
        options={
            "verbose_name": "kept chips",
            "verbose_name_plural": "kept chips",
            "ordering": ("-picked_up_at",),
            "constraints": [
                models.CheckConstraint(condition=models.Q(("amount_cents__gt", 0)), name="kept_chips_are_some"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("ended_at", None), ("ended_by", None), ("outcome", "")),
                        models.Q(
                            models.Q(("outcome", ""), _negated=True),
                            ("ended_at__isnull", False),
                            ("ended_by__isnull", False),
                        ),
                        _connector="OR",
                    ),
                    name="kept_chips_ended",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("outcome", "taken_in"), _negated=True),
                        models.Q(("ended_because", ""), _negated=True),
                        _connector="OR",
                    ),
                    name="kept_chips_taken_in_for_a_reason",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="HistoricalAdmissionPolicy",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("is_on", models.BooleanField(default=False, verbose_name="guests are checked")),
            (
                "least_age",
                models.PositiveSmallIntegerField(
                    default=21, help_text="In years, by the law of the Land: 18 or 21.", verbose_name="least age"
                ),
            ),
            (
                "unanswered",
                models.CharField(
                    choices=[("refuse", "nobody is let in"), ("manager", "a manager decides, on record")],
                    default="refuse",
                    max_length=8,
                    verbose_name="when the ban file does not answer",
                ),
            ),
            (
                "identified_from_cents",
                models.BigIntegerField(
                    default=200000, help_text="In one gaming day (GwG §10 (5)).", verbose_name="identity needed from"
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
            "verbose_name": "historical admission policy",
            "verbose_name_plural": "historical admission policies",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="AdmissionPolicy",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="admission_policy",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("is_on", models.BooleanField(default=False, verbose_name="guests are checked")),
            (
                "least_age",
                models.PositiveSmallIntegerField(
                    default=21, help_text="In years, by the law of the Land: 18 or 21.", verbose_name="least age"
                ),
            ),
            (
                "unanswered",
                models.CharField(
                    choices=[("refuse", "nobody is let in"), ("manager", "a manager decides, on record")],
                    default="refuse",
                    max_length=8,
                    verbose_name="when the ban file does not answer",
                ),
            ),
            (
                "identified_from_cents",
                models.BigIntegerField(
                    default=200000, help_text="In one gaming day (GwG §10 (5)).", verbose_name="identity needed from"
                ),
            ),
        ],
        options={
            "verbose_name": "admission policy",
            "verbose_name_plural": "admission policies",
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(("least_age__gte", 18), ("least_age__lte", 30)), name="policy_age"
                ),
                models.CheckConstraint(
                    condition=models.Q(("identified_from_cents__gt", 0)), name="policy_identified_from"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="HouseBan",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "guest",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="bans",
                    to="tables.guest",
                    verbose_name="guest",
                ),
            ),
            ("begins_on", models.DateField(verbose_name="from")),
            (
                "ends_on",
                models.DateField(
                    blank=True, help_text="Its last day; empty: until lifted.", null=True, verbose_name="until"
                ),
            ),
            (
                "reason",
                models.CharField(
                    help_text="For the managers; seating never shows it.", max_length=500, verbose_name="reason"
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
            ("lifted_at", models.DateTimeField(blank=True, null=True, verbose_name="lifted at")),
            (
                "lifted_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="lifted by",
                ),
            ),
        ],
        options={
            "verbose_name": "house ban",
            "verbose_name_plural": "house bans",
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(("ends_on", None), ("ends_on__gte", models.F("begins_on")), _connector="OR"),
                    name="ban_ends",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("lifted_at", None), ("lifted_by", None)),
                        models.Q(("lifted_at__isnull", False), ("lifted_by__isnull", False)),
                        _connector="OR",
                    ),
                    name="ban_lifted_by",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="AdmissionCheck",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "guest",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="checks",
                    to="tables.guest",
                    verbose_name="guest",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="admission_checks",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            (
                "source",
                models.CharField(
                    choices=[("house", "house ban"), ("ban_file", "ban file"), ("manager", "manager's decision")],
                    max_length=8,
                    verbose_name="answered by",
                ),
            ),
            (
                "result",
                models.CharField(
                    choices=[("admitted", "admitted"), ("banned", "banned"), ("unknown", "no answer")],
                    max_length=8,
                    verbose_name="result",
                ),
            ),
            ("reference", models.CharField(blank=True, max_length=64, verbose_name="reference")),
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
            "verbose_name": "admission check",
            "verbose_name_plural": "admission checks",
            "indexes": [models.Index(fields=["guest", "gaming_day", "-id"], name="admission_latest")],
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("result", "banned"), ("source", "house")),
                        models.Q(("result", "admitted"), ("source", "manager")),
                        ("source", "ban_file"),
                        _connector="OR",
                    ),
                    name="admission_result",
                )
            ],
        },
    ),
    migrations.CreateModel(
        name="Acknowledgement",
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
                "table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="acknowledgements",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
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
    migrations.CreateModel(
        name="AuditRun",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "gaming_day",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="audits",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            ("started_at", models.DateTimeField(verbose_name="started")),
            ("finished_at", models.DateTimeField(null=True, verbose_name="finished")),
            ("hands", models.PositiveIntegerField(default=0, verbose_name="hands")),
            ("agree", models.PositiveIntegerField(default=0, verbose_name="agree")),
            ("entries", models.PositiveBigIntegerField(default=0, verbose_name="entries when it began")),
        ],
        options={
            "verbose_name": "audit",
            "verbose_name_plural": "audits",
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("finished_at", None)),
                    fields=("gaming_day",),
                    name="audit_one_running",
                    nulls_distinct=False,
                )
            ],
        },
    ),
    migrations.CreateModel(
        name="AuditPiece",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "run",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="pieces",
                    to="tables.auditrun",
                    verbose_name="audit",
                ),
            ),
            (
                "kind",
                models.CharField(
                    choices=[("hands", "hands"), ("day", "gaming day")], max_length=10, verbose_name="kind"
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
            ("first_id", models.BigIntegerField(default=0, verbose_name="first hand")),
            ("last_id", models.BigIntegerField(default=0, verbose_name="last hand")),
            ("is_done", models.BooleanField(default=False, verbose_name="done")),
            ("hands", models.PositiveIntegerField(default=0, verbose_name="hands")),
            ("agree", models.PositiveIntegerField(default=0, verbose_name="agree")),
        ],
        options={
            "verbose_name": "piece of an audit",
            "verbose_name_plural": "pieces of an audit",
            "indexes": [models.Index(condition=models.Q(("is_done", False)), fields=["run"], name="audit_piece_to_do")],
            "constraints": [
                models.UniqueConstraint(fields=("run", "kind", "gaming_day", "first_id"), name="audit_piece_once")
            ],
        },
    ),
    migrations.CreateModel(
        name="Hand",
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
                "table",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="hands",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            (
                "session",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="hands",
                    to="tables.session",
                    verbose_name="session",
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
            ("number", models.PositiveIntegerField(verbose_name="number")),
            (
                "state",
                models.CharField(
                    choices=[("open", "open"), ("settled", "settled"), ("void", "void")],
                    default="open",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            (
                "recording",
                models.CharField(
                    choices=[("every_action", "every action"), ("summary", "summary")],
                    max_length=20,
                    verbose_name="recording",
                ),
            ),
            (
                "game",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.game",
                    verbose_name="game",
                ),
            ),
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
            ("button_seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="button")),
            ("setup", models.JSONField(blank=True, null=True, verbose_name="set-up")),
            ("version", models.PositiveIntegerField(default=1, verbose_name="version")),
            ("started_at", models.DateTimeField(verbose_name="started at")),
            ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended at")),
            ("result", models.JSONField(blank=True, null=True, verbose_name="result")),
            ("void_reason", models.CharField(blank=True, max_length=500, verbose_name="reason for the void")),
            (
                "voided_by",
                models.ForeignKey(
                    blank=True,
                    db_index=False,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="voided by",
                ),
            ),
            ("client_uuid", models.UUIDField(blank=True, null=True, unique=True, verbose_name="client's id")),
            (
                "corrects",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="corrected_by",
                    to="tables.hand",
                    verbose_name="corrects",
                ),
            ),
        ],
        options={
            "verbose_name": "hand",
            "verbose_name_plural": "hands",
            "indexes": [
                models.Index(fields=["table", "id"], name="hand_of_table"),
                models.Index(fields=["gaming_day", "id"], name="hand_of_day"),
                models.Index(
                    condition=models.Q(("state", "settled"), _negated=True),
                    fields=["state", "id"],
                    name="hand_not_settled",
                ),
            ],
            "constraints": [
                models.UniqueConstraint(fields=("session", "number"), name="hand_number_once"),
                models.UniqueConstraint(condition=models.Q(("state", "open")), fields=("table",), name="hand_one_open"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("ended_at", None), ("state", "open")),
                        models.Q(models.Q(("state", "open"), _negated=True), ("ended_at__isnull", False)),
                        _connector="OR",
                    ),
                    name="hand_ended_has_time",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "settled"), _negated=True), ("result__isnull", False), _connector="OR"
                    ),
                    name="hand_settled_has_result",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "void"), _negated=True),
                        models.Q(("void_reason", ""), _negated=True),
                        _connector="OR",
                    ),
                    name="hand_void_has_reason",
                ),
                models.CheckConstraint(
                    condition=models.Q(("recording", "summary"), ("setup__isnull", False), _connector="OR"),
                    name="hand_every_action_has_setup",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="HandAction",
        fields=[
            (
                "pk",
                models.CompositePrimaryKey(
                    "hand_id", "sequence", blank=True, editable=False, primary_key=True, serialize=False
                ),
            ),
            (
                "hand",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="actions",
                    to="tables.hand",
                    verbose_name="hand",
                ),
            ),
            ("sequence", models.PositiveSmallIntegerField(verbose_name="sequence")),
            ("kind", models.CharField(max_length=20, verbose_name="kind")),
            ("seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat")),
            ("to_cents", models.BigIntegerField(blank=True, null=True, verbose_name="to")),
            ("cards", models.CharField(blank=True, max_length=40, verbose_name="cards")),
            ("undoes", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="undoes")),
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
            ("at", models.DateTimeField(verbose_name="at")),
        ],
        options={
            "verbose_name": "action",
            "verbose_name_plural": "actions",
            "ordering": ("hand", "sequence"),
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("undoes__isnull", False)),
                    fields=("hand", "undoes"),
                    name="hand_action_undone_once",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("kind", "undo"), ("undoes__isnull", False)),
                        models.Q(models.Q(("kind", "undo"), _negated=True), ("undoes", None)),
                        _connector="OR",
                    ),
                    name="hand_action_undo_names_action",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Round",
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
                "table",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="rounds",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            (
                "session",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="rounds",
                    to="tables.session",
                    verbose_name="session",
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
            ("number", models.PositiveIntegerField(verbose_name="number")),
            (
                "state",
                models.CharField(
                    choices=[("settled", "settled"), ("void", "void")], max_length=10, verbose_name="state"
                ),
            ),
            (
                "recording",
                models.CharField(
                    choices=[("every_action", "every action"), ("summary", "summary")],
                    max_length=20,
                    verbose_name="recording",
                ),
            ),
            (
                "game",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.game",
                    verbose_name="game",
                ),
            ),
            ("rule_set", models.CharField(max_length=40, verbose_name="rule set")),
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
            ("dealt_at", models.DateTimeField(verbose_name="dealt at")),
            ("recorded_at", models.DateTimeField(verbose_name="recorded at")),
            ("record", models.JSONField(verbose_name="record")),
            ("result", models.JSONField(verbose_name="result")),
            ("staked_cents", models.BigIntegerField(default=0, verbose_name="staked")),
            ("lost_cents", models.BigIntegerField(default=0, verbose_name="lost to the house")),
            ("paid_cents", models.BigIntegerField(default=0, verbose_name="paid by the house")),
            ("tips_cents", models.BigIntegerField(default=0, verbose_name="tips")),
            ("version", models.PositiveIntegerField(default=1, verbose_name="version")),
            ("void_reason", models.CharField(blank=True, max_length=500, verbose_name="reason for the void")),
            (
                "voided_by",
                models.ForeignKey(
                    blank=True,
                    db_index=False,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="voided by",
                ),
            ),
            ("client_uuid", models.UUIDField(blank=True, null=True, unique=True, verbose_name="client's id")),
        ],
        options={
            "verbose_name": "round",
            "verbose_name_plural": "rounds",
            "constraints": [
                models.UniqueConstraint(fields=("session", "number"), name="round_number_once"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "void"), _negated=True),
                        models.Q(("void_reason", ""), _negated=True),
                        _connector="OR",
                    ),
                    name="round_void_has_reason",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("lost_cents__gte", 0),
                        ("paid_cents__gte", 0),
                        ("staked_cents__gte", models.F("lost_cents")),
                        ("tips_cents__gte", 0),
                    ),
                    name="round_amounts",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="FloorCall",
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
                "table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="calls",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            (
                "kind",
                models.CharField(
                    choices=[
                        ("floor", "Floor, please"),
                        ("ruling", "A ruling"),
                        ("chips", "Chips"),
                        ("wrong_hand", "A booked hand is wrong"),
                        ("wrong_round", "A booked round is wrong"),
                        ("refused_hand", "A hand was refused"),
                    ],
                    max_length=20,
                    verbose_name="kind",
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
                "round",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="calls",
                    to="tables.round",
                    verbose_name="round",
                ),
            ),
            ("hand_uuid", models.UUIDField(blank=True, null=True, unique=True, verbose_name="client's id")),
            ("facts", models.JSONField(blank=True, null=True, verbose_name="facts")),
            ("called_at", models.DateTimeField(verbose_name="called at")),
            (
                "called_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="called by",
                ),
            ),
            ("taken_at", models.DateTimeField(blank=True, null=True, verbose_name="on the way since")),
            (
                "taken_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="who goes",
                ),
            ),
            ("answered_at", models.DateTimeField(blank=True, null=True, verbose_name="answered at")),
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
            ("answer", models.CharField(blank=True, max_length=500, verbose_name="answer")),
        ],
        options={
            "verbose_name": "call for the floor",
            "verbose_name_plural": "calls for the floor",
            "ordering": ("called_at",),
            "indexes": [models.Index(condition=models.Q(("answered_at", None)), fields=["house"], name="call_waiting")],
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
                        models.Q(("taken_at", None), ("taken_by", None)),
                        models.Q(("taken_at__isnull", False), ("taken_by__isnull", False)),
                        _connector="OR",
                    ),
                    name="call_taken_by_somebody",
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
    migrations.CreateModel(
        name="CallTaking",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "call",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="takings",
                    to="tables.floorcall",
                    verbose_name="call for the floor",
                ),
            ),
            ("number", models.PositiveSmallIntegerField(verbose_name="number")),
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
            "verbose_name": "call taken",
            "verbose_name_plural": "calls taken",
            "ordering": ("call", "number"),
            "constraints": [models.UniqueConstraint(fields=("call", "number"), name="call_taken_by_one_at_a_time")],
        },
    ),
    migrations.CreateModel(
        name="Qualification",
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
                "dealer",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="qualifications",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="dealer",
                ),
            ),
            (
                "skill",
                models.CharField(
                    choices=[
                        ("texas/no_limit", "Hold'em no-limit"),
                        ("texas/pot_limit", "Hold'em pot-limit"),
                        ("texas/fixed_limit", "Hold'em fixed-limit"),
                        ("omaha/no_limit", "Omaha no-limit"),
                        ("omaha/pot_limit", "Omaha pot-limit"),
                        ("omaha/fixed_limit", "Omaha fixed-limit"),
                        ("easy_holdem", "Easy Hold'em"),
                        ("casino_holdem", "Casino Hold'em"),
                        ("ultimate_holdem", "Ultimate Texas Hold'em"),
                        ("tournament", "Tournaments"),
                    ],
                    max_length=20,
                    verbose_name="qualified for",
                ),
            ),
            ("since", models.DateTimeField(verbose_name="since")),
            (
                "by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="by",
                ),
            ),
            ("until", models.DateTimeField(blank=True, null=True, verbose_name="until")),
            (
                "until_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="ended by",
                ),
            ),
        ],
        options={
            "verbose_name": "qualification",
            "verbose_name_plural": "qualifications",
            "ordering": ("dealer", "skill", "since"),
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("until", None)), fields=("house", "dealer", "skill"), name="qualification_once"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("until", None), ("until_by", None)),
                        models.Q(("until__gte", models.F("since")), ("until_by__isnull", False)),
                        _connector="OR",
                    ),
                    name="qualification_ended_by",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Shift",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="shifts",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "dealer",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="shifts",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="dealer",
                ),
            ),
            ("begins_at", models.DateTimeField(verbose_name="from")),
            ("ends_at", models.DateTimeField(verbose_name="until")),
            ("entered_at", models.DateTimeField(verbose_name="entered at")),
            (
                "entered_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="entered by",
                ),
            ),
            ("came_at", models.DateTimeField(blank=True, null=True, verbose_name="came at")),
            (
                "came_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="arrival recorded by",
                ),
            ),
            ("went_at", models.DateTimeField(blank=True, null=True, verbose_name="went at")),
            (
                "went_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="departure recorded by",
                ),
            ),
            ("called_off_at", models.DateTimeField(blank=True, null=True, verbose_name="called off at")),
            (
                "called_off_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="called off by",
                ),
            ),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
        ],
        options={
            "verbose_name": "shift",
            "verbose_name_plural": "shifts",
            "ordering": ("begins_at", "dealer"),
            "indexes": [models.Index(fields=["house", "-begins_at"], name="shift_of_house")],
            "constraints": [
                models.CheckConstraint(condition=models.Q(("ends_at__gt", models.F("begins_at"))), name="shift_ends"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(
                            models.Q(("came_at", None), ("came_by", None)),
                            models.Q(("came_at__isnull", False), ("came_by__isnull", False)),
                            _connector="OR",
                        ),
                        models.Q(
                            models.Q(("went_at", None), ("went_by", None)),
                            models.Q(("went_at__gte", models.F("came_at")), ("went_by__isnull", False)),
                            _connector="OR",
                        ),
                        models.Q(
                            models.Q(("called_off_at", None), ("called_off_by", None)),
                            models.Q(
                                ("called_off_at__isnull", False), ("called_off_by__isnull", False), ("came_at", None)
                            ),
                            _connector="OR",
                        ),
                    ),
                    name="shift_comes_before_it_goes",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("called_off_at", None), models.Q(("reason", ""), _negated=True), _connector="OR"
                    ),
                    name="shift_called_off_with_reason",
                ),
                django.contrib.postgres.constraints.ExclusionConstraint(
                    condition=models.Q(("called_off_at", None), ("went_at", None)),
                    expressions=[
                        (models.Func("dealer_id", "dealer_id", models.Value("[]"), function="int8range"), "&&"),
                        (
                            models.Func(
                                "begins_at",
                                "ends_at",
                                function="tstzrange",
                                output_field=django.contrib.postgres.fields.ranges.DateTimeRangeField(),
                            ),
                            "&&",
                        ),
                    ],
                    name="shifts_planned_once",
                ),
                django.contrib.postgres.constraints.ExclusionConstraint(
                    condition=models.Q(("came_at__isnull", False)),
                    expressions=[
                        (models.Func("dealer_id", "dealer_id", models.Value("[]"), function="int8range"), "&&"),
                        (
                            models.Func(
                                "came_at",
                                "went_at",
                                function="tstzrange",
                                output_field=django.contrib.postgres.fields.ranges.DateTimeRangeField(),
                            ),
                            "&&",
                        ),
                    ],
                    name="shifts_worked_once",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="DealerBreak",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "shift",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="breaks",
                    to="tables.shift",
                    verbose_name="shift",
                ),
            ),
            (
                "dealer",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="dealer",
                ),
            ),
            ("started_at", models.DateTimeField(verbose_name="started at")),
            ("back_at", models.DateTimeField(verbose_name="to be back at")),
            ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="back at")),
            (
                "sent_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="sent by",
                ),
            ),
        ],
        options={
            "verbose_name": "break",
            "verbose_name_plural": "breaks",
            "ordering": ("-started_at",),
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(("ended_at", None), ("ended_at__gte", models.F("started_at")), _connector="OR"),
                    name="break_ends",
                ),
                django.contrib.postgres.constraints.ExclusionConstraint(
                    expressions=[
                        (models.Func("dealer_id", "dealer_id", models.Value("[]"), function="int8range"), "&&"),
                        (
                            models.Func(
                                "started_at",
                                "ended_at",
                                function="tstzrange",
                                output_field=django.contrib.postgres.fields.ranges.DateTimeRangeField(),
                            ),
                            "&&",
                        ),
                    ],
                    name="breaks_do_not_overlap",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="DeckChange",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="deck_changes",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            ("deck", models.CharField(help_text="Colour and number of the set.", max_length=40, verbose_name="deck")),
            (
                "shuffler",
                models.CharField(
                    blank=True, help_text="Empty: shuffled by hand.", max_length=40, verbose_name="shuffler"
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
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
        ],
        options={
            "verbose_name": "change of the deck",
            "verbose_name_plural": "changes of the deck",
            "ordering": ("-pk",),
            "indexes": [models.Index(fields=["table", "-at"], name="deck_change_of_table")],
            "constraints": [
                models.CheckConstraint(condition=models.Q(("deck", ""), _negated=True), name="deck_change_names_deck")
            ],
        },
    ),
    migrations.CreateModel(
        name="Erasure",
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
                "guest",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="erasures",
                    to="tables.guest",
                    verbose_name="guest",
                ),
            ),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
            ("asked_at", models.DateTimeField(verbose_name="asked at")),
            (
                "asked_by",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="asked by",
                ),
            ),
            (
                "state",
                models.CharField(
                    choices=[("asked", "asked for"), ("done", "erased"), ("declined", "declined")],
                    default="asked",
                    max_length=8,
                    verbose_name="state",
                ),
            ),
            ("decided_at", models.DateTimeField(null=True, verbose_name="decided at")),
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
            ("rows", models.JSONField(default=dict, verbose_name="rows")),
        ],
        options={
            "verbose_name": "erasure",
            "verbose_name_plural": "erasures",
            "ordering": ("-pk",),
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("decided_at", None), ("decided_by", None), ("state", "asked")),
                        models.Q(models.Q(("state", "asked"), _negated=True), ("decided_at__isnull", False)),
                        _connector="OR",
                    ),
                    name="erasure_decided",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "done"), _negated=True),
                        models.Q(("asked_by", None), ("decided_by", None)),
                        models.Q(
                            ("asked_by__isnull", False),
                            ("decided_by__isnull", False),
                            models.Q(("decided_by", models.F("asked_by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="erasure_by_two",
                ),
                models.UniqueConstraint(
                    condition=models.Q(("state", "asked")), fields=("guest",), name="erasure_asked_once"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="LegalHold",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "guest",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="holds",
                    to="tables.guest",
                    verbose_name="guest",
                ),
            ),
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
            ("lifted_at", models.DateTimeField(null=True, verbose_name="lifted at")),
            (
                "lifted_by",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="lifted by",
                ),
            ),
            ("lifted_because", models.CharField(blank=True, max_length=500, verbose_name="lifted because")),
        ],
        options={
            "verbose_name": "legal hold",
            "verbose_name_plural": "legal holds",
            "ordering": ("-pk",),
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("lifted_at", None), ("lifted_by", None)),
                        models.Q(
                            ("lifted_at__isnull", False),
                            ("lifted_by__isnull", False),
                            models.Q(("lifted_by", models.F("by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="hold_lifted_by_another",
                ),
                models.UniqueConstraint(condition=models.Q(("lifted_at", None)), fields=("guest",), name="hold_once"),
            ],
        },
    ),
    migrations.CreateModel(
        name="HandOver",
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
                "gaming_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="hand_overs",
                    to="accounting.gamingday",
                    verbose_name="gaming day",
                ),
            ),
            ("shift", models.PositiveSmallIntegerField(verbose_name="shift")),
            ("facts", models.JSONField(verbose_name="facts")),
            ("notes", models.CharField(blank=True, max_length=2000, verbose_name="notes")),
            ("digest", models.CharField(max_length=64, verbose_name="digest")),
            ("at", models.DateTimeField(verbose_name="signed at")),
            (
                "by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="signed by",
                ),
            ),
            ("confirmed_at", models.DateTimeField(blank=True, null=True, verbose_name="confirmed at")),
            (
                "confirmed_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="confirmed by",
                ),
            ),
        ],
        options={
            "verbose_name": "hand-over",
            "verbose_name_plural": "hand-overs",
            "ordering": ("-at",),
            "indexes": [models.Index(fields=["house", "-at"], name="hand_over_latest")],
            "constraints": [
                models.CheckConstraint(condition=models.Q(("shift__gte", 1)), name="hand_over_of_a_shift"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("confirmed_at", None), ("confirmed_by", None)),
                        models.Q(("confirmed_at__isnull", False), ("confirmed_by__isnull", False)),
                        _connector="OR",
                    ),
                    name="hand_over_confirmed_by_somebody",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("confirmed_by", None),
                        models.Q(("confirmed_by", models.F("by")), _negated=True),
                        _connector="OR",
                    ),
                    name="hand_over_by_another",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="HistoricalHouseRules",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            (
                "subject",
                models.CharField(
                    choices=[
                        ("waiting", "waiting lists"),
                        ("moving", "moves"),
                        ("absence", "absent guests"),
                        ("rota", "rota"),
                    ],
                    max_length=20,
                    verbose_name="subject",
                ),
            ),
            ("rules", models.JSONField(default=dict, verbose_name="rules")),
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
            "verbose_name": "historical rules of the house",
            "verbose_name_plural": "historical rules of the house",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="HouseRules",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="rules",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            (
                "subject",
                models.CharField(
                    choices=[
                        ("waiting", "waiting lists"),
                        ("moving", "moves"),
                        ("absence", "absent guests"),
                        ("rota", "rota"),
                    ],
                    max_length=20,
                    verbose_name="subject",
                ),
            ),
            ("rules", models.JSONField(default=dict, verbose_name="rules")),
        ],
        options={
            "verbose_name": "rules of the house",
            "verbose_name_plural": "rules of the house",
            "constraints": [models.UniqueConstraint(fields=("house", "subject"), name="house_rules_once")],
        },
    ),
    migrations.CreateModel(
        name="Incident",
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
                "kind",
                models.CharField(
                    choices=[
                        ("medical", "Medical"),
                        ("behaviour", "Behaviour"),
                        ("equipment", "Equipment"),
                        ("cards", "Cards: defect, deck changed"),
                        ("chips", "Chips: defect, foreign, found"),
                        ("collusion", "Collusion suspected"),
                        ("other", "Something else"),
                    ],
                    max_length=10,
                    verbose_name="kind",
                ),
            ),
            (
                "table",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="incidents",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            (
                "hand",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="incidents",
                    to="tables.hand",
                    verbose_name="hand",
                ),
            ),
            ("text", models.CharField(max_length=2000, verbose_name="what happened")),
            (
                "measures",
                django.contrib.postgres.fields.ArrayField(
                    base_field=models.CharField(
                        choices=[
                            ("warning", "Warning"),
                            ("excluded", "Excluded from the table for the night"),
                            ("deck", "Deck changed"),
                            ("ambulance", "Ambulance called"),
                            ("police", "Police called"),
                        ],
                        max_length=10,
                    ),
                    blank=True,
                    default=list,
                    size=None,
                    verbose_name="measures",
                ),
            ),
            ("present", models.CharField(blank=True, max_length=300, verbose_name="present, witnesses")),
            (
                "owner",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="owner",
                ),
            ),
            (
                "call",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="incident",
                    to="tables.floorcall",
                    verbose_name="call for the floor",
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
                "guests",
                models.ManyToManyField(blank=True, related_name="incidents", to="tables.guest", verbose_name="guests"),
            ),
        ],
        options={
            "verbose_name": "incident",
            "verbose_name_plural": "incidents",
            "ordering": ("-at",),
            "indexes": [models.Index(fields=["house", "-at"], name="incident_latest")],
            "constraints": [
                models.CheckConstraint(condition=models.Q(("text", ""), _negated=True), name="incident_says_something"),
                models.CheckConstraint(
                    condition=models.Q(("hand", None), ("table__isnull", False), _connector="OR"),
                    name="incident_hand_at_a_table",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="IncidentNote",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "incident",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="notes",
                    to="tables.incident",
                    verbose_name="incident",
                ),
            ),
            ("text", models.CharField(max_length=2000, verbose_name="note")),
            (
                "owner",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="owner",
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
        ],
        options={
            "verbose_name": "note on an incident",
            "verbose_name_plural": "notes on incidents",
            "ordering": ("at", "pk"),
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(("text", ""), _negated=True), name="incident_note_says_something"
                )
            ],
        },
    ),
    migrations.CreateModel(
        name="JackpotClaim",
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
                "hand",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="jackpot_claims",
                    to="tables.hand",
                    verbose_name="hand",
                ),
            ),
            (
                "fund",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="claims",
                    to="accounting.fund",
                    verbose_name="fund",
                ),
            ),
            (
                "terms",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.fundterms",
                    verbose_name="terms",
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
                "state",
                models.CharField(
                    choices=[("proposed", "proposed"), ("approved", "approved"), ("declined", "declined")],
                    default="proposed",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            ("shown", models.JSONField(verbose_name="cards and seats")),
            ("posted_cents", models.BigIntegerField(verbose_name="posted")),
            ("falls_cents", models.BigIntegerField(verbose_name="falls")),
            ("shares", models.JSONField(verbose_name="shares")),
            (
                "proposed_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="entered by",
                ),
            ),
            ("proposed_at", models.DateTimeField(verbose_name="entered at")),
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
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
            (
                "entry",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="jackpot_claim",
                    to="accounting.entry",
                    verbose_name="entry",
                ),
            ),
        ],
        options={
            "verbose_name": "claim on a jackpot",
            "verbose_name_plural": "claims on jackpots",
            "ordering": ("-pk",),
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("state", "declined"), _negated=True),
                    fields=("hand",),
                    name="jackpot_claim_one_a_hand",
                ),
                models.CheckConstraint(
                    condition=models.Q(("falls_cents__gt", 0), ("posted_cents__gte", 0)),
                    name="jackpot_claim_amounts_positive",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("decided_at", None), ("decided_by", None), ("entry", None), ("state", "proposed")),
                        models.Q(
                            ("decided_at__isnull", False),
                            ("decided_by__isnull", False),
                            ("entry", None),
                            ("state", "declined"),
                            models.Q(("reason", ""), _negated=True),
                        ),
                        models.Q(
                            ("decided_at__isnull", False),
                            ("entry__isnull", False),
                            ("state", "approved"),
                            models.Q(("decided_by", models.F("proposed_by")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="jackpot_claim_by_two",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="MoveRequest",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "guest",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="move_requests",
                    to="tables.guest",
                    verbose_name="guest",
                ),
            ),
            (
                "game",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.game", verbose_name="game"
                ),
            ),
            (
                "sitting",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="move_requests",
                    to="tables.sitting",
                    verbose_name="sitting",
                ),
            ),
            (
                "kind",
                models.CharField(
                    choices=[("seat", "another seat"), ("table", "another table")], max_length=5, verbose_name="kind"
                ),
            ),
            (
                "to_table",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.table",
                    verbose_name="to table",
                ),
            ),
            ("to_seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="to seat")),
            ("asked_at", models.DateTimeField(verbose_name="asked at")),
            (
                "asked_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="written down by",
                ),
            ),
            (
                "end",
                models.CharField(
                    blank=True,
                    choices=[
                        ("granted", "granted"),
                        ("withdrawn", "withdrawn"),
                        ("declined", "offered and declined"),
                        ("left", "guest left"),
                    ],
                    max_length=9,
                    verbose_name="end",
                ),
            ),
            ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended at")),
            (
                "ended_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="ended by",
                ),
            ),
            (
                "granted",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="granted",
                    to="tables.sitting",
                    verbose_name="granted seat",
                ),
            ),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
        ],
        options={
            "verbose_name": "request to move",
            "verbose_name_plural": "requests to move",
            "ordering": ("pk",),
            "indexes": [
                models.Index(condition=models.Q(("ended_at", None)), fields=["game"], name="move_requests_open"),
                models.Index(
                    condition=models.Q(("ended_at", None)), fields=["sitting"], name="move_requests_of_sitting"
                ),
            ],
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("ended_at", None)), fields=("guest", "kind"), name="move_request_once"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("end", ""), ("ended_at", None), ("ended_by", None)),
                        models.Q(
                            models.Q(("end", ""), _negated=True),
                            ("ended_at__isnull", False),
                            ("ended_by__isnull", False),
                        ),
                        _connector="OR",
                    ),
                    name="move_request_ended",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("end", "granted"), ("granted__isnull", False)),
                        models.Q(models.Q(("end", "granted"), _negated=True), ("granted", None)),
                        _connector="OR",
                    ),
                    name="move_request_granted_sits",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("kind", "table"), models.Q(("kind", "seat"), ("to_table__isnull", False)), _connector="OR"
                    ),
                    name="move_request_of_a_table",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("to_seat", None),
                        models.Q(("to_seat__gte", 1), ("to_seat__lte", 10), ("to_table__isnull", False)),
                        _connector="OR",
                    ),
                    name="move_request_seat_exists",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="MustMove",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "game",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.game", verbose_name="game"
                ),
            ),
            (
                "main",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.table",
                    verbose_name="main table",
                ),
            ),
            (
                "feeder",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.table",
                    verbose_name="feeder table",
                ),
            ),
            ("coupled_at", models.DateTimeField(verbose_name="coupled at")),
            (
                "coupled_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="coupled by",
                ),
            ),
            ("uncoupled_at", models.DateTimeField(blank=True, null=True, verbose_name="uncoupled at")),
            (
                "uncoupled_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="uncoupled by",
                ),
            ),
        ],
        options={
            "verbose_name": "must-move",
            "verbose_name_plural": "must-moves",
            "ordering": ("-pk",),
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(("main", models.F("feeder")), _negated=True), name="must_move_two_tables"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("uncoupled_at", None), ("uncoupled_by", None)),
                        models.Q(("uncoupled_at__gte", models.F("coupled_at")), ("uncoupled_by__isnull", False)),
                        _connector="OR",
                    ),
                    name="must_move_uncoupled",
                ),
                django.contrib.postgres.constraints.ExclusionConstraint(
                    condition=models.Q(("uncoupled_at", None)),
                    expressions=[
                        (
                            models.Func(
                                models.Func("main_id", "main_id", models.Value("[]"), function="int8range"),
                                models.Func("feeder_id", "feeder_id", models.Value("[]"), function="int8range"),
                                function="int8multirange",
                            ),
                            "&&",
                        )
                    ],
                    name="must_move_table_once",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="MustMoveTurn",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "couple",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="turns",
                    to="tables.mustmove",
                    verbose_name="must-move",
                ),
            ),
            (
                "guest",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="must_moves",
                    to="tables.guest",
                    verbose_name="guest",
                ),
            ),
            (
                "game",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.game", verbose_name="game"
                ),
            ),
            (
                "sitting",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="must_move",
                    to="tables.sitting",
                    verbose_name="sitting at the feeder",
                ),
            ),
            (
                "moved_to",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.sitting",
                    verbose_name="sitting at the main table",
                ),
            ),
            ("barred_until", models.DateTimeField(blank=True, null=True, verbose_name="barred until")),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
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
            "verbose_name": "turn of a must-move",
            "verbose_name_plural": "turns of must-moves",
            "ordering": ("pk",),
            "indexes": [
                models.Index(
                    condition=models.Q(("barred_until__isnull", False)),
                    fields=["guest", "barred_until"],
                    name="must_move_barred",
                )
            ],
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("barred_until", None), ("moved_to__isnull", False)),
                        models.Q(
                            ("barred_until__isnull", False), ("moved_to", None), models.Q(("reason", ""), _negated=True)
                        ),
                        _connector="OR",
                    ),
                    name="must_move_moved_or_refused",
                )
            ],
        },
    ),
    migrations.CreateModel(
        name="SeatDraw",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="seat_draws",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            ("commitment", models.CharField(max_length=64, verbose_name="commitment")),
            ("seed", models.CharField(max_length=64, verbose_name="seed")),
            ("announced_at", models.DateTimeField(verbose_name="announced at")),
            (
                "announced_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="announced by",
                ),
            ),
            (
                "purpose",
                models.CharField(
                    blank=True,
                    choices=[("break", "table broken"), ("new_game", "new game")],
                    max_length=8,
                    verbose_name="purpose",
                ),
            ),
            ("drawn_at", models.DateTimeField(blank=True, null=True, verbose_name="drawn at")),
            (
                "drawn_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="drawn by",
                ),
            ),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
            ("facts", models.JSONField(blank=True, null=True, verbose_name="who and what for")),
            ("result", models.JSONField(blank=True, null=True, verbose_name="result")),
        ],
        options={
            "verbose_name": "draw of seats",
            "verbose_name_plural": "draws of seats",
            "ordering": ("-pk",),
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("drawn_at", None)), fields=("table",), name="seat_draw_one_waits"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(
                            ("drawn_at", None), ("drawn_by", None), ("facts", None), ("purpose", ""), ("result", None)
                        ),
                        models.Q(
                            models.Q(("purpose", ""), _negated=True),
                            ("drawn_at__isnull", False),
                            ("drawn_by__isnull", False),
                            ("facts__isnull", False),
                            ("result__isnull", False),
                        ),
                        _connector="OR",
                    ),
                    name="seat_draw_told",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="HouseRuleSet",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "house",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="rule_sets",
                    to="accounting.house",
                    verbose_name="house",
                ),
            ),
            ("name", models.CharField(max_length=60, verbose_name="name")),
            ("version", models.PositiveIntegerField(verbose_name="version")),
            ("key", models.CharField(max_length=1000, verbose_name="rule set")),
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
            ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
        ],
        options={
            "verbose_name": "rule set of the house",
            "verbose_name_plural": "rule sets of the house",
            "ordering": ("house", "name", "version"),
            "constraints": [
                models.UniqueConstraint(fields=("house", "name", "version"), name="house_rule_set_once"),
                models.UniqueConstraint(
                    condition=models.Q(("state", "proposed")),
                    fields=("house", "name"),
                    name="house_rule_set_one_proposal",
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
                    name="house_rule_set_decided",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "approved"), _negated=True),
                        models.Q(("decided_by", models.F("proposed_by")), _negated=True),
                        _connector="OR",
                    ),
                    name="house_rule_set_by_two",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="HistoricalTournament",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("code", models.CharField(max_length=20, verbose_name="code")),
            ("name", models.CharField(max_length=80, verbose_name="name")),
            (
                "state",
                models.CharField(
                    choices=[
                        ("announced", "announced"),
                        ("registering", "registration open"),
                        ("running", "running"),
                        ("finished", "finished"),
                        ("settled", "settled"),
                        ("cancelled", "cancelled"),
                    ],
                    default="announced",
                    max_length=12,
                    verbose_name="state",
                ),
            ),
            (
                "variant",
                models.CharField(
                    choices=[
                        ("texas", "Texas Hold'em"),
                        ("omaha", "Omaha Hold'em"),
                        ("easy_holdem", "Easy Hold'em"),
                        ("casino_holdem", "Casino Hold'em"),
                        ("ultimate_holdem", "Ultimate Texas Hold'em"),
                    ],
                    max_length=20,
                    verbose_name="variant",
                ),
            ),
            (
                "betting",
                models.CharField(
                    choices=[("no_limit", "no-limit"), ("pot_limit", "pot-limit"), ("fixed_limit", "fixed-limit")],
                    max_length=20,
                    verbose_name="betting",
                ),
            ),
            ("starts_at", models.DateTimeField(verbose_name="starts at")),
            ("structure", models.JSONField(verbose_name="structure")),
            (
                "chip_set",
                models.JSONField(
                    default=dict, help_text="Pieces by denomination, the whole set.", verbose_name="chip set"
                ),
            ),
            ("seats_per_table", models.PositiveSmallIntegerField(default=9, verbose_name="seats at a table")),
            ("most_entries", models.PositiveIntegerField(blank=True, null=True, verbose_name="most entries")),
            ("buy_in_cents", models.BigIntegerField(help_text="Goes into the prize pool.", verbose_name="buy-in")),
            (
                "fee_cents",
                models.BigIntegerField(default=0, help_text="Goes to the house, shown openly.", verbose_name="fee"),
            ),
            ("bounty_cents", models.BigIntegerField(default=0, verbose_name="bounty")),
            (
                "bounty_paid_bp",
                models.PositiveIntegerField(
                    default=10000,
                    help_text="In basis points; the rest goes on the winner's own head.",
                    verbose_name="paid of a bounty",
                ),
            ),
            ("re_buy_cents", models.BigIntegerField(default=0, verbose_name="re-buy")),
            ("re_buy_fee_cents", models.BigIntegerField(default=0, verbose_name="fee of a re-buy")),
            ("add_on_cents", models.BigIntegerField(default=0, verbose_name="add-on")),
            ("add_on_fee_cents", models.BigIntegerField(default=0, verbose_name="fee of an add-on")),
            ("guarantee_cents", models.BigIntegerField(default=0, verbose_name="guaranteed pool")),
            ("payout_unit_cents", models.BigIntegerField(default=100, verbose_name="prizes are multiples of")),
            (
                "payouts",
                models.JSONField(
                    default=list, help_text="Cents by place, once they are fixed.", verbose_name="payouts"
                ),
            ),
            ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="started at")),
            ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="registration closed at")),
            ("finished_at", models.DateTimeField(blank=True, null=True, verbose_name="finished at")),
            ("settled_at", models.DateTimeField(blank=True, null=True, verbose_name="settled at")),
            ("is_hand_for_hand", models.BooleanField(default=False, verbose_name="hand for hand")),
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
                "final",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="tables.tournament",
                    verbose_name="final",
                ),
            ),
            (
                "seat_for",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="tables.tournament",
                    verbose_name="satellite for",
                ),
            ),
            (
                "settled_by",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="settled by",
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
            "verbose_name": "historical tournament",
            "verbose_name_plural": "historical tournaments",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="Tournament",
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
            ("code", models.CharField(max_length=20, verbose_name="code")),
            ("name", models.CharField(max_length=80, verbose_name="name")),
            (
                "state",
                models.CharField(
                    choices=[
                        ("announced", "announced"),
                        ("registering", "registration open"),
                        ("running", "running"),
                        ("finished", "finished"),
                        ("settled", "settled"),
                        ("cancelled", "cancelled"),
                    ],
                    default="announced",
                    max_length=12,
                    verbose_name="state",
                ),
            ),
            (
                "variant",
                models.CharField(
                    choices=[
                        ("texas", "Texas Hold'em"),
                        ("omaha", "Omaha Hold'em"),
                        ("easy_holdem", "Easy Hold'em"),
                        ("casino_holdem", "Casino Hold'em"),
                        ("ultimate_holdem", "Ultimate Texas Hold'em"),
                    ],
                    max_length=20,
                    verbose_name="variant",
                ),
            ),
            (
                "betting",
                models.CharField(
                    choices=[("no_limit", "no-limit"), ("pot_limit", "pot-limit"), ("fixed_limit", "fixed-limit")],
                    max_length=20,
                    verbose_name="betting",
                ),
            ),
            ("starts_at", models.DateTimeField(verbose_name="starts at")),
            ("structure", models.JSONField(verbose_name="structure")),
            (
                "chip_set",
                models.JSONField(
                    default=dict, help_text="Pieces by denomination, the whole set.", verbose_name="chip set"
                ),
            ),
            ("seats_per_table", models.PositiveSmallIntegerField(default=9, verbose_name="seats at a table")),
            ("most_entries", models.PositiveIntegerField(blank=True, null=True, verbose_name="most entries")),
            ("buy_in_cents", models.BigIntegerField(help_text="Goes into the prize pool.", verbose_name="buy-in")),
            (
                "fee_cents",
                models.BigIntegerField(default=0, help_text="Goes to the house, shown openly.", verbose_name="fee"),
            ),
            ("bounty_cents", models.BigIntegerField(default=0, verbose_name="bounty")),
            (
                "bounty_paid_bp",
                models.PositiveIntegerField(
                    default=10000,
                    help_text="In basis points; the rest goes on the winner's own head.",
                    verbose_name="paid of a bounty",
                ),
            ),
            ("re_buy_cents", models.BigIntegerField(default=0, verbose_name="re-buy")),
            ("re_buy_fee_cents", models.BigIntegerField(default=0, verbose_name="fee of a re-buy")),
            ("add_on_cents", models.BigIntegerField(default=0, verbose_name="add-on")),
            ("add_on_fee_cents", models.BigIntegerField(default=0, verbose_name="fee of an add-on")),
            ("guarantee_cents", models.BigIntegerField(default=0, verbose_name="guaranteed pool")),
            ("payout_unit_cents", models.BigIntegerField(default=100, verbose_name="prizes are multiples of")),
            (
                "payouts",
                models.JSONField(
                    default=list, help_text="Cents by place, once they are fixed.", verbose_name="payouts"
                ),
            ),
            (
                "final",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="flights",
                    to="tables.tournament",
                    verbose_name="final",
                ),
            ),
            (
                "seat_for",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="satellites",
                    to="tables.tournament",
                    verbose_name="satellite for",
                ),
            ),
            ("started_at", models.DateTimeField(blank=True, null=True, verbose_name="started at")),
            ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="registration closed at")),
            ("finished_at", models.DateTimeField(blank=True, null=True, verbose_name="finished at")),
            ("settled_at", models.DateTimeField(blank=True, null=True, verbose_name="settled at")),
            (
                "settled_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="settled by",
                ),
            ),
            ("is_hand_for_hand", models.BooleanField(default=False, verbose_name="hand for hand")),
            ("version", models.BigIntegerField(default=1, editable=False, verbose_name="version")),
        ],
        options={
            "verbose_name": "tournament",
            "verbose_name_plural": "tournaments",
            "ordering": ("-starts_at", "code"),
            "constraints": [
                models.UniqueConstraint(fields=("house", "code"), name="tournament_once"),
                models.CheckConstraint(
                    condition=models.Q(("code__regex", "^[A-Za-z0-9][A-Za-z0-9-]*$")), name="tournament_code_plain"
                ),
                models.CheckConstraint(
                    condition=models.Q(("seats_per_table__gte", 2), ("seats_per_table__lte", 10)),
                    name="tournament_seats",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("add_on_cents__gte", 0),
                        ("add_on_fee_cents__gte", 0),
                        ("bounty_cents__gte", 0),
                        ("buy_in_cents__gte", 0),
                        ("fee_cents__gte", 0),
                        ("guarantee_cents__gte", 0),
                        ("payout_unit_cents__gt", 0),
                        ("re_buy_cents__gte", 0),
                        ("re_buy_fee_cents__gte", 0),
                    ),
                    name="tournament_amounts",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("final", None), models.Q(("final", models.F("id")), _negated=True), _connector="OR"
                    ),
                    name="tournament_final_is_another",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "settled"), _negated=True), ("settled_at__isnull", False), _connector="OR"
                    ),
                    name="tournament_settled",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="TournamentTable",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tables",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
            (
                "table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tournaments",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            ("position", models.PositiveIntegerField(verbose_name="breaks as number")),
            ("seats", models.PositiveSmallIntegerField(verbose_name="seats")),
            ("button_seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="button")),
            ("small_blind_seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="small blind")),
            ("big_blind_seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="big blind")),
            ("opened_at", models.DateTimeField(verbose_name="opened at")),
            ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="broken at")),
        ],
        options={
            "verbose_name": "tournament table",
            "verbose_name_plural": "tournament tables",
            "ordering": ("position",),
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("closed_at", None)), fields=("table",), name="tournament_table_once"
                ),
                models.UniqueConstraint(fields=("tournament", "position"), name="tournament_breaking_order"),
                models.CheckConstraint(
                    condition=models.Q(("seats__gte", 2), ("seats__lte", 10)), name="tournament_table_seats"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Entrant",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="entrants",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
            (
                "guest",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="tournaments",
                    to="tables.guest",
                    verbose_name="guest",
                ),
            ),
            ("number", models.PositiveIntegerField(verbose_name="number")),
            (
                "state",
                models.CharField(
                    choices=[
                        ("registered", "registered"),
                        ("seated", "seated"),
                        ("out", "out"),
                        ("withdrawn", "withdrawn"),
                        ("advanced", "advanced to the final"),
                    ],
                    default="registered",
                    max_length=12,
                    verbose_name="state",
                ),
            ),
            (
                "table",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="entrants",
                    to="tables.tournamenttable",
                    verbose_name="table",
                ),
            ),
            ("seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat")),
            ("chips", models.BigIntegerField(default=0, verbose_name="chips")),
            ("place", models.PositiveIntegerField(blank=True, null=True, verbose_name="place")),
            ("tied", models.PositiveSmallIntegerField(default=1, verbose_name="places shared")),
            ("out_at", models.DateTimeField(blank=True, null=True, verbose_name="out at")),
        ],
        options={
            "verbose_name": "entrant",
            "verbose_name_plural": "entrants",
            "ordering": ("number",),
            "constraints": [
                models.UniqueConstraint(fields=("tournament", "number"), name="entrant_number_once"),
                models.UniqueConstraint(
                    condition=models.Q(("state__in", ["registered", "seated"])),
                    fields=("tournament", "guest"),
                    name="entrant_plays_once",
                ),
                models.UniqueConstraint(
                    condition=models.Q(("state", "seated")), fields=("table", "seat"), name="entrant_seat_once"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("seat__isnull", False), ("state", "seated"), ("table__isnull", False)),
                        models.Q(models.Q(("state", "seated"), _negated=True), ("seat", None), ("table", None)),
                        _connector="OR",
                    ),
                    name="entrant_seated_has_seat",
                ),
                models.CheckConstraint(condition=models.Q(("chips__gte", 0)), name="entrant_chips"),
            ],
        },
    ),
    migrations.CreateModel(
        name="Purchase",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="purchases",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
            (
                "entrant",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="purchases",
                    to="tables.entrant",
                    verbose_name="entrant",
                ),
            ),
            ("number", models.PositiveIntegerField(verbose_name="receipt")),
            (
                "kind",
                models.CharField(
                    choices=[
                        ("entry", "entry"),
                        ("re_entry", "re-entry"),
                        ("re_buy", "re-buy"),
                        ("add_on", "add-on"),
                        ("seat_won", "seat won"),
                        ("carried", "stack carried over"),
                    ],
                    max_length=10,
                    verbose_name="kind",
                ),
            ),
            ("pool_cents", models.BigIntegerField(verbose_name="into the prize pool")),
            ("fee_cents", models.BigIntegerField(verbose_name="fee")),
            ("bounty_cents", models.BigIntegerField(default=0, verbose_name="bounty")),
            ("chips", models.BigIntegerField(verbose_name="chips issued")),
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
                "entry",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="purchase",
                    to="accounting.entry",
                    verbose_name="entry in the books",
                ),
            ),
            (
                "returned",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.entry",
                    verbose_name="given back by",
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
        ],
        options={
            "verbose_name": "purchase",
            "verbose_name_plural": "purchases",
            "ordering": ("number",),
            "constraints": [
                models.UniqueConstraint(fields=("tournament", "number"), name="purchase_number_once"),
                models.CheckConstraint(
                    condition=models.Q(
                        ("bounty_cents__gte", 0), ("chips__gte", 0), ("fee_cents__gte", 0), ("pool_cents__gte", 0)
                    ),
                    name="purchase_amounts",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("entry__isnull", False),
                        models.Q(("bounty_cents", 0), ("fee_cents", 0), ("pool_cents", 0)),
                        _connector="OR",
                    ),
                    name="purchase_money_is_booked",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Ruling",
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
                "table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="rulings",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            (
                "hand",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="rulings",
                    to="tables.hand",
                    verbose_name="hand",
                ),
            ),
            (
                "round",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="rulings",
                    to="tables.round",
                    verbose_name="round",
                ),
            ),
            (
                "tournament",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="rulings",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
            (
                "rule",
                models.CharField(
                    blank=True, help_text="The rule it rests on, as it is cited.", max_length=120, verbose_name="rule"
                ),
            ),
            ("text", models.CharField(max_length=1000, verbose_name="ruling")),
            (
                "reverses",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="reversed_by",
                    to="tables.ruling",
                    verbose_name="takes the place of",
                ),
            ),
            (
                "call",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="ruling",
                    to="tables.floorcall",
                    verbose_name="call for the floor",
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
                "guests",
                models.ManyToManyField(blank=True, related_name="rulings", to="tables.guest", verbose_name="guests"),
            ),
        ],
        options={
            "verbose_name": "ruling",
            "verbose_name_plural": "rulings",
            "ordering": ("-at",),
            "indexes": [models.Index(fields=["house", "-at"], name="ruling_latest")],
            "constraints": [
                models.CheckConstraint(condition=models.Q(("text", ""), _negated=True), name="ruling_says_something"),
                models.CheckConstraint(
                    condition=models.Q(("hand", None), ("round", None), _connector="OR"), name="ruling_on_hand_or_round"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("reverses", None), models.Q(("reverses", models.F("id")), _negated=True), _connector="OR"
                    ),
                    name="ruling_reverses_another",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="CarryOver",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "session",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="carry_overs",
                    to="tables.session",
                    verbose_name="session",
                ),
            ),
            (
                "from_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.gamingday",
                    verbose_name="from",
                ),
            ),
            (
                "to_day",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="accounting.gamingday",
                    verbose_name="to",
                ),
            ),
            ("at", models.DateTimeField(verbose_name="at")),
            (
                "counted_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="counted by",
                ),
            ),
            ("chips", models.JSONField(blank=True, null=True, verbose_name="chips of the float")),
            ("float_cents", models.BigIntegerField(verbose_name="float by the books")),
            ("counted_float_cents", models.BigIntegerField(verbose_name="float counted")),
            ("stacks_cents", models.BigIntegerField(verbose_name="stacks by the books")),
            ("counted_stacks_cents", models.BigIntegerField(blank=True, null=True, verbose_name="stacks counted")),
        ],
        options={
            "verbose_name": "carry-over",
            "verbose_name_plural": "carry-overs",
            "constraints": [
                models.UniqueConstraint(fields=("session", "from_day"), name="carry_over_once"),
                models.CheckConstraint(
                    condition=models.Q(("from_day", models.F("to_day")), _negated=True), name="carry_over_goes_on"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="StakeStep",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "session",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="stake_steps",
                    to="tables.session",
                    verbose_name="session",
                ),
            ),
            (
                "game",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="stake_steps",
                    to="tables.game",
                    verbose_name="game",
                ),
            ),
            ("after_minutes", models.PositiveIntegerField(blank=True, null=True, verbose_name="after minutes of play")),
            ("after_hands", models.PositiveIntegerField(blank=True, null=True, verbose_name="after hands")),
            (
                "state",
                models.CharField(
                    choices=[
                        ("planned", "planned"),
                        ("taken", "in force"),
                        ("passed", "passed over"),
                        ("cancelled", "cancelled"),
                    ],
                    default="planned",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            ("planned_at", models.DateTimeField(verbose_name="planned at")),
            (
                "planned_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="planned by",
                ),
            ),
            ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended at")),
            (
                "cancelled_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="cancelled by",
                ),
            ),
        ],
        options={
            "verbose_name": "planned increase",
            "verbose_name_plural": "planned increases",
            "ordering": ("after_minutes", "after_hands", "pk"),
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("after_hands", None), ("after_minutes__gt", 0)),
                        models.Q(("after_hands__gt", 0), ("after_minutes", None)),
                        _connector="OR",
                    ),
                    name="stake_step_in_one_measure",
                ),
                models.UniqueConstraint(
                    condition=models.Q(("state", "planned")),
                    fields=("session", "after_minutes", "after_hands"),
                    name="stake_step_once",
                    nulls_distinct=False,
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("ended_at", None), ("state", "planned")),
                        models.Q(models.Q(("state", "planned"), _negated=True), ("ended_at__isnull", False)),
                        _connector="OR",
                    ),
                    name="stake_step_ended",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("cancelled_by__isnull", False), ("state", "cancelled")),
                        models.Q(models.Q(("state", "cancelled"), _negated=True), ("cancelled_by", None)),
                        _connector="OR",
                    ),
                    name="stake_step_cancelled_by",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="GameChange",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "session",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="game_changes",
                    to="tables.session",
                    verbose_name="session",
                ),
            ),
            (
                "from_game",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.game",
                    verbose_name="from game",
                ),
            ),
            (
                "to_game",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.game",
                    verbose_name="to game",
                ),
            ),
            ("from_hand", models.PositiveIntegerField(verbose_name="from hand")),
            ("at", models.DateTimeField(verbose_name="at")),
            (
                "by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="by",
                ),
            ),
            (
                "step",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="change",
                    to="tables.stakestep",
                    verbose_name="planned increase",
                ),
            ),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
        ],
        options={
            "verbose_name": "change of game",
            "verbose_name_plural": "changes of game",
            "ordering": ("pk",),
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("by__isnull", False), ("step", None)),
                        models.Q(("by", None), ("step__isnull", False)),
                        _connector="OR",
                    ),
                    name="game_change_by_somebody_or_planned",
                ),
                models.CheckConstraint(
                    condition=models.Q(("from_game", models.F("to_game")), _negated=True), name="game_change_changes"
                ),
                models.CheckConstraint(condition=models.Q(("from_hand__gt", 0)), name="game_change_from_hand"),
            ],
        },
    ),
    migrations.CreateModel(
        name="PlannedOpening",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="planned_openings",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            (
                "game",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="planned_openings",
                    to="tables.game",
                    verbose_name="game",
                ),
            ),
            ("starts_at", models.DateTimeField(verbose_name="planned start")),
            ("ends_at", models.DateTimeField(blank=True, null=True, verbose_name="planned end")),
            ("planned_at", models.DateTimeField(verbose_name="planned at")),
            (
                "planned_by",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="planned by",
                ),
            ),
            ("cancelled_at", models.DateTimeField(blank=True, null=True, verbose_name="cancelled at")),
            (
                "cancelled_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="cancelled by",
                ),
            ),
            (
                "session",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="planned",
                    to="tables.session",
                    verbose_name="opened as",
                ),
            ),
        ],
        options={
            "verbose_name": "planned opening",
            "verbose_name_plural": "planned openings",
            "ordering": ("starts_at", "pk"),
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("cancelled_at", None), ("session", None)),
                    fields=("table",),
                    name="planned_opening_one_ahead",
                ),
                models.CheckConstraint(
                    condition=models.Q(("ends_at", None), ("ends_at__gt", models.F("starts_at")), _connector="OR"),
                    name="planned_opening_ends_later",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("cancelled_at", None), ("cancelled_by", None)),
                        models.Q(("cancelled_at__isnull", False), ("cancelled_by__isnull", False), ("session", None)),
                        _connector="OR",
                    ),
                    name="planned_opening_cancelled_by",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Draw",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="%(class)ss",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
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
            ("commitment", models.CharField(max_length=64, verbose_name="commitment")),
            ("seed", models.CharField(max_length=64, verbose_name="seed")),
            ("purpose", models.CharField(blank=True, max_length=10, verbose_name="purpose")),
            ("drawn_at", models.DateTimeField(blank=True, null=True, verbose_name="drawn at")),
            ("facts", models.JSONField(blank=True, null=True, verbose_name="who and what for")),
            ("result", models.JSONField(blank=True, null=True, verbose_name="result")),
        ],
        options={
            "verbose_name": "draw",
            "verbose_name_plural": "draws",
            "ordering": ("number",),
            "abstract": False,
            "constraints": [
                models.UniqueConstraint(fields=("tournament", "number"), name="draw_number_once"),
                models.UniqueConstraint(
                    condition=models.Q(("drawn_at", None)), fields=("tournament",), name="draw_one_waits"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="SeatChange",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="%(class)ss",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
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
                "entrant",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="seat_changes",
                    to="tables.entrant",
                    verbose_name="entrant",
                ),
            ),
            (
                "reason",
                models.CharField(
                    choices=[
                        ("draw", "drawn at the start"),
                        ("late", "drawn late"),
                        ("balance", "tables balanced"),
                        ("break", "table broken"),
                        ("redraw", "all drawn again"),
                        ("correction", "corrected by the floor"),
                    ],
                    max_length=10,
                    verbose_name="reason",
                ),
            ),
            (
                "from_table",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.tournamenttable",
                ),
            ),
            ("from_seat", models.PositiveSmallIntegerField(null=True)),
            (
                "to_table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.tournamenttable"
                ),
            ),
            ("to_seat", models.PositiveSmallIntegerField()),
            (
                "explanation",
                models.CharField(
                    blank=True,
                    help_text="What the floor gave as its reason for a correction.",
                    max_length=500,
                    verbose_name="explanation",
                ),
            ),
        ],
        options={
            "verbose_name": "change of seat",
            "verbose_name_plural": "changes of seat",
            "ordering": ("number",),
            "abstract": False,
            "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="seatchange_number_once")],
        },
    ),
    migrations.CreateModel(
        name="ClockEvent",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="%(class)ss",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
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
            ("kind", models.CharField(max_length=10, verbose_name="kind")),
            ("item", models.PositiveSmallIntegerField(default=0, verbose_name="level or break")),
            ("milliseconds", models.BigIntegerField(blank=True, null=True, verbose_name="milliseconds")),
        ],
        options={
            "verbose_name": "event of the clock",
            "verbose_name_plural": "events of the clock",
            "ordering": ("number",),
            "abstract": False,
            "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="clockevent_number_once")],
        },
    ),
    migrations.CreateModel(
        name="Elimination",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="%(class)ss",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
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
            ("level", models.PositiveSmallIntegerField(verbose_name="level")),
            ("places", models.JSONField(help_text="Entrant, place, number of places shared.", verbose_name="places")),
            (
                "bounties",
                models.JSONField(
                    default=list, help_text="Entrant, amount in cents, whose head.", verbose_name="bounties"
                ),
            ),
            ("undone_at", models.DateTimeField(blank=True, null=True, verbose_name="taken back at")),
        ],
        options={
            "verbose_name": "elimination",
            "verbose_name_plural": "eliminations",
            "ordering": ("number",),
            "abstract": False,
            "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="elimination_number_once")],
        },
    ),
    migrations.CreateModel(
        name="ChipCount",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="%(class)ss",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
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
                "table",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.tournamenttable",
                    verbose_name="table",
                ),
            ),
            ("level", models.PositiveSmallIntegerField(verbose_name="level")),
            ("counts", models.JSONField(verbose_name="chips by entrant")),
            ("counted", models.BigIntegerField(verbose_name="counted")),
            ("issued", models.BigIntegerField(verbose_name="issued")),
            ("explanation", models.CharField(blank=True, max_length=500, verbose_name="explanation")),
        ],
        options={
            "verbose_name": "chip count",
            "verbose_name_plural": "chip counts",
            "ordering": ("number",),
            "abstract": False,
            "constraints": [
                models.UniqueConstraint(fields=("tournament", "number"), name="chipcount_number_once"),
                models.CheckConstraint(
                    condition=models.Q(
                        ("counted", models.F("issued")), models.Q(("explanation", ""), _negated=True), _connector="OR"
                    ),
                    name="chipcount_explained",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="ChipSetCheck",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="%(class)ss",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
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
                "when",
                models.CharField(
                    choices=[
                        ("start", "before the start"),
                        ("re_entry", "after the re-entry phase"),
                        ("end", "at the end"),
                    ],
                    max_length=10,
                    verbose_name="when",
                ),
            ),
            ("found", models.JSONField(verbose_name="pieces found")),
            ("missing", models.JSONField(default=dict, verbose_name="pieces missing or over")),
            ("explanation", models.CharField(blank=True, max_length=500, verbose_name="explanation")),
        ],
        options={
            "verbose_name": "check of the chip set",
            "verbose_name_plural": "checks of the chip set",
            "ordering": ("number",),
            "abstract": False,
            "constraints": [
                models.UniqueConstraint(fields=("tournament", "number"), name="chipsetcheck_number_once"),
                models.CheckConstraint(
                    condition=models.Q(("missing", {}), models.Q(("explanation", ""), _negated=True), _connector="OR"),
                    name="chipset_explained",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="ChipRace",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="%(class)ss",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
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
            ("denomination", models.BigIntegerField(verbose_name="colour raced off")),
            ("next_denomination", models.BigIntegerField(verbose_name="next colour")),
            ("stacks", models.JSONField(verbose_name="stacks before and after")),
            ("lines", models.JSONField(default=list, verbose_name="cards and chips by seat")),
            ("difference", models.BigIntegerField(verbose_name="difference")),
        ],
        options={
            "verbose_name": "chip race",
            "verbose_name_plural": "chip races",
            "ordering": ("number",),
            "abstract": False,
            "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="chiprace_number_once")],
        },
    ),
    migrations.CreateModel(
        name="Deal",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="%(class)ss",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
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
            ("method", models.CharField(max_length=20, verbose_name="method")),
            ("stacks", models.JSONField(verbose_name="stacks")),
            ("amounts", models.JSONField(verbose_name="amounts by entrant")),
            ("left_cents", models.BigIntegerField(default=0, verbose_name="left to play for")),
        ],
        options={
            "verbose_name": "deal",
            "verbose_name_plural": "deals",
            "ordering": ("number",),
            "abstract": False,
            "constraints": [models.UniqueConstraint(fields=("tournament", "number"), name="deal_number_once")],
        },
    ),
    migrations.CreateModel(
        name="Prize",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="%(class)ss",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
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
                "kind",
                models.CharField(
                    choices=[("place", "place"), ("bounty", "bounties"), ("seat", "seat won"), ("deal", "deal")],
                    max_length=10,
                    verbose_name="kind",
                ),
            ),
            ("place", models.PositiveIntegerField(blank=True, null=True, verbose_name="place")),
            ("amount_cents", models.BigIntegerField(verbose_name="amount")),
            (
                "entrant",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="prizes",
                    to="tables.entrant",
                    verbose_name="entrant",
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
                "entry",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="prize",
                    to="accounting.entry",
                    verbose_name="entry in the books",
                ),
            ),
            ("paid_at", models.DateTimeField(blank=True, null=True, verbose_name="paid at")),
            (
                "paid_by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="paid by",
                ),
            ),
        ],
        options={
            "verbose_name": "prize",
            "verbose_name_plural": "prizes",
            "ordering": ("number",),
            "abstract": False,
            "constraints": [
                models.UniqueConstraint(fields=("tournament", "number"), name="prize_number_once"),
                models.CheckConstraint(condition=models.Q(("amount_cents__gte", 0)), name="prize_amount"),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("entry", None), ("paid_at", None)),
                        models.Q(("entrant__isnull", False), ("paid_at__isnull", False)),
                        _connector="OR",
                    ),
                    name="prize_paid_to_somebody",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="TournamentHand",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "tournament",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="%(class)ss",
                    to="tables.tournament",
                    verbose_name="tournament",
                ),
            ),
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
                "table",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="hands",
                    to="tables.tournamenttable",
                    verbose_name="table",
                ),
            ),
            ("level", models.PositiveSmallIntegerField(verbose_name="level")),
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
            ("entrants", models.JSONField(verbose_name="entrants by seat")),
            ("actions", models.JSONField(default=list, verbose_name="actions")),
            ("result", models.JSONField(blank=True, null=True, verbose_name="result")),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason for the void")),
        ],
        options={
            "verbose_name": "tournament hand",
            "verbose_name_plural": "tournament hands",
            "ordering": ("number",),
            "abstract": False,
            "constraints": [
                models.UniqueConstraint(fields=("tournament", "number"), name="tournamenthand_number_once"),
                models.UniqueConstraint(
                    condition=models.Q(("state", "open")), fields=("table",), name="tournamenthand_one_open"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "settled"), _negated=True), ("result__isnull", False), _connector="OR"
                    ),
                    name="tournamenthand_result",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="WaitingList",
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
                "game",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="waiting_list",
                    to="tables.game",
                    verbose_name="game",
                ),
            ),
            ("version", models.BigIntegerField(default=1, editable=False, verbose_name="version")),
        ],
        options={
            "verbose_name": "waiting list",
            "verbose_name_plural": "waiting lists",
        },
    ),
    migrations.CreateModel(
        name="WaitingEntry",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "waiting_list",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="entries",
                    to="tables.waitinglist",
                    verbose_name="waiting list",
                ),
            ),
            (
                "guest",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="waits",
                    to="tables.guest",
                    verbose_name="guest",
                ),
            ),
            (
                "state",
                models.CharField(
                    choices=[
                        ("waiting", "waiting"),
                        ("called", "called"),
                        ("locked_up", "seat locked up"),
                        ("seated", "seated"),
                        ("left", "left the list"),
                        ("struck", "struck off"),
                    ],
                    default="waiting",
                    max_length=10,
                    verbose_name="state",
                ),
            ),
            ("rank", models.PositiveIntegerField(verbose_name="rank")),
            ("joined_at", models.DateTimeField(verbose_name="joined at")),
            ("is_remote", models.BooleanField(default=False, verbose_name="joined from outside")),
            ("is_here", models.BooleanField(default=True, verbose_name="in the room")),
            ("is_from_broken_table", models.BooleanField(default=False, verbose_name="from a table that was closed")),
            ("misses", models.PositiveSmallIntegerField(default=0, verbose_name="missed calls")),
            ("called_at", models.DateTimeField(blank=True, null=True, verbose_name="called at")),
            ("has_more_time", models.BooleanField(default=False, verbose_name="asked for more time")),
            ("due_at", models.DateTimeField(blank=True, null=True, verbose_name="due at")),
            (
                "table",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="waited_for",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            ("seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat")),
            (
                "sitting",
                models.OneToOneField(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="waited",
                    to="tables.sitting",
                    verbose_name="sitting",
                ),
            ),
            ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended at")),
        ],
        options={
            "verbose_name": "place on a waiting list",
            "verbose_name_plural": "places on waiting lists",
            "ordering": ("rank", "pk"),
            "indexes": [
                models.Index(condition=models.Q(("due_at__isnull", False)), fields=["due_at"], name="waiting_due")
            ],
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("state__in", ["called", "locked_up", "waiting"])),
                    fields=("waiting_list", "guest"),
                    name="waiting_once_per_list",
                ),
                models.UniqueConstraint(
                    condition=models.Q(("state__in", ["called", "locked_up"])),
                    fields=("guest",),
                    name="waiting_called_to_one_seat",
                ),
                models.UniqueConstraint(
                    condition=models.Q(("state__in", ["called", "locked_up"])),
                    fields=("table", "seat"),
                    name="waiting_seat_kept_for_one",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(
                            ("state__in", ["called", "locked_up"]),
                            ("called_at__isnull", False),
                            ("due_at__isnull", False),
                            ("seat__isnull", False),
                            ("table__isnull", False),
                        ),
                        models.Q(
                            models.Q(("state__in", ["called", "locked_up"]), _negated=True),
                            ("called_at", None),
                            ("seat", None),
                            ("table", None),
                        ),
                        _connector="OR",
                    ),
                    name="waiting_called_to_a_seat",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("sitting__isnull", False), ("state", "seated")),
                        models.Q(models.Q(("state", "seated"), _negated=True), ("sitting", None)),
                        _connector="OR",
                    ),
                    name="waiting_seated_sits",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state__in", ["called", "locked_up", "waiting"]), ("ended_at", None)),
                        models.Q(
                            models.Q(("state__in", ["called", "locked_up", "waiting"]), _negated=True),
                            ("due_at", None),
                            ("ended_at__isnull", False),
                        ),
                        _connector="OR",
                    ),
                    name="waiting_ended",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("state", "waiting"), _negated=True),
                        models.Q(("due_at", None), ("is_here", True)),
                        models.Q(("due_at__isnull", False), ("is_here", False)),
                        _connector="OR",
                    ),
                    name="waiting_until_arrival",
                ),
                models.CheckConstraint(
                    condition=models.Q(("seat", None), models.Q(("seat__gte", 1), ("seat__lte", 10)), _connector="OR"),
                    name="waiting_seat_exists",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="WaitingEvent",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "entry",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="events",
                    to="tables.waitingentry",
                    verbose_name="place on a waiting list",
                ),
            ),
            (
                "kind",
                models.CharField(
                    choices=[
                        ("joined", "joined"),
                        ("arrived", "arrived"),
                        ("called", "called"),
                        ("answered", "answered"),
                        ("locked_up", "seat locked up"),
                        ("missed", "call missed"),
                        ("withdrawn", "call taken back"),
                        ("skipped", "passed over"),
                        ("moved", "moved"),
                        ("seated", "seated"),
                        ("left", "left the list"),
                        ("struck", "struck off"),
                    ],
                    max_length=10,
                    verbose_name="kind",
                ),
            ),
            (
                "cause",
                models.CharField(
                    blank=True,
                    choices=[
                        ("floor", "decided by the floor"),
                        ("not_arrived", "not arrived"),
                        ("called_elsewhere", "called to another seat"),
                        ("call_missed", "nobody came"),
                        ("lock_up_over", "lock-up is over"),
                        ("table_broken", "table closed"),
                        ("seated_elsewhere", "seated at another game"),
                    ],
                    max_length=20,
                    verbose_name="cause",
                ),
            ),
            ("answer", models.CharField(blank=True, max_length=10, verbose_name="answer")),
            ("reason", models.CharField(blank=True, max_length=500, verbose_name="reason")),
            (
                "call",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="outcomes",
                    to="tables.waitingevent",
                    verbose_name="of the call",
                ),
            ),
            (
                "table",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="tables.table",
                    verbose_name="table",
                ),
            ),
            ("seat", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="seat")),
            ("from_place", models.PositiveIntegerField(blank=True, null=True, verbose_name="from place")),
            ("to_place", models.PositiveIntegerField(blank=True, null=True, verbose_name="to place")),
            ("at", models.DateTimeField(verbose_name="at")),
            (
                "by",
                models.ForeignKey(
                    blank=True,
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="by",
                ),
            ),
        ],
        options={
            "verbose_name": "event of a waiting list",
            "verbose_name_plural": "events of waiting lists",
            "ordering": ("pk",),
            "indexes": [models.Index(fields=["entry", "kind"], name="waiting_events")],
            "constraints": [
                models.UniqueConstraint(
                    condition=models.Q(("kind", "missed")), fields=("call",), name="waiting_call_missed_once"
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("kind__in", ["skipped", "moved", "missed", "struck", "withdrawn"]), _negated=True),
                        models.Q(("cause", ""), _negated=True),
                        _connector="OR",
                    ),
                    name="waiting_event_has_cause",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("cause", "floor"), _negated=True),
                        models.Q(("reason", ""), _negated=True),
                        _connector="OR",
                    ),
                    name="waiting_floor_gives_reason",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("kind", "called"), _negated=True),
                        models.Q(("seat__isnull", False), ("table__isnull", False)),
                        _connector="OR",
                    ),
                    name="waiting_call_names_seat",
                ),
                models.CheckConstraint(
                    condition=models.Q(("by__isnull", False), ("kind__in", ["missed", "struck"]), _connector="OR"),
                    name="waiting_event_by_somebody",
                ),
            ],
        },
    ),
]


class Migration(migrations.Migration):
    initial = True
    dependencies = [("accounting", "0001_models"), ("casino", "0001_models")]

    operations = [AtOnce(OPERATIONS)]
