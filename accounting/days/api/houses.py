"""Houses: the casinos of this system."""

from django.urls import path
from rest_framework import serializers

from accounting.models import House
from casino.api.reading import Row, Rows, TextFilter, filter_set
from casino.api.serializers import Serializer


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


urlpatterns = [
    path("houses/", Houses.as_view(), name="houses"),
    path("houses/<house:pk>/", OneHouse.as_view(), name="house"),
]
