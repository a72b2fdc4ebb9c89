"""What commands on a hand share at every table: recording an action, and what of a hand for chips was seen."""

from collections.abc import Mapping
from typing import Any

from casino.api.commands import Command
from casino.api.fields import Body, VersionField
from casino.models import User
from tables.rules import cards
from tables.rules.actions import Action, Kind

_OF_AN_ACTION = ("kind", "seat", "to_cents", "cards")


class RecordsAction(Command):
    """A command whose body has an action's `kind`, `seat`, `to_cents` and `cards`; its service takes `action`."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Any:
        dealt = cards.parse(values["cards"]) if values.get("cards") else ()
        action = Action(Kind(values["kind"]), values.get("seat"), values.get("to_cents"), dealt)
        others = {name: value for name, value in values.items() if name not in _OF_AN_ACTION}
        return super().run({**others, "action": action}, actor=actor, pk=pk)


class ChipHandCommand(Command):
    """Base of a command on a hand for chips, which carries the number of actions that was seen."""

    class Input(Body):
        version = VersionField(required=True, source="count", help_text="How many actions were recorded.")
