"""Runs the use case of a submitted form once, for pages and back office."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.http import HttpRequest, QueryDict
from django.utils.crypto import salted_hmac

from casino.api.confirming import FIELD, confirm, note_grave
from casino.api.rendering import canonical
from casino.models import User
from casino.pages.forms import OwnPasswordField
from casino.transactions import Answer, answer_of, once

_NEVER_KEPT = {"csrfmiddlewaretoken", "key", FIELD}


def ask_password(form: forms.Form) -> None:
    """Add the field for the actor's own password, which `submit` checks."""
    form.fields[FIELD] = OwnPasswordField()


def ask_seen(form: forms.Form, seen: str) -> None:
    """Add the hidden field with what the page shows of the row that is decided on; without it a decision is stale."""
    form.fields["seen"] = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    form.initial["seen"] = seen


def show_seen(form: forms.Form, seen: str) -> None:
    """Say in a refused form what the page shows now, once it has said that this is not what was seen before."""
    assert isinstance(form.data, QueryDict), "only what was sent is refused"
    form.data[form.add_prefix("seen")] = seen


def submit(request: HttpRequest, form: forms.Form, run: Callable[[], str], *, actor: User) -> Answer:
    """Check the password where it was asked for, then run and keep the answer under the form's key, in one transaction.

    `form` is valid; `run` calls one use case and returns the address to redirect to, which is also the answer to a
    repeated key.  Refuses what `casino.api.confirming.confirm` and `casino.transactions.once` refuse.
    """
    is_grave = FIELD in form.cleaned_data and isinstance(form.fields[FIELD], OwnPasswordField)
    if is_grave:
        confirm(request, form.cleaned_data.pop(FIELD), auth=None, actor=actor)

    def act() -> Answer:
        address = run()
        if is_grave:
            note_grave(request, actor)
        return Answer(303, address)

    return once(act, **_command(request, form, actor))


def submitted(request: HttpRequest, form: forms.Form, *, actor: User) -> Answer | None:
    """The answer to an equal form that was sent before, where this one is invalid now: what it chose is taken, by it.

    Refuses what `casino.transactions.answer_of` refuses.
    """
    return answer_of(**_command(request, form, actor)) if "key" in form.cleaned_data else None


def _command(request: HttpRequest, form: forms.Form, actor: User) -> dict[str, Any]:
    """What tells a command from others, for `once`."""
    return {
        "actor_id": actor.pk,
        "key": form.cleaned_data["key"],
        "request": f"POST {request.path}",
        "body": canonical(_sent(request, form)),
    }


def _sent(request: HttpRequest, form: forms.Form) -> dict[str, list[str]]:
    """The submitted fields for the stored digest; new passwords as a keyed digest, so that they cannot be guessed."""
    secret = {name for name, field in form.fields.items() if isinstance(field.widget, forms.PasswordInput)}
    return {
        name: [salted_hmac("casino.pages.submitting", str(word)).hexdigest() for word in given]
        if name in secret
        else given
        for name, given in request.POST.lists()
        if name not in _NEVER_KEPT
    }
