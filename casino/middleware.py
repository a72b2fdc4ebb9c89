"""Middleware: request id, language, content security policy, and the time limits of a session.

No queries, except one for a tablet's session: whether the tablet is still enrolled.
"""

import logging
import re
import secrets
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from ipaddress import ip_address
from time import perf_counter
from typing import TypeAlias

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.middleware.common import CommonMiddleware
from django.urls import reverse
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from casino import counters, house_time, log_lines, transactions
from casino.models import User
from casino.roles import Role
from casino.selectors.entrances import ADDRESS, BEGAN, BROWSER, LANGUAGE, SEEN
from casino.services import devices, second_factor, security, users

log = logging.getLogger(__name__)

Door: TypeAlias = Callable[[HttpRequest], HttpResponseBase]

API = "/api/v1/"
TABLET = "tablet"  # in a session: the id of the tablet on which a PIN opened it
SECOND_FACTOR = "second_factor"  # whether a code opened it besides the password
PIN_MARK = "pin"  # and of which PIN (`users.pin_mark`)
_TOUCHED_AGAIN = 60
_ALWAYS = ("/logout/", "/language/", "/awake/", "/api/", "/static/")  # the API refuses for lack of rights

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


def request_id(door: Door) -> Door:
    """Take `X-Request-ID` or create one as `request.id`: the same id in the answer, the log and problems."""

    def number(request: HttpRequest) -> HttpResponseBase:
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        # Only a harmless id is accepted, since it goes into logs and headers.
        request.id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)  # type: ignore[attr-defined]
        token = log_lines.request_id.set(request.id)  # type: ignore[attr-defined]
        transactions.begin_request()
        try:
            response = door(request)
        finally:
            log_lines.request_id.reset(token)
        response.headers["X-Request-ID"] = request.id  # type: ignore[attr-defined]
        return response

    return number


def counted(door: Door) -> Door:
    """Count the request (`casino.counters`); where CASINO_LOG_LEVEL is INFO, write a line about it."""

    def count(request: HttpRequest) -> HttpResponseBase:
        log_lines.refusal.set("")
        began = perf_counter()
        response = door(request)
        seconds, status = perf_counter() - began, response.status_code
        route = "" if request.resolver_match is None else request.resolver_match.route
        code = log_lines.refusal.get() if status >= HTTPStatus.BAD_REQUEST else ""
        counters.count(route=route, method=request.method or "", status=status, seconds=seconds, refusal=code)
        if log.isEnabledFor(logging.INFO):
            facts = {"method": request.method, "route": route, "status": status, "ms": round(1000 * seconds, 1)}
            facts |= {"refusal": code or None, "user_id": _known(request)}
            log.info("%s /%s: %s", request.method, route, status, extra=facts)
        return response

    return count


def _known(request: HttpRequest) -> int | None:
    """The id of the person who asks, if the request has read it already; it makes no query."""
    user = getattr(request, "_cached_user", None) or vars(request).get("user")
    return user.pk if type(user) is User else None


def content_security_policy(door: Door) -> Door:
    """`settings.SECURE_CSP` as a header, in the format of Django 6's setting; delete this with Django 6."""
    policy = "; ".join(f"{name} {' '.join(sources)}" for name, sources in settings.SECURE_CSP.items())

    def guard(request: HttpRequest) -> HttpResponseBase:
        response = door(request)
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return guard


def never_stored(door: Door) -> Door:
    """Tell browsers and proxies to keep no answer, but where its view says how it may be kept; files come before."""

    def guard(request: HttpRequest) -> HttpResponseBase:
        response = door(request)
        response.headers.setdefault("Cache-Control", "no-store")
        return response

    return guard


def language(door: Door) -> Door:
    """The language of the request: the session's, else the user's, else the language cookie, else the browser's.

    It replaces Django's LocaleMiddleware, which ignores users, and comes after AuthenticationMiddleware. For the API it
    reads Accept-Language alone: a token's owner is known only later, and `casino.api.authentication` activates their
    language.
    """

    def speak(request: HttpRequest) -> HttpResponseBase:
        with translation.override(_wanted(request)):
            request.LANGUAGE_CODE = translation.get_language()
            response = door(request)
            response.headers.setdefault("Content-Language", translation.get_language() or "")
            if isinstance(response, HttpResponse) and not response.headers.get("Vary"):
                response.headers["Vary"] = "Accept-Language, Cookie"
            return response

    return speak


