"""Levy terms: what a Land's law takes of the gross gaming revenue."""

from typing import Any, Final

from django.urls import path
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounting.days.api.fields import CENTS_SCHEMA, DayField, HouseField
from accounting.models import LevyTerms
from accounting.policy import levy
from accounting.policy.laws import LAWS
from accounting.revenue.selectors.levies import TERMS
from accounting.revenue.services import levies
from casino.api.commands import Decision
from casino.api.fields import Body, ObjectField
from casino.api.reading import IdFilter, Row, RowsAndNew, filter_set
from casino.api.serializers import RelatedId, Seen, Serializer, Takes

TERMS_SCHEMA: Final[dict[str, Any]] = {
    "title": "TermsOfLevies",
    "type": "object",
    "required": ["law", "source", "levies"],
    "additionalProperties": False,
    "description": "What a Land's law takes of the gross gaming revenue. `loss`: what a loss of the house's own games "
    "is set off against. `basis`: which figure is revenue where booked and counted differ. `brought`: what the house "
    "brings along from before its first statement.",
    "properties": {
        "law": {"type": "string", "maxLength": levy.NAME_MOST},
        "source": {"type": "string", "maxLength": levy.SOURCE_MOST, "description": "The address of the public text."},
        "levies": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["name", "tiers"],
                "additionalProperties": False,
                "properties": {
                    "name": {"type": "string", "maxLength": levy.NAME_MOST},
                    "period": {"type": "string", "enum": [one.value for one in levy.Period]},
                    "tiers": {
                        "type": "array",
                        "minItems": 1,
                        "maxItems": levy.TIERS_MOST,
                        "items": {
                            "type": "object",
                            "required": ["from_cents", "rate_bp"],
                            "additionalProperties": False,
                            "properties": {
                                "from_cents": CENTS_SCHEMA,
                                "rate_bp": {"type": "integer", "minimum": 0, "maximum": 10_000},
                            },
                        },
                    },
                },
            },
        },
        "loss": {"type": "string", "enum": [one.value for one in levy.Loss]},
        "basis": {"type": "string", "enum": [one.value for one in levy.Basis]},
        "taken_in_is_revenue": {"type": "boolean"},
        "rounding": {"type": "string"},
        "brought": {
            "type": "object",
            "additionalProperties": False,
            "properties": {"revenue_cents": CENTS_SCHEMA, "month_cents": CENTS_SCHEMA, "loss_cents": CENTS_SCHEMA},
        },
    },
    "example": dict(LAWS["nrw"]),
}


@extend_schema_field(TERMS_SCHEMA)
class LevyTermsField(ObjectField):
    """Levy terms; `accounting.policy.levy` reads what is in them."""


class LevyTermsSerializer(Serializer):
    """A version of a house's levy terms."""

    takes = Takes(LevyTerms, "id house version terms valid_from state proposed_at proposed_by decided_at")
    terms = LevyTermsField()
    valid_from = serializers.DateField(help_text="The first gaming day; it may be past.")
    decided_by = RelatedId(allow_null=True, help_text="Of approved terms never the person who proposed them.")
    seen = Seen(TERMS)


class AllLevyTerms(RowsAndNew):
    """The levy terms of the house with all their versions. Propose the next one; a second person approves it."""

    permission = "accounting.view_reports"
    queryset = LevyTerms.objects.all()
    filterset_class = filter_set(LevyTerms, house=IdFilter("house_id"))
    service = levies.propose
    output = LevyTermsSerializer

    class Input(Body):
        """The law's terms, and the gaming day from which they hold."""

        house = HouseField()
        terms = LevyTermsField()
        valid_from = DayField()


class OneLevyTerms(Row):
    """One version of levy terms."""

    permission = "accounting.view_reports"
    queryset = LevyTerms.objects.all()
    output = LevyTermsSerializer


class ApproveLevyTerms(Decision):
    """Approve levy terms that somebody else has proposed."""

    service = levies.approve
    output = LevyTermsSerializer


class DeclineLevyTerms(Decision):
    """Decline levy terms, or withdraw one's own proposal."""

    service = levies.decline
    output = LevyTermsSerializer


_ONE = "levy-terms/<levy_terms:pk>/"

urlpatterns = [
    path("levy-terms/", AllLevyTerms.as_view(), name="levy-terms"),
    path(_ONE, OneLevyTerms.as_view(), name="one-levy-terms"),
    path(f"{_ONE}approve/", ApproveLevyTerms.as_view(), name="levy-terms-approve"),
    path(f"{_ONE}decline/", DeclineLevyTerms.as_view(), name="levy-terms-decline"),
]
