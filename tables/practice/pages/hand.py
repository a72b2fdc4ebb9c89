"""A hand with chips without value: what is on the table, what may happen next, its end and its story."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property

from accounting.pages.house import InHouse
from casino import wording
from casino.pages import polls
from casino.pages.forms import CommandForm, new_key
from casino.pages.views import Command, Context, Live
from tables.models import PracticeHand
from tables.play.pages.forms import ActionForm
from tables.play.pages.hands import play
from tables.play.pages.hands.dealer import called
from tables.practice.selectors import games as selector
from tables.practice.services import hands
from tables.rules.actions import Action


class AboutHand(InHouse):
    """A page about the hand in its address."""

    permission = "tables.record_hand"
    kwargs: dict[str, Any]

    @cached_property
    def recorded(self) -> PracticeHand:
        """Refuses `no_such_hand`."""
        return selector.hand(self.kwargs["pk"])

    @property
    def address(self) -> str:
        """Of the hand's page."""
        return reverse("practice:hand", args=[self.kwargs["pk"]])

    def hand_context(self) -> dict[str, Any]:
        """Everything the hand's template shows."""
        played, practice = self.recorded, self.recorded.practice
        shown = play.of_chips(
            played, {}, places=practice.table.seats, step=self.request.GET.get("step", ""), said=wording.money
        )
        return {
            **shown,
            "practice": practice,
            "may_act": shown["is_open"],
            "may_deal_next": practice.closed_at is None,
            "unit": "money",
            "at": {
                name: reverse(f"practice:{name}", args=[played.pk]) for name in ("act", "undo", "misdeal", "settle")
            },
            "at_table": practice.table_id,
            "table_code": practice.table.code,
            "key": new_key(),
            **called(practice.table_id),
        }


class HandPage(AboutHand, Live):
    """The hand, fresh every two seconds."""

    template = "practice/hand.html"
    part = "practice/_hand.html"

    @classmethod
    def version(cls, **path: Any) -> str:
        """Any command on this hand."""
        return selector.hand_version(path["pk"])

    def context(self) -> Context:
        return self.hand_context()


class HandCommand(AboutHand, Command):
    """A command on a hand; a refusal shows the hand as it is, with what was typed."""

    template = "practice/hand.html"
    in_address: ClassVar = {"practice_hand_id": "pk"}

    def current_version(self) -> int:
        """How many actions are recorded: the services call it `count`."""
        return len(self.recorded.actions)

    def show_form(self, form: CommandForm, *, status: int = 200) -> HttpResponse:
        """The hand's page with the refusal above it."""
        seen = selector.hand_version(self.kwargs["pk"])
        live = {**polls.context(self.request, self.address, seen), "live_part": HandPage.part}
        return self.show({**self.hand_context(), **live, "form": form, "typed": form.data}, status=status)

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return self.address

    def act(self, values: Mapping[str, Any]) -> Any:
        return type(self).service(count=values["version"], **self.target(), actor=self.actor)


class Act(HandCommand):
    """One action: bet, board or showdown."""

    service = hands.act
    form_class = ActionForm

    def act(self, values: Mapping[str, Any]) -> PracticeHand:
        action = Action(values["kind"], values["seat"], values["to_cents"], values["cards"] or ())
        return hands.act(count=values["version"], action=action, **self.target(), actor=self.actor)


class Undo(HandCommand):
    """Take the last action back."""

    service = hands.undo


class Misdeal(HandCommand):
    """Void the hand: all chips stay where they were before it; the reason is for nobody's books."""

    service = hands.void


class Settle(HandCommand):
    """Give each seat the chips it has now."""

    service = hands.settle
