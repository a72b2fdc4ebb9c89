"""People, devices, jobs and what the house writes down of them; what refers to houses or tokens comes in `0002`."""

import django.contrib.auth.validators
import django.contrib.postgres.fields
import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
import simple_history.models
from django.conf import settings
from django.db import migrations, models

import casino.house_time
from casino.operations import AtOnce

OPERATIONS = [
    migrations.CreateModel(
        name="HistoricalUser",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            (
                "username",
                models.CharField(
                    db_index=True,
                    error_messages={"unique": "Somebody else has this user name."},
                    max_length=64,
                    validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                    verbose_name="user name",
                ),
            ),
            ("full_name", models.CharField(blank=True, max_length=120, verbose_name="name")),
            (
                "roles",
                django.contrib.postgres.fields.ArrayField(
                    base_field=models.CharField(
                        choices=[
                            ("dealer", "Dealer"),
                            ("floor", "Floor"),
                            ("cage", "Cage"),
                            ("manager", "Management"),
                            ("auditor", "Audit"),
                            ("admin", "Administration"),
                            ("integrator", "Other system"),
                            ("council", "Works council"),
                        ],
                        max_length=16,
                    ),
                    blank=True,
                    default=list,
                    size=None,
                    verbose_name="roles",
                ),
            ),
            (
                "house_ids",
                django.contrib.postgres.fields.ArrayField(
                    base_field=models.BigIntegerField(),
                    blank=True,
                    help_text="None: every house.",
                    null=True,
                    size=None,
                    verbose_name="works in",
                ),
            ),
            (
                "language",
                models.CharField(
                    choices=[("de", "German"), ("en", "English")], default="de", max_length=2, verbose_name="language"
                ),
            ),
            ("is_active", models.BooleanField(default=True, verbose_name="may sign in")),
            ("secrets_digest", models.CharField(blank=True, editable=False, max_length=64)),
            ("one_time_until", models.DateTimeField(editable=False, null=True, verbose_name="one-time password until")),
            ("is_demo", models.BooleanField(default=False, editable=False, verbose_name="of the demo evening")),
            ("date_joined", models.DateTimeField(default=casino.house_time.now, editable=False, verbose_name="since")),
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
            "verbose_name": "historical user",
            "verbose_name_plural": "historical users",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="User",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("password", models.CharField(max_length=128, verbose_name="password")),
            (
                "username",
                models.CharField(
                    error_messages={"unique": "Somebody else has this user name."},
                    max_length=64,
                    unique=True,
                    validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                    verbose_name="user name",
                ),
            ),
            ("full_name", models.CharField(blank=True, max_length=120, verbose_name="name")),
            (
                "roles",
                django.contrib.postgres.fields.ArrayField(
                    base_field=models.CharField(
                        choices=[
                            ("dealer", "Dealer"),
                            ("floor", "Floor"),
                            ("cage", "Cage"),
                            ("manager", "Management"),
                            ("auditor", "Audit"),
                            ("admin", "Administration"),
                            ("integrator", "Other system"),
                            ("council", "Works council"),
                        ],
                        max_length=16,
                    ),
                    blank=True,
                    default=list,
                    size=None,
                    verbose_name="roles",
                ),
            ),
            (
                "house_ids",
                django.contrib.postgres.fields.ArrayField(
                    base_field=models.BigIntegerField(),
                    blank=True,
                    help_text="None: every house.",
                    null=True,
                    size=None,
                    verbose_name="works in",
                ),
            ),
            (
                "language",
                models.CharField(
                    choices=[("de", "German"), ("en", "English")], default="de", max_length=2, verbose_name="language"
                ),
            ),
            ("preferences", models.JSONField(blank=True, default=dict, editable=False, verbose_name="preferences")),
            ("is_active", models.BooleanField(default=True, verbose_name="may sign in")),
            ("pin_hash", models.CharField(blank=True, editable=False, max_length=128)),
            ("secrets_digest", models.CharField(blank=True, editable=False, max_length=64)),
            ("one_time_until", models.DateTimeField(editable=False, null=True, verbose_name="one-time password until")),
            ("is_demo", models.BooleanField(default=False, editable=False, verbose_name="of the demo evening")),
            ("date_joined", models.DateTimeField(default=casino.house_time.now, editable=False, verbose_name="since")),
        ],
        options={
            "verbose_name": "user",
            "verbose_name_plural": "users",
            "ordering": ("username",),
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        (
                            "roles__contained_by",
                            ["dealer", "floor", "cage", "manager", "auditor", "admin", "integrator", "council"],
                        )
                    ),
                    name="user_roles_known",
                ),
                models.CheckConstraint(
                    condition=models.Q(("house_ids", []), _negated=True), name="user_works_somewhere"
                ),
                models.CheckConstraint(condition=models.Q(("language__in", ["de", "en"])), name="user_language_known"),
            ],
        },
    ),
    migrations.CreateModel(
        name="AccountRequest",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "person",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="account_requests",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="for",
                ),
            ),
            (
                "roles",
                django.contrib.postgres.fields.ArrayField(
                    base_field=models.CharField(
                        choices=[
                            ("dealer", "Dealer"),
                            ("floor", "Floor"),
                            ("cage", "Cage"),
                            ("manager", "Management"),
                            ("auditor", "Audit"),
                            ("admin", "Administration"),
                            ("integrator", "Other system"),
                            ("council", "Works council"),
                        ],
                        max_length=16,
                    ),
                    default=list,
                    size=None,
                    verbose_name="roles",
                ),
            ),
            (
                "house_ids",
                django.contrib.postgres.fields.ArrayField(
                    base_field=models.BigIntegerField(), default=list, size=None, verbose_name="works in"
                ),
            ),
            ("gives_password", models.BooleanField(verbose_name="a new password")),
            ("drops_second_factor", models.BooleanField(default=False, verbose_name="another second factor")),
            ("lets_in", models.BooleanField(verbose_name="may sign in again")),
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
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="decided by",
                ),
            ),
            ("decided_at", models.DateTimeField(null=True, verbose_name="decided at")),
            ("is_approved", models.BooleanField(null=True, verbose_name="approved")),
        ],
        options={
            "verbose_name": "account request",
            "verbose_name_plural": "account requests",
            "ordering": ("-pk",),
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        (
                            "roles__contained_by",
                            ["dealer", "floor", "cage", "manager", "auditor", "admin", "integrator", "council"],
                        )
                    ),
                    name="account_request_roles_known",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("roles", []), _negated=True),
                        models.Q(("house_ids", []), _negated=True),
                        ("gives_password", True),
                        ("drops_second_factor", True),
                        ("lets_in", True),
                        _connector="OR",
                    ),
                    name="account_request_asks",
                ),
                models.CheckConstraint(
                    condition=models.Q(("reason", ""), _negated=True), name="account_request_has_reason"
                ),
                models.CheckConstraint(
                    condition=models.Q(("asked_by", models.F("person")), _negated=True),
                    name="account_request_for_another",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("decided_at", None), ("decided_by", None), ("is_approved", None)),
                        models.Q(
                            ("decided_at__isnull", False), ("decided_by__isnull", False), ("is_approved__isnull", False)
                        ),
                        _connector="OR",
                    ),
                    name="account_request_decided",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("is_approved", True), _negated=True),
                        models.Q(
                            models.Q(("decided_by", models.F("asked_by")), _negated=True),
                            models.Q(("decided_by", models.F("person")), _negated=True),
                        ),
                        _connector="OR",
                    ),
                    name="account_request_by_two",
                ),
                models.UniqueConstraint(
                    condition=models.Q(("decided_at", None)), fields=("person",), name="account_request_open_once"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="StoredAnswer",
        fields=[
            (
                "pk",
                models.CompositePrimaryKey(
                    "actor_id", "key", blank=True, editable=False, primary_key=True, serialize=False
                ),
            ),
            (
                "actor",
                models.ForeignKey(
                    db_constraint=False,
                    db_index=False,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                ),
            ),
            ("key", models.CharField(max_length=255)),
            ("request", models.CharField(max_length=255)),
            ("digest", models.BinaryField(max_length=32)),
            ("status", models.PositiveSmallIntegerField()),
            ("answer", models.TextField()),
            ("created_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
        ],
        options={
            "indexes": [django.contrib.postgres.indexes.BrinIndex(fields=["created_at"], name="storedanswer_age")],
        },
    ),
    migrations.CreateModel(
        name="HistoricalDevice",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("name", models.CharField(db_index=True, max_length=40, verbose_name="name")),
            ("code_until", models.DateTimeField(editable=False, null=True, verbose_name="code good until")),
            ("enrolled_at", models.DateTimeField(editable=False, null=True, verbose_name="enrolled at")),
            ("revoked_at", models.DateTimeField(editable=False, null=True, verbose_name="struck off at")),
            (
                "created_at",
                models.DateTimeField(
                    db_default=django.db.models.functions.datetime.Now(), editable=False, verbose_name="added at"
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
            "verbose_name": "historical tablet",
            "verbose_name_plural": "historical tablets",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="Device",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("name", models.CharField(max_length=40, unique=True, verbose_name="name")),
            ("code_digest", models.CharField(editable=False, max_length=64, null=True, unique=True)),
            ("code_until", models.DateTimeField(editable=False, null=True, verbose_name="code good until")),
            ("token_digest", models.CharField(editable=False, max_length=64, null=True, unique=True)),
            ("enrolled_at", models.DateTimeField(editable=False, null=True, verbose_name="enrolled at")),
            ("revoked_at", models.DateTimeField(editable=False, null=True, verbose_name="struck off at")),
            (
                "created_at",
                models.DateTimeField(
                    db_default=django.db.models.functions.datetime.Now(), editable=False, verbose_name="added at"
                ),
            ),
        ],
        options={
            "verbose_name": "tablet",
            "verbose_name_plural": "tablets",
            "ordering": ("name",),
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(("code_digest__isnull", True), ("code_until__isnull", False), _connector="OR"),
                    name="device_code_ends",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        ("revoked_at__isnull", True),
                        models.Q(("code_digest__isnull", True), ("token_digest__isnull", True)),
                        _connector="OR",
                    ),
                    name="device_struck_off_is_unknown",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="HistoricalPinMisses",
        fields=[
            ("id", models.BigIntegerField(auto_created=True, blank=True, db_index=True, verbose_name="ID")),
            ("misses", models.PositiveSmallIntegerField(default=0, verbose_name="wrong PINs")),
            ("locked_at", models.DateTimeField(null=True, verbose_name="locked at")),
            (
                "device",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to="casino.device",
                    verbose_name="tablet",
                ),
            ),
            (
                "user",
                models.ForeignKey(
                    blank=True,
                    db_constraint=False,
                    null=True,
                    on_delete=django.db.models.deletion.DO_NOTHING,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="user",
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
            "verbose_name": "historical tile",
            "verbose_name_plural": "historical tiles",
            "ordering": ("-history_date", "-history_id"),
            "get_latest_by": ("history_date", "history_id"),
        },
        bases=(simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        name="PinMisses",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "device",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="misses",
                    to="casino.device",
                    verbose_name="tablet",
                ),
            ),
            (
                "user",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="user",
                ),
            ),
            ("misses", models.PositiveSmallIntegerField(default=0, verbose_name="wrong PINs")),
            ("locked_at", models.DateTimeField(null=True, verbose_name="locked at")),
        ],
        options={
            "verbose_name": "tile",
            "verbose_name_plural": "tiles",
            "constraints": [models.UniqueConstraint(fields=("device", "user"), name="misses_of_one_on_one")],
        },
    ),
    migrations.CreateModel(
        name="Job",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("kind", models.CharField(max_length=32, verbose_name="kind")),
            ("params", models.JSONField(default=dict, verbose_name="parameters")),
            (
                "state",
                models.CharField(
                    choices=[("queued", "waiting"), ("running", "running"), ("done", "done"), ("failed", "failed")],
                    default="queued",
                    max_length=8,
                    verbose_name="state",
                ),
            ),
            ("done", models.PositiveIntegerField(default=0, verbose_name="done")),
            ("total", models.PositiveIntegerField(default=0, verbose_name="of")),
            ("result", models.JSONField(null=True, verbose_name="result")),
            ("error", models.TextField(blank=True, verbose_name="error")),
            ("attempts", models.PositiveSmallIntegerField(default=0, verbose_name="attempts")),
            ("dedupe_key", models.CharField(max_length=64)),
            (
                "requested_by",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="requested by",
                ),
            ),
            ("request_id", models.CharField(default="-", max_length=64)),
            (
                "created_at",
                models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="requested"),
            ),
            ("started_at", models.DateTimeField(null=True, verbose_name="started")),
            ("beat_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ("finished_at", models.DateTimeField(null=True, verbose_name="finished")),
        ],
        options={
            "verbose_name": "job",
            "verbose_name_plural": "jobs",
            "ordering": ("-id",),
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(("state__in", ["queued", "running", "done", "failed"])), name="job_state_known"
                ),
                models.UniqueConstraint(
                    condition=models.Q(("state__in", ["queued", "running"])), fields=("dedupe_key",), name="job_once"
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="JobFile",
        fields=[
            (
                "job",
                models.OneToOneField(
                    on_delete=django.db.models.deletion.CASCADE,
                    primary_key=True,
                    related_name="file",
                    serialize=False,
                    to="casino.job",
                    verbose_name="job",
                ),
            ),
            ("name", models.CharField(max_length=120, verbose_name="name")),
            ("media_type", models.CharField(max_length=100, verbose_name="kind")),
            ("content", models.BinaryField(verbose_name="content")),
            ("sha256", models.CharField(max_length=64)),
            (
                "made_at",
                models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="made"),
            ),
        ],
        options={
            "verbose_name": "file",
            "verbose_name_plural": "files",
        },
    ),
    migrations.CreateModel(
        name="JobFilePart",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "file",
                models.ForeignKey(
                    db_index=False,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="parts",
                    to="casino.jobfile",
                    verbose_name="file",
                ),
            ),
            ("position", models.PositiveIntegerField(verbose_name="position")),
            ("content", models.BinaryField(verbose_name="content")),
        ],
        options={
            "verbose_name": "part of a file",
            "verbose_name_plural": "parts of files",
            "constraints": [models.UniqueConstraint(fields=("file", "position"), name="job_file_part_once")],
        },
    ),
    migrations.CreateModel(
        name="Pulse",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
        ],
        options={
            "verbose_name": "pulse",
            "verbose_name_plural": "pulses",
        },
    ),
    migrations.CreateModel(
        name="DeskCounter",
        fields=[
            (
                "pk",
                models.CompositePrimaryKey(
                    "desk", "house_id", "place", blank=True, editable=False, primary_key=True, serialize=False
                ),
            ),
            ("desk", models.CharField(max_length=16)),
            ("house_id", models.BigIntegerField()),
            ("place", models.BigIntegerField()),
            ("commits", models.BigIntegerField()),
        ],
    ),
    migrations.CreateModel(
        name="LoginEvent",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "user",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="user",
                ),
            ),
            ("username", models.CharField(max_length=64, verbose_name="user name")),
            (
                "device",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to="casino.device",
                    verbose_name="tablet",
                ),
            ),
            ("ip", models.GenericIPAddressField(null=True, verbose_name="address")),
            (
                "kind",
                models.CharField(
                    choices=[
                        ("password", "Password"),
                        ("token", "Token"),
                        ("pin", "PIN"),
                        ("code", "Code of the second factor"),
                        ("confirm", "Password again"),
                        ("logout", "Sign-out"),
                        ("enrol", "Tablet"),
                    ],
                    max_length=8,
                    verbose_name="kind",
                ),
            ),
            ("ok", models.BooleanField(verbose_name="succeeded")),
            ("request_id", models.CharField(blank=True, max_length=64)),
            ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="at")),
        ],
        options={
            "verbose_name": "sign-in",
            "verbose_name_plural": "sign-ins",
            "ordering": ("-id",),
            "indexes": [
                models.Index(fields=["username", "at"], name="login_by_name"),
                models.Index(fields=["ip", "at"], name="login_by_address"),
            ],
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(
                        ("kind__in", ["password", "token", "pin", "code", "confirm", "logout", "enrol"])
                    ),
                    name="login_kind_known",
                )
            ],
        },
    ),
    migrations.CreateModel(
        name="RecoveryCode",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "user",
                models.ForeignKey(
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="recovery_codes",
                    to=settings.AUTH_USER_MODEL,
                ),
            ),
            ("number", models.PositiveSmallIntegerField()),
            ("code_hash", models.CharField(max_length=128)),
        ],
        options={
            "constraints": [models.UniqueConstraint(fields=("user", "number"), name="recovery_code_number_once")],
        },
    ),
    migrations.CreateModel(
        name="SecurityEvent",
        fields=[
            ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            (
                "kind",
                models.CharField(
                    choices=[
                        ("refused", "Refused for lack of rights"),
                        ("grave", "Command with the password"),
                        ("misses", "Too many wrong passwords"),
                        ("role", "Role given"),
                        ("admin", "New administrator"),
                        ("terms", "Terms changed"),
                    ],
                    max_length=8,
                    verbose_name="kind",
                ),
            ),
            (
                "user",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="user",
                ),
            ),
            ("about", models.CharField(max_length=255, verbose_name="about")),
            ("ip", models.GenericIPAddressField(null=True, verbose_name="address")),
            ("request_id", models.CharField(blank=True, max_length=64)),
            ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), verbose_name="at")),
            (
                "seen_by",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.PROTECT,
                    related_name="+",
                    to=settings.AUTH_USER_MODEL,
                    verbose_name="seen by",
                ),
            ),
            ("seen_at", models.DateTimeField(null=True, verbose_name="seen at")),
        ],
        options={
            "verbose_name": "security event",
            "verbose_name_plural": "security events",
            "ordering": ("-pk",),
            "indexes": [
                models.Index(fields=["at"], name="security_by_time"),
                models.Index(fields=["user", "about"], name="security_by_user"),
                models.Index(
                    condition=models.Q(("kind__in", ["admin", "misses", "role", "terms"]), ("seen_at", None)),
                    fields=["kind"],
                    name="security_alarms",
                ),
            ],
            "constraints": [
                models.CheckConstraint(
                    condition=models.Q(("kind__in", ["refused", "grave", "misses", "role", "admin", "terms"])),
                    name="security_kind_known",
                ),
                models.CheckConstraint(
                    condition=models.Q(
                        models.Q(("seen_at", None), ("seen_by", None)),
                        models.Q(
                            ("seen_at__isnull", False),
                            ("seen_by__isnull", False),
                            models.Q(
                                ("user", None), models.Q(("seen_by", models.F("user")), _negated=True), _connector="OR"
                            ),
                        ),
                        _connector="OR",
                    ),
                    name="security_seen_by_another",
                ),
            ],
        },
    ),
    migrations.CreateModel(
        name="Session",
        fields=[
            (
                "session_key",
                models.CharField(max_length=40, primary_key=True, serialize=False, verbose_name="session key"),
            ),
            ("session_data", models.TextField(verbose_name="session data")),
            ("expire_date", models.DateTimeField(db_index=True, verbose_name="expire date")),
            (
                "user",
                models.ForeignKey(
                    null=True,
                    on_delete=django.db.models.deletion.CASCADE,
                    related_name="sessions",
                    to=settings.AUTH_USER_MODEL,
                ),
            ),
        ],
        options={
            "verbose_name": "session",
            "verbose_name_plural": "sessions",
            "abstract": False,
        },
    ),
]


class Migration(migrations.Migration):
    initial = True
    dependencies = []

    operations = [AtOnce(OPERATIONS)]
