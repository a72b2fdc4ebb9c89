"""The terms of a game as a form: what every house sets first, the rest behind "More terms"."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext_lazy as _

from accounting.days.pages.chips import ChipsField
from accounting.models import House, RakeSchedule
from accounting.money import Rounding
from casino import wording
from casino.pages.forms import CommandForm, MoneyField, typed
from tables.games.selectors import rule_sets, rule_words
from tables.games.services import game_terms
from tables.games.services.games import GameForm
from tables.models import Game
from tables.rules.banked import rule_sets as banked
from tables.rules.forms import FORMS
from tables.rules.setup import MOST_BOARDS

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Groups = Sequence[tuple["_StrPromise", tuple[str, ...]]]
_EVENING: Groups = (
    (_("Buying in again"), ("rebuy_allowed", "rebuy_at_cents", "rebuy_cents")),
    (_("Evening"), ("return_minutes", "last_hands")),
    (_("Chip set"), ("chip_set",)),
)

_ROUNDED = {
    Rounding.UP: _("{game}, wins rounded up to whole chips"),
    Rounding.DOWN: _("{game}, wins rounded down to whole chips"),
}


def _said(name: str, **options: Any) -> dict[str, Any]:
    """Label and explanation of a term, as the model has them, unless `options` has others."""
    column: Any = Game._meta.get_field(name)
    return {"label": capfirst(column.verbose_name), "help_text": column.help_text, "required": False, **options}


def _count(name: str, **options: Any) -> forms.IntegerField:
    widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "class": "amount"})
    return forms.IntegerField(**_said(name, **options), min_value=0, widget=widget)


def _choice(name: str, **options: Any) -> forms.ChoiceField:
    return forms.ChoiceField(**{**_said(name, required=True, widget=forms.RadioSelect), **options})


def _boards(name: str) -> forms.TypedChoiceField:
    choices = [(str(number), str(number)) for number in range(1, MOST_BOARDS + 1)]
    return forms.TypedChoiceField(**_said(name, required=True), choices=choices, coerce=int)


def _game(rules: banked.BankedRules) -> "str | _StrPromise":
    """The game by its name, and how it rounds wins, if it does."""
    name = Game.Variant(rules.variant).label
    return name if rules.rounding is None else format_lazy(_ROUNDED[rules.rounding], game=name)


class TermsForm(CommandForm):
    """What every game says; `cleaned_data["terms"]` has all its terms, those too for which the form has no field."""

    name = forms.CharField(label=_("Name"), max_length=60)
    min_buy_in_cents = MoneyField(**_said("min_buy_in_cents", required=True))
    max_buy_in_cents = MoneyField(**_said("max_buy_in_cents", help_text=_("Empty: no limit.")))
    chip_cents = forms.TypedChoiceField(label=_("Smallest chip"), coerce=int, widget=forms.RadioSelect)
    recording = _choice("recording", label=_("How the dealer records"), choices=Game.Recording.choices)
    rule_set = _choice("rule_set")
    rebuy_allowed = forms.BooleanField(**_said("rebuy_allowed"))
    rebuy_at_cents = MoneyField(**_said("rebuy_at_cents"))
    rebuy_cents = MoneyField(**_said("rebuy_cents"))
    return_minutes = _count("return_minutes")
    last_hands = _count("last_hands", required=True)
    groups: ClassVar[Groups] = _EVENING

    def __init__(self, *args: Any, house: House, game_id: int | None = None, **options: Any) -> None:
        super().__init__(*args, **options)
        self.house_id, self.game_id = house.pk, game_id
        chips = sorted({*house.denominations_cents, self.initial["chip_cents"]})
        self.offer("chip_cents", [(str(cents), typed(cents)) for cents in chips])
        self.fields["chip_set"] = ChipsField(
            label=_("Handed out for the minimum buy-in"),
            required=False,
            denominations_cents=sorted({*house.denominations_cents, *map(int, self.initial["chip_set"] or {})}),
        )

    def offer(self, name: str, choices: Any) -> None:
        """Offer the choices in a field."""
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def first(self) -> list[forms.BoundField]:
        """The fields that are seen at once."""
        later = {name for _title, names in self.groups for name in names}
        return [field for field in self.visible_fields() if field.name not in later]

    def more(self) -> list[tuple["_StrPromise", list[forms.BoundField]]]:
        """The other ones, in groups."""
        return [(title, [self[name] for name in names]) for title, names in self.groups]

    def is_more_open(self) -> bool:
        """Whether one of the others is wrong."""
        return any(field.errors for _title, fields in self.more() for field in fields)

    def terms(self) -> dict[str, Any]:
        """As typed; as it was where the form has no field or cannot read it."""
        return {name: self.cleaned_data.get(name, self.initial[name]) for name in GameForm.__dataclass_fields__}

    def clean(self) -> dict[str, Any]:
        """The values with the terms; each refusal is shown at its field, unless a value that it needs is unreadable."""
        super().clean()
        terms, unreadable = self.terms(), set(self.errors)
        for fault in game_terms.faults(Game(pk=self.game_id, house_id=self.house_id, **terms)):
            if unreadable.isdisjoint(fault.terms):
                shown = next((name for name in fault.terms if name in self.fields), None)
                self.add_error(shown, wording.sentence(fault.refusal))
        return self.cleaned_data | {"terms": terms}


class AmongGuestsForm(TermsForm):
    """A game among guests: blinds, betting and a rake schedule."""

    small_blind_cents = MoneyField(label=_("Small blind"), least_cents=1)
    big_blind_cents = MoneyField(label=_("Big blind"), least_cents=1)
    rake_schedule_id = forms.TypedChoiceField(label=_("Rake schedule"), coerce=int, widget=forms.RadioSelect)
    variant = _choice("variant", choices=[(form, Game.Variant(form).label) for form in FORMS])
    betting = _choice("betting", choices=Game.Betting.choices)
    rule_set = _choice("rule_set", widget=forms.Select)
    ante_cents = MoneyField(**_said("ante_cents"), empty_cents=0)
    straddle = forms.BooleanField(**_said("straddle"))
    raise_cap = _count("raise_cap")
    boards = _boards("boards")
    bomb_pot_ante_cents = MoneyField(**_said("bomb_pot_ante_cents"))
    bomb_pot_boards = _boards("bomb_pot_boards")
    bomb_pot_every = _count("bomb_pot_every")
    bomb_pot_at_dealer_change = forms.BooleanField(**_said("bomb_pot_at_dealer_change"))
    groups = (
        (_("Game"), ("variant", "betting", "boards", "rule_set")),
        (_("Stakes"), ("ante_cents", "straddle", "raise_cap")),
        (_("Bomb pots"), ("bomb_pot_ante_cents", "bomb_pot_boards", "bomb_pot_every", "bomb_pot_at_dealer_change")),
        *_EVENING,
    )
    field_order = (
        "name", "small_blind_cents", "big_blind_cents", "min_buy_in_cents", "max_buy_in_cents", "chip_cents",
    )  # fmt: skip

    def __init__(self, *args: Any, house: House, **options: Any) -> None:
        super().__init__(*args, house=house, **options)
        schedules = RakeSchedule.objects.filter(house_id=house.pk).order_by("name")
        self.offer("rake_schedule_id", list(schedules.values_list("pk", "name")))
        own = [(row.key, str(row)) for row in rule_sets.approved(house.pk)]
        shipped = rule_words.shipped(self.initial["rule_set"])
        self.offer(
            "rule_set", [(_("Shipped rule set"), shipped), *([(_("Rule sets of the house"), own)] if own else [])]
        )


class AgainstTheHouseForm(TermsForm):
    """A game against the house: limits of a box instead of blinds and rake."""

    min_box_cents = MoneyField(label=_("Smallest ante in a box"), least_cents=1)
    max_box_cents = MoneyField(label=_("Largest ante in a box"), least_cents=1)
    max_side_cents = MoneyField(**_said("max_side_cents"), empty_cents=0)
    max_paid_cents = MoneyField(**_said("max_paid_cents"))
    rule_set = _choice(
        "rule_set",
        label=_("Game"),
        choices=[(key, _game(rules)) for key, rules in banked.RULE_SETS.items()],
    )
    groups = ((_("Limits"), ("max_side_cents", "max_paid_cents")), *_EVENING)
    field_order = (
        "rule_set", "name", "min_box_cents", "max_box_cents", "min_buy_in_cents", "max_buy_in_cents", "chip_cents",
    )  # fmt: skip

    def terms(self) -> dict[str, Any]:
        """The rule set says which game it is."""
        terms = super().terms()
        return terms | {"variant": banked.rule_set(terms["rule_set"]).variant}
