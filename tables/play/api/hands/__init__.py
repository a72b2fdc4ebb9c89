"""Hands: reading them, starting one, acting in it, undoing, voiding, settling."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet

from accounting.selectors import boxes
from casino.api.commands import Command
from casino.api.fields import Body, CentsField, ReasonField, TextField, VersionField
from casino.api.reading import Row, Rows, reader
from casino.api.rendering import Json
from casino.models import User
from tables.models import Hand
from tables.play.api import views
from tables.play.api.commands import TableCommand
from tables.play.api.fields import CardsField, SeatField, WordField, tips_field
from tables.play.api.filters import HandFilter
from tables.play.api.hands.schemas import ACTION_KINDS, HandRowShape, HandShape
from tables.play.selectors import hands as selectors
from tables.play.services import hands
from tables.rules import cards
from tables.rules.actions import Action, Kind
from tables.settlement import Tip


def tips_of(values: Mapping[str, Any]) -> list[Tip]:
    """The tips of a body."""
    return [Tip(tip["seat"], tip["amount_cents"]) for tip in values.get("tips", ())]


class Hands(Rows):
    """The hands, newest first, without their play."""

    queryset = Hand.objects.select_related("table", "corrected_by")
    filterset_class = HandFilter
    shape = HandRowShape

    def get_queryset(self) -> QuerySet[Hand]:
        """For everybody but the cage."""
        boxes.require_not_blind(reader(self.request))
        return super().get_queryset()

    def face(self, row: Hand) -> Json:
        """A hand in the list."""
        return views.hand_row(row)


class OneHand(Row):
    """One hand with its play, and what is legal now."""

    queryset = Hand.objects.all()
    shape = HandShape

    def found(self, pk: int) -> Any:
        """The hand as recorded; refuses `no_such_hand`."""
        boxes.require_not_blind(reader(self.request))
        return selectors.get(pk)

    def face(self, row: selectors.RecordedHand) -> Json:
        """A hand."""
        return views.hand(row)


class HandCommand(Command):
    """A command on a hand: carries the version of it that was seen, answers with the hand."""

    output = HandShape

    class Input(Body):
        """The version that was seen."""

        version = VersionField()

    def current(self, *, actor: User, pk: int, **path: Any) -> Json:
        """The hand as it is now."""
        return views.hand(selectors.get(pk))


class Start(TableCommand):
    """Start a hand: the button moves on, blinds and antes are posted. The version is the table's."""

    output = HandShape
    status = 201

    class Input(TableCommand.Input):
        """Where the button lies, if the floor says so (left out, it moves on); who straddles, if anybody."""

        button_seat = SeatField(required=False, allow_null=True)
        straddle_seat = SeatField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Start."""
        started = hands.start(
            table_id=pk,
            version=values.get("version"),
            button_seat=values.get("button_seat"),
            straddle_seat=values.get("straddle_seat"),
            actor=actor,
        )
        return views.hand(started)


class Act(HandCommand):
    """Record one action, a board, or a show."""

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

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Act."""
        dealt = values.get("cards")
        action = Action(
            Kind(values["kind"]), values.get("seat"), values.get("to_cents"), cards.parse(dealt) if dealt else ()
        )
        return views.hand(hands.act(hand_id=pk, version=values.get("version"), action=action, actor=actor))


class Undo(HandCommand):
    """Take the last action back; both stay on record."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Undo."""
        return views.hand(hands.undo(hand_id=pk, version=values.get("version"), actor=actor))


class Void(HandCommand):
    """Void a hand: an open one leaves the stacks as they were, a settled one is reversed in the ledger.

    Only the second is grave: by somebody else than booked it, who gives his password again.
    """

    requires_password = True

    class Input(HandCommand.Input):
        """Why."""

        reason = ReasonField()

    def wants_password(self, **path: Any) -> bool:
        """A misdeal is the dealer's daily work; with it no chip moves."""
        return Hand.objects.filter(pk=path["pk"], state=Hand.State.SETTLED).exists()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Void."""
        return views.hand(hands.void(hand_id=pk, version=values.get("version"), reason=values["reason"], actor=actor))


class Settle(HandCommand):
    """Settle a finished hand: pots to the winners, the tax to its box, tips to theirs."""

    examples: ClassVar[Mapping[str, Json]] = {
        "With a tip": {"version": 16, "tips": [{"seat": 2, "amount_cents": 100}]},
        "Another rake than due": {"version": 16, "tips": [], "rake_cents": 300, "reason": "short of change"},
    }

    class Input(HandCommand.Input):
        """Tips by seat; the rake if it is not the one due, which needs a reason."""

        tips = tips_field()
        rake_cents = CentsField(required=False, allow_null=True)
        reason = TextField(max_length=500, required=False, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Settle."""
        return views.hand(
            hands.settle(
                hand_id=pk,
                version=values.get("version"),
                tips=tips_of(values),
                rake_cents=values.get("rake_cents"),
                reason=values.get("reason", ""),
                actor=actor,
            )
        )
