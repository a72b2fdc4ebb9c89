"""The line-up: who pushes whom, when, and who then goes on his break (domain §4.9).

Whoever is ready goes in, the longest rested first; a table whose down ends at the same time may be pushed by the dealer
of another one (the push goes down the line), so that one spare dealer is enough for a room.  Who has had most of his
breaks stays at work, who has had least comes out.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from tables.rules.rota import working_time
from tables.rules.rota.terms import RotaRules
from tables.rules.rota.working_time import Work

_NEVER: Final = datetime.min.replace(tzinfo=UTC)


class Duty(StrEnum):
    """What a dealer does now."""

    AWAY = "away"  # not on shift
    READY = "ready"
    DEALING = "dealing"
    ON_BREAK = "on_break"


class Obstacle(StrEnum):
    """Why a dealer cannot be pushed to a table, the gravest first."""

    AWAY = "away"
    ON_BREAK = "on_break"
    OVER_MOST = "over_most"
    BREAK_DUE = "break_due"
    OVER_USUAL = "over_usual"
    NOT_QUALIFIED = "not_qualified"
    SAME_TABLE = "same_table"


WAIVABLE: Final = frozenset({Obstacle.OVER_USUAL, Obstacle.NOT_QUALIFIED, Obstacle.SAME_TABLE})
"""What a reason outweighs: eight hours may become ten (ArbZG §3), a break and ten hours are nobody's to waive."""


@dataclass(frozen=True, slots=True)
class Dealer:
    """A dealer as the line-up sees him; `since`: of his duty.  Without `work` the house keeps no rota."""

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
    """A table in play: what it takes to deal there, who does and since when."""

    table_id: int
    needs: frozenset[str]
    dealer_id: int | None = None
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """The next push of a table: when, by whom (None: nobody can), and what becomes of who deals there now.

    He pushes the next table, or goes on his break of so many minutes, or (where the house keeps no rota) is free.
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
    """Why he cannot be pushed there at `now`; with `until`, why he could not stay so long."""
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
    """Whether there is another table that he could deal at: who knows one game only comes back to its one table."""
    others = (other for other in boxes if other.table_id != box.table_id)
    return any(not rules.checks_qualification or other.needs <= dealer.skills for other in others)


def due_at(box: Box, dealer: Dealer | None, rules: RotaRules, now: datetime) -> datetime:
    """When a table is to be pushed: after a down, or when its dealer's time is over; at once where nobody deals."""
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
    edge = now + timedelta(minutes=rules.lead_minutes)
    due = [box for box in order if times[box.table_id] <= edge]
    now_there = _together(due, boxes, dealers, rules, now)
    moves = {dealer_id: table_id for table_id, dealer_id in now_there.items()}
    later = [box for box in order if box not in due]
    comes = now_there | _forecast(later, boxes, [one for one in dealers if one.id not in moves], rules, times)
    # A whole break where the tables due meanwhile have somebody; else the shortest that is one.
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


def _together(
    due: Sequence[Box], boxes: Sequence[Box], dealers: Sequence[Dealer], rules: RotaRules, now: datetime
) -> dict[int, int]:
    """Who goes where in one push: as many tables as can be, and out come those who had the least of their breaks.

    A line ends where somebody comes out, so his table is thought of last; where that serves fewer tables than
    thinking of those first that are due first, these are.
    """
    people = {one.id: one for one in dealers}
    by_need = sorted(due, key=lambda box: _work_order(people.get(box.dealer_id or 0), rules, now))
    lines = (_lines(order, boxes, dealers, rules, now) for order in (by_need, due))
    return max(lines, key=len)


def _lines(
    due: Sequence[Box], boxes: Sequence[Box], dealers: Sequence[Dealer], rules: RotaRules, now: datetime
) -> dict[int, int]:
    """First who is ready goes in, then down the line who has just been relieved.

    Every line begins with somebody who is ready: two dealers who only changed places would both have no break.
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
    """Whether anything keeps him from a whole down at that table, his own end of work included."""
    until = at + rules.down
    if dealer.id == box.dealer_id or (dealer.ends_at is not None and dealer.ends_at < until):
        return True
    return bool(obstacles(dealer, box, boxes, rules, at, until=until))


def rest_order(dealer: Dealer) -> tuple[datetime, int]:
    """The longest rested first; who has not dealt yet before all."""
    return (dealer.since or _NEVER, dealer.id)


def _work_order(dealer: Dealer | None, rules: RotaRules, now: datetime) -> tuple[timedelta, timedelta, int]:
    """Who stays at work first: he who has had most of his breaks, then he whose last was latest; before all nobody."""
    if dealer is None:
        return (timedelta.min, timedelta.min, 0)
    if dealer.work is None:
        return (timedelta(), now - (dealer.since or _NEVER), dealer.id)
    time = working_time.of(dealer.work, now, rules)
    return (-time.rested, now - time.stretch_from, dealer.id)


def _matched(tables: Iterable[int], fits: Mapping[int, Sequence[int]]) -> dict[int, int]:
    """As many tables as can be served, each by one who fits: earlier choices give way only where they find another."""
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
    """Who comes to the tables that are not due yet: who is ready, then who is back from his break by then."""
    queue = sorted((one for one in dealers if one.duty is Duty.READY), key=rest_order)
    back = [(one.back_at, one.id, one) for one in dealers if one.duty is Duty.ON_BREAK and one.back_at is not None]
    queue += [one for _at, _id, one in sorted(back, key=lambda place: place[:2])]
    chosen: dict[int, int] = {}
    for box in later:
        at = times[box.table_id]
        for one in queue:
            came_back = Dealer(
                one.id, Duty.READY, one.since, one.skills, _back(one), None, one.last_table_id, one.ends_at
            )
            if (one.back_at is None or one.back_at <= at) and not _keeps_out(came_back, box, boxes, rules, at):
                chosen[box.table_id] = one.id
                queue.remove(one)
                break
    return chosen


def _back(dealer: Dealer) -> Work | None:
    """His shift as it will be once he is back when he is to be."""
    if dealer.work is None:
        return None
    spans = (working_time.Span(span.begins, span.ends or dealer.back_at) for span in dealer.work.breaks)
    return Work(dealer.work.came_at, tuple(spans))
