"""What commands on a hand for chips share: of a tournament, and where no money is down."""

from collections.abc import Mapping
from typing import Any, ClassVar

from casino.pages import polls
from casino.pages.forms import CommandForm
from casino.pages.views import Command
from tables.play.pages.forms import ActionForm, action_of


class ChipHandCommand(Command):
    """A command on a hand; a refusal shows the hand as it is, with what was typed."""

    part: ClassVar[str]
    recorded: Any

    def hand_context(self) -> dict[str, Any]:
        """Everything the hand's template shows."""
        raise NotImplementedError

    def seen_version(self) -> str:
        """The version of the hand's page, the house's id and a dot before it: what its polls begin with."""
        raise NotImplementedError

    def current_version(self) -> int:
        """How many actions are recorded: the services call it `count`."""
        return len(self.recorded.actions)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The hand's page with the refusal above it."""
        context = super().get_context_data(**kwargs)
        live = {**polls.context(self.request, self.get_success_url(), self.seen_version()), "live_part": self.part}
        return {**context, **self.hand_context(), **live, "typed": context["form"].data}

    def given(self, values: Mapping[str, Any]) -> dict[str, Any]:
        """The service's arguments besides the hand and the count."""
        return {}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"count": values["version"], **self.given(values)})


class RecordsAction(ChipHandCommand):
    """One action: bet, board or showdown."""

    form_class: type[CommandForm] = ActionForm

    def given(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {"action": action_of(values)}
