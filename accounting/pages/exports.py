"""A report as a file: asked for by a button, made by a worker, taken away from a page that says when it is there."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.functional import cached_property

from accounting.pages.house import InHouse
from accounting.services import exports
from casino.models import Job, JobFile
from casino.models.jobs import JobState
from casino.pages.forms import CommandForm, new_key
from casino.pages.views import Command, Context, Live
from casino.services import jobs

_PARAMETERS = {"report": "report", "by": "by", "first": "from", "last": "to", "day": "day", "print": "print"}
"""What each field is called when a job is asked for."""


class ExportForm(CommandForm):
    """What the button says; whoever wrote the address by hand is told by the service what is wrong with it."""

    report = forms.CharField(max_length=20, widget=forms.HiddenInput)
    by = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    first = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    last = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    day = forms.CharField(max_length=20, required=False, widget=forms.HiddenInput)
    print = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)


class Export(InHouse, Command):
    """Have the PDF made; the button stands on the report's page, this one only repeats it."""

    permission = exports.PERMISSION
    template = "management/export.html"
    form_class = ExportForm

    def initial(self) -> dict[str, Any]:
        """What the address asks for."""
        return self.request.GET.dict()

    def run(self, values: Mapping[str, Any]) -> str:
        named = {parameter: values[name] for name, parameter in _PARAMETERS.items() if values.get(name)}
        params = {
            **named,
            "house": self.house.code,
            "format": exports.Format.PDF.value,
            "language": self.actor.language,
        }
        job = jobs.ask(kind="export", params=params, actor=self.actor)
        return reverse("management:file", args=[job.pk])


class ExportedFile(InHouse, Live):
    """How far it is; then the file, with its digest."""

    permission = exports.PERMISSION
    template = "management/file.html"
    part = "management/_file.html"
    watches = "jobs"

    @cached_property
    def job(self) -> Job:
        """Refuses a job that is not his to see."""
        return jobs.seen_by(job_id=self.kwargs["pk"], actor=self.actor)

    def context(self) -> Context:
        return {
            "job": self.job,
            "made": JobFile.objects.defer("content").filter(job=self.job).first(),
            "is_running": self.job.state in (JobState.QUEUED, JobState.RUNNING),
        }


def button(report: str, **asked: object) -> Context:
    """What `management/_pdf.html` needs: the fields of the form as no language changes them, and a fresh key."""
    return {"pdf": {"report": report, **{name: str(value) for name, value in asked.items()}}, "key": new_key()}
