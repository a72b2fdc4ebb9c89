"""The daily records of tips: which are missing, drawing one up, signing it."""

from calendar import monthrange
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, ClassVar

from django import forms
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting.days.pages.house import InHouse
from accounting.models import GamingDay, TipRecord
from accounting.tronc.selectors import records
from accounting.tronc.services import records as services
from casino import house_time, roles
from casino.pages.decisions import Change, Decide, Told
from casino.pages.forms import CommandForm, MoneyField
from casino.pages.views import Command, Page
from casino.wording import money


class MonthForm(forms.Form):
    """Which month is shown, as `2026-11`."""

    month = forms.DateField(input_formats=["%Y-%m"], required=False)


def month_asked(given: Mapping[str, Any]) -> date:
    """The month in the address, or else the current one."""
    form = MonthForm(given)
    asked = form.cleaned_data["month"] if form.is_valid() else None
    return (asked or house_time.local_now().date()).replace(day=1)


def neighbours(month: date) -> dict[str, Any]:
    """The month before and the one after, as they stand in addresses."""
    before, after = month - timedelta(days=1), month + timedelta(days=monthrange(month.year, month.month)[1])
    is_last = month.year >= date.max.year
    return {
        "before": f"{before:%Y-%m}" if month > date(2000, 1, 1) else "",
        "after": "" if is_last else f"{after:%Y-%m}",
    }


class Records(InHouse, Page):
    """The gaming days of a month with their records."""

    permission = records.PERMISSION
    template_name = "tronc/records.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        month = month_asked(self.request.GET)
        month = max(month, date(2000, 1, 1))
        after = date(month.year + month.month // 12, month.month % 12 + 1, 1) if month.year < 9999 else date.max
        return {
            **super().get_context_data(**kwargs),
            "month": month,
            **neighbours(month),
            "days": records.of_days(self.house, month, after, actor=self.actor),
            "may_record": roles.permits(self.actor, records.RECORD),
            "actor": self.actor,
        }


class DrawUpForm(CommandForm):
    """What guests gave electronically."""

    electronic_cents = MoneyField(label=gettext_lazy("Electronic tips"), empty_cents=0, required=False)


class DrawUp(InHouse, Command):
    """Draw up the record of a day."""

    service = services.draw_up
    template_name = "pages/step.html"
    form_class = DrawUpForm
    in_address: ClassVar = {"day_id": "pk"}
    title = gettext_lazy("Draw up the record of tips")
    explanation = gettext_lazy(
        "It contains the counted tip boxes and the electronic tips. A second person must sign it."
    )
    success = gettext_lazy("Drawn up. A second person must sign it.")

    @cached_property
    def day(self) -> GamingDay:
        return get_object_or_404(GamingDay, pk=self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "subject": date_format(self.day.date, "SHORT_DATE_FORMAT"),
            "facts": [(_("Counted tip boxes"), money(records.counted_cents(self.day.pk)))],
        }

    def get_success_url(self) -> str:
        return f"{reverse('tronc:records')}?month={self.day.date:%Y-%m}"


class OnRecord(InHouse, Decide):
    """A decision on a record that another person drew up."""

    matter = records.RECORDS
    in_address: ClassVar = {"tip_record_id": "pk"}

    @classmethod
    def told(cls, row: TipRecord) -> Told:
        parts = [
            Change(_("Counted tip boxes"), "", money(row.counted_cents)),
            Change(_("Electronic tips"), "", money(row.electronic_cents)),
        ]
        return Told(parts, amount_cents=row.counted_cents + row.electronic_cents)

    def get_success_url(self) -> str:
        return f"{reverse('tronc:records')}?month={self.row.gaming_day.date:%Y-%m}"


class Sign(OnRecord):
    """Sign it, and book its electronic tips."""

    service = services.sign
    title = gettext_lazy("Sign the record of tips")
    success = gettext_lazy("Signed and booked.")


class Decline(OnRecord):
    """Decline it, or withdraw one's own; nothing is booked."""

    service = services.decline
    title = gettext_lazy("Decline the record of tips")
    success = gettext_lazy("Declined.")
