"""The houses where somebody works: which one's pages they see."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from casino import membership
from casino.api.parsing import LARGEST
from casino.errors import N_, NotFound
from casino.pages.views import Page, SeeOther


class Houses(Page):
    """GET shows the houses; POST `house` chooses one, for this session."""

    permission = None
    template_name = "account/houses.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "rows": membership.houses_of(self.actor),
            "chosen": membership.chosen(self.actor, self.request.session),
        }

    def post(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        given = request.POST.get("house", "")
        wanted = int(given) if given.isascii() and given.isdecimal() and len(given) <= len(str(LARGEST)) else 0
        if not membership.houses_of(self.actor).filter(pk=min(wanted, LARGEST)).exists():
            raise NotFound("no_such_house", N_("House not found."))
        request.session[membership.CHOSEN] = wanted
        return SeeOther(reverse("home"))
