"""The search of every page's bar: places, tables, hands, slips, days, guests and colleagues, within one's rights.

Rooms name what they find in `settings.SEARCHES`; nobody finds what they may not open.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext_lazy as _

from casino import membership, roles
from casino.models import User
from casino.pages import navigation
from casino.pages.views import Page, SeeOther
from casino.selectors import people

MOST_TYPED: Final = 120
MOST_HITS: Final = 20


@dataclass(frozen=True, slots=True)
class Hit:
    """Something found: what it is called, what is said of it, and its page."""

    name: str
    about: str
    address: str


@dataclass(frozen=True, slots=True)
class Subject:
    """What is searched by people with the permission (empty: everybody), in the house whose pages they see."""

    name: str | Promise
    permission: str
    find: Callable[[str, User, Any], Iterable[Hit]]
    example: str | Promise = ""
    """How such a thing is typed."""

    def is_for(self, person: User) -> bool:
        """Whether the person may find any."""
        return self.permission == "" or roles.permits(person, self.permission)


@dataclass(frozen=True, slots=True)
class Found:
    """A hit with the subject that it is of."""

    subject: Subject
    hit: Hit


@cache
def subjects() -> tuple[Subject, ...]:
    """All that is searched, in order."""
    return tuple(import_string(name) for name in settings.SEARCHES)


def find(text: str, person: User, house: Any) -> list[Found]:
    """The first hits for a text: what is named exactly comes from the subjects that stand first."""
    if not text:
        return []
    theirs = [subject for subject in subjects() if subject.is_for(person)]
    hits = (Found(one, hit) for one in theirs for hit in one.find(text, person, house))
    return [one for one in hits if navigation.may_go(person, one.hit.address)][:MOST_HITS]


class Search(Page):
    """Hits for `?q=`: as a page, as its part for what is typed so far; with `?first=` on to the first one."""

    permission = None
    template_name = "bar/search.html"
    part = "bar/_hits.html"

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """On to the first hit for Enter in the bar; the page where there is none."""
        context = self.get_context_data()
        if getattr(request, "htmx", False):
            return render(request, self.part, context)
        if "first" in request.GET and context["found"]:
            return SeeOther(context["found"][0].hit.address)
        return self.render_to_response(context)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        text = " ".join(self.request.GET.get("q", "")[:MOST_TYPED].split())
        house = membership.chosen(self.actor, self.request.session)
        return {
            **super().get_context_data(**kwargs),
            "text": text,
            "found": find(text, self.actor, house),
            "examples": [one.example for one in subjects() if one.example and one.is_for(self.actor)],
        }


def _places(text: str, person: User, _house: object) -> Sequence[Hit]:
    """Places of the navigation whose name begins with the text."""
    wanted = text.casefold()
    return [
        Hit(str(place.name), str(group.name), place.address)
        for group in navigation.of(person, "").groups
        for place in group.places
        if str(place.name).casefold().startswith(wanted)
    ]


def _people(text: str, person: User, _house: object) -> Sequence[Hit]:
    """Colleagues by name, user name or staff number."""
    return [
        Hit(str(one), one.username, reverse("people-account", args=[one.pk])) for one in people.like(text, actor=person)
    ]


PLACES: Final = Subject(_("Page"), "", _places)
PEOPLE: Final = Subject(_("Account"), "casino.review_access", _people)
