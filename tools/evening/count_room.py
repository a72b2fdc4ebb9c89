"""The demo's count room: boxes counted by two people, and the day closed with an empty check list."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from accounting.cage.services import counts
from accounting.models import Drop, GamingDay, House
from casino.models import User
from tables.audit.services import audits, days
from tools.evening import tips
from tools.evening.room import Room


def close_day(room: Room, day: GamingDay) -> None:
    """Both cashiers count each box and find the booked amount; the audit recomputes all hands; the day is sealed."""
    _count(room, list(Drop.objects.filter(gaming_day=day).order_by("pk")), room.counters)
    tips.record(room, day)
    _wait(room, minutes=5)
    audits.audit(day_id=day.pk, actor=room.manager)
    _wait(room, minutes=1)
    days.close_day(day_id=day.pk, actor=room.manager)


def leave_closing(room: Room, day: GamingDay) -> None:
    """Count and audit as far as one box, which waits for its second count: the day cannot be closed yet."""
    *counted, waiting = Drop.objects.filter(gaming_day=day).order_by("pk")
    _count(room, counted, room.counters)
    _count(room, [waiting], room.counters[:1])
    _wait(room, minutes=5)
    audits.audit(day_id=day.pk, actor=room.manager)


def _count(room: Room, boxes: Sequence[Drop], people: Sequence[User]) -> None:
    for box in boxes:
        for person in people:
            _wait(room, minutes=2)
            counts.count(drop_id=box.pk, found=_chips(box.booked_cents, box.house), actor=person)


def count_once(room: Room, table_code: str) -> None:
    """Count a closed table's tip box once, so that it waits for its second count; its rake box stays uncounted."""
    box = Drop.objects.get(
        gaming_day__state=GamingDay.State.OPEN, table_code=table_code, kind=Drop.Kind.TIPS, counted_at=None
    )
    found = _chips(box.booked_cents, box.house)
    counts.count(drop_id=box.pk, found=found, actor=room.counters[1])


def _wait(room: Room, *, minutes: float) -> None:
    room.clock.forward(room.clock.now() + timedelta(minutes=minutes))


def _chips(cents: int, house: House) -> Mapping[str, int]:
    """Pieces by denomination worth `cents`, the largest first."""
    found = {}
    for denomination in sorted(house.denominations_cents, reverse=True):
        found[str(denomination)], cents = divmod(cents, denomination)
    return found
