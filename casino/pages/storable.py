"""Middleware that refuses text which no column can store."""

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation

from casino.middleware import Door, chosen_language
from casino.pages import errors

_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def storable_text(door: Door) -> Door:
    """Refuse text that no column can store (NUL, half of a surrogate pair) in address, query, form or cookie.

    400 `bad_text`, before any view; bodies of the API are checked in `casino.api.parsing`.
    """

    def guard(request: HttpRequest) -> HttpResponseBase:
        name = _unstorable(request)
        if name is None:
            return door(request)
        with translation.override(chosen_language(request)):
            return errors.bad_text(request, name)

    return guard


def _unstorable(request: HttpRequest) -> str | None:
    """The name of a parameter with such text, "" for the address or a cookie, None if there is none."""
    if _UNSTORABLE.search(request.path_info) or any(map(_UNSTORABLE.search, request.COOKIES.values())):
        return ""
    fields = [request.GET]
    if request.method == "POST" and request.content_type in _FORMS and not request.path_info.startswith("/api/"):
        fields.append(request.POST)
    for sent in fields:
        for name, values in sent.lists():
            if any(_UNSTORABLE.search(text) for text in (name, *values)):
                return name
    return None
