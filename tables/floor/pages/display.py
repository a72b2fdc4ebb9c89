"""Public screens on the wall, for everybody in the room, signed in or not; here the one with the games."""

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, ClassVar, Final
from zoneinfo import ZoneInfo

from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _
from django.views import View

from accounting.models.houses import CODE
from casino.pages.forms import typed
from casino.pages.spoken import spoken
from tables.floor.selectors import display
from tables.floor.selectors.display import NextStake, PlannedTable, RunningGame, Wall
from tables.models import Game

KEPT: Final = timedelta(seconds=2)  # one poll: however many screens look, a process asks once


class Screen(View):
    """A page in large type that keeps itself fresh; it knows no session.

    `?v=<version>` answers 204 while it shows the same, else the `part` alone; `?lang=` chooses the language, and
    `?house=<code>` the house where there are several.
    """

    template: ClassVar[str]
    part: ClassVar[str]

    def read(self, house: str | None) -> Any:
        """What the screen of a house (its code; None: the first) shows, for two seconds; with its `time_zone`."""
        raise NotImplementedError

    def context(self, wall: Any) -> Mapping[str, Any]:
        """What the template is given besides `wall`."""
        return {}

    def get(self, request: HttpRequest) -> HttpResponse:
        code = request.GET.get("house")
        if code is not None and not CODE.fullmatch(code):
            raise Http404
        wall: Any = cache.get_or_set(f"{self.template}?{code or ''}", lambda: self.read(code), KEPT.total_seconds())
        version = hashlib.sha256(repr(wall).encode()).hexdigest()[:16]
        seen = request.GET.get("v")
        if seen == version:
            return HttpResponse(status=204)
        language = spoken(request).language
        template = self.template if seen is None else self.part
        with translation.override(language), timezone.override(ZoneInfo(wall.time_zone)):
            context = {"wall": wall, **self.context(wall), "live_version": version, "lang": language}
            return render(request, template, context)


class Display(Screen):
    """The games, their stakes and where a seat is free."""

    template = "display/board.html"
    part = "display/_games.html"

    def read(self, house: str | None) -> Wall:
        return display.wall(house)

    def context(self, wall: Wall) -> Mapping[str, Any]:
        rows = [
            {
                "game": game,
                "variant": Game.Variant(game.variant).label,
                "betting": _("against the house") if game.is_banked else Game.Betting(game.betting).label,
                "blinds": _stakes(game),
                "tables": [
                    {"table": table, "next": _blinds(table.next_stake) if table.next_stake else ""}
                    for table in game.tables
                ],
                "least": typed(game.min_buy_in_cents),
                "most": None if game.max_buy_in_cents is None else typed(game.max_buy_in_cents),
            }
            for game in wall.games
        ]
        planned = [{"table": one, "blinds": _blinds(one)} for one in wall.planned]
        return {"games": rows, "planned": planned}


def _blinds(stake: PlannedTable | NextStake) -> str:
    """`2 / 4` in whole chips where they are, to be read from afar; "" for a game against the house."""
    return f"{typed(stake.small_blind_cents)} / {typed(stake.big_blind_cents)}" if stake.big_blind_cents else ""


def _stakes(game: RunningGame) -> str:
    """The blinds; of a game against the house the smallest and largest ante of a box."""
    if game.is_banked:
        return f"{typed(game.min_box_cents)} – {typed(game.max_box_cents)}"
    return f"{typed(game.small_blind_cents)} / {typed(game.big_blind_cents)}"
