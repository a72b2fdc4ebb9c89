"""Who went out of a tournament, at which place, and who has his chips and his bounty."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from casino.api.fields import Body, IdField, IntField
from casino.api.rendering import Json
from casino.models import User
from tables.models import Elimination
from tables.rules.tournaments.codec import MOST_CHIPS
from tables.tournaments.api import views
from tables.tournaments.api.announcing import TournamentCommand
from tables.tournaments.api.distinct_rows import EachOnce
from tables.tournaments.api.lists import TournamentRows
from tables.tournaments.services import eliminations
from tables.tournaments.services.eliminations import Out

MOST_OUTS = 500


class OutShape(serializers.Serializer[Any]):
    """One who went out; everybody by his number in the tournament."""

    entrant_number = serializers.IntegerField()
    place = serializers.IntegerField()
    sharing = serializers.IntegerField(help_text="How many share the places from this one on.")
    chips = serializers.IntegerField(help_text="As last counted; they are with the first of `won_by`.")
    won_by = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        ref_name = "Out"


class BountyShape(serializers.Serializer[Any]):
    """What somebody got for a head: paid to him, and put on his own."""

    head = serializers.IntegerField()
    entrant_number = serializers.IntegerField()
    paid_cents = serializers.IntegerField()
    on_head_cents = serializers.IntegerField()

    class Meta:
        ref_name = "BountyWon"


class EliminationShape(serializers.Serializer[Any]):
    """Who went out in one hand, or in one round of hand for hand."""

    number = serializers.IntegerField()
    level = serializers.IntegerField()
    outs = OutShape(many=True)
    bounties = BountyShape(many=True)
    at = serializers.DateTimeField()
    by = serializers.IntegerField()
    undone_at = serializers.DateTimeField(allow_null=True, help_text="When it was taken back; null: it stands.")

    class Meta:
        ref_name = "Elimination"


def _elimination(row: Elimination) -> Json:
    return {
        "number": row.number,
        "level": row.level,
        "outs": [
            {
                "entrant_number": one["entrant"],
                "place": one["place"],
                "sharing": one["sharing"],
                "chips": one["chips"],
                "won_by": one["won_by"],
            }
            for one in row.places
        ],
        "bounties": [
            {"head": head, "entrant_number": winner, "paid_cents": paid_cents, "on_head_cents": on_head_cents}
            for winner, paid_cents, on_head_cents, head in row.bounties
        ],
        "at": row.at,
        "by": row.by_id,
        "undone_at": row.undone_at,
    }


class Eliminations(TournamentRows):
    """Who went out, in order; those that were taken back too."""

    queryset = Elimination.objects.all()
    shape = EliminationShape

    def face(self, row: Elimination) -> Json:
        """An elimination."""
        return _elimination(row)


class OutBody(Body):
    """Who is out, who won the last pot he was in (from the left of the button), with how many chips he began."""

    entrant = IdField()
    won_by: ClassVar[Any] = serializers.ListField(child=IdField(), min_length=1, max_length=10)
    chips_before = IntField(
        min_value=0, max_value=MOST_CHIPS, required=False, allow_null=True, help_text="Left out: as last counted."
    )

    class Meta:
        ref_name = "OutSaid"


class Eliminate(TournamentCommand):
    """Put out all who lost their last chips in one hand, or in one round of hand for hand."""

    examples: ClassVar[Mapping[str, Json]] = {
        "Two in one hand": {
            "version": 40,
            "outs": [
                {"entrant": 12, "won_by": [7], "chips_before": 8_000},
                {"entrant": 15, "won_by": [7], "chips_before": 3_500},
            ],
        },
    }

    class Input(TournamentCommand.Input):
        """Those who are out."""

        outs: ClassVar[Any] = EachOnce(child=OutBody(), by="entrant", max_length=MOST_OUTS)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Put them out."""
        outs = [Out(one["entrant_id"], tuple(one["won_by"]), one.get("chips_before")) for one in values["outs"]]
        eliminations.eliminate(tournament_id=pk, version=values.get("version"), outs=outs, actor=actor)
        return views.whole(pk)


class UndoElimination(TournamentCommand):
    """Take the last elimination back, until chips, seats or prizes have changed since."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Take it back."""
        eliminations.undo(tournament_id=pk, version=values.get("version"), actor=actor)
        return views.whole(pk)
