"""Rules of the tronc: all versions, proposed by one person, approved by another."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django_filters.filters import ChoiceFilter
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounting.days.api.fields import DayField, HouseField
from accounting.models import TroncRules
from accounting.policy.tronc import terms
from accounting.tronc.selectors import rules as selector
from accounting.tronc.services import rules
from casino.api.commands import Decision
from casino.api.fields import MOST_CENTS, Body, ObjectField
from casino.api.reading import IdFilter, Row, RowsAndNew, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Seen, Serializer, Takes

_CODE: Final[dict[str, Any]] = {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,19}$"}
_NAME: Final[dict[str, Any]] = {"type": "string", "minLength": 1, "maxLength": terms.NAME_MOST}
_BASIS: Final[dict[str, Any]] = {"type": "string", "minLength": 1, "maxLength": terms.BASIS_MOST}
_RATE: Final[dict[str, Any]] = {"type": "integer", "minimum": 1, "maximum": 10_000}
_POINTS: Final[dict[str, Any]] = {"type": "integer", "minimum": 1, "maximum": terms.MOST_POINTS_HUNDREDTHS}


def _listed(properties: Mapping[str, Any], *, optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """A list with at least one object of these properties."""
    return {
        "type": "array",
        "minItems": 1,
        "items": {
            "type": "object",
            "required": [name for name in properties if name not in optional],
            "additionalProperties": False,
            "properties": dict(properties),
        },
    }


TERMS_SCHEMA: Final[dict[str, Any]] = {
    "title": "TroncTerms",
    "type": "object",
    "required": ["groups", "functions", "full_minutes"],
    "additionalProperties": False,
    "description": "How a month's tips are shared. The quotas of the groups make 10,000; points in hundredths. "
    "`full_minutes`: the attendance for which a function has its points once. `deductions`: what may be taken out of "
    "the tronc, with its legal basis. `guarantee_minutes`: the attendance for the whole guaranteed pay. `recoup_bp`: "
    "the part of a share above the guaranteed pay that pays advances back. `houses`: further houses with this tronc. "
    "`hours`: whether the hours that count are those clocked (without it), planned, or of the downs at the tables. "
    f"`hours_tolerance_minutes`: by how much they may differ on a gaming day before it is a finding (without it "
    f"{terms.TOLERANCE_MINUTES}).",
    "properties": {
        "groups": _listed({"code": _CODE, "name": _NAME, "quota_bp": _RATE}),
        "functions": _listed(
            {
                "code": _CODE,
                "name": _NAME,
                "group": _CODE,
                "points_hundredths": _POINTS,
                "guarantee_cents": {"type": "integer", "minimum": 0, "maximum": MOST_CENTS},
            },
            optional=("guarantee_cents",),
        ),
        "full_minutes": {"type": "integer", "minimum": 1, "maximum": terms.MOST_MINUTES},
        "is_capped": {"type": "boolean"},
        "seniority": _listed(
            {"from_years": {"type": "integer", "minimum": 1, "maximum": terms.MOST_YEARS}, "add_hundredths": _POINTS}
        ),
        "deductions": _listed({"code": _CODE, "name": _NAME, "basis": _BASIS}),
        "levy": {
            "type": "object",
            "required": ["rate_bp", "basis"],
            "additionalProperties": False,
            "properties": {"rate_bp": _RATE, "basis": _BASIS},
        },
        "electronic": {"type": "string", "enum": [one.value for one in terms.Electronic]},
        "remainder": {"type": "string", "enum": [one.value for one in terms.Remainder]},
        "guarantee_minutes": {"type": "integer", "minimum": 0, "maximum": terms.MOST_MINUTES},
        "recoup_bp": _RATE,
        "houses": _listed({"code": _CODE}),
        "record_before_opening": {"type": "boolean"},
        "hours": {"type": "string", "enum": [one.value for one in terms.Hours]},
        "hours_tolerance_minutes": {"type": "integer", "minimum": 0, "maximum": terms.TOLERANCE_MOST},
    },
    "example": {
        "groups": [
            {"code": "gaming", "name": "Gaming and cash", "quota_bp": 7_500},
            {"code": "others", "name": "Others", "quota_bp": 2_500},
        ],
        "functions": [
            {"code": "dealer", "name": "Dealer", "group": "gaming", "points_hundredths": 1_500},
            {"code": "reception", "name": "Reception", "group": "others", "points_hundredths": 800},
        ],
        "full_minutes": 60,
        "seniority": [{"from_years": 10, "add_hundredths": 250}],
        "deductions": [{"code": "insurance", "name": "Employer's social insurance", "basis": "BAG 5 AZR 69/97"}],
        "electronic": "tronc",
    },
}


@extend_schema_field(TERMS_SCHEMA)
class TroncTermsField(ObjectField):
    """Rules of a tronc; `accounting.policy.tronc.terms` reads what is in them."""


class TroncRulesSerializer(Serializer):
    """A version of the rules of a house's tronc."""

    takes = Takes(TroncRules, "id house version terms valid_from state proposed_by proposed_at decided_by decided_at")
    terms = TroncTermsField(help_text="Without what is usual.")
    valid_from = serializers.DateField(help_text="The first day of the month from which they count.")
    decided_by = RelatedId(allow_null=True, help_text="Of approved rules never the person who proposed them.")
    seen = Seen(selector.RULES)


class AllTroncRules(RowsAndNew):
    """The rules of the tronc with all their versions. Propose the next one; a second person approves it."""

    permission = selector.PERMISSION
    queryset = TroncRules.objects.all()
    filterset_class = filter_set(
        TroncRules, house=IdFilter("house_id"), state=ChoiceFilter(choices=TroncRules.State.choices)
    )
    service = rules.propose
    output = TroncRulesSerializer
    examples: ClassVar[Mapping[str, Json]] = {
        "Points an hour": {"terms": TERMS_SCHEMA["example"], "valid_from": "2026-12-01"}
    }

    class Input(Body):
        """The rules, and the first day of the month from which they count."""

        house = HouseField()
        terms = TroncTermsField(source="rules")
        valid_from = DayField()


class OneTroncRules(Row):
    """One version of the rules."""

    permission = selector.PERMISSION
    queryset = TroncRules.objects.all()
    output = TroncRulesSerializer


class ApproveTroncRules(Decision):
    """Approve rules that somebody else has proposed."""

    service = rules.approve
    output = TroncRulesSerializer


class DeclineTroncRules(Decision):
    """Decline rules, or withdraw one's own proposal."""

    service = rules.decline
    output = TroncRulesSerializer
