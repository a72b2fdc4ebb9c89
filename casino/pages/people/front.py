"""Signing in and out, the redirect to the user's own desk, and the language of the screens."""

from datetime import timedelta
from http import HTTPStatus
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from casino import house_time, wording
from casino.api import confirming
from casino.errors import Refusal
from casino.middleware import begin, client_ip, idle_sentence
from casino.models import User
from casino.models.logins import LoginKind
from casino.models.users import Language
from casino.pages import desks
from casino.selectors.entrances import LANGUAGE
from casino.services import second_factor, setup_codes, sign_in, users

_YEAR = 365 * 24 * 3600
_HALF = "password_of"  # in a session: whose password was right, and when
_CODE_GOOD_FOR = timedelta(minutes=5)


class LoginForm(forms.Form):
    """User name and password."""

    username = forms.CharField(
        label=_("User name"), max_length=64, widget=forms.TextInput({"autocomplete": "username", "autofocus": True})
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=256,
        strip=False,
        widget=forms.PasswordInput({"autocomplete": "current-password"}),
    )


class CodeForm(forms.Form):
    """The code of the second factor, or a recovery code."""

    code = forms.CharField(
        label=pgettext_lazy("digits", "Code"),
        max_length=16,
        widget=forms.TextInput({"autocomplete": "one-time-code", "autofocus": True}),
        help_text=_("Six digits from your phone, or a recovery code."),
    )


def ours(request: HttpRequest) -> str:
    """The address in `next` if it is one of our own pages, else the root."""
    wanted = request.POST.get("next") or request.GET.get("next") or "/"
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if is_ours else "/"


def door(request: HttpRequest) -> str:
    """The address of the sign-in page: the tiles on a tablet, elsewhere name and password.

    Where nobody has an account yet, the page that sets up the house.
    """
    if setup_codes.is_waited_for():
        return reverse("setup-start")
    return reverse("tablet") if settings.TABLET_COOKIE_NAME in request.COOKIES else settings.LOGIN_URL


@never_cache
@sensitive_post_parameters("password")
@require_http_methods(["GET", "POST"])
def enter(request: HttpRequest) -> HttpResponse:
    """The sign-in page; refusals are the same as in the API."""
    if request.user.is_authenticated:
        return HttpResponseRedirect(ours(request))
    form = LoginForm(request.POST if request.method == "POST" else None)
    status = HTTPStatus.OK
    if form.is_bound:
        status = HTTPStatus.BAD_REQUEST
        if form.is_valid():
            try:
                return _after_password(request, _person(request, form))
            except Refusal as refusal:
                status = HTTPStatus(refusal.status)
                form.add_error(None, wording.sentence(refusal))
    return render(request, "login.html", {"form": form, "next": ours(request)}, status=status)


def _after_password(request: HttpRequest, person: User) -> HttpResponse:
    """Sign in, or ask for the code first where the person has a second factor."""
    if not second_factor.has(person):
        begin(request, person)
        confirming.remember(request)
        return HttpResponseRedirect(ours(request))
    request.session.cycle_key()
    request.session[_HALF] = [person.pk, int(house_time.now().timestamp())]
    return HttpResponseRedirect(f"{reverse('login-code')}?{urlencode({'next': ours(request)})}")


@never_cache
@require_http_methods(["GET", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """The second step of signing in, within five minutes of the password."""
    person = _half_in(request)
    if person is None:
        return HttpResponseRedirect(settings.LOGIN_URL)
    form = CodeForm(request.POST if request.method == "POST" else None)
    status = HTTPStatus.OK
    if form.is_bound:
        status = HTTPStatus.BAD_REQUEST
        if form.is_valid():
            try:
                second_factor.check(person=person, code=form.cleaned_data["code"], **caller(request))
            except Refusal as refusal:
                status = HTTPStatus(refusal.status)
                form.add_error(None, wording.sentence(refusal))
            else:
                del request.session[_HALF]
                begin(request, person, by_code=True)
                confirming.remember(request)
                return HttpResponseRedirect(ours(request))
    return render(request, "login_code.html", {"form": form, "next": ours(request)}, status=status)


def _half_in(request: HttpRequest) -> User | None:
    """Whose password was right in this browser, not long ago."""
    person_id, at = request.session.get(_HALF, (0, 0))
    if at < house_time.now().timestamp() - _CODE_GOOD_FOR.total_seconds():
        return None
    return User.objects.filter(pk=person_id, is_active=True).first()


def caller(request: HttpRequest) -> dict[str, Any]:
    """Who asks, for the record of sign-ins."""
    return {"ip": client_ip(request), "request_id": getattr(request, "id", "")}


def _person(request: HttpRequest, form: LoginForm) -> User:
    return sign_in.check(
        username=form.cleaned_data["username"],
        password=form.cleaned_data["password"],
        kind=LoginKind.PASSWORD,
        **caller(request),
    )


@require_POST
def leave(request: HttpRequest) -> HttpResponse:
    """Sign out; `why=idle` where a screen does it by itself."""
    if isinstance(request.user, User):
        sign_in.leave(digest=None, actor=request.user, **caller(request))
    if request.POST.get("why") == "idle":
        messages.warning(request, idle_sentence(request))
    logout(request)
    return HttpResponseRedirect(door(request))


@require_POST
def awake(request: HttpRequest) -> HttpResponse:
    """Keep the session alive while the user works at the screen without sending anything; 401 when signed out."""
    return HttpResponse(status=HTTPStatus.NO_CONTENT if isinstance(request.user, User) else HTTPStatus.UNAUTHORIZED)


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """Redirect to the user's own desk."""
    if not isinstance(request.user, User):
        return HttpResponseRedirect(door(request))
    own = desks.of(request.user)
    if not own:
        return render(request, "home.html")
    return HttpResponseRedirect(own[0].address)


@require_POST
def speak(request: HttpRequest) -> HttpResponse:
    """Change the language: of this session and the person's later ones.

    Where nobody is signed in: of this browser, and of the person who signs in on this page.
    """
    answer = HttpResponseRedirect(ours(request))
    language = request.POST.get("language", "")
    if language not in Language.values:
        return answer
    if isinstance(request.user, User):
        users.speak(language=language, actor=request.user)
        request.session[LANGUAGE] = language
    else:
        request.session[LANGUAGE] = language  # for the person who signs in next, here and now
        answer.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            language,
            max_age=_YEAR,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            httponly=settings.LANGUAGE_COOKIE_HTTPONLY,
            samesite="Lax",
        )
    return answer
