"""Writes down refusals, grave commands and alarms, for whoever looks after the system (`/security/`)."""

from datetime import timedelta

from casino import house_time, membership
from casino.errors import NotFound, Refusal, _
from casino.models import SecurityEvent, User
from casino.models.security import ALARMS, SecurityKind
from casino.transactions import use_case

QUIET = timedelta(minutes=1)
"""How long the same refusal of the same person is not written down again."""
_MOST = 255


def note(
    kind: SecurityKind, about: str, *, user: User | None, ip: str | None = None, request_id: str = ""
) -> SecurityEvent:
    """Write an event down; an alarm that nobody has seen is not raised twice.  An inner step."""
    about = about[:_MOST]
    if kind in ALARMS:
        waiting = SecurityEvent.objects.filter(kind=kind, about=about, user=user, seen_at=None).first()
        if waiting is not None:
            return waiting
    return SecurityEvent.objects.create(kind=kind, user=user, about=about, ip=ip, request_id=request_id)


@use_case(None)
def note_refusal(*, about: str, ip: str | None, request_id: str, actor: User) -> None:
    """Write down that somebody was refused for lack of rights, once a minute for the same address."""
    about = about[:_MOST]
    lately = SecurityEvent.objects.filter(user=actor, about=about, at__gt=house_time.now() - QUIET)
    if not lately.exists():
        note(SecurityKind.REFUSED, about, user=actor, ip=ip, request_id=request_id)


@use_case("casino.view_logins")
def see(*, event_id: int, actor: User) -> SecurityEvent:
    """Say that an alarm was seen.  Refuses whoever caused it (`two_people`), and one that was seen (`alarm_seen`)."""
    event = SecurityEvent.objects.filter(membership.of_colleagues(actor), pk=event_id, kind__in=ALARMS).first()
    if event is None:
        raise NotFound("no_such_alarm", _("There is no such alarm."))
    if event.user_id == actor.pk:
        raise Refusal("two_people", _("Somebody else looks at what you have done."))
    now = house_time.now()
    if not SecurityEvent.objects.filter(pk=event.pk, seen_at=None).update(seen_by=actor, seen_at=now):
        raise Refusal("alarm_seen", _("Somebody has seen this alarm already."))
    event.refresh_from_db()
    return event
