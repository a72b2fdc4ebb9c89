"""The cage's page: its windows, the slips whose chips are still to be brought, today's movements."""

from collections.abc import Iterator
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounting.cage.selectors import cage, slips, windows
from accounting.cage.selectors.windows import WindowView
from accounting.days.pages.house import InHouse
from accounting.ledger.selectors.ledger import PERMISSION
from accounting.models import GamingDay, Slip
from casino import roles
from casino.models import User
from casino.pages import next_steps
from casino.pages.next_steps import NextStep
from casino.pages.views import Live


class CagePage(InHouse, Live):
    """Windows, slips to do, and the day's movements between guests and tables, newest first."""

    permission = PERMISSION
    template_name = "cage/today.html"
    part = "cage/_today.html"
    watches = "cage"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        of_day = cage.of_open_day(self.house.pk, actor=self.actor)
        shown = windows.of_house(self.house.pk, actor=self.actor)
        to_do = list(slips.to_do(self.house.pk, actor=self.actor))
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "cage": of_day,
            "next_step": next_steps.first(_steps(of_day.day, shown, to_do, self.actor)),
            "windows": shown,
            "slips": [(slip, slip.asked_by_id == self.actor.pk) for slip in to_do],
            "slips_done": slips.done_today(self.house.pk, actor=self.actor),
            "may_run": roles.permits(self.actor, "accounting.run_window"),
            "may_bring": roles.permits(self.actor, "accounting.move_float"),
        }


def _steps(day: GamingDay | None, shown: list[WindowView], to_do: list[Slip], actor: User) -> Iterator[NextStep]:
    """In the order of the day: it is open, then a window; a window's count waits, then a table for its chips."""
    if not roles.permits(actor, "accounting.run_window"):
        return
    if day is None:
        yield NextStep(_("The floor opens the gaming day; then a window can be opened."))
    elif not any(view.is_open for view in shown):
        yield NextStep(_("Open a window: count what is in it."), reverse("cage:windows"))
    for view in shown:
        if view.is_counted and view.shift is not None and view.shift.counted_by_id != actor.pk:
            said = _("Confirm the count of window %(window)s.") % {"window": view.window.code}
            yield NextStep(said, reverse("cage:window-confirm", args=[view.shift.pk]))
    for slip in to_do:
        if slip.asked_by_id != actor.pk:
            said = _("Carry out slip %(number)s for table %(table)s.")
            yield NextStep(
                said % {"number": slip.number, "table": slip.table_code}, reverse("cage:slip", args=[slip.pk])
            )
