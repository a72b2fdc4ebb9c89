"""Where a dealer begins: the own table, and for some a choice."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounting.pages.house import InHouse
from casino import house_time
from casino.pages.views import Context, Page
from tables.dealers.selectors import board
from tables.play.selectors import desk
from tables.play.selectors import tables as selector


class Desk(InHouse, Page):
    """Where to deal: one's own table, or a choice for those who may deal anywhere; for practice everybody may."""

    permission = "tables.record_hand"
    template = "dealer/desk.html"

    def get(self, request: HttpRequest, **path: Any) -> HttpResponse:
        """Redirect to the own table, where there is one."""
        own = desk.table_of(self.actor.pk)
        return redirect("dealer:table", own) if own else super().get(request, **path)

    def context(self) -> Context:
        may_choose = self.actor.has_perm("tables.deal_anywhere")
        find = selector.views if may_choose else selector.in_practice
        tables = find(self._house.pk) if self._house else []
        return {
            "tables": [table for table in tables if table.session or table.tournament or table.practice],
            "may_choose": may_choose,
            "own": board.of_dealer(self.actor.pk, house_time.now()),
        }
