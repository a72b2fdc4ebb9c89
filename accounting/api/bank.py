"""`GET reports/bank/`: what the house won where it plays itself, and the revenue of each gaming day."""

from typing import Any, ClassVar

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.api.reports import house_id, query_of, read_date
from accounting.selectors import bank
from accounting.selectors.bank import Result, Sums
from casino.api.reading import READ, answer, reader
from casino.api.rendering import Json

PARAMETERS = (
    OpenApiParameter("from", OpenApiTypes.DATE, description="First gaming day; by default the last one shown."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Last gaming day, included; by default the latest."),
    OpenApiParameter("house", OpenApiTypes.INT, description="Needed where there are several houses."),
)


class BankTotalShape(serializers.Serializer[Any]):
    """Win, drop and hold; what moved the float."""

    rounds = serializers.IntegerField()
    lost_cents = serializers.IntegerField(help_text="By the boxes.")
    paid_cents = serializers.IntegerField(help_text="To the boxes, on top of what went back.")
    win_cents = serializers.IntegerField(help_text="Lost − paid; below nothing, the guests won.")
    drop_cents = serializers.IntegerField(help_text="Chips bought at these tables.")
    hold_bp = serializers.IntegerField(help_text="The win in basis points of the drop.")
    opener_cents = serializers.IntegerField()
    fills_cents = serializers.IntegerField()
    credits_cents = serializers.IntegerField()
    closer_cents = serializers.IntegerField()


class BankRowShape(BankTotalShape):
    """One table on one gaming day."""

    date = serializers.DateField()
    table = serializers.CharField()


class RevenueShape(serializers.Serializer[Any]):
    """A day's gross gaming revenue, losses carried forward."""

    date = serializers.DateField()
    win_cents = serializers.IntegerField()
    brought_cents = serializers.IntegerField(help_text="The loss of the days before, at most 0.")
    revenue_cents = serializers.IntegerField(help_text="Win and loss brought forward, at least 0.")
    carried_cents = serializers.IntegerField(help_text="The loss that goes on, at most 0.")


class BankShape(serializers.Serializer[Any]):
    """The house's own games; none of it is rake."""

    house = serializers.IntegerField()
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
        "rows": [{"date": row.date, "table": row.table_code, **_sums(row.sums)} for row in found.rows],
        "total": _sums(found.total),
        "revenues": [
            {name: getattr(revenue, name) for name in map(str, RevenueShape().fields)} for revenue in found.revenues
        ],
    }


def _sums(sums: Sums) -> dict[str, Json]:
    return {name: getattr(sums, name) for name in map(str, BankTotalShape().fields)}


@extend_schema(parameters=list(PARAMETERS))
class BankView(APIView):
    """Win, drop and hold by table and gaming day; the gross gaming revenue of each day."""

    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = BankShape

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """Read strictly, ask the selector."""
        query = query_of(request, PARAMETERS)
        first, last = read_date(query, "from"), read_date(query, "to")
        return answer(face(bank.result(house_id=house_id(query), first=first, last=last, actor=reader(request))))


urlpatterns = [path("reports/bank/", BankView.as_view(), name="reports-bank")]
