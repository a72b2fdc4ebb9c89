"""Statements of revenue: read, signed by two, countersigned by the authority; levy terms and the authority's keys."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.urls import path
from django_filters.filters import ChoiceFilter, DateFilter
from rest_framework import serializers

from accounting.days.api.fields import DayField, HouseField
from accounting.models import Countersignature, Statement
from accounting.revenue.selectors.statements import STATEMENTS
from accounting.revenue.services import statements
from casino.api.commands import Decision
from casino.api.fields import Body, ObjectField, TextField
from casino.api.reading import IdFilter, Row, RowsAndNew, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Seen, Serializer, Takes


class CountersignatureSerializer(Serializer):
    """The authority's signature over a statement's seal."""

    takes = Takes(Countersignature, "id key authority signature at")
    authority = serializers.CharField(source="key.authority")
    signature = serializers.CharField(help_text="Ed25519, in hexadecimal.")
    by = RelatedId(help_text="Who handed it in.")

    def get_signature(self, row: Countersignature) -> str:
        return bytes(row.signature).hex()


class StatementSerializer(Serializer):
    """The statement of revenue of a gaming day, a month or a year."""

    id = serializers.IntegerField()
    house = RelatedId()
    period = serializers.ChoiceField(Statement.Period.choices)
    first = serializers.DateField(help_text="The gaming day, or the first day of the month or year.")
    version = serializers.IntegerField(help_text="A correction is a further version.")
    state = serializers.ChoiceField(Statement.State.choices)
    figures = ObjectField(help_text="In cents; `levies` are the tiers with base and levy.")
    rests_on = ObjectField(help_text="The day's seal and the statement before it, or the statements that it adds up.")
    terms = RelatedId(allow_null=True, help_text="The levy terms of a day.")
    reason = serializers.CharField(help_text="Of a correction.")
    differences = serializers.JSONField(help_text="Of a correction: each figure's path, its value before and after.")
    signed_at = serializers.DateTimeField()
    signed_by = RelatedId()
    decided_at = serializers.DateTimeField(allow_null=True)
    decided_by = RelatedId(allow_null=True, help_text="The second signature; never the first signer's.")
    number = serializers.IntegerField(allow_null=True, help_text="In the house's chain of sealed statements.")
    previous = serializers.CharField(help_text="The seal of the statement sealed before.")
    digest = serializers.CharField(help_text="The seal: SHA-256, hexadecimal; empty until it is sealed.")
    message = serializers.CharField(
        allow_null=True, help_text="The text, with its line ends, that the authority signs; null until it is sealed."
    )
    countersignatures = CountersignatureSerializer(many=True)
    seen = Seen(STATEMENTS)

    def get_message(self, row: Statement) -> str | None:
        return statements.message(row).decode() if row.digest else None


def _statements() -> QuerySet[Statement]:
    return Statement.objects.prefetch_related("countersignatures__key")


class Statements(RowsAndNew):
    """The statements of revenue, newest first. Sign the one of a closed gaming day, or of a month or year that is over.

    A second person confirms it, which seals it. Where a sealed version exists, this is a correction with a reason.
    """

    permission = "accounting.view_reports"
    queryset = _statements()
    ordering = ("-first", "-id")
    filterset_class = filter_set(
        Statement,
        house=IdFilter("house_id"),
        period=ChoiceFilter(choices=Statement.Period.choices),
        state=ChoiceFilter(choices=Statement.State.choices),
        first=DateFilter(),
    )
    service = statements.sign
    output = StatementSerializer
    examples: ClassVar[Mapping[str, Json]] = {"A gaming day": {"period": "day", "first": "2026-11-21"}}

    class Input(Body):
        """The period and its first day; of a correction the reason."""

        house = HouseField()
        period = serializers.ChoiceField(Statement.Period.choices)
        first = DayField()
        reason = TextField(max_length=500, required=False)


class OneStatement(Row):
    """One statement of revenue."""

    permission = "accounting.view_reports"
    queryset = _statements()
    output = StatementSerializer


class _OnStatement(Decision):
    output = StatementSerializer

    def shown(self, result: Any) -> Statement:
        pk = result.statement_id if isinstance(result, Countersignature) else result.pk
        return _statements().get(pk=pk)


class ConfirmStatement(_OnStatement):
    """Give the second signature under figures that somebody else has signed; it seals the statement."""

    service = statements.confirm


class DeclineStatement(_OnStatement):
    """Decline a statement that waits for its second signature, or withdraw one's own."""

    service = statements.decline


class CountersignStatement(_OnStatement):
    """Hand in the authority's detached signature over `message`; it is kept once a registered key verifies it."""

    service = statements.countersign

    class Input(Body):
        signature = TextField(max_length=200, help_text="Ed25519 over `message`: 64 bytes in hexadecimal or base64.")


_ONE = "statements/<statement:pk>/"

urlpatterns = [
    path("statements/", Statements.as_view(), name="statements"),
    path(_ONE, OneStatement.as_view(), name="statement"),
    path(f"{_ONE}confirm/", ConfirmStatement.as_view(), name="statement-confirm"),
    path(f"{_ONE}decline/", DeclineStatement.as_view(), name="statement-decline"),
    path(f"{_ONE}countersign/", CountersignStatement.as_view(), name="statement-countersign"),
]
