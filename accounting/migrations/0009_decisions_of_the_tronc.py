"""Records, lists and members of the tronc can be declined; rules and members get a history, which the proof reads."""

from importlib import import_module

import simple_history.models
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q
from django.db.models.deletion import DO_NOTHING, PROTECT, SET_NULL

from casino.guards import Refusing, together
from casino.operations import AtOnce

REFUSING = Refusing("accounting_refuse_change")
_LATER = {
    "accounting_troncmember": ("confirmed_by_id", "confirmed_at"),
    "accounting_tiprecord": (
        "counted_cents", "electronic_cents", "electronic_goes", "drawn_up_by_id", "drawn_up_at", "signed_by_id",
        "signed_at", "entry_id",
    ),
    "accounting_troncpayout": (
        "lines", "total_cents", "prepared_by_id", "prepared_at", "paid_by_id", "paid_at", "entry_id",
    ),
}  # fmt: skip
_DECIDED = {"accounting_troncmember": "confirmed", "accounting_tiprecord": "signed", "accounting_troncpayout": "paid"}
_BEFORE = import_module("accounting.migrations.0004_triggers_of_the_tronc")
BEFORE = together(*(REFUSING.stays_but(table, *_BEFORE._LATER[table][0], until=_BEFORE._LATER[table][1])
                    for table in _LATER))  # fmt: skip
STAYS = together(
    *(
        REFUSING.stays_but(
            table, *later, "declined_by_id", "declined_at",
            until=f"OLD.{_DECIDED[table]}_at IS NOT NULL OR OLD.declined_at IS NOT NULL",
        )
        for table, later in _LATER.items()
    )
)  # fmt: skip
GUARDS = together(
    REFUSING.append_only("accounting_historicaltroncmember"), REFUSING.append_only("accounting_historicaltroncrules")
)

# What was asked for and decided before has the history that it would have had.
PAST = """
INSERT INTO accounting_historicaltroncmember
       (id, house_id, person_id, function, hired_on, valid_from, asked_by_id, asked_at, confirmed_by_id, confirmed_at,
        history_date, history_type, history_user_id)
SELECT id, house_id, person_id, function, hired_on, valid_from, asked_by_id, asked_at, NULL, NULL,
       asked_at, '+', asked_by_id
  FROM accounting_troncmember ORDER BY id;
INSERT INTO accounting_historicaltroncmember
       (id, house_id, person_id, function, hired_on, valid_from, asked_by_id, asked_at, confirmed_by_id, confirmed_at,
        history_date, history_type, history_user_id)
SELECT id, house_id, person_id, function, hired_on, valid_from, asked_by_id, asked_at, confirmed_by_id, confirmed_at,
       confirmed_at, '~', confirmed_by_id
  FROM accounting_troncmember WHERE confirmed_at IS NOT NULL ORDER BY id;
INSERT INTO accounting_historicaltroncrules
       (id, house_id, version, terms, valid_from, state, proposed_by_id, proposed_at, decided_by_id, decided_at,
        history_date, history_type, history_user_id)
SELECT id, house_id, version, terms, valid_from, 'proposed', proposed_by_id, proposed_at, NULL, NULL,
       proposed_at, '+', proposed_by_id
  FROM accounting_troncrules ORDER BY id;
INSERT INTO accounting_historicaltroncrules
       (id, house_id, version, terms, valid_from, state, proposed_by_id, proposed_at, decided_by_id, decided_at,
        history_date, history_type, history_user_id)
SELECT id, house_id, version, terms, valid_from, state, proposed_by_id, proposed_at, decided_by_id, decided_at,
       decided_at, '~', decided_by_id
  FROM accounting_troncrules WHERE decided_at IS NOT NULL ORDER BY id;
"""


def _past(verbose_name: str, to: str = settings.AUTH_USER_MODEL) -> models.ForeignKey:
    """A row that a history names, which may be gone."""
    return models.ForeignKey(
        blank=True, db_constraint=False, null=True, on_delete=DO_NOTHING, related_name="+", to=to,
        verbose_name=verbose_name,
    )  # fmt: skip


def _history(name: str, plural: str) -> dict[str, object]:
    return {
        "verbose_name": f"historical {name}",
        "verbose_name_plural": f"historical {plural}",
        "ordering": ("-history_date", "-history_id"),
        "get_latest_by": ("history_date", "history_id"),
    }


