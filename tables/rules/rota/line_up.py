"""The line-up: the next push of each table, its time, and the break of the relieved dealer (domain §4.9).

Ready dealers go in, the longest rested first; a table whose down ends at the same time may be pushed by the dealer of
another one (the push goes down the line), so that one spare dealer is enough for a room.  The dealers with the most
break time stay at work, those with the least come out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from tables.rules.rota import working_time
from tables.rules.rota.terms import RotaRules
from tables.rules.rota.working_time import Work

_NEVER: Final = datetime.min.replace(tzinfo=UTC)


class Duty(StrEnum):
    """A dealer's present duty."""

    AWAY = "away"  # not on shift
    READY = "ready"
    DEALING = "dealing"
    ON_BREAK = "on_break"


class Obstacle(StrEnum):
    """Why a dealer cannot be pushed to a table, the most serious reason first."""

    AWAY = "away"
    ON_BREAK = "on_break"
    OVER_MOST = "over_most"
    BREAK_DUE = "break_due"
    OVER_USUAL = "over_usual"
    NOT_QUALIFIED = "not_qualified"
    SAME_TABLE = "same_table"


WAIVABLE: Final = frozenset({Obstacle.OVER_USUAL, Obstacle.NOT_QUALIFIED, Obstacle.SAME_TABLE})
"""Obstacles that a reason overrides: eight hours may become ten (ArbZG §3); breaks and ten hours cannot be waived."""


@dataclass(frozen=True, slots=True)
class Dealer:
    """A dealer in the line-up; `since`: the start of the present duty.  Without `work` the house keeps no rota."""

    id: int
    duty: Duty
    since: datetime | None
    skills: frozenset[str] = frozenset()
    work: Work | None = None
    table_id: int | None = None
    last_table_id: int | None = None
    ends_at: datetime | None = None
    back_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Box:
    """A table in play: the skills it needs, its dealer, and since when they deal there."""

    table_id: int
    needs: frozenset[str]
    dealer_id: int | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The next push of a table: when, and by which dealer (None: nobody can).

    The relieved dealer pushes `next_table_id`, or has a break of `break_minutes`, or (where the house keeps no rota) is
    free.
    """

    table_id: int
    due_at: datetime
    is_due: bool
    dealer_id: int | None
    relieved_id: int | None
    next_table_id: int | None
    break_minutes: int | None


def obstacles(
    dealer: Dealer, box: Box, boxes: Sequence[Box], rules: RotaRules, now: datetime, *, until: datetime | None = None
) -> list[Obstacle]:
    """Why the dealer cannot be pushed there at `now`; with `until`, also why they could not stay until then."""
    found = [Obstacle.AWAY] if dealer.duty is Duty.AWAY else []
    if dealer.duty is Duty.ON_BREAK:
        found.append(Obstacle.ON_BREAK)
    if dealer.work is None:
        return found
    time = working_time.of(dealer.work, now, rules)
    limits = (
        (Obstacle.OVER_MOST, time.most_until),
        (Obstacle.BREAK_DUE, time.break_by),
        (Obstacle.OVER_USUAL, time.usual_until),
    )
    found += [obstacle for obstacle, limit in limits if limit <= now or (until is not None and limit < until)]
    if rules.checks_qualification and not box.needs <= dealer.skills:
        found.append(Obstacle.NOT_QUALIFIED)
    if not rules.same_table_again and dealer.last_table_id == box.table_id and _has_another(dealer, box, boxes, rules):
        found.append(Obstacle.SAME_TABLE)
    return found


def _has_another(dealer: Dealer, box: Box, boxes: Sequence[Box], rules: RotaRules) -> bool:
    """Whether the dealer could deal at another table; if not, they may come back to the same one."""
    others = (other for other in boxes if other.table_id != box.table_id)
    return any(not rules.checks_qualification or other.needs <= dealer.skills for other in others)


def due_at(box: Box, dealer: Dealer | None, rules: RotaRules, now: datetime) -> datetime:
    """When a table is to be pushed: after a down, or when its dealer's time is over; now if nobody deals there."""
    if box.since is None:
        return now
    ends = [box.since + rules.down]
    if dealer is not None and dealer.work is not None:
        time = working_time.of(dealer.work, now, rules)
        ends += [time.break_by, time.most_until]
    if dealer is not None and dealer.ends_at is not None:
        ends.append(max(dealer.ends_at, box.since))
    return min(ends)


def line_up(boxes: Sequence[Box], dealers: Sequence[Dealer], rules: RotaRules, now: datetime) -> list[Turn]:
    """The next push of every table, the first due first."""
    people = {dealer.id: dealer for dealer in dealers}
    times = {box.table_id: due_at(box, people.get(box.dealer_id or 0), rules, now) for box in boxes}
    order = sorted(boxes, key=lambda box: (times[box.table_id], box.table_id))
    due_until = now + timedelta(minutes=rules.lead_minutes)
    due = [box for box in order if times[box.table_id] <= due_until]
    pushed_now = _push(due, boxes, dealers, rules, now)
    moves = {dealer_id: table_id for table_id, dealer_id in pushed_now.items()}
    later = [box for box in order if box not in due]
    comes = pushed_now | _forecast(later, boxes, [one for one in dealers if one.id not in moves], rules, times)
    # A whole break if the tables due meanwhile have a dealer; else the shortest that counts as one.
    is_covered = all(box.table_id in comes for box in later if times[box.table_id] < now + rules.pause)
    minutes = rules.break_minutes if is_covered else rules.least_break_minutes
    keeps_rota = {one.id for one in dealers if one.work is not None}
    turns = []
    for box in order:
        relieved = box.dealer_id if box.table_id in comes else None
        goes_to = moves.get(relieved) if relieved is not None else None
        rests = relieved in keeps_rota and goes_to is None
        turns.append(
            Turn(
                table_id=box.table_id,
                due_at=times[box.table_id],
                is_due=box in due,
                dealer_id=comes.get(box.table_id),
                relieved_id=relieved,
                next_table_id=goes_to,
                break_minutes=minutes if rests else None,
            )
        )
    return turns


