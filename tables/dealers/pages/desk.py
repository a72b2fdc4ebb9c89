"""Where a dealer begins: the own table, and for some a choice."""

from collections.abc import Iterator
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounting.days.pages.house import InHouse
from casino import house_time
from casino.pages import next_steps
from casino.pages.next_steps import NextStep
from casino.pages.views import Page
from tables.dealers.selectors import board
from tables.dealers.selectors.board import Person
from tables.hands.selectors import desk
from tables.play.selectors import tables as selector


class Desk(InHouse, Page):
    """Where to deal: one's own table, or a choice for those who may deal anywhere; for practice everybody may."""

    permission = "tables.record_hand"
    template_name = "dealers/desk.html"

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """Redirect to the own table, where there is one."""
        own = desk.table_of(self.actor.pk)
        return redirect("dealer:table", own) if own else super().get(request, **path)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        may_choose = self.actor.has_perm("tables.deal_anywhere")
        find = selector.views if may_choose else selector.in_practice
        tables = find(self._house.pk) if self._house else []
        own = board.of_dealer(self.actor.pk, house_time.now())
        return {
            **super().get_context_data(**kwargs),
            "tables": [table for table in tables if table.session or table.tournament or table.practice],
            "may_choose": may_choose,
            "own": own,
            "next_step": next_steps.first(_steps(own, may_choose=may_choose)),
        }


def _steps(own: Person | None, *, may_choose: bool) -> Iterator[NextStep]:
    """Where a dealer without a table goes: back from a break, to the table that the rota has next, or to nobody's."""
    if own is not None and own.back_at is not None:
        yield NextStep(_("Your break ends at %(time)s.") % {"time": f"{localtime(own.back_at):%H:%M}"})
    if own is not None and own.next_table:
        yield NextStep(_("Your next table is %(table)s: relieve its dealer there.") % {"table": own.next_table})
    if may_choose:
        yield NextStep(_("Choose the table at which you deal."))
    else:
        yield NextStep(_("You are not at a table. The floor will send you to one."))
