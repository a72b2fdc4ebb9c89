"""Deals of those who are left: what each would get, and what they agreed on."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from casino.api.commands import Command
from casino.api.fields import Body, CentsField, IdField
from casino.api.rendering import Json
from casino.models import User
from tables.models import Deal
from tables.play.api.fields import WordField
from tables.rules.tournaments.deals import Method
from tables.tournaments.api.announcing import TournamentCommand
from tables.tournaments.api.distinct_rows import EachOnce
from tables.tournaments.api.lists import TournamentRows
from tables.tournaments.selectors import standing as selector
from tables.tournaments.services import deals

METHODS = [method.value for method in Method]
AGREED_METHODS = [*METHODS, deals.AGREED]
MOST_SHARES = 100


class StackOfDealShape(serializers.Serializer[Any]):
    """One of those who agreed."""

    entrant_number = serializers.IntegerField()
    chips = serializers.IntegerField(help_text="As last counted.")
    amount_cents = serializers.IntegerField()

    class Meta:
        ref_name = "DealStack"


class DealShape(serializers.Serializer[Any]):
    """What those who were left agreed on instead of the prizes."""

    number = serializers.IntegerField()
    method = serializers.ChoiceField(AGREED_METHODS)
    shares = StackOfDealShape(many=True)
    left_cents = serializers.IntegerField(help_text="Still played for: the winner's on top.")
    at = serializers.DateTimeField()
    by = serializers.IntegerField()

    class Meta:
        ref_name = "Deal"


class ProposedShareShape(serializers.Serializer[Any]):
    """What one would get."""

    entrant = serializers.IntegerField()
    amount_cents = serializers.IntegerField()

    class Meta:
        ref_name = "ProposedShare"


class ProposalShape(serializers.Serializer[Any]):
    """A deal nobody has agreed on yet."""

    method = serializers.ChoiceField(METHODS)
    shares = ProposedShareShape(many=True)
    left_cents = serializers.IntegerField()

    class Meta:
        ref_name = "DealProposal"


def _deal(row: Deal) -> Json:
    return {
        "number": row.number,
        "method": row.method,
        "shares": [
            {"entrant_number": int(number), "chips": row.stacks[number], "amount_cents": cents}
            for number, cents in row.amounts.items()
        ],
        "left_cents": row.left_cents,
        "at": row.at,
        "by": row.by_id,
    }


class Deals(TournamentRows):
    """The deals, for those who may see the ledger."""

    is_money = True
    queryset = Deal.objects.all()
    shape = DealShape

    def face(self, row: Deal) -> Json:
        """A deal."""
        return _deal(row)


class ProposeDeal(Command):
    """What each who is left would get, by the chips that were counted last. Nothing is changed."""

    output = ProposalShape
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {"By the chip model": {"method": "icm", "played_for_cents": 5_000}}

    class Input(Body):
        """By which method, and what is left to play for."""

        method = WordField(METHODS)
        played_for_cents = CentsField(required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Propose."""
        left_cents = values.get("played_for_cents", 0)
        shares = deals.propose(selector.one(pk, actor=actor), Method(values["method"]), left_cents)
        return {
            "method": values["method"],
            "shares": [{"entrant": entrant, "amount_cents": cents} for entrant, cents in shares.items()],
            "left_cents": left_cents,
        }


class ShareBody(Body):
    """What one of them gets."""

    entrant = IdField()
    amount_cents = CentsField()

    class Meta:
        ref_name = "DealShare"


class AgreeOnDeal(TournamentCommand):
    """Write down what all who are left agreed on: by a method, or `agreed` with any shares of their own."""

    output = DealShape
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {
        "By the chip model": {"version": 52, "method": "icm", "played_for_cents": 5_000},
        "Of their own": {
            "version": 52,
            "method": "agreed",
            "shares": [{"entrant": 7, "amount_cents": 90_000}, {"entrant": 9, "amount_cents": 70_000}],
        },
    }

    class Input(TournamentCommand.Input):
        """By which method; the shares where it is none; what is left to play for."""

        default_error_messages: ClassVar[dict[str, Any]] = {
            "shares": _("Shares are said where they were agreed on, and nowhere else."),
        }
        method = WordField(AGREED_METHODS)
        shares: ClassVar[Any] = EachOnce(child=ShareBody(), by="entrant", max_length=MOST_SHARES, required=False)
        played_for_cents = CentsField(required=False)

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            """Not both: the one would be dropped in silence."""
            if (attrs["method"] == deals.AGREED) != ("shares" in attrs):
                raise ValidationError({"shares": self.error_messages["shares"]})
            return attrs

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Write it down."""
        is_free = values["method"] == deals.AGREED
        row = deals.agree(
            tournament_id=pk,
            version=values.get("version"),
            method=None if is_free else Method(values["method"]),
            shares_cents={one["entrant_id"]: one["amount_cents"] for one in values["shares"]} if is_free else None,
            played_for_cents=values.get("played_for_cents", 0),
            actor=actor,
        )
        return _deal(row)
