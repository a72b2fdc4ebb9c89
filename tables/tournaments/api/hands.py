"""Hands recorded at tables of a tournament, every action; all amounts are chips, which are no money."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django_filters import rest_framework as filters
from rest_framework import serializers

from casino.api.commands import Command
from casino.api.fields import Body, IdField, IntField, ReasonField, VersionField
from casino.api.reading import IdFilter, Row
from casino.api.rendering import Json
from casino.models import User
from tables.models import TournamentHand
from tables.play.api.fields import CardsField, SeatField, WordField
from tables.play.api.hands.schemas import ACTION_KINDS
from tables.rules import cards, views
from tables.rules.actions import Action, Kind
from tables.rules.legal import Option
from tables.rules.state import STREETS, Phase
from tables.rules.tournaments.codec import MOST_CHIPS
from tables.tournaments.api.announcing import TournamentCommand
from tables.tournaments.api.lists import TournamentRows
from tables.tournaments.services import playing


class HandRowShape(serializers.Serializer[Any]):
    """A hand in a list; `GET tournament-hands/{id}/` has its play."""

    id = serializers.IntegerField()
    tournament = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Counts the recorded hands of the tournament.")
    state = serializers.ChoiceField(TournamentHand.State.choices)
    table = serializers.IntegerField()
    table_code = serializers.CharField()
    level = serializers.IntegerField()
    at = serializers.DateTimeField(help_text="When it was dealt.")
    by = serializers.IntegerField()
    void_reason = serializers.CharField(allow_blank=True)
    version = serializers.IntegerField(help_text="How many actions are recorded; commands carry what they saw.")

    class Meta:
        ref_name = "TournamentHandRow"


class PotShape(serializers.Serializer[Any]):
    """A pot in the middle; bets in front of the seats are not in it yet."""

    chips = serializers.IntegerField()
    eligible = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        ref_name = "ChipPot"


class SeatShape(serializers.Serializer[Any]):
    """A seat in the hand: chips behind, bet in front on this street, and how it stands."""

    seat = serializers.IntegerField()
    entrant_number = serializers.IntegerField()
    stack = serializers.IntegerField()
    bet = serializers.IntegerField()
    folded = serializers.BooleanField()
    all_in = serializers.BooleanField()
    mucked = serializers.BooleanField()
    shown = serializers.CharField(allow_blank=True)

    class Meta:
        ref_name = "TournamentHandSeat"


class OptionShape(serializers.Serializer[Any]):
    """One thing that would be accepted; `bet` and `raise` take any total between the limits."""

    kind = serializers.ChoiceField(ACTION_KINDS)
    min_to = serializers.IntegerField(allow_null=True)
    max_to = serializers.IntegerField(allow_null=True)
    call = serializers.IntegerField(allow_null=True)
    cards = serializers.IntegerField(allow_null=True, help_text="How many cards are due.")
    seats = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        ref_name = "ChipOption"


class HandShape(HandRowShape):
    """A hand as it stands; settled, its stacks are the entrants'."""

    phase = serializers.ChoiceField([phase.value for phase in Phase])
    street = serializers.ChoiceField(list(STREETS))
    board = serializers.CharField(allow_blank=True)
    pot = serializers.IntegerField(help_text="Everything put in, bets included.")
    pots = PotShape(many=True)
    seats = SeatShape(many=True)
    to_act = serializers.IntegerField(allow_null=True)
    legal = OptionShape(many=True)

    class Meta:
        ref_name = "TournamentHand"


def _row(row: TournamentHand) -> dict[str, Json]:
    return {
        "id": row.pk,
        "tournament": row.tournament_id,
        "number": row.number,
        "state": row.state,
        "table": row.table.table_id,
        "table_code": row.table.table.code,
        "level": row.level,
        "at": row.at,
        "by": row.by_id,
        "void_reason": row.reason,
        "version": len(row.actions),
    }


