"""An idle poll costs one read by primary key: the session was checked within the last half minute.

Whoever was shown a live page holds two signed things, both worthless outside his session: the version of what he saw
on that page, and a pass of half a minute that says when he was last found signed in.  While the pass is good, "has
anything changed?" is answered without asking again who asks: the answer 204 tells him nothing that he does not see.
Anything new is shown only after the sign-in was read, and no pass outlives the moment at which the screen locks.
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

COOKIE: Final = "poll"
GOOD_FOR: Final = timedelta(seconds=30)


def signed(request: HttpRequest, address: str, version: str) -> str:
    """A version as a page carries it: good at this address and in this session alone."""
    return _signer(request, address).sign(version)


def context(request: HttpRequest, address: str, version: str = "") -> dict[str, str]:
    """What a part that keeps itself fresh carries: where it asks, and what it shows.

    A part within a page of another address names no version: its first poll makes it anew.
    """
    return {"live_address": address, "live_version": signed(request, address, version)}


def seen(request: HttpRequest) -> str | None:
    """The version that a poll brings; None where it brings none that we gave out."""
    return _unsigned(_signer(request, request.path), request.GET.get("v", ""))


def give_pass(request: HttpRequest, response: HttpResponseBase) -> None:
    """He is signed in and may see this page; asked again in half a minute, or when his screen locks."""
    now = int(house_time.now().timestamp())
    until = min(now + int(GOOD_FOR.total_seconds()), middleware.locks_at(request))
    response.set_cookie(
        COOKIE,
        _signer(request, COOKIE).sign(str(until)),
        max_age=max(0, until - now),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def has_pass(request: HttpRequest) -> bool:
    """Whether he was found signed in a moment ago; no query."""
    until = _unsigned(_signer(request, COOKIE), request.COOKIES.get(COOKIE, ""))
    return until is not None and int(until) > house_time.now().timestamp()


def idle_polls(door: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Answer a poll that finds nothing new before anything else is asked; stands before the sessions."""

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
