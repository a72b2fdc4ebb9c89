"""The posted rules of the game now dealt at a table, for everybody, and the card whose QR code leads to them."""

import re
from http import HTTPStatus
from typing import Any, Final
from zoneinfo import ZoneInfo

import segno
from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.views import View

from accounting.days.selectors import houses
from accounting.models.houses import CODE
from casino import house_time
from casino.errors import N_, NotFound, Refusal
from casino.pages.spoken import spoken
from casino.pages.views import Page
from casino.wording import sentence
from tables.games.pages.posted import shown, shown_practice
from tables.models import PracticeGame, Table
from tables.play.pages.tables import AboutTable
from tables.play.selectors import stakes

KEPT_SECONDS: Final = 2  # as the screens on the wall: however many guests look, a process asks once
_NOTHING_RUNS: Final = {**settings.SECURE_CSP, "script-src": ["'none'"], "form-action": ["'none'"]}
POLICY: Final = "; ".join(f"{name} {' '.join(sources)}" for name, sources in _NOTHING_RUNS.items())
_TABLE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,19}")


class TableSheet(View):
    """The sheet in one language: `?lang=`, else the browser's.

    It is rendered without the request, so that no session is read and no cookie set.  It shows what hangs in the room:
    no guest, no money in play, nobody of the staff.
    """

    def get(self, request: HttpRequest, house: str, code: str) -> HttpResponse:
        """The sheet; 404 for a table that is not there."""
        language = spoken(request).language
        if not (CODE.fullmatch(house) and _TABLE.fullmatch(code)):
            status, html = _page(None, language)
        else:
            status, html = cache.get_or_set(  # type: ignore[misc]  # never None
                f"posted-at/{house}/{code}/{language}", lambda: _page(_table(house, code), language), KEPT_SECONDS
            )
        headers = {"Content-Security-Policy": POLICY, "Content-Language": language}
        return HttpResponse(html, status=status, headers=headers)


def _table(house: str, code: str) -> Table | None:
    rows = Table.objects.filter(house=houses.public(house), code=code, is_active=True)
    return rows.select_related("house").first()


def _page(table: Table | None, language: str) -> tuple[int, str]:
    """Status and text: the sheet, or why there is none."""
    zone = ZoneInfo(table.house.time_zone) if table else None
    with translation.override(language), timezone.override(zone):
        languages = [translation.get_language_info(code) for code, _name in settings.LANGUAGES]
        context: dict[str, Any] = {"table": table, "lang": language, "languages": languages}
        try:
            return HTTPStatus.OK, _rendered({**context, **_sheet(table, language)})
        except Refusal as refusal:
            return refusal.status, _rendered({**context, "why_not": sentence(refusal)})


def _rendered(context: dict[str, Any]) -> str:
    return render_to_string("posted/table.html", dict(context))


def _sheet(table: Table | None, language: str) -> dict[str, Any]:
    """The sheet of the game now dealt; refuses `no_such_table`, and where none is dealt `no_game_dealt`."""
    if table is None:
        raise NotFound("no_such_table", N_("Table not found."))
    play = stakes.of_table(table.pk)
    practice = PracticeGame.objects.filter(table=table, closed_at=None).first() if play is None else None
    if practice is not None:
        return shown_practice(practice.game_id, language)
    if play is None:
        raise NotFound("no_game_dealt", N_("No game is dealt at this table now."))
    return shown(play.game.pk, [language], house_time.now())


class TableCard(AboutTable, Page):
    """A card for the table, to print: its QR code leads to the sheet."""

    permission = "tables.open_table"
    template_name = "posted/card.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        path = reverse("rules:table", kwargs={"house": self.house.code, "code": self.table.code})
        address = self.request.build_absolute_uri(path)
        return {
            **super().get_context_data(**kwargs),
            "table": self.table,
            "address": address,
            "picture": segno.make(address).svg_data_uri(scale=6),
        }
