"""Sign-ins, refusals, grave commands and alarms, in one list by time."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from casino import membership
from casino.errors import N_, NotFound
from casino.models import LoginEvent, SecurityEvent, User
from casino.models.security import ALARMS
from casino.rows import existing
from casino.selectors.decisions import CAUSER, SEER, Duties

MOST = 180
SIGN_INS = "sign-ins"
MISSES = "wrong"
ALARM = Duties(model=SecurityEvent, name=N_("Alarm"), persons={CAUSER: "user", SEER: "seen_by"})


@dataclass(frozen=True, slots=True)
class Line:
    """One line: when, what, who (a name as typed where nobody signed in), about what, from where."""

    at: datetime
    what: str
    who: str
    about: str
    address: str | None
    is_bad: bool


def alarms(*, actor: User) -> list[SecurityEvent]:
    """The alarms that nobody has seen, the latest first; as all here: of colleagues, and of names that nobody has."""
    return list(_unseen(actor).select_related("user"))


def alarm(alarm_id: int, *, actor: User) -> SecurityEvent:
    """One alarm, seen or not; refuses `no_such_alarm`."""
    rows = SecurityEvent.objects.filter(membership.of_colleagues(actor), kind__in=ALARMS).select_related("user")
    return existing(rows.filter(pk=alarm_id), NotFound("no_such_alarm", N_("Alarm not found.")))


def waiting(*, actor: User) -> int:
    """How many alarms nobody has seen."""
    return _unseen(actor).count()


def lines(kind: str = "", *, actor: User) -> list[Line]:
    """The latest of all, of one kind of event, of the sign-ins (`sign-ins`), or of those that failed (`wrong`)."""
    found: list[Line] = []
    colleagues = membership.of_colleagues(actor)
    if kind in ("", SIGN_INS, MISSES):
        logins = LoginEvent.objects.filter(colleagues, Q() if kind != MISSES else Q(ok=False)).select_related(
            "user", "device"
        )
        found += [_of_login(one) for one in logins.order_by("-pk")[:MOST]]
    if kind not in (SIGN_INS, MISSES):
        events = SecurityEvent.objects.filter(colleagues, Q() if not kind else Q(kind=kind)).select_related("user")
        found += [_of_event(one) for one in events.order_by("-pk")[:MOST]]
    return sorted(found, key=lambda one: one.at, reverse=True)[:MOST]


def _unseen(actor: User) -> QuerySet[SecurityEvent]:
    return SecurityEvent.objects.filter(membership.of_colleagues(actor), seen_at=None, kind__in=ALARMS)


def _of_login(one: LoginEvent) -> Line:
    about = str(one.device or "")
    return Line(one.at, one.get_kind_display(), str(one.user or one.username), about, one.ip, not one.ok)


def _of_event(one: SecurityEvent) -> Line:
    return Line(one.at, one.get_kind_display(), str(one.user or ""), one.about, one.ip, one.is_alarm)
