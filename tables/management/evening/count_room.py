"""The demo's count room: boxes counted by two people, and the day closed with an empty check list."""

from collections.abc import Mapping
from datetime import timedelta

from accounting.models import Drop, GamingDay, House
from accounting.services import counts
from tables.audit.services import audits, days
from tables.management.evening.room import Room


def close_day(room: Room, day: GamingDay) -> None:
    """Both cashiers count each box and find the booked amount; the audit recomputes all hands; the day is sealed."""
    for box in Drop.objects.filter(gaming_day=day).order_by("pk"):
        for person in room.counters:
            _wait(room, minutes=2)
            counts.count(drop_id=box.pk, found=_chips(box.booked_cents, day.house), actor=person)
    _wait(room, minutes=5)
    audits.audit(day_id=day.pk, actor=room.manager)
    _wait(room, minutes=1)
    days.close_day(day_id=day.pk, actor=room.manager)


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
