"""Tables as JSON, the base of commands on a table, and the time charge."""

from typing import Any, ClassVar

from rest_framework import serializers

from casino.api.commands import Command
from casino.api.fields import Body, FlagField, IntField, VersionField
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Serializer, Takes
from casino.models import User
from tables.models import Game
from tables.play.api.fields import SeatField, SeatsField
from tables.play.selectors import tables as selectors
from tables.play.selectors.bomb_pots import Cause
from tables.play.selectors.tables import SessionView, TableView
from tables.play.services import missed_blinds, time_charges


class BombPotSerializer(Serializer):
    """What everybody antes in the next hand, on how many boards, and why it is a bomb pot."""

    ante_cents = serializers.IntegerField()
    boards = serializers.IntegerField()
    cause = serializers.ChoiceField(Cause.choices)


class SessionSerializer(Serializer):
    """One opening of the table with one game; the reader who counts the boxes sees neither rake nor tips."""

    id = serializers.IntegerField()
    game = RelatedId()
    game_name = serializers.CharField()
    game_from_hand = serializers.IntegerField(help_text="Since which hand (or round) this game is played.")
    tax_from = serializers.DateTimeField(
        allow_null=True, help_text="When new rake terms took or take effect; null: those of the opening apply."
    )
    recording = serializers.ChoiceField(Game.Recording.choices)
    opened_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True, help_text="As planned; nothing is closed by itself.")
    last_hands_left = serializers.IntegerField(allow_null=True, help_text="Once the last hands were announced.")
    bomb_pot = BombPotSerializer(allow_null=True, help_text="Null: the next hand is an ordinary one.")
    hands_dealt = serializers.IntegerField()
    float_cents = serializers.IntegerField()
    rake_cents = serializers.IntegerField(allow_null=True, help_text="In the box now; null for its counters.")
    tips_cents = serializers.IntegerField(allow_null=True, help_text="In the box now; null for its counters.")


class _BlindSessionSerializer(SessionSerializer):
    def get_rake_cents(self, _session: SessionView) -> None:
        return None

    def get_tips_cents(self, _session: SessionView) -> None:
        return None


class DealerHereSerializer(Serializer):
    """The dealer at the table."""

    takes = Takes(selectors.DealerView, "id name since")


class TakenSeatSerializer(Serializer):
    """A taken seat; `stack_cents` is null where the table keeps one pool.

    There `stack_least_cents` and `stack_most_cents` are the bounds by counts and hands; lists of tables leave them out.
    """

    takes = Takes(
        selectors.SeatView,
        "seat sitting guest guest_name guest_number stack_cents stack_least_cents stack_most_cents is_away "
        "owes_small_blind owes_big_blind",
    )
    waits_for_big_blind = serializers.BooleanField(help_text="Instead of posting the blinds owed.")
    leaves_at = serializers.DateTimeField(allow_null=True, help_text="As the guest has announced.")


class MarkersSerializer(Serializer):
    """Button and blinds of the hand that is being played, or of the next one."""

    button_seat = serializers.IntegerField()
    small_blind_seat = serializers.IntegerField()
    big_blind_seat = serializers.IntegerField()
    is_next = serializers.BooleanField(help_text="Of the hand that is dealt next, as the table stands now.")


class TableSerializer(Serializer):
    """A table as it stands (a `TableView`)."""

    id = serializers.IntegerField()
    house = RelatedId()
    code = serializers.CharField()
    seat_count = serializers.IntegerField()
    room = serializers.IntegerField(help_text="How many more may sit down: the deck must suffice for everybody.")
    version = serializers.IntegerField(help_text="Counts up with every command; commands carry the one they saw.")
    state = serializers.ChoiceField(["closed", "open", "paused"])
    session = SessionSerializer(allow_null=True)
    dealer = DealerHereSerializer(allow_null=True)
    button_seat = serializers.IntegerField(allow_null=True, help_text="Of the last hand.")
    markers = MarkersSerializer(
        allow_null=True, help_text="Null where no blinds are posted, or fewer than two guests are here."
    )
    current_hand = serializers.IntegerField(allow_null=True)
    current_hand_number = serializers.IntegerField(allow_null=True)
    seats = TakenSeatSerializer(many=True, help_text="The taken seats.")
    kept_seats = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Free, but kept for guests of the waiting list who have been called.",
    )

    def get_current_hand(self, table: TableView) -> int | None:
        return table.current_hand[0] if table.current_hand else None

    def get_current_hand_number(self, table: TableView) -> int | None:
        return table.current_hand[1] if table.current_hand else None

    def get_kept_seats(self, table: TableView) -> list[int]:
        return [one.seat for one in table.kept]


class BlindTableSerializer(TableSerializer):
    """The same without rake and tips, for a reader who counts boxes blind (`accounting.ledger.selectors.blind`)."""

    def get_session(self, table: TableView) -> Json:
        return _BlindSessionSerializer.json(table.session)


class TableCommand(Command):
    """A command on a table: it carries the version that was seen, and answers with the table as it is afterwards.

    With another `output` it answers with the service's result.  A stale version is always answered with the table.
    """

    output: ClassVar[type[Serializer] | None] = TableSerializer

    class Input(Body):
        version = VersionField()

    def shown(self, result: Any) -> Any:
        return selectors.view(self.kwargs["pk"]) if self.output is TableSerializer else result

    def current(self, *, actor: User, pk: int, **path: Any) -> Json:
        return TableSerializer.json(selectors.view(pk))


class Collect(TableCommand):
    """Collect the charge for the coming minutes from every guest who is not away, or from the seats named."""

    service = time_charges.collect

    class Input(TableCommand.Input):
        minutes = IntField()
        seats = SeatsField(required=False, min_length=1)


class MissedBlinds(TableCommand):
    """Keep whether a player who owes blinds waits for the big blind instead of posting them."""

    service = missed_blinds.choose
    idempotent = False

    class Input(TableCommand.Input):
        seat = SeatField()
        waits = FlagField()
