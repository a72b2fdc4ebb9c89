"""What a night's rows say, read by somebody who does not trust the services: each fact is recomputed from them."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise
from statistics import median

from django.db.models import Q

from tables.models import DealerBreak, Down, Hand, Session, Sitting, WaitingEntry, WaitingEvent
from tests.stories.friday.night import FridayNight


def overlaps(stays: Iterable[tuple[object, datetime, datetime | None]]) -> list[object]:
    """Whose stays overlap: rows of (whose, from, to)."""
    found = []
    ordered = sorted(stays, key=lambda row: (str(row[0]), row[1]))
    for (whose, _since, until), (other, since, _until) in pairwise(ordered):
        if whose == other and (until is None or since < until):
            found.append(whose)
    return found


def seats_taken_twice() -> list[object]:
    """Seats on which two sat at once."""
    rows = Sitting.objects.values_list("table__code", "seat", "sat_at", "left_at")
    return overlaps(((code, seat), since, until) for code, seat, since, until in rows)


def guests_at_two_seats() -> list[object]:
    return overlaps(Sitting.objects.values_list("guest_id", "sat_at", "left_at"))


def dealers_at_two_tables() -> list[object]:
    return overlaps(Down.objects.values_list("dealer_id", "started_at", "ended_at"))


def tables_with_two_dealers() -> list[object]:
    return overlaps(Down.objects.values_list("table_id", "started_at", "ended_at"))


def overtaken_in_silence() -> list[tuple[int, int]]:
    """Who was called, and who stood before him of whom nothing says why he was passed over.

    The order of each list is told again from its events alone: joined at the bottom, a missed call to the bottom (the
    night's house has it so), a call that was taken back to where they stood.
    """
    found = []
    events = WaitingEvent.objects.select_related("entry").order_by("pk")
    queues: dict[int, set[int]] = defaultdict(set)
    stood: dict[int, int] = {}
    skipped: dict[int, set[int]] = defaultdict(set)
    for event in events:
        queue, passed = queues[event.entry.waiting_list_id], skipped[event.entry.waiting_list_id]
        match event.kind:
            case "joined" | "missed":
                stood[event.entry_id] = event.pk
                queue.add(event.entry_id)
            case "withdrawn":
                queue.add(event.entry_id)
            case "skipped":
                assert event.cause, "a skip says why"
                passed.add(event.entry_id)
            case "called":
                before = {other for other in queue if stood[other] < stood[event.entry_id]}
                found += [(event.entry_id, other) for other in sorted(before - passed)]
                queue.remove(event.entry_id)
                passed.clear()
            case "left" | "struck":
                queue.discard(event.entry_id)
            case "moved":
                raise AssertionError("nobody of the night does that")
    return found


def skipped_without_cause() -> int:
    """Guests who were passed over, or moved, and nobody says why."""
    rows = WaitingEvent.objects.filter(kind__in=["skipped", "moved", "missed", "struck"])
    return rows.filter(Q(cause="") | Q(cause="floor", reason="")).count()


@dataclass(frozen=True, slots=True)
class Waits:
    """How the estimates did, against how long those who had one waited for their first call; in minutes.

    `estimates_right`: how often he waited no longer than the median he was told (a half, where it is honest);
    `within_range`: how often it fell into the range he was told (four of five).
    """

    estimates: int
    estimates_of_none: int
    gave_up_before: int
    compared: int
    waited_median: float
    estimated_median: float
    ratio_median: float
    estimates_right: float
    within_range: float


def waits(friday: FridayNight) -> Waits:
    """Estimates beside waits; who went home before he was called waited longer than anybody knows."""
    called = WaitingEvent.objects.filter(kind="called").order_by("-pk")  # the first call stands last, and stays
    calls = dict(called.values_list("entry_id", "at"))
    known = [one for one in friday.said if one.median]
    compared = [(one, (calls[one.entry_id] - one.at) / timedelta(minutes=1)) for one in known if one.entry_id in calls]
    waited, told = median(wait for _one, wait in compared), median(one.median or 0 for one, _wait in compared)
    return Waits(
        estimates=len(friday.said),
        estimates_of_none=sum(one.median == 0 for one in friday.said),
        gave_up_before=len(known) - len(compared),
        compared=len(compared),
        waited_median=round(waited, 1),
        estimated_median=told,
        ratio_median=round(waited / told, 3),
        estimates_right=round(sum(wait <= (one.median or 0) for one, wait in compared) / len(compared), 3),
        within_range=round(
            sum((one.soonest or 0) <= wait <= (one.latest or 720) for one, wait in compared) / len(compared), 3
        ),
    )


def figures(friday: FridayNight) -> dict[str, object]:
    """What happened."""
    events = Counter(WaitingEvent.objects.values_list("kind", flat=True))
    return {
        "guests": len(friday.room.visitors),
        "guests seated": Sitting.objects.values("guest_id").distinct().count(),
        "sittings": Sitting.objects.count(),
        "tables opened": Session.objects.count(),
        "tables broken": friday.broken,
        "at once, tables": friday.most_tables,
        "at once, guests": friday.most_guests,
        "dealers": len(friday.room.dealers),
        "downs": Down.objects.count(),
        "breaks": DealerBreak.objects.count(),
        "pushes nobody could make": friday.rota.undone,
        "hands": Hand.objects.count(),
        "rake, euros": friday.rake_cents // 100,
        "places on lists": WaitingEntry.objects.count(),
        **{f"… {kind}": count for kind, count in sorted(events.items())},
    }
