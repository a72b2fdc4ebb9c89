"""Distributions of the tronc: computed by one person, confirmed by another; the shares, each to whom it is of."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django_filters.filters import ChoiceFilter, DateFilter
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from accounting.days.api.fields import DayField, HouseField, KindField
from accounting.models import TroncRun, TroncShare
from accounting.tronc.selectors import sheets
from accounting.tronc.selectors.months import RUNS, Credit
from accounting.tronc.services import runs
from casino.api.commands import Command, Decision
from casino.api.fields import MOST_CENTS, Body, IdField, IntField, ObjectField
from casino.api.reading import IdFilter, Row, Rows, RowsAndNew, filter_set, reader
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Seen, Serializer, Takes
from casino.models import User

CAUSES = [choice for choice in TroncRun.Cause.choices if choice[0]]
CREDITS = [choice for choice in TroncShare.Credit.choices if choice[0]]


@extend_schema_field(
    {
        "type": "object",
        "propertyNames": {"pattern": "^[a-z0-9][a-z0-9-]{0,19}$"},
        "additionalProperties": {"type": "integer", "minimum": 0, "maximum": MOST_CENTS},
        "description": "Cents by the deduction's code in the rules.",
        "example": {"insurance": 30_000},
    }
)
class DeductionsField(ObjectField):
    """Deductions of a month; whether the rules name them is for `accounting.policy.tronc.distribution` to say."""

    default_error_messages: ClassVar[dict[str, Any]] = {"number": _("Expected a whole number.")}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().to_internal_value(data)
        if any(type(cents) is not int or not 0 <= cents <= MOST_CENTS for cents in found.values()):
            self.fail("number")
        return found


class SpanSerializer(Serializer):
    """A shift that counts, or all downs of a gaming day, in full minutes."""

    house = serializers.CharField(help_text="Its code.")
    begins_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()
    minutes = serializers.IntegerField()


class TroncShareSerializer(Serializer):
    """One person's share, with all that it was computed from: share = quota × own points ÷ points of the group."""

    id = serializers.IntegerField()
    run = RelatedId()
    month = serializers.DateField(source="run.month")
    person = RelatedId()
    function = serializers.CharField()
    group = serializers.CharField()
    hired_on = serializers.DateField()
    years = serializers.IntegerField(help_text="Full years of service.")
    spans = SpanSerializer(many=True)
    credited_minutes = serializers.IntegerField(help_text="Attendance without a shift.")
    credited_for = serializers.CharField(allow_blank=True)
    minutes = serializers.IntegerField(help_text="That count.")
    points_hundredths = serializers.IntegerField(help_text="Of the function and the years of service.")
    weight = serializers.IntegerField(help_text="Own points: hundredths of a point times minutes.")
    group_weight = serializers.IntegerField(help_text="Those of the whole group.")
    quota_cents = serializers.IntegerField(help_text="Of the group.")
    rounded_cents = serializers.IntegerField(help_text="The share, rounded down.")
    remainder_cents = serializers.IntegerField(help_text="A cent that did not divide.")
    share_cents = serializers.IntegerField()
    guaranteed_cents = serializers.IntegerField()
    advance_cents = serializers.IntegerField(help_text="Paid by the house, up to what is guaranteed.")
    owed_cents = serializers.IntegerField(help_text="Advanced in earlier months.")
    recouped_cents = serializers.IntegerField(help_text="Paid back of it.")
    payable_cents = serializers.IntegerField()

    def get_spans(self, row: TroncShare) -> Json:
        names = ("house", "begins_at", "ends_at", "minutes")
        return [dict(zip(names, span, strict=True)) for span in row.spans]

    def get_group_weight(self, row: TroncShare) -> int:
        return _of_group(row)[1]

    def get_quota_cents(self, row: TroncShare) -> int:
        return _of_group(row)[0]


def _of_group(row: TroncShare) -> tuple[int, int]:
    """The quota and the points of the share's group, as the run stores them."""
    return next((quota_cents, weight) for code, quota_cents, weight, _value in row.run.groups if code == row.group)


class TroncDaySerializer(Serializer):
    """The tips of a gaming day by its signed record."""

    house = serializers.CharField(help_text="Its code.")
    date = serializers.DateField()
    counted_cents = serializers.IntegerField()
    electronic_cents = serializers.IntegerField(help_text="As far as they go into the tronc.")


class TroncGroupSerializer(Serializer):
    """A staff group of a distribution."""

    code = serializers.CharField()
    quota_cents = serializers.IntegerField()
    weight = serializers.IntegerField(help_text="Hundredths of a point times minutes.")
    value_cents = serializers.IntegerField(
        allow_null=True, help_text="Of a point, rounded down; null where remainders are shared."
    )


