"""Houses: the casinos of this system."""

from django.urls import path
from rest_framework import serializers

from accounting.api.fields import HouseField
from accounting.models import ClockChange, House
from accounting.selectors.clocks import CLOCKS
from accounting.services import clocks
from casino.api.commands import Decision
from casino.api.fields import Body, TextField
from casino.api.reading import IdFilter, Row, Rows, RowsAndNew, TextFilter, filter_set
from casino.api.serializers import RelatedId, Seen, Serializer


class HouseSerializer(Serializer):
    """One casino."""

    id = serializers.IntegerField()
    code = serializers.CharField()
    name = serializers.CharField()
    currency = serializers.CharField(help_text="ISO 4217; every `*_cents` of the house is in its minor unit.")
    time_zone = serializers.CharField()
    rolls_over_at = serializers.CharField(help_text="Local time at which a new gaming day may begin, `12:00`.")
    shift_starts = serializers.ListField(
        child=serializers.CharField(),
        help_text="Local times at which later shifts begin, `20:00`; the first begins with the gaming day.",
    )
    tip_bp = serializers.IntegerField(help_text="Customary tip in basis points of the pot.")
    denominations_cents = serializers.ListField(
        child=serializers.IntegerField(), help_text="The values of the house's chips, in cents."
    )
    money_by_two = serializers.BooleanField(
        help_text="Whether two people are needed where money leaves: to close a window, to pay a prize."
    )
    stakes_agreed_before_start = serializers.BooleanField(
        help_text="Whether the stake of a table only goes up as planned before its first hand."
    )

    def get_rolls_over_at(self, row: House) -> str:
        return row.rolls_over_at.isoformat(timespec="minutes")

    def get_shift_starts(self, row: House) -> list[str]:
        return [start.isoformat(timespec="minutes") for start in row.shift_starts]


class Houses(Rows):
    """The casinos of this system."""

    permission = None
    queryset = House.objects.all()
    ordering = ("id",)
    filterset_class = filter_set(House, code=TextFilter())
    output = HouseSerializer


class OneHouse(Row):
    """One casino."""

    permission = None
    queryset = House.objects.all()
    output = HouseSerializer


class ClockChangeSerializer(Serializer):
    """Another clock of a house."""

    id = serializers.IntegerField()
    house = RelatedId()
    time_zone = serializers.CharField()
    rolls_over_at = serializers.CharField(help_text="Local time at which a new gaming day may begin, `12:00`.")
    state = serializers.ChoiceField(ClockChange.State.choices)
    proposed_at = serializers.DateTimeField()
    proposed_by = RelatedId()
    decided_at = serializers.DateTimeField(allow_null=True)
    decided_by = RelatedId(allow_null=True, help_text="Of an approved change never the person who asked for it.")
    seen = Seen(CLOCKS)

    def get_rolls_over_at(self, row: ClockChange) -> str:
        return row.rolls_over_at.isoformat(timespec="minutes")


class ClockChanges(RowsAndNew):
    """The changes of the clock of the house. Ask for one; approved, it holds from the next gaming day on."""

    permission = "casino.view_logins"
    queryset = ClockChange.objects.select_related("house")
    filterset_class = filter_set(ClockChange, house=IdFilter("house_id"))
    service = clocks.ask
    output = ClockChangeSerializer

    class Input(Body):
        """The clock that is asked for: both parts of it."""

        house = HouseField()
        time_zone = TextField(max_length=40, help_text="An IANA name, `Europe/Berlin`.")
        rolls_over_at = serializers.TimeField(help_text="Local time at which a new gaming day may begin, `12:00`.")


class OneClockChange(Row):
    """One change of the clock of a house."""

    permission = "casino.view_logins"
    queryset = ClockChange.objects.select_related("house")
    output = ClockChangeSerializer


class ApproveClockChange(Decision):
    """Approve another clock of the house, which somebody else asked for."""

    service = clocks.approve
    output = ClockChangeSerializer


class DeclineClockChange(Decision):
    """Decline another clock of the house, or withdraw one's own request."""

    service = clocks.decline
    output = ClockChangeSerializer


urlpatterns = [
    path("clock-changes/", ClockChanges.as_view(), name="clock-changes"),
    path("clock-changes/<clock_change:pk>/", OneClockChange.as_view(), name="clock-change"),
    path("clock-changes/<clock_change:pk>/approve/", ApproveClockChange.as_view(), name="clock-change-approve"),
    path("clock-changes/<clock_change:pk>/decline/", DeclineClockChange.as_view(), name="clock-change-decline"),
    path("houses/", Houses.as_view(), name="houses"),
    path("houses/<house:pk>/", OneHouse.as_view(), name="house"),
]
