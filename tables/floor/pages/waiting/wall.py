"""The waiting lists on the wall: place, initials and how long it will take; nobody's name, nobody's number."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.views import View

from accounting.selectors import houses
from casino import house_time
from casino.pages.spoken import spoken
from tables.floor.selectors.waiting import lists as waiting
from tables.rules.waiting.estimates import Estimate

KEPT: Final = timedelta(seconds=2)  # one poll: however many screens look, a process asks once
_KEY: Final = "display-lists"
_LETTERS: Final = 3


@dataclass(frozen=True, slots=True)
class Waiting:
    """One line of the wall: who waits at that place, or is called to a seat (`place` is then None)."""

    initials: str
    place: int | None
    table: str | None
    seat: int | None
    estimate: Estimate | None


@dataclass(frozen=True, slots=True)
class PublicList:
    """The list of one game; `wanted`: how many more would make it a game."""

    game: str
    wanted: int
    is_running: bool
    called: tuple[Waiting, ...]
    queue: tuple[Waiting, ...]


@dataclass(frozen=True, slots=True)
class ListWall:
    """What the screen shows."""

    house: str = ""
    lists: tuple[PublicList, ...] = ()


class Lists(View):
    """The lists as large type; `?v=` answers 204 while they are the same, `?lang=` chooses the language."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Nothing new (204), the lists alone, or the page. Nothing of it knows a session."""
        wall = _wall()
        version = hashlib.sha256(repr(wall).encode()).hexdigest()[:16]
        seen = request.GET.get("v")
        if seen == version:
            return HttpResponse(status=204)
        language = spoken(request).language
        part = "display/_lists.html" if seen is not None else "display/lists.html"
        with translation.override(language):
            return render(request, part, _context(wall, version, language=language))


def initials(name: str) -> str:
    """`A. B.` for Anna Becker: who waits knows himself, who passes by does not."""
    return " ".join(f"{word[0].upper()}." for word in name.split()[:_LETTERS])


def _wall() -> ListWall:
    found = cache.get(_KEY)
    if found is None:
        found = _read()
        cache.set(_KEY, found, KEPT.total_seconds())
    assert isinstance(found, ListWall), "nobody else writes there"
    return found


def _read() -> ListWall:
    house = houses.first()
    if house is None:
        return ListWall()
    views = [view for view in waiting.of_house(house.pk, house_time.now()) if view.places]
    return ListWall(house.name, tuple(_public(view) for view in views))


def _public(view: waiting.ListView) -> PublicList:
    lines = [
        Waiting(initials(one.guest_name), one.place, one.table_code, one.seat, one.estimate) for one in view.places
    ]
    return PublicList(
        game=view.game_name,
        wanted=view.wanted,
        is_running=bool(view.tables_running),
        called=tuple(line for line in lines if line.place is None),
        queue=tuple(line for line in lines if line.place is not None),
    )


def _context(wall: ListWall, version: str, *, language: str) -> Mapping[str, Any]:
    return {"wall": wall, "live_version": version, "lang": language}
