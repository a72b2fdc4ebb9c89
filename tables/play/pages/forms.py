"""Forms of dealer and floor: a hand's outcome, an action, a settlement, a ruling, a call for the floor, a move."""

from collections.abc import Mapping, Sequence
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
from casino.pages.forms import CommandForm, MoneyField, ReasonField
from tables.models import CallKind, Sitting
from tables.rules import cards
from tables.rules.actions import Action, Kind
from tables.rules.misdeal import Misdeal
from tables.rules.setup import FEWEST_PLAYERS, MOST_PLAYERS

MISDEALS = {
    Misdeal.CARD_EXPOSED: _("Exposed card"),
    Misdeal.WRONG_COUNT: _("Wrong number of cards"),
    Misdeal.BOXED_CARDS: _("Boxed cards"),
    Misdeal.WRONG_ORDER: _("Dealt in the wrong order"),
    Misdeal.BUTTON_WRONG: _("Button on the wrong seat"),
    Misdeal.PLAYER_SKIPPED: _("Guest skipped"),
}


class CardsField(forms.CharField):
    """Cards as a dealer reads them: `Ah Td 2c`; the tuple of numbers inside."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.widget.attrs |= {"class": "cards", "autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}

    def clean(self, value: Any) -> Any:
        """The parsed cards; a refusal of the parser becomes the field's error."""
        text = super().clean(value)
        try:
            return cards.parse(text) if text else ()
        except Refusal as refusal:
            raise ValidationError(wording.sentence(refusal), code=refusal.code) from refusal


def explained_count_field() -> forms.CharField:
    """Why a guest's counted chips are others than the books allow."""
    return forms.CharField(
        label=_("Explanation"),
        help_text=_("Only where a count is not possible by the books; somebody who did not count then decides."),
        max_length=500,
        required=False,
    )


