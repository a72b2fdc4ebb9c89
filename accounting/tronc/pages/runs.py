"""Distributions: computing a month, the statement line by line, confirming or declining it; sheets; files."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse, OfHouse
from accounting.models import TroncMember, TroncRun, TroncShare
from accounting.policy.tronc import terms
from accounting.tronc.files import tronc_file
from accounting.tronc.pages.records import MonthForm
from accounting.tronc.selectors import members, months, rules, sheets
from accounting.tronc.selectors.months import Credit
from accounting.tronc.services import runs
from casino import house_time, roles
from casino.pages.decisions import Change, Decide, Told
from casino.pages.forms import CommandForm, MoneyField
from casino.pages.views import Page
from casino.wording import money


def with_names(request: HttpRequest) -> bool:
    """Whether people stand on a statement by their names (`?names=no`: by numbers)."""
    return request.GET.get("names") != "no"


class ComputeForm(CommandForm):
    """What a month's distribution needs beside tips and shifts: deductions, and time without a shift."""

    month = forms.DateField(
        label=gettext_lazy("Month"), widget=forms.DateInput({"type": "month"}, "%Y-%m"), input_formats=["%Y-%m"]
    )
    cause = forms.ChoiceField(
        label=gettext_lazy("Reason for computing it again"),
        required=False,
        choices=[("", gettext_lazy("This is the first distribution")), *TroncRun.Cause.choices[1:]],
    )

    def __init__(
        self, *args: Any, deductions: list[tuple[str, str]], people: list[tuple[int, str]], **options: Any
    ) -> None:
        super().__init__(*args, **options)
        for code, name in deductions:
            self.fields[f"deduction-{code}"] = MoneyField(label=name, empty_cents=0, required=False)
        for person_id, name in people:
            self.fields[f"hours-{person_id}"] = forms.DecimalField(
                label=_("Hours without a shift: %(name)s") % {"name": name},
                min_value=0,
                max_value=744,
                decimal_places=2,
                required=False,
            )
            self.fields[f"for-{person_id}"] = forms.ChoiceField(
                label=_("for"), choices=TroncShare.Credit.choices, required=False
            )

    def deductions_cents(self) -> dict[str, int]:
        """By code."""
        values = self.cleaned_data.items()
        return {name.removeprefix("deduction-"): cents for name, cents in values if name.startswith("deduction-")}

    def credited(self) -> dict[int, Credit]:
        """By person."""
        found = {}
        for name, hours in self.cleaned_data.items():
            if name.startswith("hours-") and hours:
                person = name.removeprefix("hours-")
                found[int(person)] = Credit(int(hours * 60), self.cleaned_data[f"for-{person}"])
        return found


class Compute(OfHouse):
    """Have a month computed."""

    template_name = "tronc/compute.html"
    form_class = ComputeForm
    service = runs.propose
    success = gettext_lazy("Computed. Nothing is booked until a second person has confirmed it.")

    @cached_property
    def month(self) -> date:
        """The month of the address or the form, or else the last one."""
        form = MonthForm(self.request.POST if self.request.method == "POST" else self.request.GET)
        asked = form.cleaned_data["month"] if form.is_valid() else None
        last = house_time.local_now().date().replace(day=1) - timedelta(days=1)
        return max((asked or last).replace(day=1), date(2000, 1, 1))

    @cached_property
    def last(self) -> TroncRun | None:
        """The distribution that a correction begins with."""
        return months.last(self.house.pk, self.month)

    def get_initial(self) -> dict[str, Any]:
        found: dict[str, Any] = {"month": self.month}
        if self.last is not None:
            found |= {f"deduction-{code}": cents for code, cents in self.last.deductions.items()}
            for share in self.last.shares.filter(credited_minutes__gt=0):
                found[f"hours-{share.person_id}"] = share.credited_minutes / 60
                found[f"for-{share.person_id}"] = share.credited_for
        return found

    def get_form_kwargs(self) -> dict[str, Any]:
        found = rules.in_force(self.house.pk, self.month)
        named = terms.parse(found.terms).deductions if found else ()
        ids = [row.pk for row in members.of_month(self.house.pk, self.month)]
        people = TroncMember.objects.filter(pk__in=ids).select_related("person").order_by("person_id")
        return {
            **super().get_form_kwargs(),
            "deductions": [(one.code, f"{one.name} ({one.basis})") for one in named],
            "people": [(row.person_id, str(row.person)) for row in people],
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "month": self.month, "last": self.last}

    def run(self, values: Mapping[str, Any]) -> str:
        form = self.get_form()
        form.is_valid()
        assert isinstance(form, ComputeForm)
        run = self.act(
            {
                "month": values["month"],
                "deductions_cents": form.deductions_cents(),
                "credited": form.credited(),
                "cause": values["cause"],
            }
        )
        return reverse("tronc:run", args=[run.pk])


