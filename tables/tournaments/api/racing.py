"""Odd chips of a colour raced off, table by table."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from casino.api.fields import Body, EachOnce, IdField, IntField
from casino.api.rendering import Json
from casino.api.serializers import Serializer, Takes
from casino.models import User
from tables.models import ChipRace
from tables.play.api.fields import MOST_SEATS, CardsField, SeatField
from tables.rules import cards
from tables.rules.tournaments.codec import MOST_CHIPS
from tables.tournaments.api.tournament import TournamentCommand, TournamentRows
from tables.tournaments.services import races

MOST_PIECES = 100_000


class RacedStackSerializer(Serializer):
    """A stack before and after."""

    entrant_number = serializers.IntegerField()
    before = serializers.IntegerField()
    after = serializers.IntegerField()


class RacedLineSerializer(Serializer):
    """A seat in a race: the cards dealt for its odd chips, and what it was given for what it handed in."""

    seat = serializers.IntegerField()
    entrant_number = serializers.IntegerField()
    handed_in = serializers.IntegerField(help_text="Pieces of the colour that left.")
    cards = serializers.CharField(allow_blank=True, help_text="One for each odd chip, `Ah 4c`.")
    exchanged = serializers.IntegerField(help_text="New chips at equal worth.")
    won = serializers.IntegerField(help_text="New chips by card.")
    rescued = serializers.IntegerField(help_text="New chips because nobody is raced out.")


class ChipRaceSerializer(Serializer):
    """A colour raced off at a table; `difference` is what that made of all chips in play."""

    takes = Takes(ChipRace, "number denomination next_denomination stacks lines difference at by")
    stacks = RacedStackSerializer(many=True)
    lines = RacedLineSerializer(many=True, help_text="By seat; empty for races before the cards were kept.")

    def get_stacks(self, row: ChipRace) -> Json:
        return [
            {"entrant_number": int(number), "before": before, "after": after}
            for number, (before, after) in row.stacks.items()
        ]


class ChipRaces(TournamentRows):
    """The races of odd chips."""

    queryset = ChipRace.objects.all()
    output = ChipRaceSerializer


class Racer(Body):
    """What a seat hands in of the colour, and the cards it was dealt: one for each odd chip."""

    seat = SeatField()
    pieces = IntField(min_value=0, max_value=MOST_PIECES)
    cards = CardsField(required=False)


class RaceChips(TournamentCommand):
    """Race a colour off at a table: whole exchanges first, odd chips by card, nobody is raced out."""

    service = races.race
    output = ChipRaceSerializer
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {
        "25 into 100": {
            "version": 30, "table": 4, "denomination": 25, "next_denomination": 100,
            "seats": [{"seat": 1, "pieces": 6, "cards": "Ah 4c"}, {"seat": 3, "pieces": 5, "cards": "Kd"},
                      {"seat": 5, "pieces": 8}],
        },
    }  # fmt: skip

    class Input(TournamentCommand.Input):
        table = IdField()
        denomination = IntField(min_value=1, max_value=MOST_CHIPS)
        next_denomination = IntField(min_value=1, max_value=MOST_CHIPS)
        seats: ClassVar[Any] = EachOnce(child=Racer(), by="seat", max_length=MOST_SEATS)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> ChipRace:
        return races.race(
            tournament_id=pk,
            version=values.get("version"),
            table_id=values["table_id"],
            old=values["denomination"],
            new=values["next_denomination"],
            pieces={one["seat"]: one["pieces"] for one in values["seats"]},
            dealt={one["seat"]: cards.parse(one["cards"]) for one in values["seats"] if "cards" in one},
            actor=actor,
        )
