"""What is typed about a tournament: its terms, tables in their breaking order, chips, seats, sales."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django import forms
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounting.days.pages.chips import ChipsField, ChipsWidget
from accounting.models import Window
from casino.pages.forms import CommandForm, MoneyField
from tables.guests.pages.forms import GuestField
from tables.models import ChipSetCheck, Entrant, Game, Table
from tables.models.tables import SEATS_MAX, SEATS_MIN
from tables.play.pages.forms import ActionForm
from tables.rules.forms import FORMS
from tables.rules.tournaments import eliminations
from tables.rules.tournaments.structures import Structure

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

LOCAL = "%Y-%m-%dT%H:%M"
_MOST_CHIPS = 1_000_000_000


class PiecesWidget(ChipsWidget):
    """Chips of a tournament: they count something, and are worth nothing."""

    def render(self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None) -> SafeString:
        """The grid, with what was typed."""
        given: Mapping[str, object] = value or {}
        field_id = (attrs or {}).get("id", f"id_{name}")
        rows = [
            {"chip": chip, "name": f"{name}_{chip}", "id": f"{field_id}_{chip}", "typed": given.get(str(chip), "")}
            for chip in self.denominations_cents
        ]
        return render_to_string("tournaments/_pieces.html", {"rows": rows})


class PiecesField(ChipsField):
    """How many pieces of each colour."""

    def __init__(self, *, worths: Sequence[int], **options: Any) -> None:
        super().__init__(denominations_cents=worths, **options)
        self.widget = PiecesWidget(worths)
        self.widget.is_required = self.required


def _bettings(structure: Structure) -> list[tuple[str, "StrOrPromise"]]:
    """The limits of bets that the structure's levels have stakes for: fixed bets, or blinds alone."""
    fixed = Game.Betting.FIXED_LIMIT.value
    is_fixed = structure.betting.value == fixed
    return [(one.value, one.label) for one in Game.Betting if (one.value == fixed) is is_fixed]


