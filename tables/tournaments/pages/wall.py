"""What hangs on the wall, for the people before it, signed in or not: the clock, and the draws to be redone."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.views import View

from casino import house_time
from casino.errors import NotFound
from casino.pages.spoken import Spoken, spoken
from tables.models import Tournament
from tables.tournaments.pages import clock_face
from tables.tournaments.selectors import standing as selector
from tables.tournaments.selectors import wall as facts
from tables.tournaments.selectors.wall import Wall

KEPT: Final = timedelta(seconds=30)  # while its version is the same, however many screens look
MOVES_SHOWN_FOR: Final = timedelta(minutes=10)
PRIZES_SHOWN: Final = 12
NOW: Final = "Server-Now"


def public(tournament_id: int) -> Tournament:
    """The tournament in the address, or the page that says there is none."""
    try:
        return facts.public(tournament_id)
    except NotFound:
        raise Http404 from None


class Clock(View):
    """The clock full screen; `?v=` answers 204 while nothing was done, `?lang=` chooses the language.

    The page computes what it shows by itself: from one answer to the next it needs no network.
    """

    def get(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Nothing new (204), the wall alone, or the page; each says what time it is here."""
        version = selector.version(pk)
        if not version:
            raise Http404
        if request.GET.get("v") == version:
            answer = HttpResponse(status=204)
        else:
            answer = self._made(request, _wall(pk, version), version)
        answer.headers[NOW] = str(selector.milliseconds(house_time.now()))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    def _made(self, request: HttpRequest, wall: Wall, version: str) -> HttpResponse:
        said = spoken(request)
        template = "tournaments/clock/_clock.html" if "v" in request.GET else "tournaments/clock/clock.html"
        with translation.override(said.language), timezone.override(ZoneInfo(wall.row.house.time_zone)):
            return render(request, template, _context(wall, version, said))


def _wall(tournament_id: int, version: str) -> Wall:
    key = f"tournament-wall:{tournament_id}:{version}"
    found = cache.get(key)
    if found is None:
        found = facts.wall(public(tournament_id))
        cache.set(key, found, KEPT.total_seconds())
    assert isinstance(found, Wall), "nobody else writes there"
    return found


def _context(wall: Wall, version: str, said: Spoken) -> Mapping[str, Any]:
    until = wall.moves[0].at + MOVES_SHOWN_FOR if wall.moves else None
    return {
        "wall": wall,
        "tournament": wall.row,
        "house": wall.row.house,
        "face": clock_face.face(wall.structure, wall.events, house_time.now()),
        "figures": wall.figures,
        "money": wall.money,
        "prizes": wall.prizes[:PRIZES_SHOWN],
        "more_prizes": max(0, len(wall.prizes) - PRIZES_SHOWN),
        "moves_until": selector.milliseconds(until) if until else None,
        "live_version": version,
        "lang": said.language,
        "lang_asked": said.asked,
    }


class Draws(View):
    """Every draw with its commitment, and once it is used with its seed and all that it takes to draw again."""

    def get(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The page; a seed that waits is not on it."""
        row = public(pk)
        said = spoken(request)
        with translation.override(said.language), timezone.override(ZoneInfo(row.house.time_zone)):
            return render(
                request,
                "tournaments/draws.html",
                {
                    "tournament": row,
                    "house": row.house,
                    "draws": facts.draws(row),
                    "tables": facts.all_tables(row),
                    "lang": said.language,
                },
            )
