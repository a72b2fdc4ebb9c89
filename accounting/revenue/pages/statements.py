"""Management's pages of revenue: months with their days, a statement's sheet, its signatures and the authority's."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, ClassVar

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy

from accounting.cage.pages import papers
from accounting.cage.pages.papers import CountedPaper
from accounting.days.pages.house import InHouse, OfHouse
from accounting.days.selectors import days
from accounting.models import GamingDay, Statement
from accounting.revenue.files import statement_paper
from accounting.revenue.selectors import levies
from accounting.revenue.selectors import statements as selector
from accounting.revenue.services import statements
from casino.errors import N_, Malformed, NotFound, Refusal
from casino.pages.decisions import Decide
from casino.pages.forms import CommandForm
from casino.pages.views import Page
from casino.roles import permits
from casino.wording import sentence

Period = Statement.Period
State = Statement.State
SIGNS = "accounting.sign_statement"
CONFIRMS = "accounting.confirm_statement"
COUNTERSIGNS = "accounting.countersign"
TERMS = "accounting.edit_levy"


@dataclass(frozen=True, slots=True)
class Line:
    """A period in a list: what is stated of it."""

    period: str
    first: date
    stated: selector.Stated
    is_open: bool = False

    @property
    def row(self) -> Statement | None:
        return self.stated.row

    @property
    def waiting(self) -> Statement | None:
        return self.stated.waiting

    @property
    def is_outdated(self) -> bool:
        return self.stated.is_outdated

    @property
    def address(self) -> str:
        return reverse("management:statement", args=[self.period, self.first])


class Revenue(InHouse, Page):
    """A month's gaming days with their statements, the month itself, its year."""

    permission = selector.PERMISSION
    template_name = "revenue/revenue.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        first, last = selector.bounds(Period.MONTH, self.month)
        rows = list(GamingDay.objects.filter(house=self.house, date__range=(first, last)).order_by("-date"))
        found = selector.of_days(self.house.pk, [day.date for day in rows], actor=self.actor)
        dates = GamingDay.objects.filter(house=self.house)
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "month": first,
            "lines": [
                Line(Period.DAY, day.date, found[day.date], is_open=day.state != GamingDay.State.CLOSED) for day in rows
            ],
            "sums": [self.line(Period.MONTH, first), self.line(Period.YEAR, first.replace(month=1))],
            "earlier": (first - timedelta(days=1)).replace(day=1) if dates.filter(date__lt=first).exists() else None,
            "later": last + timedelta(days=1) if dates.filter(date__gt=last).exists() else None,
            "has_terms": levies.in_force(self.house.pk, last) is not None,
            "may_edit": permits(self.actor, TERMS),
        }

    @cached_property
    def month(self) -> date:
        """The month in the address, or that of the latest gaming day."""
        given = self.request.GET.get("month", "")
        if given:
            return days.date_read(f"{given}-01")
        latest = GamingDay.objects.filter(house=self.house).order_by("-date").values_list("date", flat=True).first()
        if latest is None:
            raise NotFound("no_such_gaming_day", N_("Gaming day not found."))
        return latest.replace(day=1)

    def line(self, period: str, first: date) -> Line:
        row, waiting = selector.latest(self.house.pk, period, first), selector.undecided(self.house.pk, period, first)
        return Line(period, first, selector.Stated(row, waiting, row is not None and selector.is_outdated(row)))


class AboutPeriod(InHouse):
    """A page about the period in its address."""

    kwargs: dict[str, Any]
    actor: Any

    @cached_property
    def period(self) -> str:
        """Refuses a word that is no period (`not_found`)."""
        if self.kwargs["period"] not in Period.values:
            raise NotFound("not_found", N_("Not found."))
        return str(self.kwargs["period"])

    @cached_property
    def first(self) -> date:
        return days.date_read(self.kwargs["first"])

    @cached_property
    def waiting(self) -> Statement | None:
        return selector.undecided(self.house.pk, self.period, self.first)

    @cached_property
    def row(self) -> Statement | None:
        return selector.latest(self.house.pk, self.period, self.first)


