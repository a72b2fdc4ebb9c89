"""Celery tasks of the money side; each only calls a service."""

from celery import shared_task

from accounting.proof.services import proof_runs
from accounting.reports.services import report_mails, rollups


@shared_task
def roll_up() -> None:
    """Roll up new entries; run every 30 s by beat."""
    rollups.roll_up()


@shared_task
def mail_reports() -> None:
    """Request the mails of reports that are due; every ten minutes by beat."""
    report_mails.request_due()


@shared_task(time_limit=6 * 3600)
def prove() -> None:
    """Prove the books; every night by beat, at CASINO_PROOF_HOUR."""
    proof_runs.prove()
