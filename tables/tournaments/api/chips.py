"""Chips of a tournament: the set found complete, all stacks counted."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from casino.api.fields import Body, EachOnce, IdField, IntField, TextField
from casino.api.rendering import Json
from casino.api.serializers import Serializer, Takes
from casino.models import User
from tables.models import ChipCount, ChipSetCheck
from tables.play.api.fields import WordField
from tables.rules.tournaments.codec import MOST_CHIPS
from tables.tournaments.api.fields import PiecesField
from tables.tournaments.api.tournament import TournamentCommand, TournamentRows
from tables.tournaments.services import chips

MOST_ENTRANTS = 10_000
MOST_WORDS = 500


class Stack(Body):
    """The chips in front of one entrant."""

    entrant = IdField()
    chips = IntField(min_value=0, max_value=MOST_CHIPS)


class ChipCountSerializer(Serializer):
    """All chips in play counted."""

    takes = Takes(ChipCount, "number level counts counted issued explanation at by")
    counts = PiecesField(help_text="Chips by the entrant's number.")
    issued = serializers.IntegerField(help_text="What purchases and races say there must be.")


class ChipSetCheckSerializer(Serializer):
    """The chip set checked."""

    takes = Takes(ChipSetCheck, "number when found missing explanation at by")
    found = PiecesField()
    missing = serializers.DictField(
        child=serializers.IntegerField(), help_text="Pieces missing (below nothing) or over, by worth; empty: complete."
    )


class ChipCounts(TournamentRows):
    """The counts of all chips in play."""

    queryset = ChipCount.objects.all()
    output = ChipCountSerializer


class ChipSetChecks(TournamentRows):
    """How the chip set was found: before the start, after the re-entry phase, at the end."""

    queryset = ChipSetCheck.objects.all()
    output = ChipSetCheckSerializer


class CountChips(TournamentCommand):
    """Record the chip count of every remaining player: all of them, and nobody else."""

    service = chips.count
    output = ChipCountSerializer
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {
        "Two are left": {
            "version": 31, "stacks": [{"entrant": 7, "chips": 61_000}, {"entrant": 9, "chips": 19_000}],
        },
    }  # fmt: skip

    class Input(TournamentCommand.Input):
        stacks: ClassVar[Any] = EachOnce(child=Stack(), by="entrant", max_length=MOST_ENTRANTS)
        explanation = TextField(
            max_length=MOST_WORDS,
            required=False,
            allow_blank=True,
            help_text="Where their sum is not what was issued: why.",
        )

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> ChipCount:
        return chips.count(
            tournament_id=pk,
            version=values.get("version"),
            counts={one["entrant_id"]: one["chips"] for one in values["stacks"]},
            explanation=values.get("explanation", ""),
            actor=actor,
        )


class CheckChipSet(TournamentCommand):
    """Record that the chip set was found complete; what is missing is named and explained."""

    service = chips.check_set
    output = ChipSetCheckSerializer
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {
        "Complete": {"version": 4, "when": "start", "found": {"1000": 40, "500": 80, "100": 200, "25": 200}},
    }

    class Input(TournamentCommand.Input):
        when = WordField(ChipSetCheck.When.choices)
        found = PiecesField()
        explanation = TextField(max_length=MOST_WORDS, required=False, allow_blank=True)
