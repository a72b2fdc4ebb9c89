"""People: the requests that wait for a second person, and who has which rights (the access review)."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from casino import roles
from casino.models import AccountRequest, User
from casino.pages.forms import ReasonForm
from casino.pages.views import Command, Context, Page
from casino.selectors import people
from casino.services import accounts


class People(Page):
    """Requests first, then everybody with their roles."""

    permission = "casino.review_access"
    template = "people/people.html"

    def context(self) -> Context:
        return {
            "waiting": people.waiting(actor=self.actor),
            "decided": people.decided(actor=self.actor),
            "people": people.review(actor=self.actor),
            "may_decide": roles.permits(self.actor, accounts.APPROVE),
            "may_edit": roles.permits(self.actor, accounts.EDIT),
        }


class SignOut(Command):
    """End all sessions and tokens of somebody else."""

    permission = accounts.EDIT
    service = accounts.sign_out
    template = "people/sign_out.html"
    form_class = ReasonForm
    requires_password = True

    @cached_property
    def person(self) -> User:
        return get_object_or_404(User, pk=self.kwargs["pk"])

    def context(self) -> Context:
        return {"person": self.person}

    def target(self) -> dict[str, Any]:
        return {"user_id": self.kwargs["pk"]}

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("people")

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(person)s is signed out everywhere.") % {"person": self.person}


class _Decide(Command):
    """A decision about one request."""

    permission = accounts.APPROVE

    @cached_property
    def request_row(self) -> AccountRequest:
        found = people.request(self.kwargs["pk"], actor=self.actor)
        if found is None:
            raise Http404
        return found

    def context(self) -> Context:
        return {"asked": self.request_row}

    def target(self) -> dict[str, Any]:
        return {"request_id": self.kwargs["pk"]}


class Approve(_Decide):
    """Approve what another asked for; a one-time password is told once, to the approver."""

    service = accounts.approve
    template = "people/approve.html"
    requires_password = True

    def run(self, values: Mapping[str, Any]) -> str:
        word = accounts.one_time_password(values["key"])
        accounts.approve(**self.target(), one_time_password=word, actor=self.actor)
        return reverse("people")

    def done(self, values: Mapping[str, Any]) -> str:
        asked = self.request_row
        if not asked.gives_password:
            return _("%(person)s: approved.") % {"person": asked.person}
        return _("%(person)s signs in as %(name)s with the one-time password %(word)s. It is told only here, now.") % {
            "person": asked.person,
            "name": asked.person.username,
            "word": accounts.one_time_password(values["key"]),
        }


class Decline(_Decide):
    """Decline a request, or take one's own back."""

    service = accounts.decline
    template = "people/decline.html"

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("people")
