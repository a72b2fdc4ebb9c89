"""Houses and their gaming days. A day is closed through the game side, which knows the tables."""

from collections.abc import Mapping
from typing import Any

from accounting.api import views
from accounting.api.fields import HouseField
from accounting.api.filters import GamingDayFilter, HouseFilter
from accounting.api.schemas import GamingDayShape, HouseShape
from accounting.models import GamingDay, House
from accounting.services import days
from casino.api.fields import Body
from casino.api.reading import Row, Rows, RowsAndNew
from casino.api.rendering import Json
from casino.models import User


class Houses(Rows):
    """The casinos of this system."""

    queryset = House.objects.all()
    ordering = ("id",)
    filterset_class = HouseFilter
    shape = HouseShape

    def face(self, row: House) -> Json:
        """A house."""
        return views.house(row)


class OneHouse(Row):
    """One casino."""

    queryset = House.objects.all()
    shape = HouseShape

    def face(self, row: House) -> Json:
        """A house."""
        return views.house(row)


class GamingDays(RowsAndNew):
    """The gaming days, newest first; opening one."""

    queryset = GamingDay.objects.all()
    ordering = ("-date", "-id")
    filterset_class = GamingDayFilter
    shape = output = GamingDayShape

    class Input(Body):
        """The house whose day begins; may be left out where there is only one."""

        house = HouseField()

    def face(self, row: GamingDay) -> Json:
        """A gaming day."""
        return views.gaming_day(row)

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Open the house's next gaming day."""
        return views.gaming_day(days.open_day(house_id=values["house_id"], actor=actor))


class OneGamingDay(Row):
    """One gaming day."""

    queryset = GamingDay.objects.all()
    shape = GamingDayShape

    def face(self, row: GamingDay) -> Json:
        """A gaming day."""
        return views.gaming_day(row)