def _wanted(request: HttpRequest) -> str:
    is_page = not request.path_info.startswith("/api/")
    if is_page and settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
        return str(request.session.get(LANGUAGE, request.user.language))
    return chosen_language(request)


def chosen_language(request: HttpRequest) -> str:
    """The language of the cookie (pages only), else of the browser."""
    if not request.path_info.startswith("/api/"):
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        if chosen in dict(settings.LANGUAGES):
            return chosen
    if "HTTP_ACCEPT_LANGUAGE" not in request.META:
        return settings.LANGUAGE_CODE
    return translation.get_language_from_request(request)


class _BrowserOnly(MiddlewareMixin):
    """Browser-only middleware, skipped for token clients of the API, which send no cookie (`TokenAuthentication`).

    Skipping it makes a command about 5 % faster.  Pages need it with any header, `/api/docs/` too.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        if request.META.get("HTTP_AUTHORIZATION", "")[:6].lower() == "token " and request.path_info.startswith(API):
            return self.get_response(request)
        return super().__call__(request)


class Sessions(_BrowserOnly, SessionMiddleware):
    """Django's sessions, for browsers only."""


class SignedIn(_BrowserOnly, AuthenticationMiddleware):
    """Django's `request.user`, for browsers only."""


class Messages(_BrowserOnly, MessageMiddleware):
    """Django's messages, for browsers only."""


class Common(CommonMiddleware):
    """Django's, which refuses a `Host` that is not ours; a prober asks by its address (`PROBED`).

    No answer to a probe has a word of its `Host`, so a forged one changes nothing.
    """

    def process_request(self, request: HttpRequest) -> HttpResponsePermanentRedirect | None:
        return None if request.path_info[1:] in settings.PROBED else super().process_request(request)


def clocks(door: Door) -> Door:
    """End a browser's session after it was idle too long, or after its maximum age.

    Polls (`?v=`) do not count as activity.  A session opened by PIN also ends when its tablet is revoked or the PIN
    changed, and has a dealer's rights only, whatever else the person is.  One opened by a one-time password has no
    rights, and leads to the page on which it is replaced; so does one without the second factor that a role needs.
    """

    def watch(request: HttpRequest) -> HttpResponseBase:
        if not request.COOKIES.get(settings.SESSION_COOKIE_NAME) or "user" not in vars(request):
            return door(request)
        if not request.user.is_authenticated:
            if request.session.is_empty() and not request.path_info.startswith(_ALWAYS):
                with translation.override(_wanted(request)):
                    messages.warning(request, _("Your session was ended elsewhere, or it was too old."))
            return door(request)
        with translation.override(_wanted(request)):
            why = _over_because(request)
        if why:
            messages.warning(request, why)  # for the page that comes next, which is the one to sign in
            logout(request)
            return door(request)
        way = _first(request)
        _narrow(request, way)
        if "v" not in request.GET:
            _touch(request)
        if way is not None and request.path_info != reverse(way) and not request.path_info.startswith(_ALWAYS):
            return HttpResponseRedirect(reverse(way))
        return door(request)

    return watch


def refusals(door: Door) -> Door:
    """Write down who was refused for lack of rights (403), and at which address."""

    def watch(request: HttpRequest) -> HttpResponseBase:
        response = door(request)
        user = getattr(request, "user", None)
        if response.status_code == HTTPStatus.FORBIDDEN and isinstance(user, User) and user.is_authenticated:
            about = f"{request.method} {request.path}"
            security.note_refusal(about=about, ip=client_ip(request), request_id=getattr(request, "id", ""), actor=user)
        return response

    return watch


