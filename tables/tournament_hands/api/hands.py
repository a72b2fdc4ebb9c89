"""Hands recorded at tables of a tournament, every action; all amounts are chips, which are no money."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from django_filters.filters import ChoiceFilter
from rest_framework import serializers

from casino.api.fields import Body, IdField, IntField, ReasonField
from casino.api.reading import IdFilter, Row, filter_set
from casino.api.rendering import Json
from casino.api.serializers import Serializer
from casino.models import User
from tables.hands.api.actions import ChipHandCommand, RecordsAction
from tables.hands.api.serializers import ACTION_KINDS, BOARDS
from tables.hands.selectors.chip_hands import state_of
from tables.models import TournamentHand
from tables.play.api.fields import CardsField, SeatField, WordField
from tables.rules import cards, views
from tables.rules.legal import Option
from tables.rules.state import STREETS, Phase
from tables.rules.tournaments.codec import MOST_CHIPS
from tables.rules.views import HandView, PotView
from tables.tournament_hands.services import playing
from tables.tournaments.api.tournament import TournamentCommand, TournamentRows


@dataclass(frozen=True)
class HandNow:
    """A recorded hand, and the table as the engine sees it: replayed when it is asked for."""

    row: TournamentHand

    @property
    def is_open(self) -> bool:
        return bool(self.row.state == TournamentHand.State.OPEN)

    @cached_property
    def view(self) -> HandView:
        return views.view(state_of(self.row))


class TournamentHandRowSerializer(Serializer):
    """A hand in a list; `GET tournament-hands/{id}/` has its play."""

    id = serializers.IntegerField(source="row.pk")
    tournament = serializers.IntegerField(source="row.tournament_id")
    number = serializers.IntegerField(source="row.number", help_text="Counts the recorded hands of the tournament.")
    state = serializers.ChoiceField(TournamentHand.State.choices, source="row.state")
    table = serializers.IntegerField(source="row.table.table_id")
    table_code = serializers.CharField(source="row.table.table.code")
    level = serializers.IntegerField(source="row.level")
    at = serializers.DateTimeField(source="row.at", help_text="When it was dealt.")
    by = serializers.IntegerField(source="row.by_id")
    void_reason = serializers.CharField(source="row.reason", allow_blank=True)
    version = serializers.IntegerField(help_text="How many actions are recorded; commands carry what they saw.")

    def get_version(self, hand: HandNow) -> int:
        return len(hand.row.actions)


class ChipPotSerializer(Serializer):
    """A pot in the middle; bets in front of the seats are not in it yet."""

    chips = serializers.IntegerField(source="amount_cents")
    eligible = serializers.ListField(child=serializers.IntegerField())


class TournamentHandSeatSerializer(Serializer):
    """A seat in the hand: chips behind, bet in front on this street, and how it stands."""

    seat = serializers.IntegerField()
    entrant_number = serializers.IntegerField()
    stack = serializers.IntegerField()
    bet = serializers.IntegerField()
    folded = serializers.BooleanField()
    all_in = serializers.BooleanField()
    mucked = serializers.BooleanField()
    shown = serializers.CharField(allow_blank=True)


class ChipOptionSerializer(Serializer):
    """One thing that would be accepted; `bet` and `raise` take any total between the limits."""

    kind = serializers.ChoiceField(ACTION_KINDS)
    min_to = serializers.IntegerField(source="min_to_cents", allow_null=True)
    max_to = serializers.IntegerField(source="max_to_cents", allow_null=True)
    call = serializers.IntegerField(source="call_cents", allow_null=True)
    cards = serializers.IntegerField(allow_null=True, help_text="How many cards are due.")
    board = serializers.IntegerField(
        allow_null=True, help_text="Which board they are laid on, from 1; null where there is one."
    )
    seats = serializers.ListField(child=serializers.IntegerField())


class TournamentHandSerializer(TournamentHandRowSerializer):
    """A hand as it stands; settled, its stacks are the entrants'. Nothing is legal in one that is settled or void."""

    phase = serializers.ChoiceField([phase.value for phase in Phase], source="view.phase")
    street = serializers.ChoiceField(list(STREETS), source="view.street")
    board = serializers.CharField(allow_blank=True, help_text="The first of the boards.")
    boards = serializers.ListField(child=serializers.CharField(allow_blank=True), help_text=BOARDS)
    pot = serializers.IntegerField(source="view.pot_cents", help_text="Everything put in, bets included.")
    pots = ChipPotSerializer(many=True)
    seats = TournamentHandSeatSerializer(many=True)
    to_act = serializers.IntegerField(allow_null=True)
    legal = ChipOptionSerializer(many=True)

    def get_board(self, hand: HandNow) -> str:
        return cards.format(hand.view.board)

    def get_boards(self, hand: HandNow) -> list[str]:
        return [cards.format(board) for board in hand.view.boards]

    def get_pots(self, hand: HandNow) -> list[PotView]:
        return [pot for pot in hand.view.pots if pot.amount_cents]

    def get_seats(self, hand: HandNow) -> list[Json]:
        entrants = hand.row.entrants
        final = hand.row.result["stacks"] if hand.row.result else {}
        return [
            {
                "seat": seat.seat,
                "entrant_number": entrants[str(seat.seat)],
                "stack": final.get(str(seat.seat), seat.stack_cents),
                "bet": seat.bet_cents,
                "folded": seat.folded,
                "all_in": seat.all_in,
                "mucked": seat.mucked,
                "shown": cards.format(seat.shown),
            }
            for seat in hand.view.seats
        ]

    def get_to_act(self, hand: HandNow) -> int | None:
        return hand.view.to_act if hand.is_open else None

    def get_legal(self, hand: HandNow) -> Sequence[Option]:
        return hand.view.legal.options if hand.is_open else ()


