"""`GET reports/match/`: rake due ↔ booked ↔ counted, for each table and gaming day."""

from collections.abc import Mapping
from typing import Any

from django.urls import path
from rest_framework import serializers

from accounting.models import House
from accounting.reports.api.views import FORMAT_AND_HOUSE, PERIOD, PeriodSerializer, ReportView
from accounting.reports.files import match_file
from accounting.reports.files.as_csv import Flavour
from accounting.revenue.selectors import match
from accounting.revenue.selectors.match import Match
from casino import house_time
from casino.api.reading import reader
from casino.api.serializers import RelatedId, Serializer, Takes


class MatchTotalSerializer(Serializer):
    """Due, booked, counted."""

    takes = Takes(
        match.Sums,
        "hands due_cents booked_cents difference_cents counted_cents waiting_cents in_box_cents variance_cents "
        "tips_booked_cents tips_counted_cents tips_waiting_cents tips_in_box_cents tips_variance_cents boxes_waiting",
    )
    difference_cents = serializers.IntegerField(help_text="Booked − due.")
    waiting_cents = serializers.IntegerField(help_text="Booked out of boxes that nobody has counted yet.")
    in_box_cents = serializers.IntegerField(help_text="Still under the table.")
    variance_cents = serializers.IntegerField(help_text="Counted − booked, of what should be counted by now.")
    findings = serializers.IntegerField(help_text="Open ones of this table and day.")

    class Meta:
        ref_name = "MatchTotalShape"


class MatchRowSerializer(MatchTotalSerializer):
    """One table on one gaming day."""

    date = serializers.DateField()
    table = serializers.CharField(source="table_code")

    class Meta:
        ref_name = "MatchRowShape"

    def get_fields(self) -> dict[str, Any]:
        """The figures are in the row's `sums`."""
        fields = super().get_fields()
        for name in map(str, MatchTotalSerializer().fields):
            fields[name].source = f"sums.{name}"
        return fields


class MatchSerializer(PeriodSerializer):
    """The three-way match."""

    house = RelatedId()
    rows = MatchRowSerializer(many=True)
    total = MatchTotalSerializer()


class MatchView(ReportView):
    """Due ↔ booked ↔ counted by table and gaming day."""

    parameters = (*PERIOD, *FORMAT_AND_HOUSE)
    output = MatchSerializer

    def report(self, query: Mapping[str, str], **asked: Any) -> Match:
        return match.match(**asked)

    def csv(self, report: Match, flavour: Flavour) -> bytes:
        return match_file.as_csv(report, flavour)

    def xlsx(self, report: Match) -> bytes:
        house = House.objects.get(pk=report.house_id)
        named = {"house": house.name, "currency": house.currency, "time_zone": house.time_zone}
        return match_file.as_xlsx(report, **named, asked_by=str(reader(self.request)), at=house_time.now())

    def file_stem(self, report: Match) -> str:
        return match_file.file_stem(report)


urlpatterns = [path("reports/match/", MatchView.as_view(), name="reports-match")]
