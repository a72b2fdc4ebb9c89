"""Eliminations: the place of each entrant who went out, and who won their chips and their bounty."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from casino.api.fields import Body, EachOnce, IdField, IntField
from casino.api.rendering import Json
from casino.api.serializers import Serializer, Takes
from casino.models import User
from tables.models import Elimination
from tables.prizes.services import eliminations
from tables.prizes.services.eliminations import Out
from tables.rules.tournaments.codec import MOST_CHIPS
from tables.tournaments.api.tournament import TournamentChange, TournamentRows

MOST_OUTS = 500


class OutSerializer(Serializer):
    """An entrant who went out; all of them by their number in the tournament."""

    entrant_number = serializers.IntegerField()
    place = serializers.IntegerField()
    sharing = serializers.IntegerField(help_text="How many share the places from this one on.")
    chips = serializers.IntegerField(help_text="As last counted; they are with the first of `won_by`.")
    won_by = serializers.ListField(child=serializers.IntegerField())


class BountyWonSerializer(Serializer):
    """A bounty won: what was paid to the winner, and what went on their own head."""

    head = serializers.IntegerField()
    entrant_number = serializers.IntegerField()
    paid_cents = serializers.IntegerField()
    on_head_cents = serializers.IntegerField()


class EliminationSerializer(Serializer):
    """The entrants who went out in one hand, or in one round of hand for hand."""

    takes = Takes(Elimination, "number level outs bounties at by")
    outs = OutSerializer(many=True)
    bounties = BountyWonSerializer(many=True)
    undone_at = serializers.DateTimeField(allow_null=True, help_text="When it was taken back; null: it stands.")

    def get_outs(self, row: Elimination) -> Json:
        return [
            {
                "entrant_number": one["entrant"],
                "place": one["place"],
                "sharing": one["sharing"],
                "chips": one["chips"],
                "won_by": one["won_by"],
            }
            for one in row.places
        ]

    def get_bounties(self, row: Elimination) -> Json:
        return [
            {"head": head, "entrant_number": winner, "paid_cents": paid_cents, "on_head_cents": on_head_cents}
            for winner, paid_cents, on_head_cents, head in row.bounties
        ]


class Eliminations(TournamentRows):
    """The eliminations, in order; those that were taken back too."""

    queryset = Elimination.objects.all()
    output = EliminationSerializer


class OutBody(Body):
    """An entrant who is out, and the winners of the last pot they were in, from the left of the button."""

    entrant = IdField()
    won_by: ClassVar[Any] = serializers.ListField(child=IdField(), min_length=1, max_length=10)
    chips_before = IntField(
        min_value=0,
        max_value=MOST_CHIPS,
        required=False,
        allow_null=True,
        help_text="At the beginning of the hand; left out: as last counted.",
    )

    class Meta:
        ref_name = "OutSaid"


class Eliminate(TournamentChange):
    """Put out all entrants who lost their last chips in one hand, or in one round of hand for hand."""

    service = eliminations.eliminate
    examples: ClassVar[Mapping[str, Json]] = {
        "Two in one hand": {
            "version": 40,
            "outs": [
                {"entrant": 12, "won_by": [7], "chips_before": 8_000},
                {"entrant": 15, "won_by": [7], "chips_before": 3_500},
            ],
        },
    }

    class Input(TournamentChange.Input):
        outs: ClassVar[Any] = EachOnce(child=OutBody(), by="entrant", max_length=MOST_OUTS)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Elimination:
        outs = [Out(one["entrant_id"], tuple(one["won_by"]), one.get("chips_before")) for one in values["outs"]]
        return eliminations.eliminate(tournament_id=pk, version=values.get("version"), outs=outs, actor=actor)


class UndoElimination(TournamentChange):
    """Take the last elimination back, until chips, seats or prizes have changed since."""

    service = eliminations.undo
