"""Reports: `GET reports/rake/` and `GET reports/tips/`, as JSON, CSV or XLSX; and what all reports have in common."""

from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from typing import Any, ClassVar, TypeVar

from django.http import HttpResponse
from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.reports import as_csv, as_json, as_xlsx, columns, period_file
from accounting.reports.as_csv import Flavour
from accounting.reports.columns import COLUMNS
from accounting.selectors import periods, reports
from accounting.selectors.figures import By, Report, Subject
from accounting.selectors.periods import PeriodReport, Span
from casino import house_time
from casino.api.parsing import LARGEST
from casino.api.problems import BadQuery
from casino.api.reading import READ, answer, reader
from casino.api.rendering import Json
from casino.api.schema import HouseSchema
from casino.api.serializers import Serializer
from casino.errors import _

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

BY = [by.value for by in By]
SPANS = [(one.value, one.value) for one in Span]
MOST_SHIFTS = 24

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
            raise BadQuery(name, _("Unknown parameter %(parameter)s. Known parameters: %(known)s."), known=known)
        if len(values) != 1:
            raise BadQuery(name, _("The parameter %(parameter)s appears more than once."))
    return {name: str(value) for name, value in request.query_params.items()}


def word(query: Mapping[str, str], name: str, words: type[Word], default: Word) -> Word:
    """One of `words`; refuses any other value."""
    given = query.get(name, default.value)
    found = next((each for each in words if each.value == given), None)
    if found is None:
        raise BadQuery(name, _("%(parameter)s must be one of %(known)s."), known=[each.value for each in words])
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
        raise BadQuery(name, _("%(parameter)s must be a date such as 2026-11-20."))
    return read


def house_id(query: Mapping[str, str], name: str = "house") -> int | None:
    """The id of a house; refuses anything that cannot be one."""
    given = query.get(name)
    if given is None:
        return None
    if not (given.isascii() and given.isdigit() and len(given) <= len(str(LARGEST)) and 1 <= int(given) <= LARGEST):
        raise BadQuery(name, _("%(parameter)s must be the number of a house."))
    return int(given)


class _FiguresReport(ReportView):
    """Rake or tips; a subclass names the subject."""

    parameters = (
        *PERIOD,
        OpenApiParameter("by", OpenApiTypes.STR, enum=BY, default=By.DAY.value),
        *FORMAT_AND_HOUSE,
    )
    subject: ClassVar[Subject]

    def report(self, query: Mapping[str, str], **asked: Any) -> Report:
        return reports.report(subject=self.subject, by=word(query, "by", By, By.DAY), **asked)

    def json(self, report: Report) -> Json:
        return as_json.render(report)

    def csv(self, report: Report, flavour: Flavour) -> bytes:
        return as_csv.render(report, flavour)

    def xlsx(self, report: Report) -> bytes:
        return as_xlsx.render(report, asked_by=str(reader(self.request)), at=house_time.now())

    def file_stem(self, report: Report) -> str:
        return columns.file_stem(report)


def _figures(subject: Subject, name: str, **more: serializers.Field[Any, Any, Any, Any]) -> type[Serializer]:
    figures = {column.value: serializers.IntegerField() for column in COLUMNS[subject]}
    timed = {
        column.value: serializers.IntegerField(required=False, help_text="By table and by dealer only.")
        for column in (columns.TIMED if subject is Subject.RAKE else ())
    }
    return type(name, (Serializer,), {**more, **figures, **timed})


def _output(subject: Subject) -> type[Serializer]:
    """Describes what `as_json` writes of this subject."""
    noun = subject.capitalize()
    key = serializers.JSONField(
        help_text="Date, RFC 3339 hour, table code, dealer's id, game, blinds (cents) or month; null: none."
    )
    row = _figures(subject, f"{noun}ReportRow", key=key, label=serializers.CharField())
    body = {
        "subject": serializers.ChoiceField([subject.value]),
        "house": serializers.IntegerField(),
        "currency": serializers.CharField(),
        "time_zone": serializers.CharField(help_text="The house's; hours are shown in it."),
        "from": serializers.DateField(),
        "to": serializers.DateField(),
        "by": serializers.ChoiceField(BY),
        "rows": row(many=True),
        "total": _figures(subject, f"{noun}ReportTotal")(),
        "pending_entries": serializers.IntegerField(help_text="Not rolled up yet; 0: the report is complete."),
    }
    return type(f"{noun}Report", (Serializer,), body)


class RakeReport(_FiguresReport):
    """The house's tax: due and taken, by day, hour, table, dealer, game, stake or month."""

    subject = Subject.RAKE
    output = _output(Subject.RAKE)


class TipsReport(_FiguresReport):
    """Tips and their share of the pots, by day, hour, table, dealer, game, stake or month."""

    subject = Subject.TIPS
    output = _output(Subject.TIPS)


class PeriodSpanSerializer(PeriodSerializer):
    """A period: its gaming days, or one shift of a day, and the moments between which it lies."""

    span = serializers.ChoiceField(SPANS)
    shift = serializers.IntegerField(allow_null=True)
    begins_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField()


class PeriodLineSerializer(Serializer):
    """One figure beside the two earlier periods; null: there is none yet, or the house had no gaming day then."""

    section = serializers.CharField()
    name = serializers.CharField()
    unit = serializers.ChoiceField(["count", *period_file.UNITS.values()])
    value = serializers.IntegerField(allow_null=True)
    before = serializers.IntegerField(allow_null=True)
    weekdays = serializers.IntegerField(allow_null=True)


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
        raise BadQuery("shift", _("%(parameter)s must be the number of a shift."))
    return int(given)


urlpatterns = [
    path("reports/rake/", RakeReport.as_view(), name="reports-rake"),
    path("reports/period/", PeriodView.as_view(), name="reports-period"),
    path("reports/tips/", TipsReport.as_view(), name="reports-tips"),
]
