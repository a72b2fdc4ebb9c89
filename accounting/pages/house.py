"""Pages speak the time of their house."""

from zoneinfo import ZoneInfo

from django.utils.functional import cached_property

from accounting.models import House
from accounting.selectors import houses
from casino.errors import NotFound, _


class InHouse:
    """Mix-in before `Page`: `self.house`, and every time below in its zone."""

    @cached_property
    def _house(self) -> House | None:
        """One query for all the page needs of the house; a poll that finds nothing new makes none."""
        return houses.first()

    @property
    def house(self) -> House:
        """The house; refuses `no_such_house` where none is set up."""
        if self._house is None:
            raise NotFound("no_such_house", _("There is no such house."))
        return self._house

    def zone(self) -> ZoneInfo | None:
        return ZoneInfo(self._house.time_zone) if self._house else None
