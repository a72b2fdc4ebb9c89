"""One finding or a run: facts and history, the owner, the decision, which is never the booker's, and taking it back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounting.days.pages.house import InHouse
from accounting.findings.selectors import findings as selector
from accounting.findings.services import findings
from accounting.findings.services.findings import COMMENT_MAX
from accounting.models import Finding
from casino.errors import N_, NotFound, Refusal, Stale
from casino.pages.forms import CommandForm, ReasonForm
from casino.pages.views import Command
from tables.audit.pages import facts
from tables.audit.pages.audit import hand_address
from tables.audit.pages.facts import sentence_of
from tables.audit.selectors import audits, finding_hands
from tables.audit.selectors.finding_hands import FoundHand

_FIRST: Final = 2
"""The most alike findings of a run that are shown; the others are folded."""


class DecisionForm(CommandForm):
    """The decision and its reason."""

    resolution = forms.ChoiceField(label=gettext_lazy("Decision"), choices=Finding.Resolution.choices)
    comment = forms.CharField(
        label=gettext_lazy("Comment"), max_length=COMMENT_MAX, widget=forms.Textarea({"rows": 3}), required=False
    )

    def __init__(self, *args: Any, may_waive: bool = True, **options: Any) -> None:
        super().__init__(*args, **options)
        if not may_waive:
            field = self.fields["resolution"]
            assert isinstance(field, forms.ChoiceField)
            field.choices = [
                (value, label) for value, label in Finding.Resolution.choices if value != Finding.Resolution.WAIVED
            ]


class RunForm(DecisionForm):
    """The findings of a run on which the decision is made, each as it was seen, the decision and its reason.

    `alike`: those that are ticked by themselves.
    """

    findings = forms.MultipleChoiceField(
        label=gettext_lazy("Findings"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"invalid_choice": gettext_lazy("One of them has changed since you saw it: look again.")},
    )
    resolution = forms.ChoiceField(
        label=gettext_lazy("Decision"),
        choices=Finding.Resolution.choices,
        widget=forms.RadioSelect,
        initial=Finding.Resolution.JUSTIFIED,
    )
    field_order = ("findings",)

    def __init__(self, *args: Any, lines: Sequence[tuple[str, str]], alike: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        chosen = self.fields["findings"]
        assert isinstance(chosen, forms.MultipleChoiceField)
        chosen.choices, chosen.initial = lines, alike
        self.fields["comment"].widget.attrs["rows"] = 2


class OwnerForm(CommandForm):
    """The person who deals with it."""

    owner = forms.ChoiceField(label=gettext_lazy("Owner"), required=False)

    def __init__(self, *args: Any, house_id: int, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["owner"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("nobody")), *((str(person.pk), str(person)) for person in selector.people(house_id))]


class RunOwnerForm(OwnerForm):
    """The person who deals with all findings of a run, as they were shown."""

    findings = forms.MultipleChoiceField(widget=forms.MultipleHiddenInput)

    def __init__(self, *args: Any, rows: Sequence[Finding], **options: Any) -> None:
        super().__init__(*args, **options)
        shown = self.fields["findings"]
        assert isinstance(shown, forms.MultipleChoiceField)
        shown.initial = [str(row.pk) for row in rows]
        shown.choices = [(value, value) for value in shown.initial]

    def clean(self) -> None:
        if "findings" in self.errors:
            self.add_error(None, _("One of them has changed since you saw it: look again."))


class TakeBackForm(ReasonForm):
    """Why a decision is taken back; which one it is, and what was seen of each of its findings."""

    decision_number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=selector.LAST_DECISION)
    seen = forms.CharField(widget=forms.HiddenInput, max_length=40_000)


def seen_of(under: Sequence[Finding]) -> dict[str, Any]:
    """What is shown of a decision, by all findings that stand under it, as the form to take it back names it."""
    number = under[0].decision_number if under else None
    return {"decision_number": number, "seen": " ".join(map(selector.FINDINGS.seen, under))}


class AboutFinding(InHouse):
    """A page about the finding in its address."""

    kwargs: dict[str, Any]
    actor: Any

    @cached_property
    def finding(self) -> Finding:
        """Refuses `no_such_finding`."""
        row = selector.inbox(actor=self.actor).filter(pk=self.kwargs["pk"]).first()
        if row is None:
            raise NotFound("no_such_finding", N_("Finding not found."))
        return row


class FindingSheet(AboutFinding):
    """What is known of the finding, who decides it, and what stands under its decision."""

    def is_gone(self, row: Finding) -> bool:
        """Whether the day's last audit no longer found it, since a box was counted or a hand corrected."""
        run = audits.last_of(row.gaming_day_id) if row.gaming_day_id else None
        return run is not None and row.seen_at < run.started_at

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        row = self.finding
        is_open, is_booker = row.state == Finding.State.OPEN, row.booked_by_id == self.actor.pk
        may_decide = is_open and not selector.is_of(row, self.actor) and self.actor.has_perm(selector.RESOLVE)
        return {
            **super().get_context_data(**kwargs),
            "finding": row,
            "sentence": sentence_of(row),
            "facts": facts.labelled(row.facts),
            "history": selector.history(row),
            "is_gone": self.is_gone(row),
            "hand": hand_address(f"hand:{row.hand_id}"),
            "is_decided": not is_open,
            "may_decide": may_decide,
            "may_assign": may_decide,
            "is_booker": is_booker,
            "is_dealer": row.dealer_id == self.actor.pk,
            "owners": OwnerForm(house_id=row.house_id, initial={"owner": str(row.owner_id or "")}),
            "address": reverse("audit:finding", args=[row.pk]),
            **self.taking_back(row),
        }

    def taking_back(self, row: Finding) -> dict[str, Any]:
        """What stands under the decision of a finding, and the form to take it back for those who may."""
        under = selector.under_decision(row)
        closed = selector.closed_under(under)
        is_free = self.actor.has_perm(selector.RESOLVE) and not any(selector.is_of(one, self.actor) for one in under)
        form = TakeBackForm(initial=seen_of(under)) if under and closed is None and is_free else None
        return {"under": under, "closed_under": closed, "taking_back": form}


