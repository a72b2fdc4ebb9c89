"""Sign-in of dealers on a tablet: enrolment, tiles, PIN and lock."""

from http import HTTPStatus

from django import forms
from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from casino import wording
from casino.errors import Refusal
from casino.middleware import PIN_MARK, TABLET, begin
from casino.models import User
from casino.pages.people.front import caller, ours
from casino.services import devices, sign_in, users
from casino.services.users import PIN_DIGITS

_DIGITS = {"inputmode": "numeric", "autocomplete": "off", "pattern": "[0-9 ]*"}


class CodeForm(forms.Form):
    """The enrolment code that the floor reads out."""

    code = forms.CharField(
        label=pgettext_lazy("digits", "Code"), max_length=20, widget=forms.TextInput({**_DIGITS, "autofocus": True})
    )


class PinForm(forms.Form):
    """A PIN; never shown again."""

    pin = forms.CharField(
        label=_("PIN"), max_length=PIN_DIGITS, widget=forms.PasswordInput({**_DIGITS, "autocomplete": "one-time-code"})
    )


def _token(request: HttpRequest) -> str:
    return request.COOKIES.get(settings.TABLET_COOKIE_NAME, "")


@method_decorator(never_cache, name="dispatch")
class Lock(View):
    """The lock screen with the dealers' tiles."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """The tiles, or the enrolment form in a browser that is not enrolled."""
        if isinstance(request.user, User):
            return HttpResponseRedirect("/")
        device = devices.known(_token(request))
        if device is None:
            return render(request, "tablet/enrol.html", {"form": CodeForm()})
        return render(
            request,
            "tablet/lock.html",
            {"device": device, "tiles": devices.tiles(device), "next": ours(request)},
        )


@method_decorator(never_cache, name="dispatch")
class Enrol(View):
    """Enrols this browser as a tablet of the house by its code."""

    def post(self, request: HttpRequest) -> HttpResponse:
        form, status = CodeForm(request.POST), HTTPStatus.BAD_REQUEST
        if form.is_valid():
            try:
                _device, token = devices.enrol(code=form.cleaned_data["code"], **caller(request))
                return _remembering(redirect("tablet"), token)
            except Refusal as refusal:
                status = HTTPStatus(refusal.status)
                form.add_error(None, wording.sentence(refusal))
        return render(request, "tablet/enrol.html", {"form": form}, status=status)


@method_decorator([never_cache, sensitive_post_parameters("pin")], name="dispatch")
class Unlock(View):
    """The keypad of one tile."""

    def get(self, request: HttpRequest, pk: int) -> HttpResponse:
        return self.show(request, pk, PinForm())

    def post(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Sign the dealer in, or show the refusal."""
        form, status = PinForm(request.POST), HTTPStatus.BAD_REQUEST
        if form.is_valid():
            try:
                device, person = devices.unlock(
                    token=_token(request), user_id=pk, pin=form.cleaned_data["pin"], **caller(request)
                )
            except Refusal as refusal:
                status = HTTPStatus(refusal.status)
                form.add_error(None, wording.sentence(refusal))
            else:
                begin(request, person)
                request.session[TABLET] = device.pk
                request.session[PIN_MARK] = users.pin_mark(person)
                return HttpResponseRedirect(ours(request))
        return self.show(request, pk, form, status)

    def show(self, request: HttpRequest, pk: int, form: PinForm, status: int = HTTPStatus.OK) -> HttpResponse:
        """The keypad of one dealer; redirects to the tiles if there is no such tile."""
        device = devices.known(_token(request))
        tile = next((one for one in devices.tiles(device) if one.user.pk == pk), None) if device else None
        if tile is None:
            return redirect("tablet")
        context = {"tile": tile, "form": form, "next": ours(request), "digits": PIN_DIGITS}
        return render(request, "tablet/pin.html", context, status=status)


@require_POST
def lock(request: HttpRequest) -> HttpResponse:
    """Sign out; the tablet stays enrolled."""
    if isinstance(request.user, User):
        sign_in.leave(digest=None, actor=request.user, **caller(request))
    logout(request)
    return redirect("tablet")


def _remembering(answer: HttpResponse, token: str) -> HttpResponse:
    answer.set_cookie(
        settings.TABLET_COOKIE_NAME,
        token,
        max_age=settings.TABLET_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer
