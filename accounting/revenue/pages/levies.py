"""Management's pages of levy terms and the authority's keys: what is in force, proposing, approving, withdrawing."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django import forms
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse, OfHouse
from accounting.models import AuthorityKey, LevyTerms
from accounting.policy import levy
from accounting.policy.laws import LAWS
from accounting.rake.selectors.computation import percent
from accounting.revenue.files import statement_paper
from accounting.revenue.selectors import levies as selector
from accounting.revenue.selectors.authority_keys import KEYS, keys
from accounting.revenue.services import authority_keys, levies
from casino import house_time
from casino.pages.decisions import Change, Decide, Told
from casino.pages.forms import CommandForm, MoneyField, ReasonForm, typed
from casino.pages.views import Page
from casino.roles import permits

EDITS: Final = "accounting.edit_levy"
APPROVES: Final = "accounting.approve_levy"

PERIODS: Final = {
    levy.Period.YEAR: gettext_lazy("calendar year"),
    levy.Period.MONTH: gettext_lazy("month"),
    levy.Period.DAY: gettext_lazy("gaming day"),
}
LOSSES: Final = (
    (levy.Loss.BANK_GAMES.value, gettext_lazy("later wins from banked games")),
    (levy.Loss.ALL_GAMES.value, gettext_lazy("the revenue of all games")),
)
BASES: Final = (
    (levy.Basis.COUNTED.value, gettext_lazy("the amount counted")),
    (levy.Basis.BOOKED.value, gettext_lazy("the amount booked")),
)
LANDS: Final = {"nrw": "Nordrhein-Westfalen", "bayern": "Bayern", "berlin": "Berlin", "hessen": "Hessen"}


def tiers(terms: Mapping[str, Any]) -> list[tuple[str, str, str, int]]:
    """Each tier of the terms: levy, period, its bounds in words, its rate."""
    parsed = levy.parse(terms)
    lines = levy.lines(parsed, 0)
    return [
        (line.levy, str(PERIODS[levy.Period(line.period)]), statement_paper.tier_name(line), line.rate_bp)
        for line in lines
    ]


def said(terms: Mapping[str, Any]) -> list[str]:
    """The terms in sentences: each tier with its rate, what losses lessen, and from what tips are due."""
    rates = [f"{name}, {period}, {tier}: {percent(rate_bp)}" for name, period, tier, rate_bp in tiers(terms)]
    losses = _("A loss lowers: %(what)s.") % {"what": dict(LOSSES)[terms["loss"]]}
    basis = _("Computed from: %(what)s.") % {"what": dict(BASES)[terms["basis"]]}
    return [*rates, losses, basis]


class Levies(InHouse, Page):
    """The levy terms with all versions, and the authority's keys."""

    permission = selector.PERMISSION
    template_name = "revenue/levies.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = selector.levy_terms(actor=self.actor).filter(house=self.house).order_by("-version")
        now = selector.in_force(self.house.pk, house_time.local_now().date())
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "versions": [
                {
                    "row": row,
                    "tiers": tiers(row.terms),
                    "loss": dict(LOSSES)[row.terms["loss"]],
                    "basis": dict(BASES)[row.terms["basis"]],
                    "is_current": now is not None and now.pk == row.pk,
                    **self.decisions(row, APPROVES),
                }
                for row in rows
            ],
            "keys": [
                {
                    "row": key,
                    "public_key": bytes(key.public_key).hex(),
                    "withdrawal": getattr(key, "withdrawal", None),
                    **self.decisions(key, KEYS.approves),
                }
                for key in keys(actor=self.actor).filter(house=self.house).order_by("-pk")
            ],
            "may_propose": permits(self.actor, EDITS),
            "lands": LANDS.items(),
        }

    def decisions(self, row: LevyTerms | AuthorityKey, approves: str) -> dict[str, bool | str]:
        """What the reader may do with it, and the tone of its state."""
        waits, is_own = row.state == row.State.PROPOSED, row.proposed_by_id == self.actor.pk
        return {
            "tone": {row.State.PROPOSED.value: "warn", row.State.APPROVED.value: "good"}.get(row.state, ""),
            "may_approve": waits and not is_own and permits(self.actor, approves),
            "may_decline": waits and (is_own or permits(self.actor, approves)),
            "may_withdraw": row.state == row.State.APPROVED and permits(self.actor, EDITS),
        }


