"""What the floor and the dealer type."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.pages.chips import ChipsField
from casino import wording
from casino.errors import Refusal
from casino.pages.forms import CommandForm, MoneyField
from tables.models import Game
from tables.rules import cards
from tables.rules.actions import Kind
from tables.selectors import floor


class CardsField(forms.CharField):
    """Cards as a dealer reads them: `Ah Td 2c`; the tuple of numbers inside."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.widget.attrs |= {"class": "cards", "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}

    def clean(self, value: Any) -> Any:
        """Parse; a refusal of the parser is the field's mistake."""
        text = super().clean(value)
        try:
            return cards.parse(text) if text else ()
        except Refusal as refusal:
            raise ValidationError(wording.sentence(refusal), code=refusal.code) from refusal


class GuestField(forms.CharField):
    """A guest by the number on his card, or by his name when only one fits."""

    def __init__(self, *, house_id: int, **options: Any) -> None:
        self.house_id = house_id
        super().__init__(max_length=120, **options)
        self.widget.attrs |= {"autocomplete": "off", "class": "wide"}

    def clean(self, value: Any) -> Any:
        """The guest; says whom it could mean when there are several."""
        text = super().clean(value)
        found = floor.guests_like(self.house_id, text)
        if not found:
            raise ValidationError(gettext("No guest has this number or name."), code="guest_unknown")
        if len(found) > 1:
            names = ", ".join(f"{guest.number} {guest.name}" for guest in found[: floor.GUESTS_SHOWN])
            more = " …" if len(found) > floor.GUESTS_SHOWN else ""
            raise ValidationError(
                gettext("Several guests fit, please give the number: %(names)s") % {"names": names + more},
                code="guest_unclear",
            )
        return found[0]


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


class DealerForm(CommandForm):
    """Who deals next: the longest rested stands first."""

    dealer = forms.TypedChoiceField(label=_("Next dealer"), widget=forms.RadioSelect, coerce=int)

    def __init__(self, *args: Any, choices: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["dealer"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = choices


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


class GuestForm(CommandForm):
    """A guest the house did not know."""

    number = forms.CharField(label=_("Number on the card"), max_length=30)
    name = forms.CharField(label=_("Name"), max_length=120)


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


class MoveForm(CommandForm):
    """To which free seat."""

    to = forms.ChoiceField(label=_("New seat"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, choices: list[tuple[str, list[tuple[str, str]]]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["to"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        self.by_table = choices

    def clean_to(self) -> tuple[int, int]:
        """Table id and seat."""
        table_id, seat = self.cleaned_data["to"].split("/")
        return int(table_id), int(seat)


class ReasonForm(CommandForm):
    """Why; whoever reads it next year was not there."""

    reason = forms.CharField(label=_("Reason"), min_length=3, max_length=500, widget=forms.Textarea(attrs={"rows": 2}))


class ActionForm(CommandForm):
    """One action: its kind stands on the button; amount and cards where it needs them."""

    kind = forms.TypedChoiceField(choices=[(kind.value, kind.value) for kind in Kind], coerce=Kind)
    seat = forms.IntegerField(required=False, min_value=1)
    to_cents = MoneyField(required=False)
    cards = CardsField(required=False, max_length=40)