def _change() -> list[tuple[str, models.Field]]:
    kinds = [("+", "Created"), ("~", "Changed"), ("-", "Deleted")]
    return [
        ("history_id", models.AutoField(primary_key=True, serialize=False)),
        ("history_date", models.DateTimeField(db_index=True)),
        ("history_change_reason", models.CharField(max_length=100, null=True)),
        ("history_type", models.CharField(choices=kinds, max_length=1)),
        (
            "history_user",
            models.ForeignKey(null=True, on_delete=SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL),
        ),
    ]


def _declined(model: str) -> list[migrations.operations.base.Operation]:
    by = models.ForeignKey(
        null=True, on_delete=PROTECT, related_name="+", to=settings.AUTH_USER_MODEL, verbose_name="declined by"
    )
    return [
        migrations.AddField(model, "declined_by", by),
        migrations.AddField(model, "declined_at", models.DateTimeField("declined at", null=True)),
    ]


def _either(model: str, decided_at: str, name: str) -> migrations.AddConstraint:
    nobody = Q(declined_by=None, declined_at=None)
    somebody = Q(**{decided_at: None, "declined_by__isnull": False, "declined_at__isnull": False})
    return migrations.AddConstraint(model, models.CheckConstraint(condition=nobody | somebody, name=name))


def _once(model: str, fields: list[str], name: str, **waits: None) -> list[migrations.operations.base.Operation]:
    return [
        migrations.RemoveConstraint(model, name),
        migrations.AddConstraint(model, models.UniqueConstraint(fields=fields, condition=Q(**waits), name=name)),
    ]


FIELDS = [
    migrations.CreateModel(
        "HistoricalTroncMember",
        [
            ("id", models.BigIntegerField("ID", auto_created=True, blank=True, db_index=True)),
            ("house", _past("house", "accounting.house")),
            ("person", _past("person")),
            ("function", models.CharField("function", blank=True, max_length=20)),
            ("hired_on", models.DateField("in service since")),
            ("valid_from", models.DateField("from the month")),
            ("asked_by", _past("entered by")),
            ("asked_at", models.DateTimeField("entered at")),
            ("confirmed_by", _past("confirmed by")),
            ("confirmed_at", models.DateTimeField("confirmed at", null=True)),
            ("declined_by", _past("declined by")),
            ("declined_at", models.DateTimeField("declined at", null=True)),
            *_change(),
        ],
        _history("member of a tronc", "members of troncs"),
        (simple_history.models.HistoricalChanges, models.Model),
    ),
    migrations.CreateModel(
        "HistoricalTroncRules",
        [
            ("id", models.BigIntegerField("ID", auto_created=True, blank=True, db_index=True)),
            ("house", _past("house", "accounting.house")),
            ("version", models.PositiveIntegerField("version")),
            ("terms", models.JSONField("rules")),
            ("valid_from", models.DateField("from the month")),
            (
                "state",
                models.CharField(
                    "state",
                    choices=[("proposed", "proposed"), ("approved", "approved"), ("declined", "declined")],
                    default="proposed",
                    max_length=10,
                ),
            ),
            ("proposed_by", _past("proposed by")),
            ("proposed_at", models.DateTimeField("proposed at")),
            ("decided_by", _past("decided by")),
            ("decided_at", models.DateTimeField("decided at", null=True)),
            *_change(),
        ],
        _history("rules of a tronc", "rules of troncs"),
        (simple_history.models.HistoricalChanges, models.Model),
    ),
    *_declined("troncmember"),
    *_declined("tiprecord"),
    *_declined("troncpayout"),
]
CONSTRAINTS = [
    _either("troncmember", "confirmed_at", "tronc_member_declined"),
    _either("tiprecord", "signed_at", "tip_record_declined"),
    _either("troncpayout", "paid_at", "tronc_payout_declined"),
    *_once("tiprecord", ["gaming_day"], "tip_record_one_unsigned", signed_at=None, declined_at=None),
    *_once("troncpayout", ["house"], "tronc_payout_one_open", paid_at=None, declined_at=None),
    migrations.RunSQL(BEFORE.drop + STAYS.make, STAYS.drop + BEFORE.make),
    migrations.RunSQL(GUARDS.make, GUARDS.drop),
    migrations.RunSQL(PAST, migrations.RunSQL.noop),
]


class Migration(migrations.Migration):
    dependencies = [
        ("accounting", "0008_declining_reopenings"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [AtOnce(FIELDS), AtOnce(CONSTRAINTS)]
