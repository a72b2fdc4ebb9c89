"""The cage's pages of jackpots: slips to be paid, their paper, and the count of a fund's boxes."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.models import FundDrop, JackpotSlip, WindowShift
from accounting.pages.counts import CountForm
from accounting.pages.guests import GuestPicker
from accounting.pages.house import InHouse
from accounting.pages.windows import CageCommand
from accounting.selectors import jackpots as selector
from accounting.services import guests, prints, windows
from accounting.services.jackpots import awards, counting
from casino import wording
from casino.errors import NotFound
from casino.errors import _ as marked
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Context, Page
from casino.roles import permits

SHOWN = 60


class JackpotSlips(InHouse, Page):
    """Slips that wait to be paid, those paid last, and boxes of funds that wait for a count."""

    permission = selector.PERMISSION
    template = "cage/jackpots.html"

    def context(self) -> Context:
        rows = list(selector.slips(self.house.pk, actor=self.actor)[:SHOWN])
        return {
            "house": self.house,
            "slips": [(row, self.actor.pk in (row.asked_by_id, row.issued_by_id)) for row in rows],
            "waiting": selector.waiting(self.house.pk, actor=self.actor),
            "may_pay": permits(self.actor, windows.PERMISSION),
            "may_count": permits(self.actor, "accounting.count_box"),
        }


class AboutSlip(InHouse):
    """A page about the jackpot slip in its address."""

    kwargs: dict[str, Any]
    actor: Any

    @cached_property
    def slip(self) -> JackpotSlip:
        """The slip; refuses `no_such_slip`."""
        return selector.slip(self.kwargs["pk"], actor=self.actor)


class PayForm(CommandForm):
    """Where it is paid, and the winner's card."""

    def __init__(self, *args: Any, open_windows: list[tuple[int, str]], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["window_id"] = forms.TypedChoiceField(
            label=gettext_lazy("Window"), choices=open_windows, coerce=int
        )
        self.fields["guest"] = forms.CharField(
            label=gettext_lazy("Winner's card number"), max_length=guests.GUEST_MOST, widget=GuestPicker
        )


class PaySlip(AboutSlip, CageCommand):
    """Pay a share in cash; asks who the guest is."""

    title = gettext_lazy("Pay the share")
    template = "cage/pay_jackpot.html"
    form_class = PayForm
    service = awards.pay

    def context(self) -> Context:
        return {**super().context(), "jackpot": self.slip, "back": reverse("cage:jackpots")}

    def form_options(self) -> dict[str, Any]:
        rows = WindowShift.objects.filter(window__house=self.house, closed_at=None, counted_at=None)
        found = rows.select_related("window").order_by("window__code")
        return {"open_windows": [(row.window_id, f"{row.window.code} · {row.window.name}") for row in found]}

    def target(self) -> dict[str, Any]:
        return {"jackpot_slip_id": self.slip.pk}

    def decided_on(self) -> JackpotSlip:
        return self.slip

    def run(self, values: Mapping[str, Any]) -> str:
        self.act(values)
        return reverse("cage:jackpot-paper", args=[self.slip.pk])

    def done(self, values: Mapping[str, Any]) -> str:
        return _("Paid: %(amount)s.") % {"amount": wording.money(self.slip.paid_out_cents)}


class Paper(AboutSlip, Command):
    """The slip on paper: GET shows it, POST counts a print and leads to the page that is printed."""

    permission = selector.PERMISSION
    template = "cage/jackpot_slip.html"

    def context(self) -> Context:
        """The slip, and which print this is; without a number nothing is printed."""
        number = self.kwargs.get("number")
        paper = selector.printed(self.slip, number) if number else None
        if number and paper is None:
            raise NotFound("not_found", marked("There is no such thing."))
        return {"house": self.house, "slip": self.slip, "print": paper, "reprint": paper.number - 1 if paper else 0}

    def run(self, values: Mapping[str, Any]) -> str:
        paper = prints.record(house_id=self.house.pk, subject=selector.paper(self.slip), actor=self.actor)
        return reverse("cage:jackpot-print", args=[self.slip.pk, paper.number])

    def show(self, context: Context, *, status: int = 200) -> HttpResponse:
        """The browser must not keep the paper: the next person at it could read it."""
        response = super().show(context, status=status)
        response.headers["Cache-Control"] = "no-store"
        return response


class CountFund(CageCommand):
    """One person's count of a fund's boxes."""

    permission = "accounting.count_box"
    title = gettext_lazy("Count")
    verb = gettext_lazy("Write down my count")
    form_class = CountForm

    @cached_property
    def row(self) -> FundDrop:
        """The boxes; refuses `no_such_drop`."""
        found = FundDrop.objects.select_related("fund").filter(pk=self.kwargs["pk"], house=self.house).first()
        if found is None:
            raise NotFound("no_such_drop", marked("There is no such box."))
        return found

    def context(self) -> Context:
        return {**super().context(), "title": f"{_('Count')} · {self.row.fund}", "back": reverse("cage:jackpots")}

    def form_options(self) -> dict[str, Any]:
        return {"denominations_cents": self.house.denominations_cents}

    def run(self, values: Mapping[str, Any]) -> str:
        counting.count_boxes(fund_drop_id=self.row.pk, found=values["chips"], actor=self.actor)
        return reverse("cage:jackpots")

    def done(self, values: Mapping[str, Any]) -> str:
        row = FundDrop.objects.get(pk=self.kwargs["pk"])
        if row.counted_at is not None:
            return _("The box is settled.")
        if row.counts.count() > 1:
            return _("Your count is written down. It differs from the other: a third person decides.")
        return _("Your count is written down. A second person counts now.")
