"""The floor counts a table in play: carries it over into the next gaming day, or takes its boxes."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.chips import ChipsField
from casino.pages.forms import CommandForm, MoneyField
from tables.floor.pages.floats import CountFloat
from tables.floor.services import carry_overs, drops
from tables.models import Game
from tables.play.pages.tables import TableCommand


class CarryForm(CommandForm):
    """The float by denomination; the guests' chips, where the table keeps one pool."""

    def __init__(self, *args: Any, denominations_cents: list[int], has_pool: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["chips"] = ChipsField(
            label=gettext_lazy("The table's own chips"), denominations_cents=denominations_cents
        )
        if has_pool:
            self.fields["counted_stacks_cents"] = MoneyField(
                label=gettext_lazy("Guests' chips in total"),
                help_text=gettext_lazy(
                    "This table keeps one pool, so the chips in front of the guests are counted too."
                ),
            )


class CarryOver(CountFloat):
    """Count the table between two hands and play on in the gaming day that has begun."""

    title = gettext_lazy("Carry the table over")
    template_name = "floor/carry.html"
    form_class = CarryForm
    service = carry_overs.carry_over
    short = gettext_lazy("Carry over, %(amount)s short")
    over = gettext_lazy("Carry over, %(amount)s over")

    def get_form_kwargs(self) -> dict[str, Any]:
        session = self.table.session
        return {
            **super().get_form_kwargs(),
            "denominations_cents": self.house.denominations_cents,
            "has_pool": session is not None and session.recording == Game.Recording.SUMMARY,
        }

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Table %(table)s carries on into the new gaming day; its boxes go to the count room.") % {
            "table": self.table.code
        }


class DropBoxes(TableCommand):
    """Take both boxes to the count room; empty ones stand under the table from now on."""

    service = drops.drop_boxes
    permission = "accounting.drop_box"
    title = gettext_lazy("Take the boxes")
    template_name = "floor/boxes.html"

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Both boxes of table %(table)s go to the count room.") % {"table": self.table.code}
