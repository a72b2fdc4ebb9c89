"""What a fault is, and what its planter needs."""

from collections.abc import Callable
from dataclasses import dataclass

from django.db import connection

from accounting.cage.services import counts
from accounting.models import Drop, Entry
from accounting.verdicts import Rule
from tables.floor.services import drops
from tables.hands.services import recording
from tables.hands.services.recording import Summary
from tables.models import Hand
from tests.builders import pieces
from tests.stories.room import SmallRoom


@dataclass(frozen=True)
class Finding:
    """The audit finds it: by which rule, in what (None: whatever it is called)."""

    rule: Rule
    subject: str | None = None


@dataclass(frozen=True)
class Break:
    """The proof finds it: in which book, at which number (None: a balance, a seal), and what it says."""

    book: str
    number: int | None = None
    what: str = ""


Fault = Callable[[SmallRoom], Finding | Break]
FAULTS: dict[str, Fault] = {}


def fault(plant: Fault) -> Fault:
    """Put on the list, by its name."""
    FAULTS[plant.__name__] = plant
    return plant


def sql(statement: str, *values: object) -> None:
    """As the owner of the database, with the triggers off."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, values)
        cursor.execute("SET LOCAL session_replication_role = DEFAULT")


def friday_hand(number: int, table: str = "T01") -> Hand:
    return Hand.objects.filter(table__code=table, number=number).order_by("started_at")[0]


def entry_of(hand: Hand) -> Entry:
    return Entry.objects.get(reference=f"hand:{hand.pk}")


def at_entry(hand: Hand) -> Break:
    entry = entry_of(hand)
    return Break(entry.book.code, entry.number)


def of_hand(rule: Rule, hand: Hand) -> Finding:
    return Finding(rule, f"hand:{hand.pk}")


def key(room: SmallRoom, pot_cents: int = 18_400, flop_seen: bool = True, tip_cents: int = 0, **more: object) -> Hand:
    """A hand at T01, on Sunday, nothing waited for."""
    summary = Summary(pot_cents, flop_seen, 3, tip_cents=tip_cents, **more)
    return recording.record_summary(
        table_id=room.tables["T01"],
        version=room.version(room.tables["T01"]),
        summary=summary,
        actor=room.dealers["T01"],
    ).hand


def keyed_with_rake(room: SmallRoom, rake_cents: int, rule: Rule, **more: object) -> Finding:
    return of_hand(rule, key(room, rake_cents=rake_cents, reason="Chip-Einheit", **more))


def dropped(room: SmallRoom, counted_less_cents: int) -> Drop:
    """T01's boxes are taken on Sunday; two people find so much less in the rake box."""
    drops.drop_boxes(table_id=room.tables["T01"], version=room.version(room.tables["T01"]), actor=room.floor)
    row = Drop.objects.get(gaming_day__state="open", kind=Drop.Kind.RAKE)
    for person in (room.cage, room.second_cage):
        counts.count(drop_id=row.pk, found=pieces(row.booked_cents - counted_less_cents), actor=person)
    return row


def friday_drop(room: SmallRoom, kind: str = "rake") -> Drop:
    return Drop.objects.filter(table_code="T01", kind=kind).order_by("dropped_at")[0]
