"""What the floor's log looks like over HTTP: shapes, filters and faces of calls, incidents and hand-over sheets."""

from typing import Any

from django_filters import rest_framework as filters
from rest_framework import serializers

from casino.api.reading import IdFilter
from casino.api.rendering import Json
from tables.models import CallKind, FloorCall, HandOver, Incident, IncidentNote


class FloorCallShape(serializers.Serializer[Any]):
    """A call for the floor; `taken_by` says that he goes, `answered_by` that he came."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    kind = serializers.ChoiceField(CallKind.choices)
    hand = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    called_at = serializers.DateTimeField()
    called_by = serializers.IntegerField()
    taken_at = serializers.DateTimeField(allow_null=True)
    taken_by = serializers.IntegerField(allow_null=True)
    answered_at = serializers.DateTimeField(allow_null=True)
    answered_by = serializers.IntegerField(allow_null=True)
    answer = serializers.CharField(allow_blank=True)

    class Meta:
        ref_name = "FloorCall"


class IncidentNoteShape(serializers.Serializer[Any]):
    """What came later; who sees to it from then on, null: it is over."""

    id = serializers.IntegerField()
    text = serializers.CharField()
    owner = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()
    by = serializers.IntegerField()

    class Meta:
        ref_name = "IncidentNote"


class IncidentShape(serializers.Serializer[Any]):
    """What happened, as it was written; `owner` sees to it now, null: it is over."""

    id = serializers.IntegerField()
    kind = serializers.ChoiceField(Incident.Kind.choices)
    table = serializers.IntegerField(allow_null=True)
    hand = serializers.IntegerField(allow_null=True)
    guests = serializers.ListField(child=serializers.IntegerField())
    text = serializers.CharField()
    measures = serializers.ListField(child=serializers.ChoiceField(Incident.Measure.choices))
    present = serializers.CharField(allow_blank=True)
    owner = serializers.IntegerField(allow_null=True)
    call = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField()
    by = serializers.IntegerField()
    notes = IncidentNoteShape(many=True)

    class Meta:
        ref_name = "Incident"


class HandOverShape(serializers.Serializer[Any]):
    """A sheet as it was signed; `digest` is SHA-256 over it."""

    id = serializers.IntegerField()
    gaming_day = serializers.IntegerField()
    shift = serializers.IntegerField()
    facts = serializers.DictField(help_text="By section, in nobody's language.")
    notes = serializers.CharField(allow_blank=True)
    digest = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.IntegerField()
    confirmed_at = serializers.DateTimeField(allow_null=True)
    confirmed_by = serializers.IntegerField(allow_null=True)

    class Meta:
        ref_name = "HandOver"


class FloorCallFilter(filters.FilterSet):
    """`?house=&table=&kind=ruling`"""

    house = IdFilter("house_id")
    table = IdFilter("table_id")
    kind = filters.ChoiceFilter(choices=CallKind.choices)

    class Meta:
        model = FloorCall
        fields: tuple[str, ...] = ()


class IncidentFilter(filters.FilterSet):
    """`?table=&hand=&guest=&kind=behaviour`"""

    table = IdFilter("table_id")
    hand = IdFilter("hand_id")
    guest = IdFilter("guests")
    kind = filters.ChoiceFilter(choices=Incident.Kind.choices)

    class Meta:
        model = Incident
        fields: tuple[str, ...] = ()


class HandOverFilter(filters.FilterSet):
    """`?gaming_day=`"""

    gaming_day = IdFilter("gaming_day_id")

    class Meta:
        model = HandOver
        fields: tuple[str, ...] = ()


def call_face(row: FloorCall) -> Json:
    """A call."""
    return {
        "id": row.pk,
        "table": row.table_id,
        "kind": row.kind,
        "hand": row.hand_id,
        "round": row.round_id,
        "called_at": row.called_at,
        "called_by": row.called_by_id,
        "taken_at": row.taken_at,
        "taken_by": row.taken_by_id,
        "answered_at": row.answered_at,
        "answered_by": row.answered_by_id,
        "answer": row.answer,
    }


def note_face(row: IncidentNote) -> Json:
    """A note."""
    return {"id": row.pk, "text": row.text, "owner": row.owner_id, "at": row.at, "by": row.by_id}


def incident_face(row: Incident) -> Json:
    """An incident with its notes."""
    notes = list(row.notes.all())
    return {
        "id": row.pk,
        "kind": row.kind,
        "table": row.table_id,
        "hand": row.hand_id,
        "guests": sorted(guest.pk for guest in row.guests.all()),
        "text": row.text,
        "measures": row.measures,
        "present": row.present,
        "owner": notes[-1].owner_id if notes else row.owner_id,
        "call": row.call_id,
        "at": row.at,
        "by": row.by_id,
        "notes": [note_face(note) for note in notes],
    }


def hand_over_face(row: HandOver) -> Json:
    """A signed sheet."""
    return {
        "id": row.pk,
        "gaming_day": row.gaming_day_id,
        "shift": row.shift,
        "facts": row.facts,
        "notes": row.notes,
        "digest": row.digest,
        "at": row.at,
        "by": row.by_id,
        "confirmed_at": row.confirmed_at,
        "confirmed_by": row.confirmed_by_id,
    }
