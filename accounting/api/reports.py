"""Reports: `GET reports/rake/` and `GET reports/tips/`, as JSON, CSV or XLSX."""

from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.reports import as_csv, as_json, as_xlsx, columns
from accounting.reports.as_csv import Flavour
from accounting.reports.columns import COLUMNS
from accounting.selectors import reports
from accounting.selectors.figures import By, Report, Subject
from casino import house_time
from casino.api.parsing import LARGEST
from casino.api.problems import BadQuery
from casino.api.reading import READ, answer, reader
from casino.api.schema import HouseSchema
from casino.errors import _
from casino.models import User

Word = TypeVar("Word", bound=StrEnum)


class Format(StrEnum):
    """The faces of a report."""

    JSON = "json"
    CSV = "csv"
    XLSX = "xlsx"


MEDIA_TYPES = {
    Format.CSV: as_csv.MEDIA_TYPE,
    Format.XLSX: as_xlsx.MEDIA_TYPE,
}

BY = [by.value for by in By]

FACES = (
    OpenApiParameter("format", OpenApiTypes.STR, enum=list(Format), default=Format.JSON.value),
    OpenApiParameter(
        "flavour",
        OpenApiTypes.STR,
        enum=list(Flavour),
        default=Flavour.EXCEL.value,
        description="Of CSV: for the German Excel of a desk, or for machines (whole cents, no total).",
    ),
)
"""Which face is wanted."""

PARAMETERS = (
    OpenApiParameter("from", OpenApiTypes.DATE, description="First gaming day; by default the last one shown."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Last gaming day, included; by default the latest."),
    OpenApiParameter("by", OpenApiTypes.STR, enum=BY, default=By.DAY.value),
    *FACES,
    OpenApiParameter("house", OpenApiTypes.INT, description="Needed where there are several houses."),
)


class AnyAccept(BaseContentNegotiation):
    """`?format=` decides; a browser's or Excel's Accept header does not."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """Nothing is parsed."""
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: str | None = None) -> Any:
        """For DRF's own answers; ours are rendered already."""
        return renderers[0], renderers[0].media_type


class ReportSchema(HouseSchema):
    """Adds the faces that are files."""

    def get_response_serializers(self) -> Any:
        """JSON, CSV, XLSX, and the problems."""
        files = {
            ("200", MEDIA_TYPES[Format.CSV]): OpenApiTypes.STR,
            ("200", MEDIA_TYPES[Format.XLSX]): OpenApiTypes.BINARY,
        }
        return super().get_response_serializers() | files


class _ReportView(APIView):
    """One subject; a subclass names it."""

    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    content_negotiation_class = AnyAccept
    schema = ReportSchema()
    subject: ClassVar[Subject]

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """Read the query strictly, ask the selector, show the face."""
        query = query_of(request, PARAMETERS)
        actor = reader(request)
        report = reports.report(
            subject=self.subject,
            by=word(query, "by", By, By.DAY),
            first=read_date(query, "from"),
            last=read_date(query, "to"),
            house_id=house_id(query),
            actor=actor,
        )
        return _answer(report, word(query, "format", Format, Format.JSON), query, actor)


def _answer(report: Report, kind: Format, query: Mapping[str, str], actor: User) -> HttpResponse:
    flavour = word(query, "flavour", Flavour, Flavour.EXCEL)
    if kind is Format.JSON:
        return answer(as_json.face(report))
    if kind is Format.CSV:
        content = as_csv.face(report, flavour)
    else:
        content = as_xlsx.face(report, asked_by=str(actor), at=house_time.now())
    return as_file(content, columns.file_stem(report), kind)


def as_file(content: bytes, stem: str, kind: Format) -> HttpResponse:
    """A face as a download."""
    response = HttpResponse(content, content_type=MEDIA_TYPES[kind])
    response.headers["Content-Disposition"] = f'attachment; filename="{stem}.{kind}"'
    return response


def query_of(request: Request, parameters: Sequence[OpenApiParameter]) -> dict[str, str]:
    """The query as one value a name; unknown and repeated names are refused, since a filter ignored would mislead."""
    known = [parameter.name for parameter in parameters]
    for name, values in request.query_params.lists():
        if name not in known:
            raise BadQuery(name, _("There is no parameter %(parameter)s here; known are: %(known)s."), known=known)
        if len(values) != 1:
            raise BadQuery(name, _("The parameter %(parameter)s stands more than once."))
    return {name: str(value) for name, value in request.query_params.items()}


def word(query: Mapping[str, str], name: str, words: type[Word], default: Word) -> Word:
    """One of `words`; refuses any other."""
    given = query.get(name, default.value)
    found = next((each for each in words if each.value == given), None)
    if found is None:
        raise BadQuery(name, _("%(parameter)s is one of %(known)s."), known=[each.value for each in words])
    return found


def read_date(query: Mapping[str, str], name: str) -> date | None:
    """A date written `2026-11-20`; refuses any other."""
    given = query.get(name)
    if given is None:
        return None
    try:
        read = date.fromisoformat(given)
    except ValueError:
        read = None
    # fromisoformat also takes 20261120 and 2026-W47-5; one way of writing a date is enough.
    if read is None or read.isoformat() != given:
        raise BadQuery(name, _("%(parameter)s is a date like 2026-11-20."))
    return read


def house_id(query: Mapping[str, str], name: str = "house") -> int | None:
    """The id of a house; refuses what is none."""
    given = query.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and len(given) <= len(str(LARGEST)) and 1 <= int(given) <= LARGEST):
        raise BadQuery(name, _("%(parameter)s is the number of a house."))
    return int(given)


def _figures_shape(subject: Subject, name: str, **more: serializers.Field[Any, Any, Any, Any]) -> Any:
    columns = {column.value: serializers.IntegerField() for column in COLUMNS[subject]}
    return type(name, (serializers.Serializer,), {**more, **columns})


def _shape(subject: Subject) -> type[serializers.Serializer[Any]]:
    """What `as_json.face` gives, declared for the schema."""
    noun = subject.capitalize()
    key = serializers.JSONField(help_text="Date, RFC 3339 hour, table code, dealer's id, game or month; null: nobody.")
    row = _figures_shape(subject, f"{noun}ReportRow", key=key, label=serializers.CharField())
    body = {
        "subject": serializers.ChoiceField([subject.value]),
        "house": serializers.IntegerField(),
        "currency": serializers.CharField(),
        "time_zone": serializers.CharField(help_text="The house's; hours are shown in it."),
        "from": serializers.DateField(),
        "to": serializers.DateField(),
        "by": serializers.ChoiceField(BY),
        "rows": row(many=True),
        "total": _figures_shape(subject, f"{noun}ReportTotal")(),
        "pending_entries": serializers.IntegerField(help_text="Not rolled up yet; 0: the report is complete."),
    }
    shape: type[serializers.Serializer[Any]] = type(f"{noun}Report", (serializers.Serializer,), body)
    return shape


@extend_schema(parameters=list(PARAMETERS))
class RakeReport(_ReportView):
    """The house's tax: due and taken, by day, hour, table, dealer, game or month."""

    subject = Subject.RAKE
    output = _shape(Subject.RAKE)


@extend_schema(parameters=list(PARAMETERS))
class TipsReport(_ReportView):
    """Tips and what they are of the pots, by day, hour, table, dealer, game or month."""

    subject = Subject.TIPS
    output = _shape(Subject.TIPS)


urlpatterns = [
    path("reports/rake/", RakeReport.as_view(), name="reports-rake"),
    path("reports/tips/", TipsReport.as_view(), name="reports-tips"),
]
