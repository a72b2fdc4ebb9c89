"""Management's pages of jackpot funds: their money and posted rules, what two people sign, and the reconciliation."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from accounting.cage.pages.counts import ExplanationForm
from accounting.days.pages.house import InHouse, OfHouse
from accounting.jackpots.selectors import jackpots as selector
from accounting.jackpots.selectors.jackpots import FundView
from accounting.jackpots.services import awards, counting, funds, payments
from accounting.models import Fund, FundDrop, FundMove, FundTerms, JackpotSlip
from accounting.policy import jackpot_wording
from accounting.policy import jackpots as policy
from accounting.policy.jackpots import JackpotTerms, Kind
from accounting.rake.pages.terms_form import RateField
from accounting.rake.selectors import terms as wording
from casino.pages.decisions import Change, Decide, Told
from casino.pages.forms import CommandForm, MoneyField, ReasonField
from casino.pages.views import Command, Page
from casino.roles import permits

ASKED_KINDS = [(kind.value, kind.label) for kind in FundMove.Kind if kind != FundMove.Kind.CLOSING]
_RATES = ("falls_bp", "loser_bp", "winner_bp", "table_bp", "reserve_bp", "tax_bp")


def posted(row: FundTerms) -> list[str]:
    """The rules of a version in the reader's language."""
    kind = Kind(row.fund.kind)
    return wording.texts(jackpot_wording.sentences(kind, policy.parse(kind, row.terms)))


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the terms as one person reads it."""

    row: FundTerms
    sentences: list[str]
    may_approve: bool
    may_decline: bool


class Funds(InHouse, Page):
    """All funds of the house: what is posted, kept back, owed, and not counted yet."""

    permission = selector.FUNDS
    template_name = "jackpots/funds.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "funds": [
                (view, posted(view.current) if view.current else [])
                for view in selector.of_house(self.house.pk, actor=self.actor)
            ],
            "may_edit": permits(self.actor, "accounting.edit_fund"),
            "may_take": permits(self.actor, "accounting.drop_box"),
        }


class AboutFund(InHouse):
    """A page about the fund in its address."""

    in_address: ClassVar[Mapping[str, str]] = {"fund_id": "pk"}

    @cached_property
    def view(self) -> FundView:
        """The fund with its money; refuses `no_such_fund`."""
        return selector.one(self.kwargs["pk"], actor=self.actor)

    @cached_property
    def fund(self) -> Fund:
        return self.view.fund


class FundPage(AboutFund, Page):
    """One fund: versions of its terms, payments, counts and slips."""

    permission = selector.FUNDS
    template_name = "jackpots/fund.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        approves, edits = permits(self.actor, "accounting.approve_fund"), permits(self.actor, "accounting.edit_fund")
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "view": self.view,
            "versions": [self._version(row, approves=approves) for row in self.view.versions],
            "moves": [
                (row, row.state == "asked" and approves and row.asked_by_id != self.actor.pk) for row in self.view.moves
            ],
            "may_edit": edits and self.view.fund.closed_at is None,
            "may_take": permits(self.actor, "accounting.drop_box") and self.view.fund.closed_at is None,
            "may_approve": approves,
        }

    def _version(self, row: FundTerms, *, approves: bool) -> Version:
        waits, is_own = row.state == FundTerms.State.PROPOSED, row.proposed_by_id == self.actor.pk
        return Version(row, posted(row), waits and approves and not is_own, waits and (approves or is_own))


class FundCommand(AboutFund, Command):
    """A command about a fund, which leads back to it."""

    template_name = "pages/step.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": self.fund.name}

    def get_success_url(self) -> str:
        return reverse("management:fund", args=[self.fund.pk])


class NewForm(CommandForm):
    """What a fund is called, and what it is paid for."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=60)
    code = forms.CharField(
        label=gettext_lazy("Code"),
        max_length=20,
        help_text=gettext_lazy("The fund's name in the rake schedule: letters, digits and hyphens."),
    )
    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=Fund.Kind.choices)