class Hands(TournamentRows):
    """The recorded hands of a tournament, without their play."""

    queryset = TournamentHand.objects.select_related("table__table")
    filterset_class = filter_set(
        TournamentHand,
        table=IdFilter("table__table_id"),
        state=ChoiceFilter(choices=TournamentHand.State.choices),
    )
    output = TournamentHandRowSerializer

    def page(self, rows: Sequence[TournamentHand]) -> Sequence[HandNow]:
        return [HandNow(row) for row in rows]


class OneHand(Row):
    """One hand with its play, and what is legal now."""

    permission = "tables.read_hands"
    queryset = TournamentHand.objects.select_related("table__table")
    output = TournamentHandSerializer

    def found(self, pk: int) -> HandNow:
        return HandNow(super().found(pk))


class DealHand(TournamentCommand):
    """Begin the next hand at a table, by the level that holds now; the version is the tournament's."""

    service = playing.start
    output = TournamentHandSerializer
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {"The first at a table": {"version": 12, "table": 4, "button_seat": 6}}

    class Input(TournamentCommand.Input):
        table = IdField()
        button_seat = SeatField(
            required=False, allow_null=True, help_text="Where it was drawn, before the first hand at the table."
        )

    def shown(self, result: TournamentHand) -> HandNow:
        return HandNow(result)


class TournamentHandCommand(ChipHandCommand):
    """A command on a hand, answered with the hand."""

    output = TournamentHandSerializer

    def shown(self, result: TournamentHand) -> HandNow:
        return HandNow(result)

    def current(self, *, actor: User, pk: int) -> HandNow:
        return HandNow(TournamentHand.objects.select_related("table__table").get(pk=pk))


class ActInHand(RecordsAction, TournamentHandCommand):
    """Record one action, a board, or a show."""

    service = playing.act
    examples: ClassVar[Mapping[str, Json]] = {
        "Raise to 1,200": {"version": 3, "kind": "raise", "seat": 4, "to": 1_200},
        "The flop": {"version": 7, "kind": "board", "cards": "Ah Td 2c"},
    }

    class Input(TournamentHandCommand.Input):
        """`bet` and `raise` say the seat's total on the street; without `seat` the one to act is meant."""

        kind = WordField(ACTION_KINDS)
        seat = SeatField(required=False, allow_null=True)
        to = IntField(min_value=0, max_value=MOST_CHIPS, source="to_cents", required=False, allow_null=True)
        cards = CardsField(required=False, allow_null=True)


class UndoInHand(TournamentHandCommand):
    """Take the last action back."""

    service = playing.undo


class VoidChipHand(TournamentHandCommand):
    """A misdeal: all stacks as they were."""

    service = playing.void

    class Input(Body):
        reason = ReasonField()


class SettleChipHand(TournamentHandCommand):
    """Close a finished hand: its stacks are the entrants', and those who have none left are out."""

    service = playing.settle
