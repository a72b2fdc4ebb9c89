"""Celery tasks of this package; each only calls a service."""

from celery import shared_task

from casino import wording
from casino.errors import Refusal
from casino.services import answers, copies, job_files, jobs, sign_in


@shared_task
def run_jobs() -> None:
    """Do the jobs that wait; every two seconds by beat."""
    jobs.run_waiting(_said)


def _said(refusal: Refusal) -> str:
    return f"{refusal.code}: {wording.sentence(refusal)}"


@shared_task
def sweep_jobs() -> None:
    """Queue the jobs of dead workers again; every minute by beat."""
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


@shared_task
def back_up() -> None:
    """Copy the embedded database and check the copy; each night by beat."""
    copies.every_night()
