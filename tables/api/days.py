"""Closing the gaming day; opening and reading it is the money side's (`accounting.api.houses`)."""

from collections.abc import Mapping
from typing import Any

from accounting.api import faces
from accounting.api.shapes import GamingDayShape
from casino.api.commands import Command
from casino.api.rendering import Json
from casino.models import User
from tables.services import days


class CloseDay(Command):
    """Close the gaming day once all tables are closed; answers with its seal."""

    output = GamingDayShape
    keyed = False
    grave = True

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Close and seal it."""
        return faces.gaming_day(days.close_day(day_id=pk, actor=actor))