class TroncRunSerializer(Serializer):
    """The distribution of a month's tronc; a further one of the same month corrects it."""

    takes = Takes(
        TroncRun,
        "id house month number cause rules days takings_cents carried_in_cents levy_cents deductions_cents "
        "shared_cents groups shares carried_out_cents carried_into state proposed_by proposed_at decided_by "
        "decided_at seen entry",
    )
    month = serializers.DateField(help_text="Its first day.")
    cause = serializers.CharField(allow_blank=True, help_text="Of a correction.")
    days = TroncDaySerializer(many=True)
    carried_in_cents = serializers.IntegerField(help_text="From earlier months.")
    deductions_cents = DeductionsField(source="deductions")
    groups = TroncGroupSerializer(many=True)
    shares = TroncShareSerializer(many=True)
    carried_into = serializers.DateField(help_text="The first day of that month.")
    decided_by = RelatedId(allow_null=True, help_text="Of a confirmed one never the person who had it computed.")
    seen = Seen(RUNS)

    def get_days(self, row: TroncRun) -> Json:
        names = ("house", "date", "counted_cents", "electronic_cents")
        return [dict(zip(names, day, strict=True)) for day in row.days]

    def get_groups(self, row: TroncRun) -> Json:
        names = ("code", "quota_cents", "weight", "value_cents")
        return [dict(zip(names, group, strict=True)) for group in row.groups]


def _runs() -> QuerySet[TroncRun]:
    return TroncRun.objects.prefetch_related("shares__run")


class CreditBody(Body):
    """Attendance without a shift."""

    person = IdField()
    minutes = IntField(min_value=1, max_value=runs.MOST_CREDIT_MINUTES)
    credited_for = KindField(CREDITS)


class TroncRuns(RowsAndNew):
    """The distributions with everybody's shares, the latest month first. Have a month computed.

    Nothing is booked before a second person confirms it. Of a distributed month this is a correction, with its cause.
    """

    permission = sheets.ALL
    queryset = _runs()
    ordering = ("-month", "-id")
    filterset_class = filter_set(
        TroncRun,
        house=IdFilter("house_id"),
        month=DateFilter(),
        state=ChoiceFilter(choices=TroncRun.State.choices),
    )
    service = runs.propose
    output = TroncRunSerializer
    examples: ClassVar[Mapping[str, Json]] = {
        "With a deduction": {"month": "2026-11-01", "deductions_cents": {"insurance": 30_000}}
    }

    class Input(Body):
        """The first day of the month, deductions that the rules name, and who is credited with time."""

        house = HouseField()
        month = DayField()
        deductions_cents = DeductionsField(default=dict)
        credited = serializers.ListField(child=CreditBody(), max_length=1_000, default=list)
        cause = KindField(CAUSES, default="")

        def validate_credited(self, value: list[dict[str, Any]]) -> list[dict[str, Any]]:
            """Refuse somebody who stands there twice."""
            if len({one["person_id"] for one in value}) < len(value):
                raise ValidationError(_("This appears twice."), code="twice")
            return value

    def run(self, values: Mapping[str, Any], *, actor: User) -> TroncRun:
        credited = {one["person_id"]: Credit(one["minutes"], one["credited_for"]) for one in values["credited"]}
        return runs.propose(**{**values, "credited": credited}, actor=actor)


class OneTroncRun(Row):
    """One distribution with everybody's shares."""

    permission = sheets.ALL
    queryset = _runs()
    output = TroncRunSerializer


class ConfirmTroncRun(Command):
    """Confirm a distribution that somebody else had computed: it is booked down to each person's share."""

    service = runs.confirm
    output = TroncRunSerializer


class DeclineTroncRun(Decision):
    """Decline a computed distribution, or withdraw one's own."""

    service = runs.decline
    output = TroncRunSerializer


class TroncShares(Rows):
    """One's own shares in confirmed distributions, the latest month first; to those who read all, everybody's."""

    permission = sheets.OWN
    queryset = TroncShare.objects.none()
    ordering = ("-run__month", "-id")
    filterset_class = filter_set(
        TroncShare, house=IdFilter("run__house_id"), run=IdFilter("run_id"), person=IdFilter("person_id")
    )
    output = TroncShareSerializer

    def get_queryset(self) -> QuerySet[TroncShare]:
        return sheets.visible(actor=reader(self.request))


class OneTroncShare(Row):
    """One share: one's own, or to those who read all anybody's."""

    permission = sheets.OWN
    queryset = TroncShare.objects.none()
    output = TroncShareSerializer

    def get_queryset(self) -> QuerySet[TroncShare]:
        return sheets.visible(actor=reader(self.request))
