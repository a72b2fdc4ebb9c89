"""The count room's pages: boxes that wait, each counted blind by two people; variances are explained below."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.cage.selectors import boxes
from accounting.cage.services import counts
from accounting.days.pages.chips import ChipsField
from accounting.days.pages.house import InHouse
from accounting.ledger.selectors import blind
from accounting.models import Drop, FundDrop
from casino.errors import N_, NotFound
from casino.pages.forms import CommandForm, ReasonField
from casino.pages.views import Command, Live
from casino.rows import existing

SETTLED_SHOWN = 12


class CountForm(CommandForm):
    """What was found in the box."""

    def __init__(self, *args: Any, denominations_cents: list[int], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["chips"] = ChipsField(
            label=gettext_lazy("Chips in the box"), denominations_cents=denominations_cents
        )


class ExplanationForm(CommandForm):
    """Why there was more or less than booked."""

    explanation = ReasonField(label=gettext_lazy("Explanation"), rows=3)


class CountDesk(InHouse, Live):
    """Boxes that wait for a count, and those that were counted last."""

    permission = blind.COUNTS
    template_name = "cage/count.html"
    part = "cage/_count.html"
    watches = "counts"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "waiting": boxes.waiting(self.house.pk, actor=self.actor),
            "settled": boxes.settled(self.house.pk, actor=self.actor, limit=SETTLED_SHOWN),
        }


class BoxCommand(InHouse, Command):
    """A command about the box in the address, which leads back to the list."""

    in_address: ClassVar = {"drop_id": "pk"}
    leads_to = "cage:count"

    @cached_property
    def box(self) -> boxes.Shown[Drop]:
        """The box as this person may see it; refuses `no_such_drop`."""
        rows = boxes.drops(actor=self.actor).filter(pk=self.kwargs["pk"])
        return boxes.shown(existing(rows, NotFound("no_such_drop", N_("Box not found."))), actor=self.actor)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "box": self.box, "drop": self.box.drop}


class Counting(InHouse, Command):
    """One person's count of the box in the address, of a table or a fund."""

    form_class = CountForm
    model: ClassVar[type[Drop] | type[FundDrop]]

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "denominations_cents": self.house.denominations_cents}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"found": values["chips"]})

    def done(self, values: Mapping[str, Any]) -> str:
        row = self.model._default_manager.get(pk=self.kwargs["pk"])
        if row.counted_at is not None:
            return _("The box is settled.")
        if row.counts.count() > 1:
            return _("Your count has been recorded. It differs from the other: a third person must decide.")
        return _("Your count has been recorded. Now a second person must count.")


class CountBox(BoxCommand, Counting):
    """One person's count of a table's box."""

    template_name = "cage/count_box.html"
    service = counts.count
    model = Drop


class ExplainBox(BoxCommand):
    """Why there was more or less in a box than booked."""

    template_name = "cage/explain_box.html"
    form_class = ExplanationForm
    service = counts.explain

    def decided_on(self) -> Drop:
        return self.box.drop
