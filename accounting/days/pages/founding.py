"""The page of an empty installation: by the one-time code, the first house and its first people."""

from datetime import time
from http import HTTPStatus
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from accounting.days.services import founding
from accounting.days.services.founding import Founder
from casino import wording
from casino.api import confirming
from casino.errors import Refusal
from casino.middleware import begin
from casino.models import User
from casino.models.users import Language
from casino.pages.forms import NewPasswordField
from casino.pages.people.front import caller
from casino.pages.views import SeeOther
from casino.services import setup_codes, users

PEOPLE = {
    "administrator": _("Administration: manages accounts and roles, moves no money"),
    "manager": _("Manager: runs the house, approves"),
    "manager2": _("Second manager: approves what the first one requested"),
}


def zones() -> list[tuple[str, str]]:
    """The time zones of cities."""
    return [(zone, zone) for zone in sorted(available_timezones()) if "/" in zone and not zone.startswith("Etc/")]


class CodeForm(forms.Form):
    """The code alone, which is checked before anything else is read."""

    setup_code = forms.CharField(
        label=_("Code shown when the program started"),
        max_length=40,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )


class HouseForm(forms.Form):
    """The house."""

    name = forms.CharField(label=_("Name of the house"), max_length=100)
    code = forms.SlugField(
        label=_("Short name"), max_length=20, help_text=_("Lower-case letters and digits, such as wi.")
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=zones)
    currency = forms.CharField(label=_("Currency"), min_length=3, max_length=3)
    rolls_over_at = forms.TimeField(
        label=_("Gaming day ends at"), widget=forms.TimeInput({"type": "time"}, "%H:%M"), input_formats=["%H:%M"]
    )
    language = forms.ChoiceField(label=_("Language"), choices=Language.choices)


class FounderForm(forms.Form):
    """One of the first people, with the password that they type themselves."""

    full_name = forms.CharField(label=_("Name"), max_length=120)
    username = forms.CharField(
        label=_("User name"),
        max_length=64,
        widget=forms.TextInput({"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
    password = NewPasswordField(label=_("Password"), help_text=_("Each person enters their own."))

    def clean(self) -> dict[str, Any]:
        """Say at once that a password is weak, beside the other errors."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if {"username", "password"} <= values.keys():
            try:
                users.check_password(
                    values["password"], username=values["username"], full_name=values.get("full_name", "")
                )
            except Refusal as refusal:
                self.add_error("password", wording.sentence(refusal))
        return values


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """The form where a code is waited for, else nothing (404); without the code it tells nothing about its input."""
    if not setup_codes.is_waited_for():
        raise Http404
    code = CodeForm(request.POST if request.method == "POST" else None)
    if not code.is_bound:
        return _shown(request, code, _forms(None))
    if not code.is_valid():
        return _shown(request, code, _forms(None), HTTPStatus.BAD_REQUEST)
    try:
        setup_codes.check(code=code.cleaned_data["setup_code"], **caller(request))
    except Refusal as refusal:
        code.add_error("setup_code", wording.sentence(refusal))
        return _shown(request, code, _forms(None, kept=request.POST), HTTPStatus(refusal.status))
    parts = _forms(request.POST)
    if not all([part.is_valid() for part in parts.values()]):  # noqa: C419 -- each of them says its errors
        return _shown(request, code, parts, HTTPStatus.BAD_REQUEST)
    try:
        person = _found(code, parts)
    except Refusal as refusal:
        parts["house"].add_error(None, wording.sentence(refusal))
        return _shown(request, code, parts, HTTPStatus(refusal.status))
    begin(request, person)
    confirming.remember(request)
    return SeeOther("/setup/")


@sensitive_variables()
def _found(code: CodeForm, parts: dict[str, forms.Form]) -> User:
    administrator, *managers = [Founder(**parts[who].cleaned_data) for who in PEOPLE]
    return founding.found(
        **code.cleaned_data, **parts["house"].cleaned_data, administrator=administrator, managers=managers
    )


def _forms(data: Any, *, kept: Any = None) -> dict[str, forms.Form]:
    """The house's form and one for each of the first people; `kept`: input to show again, unread."""
    usual = {
        "time_zone": "Europe/Berlin",
        "currency": "EUR",
        "rolls_over_at": time(12),
        "language": (get_language() or "de")[:2],
    }
    house = HouseForm(data, prefix="house", initial=usual | _typed(kept, "house"))
    people = {who: FounderForm(data, prefix=who, initial=_typed(kept, who)) for who in PEOPLE}
    return {"house": house, **people}


def _typed(kept: Any, prefix: str) -> dict[str, str]:
    """What was typed into a part of the form, without passwords."""
    start = f"{prefix}-"
    typed = {name.removeprefix(start): value for name, value in (kept or {}).items() if name.startswith(start)}
    return {name: value for name, value in typed.items() if name != "password"}


def _shown(
    request: HttpRequest, code: CodeForm, parts: dict[str, forms.Form], status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    people = [(title, parts[who]) for who, title in PEOPLE.items()]
    context = {"code": code, "house": parts["house"], "people": people}
    return render(request, "setup/start.html", context, status=status)
