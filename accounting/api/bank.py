"""`GET reports/bank/`: what the house won where it plays itself, and the revenue of each gaming day."""

from typing import Any, ClassVar

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.api.reports import FACES, AnyAccept, Format, ReportSchema, as_file, house_id, query_of, read_date, word
from accounting.models import House
from accounting.reports import bank_file
from accounting.reports.as_csv import Flavour
from accounting.selectors import bank
from accounting.selectors.bank import By, Result, Row, Sums
from casino import house_time
from casino.api.reading import READ, answer, reader
from casino.api.rendering import Json

BY = [by.value for by in By]

PARAMETERS = (
    OpenApiParameter("from", OpenApiTypes.DATE, description="First gaming day; by default the last one shown."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Last gaming day, included; by default the latest."),
    OpenApiParameter(
        "by",
        OpenApiTypes.STR,
        enum=BY,
        default=By.TABLE.value,
        description="A row for each gaming day, each table of it, or each of the table's shifts, as they are set now.",
    ),
    *FACES,
    OpenApiParameter("house", OpenApiTypes.INT, description="Needed where there are several houses."),
)


class BankTotalShape(serializers.Serializer[Any]):
    """Win, drop and hold; what the rules let expect; what moved the float."""

    rounds = serializers.IntegerField()
    ante_cents = serializers.IntegerField(help_text="The antes of all boxes, what the house's edge is a share of.")
    staked_cents = serializers.IntegerField(help_text="All bets of all boxes.")
    lost_cents = serializers.IntegerField(help_text="By the boxes.")
    paid_cents = serializers.IntegerField(help_text="To the boxes, on top of what went back.")
    win_cents = serializers.IntegerField(help_text="Lost − paid; below nothing, the guests won.")
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


class BankRowShape(BankTotalShape):
    """One gaming day, or one table of it, or one shift of the table."""

    date = serializers.DateField()
    table = serializers.CharField(allow_null=True, help_text="Null in a report by day.")
    shift = serializers.IntegerField(allow_null=True, help_text="From 1 on; null but in a report by shift.")
    shift_begins_at = serializers.DateTimeField(allow_null=True)


class RevenueShape(serializers.Serializer[Any]):
    """A day's gross gaming revenue, losses carried forward."""

    date = serializers.DateField()
    win_cents = serializers.IntegerField()
    brought_cents = serializers.IntegerField(help_text="The loss of the days before, at most 0.")
    revenue_cents = serializers.IntegerField(help_text="Win and loss brought forward, at least 0.")
    carried_cents = serializers.IntegerField(help_text="The loss that goes on, at most 0.")
    taken_in_cents = serializers.IntegerField(help_text="Chips that nobody claimed, taken in; no part of the revenue.")


class BankShape(serializers.Serializer[Any]):
    """The house's own games; none of it is rake."""

    house = serializers.IntegerField()
    by = serializers.ChoiceField(BY)
    rows = BankRowShape(many=True)
    total = BankTotalShape()
    revenues = RevenueShape(many=True)

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of Python's."""
        days = {"from": serializers.DateField(), "to": serializers.DateField()}
        return {**super().get_fields(), **days}

    class Meta:
        ref_name = "Bank"


def face(found: Result) -> Json:
    """The result as JSON."""
    return {
        "house": found.house_id,
        "from": found.first,
        "to": found.last,
        "by": found.by,
        "rows": [{**_named(row), **_sums(row.sums)} for row in found.rows],
        "total": _sums(found.total),
        "revenues": [
            {name: getattr(revenue, name) for name in map(str, RevenueShape().fields)} for revenue in found.revenues
        ],
    }


def _named(row: Row) -> dict[str, Json]:
    return {
        "date": row.date,
        "table": row.table_code or None,
        "shift": row.shift.number if row.shift else None,
        "shift_begins_at": row.shift.begins_at if row.shift else None,
    }


def _sums(sums: Sums) -> dict[str, Json]:
    return {name: getattr(sums, name) for name in map(str, BankTotalShape().fields)}


@extend_schema(parameters=list(PARAMETERS))
class BankView(APIView):
    """Win, drop and hold by gaming day, table or shift; the gross gaming revenue of each day."""

    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    content_negotiation_class = AnyAccept
    schema = ReportSchema()
    output = BankShape

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """Read strictly, ask the selector, show the face."""
        query = query_of(request, PARAMETERS)
        kind, flavour = word(query, "format", Format, Format.JSON), word(query, "flavour", Flavour, Flavour.EXCEL)
        actor = reader(request)
        found = bank.result(
            house_id=house_id(query),
            first=read_date(query, "from"),
            last=read_date(query, "to"),
            by=word(query, "by", By, By.TABLE),
            actor=actor,
        )
        if kind is Format.JSON:
            return answer(face(found))
        if kind is Format.CSV:
            return as_file(bank_file.as_csv(found, flavour), bank_file.file_stem(found), kind)
        house = House.objects.get(pk=found.house_id)
        named = {"house": house.name, "currency": house.currency}
        book = bank_file.as_xlsx(found, **named, asked_by=str(actor), at=house_time.now())
        return as_file(book, bank_file.file_stem(found), kind)


urlpatterns = [path("reports/bank/", BankView.as_view(), name="reports-bank")]
