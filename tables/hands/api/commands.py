"""A finished hand in one call, in both ways of recording; the hand in PHH."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, PolymorphicProxySerializer, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.views import APIView

from casino.api.fields import (
    Body,
    CentsField,
    FlagField,
    IdField,
    InstantField,
    IntField,
    TextField,
    UuidField,
    VersionField,
)
from casino.api.reading import READ, reader
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Serializer
from casino.errors import Refusal
from casino.models import User
from tables.hands.api.serializers import HandSerializer
from tables.hands.selectors import hands as stored
from tables.hands.selectors import phh
from tables.hands.selectors.hands import RecordedHand
from tables.hands.services import lists, pad, recording
from tables.hands.services.pad import Place
from tables.hands.services.recording import Summary
from tables.models import Hand
from tables.play.api.fields import (
    ActionsField,
    SeatField,
    SeatsField,
    bomb_pot_field,
    by_seat,
    by_seat_field,
    tips_field,
)
from tables.play.api.tables import TableCommand
from tables.rules import actions
from tables.rules.actions import Action


class FinishedHand(Body):
    """What both ways of recording share; `client_uuid` identifies the hand for good."""

    rake_cents = CentsField(required=False, allow_null=True)
    reason = TextField(max_length=500, required=False, allow_blank=True)
    client_uuid = UuidField(required=False, allow_null=True)
    dealt_at = InstantField(required=False, allow_null=True)


class EveryAction(FinishedHand):
    """A hand with all its actions, at a table that records every action.  The version is the table's."""

    version = VersionField()
    button_seat = SeatField(required=False, allow_null=True)
    actions = ActionsField()
    tips = tips_field()

    class Meta:
        ref_name = "EveryAction"


class ListedOutcome(FinishedHand):
    """The outcome of a hand, at a table that records summaries: the pot without uncalled bets, flop or not, players.

    `contributions` may say who put in how much; they make up the pot, and `winners` then name all who won a part, and
    `won` how much of the pot without the house's part, before the tip.
    """

    pot_cents = CentsField()
    flop_seen = FlagField()
    dealt_in = IntField()
    tip_cents = CentsField(required=False)
    winners = SeatsField(required=False)
    contributions = by_seat_field()
    won = by_seat_field()
    bomb_pot = bomb_pot_field()

    class Meta:
        ref_name = "ListedOutcome"


class Outcome(ListedOutcome):
    """One such outcome, and where it belongs: the version is the table's."""

    version = VersionField()
    session = IdField(required=False, help_text="From a pad: where the hand belongs, in place of a version.")
    number = IntField(
        min_value=1, required=False, help_text="With `session`: the hand's number there, the one after the last."
    )

    class Meta:
        ref_name = "Outcome"


_EVERY_ACTION = EveryAction()
_OUTCOME = Outcome()


class EitherBody(Body):
    """`EveryAction` if the body has `actions`, else `Outcome`."""

    def run_validation(self, data: Any = None) -> dict[str, Any]:
        body = _EVERY_ACTION if isinstance(data, Mapping) and "actions" in data else _OUTCOME
        values: dict[str, Any] = body.run_validation(data)
        return values


@extend_schema_view(
    post=extend_schema(
        request=PolymorphicProxySerializer("FinishedHand", [EveryAction, Outcome], resource_type_field_name=None)
    )
)
class Record(TableCommand):
    """Record a finished hand and settle it, in one call."""

    service = recording.record_actions
    output = HandSerializer
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {
        "Four taps": {
            "version": 12, "pot_cents": 8400, "flop_seen": True, "dealt_in": 7, "tip_cents": 100, "winners": [3],
            "client_uuid": "0b0c9d4e-5a55-4b0e-9f1b-8a6a3a3f8b10", "dealt_at": "2026-11-21T02:14:08+01:00",
        },
        "Who put in how much": {
            "version": 13, "pot_cents": 9000, "flop_seen": True, "dealt_in": 7, "winners": [3],
            "contributions": [{"seat": 3, "amount_cents": 4000}, {"seat": 5, "amount_cents": 4000},
                              {"seat": 6, "amount_cents": 1000}],
        },
        "From a pad that was without a network": {
            "session": 3, "number": 18, "pot_cents": 8400, "flop_seen": True, "dealt_in": 7, "tip_cents": 100,
            "client_uuid": "0b0c9d4e-5a55-4b0e-9f1b-8a6a3a3f8b11", "dealt_at": "2026-11-21T02:17:40+01:00",
        },
        "Every action": {
            "version": 12, "button_seat": 1, "tips": [],
            "actions": [{"kind": "raise", "seat": 1, "to_cents": 600}, {"kind": "fold", "seat": 2},
                        {"kind": "fold", "seat": 3}],
        },
    }  # fmt: skip
    Input = EitherBody  # type: ignore[assignment]  # it chooses between two bodies, neither of which is the table's

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> RecordedHand:
        if "session_id" in values:
            place = Place(values["session_id"], values.get("number", 0))
            return pad.record(table_id=pk, place=place, summary=summary_of(values), actor=actor)
        if "actions" not in values:
            version = values["version"]
            return recording.record_summary(table_id=pk, version=version, summary=summary_of(values), actor=actor)
        played = {**values, "actions": _actions(values["actions"])}
        return recording.record_actions(table_id=pk, **played, actor=actor)


