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
from django.views import View

from accounting.models.houses import CODE
from casino.pages.spoken import spoken
from casino.wording import short_money
from tables.board.selectors import display
from tables.board.selectors.display import RunningGame, Wall
from tables.models import Game
from tables.tournaments.pages import clock_face

_BETTINGS: Final = {Game.Betting.NO_LIMIT: "NL", Game.Betting.POT_LIMIT: "PL", Game.Betting.FIXED_LIMIT: "FL"}
KEPT: Final = timedelta(seconds=2)  # one poll: however many screens look, a process asks once


class Screen(View):
    """A page in large type that keeps itself fresh; it knows no session.

    `?v=<version>` answers 204 while it shows the same, else the `part` alone; `?lang=` chooses the language, and
    `?house=<code>` the house where there are several.
    """

    template_name: ClassVar[str]
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
        wall: Any = cache.get_or_set(
            f"{self.template_name}?{code or ''}", lambda: self.read(code), KEPT.total_seconds()
        )
        version = hashlib.sha256(repr(wall).encode()).hexdigest()[:16]
        seen = request.GET.get("v")
        if seen == version:
            return HttpResponse(status=204)
        language = spoken(request).language
        template = self.template_name if seen is None else self.part
        with translation.override(language), timezone.override(ZoneInfo(wall.time_zone)):
            context = {"wall": wall, **self.context(wall), "live_version": version, "lang": language}
            return render(request, template, context)


class Display(Screen):
    """The games, their stakes, where a seat is free, the guests who are called, and the tournaments."""

    template_name = "display/board.html"
    part = "display/_games.html"

    def read(self, house: str | None) -> Wall:
        return display.wall(house)

    def context(self, wall: Wall) -> Mapping[str, Any]:
        return {
            "games": [_game(game) for game in wall.games],
            "planned": [
                {"table": one, "stakes": _stakes(one.stakes_cents) if one.big_blind_cents else ""}
                for one in wall.planned
            ],
            "played": [{"tournament": one, "words": clock_face.words(one.item)} for one in wall.played],
            "coming": wall.coming,
        }


def _game(game: RunningGame) -> Mapping[str, Any]:
    low, high = game.stakes_cents
    return {
        "game": game,
        "name": called(game),
        "stakes": f"{short_money(low)} – {short_money(high)}" if game.is_banked else _stakes(game.stakes_cents),
        "tables": [
            {"table": table, "next": _stakes(table.next_stake.stakes_cents) if table.next_stake else ""}
            for table in game.tables
        ],
        "least": short_money(game.min_buy_in_cents),
        "most": None if game.max_buy_in_cents is None else short_money(game.max_buy_in_cents),
    }


def called(game: RunningGame) -> str:
    """What a game is called in letters to be read from afar: "Texas Hold'em NL", "Big O PL", "Easy Hold'em"."""
    name = str(Game.Variant(game.variant).label)
    return name if game.is_banked else f"{name} {_BETTINGS[Game.Betting(game.betting)]}"


def _stakes(amounts_cents: tuple[int, int]) -> str:
    """`2 / 4` in whole chips where they are, to be read from afar."""
    low, high = amounts_cents
    return f"{short_money(low)} / {short_money(high)}"
