"""Rake schedules: reading them, proposing terms (a change is a new version), approving and declining them."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.db.models import Prefetch, QuerySet
from django.urls import path
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounting.days.api.fields import CENTS_SCHEMA, HouseField
from accounting.models import RakeSchedule, ScheduleVersion
from accounting.policy.terms import MOST_PLAYERS
from accounting.rake.selectors import schedules as selector
from accounting.rake.services import schedules
from casino.api.commands import Decision
from casino.api.fields import MOST_CENTS, Body, InstantField, ObjectField, TextField
from casino.api.reading import IdFilter, Row, RowsAndNew, TextFilter, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Seen, Serializer, Takes
from casino.models import User

_PLAYERS: Final = {"type": "integer", "minimum": 2, "maximum": MOST_PLAYERS}
_STEPS: Final = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "required": ["from_cents"],
        "additionalProperties": False,
        "properties": {"from_cents": CENTS_SCHEMA, "total_cents": CENTS_SCHEMA, "add_cents": CENTS_SCHEMA},
    },
}
TERMS_SCHEMA: Final[dict[str, Any]] = {
    "title": "RakeTerms",
    "type": "object",
    "required": ["kind"],
    "additionalProperties": False,
    "description": "What is charged by `kind`: percent (rate_bp, least_cents), steps (steps), increment (amount_cents, "
    "per_cents, first_cents), fixed (amount_cents), time (amount_cents, period_minutes). Nothing else.",
    "properties": {
        "kind": {"type": "string", "enum": ["percent", "steps", "increment", "fixed", "time"]},
        "rate_bp": {"type": "integer", "minimum": 1, "maximum": 10_000, "description": "Basis points: 500 is 5 %."},
        "least_cents": CENTS_SCHEMA,
        "steps": _STEPS,
        "amount_cents": CENTS_SCHEMA,
        "per_cents": CENTS_SCHEMA,
        "first_cents": CENTS_SCHEMA,
        "period_minutes": {"type": "integer", "minimum": 1, "maximum": 1440},
        "cap_cents": CENTS_SCHEMA,
        "caps": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["players", "cap_cents"],
                "additionalProperties": False,
                "properties": {"players": _PLAYERS, "cap_cents": CENTS_SCHEMA},
            },
        },
        "min_pot_cents": CENTS_SCHEMA,
        "no_flop_no_drop": {"type": "boolean"},
        "bomb_pots_free": {
            "type": "boolean",
            "description": "A bomb pot, in which no flop, no drop spares nobody, pays neither rake nor into the fund.",
        },
        "rounding": {"type": "string"},
        "chip_cents": {"type": "integer", "minimum": 1, "maximum": MOST_CENTS},
        "base_includes_uncalled": {"type": "boolean"},
        "jackpot": {
            "type": "object",
            "required": ["fund", "steps"],
            "additionalProperties": False,
            "properties": {
                "fund": {"type": "string"},
                "steps": _STEPS,
                "min_players": _PLAYERS,
                "flop_required": {"type": "boolean"},
            },
        },
    },
    "example": {"kind": "percent", "rate_bp": 500, "cap_cents": 1500, "no_flop_no_drop": True, "chip_cents": 100},
}


@extend_schema_field(TERMS_SCHEMA)
class TermsField(ObjectField):
    """Terms of a schedule; `accounting.policy.terms` reads what is in them."""


class ScheduleVersionSerializer(Serializer):
    """Terms for a period of time."""

    id = serializers.IntegerField()
    version = serializers.IntegerField()
    terms = TermsField()
    valid_from = serializers.DateTimeField(help_text="Of a proposal: as wished; at the earliest from its approval.")
    valid_to = serializers.DateTimeField(allow_null=True, help_text="Excluded; null while no later version is known.")
    created_at = serializers.DateTimeField()
    created_by = RelatedId()
    state = serializers.ChoiceField(
        ScheduleVersion.State.choices, help_text="A change is `proposed` until a second person has approved it."
    )
    approved_at = serializers.DateTimeField(allow_null=True)
    approved_by = RelatedId(allow_null=True, help_text="Never the person who wrote the terms.")
    seen = Seen(selector.SCHEDULES)


class RakeScheduleSerializer(Serializer):
    """A rake schedule; games name it by its id."""

    takes = Takes(RakeSchedule, "id house name")
    versions = ScheduleVersionSerializer(many=True)


def _schedules() -> QuerySet[RakeSchedule]:
    return RakeSchedule.objects.prefetch_related(Prefetch("versions", ScheduleVersion.objects.order_by("version")))


class Schedules(RowsAndNew):
    """The rake schedules with all their versions. Propose terms under a name, new or known.

    Terms are a proposal until a second person has approved them; until then those approved before stay in force. The
    first terms of a new name may name a day that is past; they count from their approval.
    """

    permission = "accounting.view_reports"
    queryset = _schedules()
    filterset_class = filter_set(RakeSchedule, house=IdFilter("house_id"), name=TextFilter())
    service = schedules.publish
    output = RakeScheduleSerializer
    examples: ClassVar[Mapping[str, Json]] = {
        "5 %, at most 15 euros": {
            "name": "Taxe",
            "terms": {"kind": "percent", "rate_bp": 500, "cap_cents": 1500, "no_flop_no_drop": True, "chip_cents": 100},
            "valid_from": "2026-12-01T12:00:00+01:00",
        }
    }

    class Input(Body):
        """Name, terms, and the moment from which they hold."""

        house = HouseField()
        name = TextField(max_length=60)
        terms = TermsField()
        valid_from = InstantField()

    def shown(self, result: ScheduleVersion) -> RakeSchedule:
        return _schedules().get(pk=result.schedule_id)


class OneSchedule(Row):
    """One rake schedule with all its versions."""

    permission = "accounting.view_reports"
    queryset = _schedules()
    output = RakeScheduleSerializer


class _OnVersion(Decision):
    """A decision on one version; answers with the whole schedule."""

    output = RakeScheduleSerializer

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, version: int) -> Any:
        return type(self).service(version_id=selector.version_id(pk, version), **values, actor=actor)

    def shown(self, result: ScheduleVersion) -> RakeSchedule:
        return _schedules().get(pk=result.schedule_id)

    def current(self, *, actor: User, pk: int, version: int) -> RakeSchedule:
        return _schedules().get(pk=pk)


class Approve(_OnVersion):
    """Approve terms that somebody else has written; they count from their day on, at the earliest from now."""

    service = schedules.approve


class Decline(_OnVersion):
    """Decline a proposal, or withdraw one's own."""

    service = schedules.decline

    class Input(Body):
        reason = TextField(max_length=schedules.REASON_MOST, required=False)


_VERSION = "rake-schedules/<schedule:pk>/versions/<version:version>/"

urlpatterns = [
    path("rake-schedules/", Schedules.as_view(), name="rake-schedules"),
    path("rake-schedules/<schedule:pk>/", OneSchedule.as_view(), name="rake-schedule"),
    path(_VERSION + "approve/", Approve.as_view(), name="rake-schedule-approve"),
    path(_VERSION + "decline/", Decline.as_view(), name="rake-schedule-decline"),
]
