"""Text that no column can hold is refused before any view reads it."""

import re

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils import translation

from casino.middleware import Door, chosen_language
from casino.pages import errors

_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def storable_text(door: Door) -> Door:
    """Refuse text that no column can hold (NUL, half of a surrogate pair) in address, query, form or cookie.

    400 `bad_text`, whatever view would have read it; bodies of the API are read as strictly (`casino.api.parsing`).
    """

    def guard(request: HttpRequest) -> HttpResponseBase:
        name = _unstorable(request)
        if name is None:
            return door(request)
        with translation.override(chosen_language(request)):
            return errors.bad_text(request, name)

    return guard


def _unstorable(request: HttpRequest) -> str | None:
    """What of the request holds such text: a parameter's name, or "" where that is the address or a cookie."""
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