def _push(
    due: Sequence[Box], boxes: Sequence[Box], dealers: Sequence[Dealer], rules: RotaRules, now: datetime
) -> dict[int, int]:
    """The dealer for each table of one push: as many tables as possible, relieving those with the least break time.

    A line of pushes ends where a dealer comes out, so tables are served in the order in which their dealers stay at
    work; where the order in which they are due serves more tables, that one is taken.
    """
    people = {one.id: one for one in dealers}
    by_need = sorted(due, key=lambda box: _work_order(people.get(box.dealer_id or 0), rules, now))
    lines = (_lines(order, boxes, dealers, rules, now) for order in (by_need, due))
    return max(lines, key=len)


def _lines(
    due: Sequence[Box], boxes: Sequence[Box], dealers: Sequence[Dealer], rules: RotaRules, now: datetime
) -> dict[int, int]:
    """The dealer for each table: the ready dealers first, then down the line the dealers just relieved.

    Every line begins with a ready dealer: two dealers who only changed places would both have no break.
    """
    people = {one.id: one for one in dealers}
    ready = sorted((one for one in dealers if one.duty is Duty.READY), key=rest_order)
    fits = {box.table_id: [one.id for one in ready if not _keeps_out(one, box, boxes, rules, now)] for box in due}
    chosen = _matched([box.table_id for box in due], fits)
    while True:
        relieved = [people[box.dealer_id] for box in due if box.table_id in chosen and box.dealer_id in people]
        out = sorted(
            (one for one in relieved if one.id not in chosen.values()), key=lambda one: _work_order(one, rules, now)
        )
        waiting = (box for box in due if box.table_id not in chosen)
        step = next(((box, one) for box in waiting for one in out if not _keeps_out(one, box, boxes, rules, now)), None)
        if step is None:
            return chosen
        chosen[step[0].table_id] = step[1].id


def _keeps_out(dealer: Dealer, box: Box, boxes: Sequence[Box], rules: RotaRules, at: datetime) -> bool:
    """Whether anything keeps the dealer from a whole down at that table, the end of their shift included."""
    until = at + rules.down
    if dealer.id == box.dealer_id or (dealer.ends_at is not None and dealer.ends_at < until):
        return True
    return bool(obstacles(dealer, box, boxes, rules, at, until=until))


def rest_order(dealer: Dealer) -> tuple[datetime, int]:
    """Sort key: dealers who have not dealt yet come first, then the longest rested."""
    return (dealer.since or _NEVER, dealer.id)


def _work_order(dealer: Dealer | None, rules: RotaRules, now: datetime) -> tuple[timedelta, timedelta, int]:
    """Sort key of dealers to stay at work: most break time first, then latest break; before all, no dealer."""
    if dealer is None:
        return (timedelta.min, timedelta.min, 0)
    if dealer.work is None:
        return (timedelta(), now - (dealer.since or _NEVER), dealer.id)
    time = working_time.of(dealer.work, now, rules)
    return (-time.rested, now - time.stretch_from, dealer.id)


def _matched(tables: Iterable[int], fits: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """A dealer for as many tables as possible: an earlier choice is changed only where it finds another dealer."""
    taken: dict[int, int] = {}

    def place(table: int, seen: set[int]) -> bool:
        for dealer in fits[table]:
            if dealer not in seen:
                seen.add(dealer)
                if dealer not in taken or place(taken[dealer], seen):
                    taken[dealer] = table
                    return True
        return False

    for table in tables:
        place(table, set())
    return {table: dealer for dealer, table in taken.items()}


def _forecast(
    later: Sequence[Box],
    boxes: Sequence[Box],
    dealers: Sequence[Dealer],
    rules: RotaRules,
    times: Mapping[int, datetime],
) -> dict[int, int]:
    """The dealer for each table not due yet: ready dealers first, then those back from their break by then."""
    queue = sorted((one for one in dealers if one.duty is Duty.READY), key=rest_order)
    resting = [(one.back_at, one.id, one) for one in dealers if one.duty is Duty.ON_BREAK and one.back_at is not None]
    queue += [one for _at, _id, one in sorted(resting, key=lambda place: place[:2])]
    chosen: dict[int, int] = {}
    for box in later:
        at = times[box.table_id]
        for one in queue:
            back = replace(one, duty=Duty.READY, work=_work_when_back(one))
            if (one.back_at is None or one.back_at <= at) and not _keeps_out(back, box, boxes, rules, at):
                chosen[box.table_id] = one.id
                queue.remove(one)
                break
    return chosen


def _work_when_back(dealer: Dealer) -> Work | None:
    """The shift as it will be when the dealer is back at `back_at`."""
    if dealer.work is None:
        return None
    spans = (working_time.Span(span.begins, span.ends or dealer.back_at) for span in dealer.work.breaks)
    return Work(dealer.work.came_at, tuple(spans))
