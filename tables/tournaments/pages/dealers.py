"""Dealers of the tournament's tables, relieved as on the floor (domain §4.9)."""

from typing import Any

from django.utils.functional import cached_property

from tables.dealers.pages.pushing import PushesDealer
from tables.models import TournamentTable
from tables.tournaments.pages.tournament import TournamentCommand
from tables.tournaments.selectors import board
from tables.tournaments.selectors import seats as seat_views


class PushDealer(PushesDealer, TournamentCommand):
    """Relieve the dealer of a tournament table."""

    @cached_property
    def table(self) -> TournamentTable:
        return seat_views.table(self.tournament, self.kwargs["table"])

    @property
    def pushed_table_id(self) -> int:
        return self.table.table_id

    def current_version(self) -> int:
        """The table's: the tournament goes on meanwhile."""
        return self.table.table.version

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        down = board.downs(self.tournament).get(self.kwargs["table"])
        return {**super().get_context_data(**kwargs), "about": str(self.table), "down": down}
