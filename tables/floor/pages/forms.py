"""What the floor types at a table: games, floats, buy-ins, counted chips."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounting.days.pages.chips import ChipsField
from casino.pages.forms import CommandForm, MoneyField
from tables.guests.pages.forms import KnownGuestForm
from tables.models import Game
from tables.play.pages.forms import MoveForm, explained_count_field


class GameForm(CommandForm):
    """Which game is played from now on."""

    game = forms.ModelChoiceField(Game.objects.none(), label=_("Game"), widget=forms.RadioSelect, empty_label=None)

    def __init__(self, *args: Any, house_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["game"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = Game.objects.filter(house_id=house_id, is_active=True).order_by("name")


class OpenForm(GameForm):
    """Which game, and the chips the table begins with: counted by denomination, or only what they are worth."""

    float_cents = MoneyField(label=_("Opening float"), required=False, help_text=_("Value of the table's own chips."))

    def __init__(self, *args: Any, denominations_cents: Sequence[int], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["chips"] = _own_chips(denominations_cents)
        only = list(self.fields["game"].queryset.values_list("pk", flat=True)[:2])  # type: ignore[attr-defined]
        if len(only) == 1:
            self.initial.setdefault("game", only[0])


class CloseForm(CommandForm):
    """The table's own chips: counted by denomination, or only what they are worth."""

    counted_float_cents = MoneyField(
        label=_("Counted float"), required=False, help_text=_("Count the table's own chips.")
    )

    def __init__(self, *args: Any, denominations_cents: Sequence[int], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["chips"] = _own_chips(denominations_cents)


def _own_chips(denominations_cents: Sequence[int]) -> ChipsField:
    return ChipsField(
        label=_("The table's own chips"),
        required=False,
        help_text=_("By denomination; you need not enter the total then."),
        denominations_cents=denominations_cents,
    )


class SitForm(KnownGuestForm):
    """Who sits down, and with how much; a reason is asked for only while others wait."""

    buy_in_cents = MoneyField(label=_("Buy-in"), least_cents=1)
    reason = forms.CharField(
        label=_("Reason for passing over those waiting"),
        required=False,
        max_length=500,
        help_text=_("Not needed for the first on the list."),
    )

    def __init__(self, *args: Any, others_wait: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not others_wait:
            del self.fields["reason"]


class TopUpForm(CommandForm):
    """Chips added between hands; where the table keeps a pool also what the guest had before."""

    amount_cents = MoneyField(label=_("Amount"), least_cents=1)
    counted_cents = MoneyField(label=_("Counted chips"), required=False)

    def __init__(self, *args: Any, keeps_pool: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not keeps_pool:
            del self.fields["counted_cents"]


class CashOutForm(CommandForm):
    """The guest's chips, counted: needed where the table keeps a pool, elsewhere a check."""

    counted_cents = MoneyField(label=_("Counted chips"), required=False)
    explanation = explained_count_field()

    def __init__(self, *args: Any, count_required: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["counted_cents"].required = count_required
        if not count_required:
            del self.fields["explanation"]


class AwayForm(CommandForm):
    """Why a guest may leave the seat although as many are away as the house allows."""

    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)


class PickUpForm(CashOutForm):
    """An absent guest's chips, counted; and why they are picked up before their time."""

    reason = forms.CharField(
        label=_("Reason"), max_length=500, required=False, help_text=_("Needed before their time is up.")
    )


class CountedMoveForm(MoveForm):
    """To which free seat; the chips are counted where the table keeps a pool and the guest goes to another one."""

    counted_cents = MoneyField(
        label=_("Chips, counted"), required=False, help_text=_("Only for another table: this one keeps one pool.")
    )
    reason = forms.CharField(
        label=_("Reason for passing over those waiting"),
        required=False,
        max_length=500,
        help_text=_("Only for another game that others are waiting for."),
    )

    def __init__(self, *args: Any, keeps_pool: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not keeps_pool:
            del self.fields["counted_cents"]


def counted(values: Mapping[str, Any]) -> dict[str, Any]:
    """What was typed, with the chips of the float under the services' name."""
    return {("float_chips" if name == "chips" else name): value for name, value in values.items()}
