"""Time charges: the tax of games that pay by the clock."""

from collections.abc import Mapping
from typing import Any

from casino.api.fields import IntField
from casino.api.rendering import Json
from casino.models import User
from tables.play.api import views
from tables.play.api.commands import TableCommand
from tables.play.api.fields import SeatsField
from tables.play.selectors import tables as selectors
from tables.play.services import time_charges


class Collect(TableCommand):
    """Collect the charge for the coming minutes from everybody present, or from the seats named."""

    class Input(TableCommand.Input):
        """For how long, and who pays."""

        minutes = IntField()
        seats = SeatsField(required=False, min_length=1)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Collect it."""
        time_charges.collect(
            table_id=pk,
            version=values.get("version"),
            minutes=values["minutes"],
            seats=values.get("seats"),
            actor=actor,
        )
        return views.table(selectors.view(pk))
