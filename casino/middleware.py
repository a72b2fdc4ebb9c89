"""What happens to every request: a number, a language, the content security policy, the clocks of a session.

No query of its own, but for a tablet's session, which asks whether the tablet is still one of the house.
"""

import re
import secrets
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import TypeAlias

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.contrib.messages.middleware import MessageMiddleware
from django.contrib.sessions.middleware import SessionMiddleware
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import translation
from django.utils.deprecation import MiddlewareMixin

from casino import house_time
from casino.services import devices

Door: TypeAlias = Callable[[HttpRequest], HttpResponseBase]

TABLET = "tablet"  # in a session: the id of the tablet on which a PIN opened it
_BEGAN, _SEEN = "began_at", "seen_at"  # seconds since 1970
_TOUCHED_AGAIN = 60

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


def request_id(door: Door) -> Door:
    """`X-Request-ID` in and out, `request.id` between: the same number in the answer, the log and a problem."""

    def number(request: HttpRequest) -> HttpResponseBase:
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        # Only a harmless one is taken over; it goes into logs and headers.
        request.id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)  # type: ignore[attr-defined]
        response = door(request)
        response.headers["X-Request-ID"] = request.id  # type: ignore[attr-defined]
        return response

    return number


def content_security_policy(door: Door) -> Door:
    """`settings.SECURE_CSP` as a header, in the shape of Django 6's setting; delete this when Django brings its own."""
    policy = "; ".join(f"{name} {' '.join(sources)}" for name, sources in settings.SECURE_CSP.items())

    def guard(request: HttpRequest) -> HttpResponseBase:
        response = door(request)
        response.headers.setdefault("Content-Security-Policy", policy)
        return response

    return guard


def language(door: Door) -> Door:
    """The language of the request: the signed-in person's, else the switch's cookie, else the browser's.

    In place of Django's LocaleMiddleware, which knows no person; stands after AuthenticationMiddleware. For the API it
    reads Accept-Language alone: who owns a token shows later, and `casino.api.authentication` turns to his language.
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
        return request.user.language
    return chosen_language(request)


def chosen_language(request: HttpRequest) -> str:
    """What the switch's cookie says (for pages), else the browser."""
    if not request.path_info.startswith("/api/"):
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        if chosen in dict(settings.LANGUAGES):
            return chosen
    if "HTTP_ACCEPT_LANGUAGE" not in request.META:
        return settings.LANGUAGE_CODE
    return translation.get_language_from_request(request)


class _OfBrowsers(MiddlewareMixin):
    """What a machine with a token does without: it brings no cookie, and `TokenAuthentication` alone says who it is.

    Passing these by takes about 5 % off a command.
    """

    def __call__(self, request: HttpRequest) -> HttpResponseBase | Awaitable[HttpResponseBase]:
        """Pass by whom the token names; a browser goes through."""
        if request.META.get("HTTP_AUTHORIZATION", "")[:6].lower() == "token " and request.path_info.startswith("/api/"):
            return self.get_response(request)
        return super().__call__(request)


class Sessions(_OfBrowsers, SessionMiddleware):
    """Django's, for browsers."""


class SignedIn(_OfBrowsers, AuthenticationMiddleware):
    """Django's, for browsers."""


class Messages(_OfBrowsers, MessageMiddleware):
    """Django's, for browsers."""


def clocks(door: Door) -> Door:
    """The two clocks of a browser's session: nobody touched it for a while, or the shift is over.

    A page that only keeps itself fresh (`?v=`) is nobody's touch.  What a PIN opened ends with its tablet, too.
    """

    def watch(request: HttpRequest) -> HttpResponseBase:
        if (
            settings.SESSION_COOKIE_NAME in request.COOKIES
            and "user" in vars(request)
            and request.user.is_authenticated
        ):
            if _is_over(request):
                logout(request)
            elif "v" not in request.GET:
                _touch(request)
        return door(request)

    return watch


def _is_over(request: HttpRequest) -> bool:
    now, session = int(house_time.now().timestamp()), request.session
    tablet = session.get(TABLET)
    if tablet is not None and not devices.is_known(request.COOKIES.get(settings.TABLET_COOKIE_NAME, ""), tablet):
        return True
    began, seen = session.get(_BEGAN, now), session.get(_SEEN, now)
    return bool(now - began > settings.SESSION_COOKIE_AGE or now - seen > idle_seconds(request))


def _touch(request: HttpRequest) -> None:
    """Written down once a minute at most: a session is a row."""
    now, session = int(house_time.now().timestamp()), request.session
    session.setdefault(_BEGAN, now)
    if now - session.get(_SEEN, 0) >= _TOUCHED_AGAIN:
        session[_SEEN] = now


def locks_at(request: HttpRequest) -> int:
    """When this session ends if nobody touches its screen again (seconds since 1970)."""
    now, session = int(house_time.now().timestamp()), request.session
    idle, over = session.get(_SEEN, now) + idle_seconds(request), session.get(_BEGAN, now) + settings.SESSION_COOKIE_AGE
    return int(min(idle, over))


def idle_seconds(request: HttpRequest) -> int:
    """How long nobody need touch this session's screen before it locks."""
    return settings.TABLET_IDLE_SECONDS if TABLET in request.session else settings.OFFICE_IDLE_SECONDS


def client_ip(request: HttpRequest) -> str | None:
    """The caller's address; behind our own proxy (`CASINO_BEHIND_PROXY`) the last hop it added. None on a socket.

    What is no address is passed by: whoever sends a header gets neither a mistake of ours nor a place in the log.
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
