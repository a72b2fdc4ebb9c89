"""The rules of a tronc: in force and proposed, in words; proposing and deciding."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse, OfHouse
from accounting.policy.tronc import terms
from accounting.policy.tronc.terms import TOLERANCE_MINUTES, TOLERANCE_MOST, Electronic, Hours, Remainder
from accounting.tronc.selectors import rules as selector
from accounting.tronc.services import rules
from casino import house_time, roles
from casino.errors import Malformed
from casino.pages.decisions import Decide
from casino.pages.forms import CommandForm, MoneyField
from casino.pages.views import Page
from casino.wording import sentence

ELECTRONIC = (
    (Electronic.NONE.value, gettext_lazy("The house takes none")),
    (Electronic.TRONC.value, gettext_lazy("Part of the tronc")),
    (Electronic.REVENUE.value, gettext_lazy("Part of the gross gaming revenue")),
)
REMAINDER = (
    (Remainder.LARGEST.value, gettext_lazy("One cent each to the largest remainders")),
    (Remainder.CARRY.value, gettext_lazy("Carried into the next month")),
)

HOURS = (
    (Hours.CLOCK.value, gettext_lazy("As clocked, from coming to going")),
    (Hours.ROSTER.value, gettext_lazy("As planned in the roster")),
    (Hours.DOWNS.value, gettext_lazy("Of the downs, without breaks")),
)


class LinesField(forms.Field):
    """A line each, its parts separated by semicolons; read into objects with these names."""

    def __init__(self, *parts: str, hundredths: tuple[str, ...] = (), numbers: tuple[str, ...] = (), **options: Any):
        self.parts, self.hundredths, self.numbers = parts, hundredths, numbers
        super().__init__(widget=forms.Textarea({"rows": 4, "class": "code", "spellcheck": "false"}), **options)

    def to_python(self, value: Any) -> list[dict[str, Any]]:
        """Objects; a part that may be missing is left out."""
        found = []
        for number, line in enumerate(str(value or "").splitlines(), start=1):
            if not line.strip():
                continue
            given = [part.strip() for part in line.split(";")]
            if len(given) > len(self.parts):
                raise ValidationError(_("Line %(number)s has too many parts."), params={"number": number})
            row: dict[str, Any] = {}
            for name, part in zip(self.parts, given, strict=False):
                if part:
                    row[name] = self._read(name, part, number)
            found.append(row)
        return found

    def _read(self, name: str, part: str, number: int) -> str | int:
        if name in self.hundredths:
            cents = MoneyField(required=False)
            try:
                return int(cents.to_python(part.removesuffix("%").strip()) or 0)
            except ValidationError:
                raise ValidationError(
                    _("Line %(number)s: write “%(part)s” as a number, for example 15 or 12.50."),
                    params={"number": number, "part": part},
                ) from None
        if name in self.numbers:
            if not part.isascii() or not part.isdecimal() or len(part) > 9:
                raise ValidationError(
                    _("Line %(number)s: “%(part)s” is not a whole number."), params={"number": number, "part": part}
                )
            return int(part)
        return part

    def prepare_value(self, value: Any) -> Any:
        """Objects as lines."""
        if not isinstance(value, list):
            return value
        return "\n".join(
            "; ".join(self._written(name, row[name]) if name in row else "" for name in self.parts).rstrip("; ")
            for row in value
        )

    def _written(self, name: str, value: object) -> str:
        written = MoneyField(required=False).prepare_value(value) if name in self.hundredths else value
        return str(written)


class RulesForm(CommandForm):
    """All rules of a tronc, and from which month on."""

    valid_from = forms.DateField(
        label=gettext_lazy("From month"),
        widget=forms.DateInput({"type": "month"}, "%Y-%m"),
        input_formats=["%Y-%m"],
    )
    groups = LinesField(
        "code", "name", "quota_bp",
        hundredths=("quota_bp",),
        label=gettext_lazy("Staff groups"),
        help_text=gettext_lazy("One line each: code; name; quota in per cent. All quotas must add up to 100."),
    )  # fmt: skip
    functions = LinesField(
        "code", "name", "group", "points_hundredths", "guarantee_cents",
        hundredths=("points_hundredths", "guarantee_cents"),
        label=gettext_lazy("Functions"),
        help_text=gettext_lazy("One line each: code; name; code of the group; points; guaranteed pay per month."),
    )  # fmt: skip
    full_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes for which the points count once"),
        min_value=1,
        help_text=gettext_lazy("60: points per hour; 9600: points for a month of 160 hours."),
    )
    hours = forms.ChoiceField(label=gettext_lazy("Hours that count"), choices=HOURS, required=False)
    hours_tolerance_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes by which clock, roster and downs may differ on a day"),
        min_value=0,
        max_value=TOLERANCE_MOST,
        required=False,
        help_text=gettext_lazy("More is a finding, and the month is not computed before somebody has decided it."),
    )
    is_capped = forms.BooleanField(label=gettext_lazy("Time beyond that does not count"), required=False)
    seniority = LinesField(
        "from_years", "add_hundredths",
        hundredths=("add_hundredths",),
        numbers=("from_years",),
        label=gettext_lazy("Years of service"),
        required=False,
        help_text=gettext_lazy("One line each: from full years of service; extra points."),
    )  # fmt: skip
    deductions = LinesField(
        "code", "name", "basis",
        label=gettext_lazy("Deductions"),
        required=False,
        help_text=gettext_lazy("One line each: code; name; legal basis. Only these can be taken out of the tronc."),
    )  # fmt: skip
    levy_rate_bp = MoneyField(label=gettext_lazy("Levy on tips, per cent"), empty_cents=0, required=False)
    levy_basis = forms.CharField(label=gettext_lazy("Legal basis of the levy"), required=False, max_length=200)
    electronic = forms.ChoiceField(label=gettext_lazy("Electronic tips"), choices=ELECTRONIC)
    remainder = forms.ChoiceField(label=gettext_lazy("Odd cents"), choices=REMAINDER)
    guarantee_minutes = forms.IntegerField(
        label=gettext_lazy("Minutes per month for the full guaranteed pay"),
        min_value=0,
        required=False,
        help_text=gettext_lazy("Less time gives a proportional part; 0: always the whole."),
    )
    recoup_bp = MoneyField(
        label=gettext_lazy("Repayment, per cent of what exceeds the guaranteed pay"),
        empty_cents=10_000,
        required=False,
    )
    houses = LinesField(
        "code",
        label=gettext_lazy("Further houses with the same tronc"),
        required=False,
        help_text=gettext_lazy("One house code per line."),
    )
    record_before_opening = forms.BooleanField(
        label=gettext_lazy("No gaming day opens before the previous day's tips are signed"), required=False
    )

    def rules(self) -> dict[str, object]:
        """The form's values as the rules are stored."""
        values = dict(self.cleaned_data)
        data = {name: values[name] for name in ("groups", "functions", "full_minutes", "is_capped", "electronic")}
        data |= {name: values[name] for name in ("remainder", "record_before_opening", "recoup_bp")}
        data["guarantee_minutes"] = values["guarantee_minutes"] or 0
        data |= {name: values[name] for name in ("seniority", "deductions", "houses", "hours") if values[name]}
        if values["hours_tolerance_minutes"] is not None:
            data["hours_tolerance_minutes"] = values["hours_tolerance_minutes"]
        if values["levy_rate_bp"] or values["levy_basis"]:
            data["levy"] = {"rate_bp": values["levy_rate_bp"], "basis": values["levy_basis"]}
        return data

    def clean(self) -> dict[str, Any]:
        """Name the field that the rules refuse."""
        values = super().clean() or {}
        if not self.errors:
            try:
                terms.parse(self.rules())
            except Malformed as refusal:
                name = str(refusal.facts.get("field", "")).split("/")[1:2]
                known = {"levy": "levy_basis"}.get(*(name or [""]), *(name or [""]))
                self.add_error(known if known in self.fields else None, sentence(refusal))
        return values


