"""Proves that entries and their vouchers match one to one: boxes and their counts, slips, shifts at windows.

A voucher is a row outside the ledger that says why money moved.  Its entry contains a digest of its facts, so a later
change of the voucher is detected here.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass

from accounting import chain
from accounting.cage.services import boxes, counts, shifts, slips
from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from accounting.models import Drop, Entry, EntryCode, JackpotSlip, Slip, WindowShift

_ENTRY = "id", "book__code", "number", "house_id", "gaming_day_id", "actor_id", "subject", "evidence"


@dataclass(frozen=True, slots=True)
class Voucher:
    """A row that an entry rests on: how its entry is found (`key`), and what the entry must contain.

    `gaming_day_id` or `actor_id` None: the row has none, so the entry's is not compared.
    """

    key: Hashable
    name: str
    book: str
    house_id: int
    gaming_day_id: int | None
    actor_id: int | None
    evidence: bytes
    subject: str


@dataclass(frozen=True, slots=True)
class Booked:
    """The fields of an entry that are compared with its voucher."""

    id: int
    book: str
    number: int
    house_id: int
    gaming_day_id: int
    actor_id: int
    subject: str
    evidence: bytes


Key = Callable[[Booked], Hashable]


def by_id(entry: Booked) -> Hashable:
    """The key where a voucher names its entry."""
    return entry.id


def by_subject(entry: Booked) -> Hashable:
    """The key where a subject has one entry of the codes."""
    return entry.subject


def by_subject_and_day(entry: Booked) -> Hashable:
    """The key where a subject has at most one entry of the codes a gaming day."""
    return entry.subject, entry.gaming_day_id


def prove() -> Iterator[Broken]:
    """Vouchers and entries of this app that do not match (one of `settings.PROVERS`)."""
    yield from matched([EntryCode.DROP], _drops(), by_id)
    yield from matched([EntryCode.COUNT], _counts(), by_id)
    yield from matched([EntryCode.FILL, EntryCode.CREDIT, EntryCode.CHANGE], _slips(), by_id)
    yield from gaps(Slip, "slips", "is missing")
    yield from matched([EntryCode.WINDOW_IN], _openings(), by_subject)
    yield from matched([EntryCode.WINDOW_OUT], _closings(), by_subject)


def matched(codes: Iterable[EntryCode], vouchers: Iterable[Voucher], key: Key) -> Iterator[Broken]:
    """Compare vouchers with the entries of these codes; yields what has no counterpart or differs from it."""
    waiting: dict[Hashable, Voucher] = {}
    for voucher in vouchers:
        if voucher.key in waiting:
            yield Broken(voucher.book, None, f"{voucher.name} is there twice")
        waiting[voucher.key] = voucher
    rows = Entry.objects.filter(code__in=list(codes)).order_by("book_id", "number").values_list(*_ENTRY)
    for entry_id, book, number, house, day, actor, subject, evidence in rows.iterator(chains.BATCH):
        entry = Booked(entry_id, book, number, house, day, actor, subject, bytes(evidence))
        found = waiting.pop(key(entry), None)
        if found is None:
            yield Broken(entry.book, entry.number, "what it rests on is not there")
            continue
        yield from (Broken(entry.book, entry.number, what) for what in _differences(found, entry))
    for voucher in waiting.values():
        yield Broken(voucher.book, None, f"{voucher.name} has no entry")


def _differences(voucher: Voucher, entry: Booked) -> Iterator[str]:
    if voucher.evidence != entry.evidence:
        yield f"{voucher.name} was changed after it was booked"
    booked_as = (entry.book, entry.subject, entry.house_id)
    is_of_day = voucher.gaming_day_id in (None, entry.gaming_day_id)
    if booked_as != (voucher.book, voucher.subject, voucher.house_id) or not is_of_day:
        yield f"{voucher.name} belongs to another book, house or gaming day"
    if voucher.actor_id not in (None, entry.actor_id):
        yield f"{voucher.name} is somebody else's"


def _drops() -> Iterator[Voucher]:
    for row in Drop.objects.order_by("pk").iterator(chains.BATCH):
        yield Voucher(
            key=row.entry_id,
            name=f"box {row.pk}",
            book=f"table/{row.table_code}",
            house_id=row.house_id,
            gaming_day_id=row.gaming_day_id,
            actor_id=row.dropped_by_id,
            evidence=chain.evidence(boxes.facts(row)),
            subject=f"session:{row.session_number}",
        )


def _counts() -> Iterator[Voucher]:
    """Counted boxes, each with all its counts; the entry's actor is the person who counted last."""
    counted = Drop.objects.filter(counted_at__isnull=False).prefetch_related("counts").order_by("pk")
    for row in counted.iterator(chains.BATCH):
        of_row = list(row.counts.all())
        yield Voucher(
            key=row.count_entry_id,
            name=f"the count of box {row.pk}",
            book=f"count/{row.table_code}",
            house_id=row.house_id,
            gaming_day_id=row.gaming_day_id,
            actor_id=of_row[-1].counted_by_id if of_row else None,
            evidence=chain.evidence(counts.facts(row, of_row)),
            subject=f"drop:{row.pk}",
        )


def _slips() -> Iterator[Voucher]:
    """Slips that were carried out; no other slip has an entry."""
    for row in Slip.objects.filter(state=Slip.State.DONE).order_by("pk").iterator(chains.BATCH):
        yield Voucher(
            key=row.entry_id,
            name=f"slip {row.number}",
            book=f"table/{row.table_code}",
            house_id=row.house_id,
            gaming_day_id=row.gaming_day_id,
            actor_id=row.done_by_id,
            evidence=chain.evidence(slips.facts(row)),
            subject=f"slip:{row.number}",
        )


def gaps(model: type[Slip] | type[JackpotSlip], book: str, what: str) -> Iterator[Broken]:
    """Gaps in the slip numbers of a house (FinASVO NRW §11)."""
    last: dict[int, int] = {}
    rows = model._default_manager.order_by("house_id", "number").values_list("house_id", "number")
    for house_id, number in rows.iterator(chains.BATCH):
        expected = last.get(house_id, 0) + 1
        if number != expected:
            yield Broken(book, expected, f"slip {expected} {what}")
        last[house_id] = number


def _openings() -> Iterator[Voucher]:
    for row in WindowShift.objects.select_related("window").order_by("pk").iterator(chains.BATCH):
        yield _of_shift(row, "opening", row.opened_by_id, shifts.opening_facts(row))


def _closings() -> Iterator[Voucher]:
    closed = WindowShift.objects.filter(closed_at__isnull=False).select_related("window").order_by("pk")
    for row in closed.iterator(chains.BATCH):
        yield _of_shift(row, "closing", row.closed_by_id, shifts.closing_facts(row))


def _of_shift(row: WindowShift, what: str, actor_id: int | None, facts: list[object]) -> Voucher:
    return Voucher(
        key=shifts.subject(row),
        name=f"the {what} of shift {row.pk}",
        book=shifts.book(row.window.code),
        house_id=row.window.house_id,
        gaming_day_id=row.gaming_day_id,
        actor_id=actor_id,
        evidence=chain.evidence(facts),
        subject=shifts.subject(row),
    )