class Run(InHouse, Page):
    """The whole statement, line by line."""

    permission = sheets.ALL
    template_name = "tronc/run.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found = sheets.statement(self.kwargs["pk"], actor=self.actor)
        is_proposed = found.run.state == TroncRun.State.PROPOSED
        is_own = found.run.proposed_by_id == self.actor.pk
        confirms = roles.permits(self.actor, "accounting.confirm_tronc")
        return {
            **super().get_context_data(**kwargs),
            **tronc_file.statement_context(found, names=with_names(self.request)),
            "may_confirm": is_proposed and confirms and not is_own,
            "may_decline": is_proposed and (confirms or is_own),
            "may_correct": found.is_confirmed and roles.permits(self.actor, "accounting.share_tronc"),
        }


class RunFile(InHouse, Page):
    """The statement as PDF or CSV."""

    permission = sheets.ALL

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """The file; its name has the month."""
        found = sheets.statement(self.kwargs["pk"], actor=self.actor)
        names, stem = with_names(request), f"tronc-{found.run.month:%Y-%m}-{found.run.number}"
        if self.kwargs["kind"] == "csv":
            return _file(tronc_file.statement_csv(found, names=names), "text/csv; charset=utf-8", f"{stem}.csv")
        content = tronc_file.statement_pdf(found, names=names, asked_by=str(self.actor))
        return _file(content, tronc_file.MEDIA_TYPE, f"{stem}.pdf")


class Sheet(InHouse, Page):
    """One person's sheet: their own for everybody, anybody's for those who read all."""

    permission = sheets.OWN
    template_name = "tronc/sheet.html"

    @cached_property
    def sheet(self) -> sheets.Sheet:
        return sheets.sheet(self.kwargs["pk"], self.kwargs["person"], actor=self.actor)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        names, reads_all = with_names(self.request), roles.permits(self.actor, sheets.ALL)
        whole = reverse("tronc:run", args=[self.kwargs["pk"]]) + ("" if names else "?names=no")
        return {
            **super().get_context_data(**kwargs),
            **tronc_file.sheet_context(self.sheet, names=names),
            "reads_all": reads_all,
            "back": whole if reads_all else reverse("tronc:home"),
        }


class SheetFile(Sheet):
    """The sheet as PDF."""

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        """The file; its name has the month and the account's number, not the name."""
        run, share = self.sheet.statement.run, self.sheet.share
        content = tronc_file.sheet_pdf(self.sheet, names=with_names(request), asked_by=str(self.actor))
        return _file(content, tronc_file.MEDIA_TYPE, f"tronc-{run.month:%Y-%m}-{run.number}-{share.person_id}.pdf")


class OnRun(InHouse, Decide):
    """A decision on a computed distribution."""

    matter = months.RUNS
    in_address: ClassVar = {"tronc_run_id": "pk"}

    @classmethod
    def told(cls, row: TroncRun) -> Told:
        parts = [
            Change(_("Tips of the month"), "", money(row.takings_cents)),
            Change(_("Paid out"), "", money(sum(share.payable_cents for share in row.shares.all()))),
        ]
        return Told(parts, amount_cents=row.shared_cents)

    def get_success_url(self) -> str:
        return reverse("tronc:run", args=[self.kwargs["pk"]])


class Confirm(OnRun):
    """Confirm and book it; asks for the password again."""

    service = runs.confirm
    title = gettext_lazy("Confirm the distribution")
    explanation = gettext_lazy(
        "It is booked down to each person's share. Later errors are corrected by another distribution."
    )
    success = gettext_lazy("Confirmed and booked.")


class Decline(OnRun):
    """Decline it; nothing is booked."""

    service = runs.decline
    title = gettext_lazy("Decline the distribution")
    explanation = gettext_lazy("Nothing is booked. The month can be computed again.")


def _file(content: bytes, media_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
    return HttpResponse(content, content_type=media_type, headers=headers)
