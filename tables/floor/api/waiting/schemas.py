"""What the faces of waiting lists give, declared for the OpenAPI schema; nothing is read or written through these."""

from typing import Any

from rest_framework import serializers

from tables.models import WaitingEntry


class EstimateShape(serializers.Serializer[Any]):
    """Minutes until the seat: half wait no longer than the median, four of five between soonest and latest.

    Null where that lies beyond twelve hours.
    """

    median_minutes = serializers.IntegerField(allow_null=True)
    soonest_minutes = serializers.IntegerField(allow_null=True)
    latest_minutes = serializers.IntegerField(allow_null=True)

    class Meta:
        ref_name = "Estimate"


class WaitShape(serializers.Serializer[Any]):
    """A guest's place on a list."""

    id = serializers.IntegerField()
    guest = serializers.IntegerField()
    guest_name = serializers.CharField()
    guest_number = serializers.CharField()
    state = serializers.ChoiceField(WaitingEntry.State.choices)
    place = serializers.IntegerField(allow_null=True, help_text="In the queue, from 1; null once he is called.")
    joined_at = serializers.DateTimeField()
    is_here = serializers.BooleanField(help_text="False until who joined from outside is in the room.")
    is_called_elsewhere = serializers.BooleanField()
    is_from_broken_table = serializers.BooleanField()
    misses = serializers.IntegerField()
    due_at = serializers.DateTimeField(allow_null=True, help_text="To arrive, to answer, or to sit down.")
    has_more_time = serializers.BooleanField()
    table = serializers.IntegerField(allow_null=True)
    table_code = serializers.CharField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True)
    estimate = EstimateShape(allow_null=True, help_text="Null where too little was seen to say anything.")

    class Meta:
        ref_name = "Wait"


class WaitingListShape(serializers.Serializer[Any]):
    """The list of one game; an interest list while no table plays it."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    game = serializers.IntegerField()
    game_name = serializers.CharField()
    version = serializers.IntegerField()
    tables_running = serializers.IntegerField()
    free_seats = serializers.IntegerField(help_text="Those that are kept for nobody.")
    waiting = serializers.IntegerField()
    wanted = serializers.IntegerField(help_text="How many more would make a game that nobody plays yet.")
    places = WaitShape(many=True)

    class Meta:
        ref_name = "WaitingList"


class WaitingRulesShape(serializers.Serializer[Any]):
    """What a house may set of its waiting lists."""

    answer_seconds = serializers.IntegerField(help_text="To answer a call.")
    more_time_seconds = serializers.IntegerField(help_text="The same for who asks for time, from the call on.")
    misses_until_struck = serializers.IntegerField(help_text="Missed calls until a guest is off the list.")
    lock_up_minutes = serializers.IntegerField(help_text="A seat is kept for who is on his way, while somebody waits.")
    arrival_minutes = serializers.IntegerField(help_text="Until who joined from outside must be in the room.")
    stays_on_other_lists = serializers.BooleanField(help_text="Whether who is seated keeps his other places.")
    players_to_start = serializers.IntegerField(help_text="Guests who make a game worth opening.")
    opens_tables = serializers.BooleanField(
        help_text="Whether one more table is opened as soon as so many wait, where one stands free."
    )
    estimate_hours = serializers.IntegerField(help_text="How far an estimate looks back.")
    estimate_openings = serializers.IntegerField(help_text="Seats that must have come free for it to say anything.")

    class Meta:
        ref_name = "WaitingRules"
