"""Entrants of a tournament and what they paid for: entries, re-entries, re-buys and add-ons, sold at a window."""

from collections.abc import Mapping
from typing import ClassVar

from django_filters.filters import ChoiceFilter
from rest_framework import serializers

from casino.api.commands import Command
from casino.api.fields import Body, IdField, IntField, ReasonField
from casino.api.reading import IdFilter, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Serializer, Takes
from tables.models import Entrant, Purchase
from tables.rules.tournaments.codec import MOST_CHIPS
from tables.tournaments.api.tournament import TournamentRows
from tables.tournaments.services import entries


class EntrantSerializer(Serializer):
    """One entry of a guest: a re-entry is another one."""

    takes = Takes(
        Entrant,
        "id tournament number guest guest_name guest_number state table table_code seat chips place tied out_at",
    )
    guest_name = serializers.CharField(source="guest.name")
    guest_number = serializers.CharField(source="guest.number")
    table = serializers.IntegerField(
        source="table.table_id", allow_null=True, help_text="At which they sit; null: at none."
    )
    table_code = serializers.CharField(source="table.table.code", allow_null=True)
    chips = serializers.IntegerField(help_text="As last counted.")
    place = serializers.IntegerField(allow_null=True, help_text="Once they are out, or have won.")
    tied = serializers.IntegerField(help_text="How many share the places from this one on.")


class PurchaseSerializer(Serializer):
    """What an entrant paid for: money into the pool, to the house and on their head, and the chips for it."""

    takes = Takes(
        Purchase,
        "id tournament entrant entrant_number number kind pool_cents fee_cents bounty_cents paid_cents chips window "
        "entry returned at by",
    )
    entrant_number = serializers.IntegerField(source="entrant.number")
    number = serializers.IntegerField(help_text="Of the receipt; gapless in the tournament.")
    paid_cents = serializers.IntegerField(help_text="All that the guest gave.")
    chips = serializers.IntegerField(help_text="Issued for it.")
    entry = RelatedId(allow_null=True, help_text="In the ledger; null: no money.")
    returned = RelatedId(allow_null=True, help_text="The entry that gave it back; null: it stands.")


class Entrants(TournamentRows):
    """The entrants of a tournament, by number."""

    queryset = Entrant.objects.select_related("guest", "table__table")
    filterset_class = filter_set(Entrant, state=ChoiceFilter(choices=Entrant.State.choices), guest=IdFilter("guest_id"))
    output = EntrantSerializer


class Purchases(TournamentRows):
    """The receipts of a tournament, by number; for those who may see the ledger."""

    permission = "accounting.view_ledger"
    queryset = Purchase.objects.select_related("entrant")
    filterset_class = filter_set(
        Purchase, kind=ChoiceFilter(choices=Purchase.Kind.choices), entrant=IdFilter("entrant_id")
    )
    output = PurchaseSerializer


class Enter(Command):
    """Sell an entry, or a re-entry to a guest who is out; once seats are drawn, they get a drawn one at once."""

    service = entries.enter
    output = PurchaseSerializer
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {"At window 2": {"guest": 41, "window": 2}}

    class Input(Body):
        guest = IdField()
        window = IdField()


class Withdraw(Command):
    """Give an entry back before the start, money and fee."""

    service = entries.withdraw
    output = EntrantSerializer

    class Input(Body):
        reason = ReasonField()


class ReBuy(Command):
    """Sell more chips to an entrant who still plays and holds no more than the structure allows."""

    service = entries.re_buy
    output = PurchaseSerializer
    status = 201

    class Input(Body):
        holding = IntField(min_value=0, max_value=MOST_CHIPS, help_text="Their chips, as the dealer counted them.")
        window = IdField()


class BuyAddOn(Command):
    """Sell the add-on in its break, once to each."""

    service = entries.add_on
    output = PurchaseSerializer
    status = 201

    class Input(Body):
        window = IdField()
