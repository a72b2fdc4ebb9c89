"""Links of the chains for a third party to check: canonical text, previous digest, own digest."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from accounting import chain
from accounting.chain import EntryFacts, Move
from accounting.models import Entry, Transfer


@dataclass(frozen=True, slots=True)
class Link:
    """An entry with `content`, the text its digest covers; digests in hexadecimal."""

    entry: Entry
    moves: tuple[Move, ...]
    content: str
    previous: str
    digest: str


def of_subjects(house_id: int, subjects: Sequence[str]) -> list[Link]:
    """The links of all entries about these subjects, by book and number."""
    moves = Prefetch("transfers", Transfer.objects.order_by("position"))
    rows = (
        Entry.objects.filter(house_id=house_id, subject__in=subjects)
        .select_related("book", "gaming_day", "assessment", "wager", "actor")
        .prefetch_related(moves)
        .order_by("book__code", "number")
    )
    return [_link(row) for row in rows]


def _link(row: Entry) -> Link:
    facts = _facts(row)
    return Link(
        entry=row,
        moves=tuple(facts.moves),
        content=chain.content(facts).decode(),
        previous=_previous(row).hex(),
        digest=bytes(row.digest).hex(),
    )


def _previous(row: Entry) -> bytes:
    if row.number == 1:
        return chain.GENESIS
    return bytes(Entry.objects.values_list("digest", flat=True).get(book_id=row.book_id, number=row.number - 1))


def _facts(row: Entry) -> EntryFacts:
    assessed, wagered = getattr(row, "assessment", None), getattr(row, "wager", None)
    return EntryFacts(
        house_id=row.house_id,
        book=row.book.code,
        code=row.code,
        subject=row.subject,
        at=row.at,
        gaming_day=row.gaming_day.date,
        actor_id=row.actor_id,
        reason=row.reason,
        reference=row.reference,
        reverses=row.reverses_id,
        evidence=bytes(row.evidence),
        moves=[Move(move.source, move.destination, move.amount_cents) for move in row.transfers.all()],
        assessment=assessed.facts if assessed is not None else None,
        wager=wagered.facts if wagered is not None else None,
        key_digest=None if row.key_digest is None else bytes(row.key_digest),
    )
