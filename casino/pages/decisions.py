"""Base of the pages where a second person decides on what another has asked for, and what such a page tells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django.http import HttpRequest, HttpResponse
from django.urls import resolve, reverse
from django.utils.functional import Promise, cached_property
from django.utils.translation import gettext

from casino.pages.views import Command, SeeOther
from casino.selectors.decisions import Matter

FROM: Final = "from"
INBOX: Final = "approvals"
"""The name of the list of all that waits, and in an address (`?from=approvals`) that a decision leads back to it."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that would change, in words; `now` is empty where there is nothing yet."""

    name: str | Promise
    now: str
    asked: str


@dataclass(frozen=True, slots=True)
class Told:
    """What is asked, in the words of the person who decides."""

    changes: Sequence[Change] = ()
    rules_now: Sequence[str] = ()
    rules_asked: Sequence[str] = ()
    """Sentences, where terms are asked for."""
    amount_cents: int | None = None
    reason: str = ""

    @property
    def dropped(self) -> list[str]:
        """The sentences that would hold no more."""
        return [one for one in self.rules_now if one not in self.rules_asked]

    @property
    def added(self) -> list[str]:
        """The sentences that would be new."""
        return [one for one in self.rules_asked if one not in self.rules_now]


class Decide(Command):
    """A decision on the row in the address, which its service is told by `in_address`."""

    matter: ClassVar[Matter[Any]]
    template_name = "pages/decide.html"

    @cached_property
    def row(self) -> Any:
        """The row in the address."""
        return self.found(self.kwargs["pk"])

    def found(self, pk: int) -> Any:
        """The row, refusing one that is not there; a subject that reads it otherwise overrides it."""
        return self.matter.row(pk)

    def decided_on(self) -> Any:
        return self.row

    @classmethod
    def told(cls, row: Any) -> Told:  # noqa: ARG003 -- for those that override it
        """What is asked by a row; a subject that has more to tell overrides it."""
        return Told()

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What stands above the button; a subject whose template shows more overrides it."""
        return {**super().get_context_data(**kwargs), "subject": self.matter.about(self.row)}

    def render_to_response(self, context: dict[str, Any], **response_kwargs: Any) -> HttpResponse:
        """With what is asked, by whom and since when."""
        told = {
            "told": self.told(self.row),
            "asked_by": getattr(self.row, self.matter.persons[self.matter.asker]),
            "asked_at": getattr(self.row, self.matter.asked_at),
        }
        leads = {"back": reverse(INBOX)} if self.is_from_inbox else {}
        return super().render_to_response({**told, **context, **leads}, **response_kwargs)

    def post(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """Decide, and go back to the list of all that waits for the person who came from there."""
        answer = super().post(request, **path)
        return SeeOther(reverse(INBOX)) if self.is_from_inbox and isinstance(answer, SeeOther) else answer

    @property
    def is_from_inbox(self) -> bool:
        """Whether the reader came from the list of all that waits."""
        return self.request.GET.get(FROM) == INBOX

    def done(self, values: Mapping[str, Any]) -> str:
        if self.success:
            return str(self.success)
        approves = getattr(type(self).service, "permission", None) == self.matter.approves
        return gettext("Approved.") if approves else gettext("Declined.")


def told(address: str, row: Any) -> Told:
    """What the page at an address, where a row is decided, tells of it."""
    view = getattr(resolve(address).func, "view_class", None)
    return view.told(row) if view is not None and issubclass(view, Decide) else Told()
