"""Statements of revenue: read, signed by two, countersigned by the authority; levy terms and the authority's keys."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from django.urls import path
from django_filters.filters import ChoiceFilter, DateFilter
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounting.api.fields import CENTS_SCHEMA, DayField, HouseField
from accounting.models import AuthorityKey, Countersignature, LevyTerms, Statement
from accounting.policy import levy
from accounting.policy.laws import LAWS
from accounting.selectors.statements import KEYS, STATEMENTS, TERMS
from accounting.services import authority_keys, levies, statements
from casino.api.commands import Decision
from casino.api.fields import Body, ObjectField, ReasonField, TextField
from casino.api.reading import IdFilter, Row, RowsAndNew, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Seen, Serializer

TERMS_SCHEMA: Final[dict[str, Any]] = {
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


class CountersignatureSerializer(Serializer):
    """The authority's signature over a statement's seal."""

    id = serializers.IntegerField()
    key = RelatedId()
    authority = serializers.CharField(source="key.authority")
    signature = serializers.CharField(help_text="Ed25519, in hexadecimal.")
    at = serializers.DateTimeField()
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


class LevyTermsSerializer(Serializer):
    """A version of a house's levy terms."""

    id = serializers.IntegerField()
    house = RelatedId()
    version = serializers.IntegerField()
    terms = LevyTermsField()
    valid_from = serializers.DateField(help_text="The first gaming day; it may be past.")
    state = serializers.ChoiceField(LevyTerms.State.choices)
    proposed_at = serializers.DateTimeField()
    proposed_by = RelatedId()
    decided_at = serializers.DateTimeField(allow_null=True)
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


class AuthorityKeySerializer(Serializer):
    """A public key of the supervising authority."""

    id = serializers.IntegerField()
    house = RelatedId()
    authority = serializers.CharField()
    public_key = serializers.CharField(help_text="Ed25519: 32 bytes in hexadecimal.")
    fingerprint = serializers.CharField(help_text="SHA-256 of the key, its first 16 bytes in hexadecimal.")
    state = serializers.ChoiceField(AuthorityKey.State.choices)
    proposed_at = serializers.DateTimeField()
    proposed_by = RelatedId()
    decided_at = serializers.DateTimeField(allow_null=True)
    decided_by = RelatedId(allow_null=True, help_text="Of an approved key never the person who registered it.")
    seen = Seen(KEYS)
    withdrawn_at = serializers.DateTimeField(allow_null=True, help_text="From then on it takes no more signatures.")

    def get_public_key(self, row: AuthorityKey) -> str:
        return bytes(row.public_key).hex()

    def get_withdrawn_at(self, row: AuthorityKey) -> Any:
        withdrawal = getattr(row, "withdrawal", None)
        return None if withdrawal is None else withdrawal.at


class AuthorityKeys(RowsAndNew):
    """The authority's keys. Register one; it counts once a second person has approved it."""

    permission = "accounting.view_reports"
    queryset = AuthorityKey.objects.select_related("withdrawal")
    filterset_class = filter_set(AuthorityKey, house=IdFilter("house_id"))
    service = authority_keys.register
    output = AuthorityKeySerializer

    class Input(Body):
        """Whose key it is, and the key."""

        house = HouseField()
        authority = TextField(max_length=authority_keys.NAME_MOST)
        public_key = TextField(max_length=400, help_text="Ed25519, in hexadecimal, base64 or PEM.")


class OneAuthorityKey(Row):
    """One key of the authority."""

    permission = "accounting.view_reports"
    queryset = AuthorityKey.objects.select_related("withdrawal")
    output = AuthorityKeySerializer


class _OnKey(Decision):
    output = AuthorityKeySerializer


class ApproveKey(_OnKey):
    """Approve a key that somebody else has registered."""

    service = authority_keys.approve


class DeclineKey(_OnKey):
    """Decline a key, or withdraw one's own proposal."""

    service = authority_keys.decline


class WithdrawKey(_OnKey):
    """Take a key out of use; signatures that were made with it stay."""

    service = authority_keys.withdraw

    class Input(Body):
        reason = ReasonField()

    def shown(self, result: Any) -> AuthorityKey:
        return AuthorityKey.objects.select_related("withdrawal").get(pk=result.key_id)


_STATEMENT = "statements/<statement:pk>/"
_TERMS = "levy-terms/<levy_terms:pk>/"
_KEY = "authority-keys/<authority_key:pk>/"

urlpatterns = [
    path("statements/", Statements.as_view(), name="statements"),
    path(_STATEMENT, OneStatement.as_view(), name="statement"),
    path(f"{_STATEMENT}confirm/", ConfirmStatement.as_view(), name="statement-confirm"),
    path(f"{_STATEMENT}decline/", DeclineStatement.as_view(), name="statement-decline"),
    path(f"{_STATEMENT}countersign/", CountersignStatement.as_view(), name="statement-countersign"),
    path("levy-terms/", AllLevyTerms.as_view(), name="levy-terms"),
    path(_TERMS, OneLevyTerms.as_view(), name="one-levy-terms"),
    path(f"{_TERMS}approve/", ApproveLevyTerms.as_view(), name="levy-terms-approve"),
    path(f"{_TERMS}decline/", DeclineLevyTerms.as_view(), name="levy-terms-decline"),
    path("authority-keys/", AuthorityKeys.as_view(), name="authority-keys"),
    path(_KEY, OneAuthorityKey.as_view(), name="authority-key"),
    path(f"{_KEY}approve/", ApproveKey.as_view(), name="authority-key-approve"),
    path(f"{_KEY}decline/", DeclineKey.as_view(), name="authority-key-decline"),
    path(f"{_KEY}withdraw/", WithdrawKey.as_view(), name="authority-key-withdraw"),
]
