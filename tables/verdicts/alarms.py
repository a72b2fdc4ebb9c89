"""Alarms of the floor: rules over the present state of the tables.  Pure.

A board on which something is always red teaches people not to look, so an alarm says when it began, can be acknowledged
with a reason where nothing else ends it, and comes back when its cause (`mark`) has changed.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

IDLE_AFTER: Final = timedelta(minutes=8)
SHORT_CENTS: Final = 300
SHORT_WITHIN: Final = timedelta(minutes=30)
TIPS_WITHIN: Final = timedelta(minutes=60)  # an older one is left to the auditor; the house says which tips are large
CHIPS_AFTER: Final = timedelta(minutes=5)  # the way from the window and back; until then they are on the way
GUESTS_TO_PLAY: Final = 2


class Kind(StrEnum):
    """The kinds of alarm; in this order where two began at the same time."""

    CALL = "call"
    PUSH = "push"
    IDLE = "idle"
    SHORT = "short"
    TIP = "tip"
    CHIPS = "chips"
    ABSENT = "absent"
    COUNTS = "counts"
    PIN = "pin"


# The others end by themselves once somebody has acted on them.
ACKNOWLEDGED: Final = frozenset({Kind.PUSH, Kind.IDLE, Kind.SHORT, Kind.TIP})


@dataclass(frozen=True, slots=True)
class Alarm:
    """One alarm: its place, its start, its cause (`mark`), and the facts of its sentence."""

    kind: Kind
    place: str
    """The table's code; for a tile, the tablet's name."""
    since: datetime
    mark: str
    """Another mark is another alarm: an earlier acknowledgement does not cover it."""
    facts: Mapping[str, object] = field(default_factory=dict)
    is_urgent: bool = True
    is_late: bool = False
    """Set for a call that nobody has come to within the house's time: the whole board shows it."""

    @property
    def name(self) -> tuple[str, str, str]:
        """The key by which an acknowledgement names it."""
        return self.kind.value, self.place, self.mark


@dataclass(frozen=True, slots=True)
class Play:
    """A table in session: its down, its guests, and the time of the last play."""

    code: str
    is_open: bool
    """Not paused."""
    guests: int
    down_id: int | None
    dealt_since: datetime | None
    quiet_since: datetime
    """The time of the last hand or round, or when there were first enough guests to play one."""
    is_banked: bool = False
    """Against the house: one guest is enough, and rounds are dealt."""

    @property
    def could_play(self) -> bool:
        """Whether the table is open and has enough guests."""
        return self.is_open and self.guests >= (1 if self.is_banked else GUESTS_TO_PLAY)


@dataclass(frozen=True, slots=True)
class Booking:
    """A hand or round whose money may be an alarm: its rake is not what was due, or its tip is large."""

    entry: int | None
    at: datetime
    difference_cents: int
    """Rake taken minus rake due; the other way round for a reversal."""
    is_reversal: bool = False
    tip_cents: int | None = None
    """Only of a large tip."""


@dataclass(frozen=True, slots=True)
class Money:
    """What a table's recent bookings come to; `None` where there was none of the kind."""

    difference_cents: int = 0
    """Rake taken minus rake due, within `SHORT_WITHIN`."""
    short_since: datetime | None = None
    short_entry: int | None = None
    tip_at: datetime | None = None
    tip_entry: int | None = None
    tip_cents: int | None = None


def is_push_overdue(dealt_since: datetime, *, down: timedelta, now: datetime) -> bool:
    """Whether a dealer has been at a table for a whole down."""
    return now - dealt_since >= down


def of_play(table: Play, *, down: timedelta, now: datetime) -> Iterable[Alarm]:
    """The alarms of a table's play: its dealer's `down` is over, or it is idle though it has enough guests."""
    if table.dealt_since is not None and is_push_overdue(table.dealt_since, down=down, now=now):
        # An acknowledgement covers this dealer only, and only until one more down would be over.
        downs = (now - table.dealt_since) // down
        yield Alarm(Kind.PUSH, table.code, table.dealt_since + down, f"{table.down_id}-{downs}")
    if table.could_play and now - table.quiet_since >= IDLE_AFTER:
        facts = {"is_banked": table.is_banked}
        yield Alarm(Kind.IDLE, table.code, table.quiet_since, str(int(table.quiet_since.timestamp())), facts)


