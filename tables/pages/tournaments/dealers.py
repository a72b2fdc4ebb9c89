"""Who deals at the tournament's tables: relieved as on the floor (domain §4.9)."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import cached_property

from casino.pages.doors import Context
from tables.models import TournamentTable
from tables.pages.floor import ChoosesDealer
from tables.pages.tournaments.about import TournamentCommand
from tables.selectors import tournamentboard as board
from tables.services import downs


class PushDealer(ChoosesDealer, TournamentCommand):
    """Relieve the dealer of a tournament table: the longest rested is proposed."""

    @cached_property
    def table(self) -> TournamentTable:
        """The table in the address."""
        return board.table(self.tournament, self.kwargs["table"])

    def renew(self) -> None:
        super().renew()
        for name in ("table", "dealers"):
            self.__dict__.pop(name, None)

    def current_version(self) -> int:
        """The table's: the tournament goes on meanwhile."""
        return self.table.table.version

    def context(self) -> Context:
        down = board.downs(self.tournament).get(self.kwargs["table"])
        return {**super().context(), "about": str(self.table), "down": down}

    def act(self, values: Mapping[str, Any]) -> None:
        downs.push(
            table_id=self.kwargs["table"], version=values["version"], dealer_id=values["dealer"], actor=self.actor
        )
