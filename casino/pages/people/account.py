"""One's own account: where one is signed in, another password, the second factor."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any

import segno
from django import forms
from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from casino import membership
from casino.errors import Refusal
from casino.middleware import SECOND_FACTOR
from casino.pages.forms import CommandForm, NewPasswordField
from casino.pages.people.front import caller
from casino.pages.views import Command, Page, SeeOther
from casino.selectors import entrances
from casino.services import second_factor, sign_in, users

_NEW_KEY = "second_factor_key"  # in a session: the secret of a second factor that is being set up


class Account(Page):
    """Where one is signed in, and what one can change about it."""

    permission = None
    template_name = "account/account.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        own = entrances.mark(self.request.session.session_key or "")
        return {
            **super().get_context_data(**kwargs),
            "may_choose": membership.houses_of(self.actor).count() > 1,
            "has_second_factor": second_factor.has(self.actor),
            "needs_second_factor": second_factor.is_needed(self.actor),
            "sessions": entrances.sessions(self.actor.pk),
            "tokens": entrances.tokens(self.actor),
            "own": own,
        }


class CodeForm(CommandForm):
    """The code that the telephone shows."""

    code = forms.CharField(
        label=pgettext_lazy("digits", "Code"),
        max_length=second_factor.DIGITS,
        widget=forms.TextInput({"inputmode": "numeric", "autocomplete": "one-time-code"}),
    )


class SecondFactor(Command):
    """Set up a second factor: the telephone scans a QR code and shows a code.

    A session without the code that the person's role needs opens this page alone (`casino.middleware.clocks`); the
    person who has a second factor already gives a code of it here.
    """

    permission = None
    template_name = "account/second_factor.html"
    service = second_factor.set_up
    form_class = CodeForm
    codes: Sequence[str] = ()

    @cached_property
    def is_there(self) -> bool:
        return second_factor.has(self.actor)

    @cached_property
    def key(self) -> str:
        """The new secret, kept with the session until a code shows that the telephone has it."""
        key: str = self.request.session.setdefault(_NEW_KEY, second_factor.new(self.actor).key)
        return key

    def wants_password(self) -> bool:
        """Where a telephone is set up: a session left open must not end up with another's."""
        return not self.is_there

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        if self.is_there:
            return {**super().get_context_data(**kwargs), "is_there": True}
        device = second_factor.same(self.actor, self.key)
        picture = segno.make(device.config_url).svg_data_uri(scale=4)
        secret = base64.b32encode(device.bin_key).decode()
        return {
            **super().get_context_data(**kwargs),
            "picture": picture,
            "secret": " ".join(secret[at : at + 4] for at in range(0, len(secret), 4)),
        }

    def run(self, values: Mapping[str, Any]) -> str:
        if not self.is_there:
            self.codes = second_factor.set_up(key=self.key, code=values["code"], actor=self.actor)
        return reverse("account")

    def post(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """A code of a telephone known already is checked outside the command: its miss is written down."""
        form = self.get_form()
        if self.is_there and form.is_valid():
            try:
                second_factor.check(person=self.actor, code=form.cleaned_data["code"], **caller(request))
            except Refusal as refusal:
                self.refuse(form, refusal)
                return self.render_to_response(self.get_context_data(form=form), status=refusal.status)
        answer = super().post(request, **path)
        if isinstance(answer, SeeOther):
            request.session[SECOND_FACTOR] = True
            request.session.pop(_NEW_KEY, None)
        return answer

    def done(self, values: Mapping[str, Any]) -> str:
        return _told(self.codes)


class RenewCodes(Command):
    """Recovery codes instead of those there were."""

    permission = None
    template_name = "account/recovery_codes.html"
    service = second_factor.renew_codes
    codes: Sequence[str] = ()

    def run(self, values: Mapping[str, Any]) -> str:
        _check_code_given(self.request)
        self.codes = second_factor.renew_codes(actor=self.actor)
        return reverse("account")

    def done(self, values: Mapping[str, Any]) -> str:
        return _told(self.codes)


class RemoveSecondFactor(Command):
    """Give up one's second factor, where no role needs it."""

    permission = None
    template_name = "account/remove_second_factor.html"
    service = second_factor.remove

    def run(self, values: Mapping[str, Any]) -> str:
        _check_code_given(self.request)
        second_factor.remove(actor=self.actor)
        return reverse("account")


def _check_code_given(request: HttpRequest) -> None:
    """Refuse (`code_required`) a session that no code has opened: the password alone must not replace the code."""
    if SECOND_FACTOR not in request.session:
        raise second_factor.CodeRequired


def _told(codes: Sequence[str]) -> str:
    if not codes:
        return ""
    return _("Your recovery codes, each valid once: %(codes)s. They are shown only here and now: keep them safe.") % {
        "codes": ", ".join(codes)
    }


class EndEntrance(Command):
    """End one session or token."""

    permission = None
    template_name = "account/end.html"
    service = sign_in.end
    success = gettext_lazy("You are signed out there.")

    def run(self, values: Mapping[str, Any]) -> str:
        sign_in.end(mark=self.kwargs["mark"], actor=self.actor, **caller(self.request))
        return reverse("account")


class PasswordForm(CommandForm):
    """A new password, twice."""

    new_password = NewPasswordField()
    again = NewPasswordField(label=gettext_lazy("New password, again"))

    def clean_again(self) -> str:
        """Refuses another than the first (`differs`)."""
        again: str = self.cleaned_data["again"]
        if again != self.cleaned_data.get("new_password"):
            raise ValidationError(_("The two new passwords differ."), code="differs")
        return again


class ChangePassword(Command):
    """Change one's own password: everywhere else one is signed out, and all tokens end.

    A one-time password opens this page alone (`casino.middleware.clocks`).
    """

    permission = None
    template_name = "account/password.html"
    service = users.set_password
    form_class = PasswordForm
    success = gettext_lazy("Your password has been changed. You are signed out everywhere else.")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "is_one_time": self.actor.has_one_time_password}

    def run(self, values: Mapping[str, Any]) -> str:
        person = users.set_password(password=values["new_password"], actor=self.actor)
        update_session_auth_hash(self.request, person)
        return "/"
