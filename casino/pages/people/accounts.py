"""The account of somebody else: what they may do, and the commands of `casino.services.accounts` on it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino import membership
from casino.models import User
from casino.models.users import RoleName
from casino.pages.forms import CommandForm, ReasonForm
from casino.pages.views import Command, Page
from casino.selectors import people
from casino.services import accounts, second_factor, users


class AboutPerson(Page):
    """A page about the person in its address."""

    permission = accounts.EDIT

    @cached_property
    def person(self) -> User:
        return get_object_or_404(User, pk=self.kwargs["pk"])


class Account(AboutPerson):
    """What somebody may do, where they work, what waits for a second person; and what can be changed."""

    template_name = "people/account.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "person": self.person,
            "houses": membership.house_names(self.person.house_ids),
            "asked": people.open_request(self.person),
            "is_own": self.person.pk == self.actor.pk,
            "has_second_factor": second_factor.has(self.person),
            "has_pin": self.person.pin_hash != "",
        }


class OnAccount(AboutPerson, Command):
    """A command on the account, which leads back to it."""

    template_name = "pages/step.html"
    form_class: type[CommandForm] = ReasonForm
    in_address: ClassVar = {"user_id": "pk"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": self.person}

    def get_success_url(self) -> str:
        return reverse("people-account", args=[self.kwargs["pk"]])

    def done(self, values: Mapping[str, Any]) -> str:
        return _("The account of %(person)s has been changed.") % {"person": self.person}


class AsksOnAccount(OnAccount):
    """A command whose new rights wait for a second person."""

    def done(self, values: Mapping[str, Any]) -> str:
        if people.open_request(self.person) is None:
            return super().done(values)
        return _("%(person)s: a second person must approve this under People.") % {"person": self.person}


class RolesForm(ReasonForm):
    """All roles the person is to have."""

    role_names = forms.MultipleChoiceField(
        label=gettext_lazy("Roles"), choices=RoleName.choices, widget=forms.CheckboxSelectMultiple, required=False
    )
    field_order = ("role_names",)


class ChangeRoles(AsksOnAccount):
    """Take roles away at once, and ask for new ones."""

    service = accounts.change_roles
    form_class = RolesForm
    title = gettext_lazy("Change roles")
    explanation = gettext_lazy("Roles are removed at once; those you add wait for a second person (People).")

    def get_initial(self) -> dict[str, Any]:
        return {"role_names": self.person.roles}


class HousesField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # generic for the type checker alone
    """Houses by name, as their ids."""

    def clean(self, value: Any) -> Any:
        return sorted(super().clean(value).values_list("pk", flat=True))


class HousesForm(ReasonForm):
    """All of the actor's houses in which the person is to work."""

    house_ids = HousesField(
        queryset=None, label=gettext_lazy("Works in"), required=False, widget=forms.CheckboxSelectMultiple
    )
    field_order = ("house_ids",)

    def __init__(self, *args: Any, houses: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["house_ids"].queryset = houses  # type: ignore[attr-defined]


class ChangeHouses(AsksOnAccount):
    """Take houses away at once, and ask for new ones."""

    service = accounts.change_houses
    form_class = HousesForm
    title = gettext_lazy("Change houses")
    explanation = gettext_lazy("Houses are removed at once; those you add wait for a second person (People).")

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "houses": membership.houses_of(self.actor)}

    def get_initial(self) -> dict[str, Any]:
        ids = self.person.house_ids
        return {"house_ids": membership.houses_of(self.actor) if ids is None else ids}


class AskPassword(AsksOnAccount):
    """Ask for a one-time password."""

    service = accounts.ask_password
    title = gettext_lazy("Request a new password")
    explanation = gettext_lazy("A second person must approve it (People) and hand over the one-time password.")


class AskSecondFactor(AsksOnAccount):
    """Ask that somebody may set up another second factor."""

    service = accounts.ask_second_factor
    title = gettext_lazy("Request a new second factor")
    explanation = gettext_lazy("Somebody has lost theirs. A second person must approve it (People).")


class PinField(forms.CharField):
    """A PIN to be set; never shown again."""

    def __init__(self, **options: Any) -> None:
        widget = forms.PasswordInput({"autocomplete": "off", "inputmode": "numeric"})
        super().__init__(label=gettext_lazy("PIN"), max_length=users.PIN_DIGITS, widget=widget, **options)


class PinForm(CommandForm):
    """A new PIN for the tablets."""

    pin = PinField()


class SetPin(OnAccount):
    """Set somebody's PIN, or one's own."""

    service = users.set_pin
    form_class = PinForm
    title = gettext_lazy("Set PIN")
    explanation = gettext_lazy("Six digits, for a dealer's tile on the tablet.")


class SignOut(OnAccount):
    """End all sessions and tokens of somebody else."""

    service = accounts.sign_out
    title = gettext_lazy("Sign out")
    explanation = gettext_lazy(
        "All sessions and tokens of this person end at once, on every device. They may sign in again."
    )
    danger = True

    def get_success_url(self) -> str:
        return reverse("people")

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(person)s has been signed out everywhere.") % {"person": self.person}


class LockOut(OnAccount):
    """Forbid somebody to sign in."""

    service = accounts.lock_out
    title = gettext_lazy("Lock out")
    explanation = gettext_lazy("They are signed out everywhere at once. Readmission takes a second person.")
    danger = True


class AskToLetIn(AsksOnAccount):
    """Ask that somebody who was locked out may sign in again."""

    service = accounts.ask_to_let_in
    title = gettext_lazy("Request readmission")
    explanation = gettext_lazy("A second person must approve it (People).")
