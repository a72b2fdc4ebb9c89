"""Terms of a rake schedule as a form: people write euros and per cent, the rules read them (`accounting.policy.terms`).

All fields are passed on, also those that do not belong to the chosen kind: the terms refuse these, since a field that
is silently dropped may be the cap.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounting.money import Rounding
from accounting.policy import rake
from accounting.policy.terms import MOST_PLAYERS, Fixed, Increment, Kind, Percent, Steps, Terms, Time
from accounting.rake.selectors.computation import ROUNDINGS
from casino.pages.forms import MoneyField, typed

KINDS = (
    (Kind.PERCENT.value, _("Per cent of the pot")),
    (Kind.STEPS.value, _("Steps by pot")),
    (Kind.INCREMENT.value, _("Per full amount in the pot")),
    (Kind.FIXED.value, _("The same for each hand")),
    (Kind.TIME.value, _("By time at the table")),
)
_TIME = 24 * 60
_PLAIN = (
    "least_cents", "amount_cents", "per_cents", "first_cents", "period_minutes",
    "cap_cents", "min_pot_cents", "chip_cents", "rate_bp",
)  # fmt: skip
_FLAGS = ("no_flop_no_drop", "bomb_pots_free", "base_includes_uncalled")
_OF_A_KIND = ("rate_bp", "least_cents", "steps", "amount_cents", "per_cents", "first_cents", "period_minutes")


class RateField(MoneyField):
    """Per cent as people write them, `5` or `2,5`; basis points inside."""

    def to_python(self, value: Any) -> int | None:
        """Basis points; None for nothing."""
        text = str(value or "").strip()
        return super().to_python(f"{text}0" if text[-2:-1] in (",", ".") else text)


class PairsField(forms.Field):
    """Lines of two numbers: `50 4` (from a pot of 50 on, 4), or `2 3` (with two players, at most 3)."""

    widget = forms.Textarea

    def __init__(self, *, first_is_money: bool, **options: Any) -> None:
        super().__init__(required=False, **options)
        self.first = MoneyField() if first_is_money else forms.IntegerField(min_value=2, max_value=MOST_PLAYERS)
        self.second = MoneyField()
        self.widget.attrs |= {"rows": 3, "spellcheck": "false", "inputmode": "decimal"}

    def to_python(self, value: Any) -> list[tuple[int, int]]:
        """The pairs, amounts in cents."""
        return [self._pair(line) for line in str(value or "").splitlines() if line.strip()]

    def _pair(self, line: str) -> tuple[int, int]:
        words = line.replace(":", " ").replace("=", " ").split()
        if len(words) != 2:
            raise ValidationError(_("Enter two numbers on each line."), code="no_pair")
        return self.first.clean(words[0]), self.second.clean(words[1])


class TermsFields(forms.Form):
    """All that terms can say, each field once; `cleaned_data["terms"]` is what was filled in, as JSON."""

    kind = forms.ChoiceField(label=_("Type of charge"), choices=KINDS)
    rate_bp = RateField(label=_("Per cent"), required=False)
    least_cents = MoneyField(label=_("At least"), required=False)
    steps = PairsField(
        label=_("Steps"), first_is_money=True, help_text=_("In each line: from which pot, and how much in all.")
    )
    first_cents = MoneyField(label=_("Base amount"), required=False)
    amount_cents = MoneyField(
        label=_("Amount"), required=False, help_text=_("Per full amount, per hand or per period.")
    )
    per_cents = MoneyField(label=_("For each full"), required=False)
    period_minutes = forms.IntegerField(label=_("Minutes"), required=False, min_value=1, max_value=_TIME)
    cap_cents = MoneyField(label=_("No more than"), required=False)
    caps = PairsField(
        label=_("Maximum by players dealt in"),
        first_is_money=False,
        help_text=_("In each line: from how many players dealt in, and the maximum. The first line is for 2."),
    )
    chip_cents = MoneyField(label=_("In whole chips of"), required=False)
    rounding = forms.ChoiceField(
        label=_("Rounded"), choices=[(each.value, ROUNDINGS[each.value]) for each in Rounding], required=False
    )
    no_flop_no_drop = forms.BooleanField(label=_("No flop, no drop"), required=False)
    bomb_pots_free = forms.BooleanField(label=_("Nothing from bomb pots"), required=False)
    min_pot_cents = MoneyField(label=_("Nothing below a pot of"), required=False)
    base_includes_uncalled = forms.BooleanField(label=_("An uncalled bet counts too"), required=False)
    fund = forms.CharField(label=_("Players' fund"), required=False, max_length=30)
    fund_steps = PairsField(label=_("Into the fund"), first_is_money=True, help_text=_("As above."))
    fund_players = forms.IntegerField(
        label=_("From this many players"), required=False, min_value=2, max_value=MOST_PLAYERS
    )
    fund_flop = forms.BooleanField(label=_("Only with a flop"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in _OF_A_KIND:  # an empty field of another kind than the chosen one is not shown
            self.fields[name].widget.attrs["placeholder"] = " "

    def clean(self) -> dict[str, Any]:
        """The values with the terms, which the service checks."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        return values if self.errors else values | {"terms": self._terms(values)}

    def _terms(self, values: Mapping[str, Any]) -> dict[str, object]:
        terms: dict[str, object] = {"kind": values["kind"]}
        terms |= {name: values[name] for name in _PLAIN if values[name] is not None}
        terms |= {name: True for name in _FLAGS if values[name]}
        if values["rounding"] not in ("", Rounding.DOWN.value):
            terms["rounding"] = values["rounding"]
        if values["steps"]:
            terms["steps"] = _steps(values["steps"])
        if values["caps"]:
            terms["caps"] = [{"players": players, "cap_cents": cents} for players, cents in values["caps"]]
        if values["fund"] or values["fund_steps"]:
            terms["jackpot"] = {
                "fund": values["fund"],
                "steps": _steps(values["fund_steps"]),
                "min_players": values["fund_players"],
                "flop_required": values["fund_flop"],
            }
        return terms


