"""What a dealer enters: the outcome on the pad, tips and rake of a finished hand."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounting import hours
from casino import wording
from casino.errors import Refusal
from casino.pages.forms import CommandForm, MoneyField
from tables.models import CallKind, Sitting
from tables.rules import cards
from tables.rules.actions import Kind
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


class WallClockField(forms.DateTimeField):
    """A time as the clock on the wall showed it; which moment that was is for the form to find out."""

    _EVEN: Final = ZoneInfo("UTC")  # in which every time comes once

    def to_python(self, value: Any) -> datetime | None:
        """Without a zone, as it was typed; with one it is none of a clock's."""
        with timezone.override(self._EVEN):
            found = super().to_python(value)
        if found is not None and found.tzinfo is not self._EVEN:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return found and found.replace(tzinfo=None)


class LateForm(SummaryForm):
    """What stands on the paper, when that was, and why it comes now.

    Which of two hours it was is asked only where the clock showed that time twice: in the night that has 25 of them.
    """

    dealt_at = WallClockField(
        label=_("Dealt at"), widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": "60"})
    )
    which_hour = forms.ChoiceField(
        label=_("In that night this hour came twice"),
        choices=[("first", _("the first one (summer time)")), ("second", _("the second one (winter time)"))],
        widget=forms.RadioSelect,
        error_messages={"required": _("Say which of the two it was.")},
    )
    why = forms.CharField(
        label=_("Why it is entered late"), min_length=3, max_length=500, widget=forms.Textarea(attrs={"rows": 2})
    )
    field_order = ("dealt_at", "which_hour")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        try:
            shown = self.fields["dealt_at"].clean(self.data.get(self.add_prefix("dealt_at")))
        except ValidationError:
            shown = None  # said where it is read
        self._moments = hours.moments(shown, timezone.get_current_timezone_name()) if shown else ()
        if len(self._moments) < 2:
            del self.fields["which_hour"]

    def clean(self) -> dict[str, Any]:
        """The time that was typed as the moment that is meant."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if "dealt_at" in values and not self._moments:
            self.add_error("dealt_at", _("There was no such time: in that night the clock was put forward over it."))
        elif "dealt_at" in values:
            values["dealt_at"] = self._moments[-1 if values.get("which_hour") == "second" else 0]
        return values


class RulingForm(CommandForm):
    """What was decided, by which rule and between whom; it stays as it is written."""

    about = forms.ChoiceField(label=_("About"), required=False)
    text = forms.CharField(
        label=_("Ruling"), min_length=3, max_length=1_000, widget=forms.Textarea(attrs={"rows": 4, "autofocus": True})
    )
    rule = forms.CharField(
        label=_("Rule"),
        required=False,
        max_length=120,
        widget=forms.TextInput({"list": "rules", "autocomplete": "off"}),
    )
    guests = forms.TypedMultipleChoiceField(
        label=_("Between"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    call = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)

    def __init__(
        self, *args: Any, sittings: Sequence[Sitting], dealt: Sequence[tuple[str, str]] = (), **options: Any
    ) -> None:
        super().__init__(*args, **options)
        guests, about = self.fields["guests"], self.fields["about"]
        assert isinstance(guests, forms.TypedMultipleChoiceField)
        assert isinstance(about, forms.ChoiceField)
        guests.choices = [(one.guest_id, f"{one.seat} {one.guest.name}") for one in sittings]
        about.choices = [("", _("the game")), *dealt]
        for name, choices in (("guests", sittings), ("about", dealt)):
            if not choices:
                del self.fields[name]

    def clean(self) -> dict[str, Any]:
        """What was not asked is empty."""
        return {"about": "", "guests": [], **(super().clean() or self.cleaned_data)}


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
    # Which one is wrong is said by the button that led here.
    hand = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    round = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)


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


class ActionForm(CommandForm):
    """One action: its kind stands on the button; amount and cards where it needs them."""

    kind = forms.TypedChoiceField(choices=[(kind.value, kind.value) for kind in Kind], coerce=Kind)
    seat = forms.IntegerField(required=False, min_value=1)
    to_cents = MoneyField(required=False)
    cards = CardsField(required=False, max_length=40)
