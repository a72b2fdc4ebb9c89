"""One's own account: where one is signed in, another password."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth import update_session_auth_hash
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from casino.middleware import client_ip
from casino.pages.forms import CommandForm, NewPasswordField
from casino.pages.views import Command, Context, Page
from casino.selectors import entrances
from casino.services import sign_in, users


class Account(Page):
    """Where one is signed in, and what one can change about it."""

    permission = None
    template = "account/account.html"

    def context(self) -> Context:
        own = entrances.mark(self.request.session.session_key or "")
        return {"sessions": entrances.sessions(self.actor.pk), "tokens": entrances.tokens(self.actor), "own": own}


class EndEntrance(Command):
    """End one session or token."""

    permission = None
    template = "account/end.html"

    def run(self, values: Mapping[str, Any]) -> str:
        request_id = getattr(self.request, "id", "")
        sign_in.end(mark=self.kwargs["mark"], ip=client_ip(self.request), request_id=request_id, actor=self.actor)
        return reverse("account")

    def done(self, values: Mapping[str, Any]) -> str:
        return _("You are signed out there.")


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
    template = "account/password.html"
    form_class = PasswordForm
    requires_password = True

    def context(self) -> Context:
        return {"is_one_time": self.actor.has_one_time_password}

    def run(self, values: Mapping[str, Any]) -> str:
        person = users.set_password(password=values["new_password"], actor=self.actor)
        update_session_auth_hash(self.request, person)
        return "/"

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Your password is changed. Everywhere else you are signed out.")