class FindingCommand(FindingSheet, Command):
    """A command on a finding; it leads to the finding's page."""

    template_name = "audit/finding.html"
    in_address: ClassVar = {"finding_id": "pk"}

    def get_success_url(self) -> str:
        return reverse("audit:finding", args=[self.kwargs["pk"]])


class FindingPage(FindingCommand):
    """GET shows the finding, POST decides it."""

    permission = selector.PERMISSION
    form_class = DecisionForm
    service = findings.resolve
    success = gettext_lazy("The finding has been decided.")

    def decided_on(self) -> Finding:
        return self.finding

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "may_waive": not self.finding.is_grave}


class AssignFinding(FindingCommand):
    """Assign the finding to a person, or to nobody."""

    permission = selector.RESOLVE
    form_class = OwnerForm
    service = findings.assign

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "house_id": self.finding.house_id}

    def act(self, values: Mapping[str, Any]) -> Any:
        owner = values["owner"]
        return super().act({"owner_id": int(owner) if owner else None})

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "is_assigning": True, "may_assign": False}


class TakeBack(FindingCommand):
    """Take back the decision that the finding stands under: all that were decided with it are open again."""

    permission = selector.RESOLVE
    form_class = TakeBackForm
    service = findings.take_back

    def get_initial(self) -> dict[str, Any]:
        return seen_of(selector.under_decision(self.finding))

    def target(self) -> dict[str, Any]:
        return {"house_id": self.finding.house_id}

    def act(self, values: Mapping[str, Any]) -> Any:
        return super().act({**values, "seen": values["seen"].split()})

    def done(self, values: Mapping[str, Any]) -> str:
        count = len(values["seen"].split())
        return ngettext("%(count)s finding is open again.", "%(count)s findings are open again.", count) % {
            "count": count
        }

    def refuse(self, form: CommandForm, refusal: Refusal) -> None:
        """Once it was said that this is not what was seen before, the form is about what is shown now."""
        super().refuse(form, refusal)
        if isinstance(refusal, Stale):
            assert isinstance(form.data, QueryDict), "only what was sent is refused"
            for name, value in self.get_initial().items():
                form.data[form.add_prefix(name)] = str(value or "")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), "is_taking_back": True, "may_assign": False}


@dataclass(frozen=True, slots=True)
class RunLine:
    """A finding of a run with its box to tick, and the hand by which it is compared with the others."""

    choice: Any
    row: Finding
    hand: FoundHand | None
    address: str


