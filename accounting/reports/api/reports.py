"""Reports: `GET reports/rake/` and `GET reports/tips/`, as JSON, CSV or XLSX."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers

from accounting.reports.api.views import FORMAT_AND_HOUSE, PERIOD, ReportView, word
from accounting.reports.files import as_csv, as_json, as_xlsx, columns
from accounting.reports.files.as_csv import Flavour
from accounting.reports.files.columns import COLUMNS
from accounting.reports.selectors import reports
from accounting.reports.selectors.figures import By, Report, Subject
from casino import house_time
from casino.api.reading import reader
from casino.api.rendering import Json
from casino.api.serializers import Serializer

BY = [by.value for by in By]


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


urlpatterns = [
    path("reports/rake/", RakeReport.as_view(), name="reports-rake"),
    path("reports/tips/", TipsReport.as_view(), name="reports-tips"),
]
