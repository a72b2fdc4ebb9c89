"""What `faces` gives, declared for the OpenAPI schema; nothing is read or written through these."""

from typing import Any

from rest_framework import serializers

from tables.models import Game


class GameShape(serializers.Serializer[Any]):
    """What is offered at a table; amounts in cents."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    name = serializers.CharField()
    variant = serializers.ChoiceField(Game.Variant.choices)
    betting = serializers.ChoiceField(Game.Betting.choices)
    small_blind_cents = serializers.IntegerField()
    big_blind_cents = serializers.IntegerField()
    ante_cents = serializers.IntegerField()
    straddle = serializers.BooleanField()
    min_buy_in_cents = serializers.IntegerField()
    max_buy_in_cents = serializers.IntegerField(allow_null=True)
    return_minutes = serializers.IntegerField(
        allow_null=True, help_text="Who comes back so soon brings back what he took; null: nobody is asked."
    )
    raise_cap = serializers.IntegerField(allow_null=True, help_text="Raises per round; null: as the rule set says.")
    recording = serializers.ChoiceField(Game.Recording.choices)
    rule_set = serializers.CharField()
    rake_schedule = serializers.IntegerField(allow_null=True, help_text="Null: against the house.")
    chip_cents = serializers.IntegerField()
    min_box_cents = serializers.IntegerField(help_text="Against the house, the smallest ante of a box; else 0.")
    max_box_cents = serializers.IntegerField()
    max_side_cents = serializers.IntegerField()
    max_paid_cents = serializers.IntegerField(allow_null=True, help_text="The most a box is paid in a round.")
    chip_set = serializers.DictField(
        child=serializers.IntegerField(), allow_null=True, help_text="Pieces by denomination, worth the minimum buy-in."
    )
    rebuy_allowed = serializers.BooleanField()
    rebuy_at_cents = serializers.IntegerField(allow_null=True, help_text="Sold to a stack of at most this; null: any.")
    rebuy_cents = serializers.IntegerField(
        allow_null=True, help_text="Exactly so much; null: the minimum buy-in, or any amount with any stack."
    )
    last_hands = serializers.IntegerField(help_text="How many are announced before the table is closed.")
    is_active = serializers.BooleanField()

    class Meta:
        ref_name = "Game"


class SessionShape(serializers.Serializer[Any]):
    """One opening of the table with one game; rake and tips are what lies in its boxes, null for who counts it."""

    id = serializers.IntegerField()
    game = serializers.IntegerField()
    game_name = serializers.CharField()
    game_from_hand = serializers.IntegerField(help_text="Since which hand (or round) this game is played.")
    tax_from = serializers.DateTimeField(
        allow_null=True, help_text="Since when, or from when, new terms of the tax hold; null: those of the opening do."
    )
    recording = serializers.ChoiceField(Game.Recording.choices)
    opened_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True, help_text="As planned; nothing is closed by itself.")
    last_hands_left = serializers.IntegerField(allow_null=True, help_text="Once the last hands were announced.")
    hands_dealt = serializers.IntegerField()
    float_cents = serializers.IntegerField()
    rake_cents = serializers.IntegerField(allow_null=True)
    tips_cents = serializers.IntegerField(allow_null=True)

    class Meta:
        ref_name = "Session"


class DealerHereShape(serializers.Serializer[Any]):
    """Who deals, and since when."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    since = serializers.DateTimeField()

    class Meta:
        ref_name = "DealerHere"


class TakenSeatShape(serializers.Serializer[Any]):
    """A taken seat; `stack_cents` is null where the table keeps one pool."""

    seat = serializers.IntegerField()
    sitting = serializers.IntegerField()
    guest = serializers.IntegerField()
    guest_name = serializers.CharField()
    guest_number = serializers.CharField()
    stack_cents = serializers.IntegerField(allow_null=True)
    is_away = serializers.BooleanField()
    owes_small_blind = serializers.BooleanField()
    owes_big_blind = serializers.BooleanField()
    leaves_at = serializers.DateTimeField(allow_null=True, help_text="As the guest has announced.")

    class Meta:
        ref_name = "TakenSeat"


class MarkersShape(serializers.Serializer[Any]):
    """Button and blinds of the hand that is being played, or of the next one."""

    button_seat = serializers.IntegerField()
    small_blind_seat = serializers.IntegerField()
    big_blind_seat = serializers.IntegerField()
    is_next = serializers.BooleanField(help_text="Of the hand that is dealt next, as the table stands now.")

    class Meta:
        ref_name = "Markers"


class TableShape(serializers.Serializer[Any]):
    """A table as it stands."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    code = serializers.CharField()
    seat_count = serializers.IntegerField()
    version = serializers.IntegerField(help_text="Counts up with every command; commands carry the one they saw.")
    state = serializers.ChoiceField(["closed", "open", "paused"])
    session = SessionShape(allow_null=True)
    dealer = DealerHereShape(allow_null=True)
    button_seat = serializers.IntegerField(allow_null=True, help_text="Of the last hand.")
    markers = MarkersShape(
        allow_null=True, help_text="Null where no blinds are posted, or fewer than two guests are here."
    )
    current_hand = serializers.IntegerField(allow_null=True)
    current_hand_number = serializers.IntegerField(allow_null=True)
    seats = TakenSeatShape(many=True, help_text="The taken seats.")
    kept_seats = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Free, but kept for guests of the waiting list who have been called.",
    )

    class Meta:
        ref_name = "Table"


class RulingShape(serializers.Serializer[Any]):
    """What the floor has decided; `hand` is null when it was about the game."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    table = serializers.IntegerField()
    hand = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    tournament = serializers.IntegerField(allow_null=True)
    guests = serializers.ListField(child=serializers.IntegerField())
    rule = serializers.CharField(allow_blank=True, help_text="The rule it rests on, as it is cited.")
    text = serializers.CharField()
    reverses = serializers.IntegerField(allow_null=True, help_text="The ruling it takes the place of.")
    call = serializers.IntegerField(allow_null=True, help_text="The call for the floor it came of.")
    at = serializers.DateTimeField()
    by = serializers.IntegerField()

    class Meta:
        ref_name = "Ruling"