class RunPage(AboutFinding, Command):
    """Findings of one kind on hands that were dealt one after the other: one decision, a row for each."""

    permission = selector.RESOLVE
    template_name = "audit/run.html"
    form_class = RunForm
    service = findings.resolve_run
    leads_to = "audit:findings"

    @cached_property
    def found(self) -> selector.Run:
        return selector.run_of(self.finding)

    @cached_property
    def hands(self) -> Mapping[int, FoundHand]:
        return finding_hands.of_findings(self.found.rows)

    @property
    def by_others(self) -> list[Finding]:
        """Those that the reader has neither booked nor dealt."""
        return [row for row in self.found.rows if not selector.is_of(row, self.actor)]

    def hand(self, row: Finding) -> FoundHand | None:
        return self.hands.get(row.hand_id or 0)

    def get_form_kwargs(self) -> dict[str, Any]:
        named = [(f"{row.pk}-{selector.FINDINGS.seen(row)}", row) for row in self.by_others]
        return {
            **super().get_form_kwargs(),
            "lines": [(value, self.line(row)) for value, row in named],
            "alike": [value for value, row in named if not ((hand := self.hand(row)) and hand.difference_cents)],
        }

    def line(self, row: Finding) -> str:
        """A finding of the run: its hand, what the audit knows of it, and who booked it."""
        known = [f"{label} {text}" for label, text in facts.labelled(row.facts)]
        people = [str(one) for one in (row.dealer, row.booked_by) if one is not None]
        return " · ".join([row.subject, *known, *dict.fromkeys(people)])

    def lines(self, form: CommandForm) -> dict[str, Any]:
        """The findings with their boxes: the first of those that are alike, and each that differs."""
        rows = {str(row.pk): row for row in self.found.rows}
        named = [(choice, rows.get(str(choice.data["value"]).partition("-")[0])) for choice in form["findings"]]
        lines = [RunLine(choice, row, self.hand(row), hand_address(row.subject)) for choice, row in named if row]
        apart = [line for line in lines if line.hand and line.hand.difference_cents]
        alike = [line for line in lines if line not in apart]
        count = len(form["findings"].value() or [])
        return {"shown": [*alike[:_FIRST], *apart], "more": alike[_FIRST:], "apart": apart, "count": count}

    def act(self, values: Mapping[str, Any]) -> Any:
        pairs = [one.partition("-") for one in values["findings"]]
        found = {"finding_ids": [int(pk) for pk, _dash, _seen in pairs], "seen": [seen for _pk, _dash, seen in pairs]}
        return super().act({**found, "resolution": values["resolution"], "comment": values["comment"]})

    def done(self, values: Mapping[str, Any]) -> str:
        return ngettext("%(count)s finding is decided.", "%(count)s findings are decided.", len(values["findings"])) % {
            "count": len(values["findings"])
        }

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        first = self.found.first
        drawn = finding_hands.around(list(self.hands.values()))
        context = super().get_context_data(**kwargs)
        return {
            **context,
            **self.lines(context["form"]),
            "run": self.found,
            "finding": first,
            "sentence": sentence_of(first),
            "drawn": drawn,
            "drawn_from": drawn[0][0] if drawn else None,
            "drawn_to": drawn[-1][0] if drawn else None,
            "own": self.found.count - len(self.by_others),
            "owners": ", ".join(sorted({str(row.owner) for row in self.found.rows if row.owner})),
        }


class AssignRun(AboutFinding, Command):
    """Assign all findings of a run to a person, or to nobody."""

    permission = selector.RESOLVE
    template_name = "pages/step.html"
    form_class = RunOwnerForm
    service = findings.assign_run
    title = gettext_lazy("Assign these findings")
    verb = gettext_lazy("Assign to")

    @cached_property
    def found(self) -> selector.Run:
        return selector.run_of(self.finding)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {**super().get_form_kwargs(), "house_id": self.finding.house_id, "rows": self.found.rows}

    def act(self, values: Mapping[str, Any]) -> Any:
        owner = values["owner"]
        chosen = {"finding_ids": [int(pk) for pk in values["findings"]], "owner_id": int(owner) if owner else None}
        return super().act(chosen)

    def get_success_url(self) -> str:
        return reverse("audit:finding-run", args=[self.kwargs["pk"]])

    def done(self, values: Mapping[str, Any]) -> str:
        count = len(values["findings"])
        return ngettext("%(count)s finding is assigned.", "%(count)s findings are assigned.", count) % {"count": count}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        table, count = self.finding.table_code, self.found.count
        hands = ngettext("%(n)s hand", "%(n)s hands", count) % {"n": count}
        return {**super().get_context_data(**kwargs), "subject": f"{table}: {sentence_of(self.finding)} ({hands})"}
