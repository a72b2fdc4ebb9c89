"""Alarms, as the people who look after the system mark them as seen (`/security/`)."""

from casino import house_time, locks
from casino.errors import N_, Refusal
from casino.models import SecurityEvent, User
from casino.selectors import security as selector
from casino.selectors.decisions import SEER
from casino.selectors.security import ALARM
from casino.services import decisions
from casino.transactions import use_case


@use_case("casino.view_logins", decides=ALARM)
def see(*, alarm_id: int, seen: str, actor: User) -> SecurityEvent:
    """Mark an alarm as seen.

    Refuses the person who caused it (`two_people`), one that was marked before (`alarm_seen`), and `stale`.
    """
    selector.alarm(alarm_id, actor=actor)
    event = locks.alarm(alarm_id)
    decisions.refuse_same(ALARM, event, SEER, actor)
    if event.seen_at is not None:
        raise Refusal("alarm_seen", N_("This alarm has already been seen."))
    decisions.refuse_unseen(ALARM, event, seen)
    event.seen_by, event.seen_at = actor, house_time.now()
    event.save(update_fields=["seen_by", "seen_at"])
    return event
