"""Who plays a tournament and what he paid for: entries, re-entries, re-buys and add-ons, sold at a window."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django_filters import rest_framework as filters
from rest_framework import serializers

from casino.api.commands import Command
from casino.api.fields import Body, IdField, IntField, ReasonField
from casino.api.reading import IdFilter
from casino.api.rendering import Json
from casino.models import User
from tables.models import Entrant, Purchase
from tables.rules.tournaments.codec import MOST_CHIPS
from tables.tournaments.api.lists import TournamentRows
from tables.tournaments.services import entries


class EntrantShape(serializers.Serializer[Any]):
    """One entry of a guest: a re-entry is another one."""

    id = serializers.IntegerField()
    tournament = serializers.IntegerField()
    number = serializers.IntegerField()
    guest = serializers.IntegerField()
    guest_name = serializers.CharField()
    guest_number = serializers.CharField()
    state = serializers.ChoiceField(Entrant.State.choices)
    table = serializers.IntegerField(allow_null=True, help_text="At which he sits; null: at none.")
    table_code = serializers.CharField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True)
    chips = serializers.IntegerField(help_text="As last counted.")
    place = serializers.IntegerField(allow_null=True, help_text="Once he is out, or has won.")
    tied = serializers.IntegerField(help_text="How many share the places from his on.")
    out_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        ref_name = "Entrant"


class PurchaseShape(serializers.Serializer[Any]):
    """What an entrant paid for: money into the pool, to the house and on his head, and the chips he got for it."""

    id = serializers.IntegerField()
    tournament = serializers.IntegerField()
    entrant = serializers.IntegerField()
    entrant_number = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Of the receipt; gapless in the tournament.")
    kind = serializers.ChoiceField(Purchase.Kind.choices)
    pool_cents = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    bounty_cents = serializers.IntegerField()
    paid_cents = serializers.IntegerField(help_text="All that the guest gave.")
    chips = serializers.IntegerField(help_text="Issued for it.")
    window = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField(allow_null=True, help_text="In the ledger; null: no money.")
    returned = serializers.IntegerField(allow_null=True, help_text="The entry that gave it back; null: it stands.")
    at = serializers.DateTimeField()
    by = serializers.IntegerField()

    class Meta:
        ref_name = "Purchase"


def entrant(row: Entrant) -> Json:
    """An entrant, with the guest's name and where he sits."""
    return {
        "id": row.pk,
        "tournament": row.tournament_id,
        "number": row.number,
        "guest": row.guest_id,
        "guest_name": row.guest.name,
        "guest_number": row.guest.number,
        "state": row.state,
        "table": row.table.table_id if row.table else None,
        "table_code": row.table.table.code if row.table else None,
        "seat": row.seat,
        "chips": row.chips,
        "place": row.place,
        "tied": row.tied,
        "out_at": row.out_at,
    }


def purchase(row: Purchase) -> Json:
    """A purchase, as on its receipt."""
    return {
        "id": row.pk,
        "tournament": row.tournament_id,
        "entrant": row.entrant_id,
        "entrant_number": row.entrant.number,
        "number": row.number,
        "kind": row.kind,
        "pool_cents": row.pool_cents,
        "fee_cents": row.fee_cents,
        "bounty_cents": row.bounty_cents,
        "paid_cents": row.paid_cents,
        "chips": row.chips,
        "window": row.window_id,
        "entry": row.entry_id,
        "returned": row.returned_id,
        "at": row.at,
        "by": row.by_id,
    }


class EntrantFilter(filters.FilterSet):
    """`?state=seated&guest=`"""

    state = filters.ChoiceFilter(choices=Entrant.State.choices)
    guest = IdFilter("guest_id")

    class Meta:
        model = Entrant
        fields: tuple[str, ...] = ()


class PurchaseFilter(filters.FilterSet):
    """`?kind=re_buy&entrant=`"""

    kind = filters.ChoiceFilter(choices=Purchase.Kind.choices)
    entrant = IdFilter("entrant_id")

    class Meta:
        model = Purchase
        fields: tuple[str, ...] = ()


class Entrants(TournamentRows):
    """The entrants of a tournament, by number."""

    queryset = Entrant.objects.select_related("guest", "table__table")
    filterset_class = EntrantFilter
    shape = EntrantShape

    def face(self, row: Entrant) -> Json:
        """An entrant."""
        return entrant(row)


class Purchases(TournamentRows):
    """The receipts of a tournament, by number; for those who may see the ledger."""

    is_money = True
    queryset = Purchase.objects.select_related("entrant")
    filterset_class = PurchaseFilter
    shape = PurchaseShape

    def face(self, row: Purchase) -> Json:
        """A purchase."""
        return purchase(row)


class Enter(Command):
    """Sell an entry, or a re-entry to one who is out; once seats are drawn, he gets a drawn one at once."""

    output = PurchaseShape
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {"At window 2": {"guest": 41, "window": 2}}

    class Input(Body):
        """Who, and at which window he pays."""

        guest = IdField()
        window = IdField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Sell it."""
        return purchase(
            entries.enter(tournament_id=pk, guest_id=values["guest_id"], window_id=values["window_id"], actor=actor)
        )


class Withdraw(Command):
    """Give an entry back before the start, money and fee."""

    output = EntrantShape

    class Input(Body):
        """Why."""

        reason = ReasonField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Give it back."""
        return entrant(entries.withdraw(entrant_id=pk, reason=values["reason"], actor=actor))


class ReBuy(Command):
    """Sell more chips to one who still plays and holds no more than the structure allows."""

    output = PurchaseShape
    status = 201

    class Input(Body):
        """The chips before him, as the dealer counted them, and at which window he pays."""

        holding = IntField(min_value=0, max_value=MOST_CHIPS)
        window = IdField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Sell them."""
        return purchase(
            entries.re_buy(entrant_id=pk, holding=values["holding"], window_id=values["window_id"], actor=actor)
        )


class BuyAddOn(Command):
    """Sell the add-on in its break, once to each."""

    output = PurchaseShape
    status = 201

    class Input(Body):
        """At which window he pays."""

        window = IdField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Sell it."""
        return purchase(entries.add_on(entrant_id=pk, window_id=values["window_id"], actor=actor))
