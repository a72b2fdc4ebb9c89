"""Picking up the chips of a guest who has been away from the table too long."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import wording
from tables.absence.services import keeping
from tables.floor.pages.forms import PickUpForm
from tables.models import KeptChips
from tables.play.pages.tables import SeatCommand
from tables.play.selectors import absence


class PickUp(SeatCommand):
    """Count an absent guest's chips and keep them for the guest; before their time only with a reason."""

    service = keeping.pick_up
    title = gettext_lazy("Pick up the chips")
    template_name = "floor/pick_up.html"
    form_class = PickUpForm
    danger = True
    kept: KeptChips | None = None

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        away = absence.away(self.house.pk, table_ids=[self.kwargs["pk"]])
        found = next((one for one in away if one.seat == self.kwargs["seat"]), None)
        return {**super().get_context_data(**kwargs), "away": found}

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "count_required": self.seat is None or self.seat.stack_cents is None}

    def act(self, values: Mapping[str, Any]) -> None:
        self.kept = super().act(values)

    def done(self, values: Mapping[str, Any]) -> str:
        if self.kept is None:
            return _("Seat %(seat)s is free.") % {"seat": self.kwargs["seat"]}
        told = {"amount": wording.money(self.kept.amount_cents), "guest": self.kept.sitting.guest.name}
        return _("%(amount)s is being kept for %(guest)s.") % told
