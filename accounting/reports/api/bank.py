"""`GET reports/bank/`: what the house won in its own games, and the revenue of each gaming day."""

from collections.abc import Mapping
from typing import Any

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from accounting.models import House
from accounting.reports.api.views import FORMAT_AND_HOUSE, PERIOD, PeriodSerializer, ReportView, word
from accounting.reports.files import bank_file
from accounting.reports.files.as_csv import Flavour
from accounting.revenue.selectors import bank
from accounting.revenue.selectors.bank import By, Result, Row
from casino import house_time
from casino.api.reading import reader
from casino.api.serializers import RelatedId, Serializer

BY = [by.value for by in By]


class BankTotalSerializer(Serializer):
    """Win, drop and hold; what the rules lead to expect; what moved the float."""

    rounds = serializers.IntegerField()
    ante_cents = serializers.IntegerField(help_text="The antes of all boxes, what the house's edge is a share of.")
    staked_cents = serializers.IntegerField(help_text="All bets of all boxes.")
    lost_cents = serializers.IntegerField(help_text="By the boxes.")
    paid_cents = serializers.IntegerField(help_text="To the boxes, on top of what went back.")
    win_cents = serializers.IntegerField(help_text="Lost − paid; negative: the guests won.")
    drop_cents = serializers.IntegerField(help_text="Chips bought at these tables.")
    hold_bp = serializers.IntegerField(help_text="The win in basis points of the drop.")
    side_staked_cents = serializers.IntegerField(help_text="In side bets, which are in all figures above.")
    side_lost_cents = serializers.IntegerField()
    side_paid_cents = serializers.IntegerField()
    side_win_cents = serializers.IntegerField(help_text="Lost − paid of side bets.")
    expected_cents = serializers.IntegerField(
        help_text="Antes by the edge of their rules, without side bets; each sum is rounded once, to the nearest cent."
    )
    difference_cents = serializers.IntegerField(help_text="Win without side bets − expected.")
    opener_cents = serializers.IntegerField()
    fills_cents = serializers.IntegerField()
    credits_cents = serializers.IntegerField()
    closer_cents = serializers.IntegerField()

    class Meta:
        ref_name = "BankTotalShape"


class BankRowSerializer(BankTotalSerializer):
    """One gaming day, or one table of it, or one shift of the table."""

    date = serializers.DateField()
    table = serializers.CharField(allow_null=True, help_text="Null in a report by day.")
    shift = serializers.IntegerField(
        source="shift.number", allow_null=True, help_text="From 1 on; null except in a report by shift."
    )
    shift_begins_at = serializers.DateTimeField(source="shift.begins_at", allow_null=True)

    class Meta:
        ref_name = "BankRowShape"

    def get_fields(self) -> dict[str, Any]:
        """The figures are in the row's `sums`."""
        fields = super().get_fields()
        for name in map(str, BankTotalSerializer().fields):
            fields[name].source = f"sums.{name}"
        return fields

    def get_table(self, row: Row) -> str | None:
        return row.table_code or None


class RevenueSerializer(Serializer):
    """A day's gross gaming revenue, losses carried forward."""

    date = serializers.DateField()
    win_cents = serializers.IntegerField()
    brought_cents = serializers.IntegerField(help_text="The loss of the days before, at most 0.")
    revenue_cents = serializers.IntegerField(help_text="Win and loss brought forward, at least 0.")
    carried_cents = serializers.IntegerField(help_text="The loss that is carried forward, at most 0.")
    taken_in_cents = serializers.IntegerField(help_text="Unclaimed chips that the house took; not part of the revenue.")

    class Meta:
        ref_name = "RevenueShape"


class BankSerializer(PeriodSerializer):
    """The house's own games; none of it is rake."""

    house = RelatedId()
    by = serializers.ChoiceField(BY)
    rows = BankRowSerializer(many=True)
    total = BankTotalSerializer()
    revenues = RevenueSerializer(many=True)


class BankView(ReportView):
    """Win, drop and hold by gaming day, table or shift; the gross gaming revenue of each day."""

    parameters = (
        *PERIOD,
        OpenApiParameter(
            "by",
            OpenApiTypes.STR,
            enum=BY,
            default=By.TABLE.value,
            description="A row for each gaming day, each table of it, or each shift of the table, as they are set now.",
        ),
        *FORMAT_AND_HOUSE,
    )
    output = BankSerializer

    def report(self, query: Mapping[str, str], **asked: Any) -> Result:
        return bank.result(by=word(query, "by", By, By.TABLE), **asked)

    def csv(self, report: Result, flavour: Flavour) -> bytes:
        return bank_file.as_csv(report, flavour)

    def xlsx(self, report: Result) -> bytes:
        house = House.objects.get(pk=report.house_id)
        asked_by, at = str(reader(self.request)), house_time.now()
        return bank_file.as_xlsx(report, house=house.name, currency=house.currency, asked_by=asked_by, at=at)

    def file_stem(self, report: Result) -> str:
        return bank_file.file_stem(report)


urlpatterns = [path("reports/bank/", BankView.as_view(), name="reports-bank")]
