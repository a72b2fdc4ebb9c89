"""Incidents stay as written; what comes later is a row beside, and somebody sees to it until nobody has to."""

import pytest
from django.db import DatabaseError, connection, transaction

from casino.errors import Refusal
from tables.log.selectors import entries
from tables.log.services import incidents, rulings
from tables.models import Incident, IncidentNote, Ruling
from tests import builders, databases
from tests.tables.hands.playing import start

pytestmark = pytest.mark.django_db


def two_seated():
    """Two guests at a table."""
    evening = builders.evening()
    evening.sit(evening.table(), 20_000, 20_000)
    return evening


built, evening = databases.shared(two_seated)


@pytest.fixture
def table(evening):
    return evening.house.tables.get().pk


def followed(evening, row):
    return entries.incident(row.pk, actor=evening.floor).owner_now


def test_where_to_whom_and_what_was_done(evening, table):
    hand, guest = start(evening, table).hand, evening.guest()
    row = incidents.record(
        kind="behaviour", text=" Shouted at the dealer. ", table_id=table, hand_id=hand.pk, guest_ids=[guest.pk],
        measures=["warning", "excluded"], present="Seat 2, dealer", owner_id=evening.manager.pk, actor=evening.floor,
    )  # fmt: skip
    assert (row.text, row.house, row.table_id, row.hand, row.by) == (
        "Shouted at the dealer.", evening.house, table, hand, evening.floor,
    )  # fmt: skip
    assert (row.measures, row.present, list(row.guests.all())) == (["excluded", "warning"], "Seat 2, dealer", [guest])


def test_what_happened_at_no_table_is_the_house_s(evening):
    row = incidents.record(kind="equipment", text="The lift stands.", actor=evening.floor)
    assert (row.house, row.table) == (evening.house, None)


def test_who_sees_to_it_is_named_by_the_last_who_wrote(evening, table):
    row = incidents.record(kind="chips", text="A chip is cracked.", owner_id=evening.floor.pk, actor=evening.floor)
    assert followed(evening, row) == evening.floor.pk
    incidents.note(incident_id=row.pk, text="The cage has it.", owner_id=evening.manager.pk, actor=evening.floor)
    assert followed(evening, row) == evening.manager.pk
    incidents.note(incident_id=row.pk, text="Replaced.", actor=evening.manager)
    assert followed(evening, row) is None
    assert [note.text for note in row.notes.all()] == ["The cage has it.", "Replaced."]


def test_refusals(evening, table):
    other = evening.table(code="T08", dealt=False)
    hand = start(evening, table).hand
    right = {"kind": "other", "text": "It rained in.", "table_id": table, "actor": evening.floor}
    for code, values in (
        ("not_allowed", {"actor": evening.dealer}),
        ("incident_unknown", {"kind": "flood"}),
        ("incident_unknown", {"measures": ["prison"]}),
        ("incident_empty", {"text": " . "}),
        ("text_too_long", {"text": "x" * 2_001}),
        ("text_too_long", {"present": "x" * 301}),
        ("no_such_table", {"table_id": 4711}),
        ("no_such_hand", {"table_id": other, "hand_id": hand.pk}),
        ("table_required", {"table_id": None, "hand_id": hand.pk}),
        ("no_such_guest", {"guest_ids": [4711]}),
        ("guests_required", {"measures": ["excluded"]}),
        ("owner_unfit", {"owner_id": evening.dealer.pk}),
        ("owner_unfit", {"owner_id": 4711}),
        ("no_such_call", {"call_id": 4711}),
    ):
        with pytest.raises(Refusal, match=code):
            incidents.record(**(right | values))
    assert not Incident.objects.exists()


def test_refused_notes(evening):
    row = incidents.record(kind="other", text="It rained in.", actor=evening.floor)
    for code, values in (
        ("not_allowed", {"actor": evening.dealer}),
        ("no_such_incident", {"incident_id": 4711}),
        ("incident_empty", {"text": ""}),
        ("owner_unfit", {"owner_id": evening.cage.pk}),
    ):
        with pytest.raises(Refusal, match=code):
            incidents.note(**({"incident_id": row.pk, "text": "Dry again.", "actor": evening.floor} | values))
    assert not IncidentNote.objects.exists()


@pytest.mark.parametrize("role", ["floor", "manager", "auditor"])
def test_who_runs_the_room_or_audits_it_reads(evening, role):
    assert not entries.incidents(evening.house.pk, actor=builders.user(role, "reader"))


@pytest.mark.parametrize("role", ["dealer", "cage", "admin", "integrator"])
def test_nobody_else_reads(evening, role):
    with pytest.raises(Refusal, match="not_allowed"):
        entries.incidents(evening.house.pk, actor=builders.user(role, "reader"))


@pytest.mark.parametrize("name", ["incident", "incident_guests", "incidentnote", "ruling_guests", "calltaking"])
@pytest.mark.parametrize(
    "verb", ["UPDATE tables_{} SET id = id", "DELETE FROM tables_{}", "TRUNCATE tables_{} CASCADE"]
)
def test_what_was_written_stays(evening, table, name, verb):
    """The database itself refuses, whoever asks."""
    guest = evening.guest()
    row = incidents.record(kind="other", text="It rained in.", guest_ids=[guest.pk], actor=evening.floor)
    incidents.note(incident_id=row.pk, text="Dry again.", actor=evening.floor)
    rulings.record(table_id=table, text="Fold.", guest_ids=[guest.pk], actor=evening.floor)
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO tables_floorcall (house_id, table_id, kind, called_at, called_by_id, answer)"
                       " VALUES (%s, %s, 'floor', now(), %s, '') RETURNING id",
                       [evening.house.pk, table, evening.dealer.pk])  # fmt: skip
        (call,) = cursor.fetchone()
        cursor.execute("INSERT INTO tables_calltaking (call_id, number, at, by_id) VALUES (%s, 1, now(), %s)",
                       [call, evening.floor.pk])  # fmt: skip
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            cursor.execute(verb.format(name))
    assert (Incident.objects.count(), IncidentNote.objects.count(), Ruling.objects.count()) == (1, 1, 1)
