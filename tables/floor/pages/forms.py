"""What the floor and the dealer type."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounting.pages.chips import ChipsField
from casino.pages.forms import CommandForm, MoneyField
from tables.guests.pages.forms import GuestField
from tables.models import Game


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

    float_cents = MoneyField(
        label=_("Opening float"), required=False, help_text=_("What the table's own chips are worth.")
    )

    def __init__(self, *args: Any, denominations_cents: Sequence[int], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["chips"] = _own_chips(denominations_cents)


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
        help_text=_("By denomination; then the sum need not be typed."),
        denominations_cents=denominations_cents,
    )


class SitForm(CommandForm):
    """Who sits down, and with how much."""

    buy_in_cents = MoneyField(label=_("Buy-in"), least_cents=1)
    reason = forms.CharField(
        label=_("Reason to pass over who waits"),
        required=False,
        max_length=500,
        help_text=_("Not needed of the first of the list."),
    )

    def __init__(self, *args: Any, house_id: int, others_wait: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        guest = GuestField(house_id=house_id, label=_("Guest"), help_text=_("Number or name"))
        self.fields = {"key": self.fields["key"], "version": self.fields["version"], "guest": guest, **self.fields}
        if not others_wait:
            del self.fields["reason"]


class TopUpForm(CommandForm):
    """Chips that are added between hands; of a pool, what lies in front of the guest before may be needed."""

    amount_cents = MoneyField(label=_("Amount"), least_cents=1)
    counted_cents = MoneyField(label=_("Counted chips"), required=False)

    def __init__(self, *args: Any, keeps_pool: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not keeps_pool:
            del self.fields["counted_cents"]


class CashOutForm(CommandForm):
    """The guest's chips, counted; a pool's table needs the count, others check it."""

    counted_cents = MoneyField(label=_("Counted chips"), required=False)

    def __init__(self, *args: Any, count_required: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["counted_cents"].required = count_required


class AwayForm(CommandForm):
    """Why somebody may walk though others have walked already."""

    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)


class PickUpForm(CashOutForm):
    """The chips of who is not there, counted; and why, before their time."""

    reason = forms.CharField(
        label=_("Reason"), max_length=500, required=False, help_text=_("Needed before their time is over.")
    )
