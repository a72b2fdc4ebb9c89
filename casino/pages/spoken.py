"""In which language a page on the wall speaks: nobody who stands before it is signed in."""

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation


@dataclass(frozen=True, slots=True)
class Spoken:
    """In which language a public page speaks, and what its address says of it."""

    language: str
    asked: str


def spoken(request: HttpRequest) -> Spoken:
    """`?lang=`, else the browser's."""
    chosen = request.GET.get("lang", "")
    asked = chosen if chosen in dict(settings.LANGUAGES) else ""
    return Spoken(asked or translation.get_language() or settings.LANGUAGE_CODE, asked)
