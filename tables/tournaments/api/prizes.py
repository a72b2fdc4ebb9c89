"""Prizes of a tournament: fixed, paid once each, and the books closed over them."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpResponse
from django_filters import rest_framework as filters
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.money import BASIS_POINTS
from casino.api.commands import Command
from casino.api.fields import Body, CentsField, FlagField, IdField, IntField, TextField
from casino.api.reading import READ, IdFilter, answer
from casino.api.rendering import Json
from casino.models import User
from tables.models import Prize
from tables.rules.tournaments.payout_tables import PAYOUT_TABLES
from tables.tournaments.api import views
from tables.tournaments.api.announcing import TournamentCommand
from tables.tournaments.api.lists import TournamentRows
from tables.tournaments.services import prizes, settling
from tables.tournaments.services.prizes import Scheme

MOST_PLACES = 1_000


class PayoutRowShape(serializers.Serializer[Any]):
    """For fields of up to so many entries."""

    up_to_entries = serializers.IntegerField(help_text="The last row holds for all that are larger, too.")
    shares_bp = serializers.ListField(child=serializers.IntegerField(), help_text="Of each place, first place first.")

    class Meta:
        ref_name = "PayoutRow"


class PayoutTableShape(serializers.Serializer[Any]):
    """How many places are paid, and by which shares."""

    key = serializers.CharField()
    rows = PayoutRowShape(many=True)

    class Meta:
        ref_name = "PayoutTable"


class PayoutTables(APIView):
    """The payout tables that come with the house."""

    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = PayoutTableShape(many=True)

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """All of them."""
        return answer([
            {
                "key": key,
                "rows": [{"up_to_entries": row.up_to_entries, "shares_bp": list(row.shares_bp)} for row in table.rows],
            }
            for key, table in PAYOUT_TABLES.items()
        ])  # fmt: skip


class PrizeShape(serializers.Serializer[Any]):
    """A prize of one place, the bounties of one hand, or a seat won; paid once."""

    id = serializers.IntegerField()
    tournament = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of the slip; gapless in the tournament.")
    kind = serializers.ChoiceField(Prize.Kind.choices)
    place = serializers.IntegerField(allow_null=True)
    amount_cents = serializers.IntegerField()
    entrant = serializers.IntegerField(allow_null=True, help_text="Whose it is; null: nobody's yet.")
    entrant_number = serializers.IntegerField(allow_null=True)
    guest_name = serializers.CharField(allow_null=True)
    window = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField(allow_null=True, help_text="In the ledger, once it is paid.")
    paid_at = serializers.DateTimeField(allow_null=True)
    paid_by = serializers.IntegerField(allow_null=True)

    class Meta:
        ref_name = "Prize"


def _prize(row: Prize) -> Json:
    return {
        "id": row.pk,
        "tournament": row.tournament_id,
        "number": row.number,
        "kind": row.kind,
        "place": row.place,
        "amount_cents": row.amount_cents,
        "entrant": row.entrant_id,
        "entrant_number": row.entrant.number if row.entrant else None,
        "guest_name": row.entrant.guest.name if row.entrant else None,
        "window": row.window_id,
        "entry": row.entry_id,
        "paid_at": row.paid_at,
        "paid_by": row.paid_by_id,
    }


class PrizeFilter(filters.FilterSet):
    """`?kind=place&entrant=`"""

    kind = filters.ChoiceFilter(choices=Prize.Kind.choices)
    entrant = IdFilter("entrant_id")

    class Meta:
        model = Prize
        fields: tuple[str, ...] = ()


class Prizes(TournamentRows):
    """The prizes of a tournament, by number; for those who may see the ledger."""

    is_money = True
    queryset = Prize.objects.select_related("entrant__guest")
    filterset_class = PrizeFilter
    shape = PrizeShape

    def face(self, row: Prize) -> Json:
        """A prize."""
        return _prize(row)


class FixPrizes(TournamentCommand):
    """Close registration for good and fix what every place is paid; the house adds what a guarantee fell short of."""

    examples: ClassVar[Mapping[str, Json]] = {
        "By the usual table": {"version": 22},
        "Three places, now": {"version": 22, "shares_bp": [5_000, 3_000, 2_000], "early": True},
    }

    class Input(TournamentCommand.Input):
        """By which table, or by which shares of the house's own; left out: the usual one."""

        table = TextField(max_length=40, required=False, help_text="One of `GET tournaments/payout-tables/`.")
        shares_bp: ClassVar[Any] = serializers.ListField(
            child=IntField(min_value=1, max_value=BASIS_POINTS), min_length=1, max_length=MOST_PLACES, required=False
        )
        least_cents = CentsField(required=False, help_text="No prize is less.")
        early = FlagField(required=False, help_text="Also while entries or chips are still sold.")

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Fix them."""
        said = {name: values[name] for name in ("table", "least_cents") if name in values}
        shares_bp = tuple(values["shares_bp"]) if "shares_bp" in values else None
        prizes.fix(
            tournament_id=pk,
            version=values.get("version"),
            scheme=Scheme(shares_bp=shares_bp, **said),
            early=values.get("early", False),
            actor=actor,
        )
        return views.whole(pk)


class PayPrize(Command):
    """Pay a prize out of a window's drawer, once."""

    output = PrizeShape

    class Input(Body):
        """At which window."""

        window = IdField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Pay it."""
        return _prize(prizes.pay(prize_id=pk, window_id=values["window_id"], actor=actor))


class SettleTournament(TournamentCommand):
    """Close the books of a finished tournament: the fees go to the house, its tables are free again."""

    requires_password = True

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Settle it."""
        settling.settle(tournament_id=pk, version=values.get("version"), actor=actor)
        return views.whole(pk)
