"""All figures of a shift, gaming day, week, month or year: `GET reports/period/`."""

from collections.abc import Mapping
from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from accounting.reports.api.views import FORMAT_AND_HOUSE, PeriodSerializer, ReportView, read_date, word
from accounting.reports.files import period_file
from accounting.reports.files.as_csv import Flavour
from accounting.reports.selectors import periods
from accounting.reports.selectors.periods import PeriodReport, Span
from casino import house_time
from casino.api.problems import BadQuery
from casino.api.reading import reader
from casino.api.rendering import Json
from casino.api.serializers import Serializer, Takes
from casino.errors import N_

SPANS = [(one.value, one.value) for one in Span]
MOST_SHIFTS = 24


class PeriodSpanSerializer(PeriodSerializer):
    """A period: its gaming days, or one shift of a day, and the moments between which it lies."""

    takes = Takes(periods.Period, "span shift begins_at ends_at")
    shift = serializers.IntegerField(allow_null=True)


class PeriodLineSerializer(Serializer):
    """One figure beside the two earlier periods; null: there is none yet, or the house had no gaming day then."""

    takes = Takes(periods.Line, "section name unit value before weekdays")
    section = serializers.CharField()
    unit = serializers.ChoiceField(["count", *period_file.UNITS.values()])


class PeriodReportSerializer(Serializer):
    """All figures of a period."""

    house = serializers.IntegerField()
    currency = serializers.CharField()
    time_zone = serializers.CharField()
    is_over = serializers.BooleanField(help_text="Every gaming day is closed: no figure changes any more.")
    pending_entries = serializers.IntegerField(help_text="Not rolled up yet; 0: the report is complete.")
    period = PeriodSpanSerializer()
    before = PeriodSpanSerializer(help_text="The period before, with as many days as this one has so far.")
    weekdays = PeriodSpanSerializer(help_text="A week before a shift or day, 52 weeks before the others.")
    lines = PeriodLineSerializer(many=True)


class PeriodView(ReportView):
    """All figures of a shift, gaming day, week, month or year, beside two earlier periods."""

    parameters = (
        OpenApiParameter("span", OpenApiTypes.STR, enum=[one.value for one in Span], default=Span.DAY.value),
        OpenApiParameter("day", OpenApiTypes.DATE, description="A gaming day of it; by default the latest."),
        OpenApiParameter(
            "shift",
            {"type": "integer", "minimum": 1, "maximum": MOST_SHIFTS},
            description="Which shift of the day; by default the first.",
        ),
        *FORMAT_AND_HOUSE,
    )
    output = PeriodReportSerializer

    def report(self, query: Mapping[str, str], **asked: Any) -> PeriodReport:
        span = word(query, "span", Span, Span.DAY)
        return periods.report(
            span=span,
            at=read_date(query, "day"),
            shift=_shift(query),
            house_id=asked["house_id"],
            actor=asked["actor"],
        )

    def json(self, report: PeriodReport) -> Json:
        return period_file.as_json(report)

    def csv(self, report: PeriodReport, flavour: Flavour) -> bytes:
        return period_file.as_csv(report, flavour)

    def xlsx(self, report: PeriodReport) -> bytes:
        return period_file.as_xlsx(report, asked_by=str(reader(self.request)), at=house_time.now())

    def file_stem(self, report: PeriodReport) -> str:
        return period_file.file_stem(report)


def _shift(query: Mapping[str, str]) -> int:
    """The number of a shift; 0 where none is named."""
    given = query.get("shift")
    if given is None:
        return 0
    if not (given.isascii() and given.isdigit() and len(given) <= 2 and 1 <= int(given) <= MOST_SHIFTS):
        raise BadQuery("shift", N_("%(parameter)s must be the number of a shift."))
    return int(given)


urlpatterns = [path("reports/period/", PeriodView.as_view(), name="reports-period")]
