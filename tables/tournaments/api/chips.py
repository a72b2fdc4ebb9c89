"""Chips of a tournament: the set found complete, all stacks counted, odd chips raced off."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from casino.api.fields import Body, IdField, IntField, TextField
from casino.api.rendering import Json
from casino.models import User
from tables.models import ChipCount, ChipSetCheck
from tables.play.api.fields import WordField
from tables.rules.tournaments.codec import MOST_CHIPS
from tables.tournaments.api.announcing import TournamentCommand
from tables.tournaments.api.distinct_rows import EachOnce
from tables.tournaments.api.lists import TournamentRows
from tables.tournaments.api.pieces import PiecesField, PiecesShape
from tables.tournaments.services import chips

MOST_ENTRANTS = 10_000
MOST_WORDS = 500


class StackBody(Body):
    """What one entrant has before him."""

    entrant = IdField()
    chips = IntField(min_value=0, max_value=MOST_CHIPS)

    class Meta:
        ref_name = "Stack"


class ChipCountShape(serializers.Serializer[Any]):
    """All chips in play counted."""

    number = serializers.IntegerField()
    level = serializers.IntegerField()
    counts = PiecesShape(help_text="Chips by the entrant's number.")
    counted = serializers.IntegerField()
    issued = serializers.IntegerField(help_text="What purchases and races say there must be.")
    explanation = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    by = serializers.IntegerField()

    class Meta:
        ref_name = "ChipCount"


class ChipSetCheckShape(serializers.Serializer[Any]):
    """The chip set looked through."""

    number = serializers.IntegerField()
    when = serializers.ChoiceField(ChipSetCheck.When.choices)
    found = PiecesShape()
    missing = PiecesShape(help_text="Pieces missing (below nothing) or over; empty: complete.")
    explanation = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    by = serializers.IntegerField()

    class Meta:
        ref_name = "ChipSetCheck"


def _count(row: ChipCount) -> Json:
    return {
        "number": row.number,
        "level": row.level,
        "counts": row.counts,
        "counted": row.counted,
        "issued": row.issued,
        "explanation": row.explanation,
        "at": row.at,
        "by": row.by_id,
    }


def _check(row: ChipSetCheck) -> Json:
    return {
        "number": row.number,
        "when": row.when,
        "found": row.found,
        "missing": row.missing,
        "explanation": row.explanation,
        "at": row.at,
        "by": row.by_id,
    }


class ChipCounts(TournamentRows):
    """The counts of all chips in play."""

    queryset = ChipCount.objects.all()
    shape = ChipCountShape

    def face(self, row: ChipCount) -> Json:
        """A count."""
        return _count(row)


class ChipSetChecks(TournamentRows):
    """How the chip set was found: before the start, after the re-entry phase, at the end."""

    queryset = ChipSetCheck.objects.all()
    shape = ChipSetCheckShape

    def face(self, row: ChipSetCheck) -> Json:
        """A check."""
        return _check(row)


class CountChips(TournamentCommand):
    """Note what each of those who still play has: all of them, and nobody else."""

    output = ChipCountShape
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {
        "Two are left": {
            "version": 31, "stacks": [{"entrant": 7, "chips": 61_000}, {"entrant": 9, "chips": 19_000}],
        },
    }  # fmt: skip

    class Input(TournamentCommand.Input):
        """The stacks; why their sum is not what was issued, where it is not."""

        stacks: ClassVar[Any] = EachOnce(child=StackBody(), by="entrant", max_length=MOST_ENTRANTS)
        explanation = TextField(max_length=MOST_WORDS, required=False, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Note it."""
        row = chips.count(
            tournament_id=pk,
            version=values.get("version"),
            counts={one["entrant_id"]: one["chips"] for one in values["stacks"]},
            explanation=values.get("explanation", ""),
            actor=actor,
        )
        return _count(row)


class CheckChipSet(TournamentCommand):
    """Note that the chip set was found complete; what is missing is named and explained."""

    output = ChipSetCheckShape
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {
        "Complete": {"version": 4, "when": "start", "found": {"1000": 40, "500": 80, "100": 200, "25": 200}},
    }

    class Input(TournamentCommand.Input):
        """Which of the three times it is, and what was found."""

        when = WordField(ChipSetCheck.When.choices)
        found = PiecesField()
        explanation = TextField(max_length=MOST_WORDS, required=False, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Note it."""
        row = chips.check_set(
            tournament_id=pk,
            version=values.get("version"),
            when=ChipSetCheck.When(values["when"]),
            found=values["found"],
            explanation=values.get("explanation", ""),
            actor=actor,
        )
        return _check(row)
