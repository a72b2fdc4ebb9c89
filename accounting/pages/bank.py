"""Management's page of the house's own games: win, drop and hold by table, the revenue of each day."""

from datetime import timedelta

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounting.pages.house import InHouse
from accounting.selectors import bank, match
from casino import wording
from casino.errors import Refusal
from casino.pages.doors import Page

DAYS = timedelta(days=6)  # a week, where nothing is asked for


class PeriodForm(forms.Form):
    """From which gaming day to which."""

    first = forms.DateField(label=_("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))
    last = forms.DateField(label=_("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d"))


class Bank(InHouse, Page):
    """The figures as tables."""

    permission = bank.PERMISSION
    template = "management/bank.html"

    def get(self, request: HttpRequest, **path: object) -> HttpResponse:
        """The result; what cannot be read or shown is said beside the form."""
        asked = PeriodForm(request.GET)
        try:
            found = self.found(asked) if asked.is_valid() else None
        except Refusal as refusal:
            asked.add_error(None, wording.sentence(refusal))
            found = None
        shown = PeriodForm(initial={"first": found.first, "last": found.last}) if found else asked
        return self.show({"form": shown, "asked": asked, "found": found}, status=200 if found else 400)

    def found(self, asked: PeriodForm) -> bank.Result:
        """Of the period that is asked for, else of the last week."""
        first, last = asked.cleaned_data["first"], asked.cleaned_data["last"]
        if first is None and last is None:
            last = match.day_of(self.house.pk, None).date
            first = last - DAYS
        return bank.result(house_id=self.house.pk, first=first, last=last, actor=self.actor)
