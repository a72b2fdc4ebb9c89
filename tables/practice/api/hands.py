"""Hands of practice games, every action; all amounts are face values of chips that have no value."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django_filters.filters import ChoiceFilter
from rest_framework import serializers

from casino.api.fields import CentsField
from casino.api.reading import IdFilter, Row, Rows, filter_set
from casino.api.rendering import Json
from casino.api.serializers import Serializer, Takes
from casino.models import User
from tables.hands.api import serializers as played
from tables.hands.api.actions import ChipHandCommand, RecordsAction
from tables.hands.api.serializers import ACTION_KINDS, BOARDS, OptionSerializer, PlayingSeatSerializer, PotSerializer
from tables.hands.selectors.chip_hands import state_of
from tables.models import PracticeHand
from tables.play.api.fields import CardsField, SeatField, WordField
from tables.play.api.tables import TableCommand
from tables.practice.selectors import games
from tables.practice.services import hands
from tables.rules.state import STREETS, Phase


class PracticeHandRowSerializer(Serializer):
    """A hand in a list; `GET practice-hands/{id}/` has its play."""

    takes = Takes(PracticeHand, "id practice table number state at by")
    table = serializers.IntegerField(source="practice.table_id")
    number = serializers.IntegerField(help_text="Counts the hands of the practice game.")
    at = serializers.DateTimeField(help_text="When it was dealt.")
    version = serializers.IntegerField(help_text="How many actions are recorded; commands carry what they saw.")

    def get_version(self, hand: PracticeHand) -> int:
        return len(hand.actions)


class PracticeHandSerializer(PracticeHandRowSerializer):
    """A hand as it stands. Nothing is legal in one that is settled or void."""

    bomb_pot = serializers.BooleanField(help_text="Everybody anted, and there was no betting before the flop.")
    phase = serializers.ChoiceField([phase.value for phase in Phase])
    street = serializers.ChoiceField(list(STREETS))
    board = serializers.CharField(allow_blank=True, help_text="The first of the boards.")
    boards = serializers.ListField(child=serializers.CharField(allow_blank=True), help_text=BOARDS)
    pot_cents = serializers.IntegerField(help_text="Everything put in, bets included.")
    pots = PotSerializer(many=True)
    seats = PlayingSeatSerializer(many=True)
    to_act = serializers.IntegerField(allow_null=True)
    legal = OptionSerializer(many=True)

    @classmethod
    def json(cls, row: Any) -> Json:
        """The row, and its play as a hand with money has it; the table, to a stale client, unchanged."""
        if not isinstance(row, PracticeHand):
            return super().json(row)
        found = cast("dict[str, Json]", PracticeHandRowSerializer.json(row))
        play = played.play(row, state_of(row))
        play.pop("result", None)
        return {**found, **play}


class PracticeHands(Rows):
    """The hands of practice games, without their play."""

    permission = "tables.read_hands"
    queryset = PracticeHand.objects.select_related("practice")
    filterset_class = filter_set(
        PracticeHand,
        table=IdFilter("practice__table_id"),
        state=ChoiceFilter(choices=PracticeHand.State.choices),
    )
    output = PracticeHandRowSerializer


class OnePracticeHand(Row):
    """One hand with its play, and what is legal now."""

    permission = "tables.read_hands"
    queryset = PracticeHand.objects.select_related("practice")
    output = PracticeHandSerializer


class DealPracticeHand(TableCommand):
    """Deal the next hand; the button moves on, unless a seat for it is named. The version is the table's."""

    service = hands.start
    output = PracticeHandSerializer
    status = 201

    class Input(TableCommand.Input):
        button_seat = SeatField(required=False, allow_null=True)


class PracticeHandCommand(ChipHandCommand):
    """A command on a hand, answered with the hand."""

    output = PracticeHandSerializer

    class Input(ChipHandCommand.Input): ...  # its own name in the API's description

    def current(self, *, actor: User, pk: int) -> PracticeHand:
        return games.hand(pk)


class ActInPractice(RecordsAction, PracticeHandCommand):
    """Record one action, a board, or a show."""

    service = hands.act
    examples: ClassVar[Mapping[str, Json]] = {
        "Raise to a face value of 12.00": {"version": 3, "kind": "raise", "seat": 4, "to_cents": 1200},
        "The flop": {"version": 7, "kind": "board", "cards": "Ah Td 2c"},
    }

    class Input(PracticeHandCommand.Input):
        """`bet` and `raise` say the seat's total on the street; without `seat` the one to act is meant."""

        kind = WordField(ACTION_KINDS)
        seat = SeatField(required=False, allow_null=True)
        to_cents = CentsField(required=False, allow_null=True)
        cards = CardsField(required=False, allow_null=True)


class UndoInPractice(PracticeHandCommand):
    """Take the last action back."""

    service = hands.undo


class VoidPracticeHand(PracticeHandCommand):
    """A misdeal: all chips as they were."""

    service = hands.void


class SettlePracticeHand(PracticeHandCommand):
    """Close a finished hand and pay its pots in full."""

    service = hands.settle