class ListedHandSerializer(Serializer):
    """A hand of a list, as it was booked."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of the table's session.")
    client_uuid = serializers.UUIDField(allow_null=True)
    dealer = RelatedId(allow_null=True)
    due_cents = serializers.IntegerField()
    taken_cents = serializers.IntegerField()

    def get_due_cents(self, hand: Hand) -> int:
        return int(_rake(hand)["due_cents"])

    def get_taken_cents(self, hand: Hand) -> int:
        return int(_rake(hand)["taken_cents"])


def _rake(hand: Hand) -> Mapping[str, Any]:
    assert hand.result is not None, "a settled hand has a result"
    rake: Mapping[str, Any] = hand.result["rake"]
    return rake


@dataclass(frozen=True, slots=True)
class ListedHands:
    """The hands of a list as they were booked."""

    hands: list[Hand]


class ListedHandsSerializer(Serializer):
    """The hands of a list, in its order."""

    hands = ListedHandSerializer(many=True)


class Import(TableCommand):
    """Record a list of finished hands, in the order in which they were dealt: all of them, or none.

    For what another system or a sheet of paper kept at a table that records summaries.  A refusal names the hand by its
    place in the list (`facts.number`, from 1).
    """

    service = lists.record
    output = ListedHandsSerializer
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {
        "Two hands": {
            "version": 12,
            "hands": [
                {"pot_cents": 8400, "flop_seen": True, "dealt_in": 7, "tip_cents": 100,
                 "dealt_at": "2026-11-21T02:14:08+01:00"},
                {"pot_cents": 600, "flop_seen": False, "dealt_in": 7, "dealt_at": "2026-11-21T02:17:40+01:00"},
            ],
        },
    }  # fmt: skip

    class Input(Body):
        """The version is the table's, as before the first of the hands."""

        version = VersionField()
        hands: ClassVar[Any] = serializers.ListSerializer(
            child=ListedOutcome(), allow_empty=False, max_length=lists.MOST
        )

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> list[Hand]:
        outcomes = [summary_of(hand) for hand in values["hands"]]
        return lists.record(table_id=pk, version=values["version"], outcomes=outcomes, actor=actor)

    def shown(self, result: list[Hand]) -> ListedHands:
        return ListedHands(result)


def summary_of(values: Mapping[str, Any], *, reason: str = "reason") -> Summary:
    """The outcome in a body; `reason`: the name under which it says why another rake was taken than the one due."""
    return Summary(
        pot_cents=values["pot_cents"],
        flop_seen=values["flop_seen"],
        dealt_in=values["dealt_in"],
        tip_cents=values.get("tip_cents", 0),
        rake_cents=values.get("rake_cents"),
        winners=tuple(values.get("winners", ())),
        reason=values.get(reason, ""),
        client_uuid=values.get("client_uuid"),
        dealt_at=values.get("dealt_at"),
        contributions=by_seat(values, "contributions"),
        won=by_seat(values, "won"),
        bomb_pot=values.get("bomb_pot", False),
    )


def _actions(items: list[Mapping[str, object]]) -> list[Action]:
    """The actions, each read strictly; a refusal says which one it is about, counted from 1."""
    read = []
    for number, item in enumerate(items, 1):
        try:
            read.append(actions.from_json(item))
        except Refusal as refusal:
            refusal.facts["number"] = number
            raise
    return read


class PlainText(BaseRenderer):
    """Makes `Accept: text/plain` acceptable; the view writes the text itself."""

    media_type = "text/plain"
    format = "txt"


class Phh(APIView):
    """The hand in the poker hand history format (PHH), for other programs."""

    permission = "tables.read_hands"
    refuses = True
    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    renderer_classes: ClassVar[Any] = (PlainText, JSONRenderer)  # type: ignore[misc]

    @extend_schema(responses={(200, "text/plain"): OpenApiResponse(OpenApiTypes.STR, description="TOML.")})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Refuses a hand of which only the outcome was recorded."""
        stored.shown(pk, actor=reader(request))
        return HttpResponse(phh.text(pk), content_type="text/plain; charset=utf-8")
