"""The posted rules of a game: one page of paper, in German and English beside each other or in one of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, override

from accounting.days.pages.house import InHouse
from accounting.policy import wording
from accounting.policy.wording import Example
from accounting.rake.selectors import terms
from casino import house_time
from casino.pages.views import Page
from casino.roles import permits
from casino.wording import money
from tables.games.selectors import posted_banked
from tables.games.selectors import posted_sheet as posted
from tables.games.selectors.posted_banked import PostedBank
from tables.games.selectors.posted_sheet import Posted

PERMISSION = "accounting.view_reports"


@dataclass(frozen=True, slots=True)
class Column:
    """The sheet in one language.

    `rows` are the worked examples as text: a pot, what it owes by players, and what the fund gets where there is one.
    """

    language: str
    about_game: list[str]
    about_ranking: list[str]
    about_play: list[str]
    about_tax: list[str]
    about_house: list[str]
    players: list[int]
    rows: list[list[str]]
    has_fund: bool


@dataclass(frozen=True, slots=True)
class BankedColumn:
    """The sheet of a game against the house; `tables` are pay tables: the bet's name and lines of hand and odds."""

    language: str
    stakes: list[str]
    ranking: list[str]
    play: list[str]
    outcome: list[str]
    false_deal: list[str]
    about_house: list[str]
    tables: list[tuple[str, list[tuple[str, str | None]]]]


class Games(InHouse, Page):
    """The games on offer, each with its sheet."""

    permission = PERMISSION
    template_name = "games/games.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "games": posted.offered(self.house.pk),
            "banked": posted_banked.offered(self.house.pk),
            "may_edit": permits(self.actor, "tables.edit_game"),
        }


class Sheet(InHouse, Page):
    """`?language=de` shows one language; without it both."""

    permission = PERMISSION
    template_name = "games/rules.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        asked = self.request.GET.get("language")
        languages = [code for code, _name in settings.LANGUAGES if asked in (None, "", code)]
        return {
            **super().get_context_data(**kwargs),
            **shown(self.kwargs["pk"], languages, house_time.now()),
            "languages_offered": settings.LANGUAGES,
            "language_asked": asked if asked in languages else "",
        }


def shown(game_id: int, languages: Sequence[str], now: datetime) -> dict[str, Any]:
    """The sheet of a game at that time for its template: a column for each language, and the part that has them."""
    banked = posted_banked.sheet(game_id)
    sheet = banked or posted.sheet(game_id, now)
    return {
        "sheet": sheet,
        "columns": [
            banked_column(sheet, code) if isinstance(sheet, PostedBank) else column(sheet, code) for code in languages
        ],
        "part": "games/_rules_of_bank.html" if banked else "games/_rules_of_rake.html",
        "now": now,
    }


def shown_practice(game_id: int, language: str) -> dict[str, Any]:
    """The sheet of a game that is played for chips without value, in one language."""
    sheet = posted.practice(game_id)
    with override(language):
        column = {
            "language": language,
            "about_chips": terms.texts(sheet.about_chips),
            "about_game": terms.texts(sheet.about_game),
            "about_ranking": terms.texts(sheet.about_ranking),
            "about_play": terms.texts(sheet.about_play),
        }
    return {"sheet": sheet, "columns": [column], "part": "posted/_practice.html"}


def column(sheet: Posted, language: str) -> Column:
    """The sheet's sentences and amounts in one language."""
    players = wording.players_of_examples(sheet.terms)
    by_pot: dict[int, list[Example]] = {}
    for example in sheet.examples:
        by_pot.setdefault(example.pot_cents, []).append(example)
    has_fund = sheet.terms.jackpot is not None
    with override(language):
        return Column(
            language=language,
            about_game=terms.texts(sheet.about_game),
            about_ranking=terms.texts(sheet.about_ranking),
            about_play=terms.texts(sheet.about_play),
            about_tax=terms.texts(sheet.about_tax),
            about_house=terms.texts(sheet.about_house),
            players=list(players) if len(players) > 1 else [],
            rows=[cells(pot_cents, row, has_fund=has_fund) for pot_cents, row in by_pot.items()],
            has_fund=has_fund,
        )


def banked_column(sheet: PostedBank, language: str) -> BankedColumn:
    """The sheet's sentences and pay tables in one language."""
    with override(language):
        return BankedColumn(
            language=language,
            stakes=terms.texts(sheet.stakes),
            ranking=terms.texts(sheet.ranking),
            play=terms.texts(sheet.play),
            outcome=terms.texts(sheet.outcome),
            false_deal=terms.texts(sheet.false_deal),
            about_house=terms.texts(sheet.about_house),
            tables=[
                (gettext(paid.spot), [(terms.texts([line.hand])[0], line.odds) for line in paid.lines])
                for paid in sheet.tables
            ],
        )


def cells(pot_cents: int, row: list[Example], *, has_fund: bool) -> list[str]:
    """One pot's line; the fund's share is that of the largest number of players."""
    fund = [money(row[-1].jackpot_cents)] if has_fund else []
    return [money(pot_cents), *(money(each.due_cents) for each in row), *fund]
