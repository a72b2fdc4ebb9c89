"""The charge by time: what a table's game asks of each seat, and when it was collected last."""

from datetime import datetime

from accounting.models import Entry, EntryCode
from accounting.policy import rake
from accounting.policy.terms import Time
from tables.play.selectors.situations import Situation


def charge(situation: Situation) -> Time | None:
    """The charge in force; None where the game pays from the pot, and without terms in force."""
    found = rake.parse(situation.charge.terms).charge if situation.charge else None
    return found if isinstance(found, Time) else None


def subject(session_id: int) -> str:
    """The subject of a session's entries for its time."""
    return f"session:{session_id}"


def last_at(session_id: int) -> datetime | None:
    """When the charge was collected last; None: not yet."""
    entries = Entry.objects.filter(subject=subject(session_id), code=EntryCode.TIME_CHARGE)
    return entries.order_by("-at").values_list("at", flat=True).first()