class NewFund(OfHouse):
    """Open a fund."""

    template_name = "pages/step.html"
    title = gettext_lazy("New jackpot fund")
    verb = gettext_lazy("Open the fund")
    form_class = NewForm
    service = funds.open_fund
    leads_to = "management:funds"
    success = gettext_lazy("The fund is open. It pays nothing until two people have signed its terms.")


class TermsForm(CommandForm):
    """The posted rules of a fund."""

    qualifying = forms.CharField(
        label=gettext_lazy("Lowest hand that counts"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("Five cards, for example Ah As Ad Tc Th; for a bad beat, the losing hand."),
    )
    both_cards = forms.BooleanField(label=gettext_lazy("Both hole cards play"), required=False)
    pocket_pair = forms.BooleanField(label=gettext_lazy("Four of a kind needs a pocket pair"), required=False)
    least_dealt_in = forms.IntegerField(label=gettext_lazy("Minimum players dealt in"), min_value=2, max_value=10)
    least_pot_cents = MoneyField(label=gettext_lazy("Minimum pot"), required=False, empty_cents=0)
    falls_bp = RateField(label=gettext_lazy("Part of the posted amount paid out, per cent"))
    fixed_cents = MoneyField(
        label=gettext_lazy("Or a fixed amount"), required=False, empty_cents=0, help_text=gettext_lazy("0: none")
    )
    loser_bp = RateField(label=gettext_lazy("Losing hand, per cent"), required=False, empty_cents=0)
    winner_bp = RateField(label=gettext_lazy("Winner, per cent"), required=False, empty_cents=0)
    table_bp = RateField(label=gettext_lazy("The others at the table, per cent"), required=False, empty_cents=0)
    seed_cents = MoneyField(label=gettext_lazy("Maximum seed"), required=False, empty_cents=0)
    reserve_bp = RateField(label=gettext_lazy("Into the reserve, per cent"), required=False, empty_cents=0)
    must_fall_cents = MoneyField(
        label=gettext_lazy("Must hit by"),
        required=False,
        empty_cents=0,
        help_text=gettext_lazy("0: none"),
    )
    claim_days = forms.IntegerField(label=gettext_lazy("Days to collect a share"), min_value=1, max_value=3_650)
    tax_bp = RateField(label=gettext_lazy("Tax withheld, per cent"), required=False, empty_cents=0)
    tax_from_cents = MoneyField(label=gettext_lazy("Tax on shares from"), required=False, empty_cents=0)
    every_table = forms.BooleanField(label=gettext_lazy("Hands of every table count"), required=False)


class ProposeTerms(FundCommand):
    """Propose terms: those in force stay so until a second person has approved them."""

    title = gettext_lazy("Propose terms")
    form_class = TermsForm
    service = funds.propose_terms
    success = gettext_lazy("Proposed. It takes effect once a second person has approved it.")

    def get_initial(self) -> dict[str, Any]:
        terms = self.view.terms or JackpotTerms(
            winner_bp=2_500 if self.fund.kind == Kind.BAD_BEAT else 10_000,
            loser_bp=5_000 if self.fund.kind == Kind.BAD_BEAT else 0,
            table_bp=2_500 if self.fund.kind == Kind.BAD_BEAT else 0,
        )
        return {name: getattr(terms, name) for name in JackpotTerms.__dataclass_fields__}

    def act(self, values: Mapping[str, Any]) -> Any:
        typed = {name: values[name] for name in JackpotTerms.__dataclass_fields__}
        given = {name: value for name, value in typed.items() if value is not None}
        return super().act({"terms": given})


class _Decision(InHouse, Decide):
    """A decision on terms or a payment, which leads back to their fund."""

    def get_success_url(self) -> str:
        return reverse("management:fund", args=[self.row.fund_id])


class OnTerms(_Decision):
    """A decision on a version of the terms."""

    matter = selector.TERMS
    in_address: ClassVar = {"fund_terms_id": "pk"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": f"{self.row.fund} v{self.row.version}"}

    @classmethod
    def told(cls, row: FundTerms) -> Told:
        now = selector.current(row.fund)
        return Told(rules_now=posted(now) if now is not None else (), rules_asked=posted(row))


class ApproveTerms(OnTerms):
    """Approve terms that another person proposed; asks for the password again."""

    title = gettext_lazy("Approve terms")
    service = funds.approve_terms


class DeclineTerms(OnTerms):
    """Decline terms, or withdraw one's own."""

    title = gettext_lazy("Decline proposal")
    service = funds.decline_terms
    danger = True


class PaymentForm(CommandForm):
    """What is to move, and why."""

    kind = forms.ChoiceField(label=gettext_lazy("Kind"), choices=ASKED_KINDS)
    amount_cents = MoneyField(label=gettext_lazy("Amount"), least_cents=1)
    reason = ReasonField()


class AskPayment(FundCommand):
    """Ask for a seed, a gift, or tax to be paid over."""

    title = gettext_lazy("Pay in")
    verb = gettext_lazy("Request it")
    form_class = PaymentForm
    service = payments.ask_payment
    success = gettext_lazy("Requested. The money moves once a second person has approved it.")


class ClosingForm(CommandForm):
    """Which fund gets the money, and why."""

    def __init__(self, *args: Any, others: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["to_fund_id"] = forms.TypedChoiceField(
            label=gettext_lazy("Its money goes to"), choices=others, coerce=int
        )
        self.fields["reason"] = ReasonField()


class AskClosing(FundCommand):
    """Ask for a fund to be closed."""

    title = gettext_lazy("Close the fund")
    form_class = ClosingForm
    service = payments.ask_closing
    danger = True
    success = gettext_lazy("Requested. The money moves once a second person has approved it.")

    def get_form_kwargs(self) -> dict[str, Any]:
        others = Fund.objects.filter(house=self.house, closed_at=None).exclude(pk=self.fund.pk).order_by("name")
        return {**super().get_form_kwargs(), "others": [(row.pk, row.name) for row in others]}


class OnPayment(_Decision):
    """A decision on a payment."""

    matter = selector.PAYMENTS
    in_address: ClassVar = {"fund_move_id": "pk"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": f"{self.row.fund}: {self.row.get_kind_display()}"}

    @classmethod
    def told(cls, row: FundMove) -> Told:
        goes_to = [Change(gettext_lazy("Its money goes to"), "", str(row.to_fund))] if row.to_fund is not None else []
        return Told(goes_to, amount_cents=selector.moved_cents(row), reason=row.reason)


class ApprovePayment(OnPayment):
    """Approve a payment that another person asked for; asks for the password again."""

    title = gettext_lazy("Approve the payment")
    service = payments.approve_payment
    success = gettext_lazy("Approved and booked.")


class DeclinePayment(OnPayment):
    """Decline a payment, or withdraw one's own request."""

    title = gettext_lazy("Decline the payment")
    service = payments.decline_payment
    danger = True


class TakeBoxes(FundCommand):
    """Take the fund's boxes to be counted."""

    title = gettext_lazy("Take the boxes")
    service = counting.take_boxes
    success = gettext_lazy("Boxes taken. Two other people must count them.")


class ExplainBoxes(FundCommand):
    """Say why something else was counted than posted."""

    title = gettext_lazy("Explain the difference")
    form_class = ExplanationForm
    service = counting.explain_boxes
    in_address: ClassVar = {"fund_drop_id": "pk"}
    success = gettext_lazy("Explained.")

    @cached_property
    def row(self) -> FundDrop:
        """The boxes; refuses `no_such_drop`."""
        return selector.boxes_taken(self.kwargs["pk"])

    @cached_property
    def fund(self) -> Fund:
        return self.row.fund

    def decided_on(self) -> FundDrop:
        return self.row


class LapseSlip(FundCommand):
    """Give a share that nobody fetched back to its fund."""

    title = gettext_lazy("Back to the fund")
    service = awards.lapse
    danger = True
    in_address: ClassVar = {"jackpot_slip_id": "pk"}
    success = gettext_lazy("The share is back in the fund.")

    @cached_property
    def slip(self) -> JackpotSlip:
        """The slip; refuses `no_such_slip`."""
        return selector.slip(self.kwargs["pk"], actor=self.actor)

    @cached_property
    def fund(self) -> Fund:
        return self.slip.fund

    def decided_on(self) -> JackpotSlip:
        return self.slip
