"""Chips on hand: the chips in front of each guest, counted where the table keeps one pool."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from django.forms import BoundField
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounting.days.pages.chips import ChipsField
from accounting.models import House
from casino.pages.forms import CommandForm, MoneyField
from casino.pages.views import Command
from tables.models import Game
from tables.play.pages import oval
from tables.play.pages.forms import explained_count_field
from tables.play.pages.oval import Name
from tables.play.pages.tables import AboutTable
from tables.play.selectors import tables as selector
from tables.play.selectors.tables import SeatView
from tables.play.services import stack_counts
from tables.play.services.stack_counts import EXPLAINS, SeatCount


def words() -> dict[str, str]:
    """The sentences of the page's script, in the reader's language; it fills in `{…}` itself."""
    return {
        "counting": _("counting …"),
        "left": _("not counted"),
        "of": _("Counted, {n} of {all} seats"),
        "left_for": _("left for {n} seats: {amount}"),
        "left_for_one": _("left for 1 seat: {amount}"),
        "over": _("{amount} more than booked"),
        "short": _("{amount} less than booked"),
        "agrees": _("as booked"),
        "next": _("Next seat: {who}"),
        "rest": _("The rest: {amount}"),
        "compare": _("{who}: compare with the chips, then tap"),
        "record": _("Record the count"),
        "not_counted": _("{who} is not counted"),
        "all": _("seats: {n} · {amount}"),
        "missing": _("missing: one seat at least"),
        "more": _("add a chip of {chip}"),
        "less": _("take away a chip of {chip}"),
    }


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
            self.fields[f"cents_{seat.seat}"] = MoneyField(label=gettext_lazy("Counted chips"), required=False)
            if denominations_cents:
                self.fields[f"chips_{seat.seat}"] = ChipsField(
                    label=gettext_lazy("By denomination"), required=False, denominations_cents=denominations_cents
                )
        if not may_explain:
            del self.fields["explanation"]

    def rows(self) -> Iterator[tuple[SeatView, Name, BoundField, BoundField | None]]:
        """Each seat with its guest's name and its fields."""
        for seat in self.seats:
            by_chips = f"chips_{seat.seat}"
            name = oval.name_of(seat.guest_name)
            yield seat, name, self[f"cents_{seat.seat}"], self[by_chips] if by_chips in self.fields else None


class CountStacks(AboutTable, Command):
    """Count the chips of some guests, or of all."""

    service = stack_counts.count
    in_address: ClassVar = {"table_id": "pk"}
    template_name = "play/chips.html"
    form_class = CountStacksForm

    def current_version(self) -> int:
        return self.table.version

    def get_form_kwargs(self) -> dict[str, Any]:
        return {
            **super().get_form_kwargs(),
            "seats": self.table.seats,
            "denominations_cents": self.denominations_cents,
            "may_explain": self.actor.has_perm(EXPLAINS),
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        addresses = {seat.seat: f"#seat-{seat.seat}" for seat in self.table.seats}
        return {
            **super().get_context_data(**kwargs),
            "table": self.table,
            "oval": oval.between_hands(self.table, addresses),
            "pool_cents": self.pool_cents,
            "words": words(),
        }

    @cached_property
    def pool_cents(self) -> int | None:
        """What the guests have together by the books."""
        return selector.pool_cents(self.table)

    @property
    def denominations_cents(self) -> list[int]:
        """The house's chips that can lie there: none below the game's smallest, none above all of them together."""
        session, house = self.table.session, House.objects.get(pk=self.table.house_id)
        least = Game.objects.get(pk=session.game_id).chip_cents if session else 0
        most = self.pool_cents
        return [one for one in house.denominations_cents if least <= one and (most is None or one <= most)]

    def get_success_url(self) -> str:
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
