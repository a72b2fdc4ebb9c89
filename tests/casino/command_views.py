"""A house of one command: it writes down a sign-in, which is enough of an effect to count."""

from collections.abc import Mapping
from typing import Any

from django.urls import include, path
from rest_framework import serializers, viewsets

from casino.api.commands import Command
from casino.api.fields import Body, CentsField, IdField, ReasonField, VersionField
from casino.api.rendering import Json
from casino.api.serializers import Serializer
from casino.errors import Refusal, Stale
from casino.models import LoginEvent, User
from casino.transactions import use_case


@use_case(None)
def note(*, username: str, version: int | None, actor: User) -> int:
    """One row; refuses `bad` after writing it."""
    row = LoginEvent.objects.create(username=username, kind="pin", ok=True)
    if username == "bad":
        raise Refusal(
            "below_minimum", "At least %(min_cents)s, at most %(max_cents)s.", min_cents=5000, max_cents=124050
        )
    if version not in (None, 7):
        raise Stale("stale", "Out of date.")
    return row.pk


class Note(Command):
    """Write one row."""

    service = note

    class Input(Body):
        class Tip(Body):
            seat = IdField()
            amount_cents = CentsField(min_value=1)

        username = serializers.CharField(max_length=64)
        amount_cents = CentsField(required=False)
        cards = serializers.ListField(required=False)
        reason = ReasonField(required=False)
        tips = Tip(many=True, required=False)
        version = VersionField()

    class Output(Serializer):
        id = serializers.IntegerField()

    output = Output
    status = 201

    def run(self, values: Mapping[str, Any], *, actor: User, **path: Any) -> Json:
        row = note(username=values["username"], version=values.get("version"), actor=actor)
        return {"id": row, "cards": values.get("cards"), "table": path["pk"]}

    def current(self, *, actor: User, **path: Any) -> Json:
        return {"version": 7}


class EventSerializer(serializers.ModelSerializer[LoginEvent]):
    class Meta:
        model = LoginEvent
        fields = ("id", "username", "at")


class Events(viewsets.ReadOnlyModelViewSet[LoginEvent]):
    permission = None
    queryset = LoginEvent.objects.all()
    serializer_class = EventSerializer
    filterset_fields = ("username", "user")


handler500 = "casino.pages.errors.server_error"
urlpatterns = [
    path("api/v1/", include("casino.api.urls")),
    path("api/v1/tables/<id:pk>/note/", Note.as_view()),
    path("api/v1/events/", Events.as_view({"get": "list"})),
    path("api/v1/events/<id:pk>/", Events.as_view({"get": "retrieve"})),
]
