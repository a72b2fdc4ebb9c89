"""Middleware that refuses requests that did not arrive whole."""

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation

from casino.middleware import Door, chosen_language
from casino.pages import errors
from casino.whole_requests import Shortfall

_REFUSALS = {Shortfall.TOO_LARGE: errors.too_large, Shortfall.TOO_SLOW: errors.too_slow}


def whole_requests(door: Door) -> Door:
    """Answer a request whose body is too large with 413, one whose body is too slow with 408; no view has seen it."""

    def guard(request: HttpRequest) -> HttpResponseBase:
        shortfall: Shortfall | None = getattr(request, "shortfall", None)
        if shortfall is None:
            return door(request)
        with translation.override(chosen_language(request)):
            return _REFUSALS[shortfall](request)

    return guard