def filled_in(data: Mapping[str, Any]) -> dict[str, Any]:
    """Stored rules as the form's values."""
    rule = terms.parse(data)
    levy = rule.levy
    return {
        **terms.dump(rule),
        "electronic": rule.electronic.value,
        "remainder": rule.remainder.value,
        "hours": rule.hours.value,
        "hours_tolerance_minutes": rule.hours_tolerance_minutes,
        "guarantee_minutes": rule.guarantee_minutes,
        "recoup_bp": rule.recoup_bp,
        "levy_rate_bp": levy.rate_bp if levy else 0,
        "levy_basis": levy.basis if levy else "",
    }


class Rules(InHouse, Page):
    """All versions."""

    permission = selector.PERMISSION
    template_name = "tronc/rules.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = list(selector.of_house(self.house.pk, actor=self.actor))
        current = selector.in_force(self.house.pk, house_time.local_now().date())
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "versions": [(row, terms.parse(row.terms)) for row in rows],
            "current": current,
            "may_propose": roles.permits(self.actor, "accounting.edit_tronc"),
            "may_approve": roles.permits(self.actor, "accounting.approve_tronc"),
            "actor": self.actor,
        }


class Propose(OfHouse):
    """Write the next version; it begins with the rules in force."""

    template_name = "tronc/propose_rules.html"
    form_class = RulesForm
    service = rules.propose
    leads_to = "tronc:rules"
    success = gettext_lazy("Proposed. It takes effect once a second person has approved it.")

    def get_initial(self) -> dict[str, Any]:
        month = house_time.local_now().date().replace(day=1)
        last = selector.in_force(self.house.pk, month)
        if last is not None:
            return {**filled_in(last.terms), "valid_from": month}
        return {
            "valid_from": month, "full_minutes": 60, "recoup_bp": 10_000, "guarantee_minutes": 0,
            "hours_tolerance_minutes": TOLERANCE_MINUTES,
        }  # fmt: skip

    def act(self, values: Mapping[str, Any]) -> Any:
        form = RulesForm(self.request.POST)
        form.is_valid()
        return super().act({"rules": form.rules(), "valid_from": values["valid_from"]})


class OnRules(InHouse, Decide):
    """A decision on one version."""

    matter = selector.RULES
    in_address: ClassVar = {"tronc_rules_id": "pk"}
    leads_to = "tronc:rules"
    template_name = "tronc/decide_rules.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "version": self.row, "terms": terms.parse(self.row.terms)}


class Approve(OnRules):
    """Approve the rules; asks for the password again."""

    service = rules.approve
    title = gettext_lazy("Approve rules")


class Decline(OnRules):
    """Decline a proposal, or withdraw one's own."""

    service = rules.decline
    title = gettext_lazy("Decline rules")
