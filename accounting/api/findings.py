"""Findings over the API: the inbox, one finding, and what a manager does with it."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.urls import path
from django_filters import rest_framework as filters
from rest_framework import serializers

from accounting.models import Finding
from accounting.selectors import findings as selector
from accounting.services import findings
from accounting.services.findings import COMMENT_MAX
from accounting.verdicts import SENTENCES, Rule
from casino.api.commands import Command
from casino.api.fields import Body, IdField
from casino.api.reading import IdFilter, Row, Rows, TextFilter, reader
from casino.api.rendering import Json
from casino.models import User


class FindingShape(serializers.Serializer[Any]):
    """Something an auditor must look at."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    gaming_day = serializers.IntegerField(allow_null=True, help_text="Null: of no single day (a broken book).")
    gaming_date = serializers.DateField(allow_null=True)
    rule = serializers.ChoiceField([rule.value for rule in Rule])
    sentence = serializers.CharField(help_text="What the rule says, in English.")
    severity = serializers.IntegerField(help_text="1 note, 2 to be explained before the day is sealed, 3 grave.")
    subject = serializers.CharField(help_text="`hand:812`, `drop:4`, `book:table/T07#12` …")
    table = serializers.CharField(help_text="Code; empty where it is about none.")
    hand = serializers.IntegerField(allow_null=True)
    dealer = serializers.IntegerField(allow_null=True)
    booked_by = serializers.IntegerField(allow_null=True, help_text="May not resolve it.")
    amount_cents = serializers.IntegerField(help_text="What the house lacks (negative) or has too much.")
    facts = serializers.DictField(child=serializers.JSONField(), help_text="Figures, words, ids; may be null.")
    found_at = serializers.DateTimeField()
    seen_at = serializers.DateTimeField(help_text="When an audit found it last.")
    state = serializers.ChoiceField(Finding.State.choices)
    owner = serializers.IntegerField(allow_null=True)
    resolution = serializers.ChoiceField(Finding.Resolution.choices, allow_null=True)
    comment = serializers.CharField()
    resolved_by = serializers.IntegerField(allow_null=True)
    resolved_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        ref_name = "Finding"


def face(row: Finding) -> Json:
    """A finding."""
    day: date | None = row.gaming_day.date if row.gaming_day else None
    return {
        "id": row.pk,
        "house": row.house_id,
        "gaming_day": row.gaming_day_id,
        "gaming_date": day,
        "rule": row.rule,
        "sentence": SENTENCES[Rule(row.rule)],
        "severity": row.severity,
        "subject": row.subject,
        "table": row.table_code,
        "hand": row.hand_id,
        "dealer": row.dealer_id,
        "booked_by": row.booked_by_id,
        "amount_cents": row.amount_cents,
        "facts": row.facts,
        "found_at": row.found_at,
        "seen_at": row.seen_at,
        "state": row.state,
        "owner": row.owner_id,
        "resolution": row.resolution or None,
        "comment": row.comment,
        "resolved_by": row.resolved_by_id,
        "resolved_at": row.resolved_at,
    }


class FindingFilter(filters.FilterSet):
    """`?state=open&rule=BOX_SHORT&gaming_day=&table=T07&severity=3&owner=&hand=`"""

    house = IdFilter("house_id")
    gaming_day = IdFilter("gaming_day_id")
    state = filters.ChoiceFilter(choices=Finding.State.choices)
    rule = filters.ChoiceFilter(choices=[(rule.value, rule.value) for rule in Rule])
    severity = filters.ChoiceFilter(choices=[(number, str(number)) for number in (1, 2, 3)])
    table = TextFilter("table_code")
    owner = IdFilter("owner_id")
    dealer = IdFilter("dealer_id")
    hand = IdFilter("hand_id")

    class Meta:
        model = Finding
        fields: tuple[str, ...] = ()


class Findings(Rows):
    """What audits found, the newest first; nothing is ever deleted."""

    filterset_class = FindingFilter
    queryset = Finding.objects.none()
    shape = FindingShape

    def get_queryset(self) -> QuerySet[Finding]:
        """For management and audit."""
        return selector.inbox(actor=reader(self.request))

    def face(self, row: Finding) -> Json:
        """A finding."""
        return face(row)


class OneFinding(Row):
    """One finding."""

    queryset = Finding.objects.none()
    shape = FindingShape

    def get_queryset(self) -> QuerySet[Finding]:
        """For management and audit."""
        return selector.inbox(actor=reader(self.request))

    def face(self, row: Finding) -> Json:
        """A finding."""
        return face(row)


class Resolve(Command):
    """Decide what a finding was; never by whoever booked it."""

    output = FindingShape
    idempotent = False

    class Input(Body):
        """The decision, and why. A grave finding is not `waived`."""

        resolution = serializers.ChoiceField(Finding.Resolution.choices)
        comment = serializers.CharField(max_length=COMMENT_MAX, allow_blank=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Decide it."""
        return face(
            findings.resolve(finding_id=pk, resolution=values["resolution"], comment=values["comment"], actor=actor)
        )


class Assign(Command):
    """Give a finding to somebody who sees to it, or (null) to nobody."""

    output = FindingShape
    idempotent = False

    class Input(Body):
        """The new owner."""

        owner = IdField(allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Give it to him."""
        return face(findings.assign(finding_id=pk, owner_id=values["owner_id"], actor=actor))


urlpatterns = [
    path("findings/", Findings.as_view(), name="findings"),
    path("findings/<id:pk>/", OneFinding.as_view(), name="finding"),
    path("findings/<id:pk>/resolve/", Resolve.as_view(), name="finding-resolve"),
    path("findings/<id:pk>/assign/", Assign.as_view(), name="finding-assign"),
]
