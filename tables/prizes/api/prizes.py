"""Prizes of a tournament: fixed, paid once each, and the books closed over them."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpResponse
from django_filters.filters import ChoiceFilter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.money import BASIS_POINTS
from casino.api.commands import Command
from casino.api.fields import Body, CentsField, FlagField, IdField, IntField, TextField
from casino.api.reading import READ, IdFilter, answer, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Seen, Serializer
from casino.models import User
from tables.models import Prize, Tournament
from tables.prizes.selectors.prizes import PRIZES
from tables.prizes.services import prizes, settling
from tables.prizes.services.prizes import Scheme
from tables.rules.tournaments.payout_tables import PAYOUT_TABLES
from tables.tournaments.api.tournament import TournamentChange, TournamentRows

MOST_PLACES = 1_000


class PayoutRowSerializer(Serializer):
    """For fields of up to a number of entries."""

    up_to_entries = serializers.IntegerField(help_text="The last row holds for all that are larger, too.")
    shares_bp = serializers.ListField(child=serializers.IntegerField(), help_text="Of each place, first place first.")


class PayoutTableSerializer(Serializer):
    """How many places are paid, and by which shares."""

    key = serializers.CharField()
    rows = PayoutRowSerializer(many=True)


class PayoutTables(APIView):
    """The payout tables that come with the house."""

    permission = "tables.read_tournaments"
    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = PayoutTableSerializer(many=True)

    def get(self, request: Request, **path: Any) -> HttpResponse:
        return answer([PayoutTableSerializer.json(table) for table in PAYOUT_TABLES.values()])


class PrizeSerializer(Serializer):
    """A prize of one place, the bounties of one hand, or a seat won; paid once."""

    id = serializers.IntegerField()
    tournament = RelatedId()
    number = serializers.IntegerField(help_text="Of the slip; gapless in the tournament.")
    kind = serializers.ChoiceField(Prize.Kind.choices)
    place = serializers.IntegerField(allow_null=True)
    amount_cents = serializers.IntegerField()
    entrant = RelatedId(allow_null=True, help_text="Whose it is; null: nobody's yet.")
    entrant_number = serializers.IntegerField(source="entrant.number", allow_null=True)
    guest_name = serializers.CharField(source="entrant.guest.name", allow_null=True)
    window = RelatedId(allow_null=True)
    entry = RelatedId(allow_null=True, help_text="In the ledger, once it is paid.")
    paid_at = serializers.DateTimeField(allow_null=True)
    paid_by = RelatedId(allow_null=True, help_text="Never the person who fixed or agreed it, unless `paid_alone`.")
    paid_alone = serializers.BooleanField(help_text="In a house that did not ask for two people.")
    seen = Seen(PRIZES)


class Prizes(TournamentRows):
    """The prizes of a tournament, by number; for those who may see the ledger."""

    permission = "accounting.view_ledger"
    queryset = Prize.objects.select_related("entrant__guest")
    filterset_class = filter_set(Prize, kind=ChoiceFilter(choices=Prize.Kind.choices), entrant=IdFilter("entrant_id"))
    output = PrizeSerializer


class FixPrizes(TournamentChange):
    """Close registration for good and fix what every place is paid; the house adds what a guarantee fell short of."""

    service = prizes.fix
    examples: ClassVar[Mapping[str, Json]] = {
        "By the usual table": {"version": 22},
        "Three places, now": {"version": 22, "shares_bp": [5_000, 3_000, 2_000], "early": True},
    }

    class Input(TournamentChange.Input):
        table = TextField(
            max_length=40, required=False, help_text="One of `GET tournaments/payout-tables/`; left out: the usual one."
        )
        shares_bp: ClassVar[Any] = serializers.ListField(
            child=IntField(min_value=1, max_value=BASIS_POINTS), min_length=1, max_length=MOST_PLACES, required=False
        )
        least_cents = CentsField(required=False, help_text="No prize is less.")
        early = FlagField(required=False, help_text="Also while entries or chips are still sold.")

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Tournament:
        given = {name: values[name] for name in ("table", "least_cents") if name in values}
        shares_bp = tuple(values["shares_bp"]) if "shares_bp" in values else None
        return prizes.fix(
            tournament_id=pk,
            version=values.get("version"),
            scheme=Scheme(shares_bp=shares_bp, **given),
            early=values.get("early", False),
            actor=actor,
        )


class PayPrize(Command):
    """Pay a prize out of a window's drawer, once."""

    service = prizes.pay
    output = PrizeSerializer

    class Input(Body):
        window = IdField()


class SettleTournament(TournamentChange):
    """Close the books of a finished tournament: the fees go to the house, its tables are free again."""

    service = settling.settle
