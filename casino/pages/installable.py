"""What makes the pages installable on a tablet, a phone or a computer: manifest, icons, and a page without a network.

All of it is public and says nothing of the house.  No page is ever kept: the worker holds one sentence.
"""

from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from casino.pages.spoken import spoken

GROUND: Final = "#0d1513"
"""The colour behind the icon while it starts: that of the dark pages."""


@require_GET
def manifest(_request: HttpRequest) -> HttpResponse:
    """The web app manifest (W3C), in the language of the browser."""
    icons = [{"src": static("casino/chip.svg"), "sizes": "any", "type": "image/svg+xml", "purpose": "any"}]
    for pixels in (192, 512):
        png = {"src": static(f"casino/chip-{pixels}.png"), "sizes": f"{pixels}x{pixels}", "type": "image/png"}
        icons += [{**png, "purpose": purpose} for purpose in ("any", "maskable")]
    told = {
        "id": "/", "name": _("Poker room"), "short_name": _("Poker"), "lang": translation.get_language(),
        "start_url": reverse("home"), "scope": "/", "display": "standalone",
        "background_color": GROUND, "theme_color": GROUND, "icons": icons,
    }  # fmt: skip
    return JsonResponse(told, content_type="application/manifest+json")


@require_GET
def worker(_request: HttpRequest) -> HttpResponse:
    """The service worker of all pages: a static file, served from the top so that it may answer for each of them."""
    return script("casino/offline.js")


@require_GET
def offline(request: HttpRequest) -> HttpResponse:
    """What is shown in the place of a page that cannot be reached; `?lang=` is the reader's language."""
    with translation.override(spoken(request).language):
        return render(request, "offline.html")


def script(name: str) -> HttpResponse:
    """A static script as it is now; browsers ask for it each time, since a kept worker answers as it did then."""
    answer = HttpResponse(Path(finders.find(name) or "").read_bytes(), content_type="text/javascript; charset=utf-8")
    patch_cache_control(answer, no_cache=True)
    return answer
