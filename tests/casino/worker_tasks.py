"""A task that leaves a trace in the database, for the test of real workers and brokers."""

from celery import shared_task

from casino.models import Job


@shared_task
def write_down(kind: str) -> None:
    """One row that says that a worker was here."""
    Job.objects.create(kind=kind, dedupe_key=kind)