def _hand(row: TournamentHand) -> Json:
    """As it stands; once it is settled or void nothing is legal any more."""
    view = views.view(playing.state_of(row))
    is_open = row.state == TournamentHand.State.OPEN
    final = row.result["stacks"] if row.result else {}
    return _row(row) | {
        "phase": view.phase.value,
        "street": view.street,
        "board": cards.format(view.board),
        "pot": view.pot_cents,
        "pots": [{"chips": pot.amount_cents, "eligible": pot.eligible} for pot in view.pots if pot.amount_cents],
        "seats": [
            {
                "seat": seat.seat,
                "entrant_number": row.entrants[str(seat.seat)],
                "stack": final.get(str(seat.seat), seat.stack_cents),
                "bet": seat.bet_cents,
                "folded": seat.folded,
                "all_in": seat.all_in,
                "mucked": seat.mucked,
                "shown": cards.format(seat.shown),
            }
            for seat in view.seats
        ],
        "to_act": view.to_act if is_open else None,
        "legal": [_option(option) for option in view.legal.options] if is_open else [],
    }


def _option(option: Option) -> Json:
    return {
        "kind": option.kind.value,
        "min_to": option.min_to_cents,
        "max_to": option.max_to_cents,
        "call": option.call_cents,
        "cards": option.cards,
        "seats": list(option.seats),
    }


class HandFilter(filters.FilterSet):
    """`?table=&state=open`"""

    table = IdFilter("table__table_id")
    state = filters.ChoiceFilter(choices=TournamentHand.State.choices)

    class Meta:
        model = TournamentHand
        fields: tuple[str, ...] = ()


class Hands(TournamentRows):
    """The recorded hands of a tournament, without their play."""

    queryset = TournamentHand.objects.select_related("table__table")
    filterset_class = HandFilter
    shape = HandRowShape

    def face(self, row: TournamentHand) -> Json:
        """A hand in the list."""
        return _row(row)


class OneHand(Row):
    """One hand with its play, and what is legal now."""

    queryset = TournamentHand.objects.select_related("table__table")
    shape = HandShape

    def face(self, row: TournamentHand) -> Json:
        """A hand."""
        return _hand(row)


class DealHand(TournamentCommand):
    """Begin the next hand at a table, by the level that holds now; the version is the tournament's."""

    output = HandShape
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {"The first at a table": {"version": 12, "table": 4, "button_seat": 6}}

    class Input(TournamentCommand.Input):
        """At which table; where the button was drawn, before its first hand."""

        table = IdField()
        button_seat = SeatField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Deal."""
        started = playing.start(
            tournament_id=pk,
            version=values.get("version"),
            table_id=values["table_id"],
            button_seat=values.get("button_seat"),
            actor=actor,
        )
        return _hand(started)


class ChipHandCommand(Command):
    """A command on a hand: carries the number of actions that was seen, answers with the hand."""

    output = HandShape

    class Input(Body):
        """How many actions were recorded when he looked."""

        version = VersionField(required=True)

    def current(self, *, actor: User, pk: int, **path: Any) -> Json:
        """The hand as it is now."""
        return _hand(TournamentHand.objects.select_related("table__table").get(pk=pk))


class ActInHand(ChipHandCommand):
    """Record one action, a board, or a show."""

    examples: ClassVar[Mapping[str, Json]] = {
        "Raise to 1,200": {"version": 3, "kind": "raise", "seat": 4, "to": 1_200},
        "The flop": {"version": 7, "kind": "board", "cards": "Ah Td 2c"},
    }

    class Input(ChipHandCommand.Input):
        """`bet` and `raise` say the seat's total on the street; without `seat` the one to act is meant."""

        kind = WordField(ACTION_KINDS)
        seat = SeatField(required=False, allow_null=True)
        to = IntField(min_value=0, max_value=MOST_CHIPS, required=False, allow_null=True)
        cards = CardsField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Act."""
        dealt = values.get("cards")
        action = Action(Kind(values["kind"]), values.get("seat"), values.get("to"), cards.parse(dealt) if dealt else ())
        return _hand(playing.act(hand_id=pk, action=action, count=values["version"], actor=actor))


class UndoInHand(ChipHandCommand):
    """Take the last action back."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Undo."""
        return _hand(playing.undo(hand_id=pk, count=values["version"], actor=actor))


class VoidChipHand(Command):
    """A misdeal: all stacks as they were."""

    output = HandShape

    class Input(Body):
        """Why."""

        reason = ReasonField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Void."""
        return _hand(playing.void(hand_id=pk, reason=values["reason"], actor=actor))


class SettleChipHand(ChipHandCommand):
    """Close a finished hand: its stacks are the entrants', who has none left is out."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Settle."""
        return _hand(playing.settle(hand_id=pk, count=values["version"], actor=actor))
