"""Deals of the remaining entrants: what each would get, and what they agreed on."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from casino.api.commands import Command
from casino.api.fields import Body, CentsField, EachOnce, IdField
from casino.api.rendering import Json
from casino.api.serializers import Serializer, Takes
from casino.models import User
from tables.models import Deal
from tables.play.api.fields import WordField
from tables.prizes.services import deals
from tables.rules.tournaments.deals import Method
from tables.tournaments.api.tournament import TournamentCommand, TournamentRows
from tables.tournaments.selectors import standing as selector

METHODS = [method.value for method in Method]
AGREED_METHODS = [*METHODS, deals.AGREED]
MOST_SHARES = 100


class DealStackSerializer(Serializer):
    """The share of one entrant."""

    entrant_number = serializers.IntegerField()
    chips = serializers.IntegerField(help_text="As last counted.")
    amount_cents = serializers.IntegerField()


class DealSerializer(Serializer):
    """What the remaining entrants agreed on instead of the prizes."""

    takes = Takes(Deal, "number method shares left_cents at by")
    method = serializers.ChoiceField(AGREED_METHODS)
    shares = DealStackSerializer(many=True)
    left_cents = serializers.IntegerField(help_text="Still played for: the winner's on top.")

    def get_shares(self, row: Deal) -> Json:
        return [
            {"entrant_number": int(number), "chips": row.stacks[number], "amount_cents": cents}
            for number, cents in row.amounts.items()
        ]


class ProposedShareSerializer(Serializer):
    """What one entrant would get."""

    entrant = serializers.IntegerField()
    amount_cents = serializers.IntegerField()


class DealProposalSerializer(Serializer):
    """A deal nobody has agreed on yet."""

    method = serializers.ChoiceField(METHODS)
    shares = ProposedShareSerializer(many=True)
    left_cents = serializers.IntegerField()


class Deals(TournamentRows):
    """The deals, for those who may see the ledger."""

    permission = "accounting.view_ledger"
    queryset = Deal.objects.all()
    output = DealSerializer


class ProposeDeal(Command):
    """What each remaining entrant would get, by the chips that were counted last. Nothing is changed."""

    permission = "accounting.view_ledger"
    output = DealProposalSerializer
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {"By the chip model": {"method": "icm", "played_for_cents": 5_000}}

    class Input(Body):
        method = WordField(METHODS)
        played_for_cents = CentsField(required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        left_cents = values.get("played_for_cents", 0)
        shares = deals.propose(selector.one(pk, actor=actor), Method(values["method"]), left_cents)
        return {
            "method": values["method"],
            "shares": [{"entrant": entrant, "amount_cents": cents} for entrant, cents in shares.items()],
            "left_cents": left_cents,
        }


class DealShare(Body):
    """What one entrant gets."""

    entrant = IdField()
    amount_cents = CentsField()


class AgreeOnDeal(TournamentCommand):
    """Record what all remaining entrants agreed on: by a method, or `agreed` with any shares of their own."""

    service = deals.agree
    output = DealSerializer
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
        """`shares` belong to the method `agreed`, and to no other."""

        default_error_messages: ClassVar[dict[str, Any]] = {
            "shares": _("Shares are given only where they were agreed on."),
        }
        method = WordField(AGREED_METHODS)
        shares: ClassVar[Any] = EachOnce(child=DealShare(), by="entrant", max_length=MOST_SHARES, required=False)
        played_for_cents = CentsField(required=False)

        def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
            if (attrs["method"] == deals.AGREED) != ("shares" in attrs):
                message = ValidationError(self.error_messages["shares"], code="shares").detail
                raise ValidationError({"shares": message})
            return attrs

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Deal:
        is_free = values["method"] == deals.AGREED
        return deals.agree(
            tournament_id=pk,
            version=values.get("version"),
            method=None if is_free else Method(values["method"]),
            shares_cents={one["entrant_id"]: one["amount_cents"] for one in values["shares"]} if is_free else None,
            played_for_cents=values.get("played_for_cents", 0),
            actor=actor,
        )
