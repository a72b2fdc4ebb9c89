"""A hand with chips without value: what is on the table, what may happen next, its end and its story."""

from typing import Any, ClassVar

from django.urls import reverse
from django.utils.functional import cached_property

from accounting.days.pages.house import InHouse
from casino import wording
from casino.pages.forms import new_key
from casino.pages.views import Live
from tables.hands.pages import play
from tables.hands.pages.chips import ChipHandCommand, RecordsAction
from tables.hands.pages.dealer import called
from tables.models import PracticeHand
from tables.practice.selectors import games as selector
from tables.practice.services import hands


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

    template_name = "practice/hand.html"
    part = "practice/_hand.html"

    @classmethod
    def version(cls, **path: Any) -> str:
        """Any command on this hand."""
        return selector.hand_version(path["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **self.hand_context()}


class HandCommand(AboutHand, ChipHandCommand):
    """A command on the hand."""

    template_name = "practice/hand.html"
    part = HandPage.part
    in_address: ClassVar = {"practice_hand_id": "pk"}

    def seen_version(self) -> str:
        return f"{self.house.pk}.{selector.hand_version(self.kwargs['pk'])}"

    def get_success_url(self) -> str:
        return self.address


class Act(HandCommand, RecordsAction):
    """One action: bet, board or showdown."""

    service = hands.act


class Undo(HandCommand):
    """Take the last action back."""

    service = hands.undo


class Misdeal(HandCommand):
    """Void the hand: all chips stay where they were before it; the reason is for nobody's books."""

    service = hands.void


class Settle(HandCommand):
    """Give each seat the chips it has now."""

    service = hands.settle
