"""Celery tasks of the money side; each only calls a service."""

from celery import shared_task

from accounting.services import rollups


@shared_task
def roll_up() -> None:
    """Roll up new entries; run every 30 s by beat."""
    rollups.roll_up()
