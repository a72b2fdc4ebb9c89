"""The public display: a screen on the wall for whoever stands before it, signed in or not."""

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _
from django.views import View

from casino.pages.forms import typed
from casino.pages.spoken import spoken
from tables.floor.selectors import display
from tables.floor.selectors.display import NextStake, PlannedTable, RunningGame, Wall
from tables.models import Game

KEPT: Final = timedelta(seconds=2)  # one poll: however many screens look, a process asks once
_KEY: Final = "display"


class Display(View):
    """The games as large type; `?v=` answers 204 while they are the same, `?lang=` chooses the language."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Nothing new (204), the games alone, or the page. Nothing of it knows a session."""
        wall = _wall()
        version = hashlib.sha256(repr(wall).encode()).hexdigest()[:16]
        seen = request.GET.get("v")
        if seen == version:
            return HttpResponse(status=204)
        language = spoken(request).language
        part = "display/_games.html" if seen is not None else "display/board.html"
        with translation.override(language), timezone.override(ZoneInfo(wall.time_zone)):
            return render(request, part, _context(wall, version, language=language))


def _wall() -> Wall:
    found = cache.get(_KEY)
    if found is None:
        found = display.wall()
        cache.set(_KEY, found, KEPT.total_seconds())
    assert isinstance(found, Wall), "nobody else writes there"
    return found


def _blinds(stake: PlannedTable | NextStake) -> str:
    """`2 / 4`; nothing of a game against the house."""
    return f"{typed(stake.small_blind_cents)} / {typed(stake.big_blind_cents)}" if stake.big_blind_cents else ""


def _stakes(game: RunningGame) -> str:
    """The blinds; against the house the antes that a box may bear."""
    if game.is_banked:
        return f"{typed(game.min_box_cents)} – {typed(game.max_box_cents)}"
    return f"{typed(game.small_blind_cents)} / {typed(game.big_blind_cents)}"


def _context(wall: Wall, version: str, *, language: str) -> Mapping[str, Any]:
    """Stakes in whole chips where they are: `2 / 4`, read from ten steps away."""
    rows = [
        {
            "game": game,
            "variant": Game.Variant(game.variant).label,
            "betting": _("against the house") if game.is_banked else Game.Betting(game.betting).label,
            "blinds": _stakes(game),
            "tables": [
                {"table": table, "next": _blinds(table.next_stake) if table.next_stake else ""} for table in game.tables
            ],
            "least": typed(game.min_buy_in_cents),
            "most": None if game.max_buy_in_cents is None else typed(game.max_buy_in_cents),
        }
        for game in wall.games
    ]
    planned = [{"table": one, "blinds": _blinds(one)} for one in wall.planned]
    return {"wall": wall, "games": rows, "planned": planned, "live_version": version, "lang": language}
