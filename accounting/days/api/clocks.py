"""Another clock of a house: asked for by one person, approved by another."""

from django.urls import path
from rest_framework import serializers

from accounting.days.api.fields import HouseField
from accounting.days.selectors.clocks import CLOCKS
from accounting.days.services import clocks
from accounting.models import ClockChange
from casino.api.commands import Decision
from casino.api.fields import Body, TextField
from casino.api.reading import IdFilter, Row, RowsAndNew, filter_set
from casino.api.serializers import RelatedId, Seen, Serializer, Takes


class ClockChangeSerializer(Serializer):
    """Another clock of a house."""

    takes = Takes(ClockChange, "id house time_zone rolls_over_at state proposed_at proposed_by decided_at")
    rolls_over_at = serializers.CharField(help_text="Local time at which a new gaming day may begin, `12:00`.")
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
]