def money(bookings: Iterable[Booking], *, now: datetime) -> Money:
    """The sums of a table's bookings, given in their order: the rake of `SHORT_WITHIN`, the tips of `TIPS_WITHIN`."""
    recent = list(bookings)
    raked = [one for one in recent if now - one.at < SHORT_WITHIN]
    short = [one for one in raked if one.difference_cents < 0 and not one.is_reversal]
    tips = [one for one in recent if one.tip_cents is not None and now - one.at < TIPS_WITHIN]
    return Money(
        difference_cents=sum(one.difference_cents for one in raked),
        short_since=short[0].at if short else None,
        short_entry=short[-1].entry if short else None,
        tip_at=tips[-1].at if tips else None,
        tip_entry=tips[-1].entry if tips else None,
        tip_cents=tips[-1].tip_cents if tips else None,
    )


def of_money(code: str, money: Money) -> Iterable[Alarm]:
    """The alarms of a table's money: too little rake within `SHORT_WITHIN`, or a tip beyond the house's band."""
    if money.difference_cents < -SHORT_CENTS and money.short_since is not None:
        missing = -money.difference_cents
        yield Alarm(Kind.SHORT, code, money.short_since, str(money.short_entry), {"missing_cents": missing})
    if money.tip_at is not None:
        yield Alarm(Kind.TIP, code, money.tip_at, str(money.tip_entry), {"tip_cents": money.tip_cents})


def of_chips(code: str, kind: str, number: int, asked_at: datetime, *, now: datetime) -> Alarm:
    """Chips that were asked for and not brought yet; urgent only after `CHIPS_AFTER`."""
    facts = {"kind": kind, "number": number}
    return Alarm(Kind.CHIPS, code, asked_at, str(number), facts, is_urgent=now - asked_at >= CHIPS_AFTER)


def of_call(
    code: str, mark: str, facts: Mapping[str, object], *, since: datetime, taken_at: datetime | None, late_at: datetime,
    now: datetime,
) -> Alarm:  # fmt: skip
    """A call to a table; not urgent while a colleague is on the way, until it is late."""
    is_late = now >= late_at
    return Alarm(Kind.CALL, code, since, mark, facts, is_urgent=is_late or taken_at is None, is_late=is_late)


def of_absent(code: str, seat: int, guest: str, mark: str, since: datetime, *, is_waited_for: bool) -> Alarm:
    """A guest has been away so long that their chips may be picked up; urgent if somebody waits for the game."""
    return Alarm(Kind.ABSENT, code, since, mark, {"seat": seat, "guest": guest}, is_urgent=is_waited_for)


def due_at(
    tables: Iterable[Play],
    found: Iterable[Alarm],
    *,
    down: timedelta,
    now: datetime,
    late: Iterable[datetime] = (),
) -> datetime | None:
    """The next moment at which time alone brings an alarm: the end of a down, an idle table, late chips or calls.

    `down`: how long the house's dealers stay at a table.  `late`: the moments at which waiting calls are late.
    """
    moments = [moment for moment in late if moment > now]
    moments += [alarm.since + CHIPS_AFTER for alarm in found if alarm.kind is Kind.CHIPS and not alarm.is_urgent]
    moments += [moment for table in tables for moment in _of_play_at(table, down=down, now=now)]
    return min(moments, default=None)


def changes_at(
    table: Play, bookings: Iterable[Booking], *, down: timedelta, now: datetime
) -> tuple[datetime | None, datetime | None]:
    """The next moment at which time alone brings an alarm at a table, and the next at which it may take one away."""
    windows = ((one.at + SHORT_WITHIN, one.at + TIPS_WITHIN) for one in bookings)
    over = min((moment for pair in windows for moment in pair if moment > now), default=None)
    return min(_of_play_at(table, down=down, now=now), default=None), over


def _of_play_at(table: Play, *, down: timedelta, now: datetime) -> Iterator[datetime]:
    """The moments at which a table's down is over and at which it is idle, if nothing happens before."""
    if table.dealt_since is not None:
        yield table.dealt_since + ((now - table.dealt_since) // down + 1) * down
    if table.could_play and table.quiet_since + IDLE_AFTER > now:
        yield table.quiet_since + IDLE_AFTER


def standing(alarms: Iterable[Alarm], acknowledged: Iterable[tuple[str, str, str]]) -> list[Alarm]:
    """The alarms that nobody has acknowledged: urgent ones first, then the oldest first."""
    silenced = set(acknowledged)
    kinds = list(Kind)
    left = [alarm for alarm in alarms if alarm.name not in silenced]
    return sorted(left, key=lambda alarm: (not alarm.is_urgent, alarm.since, kinds.index(alarm.kind)))


def hands_an_hour(hands: int, *, opened_at: datetime, now: datetime) -> int | None:
    """Hands an hour in the last hour, or since the opening; None in the first ten minutes."""
    seconds = min(int((now - opened_at).total_seconds()), 3600)
    return None if seconds < 600 else (hands * 3600 + seconds // 2) // seconds
