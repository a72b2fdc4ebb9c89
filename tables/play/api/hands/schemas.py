"""What `faces` gives of hands, declared for the OpenAPI schema; nothing is read or written through these."""

from typing import Any

from rest_framework import serializers

from tables.models import Game, Hand
from tables.rules.actions import Kind
from tables.rules.state import STREETS, Phase

ACTION_KINDS = [(kind.value, kind.value) for kind in Kind]
RECORDED_KINDS = [*ACTION_KINDS, ("undo", "undo")]


class SeatCentsShape(serializers.Serializer[Any]):
    """So much of one seat."""

    seat = serializers.IntegerField()
    amount_cents = serializers.IntegerField()

    class Meta:
        ref_name = "SeatAmount"


class SeatStackShape(serializers.Serializer[Any]):
    """The stack in front of a seat after the hand."""

    seat = serializers.IntegerField()
    stack_cents = serializers.IntegerField()

    class Meta:
        ref_name = "SeatStack"


class PotResultShape(serializers.Serializer[Any]):
    """A pot before the house's part, and who won it; on two boards when it was run twice."""

    amount_cents = serializers.IntegerField()
    eligible = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField())
    winners_by_board = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))

    class Meta:
        ref_name = "PotResult"


class ResultShape(serializers.Serializer[Any]):
    """How a hand ended. Before it is settled `won` and `stacks` are null; of a summary little else is known."""

    pot_cents = serializers.IntegerField(help_text="The whole pot without the uncalled bet.")
    flop_seen = serializers.BooleanField()
    dealt_in = serializers.IntegerField()
    showdown = serializers.BooleanField(allow_null=True)
    uncalled = SeatCentsShape(many=True)
    pots = PotResultShape(many=True)
    won = SeatCentsShape(many=True, allow_null=True, help_text="After the house's part.")
    stacks = SeatStackShape(many=True, allow_null=True)
    tips = SeatCentsShape(many=True)
    tips_cents = serializers.IntegerField()

    class Meta:
        ref_name = "Result"


class RakeLineShape(serializers.Serializer[Any]):
    """One step of the computation with its figures."""

    step = serializers.CharField()
    facts = serializers.DictField()

    class Meta:
        ref_name = "RakeLine"


class RakeShape(serializers.Serializer[Any]):
    """The tax of the house: what it was computed from, was due and was taken, and the version of the terms."""

    base_cents = serializers.IntegerField()
    due_cents = serializers.IntegerField()
    taken_cents = serializers.IntegerField()
    jackpot_cents = serializers.IntegerField()
    schedule_version = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    lines = RakeLineShape(many=True)

    class Meta:
        ref_name = "Rake"


class HandRowShape(serializers.Serializer[Any]):
    """A hand in a list; `GET hands/{id}/` has its play."""

    id = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Counts the hands of the session.")
    state = serializers.ChoiceField(Hand.State.choices)
    recording = serializers.ChoiceField(Game.Recording.choices)
    table = serializers.IntegerField()
    table_code = serializers.CharField()
    session = serializers.IntegerField()
    gaming_day = serializers.IntegerField()
    game = serializers.IntegerField()
    dealer = serializers.IntegerField(allow_null=True)
    button_seat = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField(help_text="Counts up with every command; commands carry the one they saw.")
    started_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    void_reason = serializers.CharField(allow_blank=True)
    is_late = serializers.BooleanField(help_text="Keyed as a whole, more than 15 minutes after it was dealt.")
    corrects = serializers.IntegerField(allow_null=True, help_text="The void hand whose place it takes.")
    corrected_by = serializers.IntegerField(allow_null=True, help_text="The hand that takes its place.")
    client_uuid = serializers.UUIDField(allow_null=True)
    result = ResultShape(allow_null=True)
    rake = RakeShape(allow_null=True)

    class Meta:
        ref_name = "HandRow"


class PotShape(serializers.Serializer[Any]):
    """A pot in the middle; bets in front of the seats are not in it yet."""

    amount_cents = serializers.IntegerField()
    eligible = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        ref_name = "Pot"


class PlayingSeatShape(serializers.Serializer[Any]):
    """A seat in the hand: chips behind, bet in front on this street, and how it stands."""

    seat = serializers.IntegerField()
    stack_cents = serializers.IntegerField()
    bet_cents = serializers.IntegerField()
    folded = serializers.BooleanField()
    all_in = serializers.BooleanField()
    mucked = serializers.BooleanField()
    shown = serializers.CharField(allow_blank=True)

    class Meta:
        ref_name = "PlayingSeat"


class OptionShape(serializers.Serializer[Any]):
    """One thing that would be accepted; `bet` and `raise` take any total between the limits."""

    kind = serializers.ChoiceField(ACTION_KINDS)
    min_to_cents = serializers.IntegerField(allow_null=True)
    max_to_cents = serializers.IntegerField(allow_null=True)
    call_cents = serializers.IntegerField(allow_null=True)
    cards = serializers.IntegerField(required=False, help_text="How many cards are due.")
    seats = serializers.ListField(child=serializers.IntegerField(), required=False)

    class Meta:
        ref_name = "Option"


class RecordedActionShape(serializers.Serializer[Any]):
    """One recorded row; `live` is false for an undo and for what it took back."""

    sequence = serializers.IntegerField()
    kind = serializers.ChoiceField(RECORDED_KINDS)
    seat = serializers.IntegerField(allow_null=True)
    to_cents = serializers.IntegerField(allow_null=True)
    cards = serializers.CharField(allow_blank=True)
    undoes = serializers.IntegerField(allow_null=True)
    live = serializers.BooleanField()
    actor = serializers.IntegerField()
    at = serializers.DateTimeField()

    class Meta:
        ref_name = "RecordedAction"


class HandShape(HandRowShape):
    """A hand as it stands, with everything recorded in it; of a summary only the outcome is known."""

    phase = serializers.ChoiceField([phase.value for phase in Phase], allow_null=True)
    street = serializers.ChoiceField(list(STREETS), allow_null=True)
    board = serializers.CharField(allow_blank=True)
    boards = serializers.ListField(child=serializers.CharField(allow_blank=True), help_text="Two when it is run twice.")
    pot_cents = serializers.IntegerField(help_text="Everything put in, bets included.")
    pots = PotShape(many=True)
    seats = PlayingSeatShape(many=True)
    to_act = serializers.IntegerField(allow_null=True)
    legal = OptionShape(many=True)
    actions = RecordedActionShape(many=True)

    class Meta:
        ref_name = "Hand"
