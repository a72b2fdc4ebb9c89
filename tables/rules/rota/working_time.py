"""Working time of one shift: the time worked, the latest start of a break, the latest end of work (ArbZG)."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from tables.rules.rota.terms import RotaRules


@dataclass(frozen=True, slots=True)
class Span:
    """A break; without an end it is still going on."""

    begins: datetime
    ends: datetime | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """A shift so far, with its breaks in order.  Standing by is work."""

    came_at: datetime
    breaks: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class WorkTime:
    """A shift's working time at one instant; each `…until` holds if the dealer works on from now without a break."""

    worked: timedelta
    rested: timedelta
    stretch_from: datetime
    break_by: datetime
    usual_until: datetime
    most_until: datetime


def of(work: Work, now: datetime, rules: RotaRules) -> WorkTime:
    """The working time of a shift at `now`.  A break shorter than the least break counts as work (§4)."""
    least = timedelta(minutes=rules.least_break_minutes)
    pauses = [span for span in work.breaks if span.ends is None or span.ends - span.begins >= least]
    rested = sum(((span.ends or now) - span.begins for span in pauses), timedelta())
    worked = now - work.came_at - rested
    stretch_from = max([work.came_at, *(span.ends or now for span in pauses)])
    return WorkTime(
        worked=worked,
        rested=rested,
        stretch_from=stretch_from,
        break_by=min(_break_by(stretch_from, worked, rested, now, rules)),
        usual_until=now + timedelta(minutes=rules.usual_work_minutes) - worked,
        most_until=now + timedelta(minutes=rules.most_work_minutes) - worked,
    )


def _break_by(
    stretch_from: datetime, worked: timedelta, rested: timedelta, now: datetime, rules: RotaRules
) -> Iterable[datetime]:
    yield stretch_from + timedelta(minutes=rules.longest_stretch_minutes)
    for after, owed in (
        (rules.first_break_after_minutes, rules.first_break_minutes),
        (rules.second_break_after_minutes, rules.second_break_minutes),
    ):
        if rested < timedelta(minutes=owed):
            yield now + timedelta(minutes=after) - worked


def has_rested(ended: datetime | None, begins: datetime | None, rules: RotaRules) -> bool:
    """Whether the rest of §5 lies between the end of a shift and the beginning of the next."""
    return ended is None or begins is None or begins - ended >= timedelta(minutes=rules.rest_minutes)