def _over_because(request: HttpRequest) -> str:
    """Why the session is over, as a sentence; "" while it is not."""
    now, session = int(house_time.now().timestamp()), request.session
    tablet = session.get(TABLET)
    if tablet is not None:
        cookie = request.COOKIES.get(settings.TABLET_COOKIE_NAME, "")
        is_same_pin = isinstance(request.user, User) and session.get(PIN_MARK) == users.pin_mark(request.user)
        if not is_same_pin or not devices.is_known(cookie, tablet):
            return _("Signed out: the PIN was changed, or the tablet was withdrawn.")
    if now - session.get(BEGAN, now) > settings.SESSION_COOKIE_AGE:
        return _("Signed out: a session lasts %(hours)d hours.") % {"hours": settings.SESSION_COOKIE_AGE // 3600}
    return idle_sentence(request) if now - session.get(SEEN, now) > idle_seconds(request) else ""


def idle_sentence(request: HttpRequest) -> str:
    """That this session ended, or ends, because nobody worked at its screen."""
    minutes = idle_seconds(request) // 60
    return ngettext(
        "Signed out: nobody has touched this screen for %(minutes)d minute.",
        "Signed out: nobody has touched this screen for %(minutes)d minutes.",
        minutes,
    ) % {"minutes": minutes}


def _narrow(request: HttpRequest, way: str | None) -> None:
    """A PIN is enough to deal; a one-time password, or one without the second factor, to mend that."""
    assert isinstance(request.user, User)
    if TABLET in request.session:
        request.user.roles = [role for role in request.user.roles if role == Role.DEALER]
    elif way is not None:
        request.user.roles = []


def _first(request: HttpRequest) -> str | None:
    """The page (by its name) that comes before everything else: another password, then a second factor."""
    user = request.user
    if TABLET in request.session or not isinstance(user, User):
        return None
    if user.has_one_time_password:
        return "password"
    if second_factor.is_needed(user) and SECOND_FACTOR not in request.session:
        return "second-factor"
    return None


def _touch(request: HttpRequest) -> None:
    """Record activity, at most once a minute, since a session is a database row."""
    now, session = int(house_time.now().timestamp()), request.session
    session.setdefault(BEGAN, now)
    if now - session.get(SEEN, 0) >= _TOUCHED_AGAIN:
        session[SEEN] = now


def begin(request: HttpRequest, person: User, *, by_code: bool = False) -> None:
    """Sign a person in, and keep with the session where it began, and whether by a code besides the password."""
    chosen = request.session.get(LANGUAGE, person.language)
    if chosen != person.language:
        person = users.speak(language=chosen, actor=person)
    login(request, person, backend="django.contrib.auth.backends.ModelBackend")
    request.session[ADDRESS] = client_ip(request) or ""
    if by_code:
        request.session[SECOND_FACTOR] = True
    request.session[LANGUAGE] = person.language
    request.session[BROWSER] = request.META.get("HTTP_USER_AGENT", "")[:200]


def locks_at(request: HttpRequest) -> int:
    """The time at which this session ends without further activity (seconds since 1970)."""
    now, session = int(house_time.now().timestamp()), request.session
    idle, over = session.get(SEEN, now) + idle_seconds(request), session.get(BEGAN, now) + settings.SESSION_COOKIE_AGE
    return int(min(idle, over))


def idle_seconds(request: HttpRequest) -> int:
    """The idle time after which this session's screen locks."""
    return settings.TABLET_IDLE_SECONDS if TABLET in request.session else settings.OFFICE_IDLE_SECONDS


def client_ip(request: HttpRequest) -> str | None:
    """The client's address; behind our own proxy (`CASINO_BEHIND_PROXY`) the last hop it added. None on a socket.

    Invalid addresses are skipped, so that a forged header neither causes an error nor gets into the log.
    """
    told = [request.META.get("REMOTE_ADDR", "")]
    if settings.SECURE_PROXY_SSL_HEADER:
        told.insert(0, request.META.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip())
    return next((address for address in told if _is_address(address)), None)


def _is_address(text: str) -> bool:
    try:
        ip_address(text)
    except ValueError:
        return False
    return True
