"""A day's audit on the audit page: the button that starts it, its progress bar, a reload when it is over."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from accounting.findings.selectors import findings
from accounting.models import GamingDay
from casino.models.jobs import JobState
from casino.pages import polls
from casino.pages.views import Live
from tables.audit.pages.days import AboutDay, Audit
from tables.audit.selectors import audits

RUNNING = (JobState.QUEUED, JobState.RUNNING)


def shown(request: HttpRequest, day: GamingDay) -> dict[str, Any]:
    """For `audit/_progress.html`: an audit that waits, runs or has failed; one that is done is not shown."""
    job = audits.job_of(day)
    if job is None or job.state == JobState.DONE:
        return {"job": None}
    return {
        "job": job,
        "is_running": job.state in RUNNING,
        **polls.context(request, reverse("audit:progress", args=[day.pk])),
    }


class AuditProgress(AboutDay, Live):
    """The bar alone; when the audit is over, the page around it is told to reload."""

    permission = findings.PERMISSION
    template_name = part = "audit/_progress.html"
    watches = "jobs"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {**super().get_context_data(**kwargs), **shown(self.request, self.day)}

    def get(self, request: HttpRequest, *args: Any, **path: Any) -> HttpResponse:
        response = super().get(request, **path)
        if response.status_code == 200 and (self.job is None or self.job.state not in RUNNING):
            response.headers["HX-Refresh"] = "true"
        return response


class StartAudit(Audit):
    """Start the audit of the day from the audit page, and return there."""

    def here(self) -> str:
        return f"{reverse('audit:day')}?day={self.day.date}"
