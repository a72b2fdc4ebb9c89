"""Long work on a page: what was asked for, how far it is, its result or error."""

from datetime import date
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounting.days.pages.house import InHouse
from accounting.findings.selectors import findings
from casino.models import Job
from casino.models.jobs import JobState
from casino.pages.views import Live
from casino.services import jobs

MOST: Final = 50
_KINDS: Final = {
    "audit": _("Audit of a day"),
    "rebuild": _("Figures rebuilt"),
    "export": _("File"),
    "report_mail": _("Report by e-mail"),
    "books": _("Books for the tax authority"),
    "book_rows": _("Rows of the books"),
    "rule_replay": _("Hands under other rules"),
    "subject_access": _("Information for a guest"),
}
_REPORTS: Final = {
    "rake": _("Rake"), "tips": _("Tips"), "match": _("Rake audit"), "bank": _("House games"),
    "day_sheet": _("Day sheet"), "period": _("Report"),
}  # fmt: skip


class Jobs(InHouse, Live):
    """The newest jobs and their progress."""

    permission = findings.PERMISSION
    template_name = "reports/jobs.html"
    part = "reports/_jobs.html"
    watches = "jobs"

    def house_shown(self) -> None:
        """Jobs are shown of every house in which the reader works."""

    @cached_property
    def found(self) -> list[Job]:
        """The jobs that the reader may see."""
        return list(jobs.latest(actor=self.actor, most=MOST))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return {
            **super().get_context_data(**kwargs),
            "jobs": [(job, _KINDS.get(job.kind, job.kind), about(job), outcome(job)) for job in self.found],
            "running": (JobState.QUEUED, JobState.RUNNING),
        }


def about(job: Job) -> str:
    """The subject of a job: a report and its period; a gaming day, or all of them."""
    if job.kind == "export":
        days = dict.fromkeys(str(job.params[name]) for name in ("day", "from", "to") if job.params.get(name))
        period = [date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT") for day in days]
        return f"{_REPORTS.get(job.params['report'], '')} {' – '.join(period)}"
    if job.kind == "rule_replay":
        return str((job.result or {}).get("name", ""))
    if job.kind == "subject_access":
        return f"#{job.params['guest']}"
    day = job.params.get("day")
    return date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT") if day else gettext("all gaming days")


def outcome(job: Job) -> str:
    """The result in a few words; the error of a failed job."""
    if job.state == JobState.FAILED:
        return job.error
    result = job.result or {}
    if job.kind == "audit" and result:
        counted = {"agree": result["agree"], "hands": result["hands"], "findings": result["findings"]}
        return gettext("%(agree)s of %(hands)s hands agree; findings: %(findings)s") % counted
    if job.kind == "rule_replay" and result:
        return gettext("%(same)s of %(hands)s hands have the same result") % result
    return str(result.get("file", ""))
