"""What all reports have in common: their format, their period and their house."""

from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.reports.files import as_csv, as_xlsx
from accounting.reports.files.as_csv import Flavour
from casino.api.components import NAMED
from casino.api.parsing import LARGEST
from casino.api.problems import BadQuery
from casino.api.reading import READ, answer, reader
from casino.api.rendering import Json
from casino.api.schema import HouseSchema
from casino.api.serializers import Serializer
from casino.errors import N_

Word = TypeVar("Word", bound=StrEnum)


class Format(StrEnum):
    """How a report is answered."""

    JSON = "json"
    CSV = "csv"
    XLSX = "xlsx"


MEDIA_TYPES = {
    Format.CSV: as_csv.MEDIA_TYPE,
    Format.XLSX: as_xlsx.MEDIA_TYPE,
}

PERIOD = (
    OpenApiParameter("from", OpenApiTypes.DATE, description="First gaming day; by default the last one shown."),
    OpenApiParameter("to", OpenApiTypes.DATE, description="Last gaming day, included; by default the latest."),
)
FORMAT_AND_HOUSE = (
    OpenApiParameter("format", OpenApiTypes.STR, enum=list(Format), default=Format.JSON.value),
    OpenApiParameter(
        "flavour",
        OpenApiTypes.STR,
        enum=list(Flavour),
        default=Flavour.EXCEL.value,
        description="Of CSV: for a German Excel, or for machines (whole cents, no total). In both, a text that a "
        "spreadsheet would compute has an apostrophe before it.",
    ),
    OpenApiParameter(
        "house",
        {"type": "integer", "minimum": 1, "maximum": LARGEST},
        description="Needed where there are several houses.",
        extensions={NAMED: "Reported-House"},
    ),
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
    """Adds the view's parameters, and its answers that are files."""

    def get_override_parameters(self) -> list[Any]:
        assert isinstance(self.view, ReportView)
        return [*super().get_override_parameters(), *self.view.parameters]

    def get_response_serializers(self) -> Any:
        files = {
            ("200", MEDIA_TYPES[Format.CSV]): OpenApiTypes.STR,
            ("200", MEDIA_TYPES[Format.XLSX]): OpenApiTypes.BINARY,
        }
        return super().get_response_serializers() | files


class ReportView(APIView):
    """Base of the reports: reads the query strictly, answers with JSON or a file."""

    permission = "accounting.view_reports"
    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    content_negotiation_class = AnyAccept
    schema = ReportSchema()
    parameters: ClassVar[Sequence[OpenApiParameter]]
    output: ClassVar[type[Serializer]]

    def get(self, request: Request, **path: Any) -> HttpResponse:
        query = query_of(request, self.parameters)
        kind, flavour = word(query, "format", Format, Format.JSON), word(query, "flavour", Flavour, Flavour.EXCEL)
        report = self.report(
            query,
            house_id=house_id(query),
            first=read_date(query, "from"),
            last=read_date(query, "to"),
            actor=reader(request),
        )
        if kind is Format.JSON:
            return answer(self.json(report))
        content = self.csv(report, flavour) if kind is Format.CSV else self.xlsx(report)
        response = HttpResponse(content, content_type=MEDIA_TYPES[kind])
        response.headers["Content-Disposition"] = f'attachment; filename="{self.file_stem(report)}.{kind}"'
        return response

    def report(self, query: Mapping[str, str], **asked: Any) -> Any:
        """Ask the selector; `asked` are `house_id`, `first`, `last` and `actor`."""
        raise NotImplementedError

    def json(self, report: Any) -> Json:
        """The report as `output` describes it."""
        return self.output.json(report)

    def csv(self, report: Any, flavour: Flavour) -> bytes:
        """The report as text."""
        raise NotImplementedError

    def xlsx(self, report: Any) -> bytes:
        """The report as a workbook."""
        raise NotImplementedError

    def file_stem(self, report: Any) -> str:
        """The name of a file, without the dot and what follows."""
        raise NotImplementedError


class PeriodSerializer(Serializer):
    """Base of what says its `from` and `to`, the days `first` and `last` of a report."""

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of Python's."""
        days = {"from": serializers.DateField(source="first"), "to": serializers.DateField(source="last")}
        return {**super().get_fields(), **days}


def query_of(request: Request, parameters: Sequence[OpenApiParameter]) -> dict[str, str]:
    """One value for each name; refuses unknown and repeated names, since an ignored filter would mislead."""
    known = [parameter.name for parameter in parameters]
    for name, values in request.query_params.lists():
        if name not in known:
            raise BadQuery(name, N_("Unknown parameter %(parameter)s. Known parameters: %(known)s."), known=known)
        if len(values) != 1:
            raise BadQuery(name, N_("The parameter %(parameter)s appears more than once."))
    return {name: str(value) for name, value in request.query_params.items()}


def word(query: Mapping[str, str], name: str, words: type[Word], default: Word) -> Word:
    """One of `words`; refuses any other value."""
    given = query.get(name, default.value)
    found = next((each for each in words if each.value == given), None)
    if found is None:
        raise BadQuery(name, N_("%(parameter)s must be one of %(known)s."), known=[each.value for each in words])
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
        raise BadQuery(name, N_("%(parameter)s must be a date such as 2026-11-20."))
    return read


def house_id(query: Mapping[str, str], name: str = "house") -> int | None:
    """The id of a house; refuses anything that cannot be one."""
    given = query.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and len(given) <= len(str(LARGEST)) and 1 <= int(given) <= LARGEST):
        raise BadQuery(name, N_("%(parameter)s must be the number of a house."))
    return int(given)
