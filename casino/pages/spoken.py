"""The language of public pages on wall screens, where nobody is signed in."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation


@dataclass(frozen=True, slots=True)
class Spoken:
    """The language of a public page; `asked` is the one in its address, empty if none."""

    language: str
    asked: str


def spoken(request: HttpRequest) -> Spoken:
    """The language in `?lang=`, else the browser's."""
    chosen = request.GET.get("lang", "")
    asked = chosen if chosen in dict(settings.LANGUAGES) else ""
    return Spoken(asked or translation.get_language() or settings.LANGUAGE_CODE, asked)
