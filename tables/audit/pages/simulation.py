"""Management's simulator: what booked hands would have owed under a proposal, or under any other terms."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import HttpResponse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounting import charts, money
from accounting.charts import Columns, Point
from accounting.days.pages.house import InHouse
from accounting.models import RakeSchedule, ScheduleVersion
from accounting.policy.simulation import Band, Sums
from accounting.rake.pages.terms_form import TermsFields, filled_in
from accounting.rake.selectors import computation
from accounting.rake.selectors import terms as terms_wording
from accounting.rake.selectors.schedules import SCHEDULES
from casino import wording
from casino.errors import Refusal
from casino.pages.views import Page
from tables.audit.selectors import simulation
from tables.audit.selectors.simulation import Simulation

_START = {"kind": "percent", "rate_bp": 500, "cap_cents": 1500, "no_flop_no_drop": True, "chip_cents": 100}


class PeriodFields(forms.Form):
    """Which hands. The form is sent by GET, so that a comparison can be mailed as a link."""

    schedule = forms.ModelChoiceField(
        RakeSchedule.objects.none(),
        label=gettext_lazy("Hands raked under"),
        required=False,
        empty_label=gettext_lazy("any schedule"),
    )
    first = forms.DateField(
        label=gettext_lazy("From"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )
    last = forms.DateField(
        label=gettext_lazy("To"), required=False, widget=forms.DateInput({"type": "date"}, "%Y-%m-%d")
    )

    def __init__(self, *args: Any, house_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        chosen = self.fields["schedule"]
        assert isinstance(chosen, forms.ModelChoiceField)
        chosen.queryset = RakeSchedule.objects.filter(house_id=house_id).order_by("name")


class SimulateForm(PeriodFields, TermsFields):
    """Hands and terms."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table: a label and its figures."""

    label: str
    sums: Sums

    @property
    def per_cent(self) -> str:
        """The share of hands that would have owed another tax."""
        return computation.percent(money.rate_of(self.sums.affected, self.sums.hands))


class Simulate(InHouse, Page):
    """`?version=` compares a proposal, the form any terms; without either the form is shown with usual terms."""

    permission = simulation.PERMISSION
    template_name = "audit/simulate.html"

    def get(self, request: Any, *args: Any, **path: Any) -> HttpResponse:
        """The comparison; a refusal is shown above the form."""
        form = self.form
        found = None
        if form.is_bound and form.is_valid():
            try:
                found = self.simulate(form)
            except Refusal as refusal:
                form.add_error(None, wording.sentence(refusal))
        status = 400 if form.is_bound and form.errors else 200
        figures = self.figures(found) if found else {}
        return self.render_to_response({**self.around(form), **figures}, status=status)

    @cached_property
    def version(self) -> ScheduleVersion | None:
        """The proposal that is asked for; refuses `no_such_version`."""
        asked = self.request.GET.get("version", "")
        return SCHEDULES.row(int(asked)) if asked.isascii() and asked.isdecimal() and len(asked) < 18 else None

    @cached_property
    def form(self) -> SimulateForm:
        """The form as the address fills it; `?version=` fills in the version's terms."""
        if "kind" in self.request.GET:
            return SimulateForm(self.request.GET, house_id=self.house.pk)
        if self.version is None:
            return SimulateForm(initial=filled_in(_START), house_id=self.house.pk)
        unbound = SimulateForm(initial=filled_in(self.version.terms), house_id=self.house.pk)
        data = {name: unbound[name].value() for name in unbound.fields}
        texts = {name: unbound.fields[name].prepare_value(value) for name, value in data.items()}
        asked = {name: self.request.GET.get(name, "") for name in ("first", "last")}
        return SimulateForm({**texts, **asked, "schedule": self.version.schedule_id}, house_id=self.house.pk)

    def simulate(self, form: SimulateForm) -> Simulation:
        values = form.cleaned_data
        return simulation.simulate(
            terms=values["terms"],
            schedule_id=values["schedule"].pk if values["schedule"] else None,
            first=values["first"],
            last=values["last"],
            house_id=self.house.pk,
            actor=self.actor,
        )

    def around(self, form: SimulateForm) -> dict[str, Any]:
        return {"form": form, "house": self.house, "version": self.version}

    def figures(self, found: Simulation) -> dict[str, Any]:
        """The comparison as lines and bars."""
        outcome = found.outcome
        games = [Line(game, sums) for game, sums in sorted(outcome.by_game.items())]
        days = sorted(outcome.by_day.items())
        bands = [Line(label(band), sums) for band, sums in outcome.by_band.items()]
        return {
            "found": found,
            "total": Line(_("Total"), outcome.total),
            "sentences": terms_wording.sentences(self.form.cleaned_data["terms"]),
            "parts": [
                (_("By pot"), bands, drawn(bands)),
                (_("By game"), games, None),
                (
                    _("By day"),
                    [Line(wording.day(day), sums) for day, sums in days],
                    drawn([Line(wording.short_day(day), sums) for day, sums in days]),
                ),
            ],
            "per_hour": [average(cents, found.table_hours) for cents in _both(outcome.total)],
            "per_day": [average(cents, len(days)) for cents in _both(outcome.total)],
        }


def drawn(lines: list[Line]) -> Columns | None:
    """The rake proposed, before what was due."""
    return charts.columns([column(line) for line in lines], text=wording.short_money)


def column(line: Line) -> Point:
    """Red where the proposal takes less."""
    due_cents, proposed_cents = _both(line.sums)
    title = f"{line.label}: {wording.money(proposed_cents)} / {wording.money(due_cents)}"
    mark = "short" if proposed_cents < due_cents else ""
    return Point(line.label, proposed_cents, title, due=due_cents, mark=mark)


def label(band: Band) -> str:
    """The band in the reader's language."""
    if band.below_cents is None:
        return _("from %(from)s") % {"from": wording.money(band.from_cents)}
    if band.from_cents == 0:
        return _("below %(below)s") % {"below": wording.money(band.below_cents)}
    return _("%(from)s to under %(below)s") % {
        "from": wording.money(band.from_cents),
        "below": wording.money(band.below_cents),
    }


def average(cents: int, count: int) -> int:
    """Cents for each, rounded down; 0 where there are none."""
    return money.whole_times(cents, count) if count else 0


def _both(sums: Sums) -> tuple[int, int]:
    return sums.due_cents, sums.proposed_cents
