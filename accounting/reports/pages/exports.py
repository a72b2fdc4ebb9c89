"""A report as a file: a button asks for it, a worker makes it, a page says when it can be downloaded."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property

from accounting.days.pages.house import InHouse
from accounting.reports.services import exports
from casino.models import Job, JobFile
from casino.models.jobs import JobState
from casino.pages.forms import CommandForm
from casino.pages.views import Command, Live
from casino.services import jobs

_PARAMETERS = {
    "report": "report",
    "by": "by",
    "first": "from",
    "last": "to",
    "day": "day",
    "print": "print",
    "statement": "statement",
    "span": "span",
    "shift": "shift",
}
"""What each field is called when a job is asked for."""


class ExportForm(CommandForm):
    """What the button sends; the service refuses an address that was written by hand and is wrong."""

    report = forms.CharField(max_length=20, widget=forms.HiddenInput)
    by = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    first = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    last = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    day = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    print = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    statement = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)
    span = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    shift = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


class Export(InHouse, Command):
    """Ask for the PDF; the button is on the report's page, this page only repeats it."""

    permission = exports.PERMISSION
    template_name = "reports/export.html"
    form_class = ExportForm
    service = jobs.ask

    def get_initial(self) -> dict[str, Any]:
        return self.request.GET.dict()

    def run(self, values: Mapping[str, Any]) -> str:
        named = {parameter: values[name] for name, parameter in _PARAMETERS.items() if values.get(name)}
        params = {
            **named,
            "house": self.house.code,
            "format": exports.Format.PDF.value,
            "language": self.actor.language,
        }
        job = self.act({"kind": "export", "params": params})
        return reverse("management:file", args=[job.pk])


class ExportedFile(InHouse, Live):
    """How far the job is; then the file, with its digest."""

    permission = exports.PERMISSION
    template_name = "reports/file.html"
    part = "reports/_file.html"
    watches = "jobs"

    def house_shown(self) -> None:
        """Jobs are shown of every house in which the reader works."""

    @cached_property
    def job(self) -> Job:
        """Refuses a job that the reader may not see."""
        return jobs.seen_by(job_id=self.kwargs["pk"], actor=self.actor)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "job": self.job,
            "made": JobFile.objects.defer("content").filter(job=self.job).first(),
            "is_running": self.job.state in (JobState.QUEUED, JobState.RUNNING),
        }