def filled_in(data: Mapping[str, object]) -> dict[str, Any]:
    """Stored terms as the form shows them."""
    terms = rake.parse(data)
    shown: dict[str, Any] = dict(_charge(terms)) | {
        "kind": terms.kind.value,
        "cap_cents": terms.cap_cents,
        "caps": "\n".join(f"{cap.players} {typed(cap.cap_cents)}" for cap in terms.caps),
        "chip_cents": terms.chip_cents if terms.chip_cents > 1 else None,
        "rounding": terms.rounding.value,
        "min_pot_cents": terms.min_pot_cents or None,
        **{name: getattr(terms, name) for name in _FLAGS},
    }
    if terms.jackpot is not None:
        shown |= {
            "fund": terms.jackpot.fund,
            "fund_steps": _lines(terms.jackpot.steps),
            "fund_players": terms.jackpot.min_players,
            "fund_flop": terms.jackpot.flop_required,
        }
    return shown


def _charge(terms: Terms) -> Iterator[tuple[str, Any]]:
    match terms.charge:
        case Percent(rate_bp, least_cents):
            yield from (("rate_bp", rate_bp), ("least_cents", least_cents or None))
        case Steps() as steps:
            yield "steps", _lines(steps)
        case Increment(amount_cents, per_cents, first_cents):
            yield from (("amount_cents", amount_cents), ("per_cents", per_cents), ("first_cents", first_cents or None))
        case Fixed(amount_cents):
            yield "amount_cents", amount_cents
        case Time(amount_cents, period_minutes):
            yield from (("amount_cents", amount_cents), ("period_minutes", period_minutes))


def _lines(steps: Steps) -> str:
    return "\n".join(f"{typed(step.from_cents)} {typed(steps.at(step.from_cents))}" for step in steps.steps)


def _steps(pairs: list[tuple[int, int]]) -> list[dict[str, int]]:
    return [{"from_cents": from_cents, "total_cents": total_cents} for from_cents, total_cents in pairs]
