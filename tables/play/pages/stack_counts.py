"""Chips on hand: the chips in front of each guest, counted where the table keeps one pool."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django.forms import BoundField
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounting.models import House
from accounting.pages.chips import ChipsField
from casino.pages.forms import CommandForm, MoneyField
from casino.pages.views import Command, Context
from tables.play.pages.forms import explained_count_field
from tables.play.pages.tables import AboutTable
from tables.play.selectors.tables import SeatView
from tables.play.services import stack_counts
from tables.play.services.stack_counts import EXPLAINS, SeatCount


class CountStacksForm(CommandForm):
    """For each seat an amount or pieces; a seat that is left empty is not counted."""

    explanation = explained_count_field()

    def __init__(
        self,
        *args: Any,
        seats: Sequence[SeatView],
        denominations_cents: Sequence[int],
        may_explain: bool,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.seats = seats
        for seat in seats:
            self.fields[f"cents_{seat.seat}"] = MoneyField(label=_("Counted chips"), required=False)
            if denominations_cents:
                self.fields[f"chips_{seat.seat}"] = ChipsField(
                    label=_("By denomination"), required=False, denominations_cents=denominations_cents
                )
        if not may_explain:
            del self.fields["explanation"]

    def rows(self) -> Iterator[tuple[SeatView, BoundField, BoundField | None]]:
        """Each seat with its fields."""
        for seat in self.seats:
            by_chips = f"chips_{seat.seat}"
            yield seat, self[f"cents_{seat.seat}"], self[by_chips] if by_chips in self.fields else None


class CountStacks(AboutTable, Command):
    """Count the chips of some guests, or of all."""

    service = stack_counts.count
    in_address: ClassVar = {"table_id": "pk"}
    template = "dealer/chips.html"
    form_class = CountStacksForm

    def current_version(self) -> int:
        return self.table.version

    def form_options(self) -> dict[str, Any]:
        return {
            "seats": self.table.seats,
            "denominations_cents": House.objects.get(pk=self.table.house_id).denominations_cents,
            "may_explain": self.actor.has_perm(EXPLAINS),
        }

    def context(self) -> Context:
        return {"table": self.table}

    def back(self) -> str:
        """The floor goes back to its page of the table, the dealer to the pad."""
        name = "floor:table" if self.actor.has_perm("tables.open_table") else "dealer:table"
        return reverse(name, args=[self.table.id])

    def act(self, values: Mapping[str, Any]) -> Any:
        given = {"counts": self.counts(values), "explanation": values.get("explanation", "")}
        return super().act({"version": values["version"], **given})

    def counts(self, values: Mapping[str, Any]) -> list[SeatCount]:
        """The seats that were counted."""
        given = [(one.seat, values[f"cents_{one.seat}"], values.get(f"chips_{one.seat}")) for one in self.table.seats]
        return [SeatCount(*one) for one in given if one[1:] != (None, None)]

    def done(self, values: Mapping[str, Any]) -> str:
        count = len(self.counts(values))
        return ngettext("%(n)s stack is counted.", "%(n)s stacks are counted.", count) % {"n": count}
