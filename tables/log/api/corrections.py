"""Corrections and what belongs to a dispute: a hand booked again or entered late, rulings, the bundle."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.commands import Command
from casino.api.fields import (
    Body,
    CentsField,
    FlagField,
    IdField,
    InstantField,
    IntField,
    ReasonField,
    TextField,
    UuidField,
)
from casino.api.reading import READ, IdFilter, Rows, TextFilter, filter_set, reader
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Serializer, Takes
from casino.errors import N_, Malformed
from casino.models import User
from tables.audit.services import bundles
from tables.hands.api.commands import summary_of
from tables.hands.api.serializers import HandSerializer
from tables.hands.api.views import HandCommand
from tables.hands.selectors.hands import RecordedHand
from tables.hands.services import corrections
from tables.log.services import rulings
from tables.models import Ruling
from tables.play.api.fields import SeatsField, bomb_pot_field, by_seat_field


class Figures(Body):
    """The figures of a hand of which only the outcome is recorded.

    `reason` says why it is booked now, `rake_reason` why another rake was taken than the one due.
    """

    reason = ReasonField()
    pot_cents = CentsField()
    flop_seen = FlagField()
    dealt_in = IntField()
    tip_cents = CentsField(required=False)
    rake_cents = CentsField(required=False, allow_null=True)
    rake_reason = TextField(max_length=500, required=False, allow_blank=True)
    winners = SeatsField(required=False)
    contributions = by_seat_field()
    won = by_seat_field()
    bomb_pot = bomb_pot_field()
    client_uuid = UuidField(required=False, allow_null=True)


class Correct(HandCommand):
    """Take a summary back and book what is right: original, reversal and a new hand, by somebody else than booked it.

    Also after its boxes were emptied or its table was closed; no chip moves then. Answers with the new hand.
    """

    service = corrections.correct
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {
        "A nought too many": {
            "version": 1, "reason": "one nought too many", "pot_cents": 8400, "flop_seen": True, "dealt_in": 7,
        },
    }  # fmt: skip

    class Input(HandCommand.Input, Figures):
        """The hand's version, what is right, and why."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> RecordedHand:
        return corrections.correct(
            hand_id=pk,
            version=values["version"],
            summary=summary_of(values, reason="rake_reason"),
            reason=values["reason"],
            actor=actor,
        )


class EnterLate(Command):
    """Book a hand from paper at a table that was closed or carried over since: flagged late, no chip moves."""

    service = corrections.enter_late
    output = HandSerializer
    status = 201

    class Input(Figures):
        """Which opening of a table (`session`), when it was dealt, and what stands on the paper."""

        session = IdField()
        dealt_at = InstantField()

    def run(self, values: Mapping[str, Any], *, actor: User) -> RecordedHand:
        return corrections.enter_late(
            session_id=values["session_id"],
            summary=summary_of(values, reason="rake_reason"),
            dealt_at=values["dealt_at"],
            reason=values["reason"],
            actor=actor,
        )


class RulingSerializer(Serializer):
    """What the floor has decided; `hand` and `round` are null when it was about the game."""

    takes = Takes(Ruling, "id house table hand round tournament guests rule text reverses call at by")
    guests = serializers.ListField(child=serializers.IntegerField())
    rule = serializers.CharField(allow_blank=True, help_text="The rule it rests on, as it is cited.")
    reverses = RelatedId(allow_null=True, help_text="The ruling it takes the place of.")
    call = RelatedId(allow_null=True, help_text="The call for the floor that led to it.")

    def get_guests(self, row: Ruling) -> list[int]:
        return sorted(guest.pk for guest in row.guests.all())


class Rule(Command):
    """Write down what the floor has decided, about a hand or about the game; it stays as it is written."""

    service = rulings.record
    output = RulingSerializer
    status = 201

    class Input(Body):
        """About which hand or round, if about one, between whom, by which rule, and what was decided.

        `reverses`: the ruling of the same table that this one takes the place of; `call`: the call it answers.
        """

        hand = IdField(required=False, allow_null=True)
        round = IdField(required=False, allow_null=True)
        guests = serializers.ListField(child=IdField(), source="guest_ids", required=False, max_length=20)
        rule = TextField(required=False, max_length=120)
        text = TextField(max_length=1_000)
        reverses = IdField(required=False, allow_null=True)
        call = IdField(required=False, allow_null=True)


class Rulings(Rows):
    """What the floor has decided, the latest first."""

    permission = "tables.read_rulings"
    queryset = Ruling.objects.prefetch_related("guests")
    filterset_class = filter_set(
        Ruling,
        house=IdFilter("house_id"),
        table=IdFilter("table_id"),
        hand=IdFilter("hand_id"),
        tournament=IdFilter("tournament_id"),
        by=IdFilter("by_id"),
        rule=TextFilter(),
    )
    output = RulingSerializer


class Zip(BaseRenderer):
    """Makes `Accept: application/zip` acceptable; the view writes the file itself."""

    media_type = "application/zip"
    format = "zip"


class Bundle(APIView):
    """All there is on a hand, in one file that a third party can check (SHA-256)."""

    permission = "tables.read_every_hand"
    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    renderer_classes: ClassVar[Any] = (Zip, JSONRenderer)  # type: ignore[misc]

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "guests", OpenApiTypes.STR, enum=["numbers"], description="With the guests' card numbers by seat."
            )
        ],
        responses={(200, "application/zip"): OpenApiResponse(OpenApiTypes.BINARY, description="A ZIP.")},
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The file, in the reader's language; for those who may read the ledger."""
        guests = request.query_params.get("guests")
        if guests not in (None, "numbers"):
            raise Malformed(
                "bad_choice", N_("%(given)r is not valid. Choose one of: %(choices)s."), given=guests, choices="numbers"
            )
        bundle = bundles.of_hand(hand_id=pk, with_numbers=guests is not None, actor=reader(request))
        headers = {"Content-Disposition": f'attachment; filename="{bundle.name}"'}
        return HttpResponse(bundle.content, content_type="application/zip", headers=headers)
