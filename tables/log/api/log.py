"""The floor's log: calls and those who answer them, incidents, the shift's hand-over.  Rulings are in `corrections`."""

from django.urls import path
from django_filters.filters import ChoiceFilter
from rest_framework import serializers

from accounting.days.api.fields import HouseField
from casino.api.commands import Command, Decision
from casino.api.fields import Body, IdField, TextField
from casino.api.reading import IdFilter, Row, Rows, RowsAndNew, filter_set
from casino.api.serializers import Seen, Serializer, Takes
from tables.log.selectors.hand_overs import HAND_OVERS
from tables.log.services import floor_calls, hand_overs, incidents
from tables.models import CallKind, FloorCall, HandOver, Incident, IncidentNote

_CALLED = [choice for choice in CallKind.choices if choice[0] != CallKind.REFUSED_HAND]


class FloorCallSerializer(Serializer):
    """A call for the floor; `taken_by` is on the way, `answered_by` has come."""

    takes = Takes(
        FloorCall, "id table kind hand round called_at called_by taken_at taken_by answered_at answered_by answer"
    )


class IncidentNoteSerializer(Serializer):
    """What came later; `owner` is responsible from then on, null: it is over."""

    takes = Takes(IncidentNote, "id text owner at by")


class IncidentSerializer(Serializer):
    """What happened, as it was written; `owner` is responsible now, null: it is over."""

    takes = Takes(Incident, "id kind table hand guests text measures present owner call at by")
    guests = serializers.ListField(child=serializers.IntegerField())
    owner = serializers.IntegerField(allow_null=True)
    notes = IncidentNoteSerializer(many=True)

    def get_guests(self, row: Incident) -> list[int]:
        return sorted(guest.pk for guest in row.guests.all())

    def get_owner(self, row: Incident) -> int | None:
        notes = list(row.notes.all())
        return notes[-1].owner_id if notes else row.owner_id


class HandOverSerializer(Serializer):
    """A sheet as it was signed; `digest` is SHA-256 over it."""

    takes = Takes(HandOver, "id gaming_day shift facts notes digest at by confirmed_at confirmed_by")
    facts = serializers.DictField(help_text="By section, in nobody's language.")
    seen = Seen(HAND_OVERS)


class FloorCalls(Rows):
    """All calls for the floor, the latest first; for those who run the room, and for audit."""

    permission = "tables.read_log"
    queryset = FloorCall.objects.all()
    filterset_class = filter_set(
        FloorCall,
        house=IdFilter("house_id"),
        table=IdFilter("table_id"),
        kind=ChoiceFilter(choices=CallKind.choices),
    )
    output = FloorCallSerializer


class CallFloor(Command):
    """Ask the floor to come to a table; calling again for the same changes nothing."""

    service = floor_calls.call
    output = FloorCallSerializer
    idempotent = False
    status = 201

    class Input(Body):
        kind = serializers.ChoiceField(_CALLED)
        hand = IdField(required=False, allow_null=True)
        round = IdField(required=False, allow_null=True)


class Take(Command):
    """Take a call: say that you go."""

    service = floor_calls.take
    output = FloorCallSerializer
    idempotent = False

    class Input(Body):
        over = IdField(
            required=False, allow_null=True, help_text="The colleague who goes already and from whom you take it over."
        )


class Answer(Command):
    """Say that you came, and what was decided; about a refused hand it must be said."""

    service = floor_calls.answer
    output = FloorCallSerializer
    idempotent = False

    class Input(Body):
        text = TextField(max_length=500, required=False)


class Incidents(RowsAndNew):
    """What happened in the room, the latest first, for those who run it and for audit. Write an incident down."""

    permission = "tables.read_log"
    queryset = Incident.objects.prefetch_related("guests", "notes")
    filterset_class = filter_set(
        Incident,
        table=IdFilter("table_id"),
        hand=IdFilter("hand_id"),
        guest=IdFilter("guests"),
        kind=ChoiceFilter(choices=Incident.Kind.choices),
    )
    service = incidents.record
    output = IncidentSerializer

    class Input(Body):
        """`measures`: what was done at once; `owner`: the person responsible for what is left."""

        kind = serializers.ChoiceField(Incident.Kind.choices)
        text = TextField(max_length=2_000)
        table = IdField(required=False, allow_null=True)
        house = IdField(required=False, allow_null=True, help_text="Where it happened at no table.")
        hand = IdField(required=False, allow_null=True)
        guests = serializers.ListField(child=IdField(), source="guest_ids", required=False, max_length=20)
        measures = serializers.ListField(
            child=serializers.ChoiceField(Incident.Measure.choices), required=False, max_length=10
        )
        present = TextField(max_length=300, required=False)
        owner = IdField(required=False, allow_null=True)
        call = IdField(required=False, allow_null=True)


class Note(Command):
    """Add what came later to an incident."""

    service = incidents.note
    output = IncidentNoteSerializer
    idempotent = False
    status = 201

    class Input(Body):
        text = TextField(max_length=2_000)
        owner = IdField(
            required=False, allow_null=True, help_text="The person responsible from now on; none: it is over."
        )


class HandOvers(RowsAndNew):
    """The sheets that shifts handed over, the latest first. Sign the running shift's sheet."""

    permission = "tables.read_log"
    queryset = HandOver.objects.all()
    filterset_class = filter_set(HandOver, gaming_day=IdFilter("gaming_day_id"))
    service = hand_overs.sign
    output = HandOverSerializer

    class Input(Body):
        house = HouseField()
        notes = TextField(max_length=2_000, required=False, help_text="What the next shift must know besides.")


class OneHandOver(Row):
    """One signed sheet."""

    permission = "tables.read_log"
    queryset = HandOver.objects.all()
    output = HandOverSerializer


class Confirm(Decision):
    """Say that you have read a sheet that somebody else signed, and take over."""

    service = hand_overs.confirm
    output = HandOverSerializer


urlpatterns = [
    path("tables/<table:pk>/calls/", CallFloor.as_view(), name="table-call"),
    path("floor-calls/", FloorCalls.as_view(), name="floor-calls"),
    path("floor-calls/<call:pk>/take/", Take.as_view(), name="floor-call-take"),
    path("floor-calls/<call:pk>/answer/", Answer.as_view(), name="floor-call-answer"),
    path("incidents/", Incidents.as_view(), name="incidents"),
    path("incidents/<incident:pk>/notes/", Note.as_view(), name="incident-note"),
    path("hand-overs/", HandOvers.as_view(), name="hand-overs"),
    path("hand-overs/<hand_over:pk>/", OneHandOver.as_view(), name="hand-over"),
    path("hand-overs/<hand_over:pk>/confirm/", Confirm.as_view(), name="hand-over-confirm"),
]
