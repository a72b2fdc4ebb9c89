"""Polls of live pages: an idle poll costs one query by primary key, without loading the session.

A live page carries two signed values, valid only in its session: the version it shows, and a cookie (the pass) that is
valid for half a minute after the sign-in was checked.  While the pass is valid, an unchanged version is answered with
204 without checking the sign-in again, which reveals nothing new.  New content is shown only after the sign-in was
checked, and no pass outlives the time at which the screen locks.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve

from casino import house_time, middleware

_UNTIL: Final = "poll"
GOOD_FOR: Final = timedelta(seconds=30)


def signed(request: HttpRequest, address: str, version: str) -> str:
    """A signed version, valid only for this address and session."""
    return _signer(request, address).sign(version)


def context(request: HttpRequest, address: str, version: str = "") -> dict[str, str]:
    """The template context of a polling part: its address and signed version.

    A part inside a page of another address has no version, so its first poll loads it again.
    """
    return {"live_address": address, "live_version": signed(request, address, version)}


def seen(request: HttpRequest) -> str | None:
    """The version in a poll's `v`; None without a valid signature."""
    return _unsigned(_signer(request, request.path), request.GET.get("v", ""))


def give_pass(request: HttpRequest, response: HttpResponseBase) -> None:
    """Set the pass of a signed-in user who may see this page; valid for half a minute, or until the screen locks."""
    now = int(house_time.now().timestamp())
    until = min(now + int(GOOD_FOR.total_seconds()), middleware.locks_at(request))
    response.set_cookie(
        settings.POLL_COOKIE_NAME,
        _signer(request, _UNTIL).sign(str(until)),
        max_age=max(0, until - now),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def has_pass(request: HttpRequest) -> bool:
    """Whether the request has a valid pass; no query."""
    until = _unsigned(_signer(request, _UNTIL), request.COOKIES.get(settings.POLL_COOKIE_NAME, ""))
    return until is not None and int(until) > house_time.now().timestamp()


def idle_polls(door: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that answers unchanged polls with 204; comes before the session middleware."""

    def answer(request: HttpRequest) -> HttpResponseBase:
        if request.method == "GET" and "v" in request.GET and has_pass(request) and _is_unchanged(request):
            return HttpResponse(status=204)
        return door(request)

    return answer


def _is_unchanged(request: HttpRequest) -> bool:
    try:
        match = resolve(request.path_info)
    except Resolver404:
        return False
    request.resolver_match = match  # for what counts requests by their address
    still = getattr(getattr(match.func, "view_class", None), "still_shows", None)
    version = seen(request)
    return bool(still and version is not None and still(version, **match.kwargs))


def _signer(request: HttpRequest, purpose: str) -> Signer:
    return Signer(salt=f"{purpose} {request.COOKIES.get(settings.SESSION_COOKIE_NAME, '')}")


def _unsigned(signer: Signer, value: str) -> str | None:
    try:
        return signer.unsign(value)
    except BadSignature:
        return None
