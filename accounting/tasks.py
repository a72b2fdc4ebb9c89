"""What Celery runs for the money side.  A task knows nothing: it calls the service that people call by hand."""

from celery import shared_task

from accounting.services import rollups


@shared_task
def roll_up() -> None:
    """Bring the roll-ups up to the books; every 30 s by beat."""
    rollups.roll_up()
