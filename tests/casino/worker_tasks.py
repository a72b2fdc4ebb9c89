"""A task that leaves a trace in the database and a job that outlives its worker, for the test of real workers."""

import time
from collections.abc import Mapping
from typing import Any

from celery import shared_task

from casino.models import Job, User
from casino.services import jobs


@shared_task
def write_down(kind: str) -> None:
    """One row that says that a worker was here."""
    Job.objects.create(kind=kind, dedupe_key=kind)


def stay(params: Mapping[str, Any], actor: User, progress: jobs.Progress) -> dict[str, Any]:
    """Get halfway, and the first time no farther."""
    progress(1, 2)
    attempts = Job.objects.get(kind="stay").attempts
    if attempts == 1:
        time.sleep(60)
    return {"attempts": attempts}


STAY = jobs.JobKind(permission="accounting.run_jobs", work=stay)
