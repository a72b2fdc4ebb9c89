"""A practice game at a table: what it is now, and the commands on it."""

from typing import Any

from django.http import HttpResponse
from rest_framework import serializers

from casino.api.fields import CentsField, IdField
from casino.api.reading import Row, answer
from casino.api.serializers import Serializer, Takes
from tables.models import PracticeGame, PracticeSeat, Table
from tables.play.api.fields import SeatField
from tables.play.api.tables import TableCommand
from tables.practice.selectors import games as selector
from tables.practice.services import games


class PracticeSeatSerializer(Serializer):
    """A taken seat; the chips at face value, without any value."""

    seat = serializers.IntegerField()
    chips_cents = serializers.IntegerField()


class PracticeSerializer(Serializer):
    """A game with no money down at a table: its amounts are face values of chips that have no value."""

    takes = Takes(
        PracticeGame,
        "id table table_code version game game_name hands_dealt button_seat current_hand opened_at closed_at",
    )
    table_code = serializers.CharField(source="table.code")
    version = serializers.IntegerField(help_text="The table's; commands at it carry the one they saw.")
    game_name = serializers.CharField(source="game.name")
    button_seat = serializers.IntegerField(allow_null=True, help_text="Of the last hand.")
    current_hand = serializers.IntegerField(allow_null=True, help_text="The practice hand that is played now.")
    seats = PracticeSeatSerializer(many=True)

    def get_version(self, practice: PracticeGame) -> int:
        return int(Table.objects.values_list("version", flat=True).get(pk=practice.table_id))

    def get_current_hand(self, practice: PracticeGame) -> int | None:
        played = selector.open_hand(practice)
        return played.pk if played else None

    def get_seats(self, practice: PracticeGame) -> list[PracticeSeat]:
        return selector.seats(practice)


class Practice(Row):
    """The practice game at a table; refuses a table without one (`no_practice`)."""

    permission = "tables.read_hands"
    refuses = True
    queryset = PracticeGame.objects.all()
    output = PracticeSerializer

    def get(self, request: Any, **path: Any) -> HttpResponse:
        """The open game."""
        return answer(self.json(selector.open_at(path["pk"])))


class PracticeCommand(TableCommand):
    """A command at a table that is played at with chips without value; answers with its practice game."""

    output = PracticeSerializer


class OpenPractice(PracticeCommand):
    """Open a table with a game of the house for chips without value."""

    service = games.open_game
    status = 201

    class Input(TableCommand.Input):
        game = IdField()


class TakePracticeSeat(PracticeCommand):
    """Take a seat; without `chips_cents` with the minimum buy-in of the game."""

    service = games.sit

    class Input(TableCommand.Input):
        seat = SeatField()
        chips_cents = CentsField(required=False, allow_null=True)


class AddPracticeChips(TakePracticeSeat):
    """Add chips to a seat between hands; without `chips_cents` the minimum buy-in of the game."""

    service = games.add_chips


class LeavePracticeSeat(PracticeCommand):
    """Leave a seat between hands."""

    service = games.leave

    class Input(TableCommand.Input):
        seat = SeatField()


class ChangePracticeGame(PracticeCommand):
    """Play another game of the house from the next hand on."""

    service = games.change_game

    class Input(TableCommand.Input):
        game = IdField()


class ResetPractice(PracticeCommand):
    """Begin again: the same game and seats, each with the minimum buy-in; an open hand is void."""

    service = games.reset


class ClosePractice(PracticeCommand):
    """Close the practice game; an open hand is void."""

    service = games.close
