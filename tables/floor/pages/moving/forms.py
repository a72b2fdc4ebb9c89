"""What the floor types about moves: what a guest asks for, the seat he gets, chips that are counted, why."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.pages.forms import CommandForm, MoneyField
from tables.play.pages.forms import MoveForm

ANYWHERE = "any"


def _why(label: Any) -> forms.CharField:
    return forms.CharField(label=label, required=False, max_length=500, widget=forms.Textarea(attrs={"rows": 2}))


class CountedMoveForm(MoveForm):
    """To which free seat; from a table that keeps a pool to another one with his chips, as counted."""

    counted_cents = MoneyField(
        label=_("Chips, counted"), required=False, help_text=_("Only for another table: this one keeps one pool.")
    )
    reason = forms.CharField(
        label=_("Reason to pass over who waits"),
        required=False,
        max_length=500,
        help_text=_("Only for another game that others wait for."),
    )

    def __init__(self, *args: Any, keeps_pool: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not keeps_pool:
            del self.fields["counted_cents"]


class AskForm(MoveForm):
    """Another seat here, any or a certain one; or another table, any or a certain one."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["to"].label = _("What he asks for")

    def clean_to(self) -> tuple[int | None, int | None]:  # type: ignore[override]  # either may be left open
        """Table id and seat; None for any."""
        table, seat = self.cleaned_data["to"].split("/")
        return None if table == ANYWHERE else int(table), None if seat == ANYWHERE else int(seat)


class SeatForm(MoveForm):
    """The seat he gets; his chips as counted where the tables keep pools; why, out of turn."""

    counted_cents = MoneyField(label=_("Chips, counted"), required=False)
    reason = _why(_("Why he goes first"))

    def __init__(self, *args: Any, keeps_pool: bool, is_reason_asked: bool = True, **options: Any) -> None:
        super().__init__(*args, **options)
        if keeps_pool:
            self.fields["counted_cents"].required = True
        else:
            del self.fields["counted_cents"]
        if not is_reason_asked:
            del self.fields["reason"]


class NextForm(SeatForm):
    """Who moves to the main game: the next, unless somebody says why not."""

    sitting = forms.TypedChoiceField(label=_("Guest"), coerce=int, widget=forms.RadioSelect)
    field_order = ("sitting", "to", "counted_cents", "reason")

    def __init__(self, *args: Any, movers: Iterable[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["sitting"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = list(movers)


class RefuseForm(CommandForm):
    """What he said, and his chips as counted where the table keeps a pool."""

    sitting = forms.IntegerField(widget=forms.HiddenInput)
    counted_cents = MoneyField(label=_("Chips, counted"), required=False)
    reason = forms.CharField(label=_("Reason"), min_length=3, max_length=500, widget=forms.Textarea(attrs={"rows": 2}))

    def __init__(self, *args: Any, keeps_pool: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if keeps_pool:
            self.fields["counted_cents"].required = True
        else:
            del self.fields["counted_cents"]


class FeederForm(CommandForm):
    """From which table of the same game it is kept full."""

    feeder = forms.TypedChoiceField(label=_("Feeder table"), coerce=int)

    def __init__(self, *args: Any, choices: Iterable[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["feeder"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = list(choices)


class BreakForm(CommandForm):
    """The guests' chips by seat, where the tables keep pools; why this table, out of the posted order."""

    reason = _why(_("Why this table goes first"))

    def __init__(self, *args: Any, seats: Iterable[tuple[int, str]], is_next: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.seats = list[int]()
        for number, name in sorted(seats):
            self.seats.append(number)
            self.fields[f"counted_{number}"] = MoneyField(label=f"{number} · {name}", required=True)
        if is_next:
            del self.fields["reason"]

    @property
    def counts(self) -> dict[int, int]:
        """Cents by seat."""
        return {number: self.cleaned_data[f"counted_{number}"] for number in self.seats}


class FirstSeatForm(CommandForm):
    """Where the lowest card sits."""

    first_seat = forms.TypedChoiceField(label=_("Seat of the lowest card"), coerce=int)

    def __init__(self, *args: Any, choices: Iterable[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["first_seat"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = list(choices)
