"""The games of a house: the list, offering another one from a template or like another, changing one."""

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any, ClassVar, Final

from django import forms
from django.shortcuts import get_object_or_404
from django.utils.formats import time_format
from django.utils.functional import cached_property
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from accounting.days.pages.house import InHouse, OfHouse
from accounting.models import RakeSchedule
from casino.errors import Refusal, Stale
from casino.pages.forms import CommandForm
from casino.pages.views import Command
from tables.games.pages.forms import AgainstTheHouseForm, AmongGuestsForm, TermsForm
from tables.games.selectors import games as selector
from tables.games.services import games
from tables.games.services.games import GameForm
from tables.models import Game
from tables.rules.banked import VARIANTS

TEMPLATES: Final[Mapping[str, GameForm]] = MappingProxyType({
    "nlhe": GameForm(
        name="NLHE 1/2", variant="texas", betting="no_limit", recording="every_action", chip_cents=100,
        small_blind_cents=100, big_blind_cents=200, min_buy_in_cents=10_000, max_buy_in_cents=40_000,
    ),
    "plo": GameForm(
        name="PLO 5/10", variant="omaha", betting="pot_limit", recording="every_action", chip_cents=500,
        small_blind_cents=500, big_blind_cents=1_000, min_buy_in_cents=50_000, max_buy_in_cents=200_000,
    ),
    "limit": GameForm(
        name="Limit 4/8", variant="texas", betting="fixed_limit", recording="every_action", chip_cents=200,
        small_blind_cents=200, big_blind_cents=400, min_buy_in_cents=8_000, max_buy_in_cents=40_000,
    ),
    "easy": GameForm(
        name="Easy Hold'em", variant="easy_holdem", rule_set="easy-holdem/1", chip_cents=500,
        min_box_cents=500, max_box_cents=10_000, max_side_cents=2_500, min_buy_in_cents=500,
    ),
})  # fmt: skip
"""The usual games.  The form shows their terms, and takes others."""


def terms_of(game: Game) -> dict[str, Any]:
    """The terms of a game by their names."""
    return {name: getattr(game, name) for name in GameForm.__dataclass_fields__}


def term_name(name: str) -> str:
    """The name of a term for people."""
    column: Any = Game._meta.get_field(name)
    return capfirst(str(column.verbose_name))


class GameCommand(InHouse, Command):
    """The form of a game's terms."""

    permission = "tables.edit_game"
    leads_to = "setup:games"

    def get_form_class(self) -> type[TermsForm]:
        return AgainstTheHouseForm if self.get_initial()["variant"] in VARIANTS else AmongGuestsForm

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "house": self.house, "game_id": self.kwargs.get("pk")}


class Games(OfHouse, GameCommand):
    """Every game of the house; offer another one, by `?kind=` from a template or by `?like=` with another's terms."""

    template_name = "setup/games.html"
    service = games.create

    @property
    def kind(self) -> str:
        """The template chosen, by its name in the address."""
        wanted = self.request.GET.get("kind", "")
        return wanted if wanted in TEMPLATES else "nlhe"

    @cached_property
    def like(self) -> Game | None:
        """The game of the house whose terms the form begins with."""
        wanted = self.request.GET.get("like", "")
        is_id = wanted.isascii() and wanted.isdecimal() and len(wanted) < 18
        return selector.of_house(self.house.pk).filter(pk=int(wanted)).first() if is_id else None

    def get_initial(self) -> dict[str, Any]:
        if self.like:
            return terms_of(self.like) | {"name": "", "is_active": True}
        schedule = RakeSchedule.objects.filter(house_id=self.house.pk).order_by("name").first()
        is_raked = TEMPLATES[self.kind].variant not in VARIANTS
        return asdict(TEMPLATES[self.kind]) | {"rake_schedule_id": schedule.pk if schedule and is_raked else None}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        played_at = selector.played_at(self.house.pk)
        rows = [(game, played_at.get(game.pk, [])) for game in selector.of_house(self.house.pk)]
        return {
            **super().get_context_data(**kwargs),
            "kind": "" if self.like else self.kind,
            "kinds": [(kind, terms.name) for kind, terms in TEMPLATES.items()],
            "like": self.like,
            "offered": [row for row in rows if row[0].is_active],
            "withdrawn": [row for row in rows if not row[0].is_active],
        }

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"terms": GameForm(**values["terms"])})

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(game)s is now offered.") % {"game": values["name"]}


class EditGame(GameCommand):
    """Change the terms of a game; one that is played keeps them, and may be renamed or withdrawn."""

    template_name = "setup/game.html"
    service = games.edit
    in_address: ClassVar = {"game_id": "pk"}

    @cached_property
    def game(self) -> Game:
        """The game in the address."""
        return get_object_or_404(Game, pk=self.kwargs["pk"])

    def current_version(self) -> int:
        return selector.version(self.kwargs["pk"])

    def said(self, refusal: Refusal) -> str:
        """To a stale form, also who changed which terms meanwhile."""
        sentence, seen = super().said(refusal), refusal.facts.get("seen")
        if not isinstance(refusal, Stale) or not isinstance(seen, int):
            return sentence
        done = [
            f"{time_format(localtime(one.at))} {one.name}: {', '.join(map(term_name, one.terms))}"
            for one in selector.changes_since(self.game.pk, seen)
        ]
        return " ".join([sentence, _("Changed in the meantime:"), f"{'; '.join(done)}."]) if done else sentence

    def get_initial(self) -> dict[str, Any]:
        return terms_of(self.game)

    def get_form(self, form_class: type[CommandForm] | None = None) -> CommandForm:
        form = super().get_form(form_class)
        form.fields["is_active"] = forms.BooleanField(label=term_name("is_active"), required=False)
        return form

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "game": self.game,
            "played_at": selector.played_at(self.house.pk).get(self.game.pk),
        }

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({"changes": values["terms"], "version": values["version"]})

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(game)s has been changed.") % {"game": values["name"]}