class TermsForm(CommandForm):
    """What is announced; re-buy and add-on have a price where the structure has them."""

    code = forms.CharField(label=_("Code"), max_length=20, help_text=_("Letters, digits and hyphens."))
    name = forms.CharField(label=_("Name"), max_length=80)
    variant = forms.ChoiceField(
        label=_("Game"), choices=[(form, Game.Variant(form).label) for form in FORMS], required=False
    )
    betting = forms.ChoiceField(label=capfirst(_("betting")), required=False)
    starts_at = forms.DateTimeField(
        label=_("Starts at"),
        widget=forms.DateTimeInput({"type": "datetime-local"}, format=LOCAL),
        input_formats=[LOCAL],
    )
    buy_in_cents = MoneyField(label=_("Buy-in"), help_text=_("Goes into the prize pool."))
    fee_cents = MoneyField(label=_("Fee"), help_text=_("Goes to the house, shown openly."))
    bounty_cents = MoneyField(label=_("Bounty on each head"), required=False)
    bounty_paid_bp = forms.TypedChoiceField(
        label=_("Winner's part of a bounty"),
        coerce=int,
        choices=[
            (eliminations.PLAIN.paid_bp, _("all of it")),
            (eliminations.PROGRESSIVE.paid_bp, _("half; the rest goes on the winner's own head")),
        ],
        initial=eliminations.PLAIN.paid_bp,
    )
    guarantee_cents = MoneyField(label=_("Guaranteed pool"), required=False)
    payout_unit_cents = MoneyField(label=_("Prizes are multiples of"), least_cents=1)
    seats_per_table = forms.IntegerField(label=_("Seats per table"), min_value=SEATS_MIN, max_value=SEATS_MAX)
    most_entries = forms.IntegerField(label=_("Maximum entries"), min_value=1, max_value=100_000, required=False)

    def __init__(self, *args: Any, structure: Structure, others: Sequence[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        for name, now in (("variant", structure.variant), ("betting", structure.betting)):
            self.initial[name] = now.value
        betting = self.fields["betting"]
        assert isinstance(betting, forms.ChoiceField)
        betting.choices = _bettings(structure)
        for name, label in (("final_id", _("Flight of the final")), ("seat_for_id", _("Satellite for"))):
            if others:
                self.fields[name] = forms.TypedChoiceField(
                    label=label, coerce=int, empty_value=None, required=False, choices=[("", "–"), *others]
                )
        prices = {
            "re_buy_cents": (structure.rebuy, _("Re-buy"), _("Goes into the prize pool.")),
            "re_buy_fee_cents": (structure.rebuy, _("Re-buy fee"), ""),
            "add_on_cents": (structure.add_on, _("Add-on"), _("Goes into the prize pool.")),
            "add_on_fee_cents": (structure.add_on, _("Add-on fee"), ""),
        }
        for name, (rule, label, said) in prices.items():
            if rule is not None:
                self.fields[name] = MoneyField(label=label, help_text=said, required=False)
        self.fields["chip_set"] = PiecesField(
            label=_("The whole chip set"),
            required=False,
            help_text=_(
                "Pieces by colour; the set is then checked before the start, after the re-entries and at the end."
            ),
            worths=[chip.worth for chip in structure.chips],
        )


class TablesForm(CommandForm):
    """The tables that are taken, and which of them breaks first; gives `table_ids` in breaking order."""

    tables = forms.TypedMultipleChoiceField(
        label=_("Tables"), widget=forms.CheckboxSelectMultiple, coerce=int, error_messages={"required": _("Choose.")}
    )
    order = forms.ChoiceField(
        label=_("Breaking order"),
        widget=forms.RadioSelect,
        choices=[("last", _("the last of them breaks first")), ("first", _("the first of them breaks first"))],
        initial="last",
    )

    def __init__(self, *args: Any, tables: Sequence[Table], **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["tables"]
        assert isinstance(field, forms.TypedMultipleChoiceField)
        self.offered = [table.pk for table in tables]
        field.choices = [(table.pk, table.code) for table in tables]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        wanted, order = set(values.pop("tables", ())), values.pop("order", "")
        chosen = [pk for pk in self.offered if pk in wanted]
        return {**values, "table_ids": chosen[::-1] if order == "last" else chosen}


class StepForm(CommandForm):
    """How far the clock is set: levels from the one that was shown, or minutes."""

    step = forms.IntegerField(widget=forms.HiddenInput, min_value=-60, max_value=60)
    item = forms.IntegerField(widget=forms.HiddenInput, min_value=0, required=False)


class SwitchForm(CommandForm):
    """On or off."""

    on = forms.BooleanField(widget=forms.HiddenInput, required=False)


class CheckSetForm(CommandForm):
    """The chip set as it was found."""

    when = forms.ChoiceField(label=_("When"), widget=forms.RadioSelect, choices=ChipSetCheck.When.choices)

    def __init__(self, *args: Any, worths: Sequence[int], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["found"] = PiecesField(label=_("Pieces found"), worths=worths)
        self.fields["explanation"] = _explanation()


class CountForm(CommandForm):
    """The chips of each player; gives `counts` by entrant."""

    def __init__(self, *args: Any, players: Sequence[Entrant], **options: Any) -> None:
        super().__init__(*args, **options)
        self.players = players
        for one in players:
            self.fields[f"chips_{one.pk}"] = _chips_field(label=str(one))
        self.fields["explanation"] = _explanation()

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        counts = {one.pk: values.pop(f"chips_{one.pk}", None) for one in self.players}
        return {**values, "counts": counts}


class ButtonForm(CommandForm):
    """Where button and blinds were in the last hand."""

    def __init__(self, *args: Any, seats: int, **options: Any) -> None:
        super().__init__(*args, **options)
        for name, label in (
            ("button_seat", _("Button")),
            ("small_blind_seat", _("Small blind")),
            ("big_blind_seat", _("Big blind")),
        ):
            self.fields[name] = forms.TypedChoiceField(
                label=label,
                widget=forms.RadioSelect,
                coerce=int,
                choices=[(seat, str(seat)) for seat in range(1, seats + 1)],
            )


class StartHandForm(CommandForm):
    """The next hand; `seats`: where the button may have been drawn, before the first."""

    def __init__(self, *args: Any, seats: Sequence[int], **options: Any) -> None:
        super().__init__(*args, **options)
        if seats:
            self.fields["button_seat"] = forms.TypedChoiceField(
                label=_("Where was the button drawn?"),
                widget=forms.RadioSelect,
                coerce=int,
                empty_value=None,
                required=False,  # that it is missing is the rules' to say
                choices=[(seat, str(seat)) for seat in seats],
            )


class ChipActionForm(ActionForm):
    """One action in a hand of a tournament: its amount is chips, which are whole."""

    to_cents = forms.IntegerField(  # type: ignore[assignment]  # which is no `MoneyField`
        required=False, min_value=0, max_value=_MOST_CHIPS
    )


class EnterForm(CommandForm):
    """An entry of a guest, and at which window it is paid."""

    def __init__(self, *args: Any, house_id: int, windows: Sequence[Window], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["guest"] = GuestField(house_id=house_id, label=_("Guest"), help_text=_("Number or name"))
        self.fields["guest"].widget.attrs["autofocus"] = True
        self.fields["window"] = _window_field(windows)


class SaleForm(CommandForm):
    """At which window; for a re-buy, the chips in front of the player."""

    def __init__(self, *args: Any, windows: Sequence[Window], counted: bool = False, **options: Any) -> None:
        super().__init__(*args, **options)
        if counted:
            self.fields["holding"] = _chips_field(label=_("Chips at the seat"))
        self.fields["window"] = _window_field(windows)


def _window_field(windows: Sequence[Window]) -> forms.TypedChoiceField:
    by_id = {str(window.pk): window for window in windows}
    return forms.TypedChoiceField(
        label=_("Window"),
        widget=forms.RadioSelect,
        coerce=by_id.__getitem__,
        choices=[(window.pk, f"{window.code} · {window.name}") for window in windows],
    )


def _chips_field(label: Any) -> forms.IntegerField:
    widget = forms.TextInput({"inputmode": "numeric", "autocomplete": "off", "class": "amount", "maxlength": "10"})
    return forms.IntegerField(label=label, min_value=0, max_value=_MOST_CHIPS, widget=widget)


def _explanation() -> forms.CharField:
    return forms.CharField(
        label=_("Explanation"),
        help_text=_("Only where something is missing or over."),
        max_length=500,
        required=False,
    )
