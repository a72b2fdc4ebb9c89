"""`GET reports/match/`: rake due ↔ booked ↔ counted, for each table and gaming day."""

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
from accounting.reports import match_file
from accounting.reports.as_csv import Flavour
from accounting.selectors import match
from accounting.selectors.match import Match, Sums
from casino import house_time
from casino.api.reading import READ, answer, reader
from casino.api.rendering import Json

PARAMETERS = (
    OpenApiParameter("from", OpenApiTypes.DATE, description="First gaming day; by default the last one shown."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Last gaming day, included; by default the latest."),
    *FACES,
    OpenApiParameter("house", OpenApiTypes.INT, description="Needed where there are several houses."),
)


class MatchTotalShape(serializers.Serializer[Any]):
    """Due, booked, counted."""

    hands = serializers.IntegerField()
    due_cents = serializers.IntegerField()
    booked_cents = serializers.IntegerField()
    difference_cents = serializers.IntegerField(help_text="Booked − due.")
    counted_cents = serializers.IntegerField()
    waiting_cents = serializers.IntegerField(help_text="Booked out of boxes that nobody has counted yet.")
    in_box_cents = serializers.IntegerField(help_text="Still under the table.")
    variance_cents = serializers.IntegerField(help_text="Counted − booked, of what should be counted by now.")
    tips_booked_cents = serializers.IntegerField()
    tips_counted_cents = serializers.IntegerField()
    tips_waiting_cents = serializers.IntegerField()
    tips_in_box_cents = serializers.IntegerField()
    tips_variance_cents = serializers.IntegerField()
    boxes_waiting = serializers.IntegerField()
    findings = serializers.IntegerField(help_text="Open ones of this table and day.")


class MatchRowShape(MatchTotalShape):
    """One table on one gaming day."""

    date = serializers.DateField()
    table = serializers.CharField()


class MatchShape(serializers.Serializer[Any]):
    """The three-way match."""

    house = serializers.IntegerField()
    rows = MatchRowShape(many=True)
    total = MatchTotalShape()

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of Python's."""
        days = {"from": serializers.DateField(), "to": serializers.DateField()}
        return {**super().get_fields(), **days}

    class Meta:
        ref_name = "Match"


def face(found: Match) -> Json:
    """The match as JSON."""
    return {
        "house": found.house_id,
        "from": found.first,
        "to": found.last,
        "rows": [{"date": row.date, "table": row.table_code, **_sums(row.sums)} for row in found.rows],
        "total": _sums(found.total),
    }


def _sums(sums: Sums) -> dict[str, Json]:
    return {name: getattr(sums, name) for name in map(str, MatchTotalShape().fields)}


@extend_schema(parameters=list(PARAMETERS))
class MatchView(APIView):
    """Due ↔ booked ↔ counted by table and gaming day."""

    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    content_negotiation_class = AnyAccept
    schema = ReportSchema()
    output = MatchShape

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """Read strictly, ask the selector, show the face."""
        query = query_of(request, PARAMETERS)
        kind, flavour = word(query, "format", Format, Format.JSON), word(query, "flavour", Flavour, Flavour.EXCEL)
        actor = reader(request)
        found = match.match(
            house_id=house_id(query), first=read_date(query, "from"), last=read_date(query, "to"), actor=actor
        )
        if kind is Format.JSON:
            return answer(face(found))
        if kind is Format.CSV:
            return as_file(match_file.as_csv(found, flavour), match_file.file_stem(found), kind)
        house = House.objects.get(pk=found.house_id)
        named = {"house": house.name, "currency": house.currency, "time_zone": house.time_zone}
        book = match_file.as_xlsx(found, **named, asked_by=str(actor), at=house_time.now())
        return as_file(book, match_file.file_stem(found), kind)


urlpatterns = [path("reports/match/", MatchView.as_view(), name="reports-match")]
