"""Writes down refusals, grave commands and alarms, for the people who look after the system (`/security/`)."""

import hashlib
from datetime import timedelta

from casino import house_time
from casino.models import SecurityEvent, User
from casino.models.security import ALARMS, SecurityKind
from casino.transactions import use_case

QUIET = timedelta(minutes=1)
"""How long the same refusal of the same person is not written down again."""
_MOST = 255


def note(
    kind: SecurityKind,
    about: str,
    *,
    user: User | None,
    ip: str | None = None,
    request_id: str = "",
    is_foreign: bool = False,
) -> SecurityEvent:
    """Write an event down; an alarm that nobody has seen is not raised twice.  An inner step.

    `is_foreign`: a stranger typed the text, which may be a guest's name: no digest of it outlasts an erasure.
    """
    about = about[:_MOST]
    digest = ""
    if kind in ALARMS:
        waiting = SecurityEvent.objects.filter(kind=kind, about=about, user=user, seen_at=None).first()
        if waiting is not None:
            return waiting
        if not is_foreign:
            digest = hashlib.sha256(about.encode()).hexdigest()
    return SecurityEvent.objects.create(
        kind=kind,
        user=user,
        about=about,
        about_digest=digest,
        ip=ip,
        request_id=request_id,
        at=house_time.now(),
    )


@use_case(None)
def note_refusal(*, about: str, ip: str | None, request_id: str, actor: User) -> None:
    """Write down that somebody was refused for lack of rights, once a minute for the same address."""
    about = about[:_MOST]
    lately = SecurityEvent.objects.filter(user=actor, about=about, at__gt=house_time.now() - QUIET)
    if not lately.exists():
        note(SecurityKind.REFUSED, about, user=actor, ip=ip, request_id=request_id)
