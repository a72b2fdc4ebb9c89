"""Hands: reading them, starting one, acting in it, undoing, voiding, settling."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import F, QuerySet
from django_filters.filters import ChoiceFilter

from casino.api.commands import Command
from casino.api.fields import Body, CentsField, ReasonField, TextField, VersionField
from casino.api.reading import IdFilter, Row, Rows, filter_set, reader
from casino.api.rendering import Json
from casino.models import User
from tables.hands.api.actions import RecordsAction
from tables.hands.api.serializers import ACTION_KINDS, HandRowSerializer, HandSerializer
from tables.hands.selectors import hands as selectors
from tables.hands.selectors import visibility
from tables.hands.selectors.hands import RecordedHand
from tables.hands.services import hands
from tables.models import Hand
from tables.play.api.fields import CardsField, SeatField, WordField, tips_field
from tables.play.api.tables import TableCommand


class Hands(Rows):
    """The hands, newest first, without their play; to dealers those of their own table."""

    permission = "tables.read_hands"
    queryset = Hand.objects.select_related("corrected_by").annotate(table_code=F("table__code"))
    filterset_class = filter_set(
        Hand,
        house=IdFilter("house_id"),
        table=IdFilter("table_id"),
        session=IdFilter("session_id"),
        gaming_day=IdFilter("gaming_day_id"),
        state=ChoiceFilter(choices=Hand.State.choices),
    )
    output = HandRowSerializer

    def get_queryset(self) -> QuerySet[Hand]:
        return visibility.visible(super().get_queryset(), actor=reader(self.request))


class OneHand(Row):
    """One hand with its play and the legal actions; to dealers those of their own table."""

    permission = "tables.read_hands"
    queryset = Hand.objects.all()
    output = HandSerializer

    def found(self, pk: int) -> RecordedHand:
        return selectors.shown(pk, actor=reader(self.request))


class HandCommand(Command):
    """A command on a hand: carries the version of it that was seen, answers with the hand."""

    output = HandSerializer

    class Input(Body):
        version = VersionField()

    def current(self, *, actor: User, pk: int) -> RecordedHand:
        return selectors.get(pk)


class Start(TableCommand):
    """Start a hand: the button moves on, blinds and antes are posted. The version is the table's."""

    service = hands.start
    output = HandSerializer
    status = 201

    class Input(TableCommand.Input):
        """Left out, the button moves on by itself and nobody straddles."""

        button_seat = SeatField(required=False, allow_null=True, help_text="Where the floor places the button.")
        straddle_seat = SeatField(required=False, allow_null=True)


class Act(RecordsAction, HandCommand):
    """Record one action, a board, or a show."""

    service = hands.act
    examples: ClassVar[Mapping[str, Json]] = {
        "Raise to 12 euros": {"version": 3, "kind": "raise", "seat": 4, "to_cents": 1200},
        "The flop": {"version": 7, "kind": "board", "cards": "Ah Td 2c"},
        "Open a hand": {"version": 15, "kind": "show", "seat": 2, "cards": ["As", "Ac"]},
    }

    class Input(HandCommand.Input):
        """`bet` and `raise` say the seat's total on the street; without `seat` the one to act is meant."""

        kind = WordField(ACTION_KINDS)
        seat = SeatField(required=False, allow_null=True)
        to_cents = CentsField(required=False, allow_null=True)
        cards = CardsField(required=False, allow_null=True)


class Undo(HandCommand):
    """Take the last action back; both stay on record."""

    service = hands.undo


class Void(HandCommand):
    """Void a hand: an open one leaves the stacks as they were, a settled one is reversed in the ledger.

    Only the reversal asks for the password; it takes somebody other than the person who booked the hand.
    """

    service = hands.void

    class Input(HandCommand.Input):
        reason = ReasonField()

    def wants_password(self, **path: Any) -> bool:
        """A misdeal is the dealer's daily work; with it no chip moves."""
        return Hand.objects.filter(pk=path["pk"], state=Hand.State.SETTLED).exists()


class Settle(HandCommand):
    """Settle a finished hand: pots to the winners, the tax to its box, tips to theirs."""

    service = hands.settle
    examples: ClassVar[Mapping[str, Json]] = {
        "With a tip": {"version": 16, "tips": [{"seat": 2, "amount_cents": 100}]},
        "Another rake than due": {"version": 16, "tips": [], "rake_cents": 300, "reason": "short of change"},
    }

    class Input(HandCommand.Input):
        """Tips by seat; the rake if it is not the one due, which needs a reason."""

        tips = tips_field()
        rake_cents = CentsField(required=False, allow_null=True)
        reason = TextField(max_length=500, required=False, allow_blank=True)
