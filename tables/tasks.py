"""What Celery runs for the game side.  A task knows nothing: it calls the service that people call by hand."""

from celery import shared_task

from tables.audit.services import audits
from tables.guests.services import erasures
from tables.waiting.services import list_calls


@shared_task(acks_late=True, reject_on_worker_lost=True)
def audit_pieces(run_id: int) -> None:
    """Join an audit that runs; safe to be sent twice, and too late."""
    audits.help_out(run_id=run_id)


@shared_task
def run_out_waits() -> int:
    """Let take effect what has run out on the waiting lists; how many lists that were."""
    return list_calls.sweep()


@shared_task
def run_out_people() -> int:
    """Erase guests whom nobody has seen for long, and addresses of old sign-ins; how many guests went."""
    return erasures.run_out()
