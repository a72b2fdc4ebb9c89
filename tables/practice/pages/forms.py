"""What is typed at a table with chips without value: the game, chips for a seat, the button."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.pages.forms import CommandForm, MoneyField
from tables.models import Game
from tables.rules import banked


class GameForm(CommandForm):
    """Which game among guests is played."""

    game = forms.ModelChoiceField(Game.objects.none(), label=_("Game"), widget=forms.RadioSelect, empty_label=None)

    def __init__(self, *args: Any, house_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["game"]
        assert isinstance(field, forms.ModelChoiceField)
        offered = Game.objects.filter(house_id=house_id, is_active=True).exclude(variant__in=banked.VARIANTS)
        field.queryset = offered.order_by("name")


class ChipsForm(CommandForm):
    """The face value of the chips that a seat gets."""

    chips_cents = MoneyField(label=_("Chips without value"), least_cents=1)


class StartForm(CommandForm):
    """The seat of the button, where it does not move on by itself."""

    button_seat = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
