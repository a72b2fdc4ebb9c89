"""Findings over the API: the inbox, one finding, and what a manager does with it."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import path
from django_filters.filters import ChoiceFilter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.days.api.fields import HouseField
from accounting.findings.selectors import findings as selector
from accounting.findings.services import findings
from accounting.findings.services.findings import COMMENT_MAX
from accounting.models import Finding
from accounting.verdicts import SENTENCES, Rule
from casino import membership
from casino.api.commands import Command
from casino.api.fields import Body, IdField, IntField, ReasonField, TextField
from casino.api.reading import READ, IdFilter, Row, Rows, TextFilter, answer, filter_set, reader
from casino.api.serializers import RelatedId, Seen, Serializer


class FindingSerializer(Serializer):
    """Something an auditor must look at."""

    id = serializers.IntegerField()
    house = RelatedId()
    gaming_day = RelatedId(allow_null=True, help_text="Null: of no single day (a broken book).")
    gaming_date = serializers.DateField(source="gaming_day.date", allow_null=True)
    rule = serializers.ChoiceField([rule.value for rule in Rule])
    sentence = serializers.CharField(help_text="What the rule says, in English.")
    severity = serializers.IntegerField(help_text="1 note, 2 to be explained before the day is sealed, 3 grave.")
    subject = serializers.CharField(help_text="`hand:812`, `drop:4`, `book:table/T07#12` …")
    table = serializers.CharField(source="table_code", help_text="Code; empty where it is about none.")
    hand = RelatedId(allow_null=True)
    dealer = RelatedId(allow_null=True)
    booked_by = RelatedId(allow_null=True, help_text="May not resolve it.")
    amount_cents = serializers.IntegerField(help_text="What the house lacks (negative) or has too much.")
    facts = serializers.DictField(child=serializers.JSONField(), help_text="Figures, words, ids; may be null.")
    found_at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField(help_text="When an audit last found it.")
    state = serializers.ChoiceField(Finding.State.choices)
    owner = RelatedId(allow_null=True)
    resolution = serializers.ChoiceField(Finding.Resolution.choices, allow_null=True)
    comment = serializers.CharField(help_text="Why it was decided so, or why its last decision was taken back.")
    resolved_by = RelatedId(allow_null=True)
    resolved_at = serializers.DateTimeField(allow_null=True)
    decision_number = serializers.IntegerField(
        allow_null=True, help_text="Of the house's decisions; all findings have it that were decided together."
    )
    taken_back_number = serializers.IntegerField(
        allow_null=True, help_text="Of an open finding: its last decision, where that was taken back."
    )
    seen = Seen(selector.FINDINGS)

    def get_sentence(self, row: Finding) -> str:
        return SENTENCES[Rule(row.rule)]

    def get_resolution(self, row: Finding) -> str | None:
        return row.resolution or None


class FindingsSerializer(Serializer):
    """Findings on which one command was carried out."""

    findings = FindingSerializer(many=True, source="rows")


class Findings(Rows):
    """What audits found, the newest first; nothing is ever deleted."""

    permission = "accounting.run_audit"
    filterset_class = filter_set(
        Finding,
        house=IdFilter("house_id"),
        gaming_day=IdFilter("gaming_day_id"),
        state=ChoiceFilter(choices=Finding.State.choices),
        rule=ChoiceFilter(choices=[(rule.value, rule.value) for rule in Rule]),
        severity=ChoiceFilter(choices=[(number, str(number)) for number in (1, 2, 3)]),
        table=TextFilter("table_code"),
        owner=IdFilter("owner_id"),
        dealer=IdFilter("dealer_id"),
        hand=IdFilter("hand_id"),
        decision=IdFilter("decision_number"),
    )
    queryset = Finding.objects.none()
    output = FindingSerializer

    def get_queryset(self) -> QuerySet[Finding]:
        return selector.inbox(actor=reader(self.request))


class RunPartSerializer(Serializer):
    """A finding of a run, as it is named where the run is decided."""

    finding = serializers.IntegerField(source="pk")
    subject = serializers.CharField()
    seen = Seen(selector.FINDINGS)


class RunSerializer(Serializer):
    """Open findings of one kind, on hands of a table that were dealt one after the other."""

    house = RelatedId(source="first.house")
    gaming_day = RelatedId(source="first.gaming_day", allow_null=True)
    rule = serializers.ChoiceField([rule.value for rule in Rule], source="first.rule")
    table = serializers.CharField(source="first.table_code")
    count = serializers.IntegerField()
    findings = RunPartSerializer(many=True, source="rows")


class FindingRuns(APIView):
    """The open findings as runs, the gravest first: what is alike hand after hand is told once, with its count.

    What is grave or about money is a run of one: each is decided by itself.
    """

    permission = "accounting.run_audit"
    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = RunSerializer(many=True)

    def get(self, request: Request, **path: Any) -> HttpResponse:
        rows = selector.inbox(actor=reader(request)).filter(state=Finding.State.OPEN)
        rows = membership.within(rows, reader(request)).order_by("-severity", "found_at", "pk")
        return answer([RunSerializer.json(run) for run in selector.runs(rows)])


class OneFinding(Row):
    """One finding."""

    permission = "accounting.run_audit"
    queryset = Finding.objects.none()
    output = FindingSerializer

    def get_queryset(self) -> QuerySet[Finding]:
        return selector.inbox(actor=reader(self.request))


class Resolve(Command):
    """Decide what a finding was; never the person who booked it."""

    service = findings.resolve
    output = FindingSerializer
    idempotent = False

    class Input(Body):
        """The decision, and why. A grave finding cannot be `waived`."""

        resolution = serializers.ChoiceField(Finding.Resolution.choices)
        comment = serializers.CharField(max_length=COMMENT_MAX, allow_blank=True)


class ResolveRun(Command):
    """Decide findings of one run alike, each with a row of its own: all of them, or none."""

    service = findings.resolve_run
    output = FindingsSerializer
    idempotent = False

    class Input(Body):
        """The findings, what was seen of each in the same order, the decision, and why."""

        findings = serializers.ListField(child=IdField(), min_length=1, max_length=1_000)
        seen = serializers.ListField(
            child=TextField(max_length=64),
            help_text="Of each its `seen` as you read it; 409 `stale` otherwise.",
        )
        resolution = serializers.ChoiceField(Finding.Resolution.choices)
        comment = serializers.CharField(max_length=COMMENT_MAX, allow_blank=True)

    def run(self, values: Mapping[str, Any], **path: Any) -> Any:
        named = {name: value for name, value in values.items() if name != "findings"}
        return selector.Run(findings.resolve_run(finding_ids=values["findings"], **named, **path))


class AssignRun(Command):
    """Make somebody responsible for findings of one run, or (null) nobody: all of them, or none."""

    service = findings.assign_run
    output = FindingsSerializer
    idempotent = False

    class Input(Body):
        findings = serializers.ListField(child=IdField(), min_length=1, max_length=1_000)
        owner = IdField(allow_null=True)

    def run(self, values: Mapping[str, Any], **path: Any) -> Any:
        named = {name: value for name, value in values.items() if name != "findings"}
        return selector.Run(findings.assign_run(finding_ids=values["findings"], **named, **path))


class TakeBack(Command):
    """Take a decision back: all findings that stand under it are open again; nothing is deleted."""

    service = findings.take_back
    output = FindingsSerializer
    idempotent = False

    class Input(Body):
        """The decision by its number, what was seen of each of its findings (`?decision=`), and why."""

        house = HouseField()
        decision_number = IntField(min_value=1, max_value=selector.LAST_DECISION)
        seen = serializers.ListField(
            child=TextField(max_length=64),
            max_length=1_000,
            help_text="Of each finding under it the `seen` as you read it; 409 `stale` otherwise.",
        )
        reason = ReasonField()

    def run(self, values: Mapping[str, Any], **path: Any) -> Any:
        return selector.Run(findings.take_back(**values, **path))


class Assign(Command):
    """Make somebody responsible for a finding, or (null) nobody."""

    service = findings.assign
    output = FindingSerializer
    idempotent = False

    class Input(Body):
        owner = IdField(allow_null=True)


urlpatterns = [
    path("findings/", Findings.as_view(), name="findings"),
    path("findings/runs/", FindingRuns.as_view(), name="finding-runs"),
    path("findings/runs/resolve/", ResolveRun.as_view(), name="finding-runs-resolve"),
    path("findings/runs/assign/", AssignRun.as_view(), name="finding-runs-assign"),
    path("findings/decisions/take-back/", TakeBack.as_view(), name="finding-decisions-take-back"),
    path("findings/<finding:pk>/", OneFinding.as_view(), name="finding"),
    path("findings/<finding:pk>/resolve/", Resolve.as_view(), name="finding-resolve"),
    path("findings/<finding:pk>/assign/", Assign.as_view(), name="finding-assign"),
]
