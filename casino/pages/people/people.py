"""People: the requests that wait for a second person, and who has which rights (the access review)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import membership, roles, wording
from casino.models import AccountRequest
from casino.models.users import Language, RoleName
from casino.pages.decisions import Change, Decide, Told
from casino.pages.forms import CommandForm
from casino.pages.people.accounts import PinField
from casino.pages.views import Command, Page
from casino.selectors import people
from casino.services import accounts


class People(Page):
    """Requests first, then everybody with their roles."""

    permission = "casino.review_access"
    template_name = "people/people.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "waiting": people.waiting(actor=self.actor),
            "decided": people.decided(actor=self.actor),
            "people": people.review(actor=self.actor),
            "may_decide": roles.permits(self.actor, accounts.APPROVE),
            "may_edit": roles.permits(self.actor, accounts.EDIT),
        }


class PersonForm(CommandForm):
    """Somebody who begins to work here: one job, and a dealer's PIN."""

    role = forms.ChoiceField(label=gettext_lazy("Role"), choices=RoleName.choices, widget=forms.RadioSelect)
    full_name = forms.CharField(label=gettext_lazy("Name"), max_length=120)
    username = forms.CharField(
        label=gettext_lazy("User name"),
        max_length=64,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    staff_number = forms.CharField(
        label=gettext_lazy("Staff number"),
        required=False,
        max_length=32,
        help_text=gettext_lazy("Where the house has such numbers: one person has one account."),
    )
    pin = PinField(required=False, help_text=gettext_lazy("Six digits, for a dealer's tile on the tablet."))
    language = forms.ChoiceField(label=gettext_lazy("Language"), choices=Language.choices)


class AddPerson(Command):
    """Add a person: a dealer works at once, any other role waits for a second person."""

    service = accounts.open_account
    template_name = "setup/person.html"
    form_class = PersonForm
    title = gettext_lazy("Add a person")
    leads_to = "setup-people"

    def get_initial(self) -> dict[str, Any]:
        return {"role": roles.Role.DEALER.value, "language": self.actor.language}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "waiting": people.waiting(actor=self.actor)}

    def act(self, values: Mapping[str, Any]) -> Any:
        given = {name: value for name, value in values.items() if name != "role"}
        return super().act({**given, "role_names": [values["role"]], "reason": _("New in the house")})

    def done(self, values: Mapping[str, Any]) -> str:
        if values["role"] in roles.GIVEN_ALONE:
            return _("%(person)s can start work.") % {"person": values["full_name"]}
        return _("%(person)s: a second person must approve this under People.") % {"person": values["full_name"]}


class OnRequest(Decide):
    """A decision on one request."""

    matter = people.REQUESTS
    template_name = "people/decide.html"
    in_address: ClassVar = {"account_request_id": "pk"}
    leads_to = "people"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "asked": self.row,
            "alike": people.alike(self.row.person, actor=self.actor),
        }

    @classmethod
    def told(cls, row: AccountRequest) -> Told:
        person = row.person
        changes = []
        if row.roles:
            after = sorted({*person.roles, *row.roles})
            changes.append(Change(_("Roles"), wording.role_names(person.roles), wording.role_names(after)))
        if row.house_ids:
            now = membership.house_names(person.house_ids)
            changes.append(Change(_("Works in"), now, membership.house_names(row.house_ids)))
        if row.gives_password:
            changes.append(Change(_("Password"), "", _("a one-time password")))
        if row.drops_second_factor:
            changes.append(Change(_("Second factor"), _("set up"), _("none")))
        if row.lets_in:
            changes.append(Change(_("May sign in"), _("no"), _("yes")))
        return Told(changes, reason=row.reason)


class Approve(OnRequest):
    """Approve what another asked for; a one-time password is told once, to the approver."""

    service = accounts.approve
    title = gettext_lazy("Approve a request")
    verb = gettext_lazy("Approve")

    def run(self, values: Mapping[str, Any]) -> str:
        self.act({**values, "one_time_password": accounts.one_time_password(values["key"])})
        return self.get_success_url()

    def done(self, values: Mapping[str, Any]) -> str:
        asked = self.row
        if not asked.gives_password:
            return _("%(person)s: approved.") % {"person": asked.person}
        return _(
            "%(person)s signs in as %(name)s with the one-time password %(word)s. It is shown only here and only now."
        ) % {
            "person": asked.person,
            "name": asked.person.username,
            "word": accounts.one_time_password(values["key"]),
        }


class Decline(OnRequest):
    """Decline a request, or take one's own back."""

    service = accounts.decline
    title = gettext_lazy("Decline a request")
    verb = gettext_lazy("Decline")
    danger = True
