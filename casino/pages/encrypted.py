"""Middleware that refuses what plain HTTP would do: the API's tokens in the clear, a redirect that never ends."""

import logging
from functools import cache

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.security import SecurityMiddleware
from django.utils import translation

from casino.middleware import API, Door, chosen_language
from casino.pages import errors

log = logging.getLogger(__name__)


def encrypted_api(door: Door) -> Door:
    """Answer the API over plain HTTP with 403 `https_required`, where pages are redirected to HTTPS (ASVS 5, 4.1.2).

    A redirect would hide from the author of the client that each of its first requests, with its token, is readable.
    """

    def guard(request: HttpRequest) -> HttpResponseBase:
        if request.is_secure() or not settings.SECURE_SSL_REDIRECT or not request.path_info.startswith(API):
            return door(request)
        with translation.override(chosen_language(request)):
            return errors.unencrypted(request)

    return guard


def behind_proxy(door: Door) -> Door:
    """Answer 403 `proxy_misread`, and say in the log what to set, where server and proxy disagree about HTTPS.

    The proxy has ended TLS, the server does not know it, and would redirect the browser to where it is already.  It
    stands before Django's middleware of security, whose headers its answer has too.
    """
    dressed = SecurityMiddleware(door).process_response

    def guard(request: HttpRequest) -> HttpResponseBase:
        if request.is_secure() or not settings.SECURE_SSL_REDIRECT or _is_probe(request):
            return door(request)
        if not (remedy := _remedy(request)):
            return door(request)
        _say_once(remedy)
        with translation.override(chosen_language(request)):
            return dressed(request, errors.proxy_misread(request))

    return guard


def _is_probe(request: HttpRequest) -> bool:
    return request.path_info.lstrip("/") in settings.PROBED


def _remedy(request: HttpRequest) -> str:
    """What to set where a redirect to HTTPS would never end; empty elsewhere."""
    tells = "HTTP_X_FORWARDED_PROTO" in request.META
    if settings.SECURE_PROXY_SSL_HEADER:
        return (
            ""
            if tells
            else "CASINO_BEHIND_PROXY is 1, but the proxy sends no X-Forwarded-Proto: have it set that header."
        )
    if tells or "HTTP_FORWARDED" in request.META:
        return (
            "A proxy has sent a request, and CASINO_BEHIND_PROXY is 0: set it to 1, and let only the proxy reach this "
            "server, since whoever reaches it may then claim any address."
        )
    return ""


@cache
def _say_once(remedy: str) -> None:
    """Anybody can send such a header: a line for each request would fill the log."""
    log.error("%s", remedy)
