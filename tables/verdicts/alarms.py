"""What on the floor needs somebody now: rules over what stands at the tables, each alarm with its age.  Pure.

A board on which something is always red teaches people not to look, so an alarm says when it began, can
be acknowledged with a reason where nothing else ends it, and comes again when what it rests on (`mark`) has changed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

IDLE_AFTER: Final = timedelta(minutes=8)
SHORT_CENTS: Final = 300
SHORT_WITHIN: Final = timedelta(minutes=30)
TIPS_WITHIN: Final = timedelta(minutes=60)  # an older one is the auditor's; what is large says the house
CHIPS_AFTER: Final = timedelta(minutes=5)  # the way from the window and back; until then they are on the way
GUESTS_TO_PLAY: Final = 2


class Kind(StrEnum):
    """What is the matter; in this order where two began at once."""

    CALL = "call"
    PUSH = "push"
    IDLE = "idle"
    SHORT = "short"
    TIP = "tip"
    CHIPS = "chips"
    ABSENT = "absent"
    COUNTS = "counts"
    PIN = "pin"


# The others end by themselves once somebody has done what they ask for.
ACKNOWLEDGED: Final = frozenset({Kind.PUSH, Kind.IDLE, Kind.SHORT, Kind.TIP})


@dataclass(frozen=True, slots=True)
class Alarm:
    """One thing that waits for somebody: where, since when, what it rests on, the facts of its sentence."""

    kind: Kind
    place: str
    """The table's code; for a tile, the tablet's name."""
    since: datetime
    mark: str
    """Another mark is another alarm: what was acknowledged before says nothing about it."""
    facts: Mapping[str, object] = field(default_factory=dict)
    is_urgent: bool = True
    is_late: bool = False
    """A call that nobody has come to in the house's time: the whole board says so."""

    @property
    def name(self) -> tuple[str, str, str]:
        """As an acknowledgement names it."""
        return self.kind.value, self.place, self.mark


@dataclass(frozen=True, slots=True)
class Play:
    """A table in session: who deals since when, how many could play, when it was played last."""

    code: str
    is_open: bool
    """Not paused."""
    guests: int
    down_id: int | None
    dealt_since: datetime | None
    quiet_since: datetime
    """The last hand or round, or when there were first guests enough to play one."""
    is_banked: bool = False
    """Against the house: one guest is enough, and rounds are dealt."""

    @property
    def could_play(self) -> bool:
        """Whether there is nobody to wait for."""
        return self.is_open and self.guests >= (1 if self.is_banked else GUESTS_TO_PLAY)


@dataclass(frozen=True, slots=True)
class Money:
    """What a table's hands or rounds put into its boxes lately; `None` where there was none of the kind."""

    hands: int = 0
    difference_cents: int = 0
    """Rake taken less rake due, within `SHORT_WITHIN`."""
    short_since: datetime | None = None
    short_entry: int | None = None
    tips: int = 0
    """Large ones."""
    tip_at: datetime | None = None
    tip_entry: int | None = None
    tip_cents: int | None = None


def is_push_overdue(dealt_since: datetime, *, down: timedelta, now: datetime) -> bool:
    """Whether a dealer has been at a table for a whole down."""
    return now - dealt_since >= down


def of_play(table: Play, *, down: timedelta, now: datetime) -> Iterable[Alarm]:
    """The dealer waits to be relieved after a `down` of the house; nobody deals though there are guests enough."""
    if table.dealt_since is not None and is_push_overdue(table.dealt_since, down=down, now=now):
        # Whoever acknowledges it has spoken of this dealer, and for as long as one more down would last.
        downs = (now - table.dealt_since) // down
        yield Alarm(Kind.PUSH, table.code, table.dealt_since + down, f"{table.down_id}-{downs}")
    if table.could_play and now - table.quiet_since >= IDLE_AFTER:
        facts = {"is_banked": table.is_banked}
        yield Alarm(Kind.IDLE, table.code, table.quiet_since, str(int(table.quiet_since.timestamp())), facts)


def of_money(code: str, money: Money) -> Iterable[Alarm]:
    """Too little rake in half an hour; a tip beyond the house's band."""
    if money.difference_cents < -SHORT_CENTS and money.short_since is not None:
        missing = -money.difference_cents
        yield Alarm(Kind.SHORT, code, money.short_since, str(money.short_entry), {"missing_cents": missing})
    if money.tip_at is not None:
        yield Alarm(Kind.TIP, code, money.tip_at, str(money.tip_entry), {"tip_cents": money.tip_cents})


def of_chips(code: str, kind: str, number: int, asked_at: datetime, *, now: datetime) -> Alarm:
    """Chips that were asked for and are not brought yet; urgent only when they should have been here."""
    facts = {"kind": kind, "number": number}
    return Alarm(Kind.CHIPS, code, asked_at, str(number), facts, is_urgent=now - asked_at >= CHIPS_AFTER)


def of_call(
    code: str, mark: str, facts: Mapping[str, object], *, since: datetime, taken_at: datetime | None, late_at: datetime,
    now: datetime,
) -> Alarm:  # fmt: skip
    """Somebody is wanted at a table; while a colleague is on the way it presses nobody, until it is late."""
    is_late = now >= late_at
    return Alarm(Kind.CALL, code, since, mark, facts, is_urgent=is_late or taken_at is None, is_late=is_late)


def of_absent(code: str, seat: int, guest: str, mark: str, since: datetime, *, is_waited_for: bool) -> Alarm:
    """A guest has been away so long that his chips may be picked up; it presses where somebody waits for the game."""
    return Alarm(Kind.ABSENT, code, since, mark, {"seat": seat, "guest": guest}, is_urgent=is_waited_for)


def due_at(
    tables: Iterable[Play],
    found: Iterable[Alarm],
    *,
    down: timedelta,
    now: datetime,
    late: Iterable[datetime] = (),
) -> datetime | None:
    """When the clock alone brings the next alarm: a down is over, no hand for eight minutes, chips or a call are late.

    `down`: how long the house's dealers stay at a table.  `late`: when the calls that wait are late.
    """
    moments = [moment for moment in late if moment > now]
    moments += [alarm.since + CHIPS_AFTER for alarm in found if alarm.kind is Kind.CHIPS and not alarm.is_urgent]
    for table in tables:
        if table.dealt_since is not None:
            moments.append(table.dealt_since + ((now - table.dealt_since) // down + 1) * down)
        if table.could_play and table.quiet_since + IDLE_AFTER > now:
            moments.append(table.quiet_since + IDLE_AFTER)
    return min(moments, default=None)


def standing(alarms: Iterable[Alarm], acknowledged: Iterable[tuple[str, str, str]]) -> list[Alarm]:
    """Those that nobody has acknowledged: what is urgent first, then what has waited longest."""
    silenced = set(acknowledged)
    kinds = list(Kind)
    left = [alarm for alarm in alarms if alarm.name not in silenced]
    return sorted(left, key=lambda alarm: (not alarm.is_urgent, alarm.since, kinds.index(alarm.kind)))


def hands_an_hour(hands: int, *, opened_at: datetime, now: datetime) -> int | None:
    """The pace of the last hour, or since the opening; None while it says nothing yet."""
    seconds = min(int((now - opened_at).total_seconds()), 3600)
    return None if seconds < 600 else (hands * 3600 + seconds // 2) // seconds
