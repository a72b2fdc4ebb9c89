"""The cage's pages of jackpots: slips to be paid and to whom, their paper, and the count of a fund's boxes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.cage.pages.counts import Counting
from accounting.cage.pages.guests import GuestPicker
from accounting.cage.pages.papers import CountedPaper
from accounting.cage.pages.windows import CageCommand
from accounting.cage.services import windows
from accounting.days.pages.house import InHouse
from accounting.days.services import guests
from accounting.jackpots.selectors import jackpots as selector
from accounting.jackpots.services import awards, counting, payees
from accounting.models import FundDrop, JackpotPayee, JackpotSlip, WindowShift
from casino import wording
from casino.pages.decisions import Change, Decide, Told
from casino.pages.forms import CommandForm, ReasonField
from casino.pages.views import Page
from casino.roles import permits

SHOWN = 60


@dataclass(frozen=True, slots=True)
class Line:
    """What somebody has to do with a slip; `payee` is whom its winner named, decided or not."""

    payee: JackpotPayee | None
    is_own: bool
    is_witness: bool


class JackpotSlips(InHouse, Page):
    """Slips that wait to be paid, those paid last, and boxes of funds that wait for a count."""

    permission = selector.PERMISSION
    template_name = "cage/jackpots.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        rows = list(selector.slips(self.house.pk, actor=self.actor)[:SHOWN])
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "slips": [(row, self._line(row)) for row in rows],
            "waiting": selector.waiting(self.house.pk, actor=self.actor),
            "may_pay": permits(self.actor, windows.PERMISSION),
            "may_count": permits(self.actor, "accounting.count_box"),
            "may_decide": permits(self.actor, selector.APPROVES),
        }

    def _line(self, slip: JackpotSlip) -> Line:
        payee = selector.naming(slip)
        witnesses = (payee.proposed_by_id, payee.decided_by_id) if payee else ()
        return Line(payee, self.actor.pk in (slip.asked_by_id, slip.issued_by_id), self.actor.pk in witnesses)


class AboutSlip(InHouse):
    """A page about the jackpot slip in its address."""

    @cached_property
    def slip(self) -> JackpotSlip:
        """The slip; refuses `no_such_slip`."""
        return selector.slip(self.kwargs["pk"], actor=self.actor)


def _persons(slip: JackpotSlip, payee: JackpotPayee | None = None) -> dict[str, Any]:
    """The slip, who won it, and whom they named, each with the name by which the house knows them now."""
    house = slip.fund.house_id
    return {
        "jackpot": slip,
        "winner": selector.known(house, selector.winner(slip)),
        "payee": payee,
        "paid": selector.known(house, payee.guest) if payee else None,
    }


class PayForm(CommandForm):
    """Where it is paid, and the card of the guest who is paid."""

    def __init__(self, *args: Any, open_windows: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["window_id"] = forms.TypedChoiceField(
            label=gettext_lazy("Window"), choices=open_windows, coerce=int
        )
        self.fields["guest"] = forms.CharField(
            label=gettext_lazy("Guest's card number"), max_length=guests.GUEST_MOST, widget=GuestPicker
        )


class PaySlip(AboutSlip, CageCommand):
    """Pay a share in cash; asks who the guest is."""

    title = gettext_lazy("Pay the share")
    template_name = "cage/pay_jackpot.html"
    form_class = PayForm
    service = awards.pay
    in_address: ClassVar = {"jackpot_slip_id": "pk"}
    leads_to = "cage:jackpots"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        payee = selector.naming(self.slip)
        return {**super().get_context_data(**kwargs), **_persons(self.slip, payee), "may_name": payee is None}

    def get_form_kwargs(self) -> dict[str, Any]:
        rows = WindowShift.objects.filter(window__house=self.house, closed_at=None, counted_at=None)
        found = rows.select_related("window").order_by("window__code")
        return {
            **super().get_form_kwargs(),
            "open_windows": [(row.window_id, f"{row.window.code} · {row.window.name}") for row in found],
        }

    def decided_on(self) -> JackpotSlip:
        return self.slip

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("cage:jackpot-paper", args=[self.slip.pk])

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Paid: %(amount)s.") % {"amount": wording.money(self.slip.paid_out_cents)}


class PayeeForm(CommandForm):
    """Who is to be paid, and why."""

    guest = forms.CharField(
        label=gettext_lazy("Card number of the payee"), max_length=guests.GUEST_MOST, widget=GuestPicker
    )
    reason = ReasonField(
        help_text=gettext_lazy("Person collecting the share and the reason, without a name: this is kept for ever.")
    )


class NamePayee(AboutSlip, CageCommand):
    """Ask that the share may be paid to another guest, whom the winner names at the window."""

    title = gettext_lazy("Pay to another guest")
    verb = gettext_lazy("Request it")
    template_name = "cage/pay_jackpot.html"
    form_class = PayeeForm
    service = payees.name
    in_address: ClassVar = {"jackpot_slip_id": "pk"}
    leads_to = "cage:jackpots"
    success = gettext_lazy("Requested. It takes effect once a second person has approved it.")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **_persons(self.slip)}


class OnPayee(InHouse, Decide):
    """A decision on the payee whom a winner named."""

    matter = selector.PAYEES
    in_address: ClassVar = {"jackpot_payee_id": "pk"}
    template_name = "cage/pay_jackpot.html"
    leads_to = "cage:jackpots"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **_persons(self.row.slip, self.row)}

    @classmethod
    def told(cls, row: JackpotPayee) -> Told:
        payee = Change(_("Payee"), selector.winner(row.slip), str(row.guest))
        return Told([payee], amount_cents=row.slip.paid_out_cents, reason=row.reason)


class ApprovePayee(OnPayee):
    """Approve, as the second witness, the payee whom the winner named; asks for the password again."""

    title = gettext_lazy("Approve the payee")
    explanation = gettext_lazy("The winner names the payee before you too: ask them, not the payee.")
    service = payees.approve


class DeclinePayee(OnPayee):
    """Decline the payee, or withdraw one's own request."""

    title = gettext_lazy("Decline the payee")
    service = payees.decline
    danger = True


class Paper(AboutSlip, CountedPaper):
    """The slip on paper: GET shows it, POST counts a print and leads to the page that is printed."""

    permission = selector.PERMISSION
    template_name = "cage/jackpot_slip.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "slip": self.slip, "payee": selector.payee(self.slip)}

    def subject(self) -> str:
        return selector.paper(self.slip)

    def printed(self, number: int) -> str:
        return reverse("cage:jackpot-print", args=[self.slip.pk, number])


class CountFund(Counting, CageCommand):
    """One person's count of a fund's boxes."""

    permission = "accounting.count_box"
    title = gettext_lazy("Count")
    verb = gettext_lazy("Record my count")
    service = counting.count_boxes
    model = FundDrop
    in_address: ClassVar = {"fund_drop_id": "pk"}
    leads_to = "cage:jackpots"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "title": " · ".join([_("Count"), str(selector.boxes_taken(self.kwargs["pk"]).fund)]),
        }
