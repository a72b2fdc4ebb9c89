"""What a dealer enters: the outcome on the pad, tips and rake of a finished hand."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from casino.pages.forms import CommandForm, MoneyField
from tables.models import CallKind
from tables.rules.misdeal import Misdeal
from tables.rules.setup import FEWEST_PLAYERS, MOST_PLAYERS

MISDEALS = {
    Misdeal.CARD_EXPOSED: _("A card was exposed"),
    Misdeal.WRONG_COUNT: _("Wrong number of cards"),
    Misdeal.BOXED_CARDS: _("Boxed cards"),
    Misdeal.WRONG_ORDER: _("Dealt in the wrong order"),
    Misdeal.BUTTON_WRONG: _("Button on the wrong seat"),
    Misdeal.PLAYER_SKIPPED: _("A guest was left out"),
}


class SummaryForm(CommandForm):
    """The outcome of a hand; an empty rake is the rake due."""

    pot_cents = MoneyField(label=_("Pot"), least_cents=1)
    flop_seen = forms.BooleanField(label=_("Flop seen"), required=False)
    dealt_in = forms.IntegerField(label=_("Dealt in"), min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS)
    rake_cents = MoneyField(label=_("Rake"), required=False)
    tip_cents = MoneyField(label=_("Tip"), required=False)
    winners = forms.TypedMultipleChoiceField(
        label=_("Won by"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(label=_("Reason for another rake"), required=False, max_length=500)

    def __init__(self, *args: Any, seats: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        # Left empty, the rake is what is due: the fastest way to book, and the usual one.
        self.fields["rake_cents"].widget.attrs["placeholder"] = _("as due")
        self.fields["pot_cents"].widget.attrs["autofocus"] = True
        winners = self.fields["winners"]
        assert isinstance(winners, forms.TypedMultipleChoiceField)
        winners.choices = seats


class CorrectForm(SummaryForm):
    """What is right, and why it was not; the password comes last."""

    why = forms.CharField(
        label=_("Why it is corrected"), min_length=3, max_length=500, widget=forms.Textarea(attrs={"rows": 2})
    )


class LateForm(SummaryForm):
    """What stands on the paper, when that was, and why it comes now."""

    dealt_at = forms.DateTimeField(
        label=_("Dealt at"), widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": "60"})
    )
    why = forms.CharField(
        label=_("Why it is entered late"), min_length=3, max_length=500, widget=forms.Textarea(attrs={"rows": 2})
    )
    field_order = ("dealt_at",)


class RulingForm(CommandForm):
    """What was decided; it stays as it is written."""

    text = forms.CharField(
        label=_("Ruling"), min_length=3, max_length=1_000, widget=forms.Textarea(attrs={"rows": 4, "autofocus": True})
    )


class SettleForm(CommandForm):
    """Rake as taken and what each winner gives; a rake other than the one due needs its reason."""

    rake_cents = MoneyField(label=_("Rake taken"))
    reason = forms.CharField(label=_("Reason for another rake"), required=False, max_length=500)

    def __init__(self, *args: Any, winners: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.winners = winners
        self.fields["reason"].widget.attrs["placeholder"] = _("Reason")  # beside the rake there is no room for a label
        for seat, label in winners:
            self.fields[f"tip_{seat}"] = MoneyField(label=label, required=False)

    def tip_fields(self) -> list[forms.BoundField]:
        """The tips' fields, in the winners' order."""
        return [self[f"tip_{seat}"] for seat, _label in self.winners]


class CallForm(CommandForm):
    """What somebody of the floor is wanted for."""

    kind = forms.ChoiceField(label=_("What"), choices=CallKind.choices)
    hand = forms.IntegerField(required=False, min_value=1)


class RefusedForm(CommandForm):
    """A hand that was refused, as the tablet keeps it."""

    hand_uuid = forms.UUIDField()
    facts = forms.JSONField()

    def clean_facts(self) -> dict[str, object]:
        """An object, no list and no number."""
        facts = self.cleaned_data["facts"]
        if not isinstance(facts, dict):
            raise ValidationError(self.fields["facts"].error_messages["invalid"], code="invalid")
        return facts


class MisdealForm(CommandForm):
    """Why the cards are dealt again."""

    reason = forms.ChoiceField(choices=[(reason.value, MISDEALS[reason]) for reason in Misdeal])