class SummaryForm(CommandForm):
    """The outcome of a hand; an empty rake means the rake due.  `has_bomb_pots`: it asks whether this was one."""

    pot_cents = MoneyField(label=_("Pot"), least_cents=1)
    flop_seen = forms.BooleanField(label=_("Flop seen"), required=False)
    bomb_pot = forms.BooleanField(label=_("Bomb pot"), required=False)
    dealt_in = forms.IntegerField(label=_("Dealt in"), min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS)
    rake_cents = MoneyField(label=_("Rake"), required=False)
    tip_cents = MoneyField(label=_("Tip"), required=False)
    winners = forms.TypedMultipleChoiceField(
        label=_("Won by"), required=False, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    reason = forms.CharField(label=_("Reason for a different rake"), required=False, max_length=500)

    def __init__(
        self, *args: Any, seats: list[tuple[int, object]], has_bomb_pots: bool = False, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        if not has_bomb_pots:
            del self.fields["bomb_pot"]
        # Left empty, the rake is what is due: the fastest way to book, and the usual one.
        self.fields["rake_cents"].widget.attrs["placeholder"] = _("as due")
        self.fields["pot_cents"].widget.attrs["autofocus"] = True
        winners = self.fields["winners"]
        assert isinstance(winners, forms.TypedMultipleChoiceField)
        winners.choices = seats


class CorrectForm(SummaryForm):
    """The right outcome, and why the booked one is wrong."""

    why = ReasonField(label=_("Reason for the correction"))


class WallClockField(forms.DateTimeField):
    """A local time as typed, without a zone; the form finds out which moment it was."""

    _EVEN: Final = ZoneInfo("UTC")  # in which every time comes once

    def to_python(self, value: Any) -> datetime | None:
        """A naive time; one with an offset is invalid."""
        with timezone.override(self._EVEN):
            found = super().to_python(value)
        if found is not None and found.tzinfo is not self._EVEN:
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return found and found.replace(tzinfo=None)


class LateForm(SummaryForm):
    """The outcome on paper, when the hand was dealt, and why it is entered late.

    `which_hour` is asked only where the time occurred twice, in the night when the clocks go back.
    """

    dealt_at = WallClockField(
        label=_("Dealt at"), widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": "60"})
    )
    which_hour = forms.ChoiceField(
        label=_("That night this hour came twice"),
        choices=[("first", _("the first one (summer time)")), ("second", _("the second one (winter time)"))],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose which of the two it was.")},
    )
    why = ReasonField(label=_("Reason for entering it late"))
    field_order = ("dealt_at", "which_hour")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        try:
            shown = self.fields["dealt_at"].clean(self.data.get(self.add_prefix("dealt_at")))
        except ValidationError:
            shown = None  # the field reports its own error
        self._moments = hours.moments(shown, timezone.get_current_timezone_name()) if shown else ()
        if len(self._moments) < 2:
            del self.fields["which_hour"]

    def clean(self) -> dict[str, Any]:
        """With `dealt_at` as the moment that was meant."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if "dealt_at" in values and not self._moments:
            self.add_error("dealt_at", _("That time did not exist: the clocks went forward that night."))
        elif "dealt_at" in values:
            values["dealt_at"] = self._moments[-1 if values.get("which_hour") == "second" else 0]
        return values


class RulingForm(CommandForm):
    """A ruling: the decision, the rule it rests on, and the guests between whom it was made."""

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
        """Fields that were not shown are empty."""
        return {"about": "", "guests": [], **(super().clean() or self.cleaned_data)}


class SettleForm(CommandForm):
    """The rake taken and each winner's tip; a rake other than the one due needs a reason."""

    rake_cents = MoneyField(label=_("Rake taken"))
    reason = forms.CharField(label=_("Reason for a different rake"), required=False, max_length=500)

    def __init__(self, *args: Any, winners: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.winners = winners
        self.fields["reason"].widget.attrs["placeholder"] = _("Reason")  # beside the rake there is no room for a label
        for seat, label in winners:
            self.fields[f"tip_{seat}"] = MoneyField(label=label, required=False)

    def tip_fields(self) -> list[forms.BoundField]:
        """In the winners' order."""
        return [self[f"tip_{seat}"] for seat, _label in self.winners]


class CallForm(CommandForm):
    """Why the floor is called."""

    kind = forms.ChoiceField(label=_("Type"), choices=CallKind.choices)
    # Set by the button that led here, where a hand or a round is wrong.
    hand = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)
    round = forms.IntegerField(required=False, min_value=1, widget=forms.HiddenInput)


class RefusedForm(CommandForm):
    """A refused hand, as the tablet stored it."""

    hand_uuid = forms.UUIDField()
    facts = forms.JSONField()

    def clean_facts(self) -> dict[str, object]:
        """Only a JSON object is valid."""
        facts = self.cleaned_data["facts"]
        if not isinstance(facts, dict):
            raise ValidationError(self.fields["facts"].error_messages["invalid"], code="invalid")
        return facts


class MisdealForm(CommandForm):
    """The reason for a misdeal."""

    reason = forms.ChoiceField(choices=[(reason.value, MISDEALS[reason]) for reason in Misdeal])


class MoveForm(CommandForm):
    """The free seat to move to; `about`: what stands beside a table's code, as its game."""

    to = forms.ChoiceField(label=_("New seat"), widget=forms.RadioSelect)

    def __init__(
        self,
        *args: Any,
        choices: list[tuple[str, list[tuple[str, str]]]],
        about: Mapping[str, str] | None = None,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        field = self.fields["to"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices
        self.by_table = [(code, (about or {}).get(code, ""), seats) for code, seats in choices]

    def clean_to(self) -> tuple[int, int]:
        """Table id and seat."""
        table_id, seat = self.cleaned_data["to"].split("/")
        return int(table_id), int(seat)


def action_of(values: Mapping[str, Any]) -> Action:
    """What an `ActionForm` says."""
    return Action(values["kind"], values["seat"], values["to_cents"], values["cards"] or ())


class ActionForm(CommandForm):
    """One action: the button gives the kind; amount and cards where it needs them."""

    kind = forms.TypedChoiceField(choices=[(kind.value, kind.value) for kind in Kind], coerce=Kind)
    seat = forms.IntegerField(required=False, min_value=1)
    to_cents = MoneyField(required=False)
    cards = CardsField(required=False, max_length=40)
