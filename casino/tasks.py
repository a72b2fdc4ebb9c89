"""Celery tasks of this package; each only calls a service."""

from celery import shared_task

from casino.services import answers, job_files, jobs, sign_in


@shared_task(acks_late=True)
def run_job(job_id: int) -> None:
    """Do the work of one job; safe to be sent twice."""
    jobs.run(job_id=job_id)


@shared_task
def sweep_jobs() -> None:
    """Send lost jobs again; every minute by beat."""
    jobs.sweep()


@shared_task
def forget_answers() -> None:
    """Delete answers older than a week; every hour by beat."""
    answers.forget()


@shared_task
def forget_sessions() -> None:
    """Delete sessions and tokens that are over; every hour by beat."""
    sign_in.forget()


@shared_task
def forget_files() -> None:
    """Delete files older than a week; every hour by beat."""
    job_files.forget()
