"""Offering a game: from a template, with its stakes, buy-ins, way of recording and rake schedule."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.models import RakeSchedule
from accounting.pages.house import InHouse
from casino.pages.forms import CommandForm, MoneyField
from casino.pages.views import Command, Context
from tables.models import Game
from tables.play.services import games
from tables.play.services.games import GameForm

Template = Mapping[str, Any]

TEMPLATES: Final[Mapping[str, Template]] = MappingProxyType({
    "nlhe": {
        "name": "NLHE 1/2", "variant": "texas", "betting": "no_limit", "chip_cents": 100,
        "small_blind_cents": 100, "big_blind_cents": 200, "min_buy_in_cents": 10_000, "max_buy_in_cents": 40_000,
    },
    "plo": {
        "name": "PLO 5/10", "variant": "omaha", "betting": "pot_limit", "chip_cents": 500,
        "small_blind_cents": 500, "big_blind_cents": 1_000, "min_buy_in_cents": 50_000, "max_buy_in_cents": 200_000,
    },
    "limit": {
        "name": "Limit 4/8", "variant": "texas", "betting": "fixed_limit", "chip_cents": 200,
        "small_blind_cents": 200, "big_blind_cents": 400, "min_buy_in_cents": 8_000, "max_buy_in_cents": 40_000,
    },
    "easy": {
        "name": "Easy Hold'em", "variant": "easy_holdem", "rule_set": "easy-holdem/1", "chip_cents": 500,
        "min_box_cents": 500, "max_box_cents": 10_000, "max_side_cents": 2_500, "min_buy_in_cents": 500,
    },
})  # fmt: skip
"""The usual games; amounts in cents.  The form shows them, and takes others."""
_FIXED = ("variant", "betting", "rule_set", "max_side_cents")


class OfferForm(CommandForm):
    """What every game says."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    chip_cents = MoneyField(label=gettext_lazy("Smallest chip"), least_cents=1)
    min_buy_in_cents = MoneyField(label=gettext_lazy("Buy-in from"))
    max_buy_in_cents = MoneyField(label=gettext_lazy("Buy-in up to"), required=False)


class AmongGuestsForm(OfferForm):
    """A game among guests."""

    small_blind_cents = MoneyField(label=gettext_lazy("Small blind"), least_cents=1)
    big_blind_cents = MoneyField(label=gettext_lazy("Big blind"), least_cents=1)
    recording = forms.ChoiceField(
        label=gettext_lazy("How the dealer records"), choices=Game.Recording.choices, widget=forms.RadioSelect
    )
    rake_schedule = forms.ModelChoiceField(
        RakeSchedule.objects.none(),
        label=gettext_lazy("Rake schedule"),
        widget=forms.RadioSelect,
        empty_label=None,
    )
    field_order = (
        "name", "small_blind_cents", "big_blind_cents", "chip_cents", "min_buy_in_cents", "max_buy_in_cents",
    )  # fmt: skip


class AgainstTheHouseForm(OfferForm):
    """A game against the house: limits of a box instead of blinds and rake."""

    min_box_cents = MoneyField(label=gettext_lazy("Smallest ante in a box"), least_cents=1)
    max_box_cents = MoneyField(label=gettext_lazy("Largest ante in a box"), least_cents=1)
    field_order = ("name", "min_box_cents", "max_box_cents", "chip_cents", "min_buy_in_cents", "max_buy_in_cents")


class AddGame(InHouse, Command):
    """Offer another game; `?kind=` says by which template the form begins."""

    permission = "tables.edit_game"
    template = "setup/game.html"

    @property
    def kind(self) -> str:
        """The template chosen, by its name in the address."""
        wanted = self.request.GET.get("kind", "")
        return wanted if wanted in TEMPLATES else "nlhe"

    def initial(self) -> dict[str, Any]:
        first = RakeSchedule.objects.filter(house_id=self.house.pk).order_by("name").first()
        return {**TEMPLATES[self.kind], "recording": Game.Recording.EVERY_ACTION.value, "rake_schedule": first}

    def form(self, data: Any = None) -> CommandForm:
        is_banked = "min_box_cents" in TEMPLATES[self.kind]
        form = (AgainstTheHouseForm if is_banked else AmongGuestsForm)(data, initial=self.initial())
        if not is_banked:
            field = form.fields["rake_schedule"]
            assert isinstance(field, forms.ModelChoiceField)
            field.queryset = RakeSchedule.objects.filter(house_id=self.house.pk).order_by("name")
        return form

    def context(self) -> Context:
        return {
            "kind": self.kind,
            "kinds": [(kind, one["name"]) for kind, one in TEMPLATES.items()],
            "offered": Game.objects.filter(house_id=self.house.pk, is_active=True).order_by("name"),
        }

    def run(self, values: Mapping[str, Any]) -> str:
        typed = {name: value for name, value in values.items() if name not in ("key", "version", "rake_schedule")}
        fixed = {name: value for name, value in TEMPLATES[self.kind].items() if name in _FIXED}
        if schedule := values.get("rake_schedule"):
            fixed["rake_schedule_id"] = schedule.pk
        games.create(house_id=self.house.pk, terms=GameForm(**fixed, **typed), actor=self.actor)
        return reverse("setup:games")

    def done(self, values: Mapping[str, Any]) -> str:
        return _("%(game)s is offered.") % {"game": values["name"]}
