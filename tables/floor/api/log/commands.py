"""What the floor writes down: calls and who goes, incidents, the shift's hand-over.  Rulings are in `corrections`."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.urls import path
from rest_framework import serializers

from accounting.selectors import houses
from casino import roles
from casino.api.commands import Command
from casino.api.fields import Body, IdField, TextField
from casino.api.reading import Row, Rows, RowsAndNew, reader
from casino.api.rendering import Json
from casino.models import User
from tables.floor.api.log.schemas import (
    FloorCallFilter,
    FloorCallShape,
    HandOverFilter,
    HandOverShape,
    IncidentFilter,
    IncidentNoteShape,
    IncidentShape,
    call_face,
    hand_over_face,
    incident_face,
    note_face,
)
from tables.floor.selectors.log import entries
from tables.floor.services.log import floor_calls, hand_overs, incidents
from tables.models import CallKind, FloorCall, HandOver, Incident

_CALLED = [choice for choice in CallKind.choices if choice[0] != CallKind.REFUSED_HAND]


class FloorCalls(Rows):
    """All calls for the floor, the latest first."""

    queryset = FloorCall.objects.none()
    filterset_class = FloorCallFilter
    shape = FloorCallShape

    def get_queryset(self) -> QuerySet[FloorCall]:
        """For who runs the room, and for audit."""
        roles.require(reader(self.request), entries.READS)
        return FloorCall.objects.all()

    def face(self, row: FloorCall) -> Json:
        """A call."""
        return call_face(row)


class CallFloor(Command):
    """Want somebody of the floor at a table; whoever calls again for the same waits already."""

    output = FloorCallShape
    idempotent = False
    status = 201

    class Input(Body):
        """For what, and about which hand or round, if about one."""

        kind = serializers.ChoiceField(_CALLED)
        hand = IdField(required=False, allow_null=True)
        round = IdField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Call."""
        hand_id, round_id = values.get("hand_id"), values.get("round_id")
        return call_face(
            floor_calls.call(table_id=pk, kind=values["kind"], hand_id=hand_id, round_id=round_id, actor=actor)
        )


class Take(Command):
    """Say that you go; `over` is the colleague from whom you take it over."""

    output = FloorCallShape
    idempotent = False

    class Input(Body):
        """From whom, if somebody goes already."""

        over = IdField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Go."""
        return call_face(floor_calls.take(call_id=pk, over_id=values.get("over_id"), actor=actor))


class Answer(Command):
    """Say that you came, and what was decided."""

    output = FloorCallShape
    idempotent = False

    class Input(Body):
        """What was decided; about a refused hand it must be said."""

        text = TextField(max_length=500, required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Answer."""
        return call_face(floor_calls.answer(call_id=pk, text=values.get("text", ""), actor=actor))


class Incidents(RowsAndNew):
    """What happened in the room, the latest first; writing one down."""

    queryset = Incident.objects.none()
    filterset_class = IncidentFilter
    shape = output = IncidentShape

    class Input(Body):
        """What, where, to whom, what was done at once, and who sees to what is left."""

        kind = serializers.ChoiceField(Incident.Kind.choices)
        text = TextField(max_length=2_000)
        table = IdField(required=False, allow_null=True)
        hand = IdField(required=False, allow_null=True)
        guests = serializers.ListField(child=IdField(), required=False, max_length=20)
        measures = serializers.ListField(
            child=serializers.ChoiceField(Incident.Measure.choices), required=False, max_length=10
        )
        present = TextField(max_length=300, required=False)
        owner = IdField(required=False, allow_null=True)
        call = IdField(required=False, allow_null=True)

    def get_queryset(self) -> QuerySet[Incident]:
        """For who runs the room, and for audit."""
        roles.require(reader(self.request), entries.READS)
        return Incident.objects.prefetch_related("guests", "notes")

    def face(self, row: Incident) -> Json:
        """An incident."""
        return incident_face(row)

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Write it down."""
        return incident_face(
            incidents.record(
                kind=values["kind"],
                text=values["text"],
                table_id=values.get("table_id"),
                hand_id=values.get("hand_id"),
                guest_ids=values.get("guests", []),
                measures=values.get("measures", []),
                present=values.get("present", ""),
                owner_id=values.get("owner_id"),
                call_id=values.get("call_id"),
                actor=actor,
            )
        )


class Note(Command):
    """Add what came later to an incident."""

    output = IncidentNoteShape
    idempotent = False
    status = 201

    class Input(Body):
        """What, and who sees to it from now on; nobody: it is over."""

        text = TextField(max_length=2_000)
        owner = IdField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Add it."""
        return note_face(
            incidents.note(incident_id=pk, text=values["text"], owner_id=values.get("owner_id"), actor=actor)
        )


class HandOvers(RowsAndNew):
    """The sheets that shifts handed over, the latest first; signing the running shift's."""

    queryset = HandOver.objects.none()
    filterset_class = HandOverFilter
    shape = output = HandOverShape

    class Input(Body):
        """What the next one must know besides."""

        notes = TextField(max_length=2_000, required=False)

    def get_queryset(self) -> QuerySet[HandOver]:
        """For who runs the room, and for audit."""
        roles.require(reader(self.request), entries.READS)
        return HandOver.objects.all()

    def face(self, row: HandOver) -> Json:
        """A signed sheet."""
        return hand_over_face(row)

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Sign it."""
        return hand_over_face(hand_overs.sign(house_id=houses.one(None), notes=values.get("notes", ""), actor=actor))


class OneHandOver(Row):
    """One signed sheet."""

    queryset = HandOver.objects.none()
    shape = HandOverShape

    def get_queryset(self) -> QuerySet[HandOver]:
        """For who runs the room, and for audit."""
        roles.require(reader(self.request), entries.READS)
        return HandOver.objects.all()

    def face(self, row: HandOver) -> Json:
        """A signed sheet."""
        return hand_over_face(row)


class Confirm(Command):
    """Say that you have read a sheet that somebody else signed, and take over."""

    output = HandOverShape
    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Take over."""
        return hand_over_face(hand_overs.confirm(hand_over_id=pk, actor=actor))


urlpatterns = [
    path("tables/<id:pk>/calls/", CallFloor.as_view(), name="table-call"),
    path("floor-calls/", FloorCalls.as_view(), name="floor-calls"),
    path("floor-calls/<id:pk>/take/", Take.as_view(), name="floor-call-take"),
    path("floor-calls/<id:pk>/answer/", Answer.as_view(), name="floor-call-answer"),
    path("incidents/", Incidents.as_view(), name="incidents"),
    path("incidents/<id:pk>/notes/", Note.as_view(), name="incident-note"),
    path("hand-overs/", HandOvers.as_view(), name="hand-overs"),
    path("hand-overs/<id:pk>/", OneHandOver.as_view(), name="hand-over"),
    path("hand-overs/<id:pk>/confirm/", Confirm.as_view(), name="hand-over-confirm"),
]