class OneStatement(AboutPeriod, Page):
    """The statement of a period: sealed, waiting for its second signature, or as it would be signed now."""

    permission = selector.PERMISSION
    template_name = "revenue/statement.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        shown, refusal, draft = self.waiting or self.row, "", None
        outdated = self.row is not None and selector.is_outdated(self.row)
        if shown is None:
            try:
                draft = selector.draft(self.house, self.period, self.first)
            except Malformed:
                raise
            except Refusal as refused:
                refusal = sentence(refused)
        of = shown or draft
        terms = of.terms.terms if of is not None and of.terms is not None else None
        versions = selector.statements(actor=self.actor).filter(
            house=self.house, period=self.period, first=self.first
        ).exclude(state=State.SIGNED)  # fmt: skip
        return {
            **super().get_context_data(**kwargs),
            "house": self.house,
            "title": statement_paper.title(self.period, self.first),
            "of": of,
            "refusal": refusal,
            "waiting": self.waiting,
            "row": self.row,
            "outdated": outdated,
            "versions": versions.order_by("pk"),
            "back": f"{reverse('management:revenue')}?month={self.first:%Y-%m}",
            "may_sign": permits(self.actor, SIGNS) and self.waiting is None and (draft is not None or outdated),
            "may_confirm": self.waiting is not None
            and permits(self.actor, CONFIRMS)
            and self.waiting.signed_by_id != self.actor.pk,
            "may_decline": self.waiting is not None
            and (permits(self.actor, CONFIRMS) or self.waiting.signed_by_id == self.actor.pk),
            "may_countersign": permits(self.actor, COUNTERSIGNS) and self.row is not None,
            **({} if of is None else statement_paper.facts(of, terms=terms)),
        }


class SignForm(CommandForm):
    """The reason of a correction; a first version has none."""

    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=500)


class Sign(AboutPeriod, OfHouse):
    """Give the first signature."""

    template_name = "pages/step.html"
    service = statements.sign
    form_class = SignForm
    title = gettext_lazy("Sign")
    explanation = gettext_lazy("Your signature fixes the figures. A second person confirms and seals them.")
    success = gettext_lazy("Signed. It takes effect once a second person has confirmed it.")

    def get_form(self, form_class: type[CommandForm] | None = None) -> CommandForm:
        """Without a reason where nothing is corrected."""
        form = super().get_form(form_class)
        if self.row is None:
            del form.fields["reason"]
        return form

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": statement_paper.title(self.period, self.first)}

    def target(self) -> dict[str, Any]:
        return {**super().target(), "period": self.period, "first": self.first}

    def get_success_url(self) -> str:
        return reverse("management:statement", args=[self.period, self.first])


class OnStatement(InHouse, Decide):
    """A command on one statement, on a page of its own."""

    matter = selector.STATEMENTS
    in_address: ClassVar = {"statement_id": "pk"}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "subject": statement_paper.title(self.row.period, self.row.first)}

    def get_success_url(self) -> str:
        return reverse("management:statement", args=[self.row.period, self.row.first])


class Confirm(OnStatement):
    """Give the second signature."""

    service = statements.confirm
    title = gettext_lazy("Confirm and seal")
    explanation = gettext_lazy("A sealed statement never changes; a correction is a new version.")
    success = gettext_lazy("Sealed.")


class Decline(OnStatement):
    """Decline a signed statement, or withdraw one's own."""

    service = statements.decline
    title = gettext_lazy("Decline the statement")
    explanation = gettext_lazy("It stays on record; the statement can be signed again.")


class CountersignForm(CommandForm):
    """The authority's signature."""

    signature = forms.CharField(
        label=gettext_lazy("Signature (hexadecimal or base64)"),
        max_length=200,
        widget=forms.Textarea({"rows": 3, "spellcheck": "false"}),
    )


class Countersign(OnStatement):
    """Hand in the authority's signature, which proves itself."""

    template_name = "revenue/countersign.html"
    service = statements.countersign
    form_class = CountersignForm
    verb = gettext_lazy("Submit the signature")
    title = gettext_lazy("The authority's signature")
    explanation = gettext_lazy("The authority signs the text below with its own key; the house never has that key.")
    success = gettext_lazy("The signature is valid and has been saved.")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "row": self.row, "text": statements.message(self.row).decode()}


class SealText(InHouse, Page):
    """The text that the authority signs, as a file."""

    permission = selector.PERMISSION

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        row = selector.one(self.kwargs["pk"])
        if not row.digest:
            raise NotFound("no_such_statement", N_("Statement not found."))
        response = HttpResponse(statements.message(row), content_type="text/plain; charset=utf-8")
        name = f"statement-{row.period}-{row.first}-v{row.version}.txt"
        response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return response


class Paper(CountedPaper):
    """GET shows one version of a statement; POST counts a print and leads to it."""

    permission = selector.PERMISSION
    template_name = "revenue/statement_paper.html"

    @cached_property
    def row(self) -> Statement:
        """Refuses `no_such_statement`."""
        return selector.one(self.kwargs["pk"])

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        which = {"print": self.print.number} if self.print else {}
        terms = self.row.terms.terms if self.row.terms else None
        return {
            **super().get_context_data(**kwargs),
            **statement_paper.facts(self.row, terms=terms, paper=self.print),
            **papers.button("statement", statement=self.row.pk, **which),
        }

    def get_success_url(self) -> str:
        return reverse("management:statement", args=[self.row.period, self.row.first])

    def subject(self) -> str:
        return selector.subject(self.row.pk)

    def printed(self, number: int) -> str:
        return reverse("management:statement-print", args=[self.row.pk, number])
