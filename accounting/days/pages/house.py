"""Pages speak the time of their house."""

from typing import Any
from zoneinfo import ZoneInfo

from django.utils.functional import cached_property

from accounting.days.selectors import houses
from accounting.models import House
from casino import membership
from casino.errors import N_, NotFound
from casino.pages.views import Command, Page


class InHouse(Page):
    """A page of a house: `self.house`, and every time below in its zone."""

    @cached_property
    def _house(self) -> House | None:
        """That of the row in the address, else the one that the actor chose; one query, and none in an idle poll."""
        rows = [row for row in self.rows_in_address() if membership.house_path(row[0])]
        found: House | None = houses.of_row(*rows[0]) if rows else None
        found = found or membership.chosen(self.actor, self.request.session)
        self.request.house = found  # type: ignore[attr-defined]  # for the page's head
        return found

    @property
    def house(self) -> House:
        """The house; refuses `no_such_house` where none is set up."""
        if self._house is None:
            raise NotFound("no_such_house", N_("House not found."))
        return self._house

    def house_shown(self) -> int | None:
        """The house whose changes a live page is told of (`casino.pages.views.Polled`)."""
        return self._house.pk if self._house else None

    def zone(self) -> ZoneInfo | None:
        return ZoneInfo(self._house.time_zone) if self._house else None


class OfHouse(InHouse, Command):
    """A command on the house as a whole: its service takes `house_id`."""

    def target(self) -> dict[str, Any]:
        return {"house_id": self.house.pk, **super().target()}
