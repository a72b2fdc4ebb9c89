"""On to another tournament: a seat won in a satellite, the survivors of a flight."""

from collections.abc import Mapping
from typing import Any

from casino.api.commands import Command
from casino.api.rendering import Json
from casino.models import User
from tables.tournaments.api import views
from tables.tournaments.api.announcing import TournamentCommand
from tables.tournaments.api.sales import PurchaseShape, purchase
from tables.tournaments.services import advancing


class AwardSeat(Command):
    """Enter the winner of a seat in the tournament he won it for; answers with his receipt there."""

    output = PurchaseShape
    status = 201

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Enter him."""
        return purchase(advancing.award_seat(prize_id=pk, actor=actor))


class Advance(TournamentCommand):
    """End a flight: who is left goes to the final with his stack, and so does the whole pool."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Advance them."""
        advancing.advance(tournament_id=pk, version=values.get("version"), actor=actor)
        return views.whole(pk)