class ProposeForm(CommandForm):
    """The law's terms: each tier in a line of its own."""

    law = forms.CharField(label=gettext_lazy("Legal basis"), max_length=levy.NAME_MOST)
    source = forms.CharField(label=gettext_lazy("Address of the public text"), max_length=levy.SOURCE_MOST)
    valid_from = forms.DateField(
        label=gettext_lazy("First gaming day"), widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    tiers = forms.CharField(
        label=gettext_lazy("Tiers"),
        help_text=gettext_lazy("One per line: levy; revenue from (whole euros); rate in per cent; year, month or day."),
        widget=forms.Textarea({"rows": 5, "spellcheck": "false"}),
    )
    loss = forms.ChoiceField(label=gettext_lazy("Set losses off against"), choices=LOSSES)
    basis = forms.ChoiceField(label=gettext_lazy("Revenue is"), choices=BASES)
    taken_in_is_revenue = forms.BooleanField(label=gettext_lazy("Unclaimed chips are revenue"), required=False)
    brought_revenue = MoneyField(
        label=gettext_lazy("Revenue of the year before the first statement"), required=False, empty_cents=0
    )
    brought_month = MoneyField(label=gettext_lazy("Of which in the same month"), required=False, empty_cents=0)
    brought_loss = MoneyField(
        label=gettext_lazy("Loss not set off before the first statement"), required=False, empty_cents=0
    )

    def clean_tiers(self) -> list[dict[str, Any]]:
        """The levies with their tiers."""
        found: dict[str, dict[str, Any]] = {}
        for text in filter(None, map(str.strip, self.cleaned_data["tiers"].splitlines())):
            parts = [part.strip() for part in text.split(";")]
            try:
                name, begins, rate, period = parts
                tier = {"from_cents": int(begins) * 100, "rate_bp": _basis_points(rate)}
            except ValueError:
                raise ValidationError(_("Enter a tier like: Spielbankabgabe; 0; 30; year")) from None
            one = found.setdefault(name, {"name": name, "period": period, "tiers": []})
            one["tiers"].append(tier)
        return list(found.values())


def _basis_points(text: str) -> int:
    """`30` or `12,5` percent in basis points; ValueError for anything finer."""
    whole, _point, part = text.replace(",", ".").partition(".")
    if len(part) > 2 or not (whole + part).isdigit() or not whole:
        raise ValueError(text)
    return int(whole) * 100 + int(part.ljust(2, "0"))


class Propose(OfHouse):
    """Propose levy terms, from a Land's law or from those in force."""

    template_name = "revenue/levy_new.html"
    form_class = ProposeForm
    service = levies.propose
    title = gettext_lazy("Propose levy terms")
    leads_to = "management:levies"
    success = gettext_lazy("Proposed. It takes effect once a second person has approved it.")

    def get_initial(self) -> dict[str, Any]:
        land = self.request.GET.get("land", "")
        today = house_time.local_now().date()
        now = selector.in_force(self.house.pk, today)
        terms = levy.dump(levy.parse(LAWS[land])) if land in LAWS else now.terms if now else None
        if terms is None:
            return {"valid_from": today.replace(month=1, day=1), "taken_in_is_revenue": True}
        brought = terms["brought"]
        return {
            "law": terms["law"],
            "source": terms["source"],
            "valid_from": today.replace(month=1, day=1),
            "tiers": "\n".join(
                f"{one['name']}; {typed(tier['from_cents'])}; {typed(tier['rate_bp'])}; {one['period']}"
                for one in terms["levies"]
                for tier in one["tiers"]
            ),
            "loss": terms["loss"],
            "basis": terms["basis"],
            "taken_in_is_revenue": terms["taken_in_is_revenue"],
            "brought_revenue": brought["revenue_cents"],
            "brought_month": brought["month_cents"],
            "brought_loss": brought["loss_cents"],
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "lands": LANDS.items()}

    def act(self, values: Mapping[str, Any]) -> Any:
        terms = {
            "law": values["law"],
            "source": values["source"],
            "levies": values["tiers"],
            "loss": values["loss"],
            "basis": values["basis"],
            "taken_in_is_revenue": values["taken_in_is_revenue"],
            "brought": {
                "revenue_cents": values["brought_revenue"],
                "month_cents": values["brought_month"],
                "loss_cents": values["brought_loss"],
            },
        }
        return super().act({"terms": terms, "valid_from": values["valid_from"]})


class RegisterForm(CommandForm):
    """Whose key, and the key."""

    authority = forms.CharField(label=gettext_lazy("Authority"), max_length=authority_keys.NAME_MOST)
    public_key = forms.CharField(
        label=gettext_lazy("Public key (Ed25519: PEM, base64 or hexadecimal)"),
        max_length=400,
        widget=forms.Textarea({"rows": 4, "spellcheck": "false"}),
    )


class Register(OfHouse):
    """Register a key of the authority."""

    template_name = "pages/step.html"
    service = authority_keys.register
    form_class = RegisterForm
    leads_to = "management:levies"
    title = gettext_lazy("Register a key")
    explanation = gettext_lazy(
        "Compare the key with the authority by telephone or on paper; a second person must approve it."
    )
    success = gettext_lazy("Registered. It takes effect once a second person has approved it.")


class OnTerms(InHouse, Decide):
    """A decision on levy terms."""

    matter = selector.TERMS
    in_address: ClassVar = {"levy_terms_id": "pk"}
    leads_to = "management:levies"

    @classmethod
    def told(cls, row: LevyTerms) -> Told:
        now = selector.in_force(row.house_id, row.valid_from)
        return Told(
            [Change(gettext_lazy("From gaming day"), "", date_format(row.valid_from, "SHORT_DATE_FORMAT"))],
            rules_now=said(now.terms) if now is not None else (),
            rules_asked=said(row.terms),
        )


class ApproveTerms(OnTerms):
    """Approve levy terms."""

    service = levies.approve
    title = gettext_lazy("Approve levy terms")
    explanation = gettext_lazy("Days stated under other terms then need a new version of their statement.")


class DeclineTerms(OnTerms):
    """Decline levy terms."""

    service = levies.decline
    title = gettext_lazy("Decline levy terms")


class OnKey(InHouse, Decide):
    """A decision on a key."""

    matter = KEYS
    in_address: ClassVar = {"authority_key_id": "pk"}
    leads_to = "management:levies"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": f"{self.row.authority} {self.row.fingerprint}"}

    def get_success_url(self) -> str:
        """The list, for those who read it."""
        return reverse(self.leads_to if permits(self.actor, selector.PERMISSION) else "home")


class ApproveKey(OnKey):
    """Approve a key."""

    service = authority_keys.approve
    title = gettext_lazy("Approve the key")
    explanation = gettext_lazy("First compare the key with the authority by telephone or on paper.")


class DeclineKey(OnKey):
    """Decline a key."""

    service = authority_keys.decline
    title = gettext_lazy("Decline the key")


class WithdrawKey(OnKey):
    """Take a key out of use."""

    service = authority_keys.withdraw
    form_class = ReasonForm
    title = gettext_lazy("Withdraw the key")
    explanation = gettext_lazy("It accepts no more signatures; those made with it stay.")
    success = gettext_lazy("Withdrawn.")
