"""Walking the books: every link computed anew from what is stored, each break named once.

Gathers on its way what the other parts of the proof need: what lies where by the transfers, the entries that seals
name, and each book's last number in each gaming day.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple, TypeVar

from accounting import chain
from accounting.chain import AssessmentFacts, EntryFacts, Move, WagerFacts
from accounting.models import Book, GamingDay
from accounting.selectors import chains
from accounting.selectors.chains import StoredAssessment, StoredEntry, StoredMove, StoredWager, Values

Facts = TypeVar("Facts", AssessmentFacts, WagerFacts)


@dataclass(frozen=True, slots=True)
class Broken:
    """One thing that is not as it was written: which book, which number (None: the whole), and what."""

    book: str
    number: int | None
    what: str


class Head(NamedTuple):
    """A book as its own row has it: the last number and digest."""

    house_id: int
    code: str
    number: int
    digest: bytes


class Day(NamedTuple):
    """A gaming day's house and date."""

    house_id: int
    date: date


class Attached(NamedTuple):
    """What hangs on an entry, as stored."""

    moves: list[StoredMove]
    assessments: list[StoredAssessment]
    wagers: list[StoredWager]


Sealed = tuple[int, str, int]
"""A house's id, a book's code, a number: one entry."""


@dataclass(slots=True)
class Walk:
    """What was seen on the way through all books."""

    entries: int = 0
    transfers: int = 0
    broken: list[Broken] = field(default_factory=list)
    balances_cents: defaultdict[tuple[int, str], int] = field(default_factory=lambda: defaultdict(int))
    digests: dict[Sealed, bytes] = field(default_factory=dict)
    last_numbers: defaultdict[tuple[int, int], dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    """By house and gaming day's id: the last number of each book that was booked into that day."""


@dataclass(slots=True)
class _Chain:
    """How far a book was walked; `links` are the digests that the next entry may be chained to.

    After a digest that does not fit there are two, the stored and the computed one: whichever of content and digest was
    changed, the next entry is not blamed for it.  After a gap there is none, and the next one cannot be checked.
    """

    expected: int = 1
    links: tuple[bytes, ...] = (chain.GENESIS,)

    def follow(self, entry: StoredEntry, content: bytes | None) -> Iterator[tuple[int, str]]:
        """Go on to the next entry; `content` is None where it cannot be spelt (which was said already)."""
        if entry.number < self.expected:
            yield entry.number, "this number is there twice, or below one"
            return
        if entry.number > self.expected:
            yield self.expected, f"number {self.expected} is missing"
            self.links = ()
        stored = bytes(entry.digest)
        computed = []
        if content is not None:
            computed = [chain.link(link, entry.number, entry.id, content) for link in self.links]
            if computed and stored not in computed:
                yield entry.number, "the digest does not fit the content"
        self.links = (stored,) if stored in computed or not computed else (stored, computed[0])
        self.expected = entry.number + 1


def walk(wanted: Iterable[Sealed]) -> Walk:
    """Walk all books; `wanted` are the entries whose digests are asked for."""
    found = Walk()
    asked = frozenset(wanted)
    heads = _heads()
    days = {key: Day(house, at) for key, house, at in GamingDay.objects.values_list("pk", "house_id", "date")}
    tails = {key: _Chain() for key in heads}
    moves, assessments, wagers = chains.moves(), chains.assessments(), chains.wagers()
    for entry in chains.entries():
        attached = Attached(moves.of(entry.row), assessments.of(entry.row), wagers.of(entry.row))
        found.entries += 1
        found.transfers += len(attached.moves)
        head = heads.get(entry.book_id)
        if head is None:
            found.broken.append(Broken("", None, f"entry {entry.id} has no book"))
            continue
        _step(found, tails[entry.book_id], head, days.get(entry.gaming_day_id), entry, attached)
        _gather(found, head, entry, attached.moves, asked)
    for key, head in heads.items():
        found.broken += [Broken(head.code, number, what) for number, what in _ends(head, tails[key])]
    return found


def _heads() -> dict[int, Head]:
    rows = Book.objects.order_by("house_id", "code").values_list("pk", "house_id", "code", "number", "digest")
    return {key: Head(house, code, number, bytes(digest)) for key, house, code, number, digest in rows}


def _step(found: Walk, tail: _Chain, head: Head, day: Day | None, entry: StoredEntry, attached: Attached) -> None:
    said = list(_out_of_place(head, day, entry, attached))
    facts = _facts(head, day, entry, attached)
    if facts is None:
        said.append("what it says cannot be read")
    broken = list(tail.follow(entry, chain.content(facts) if facts else None))
    broken += [(entry.number, what) for what in said]
    found.broken += [Broken(head.code, number, what) for number, what in broken]


def _out_of_place(head: Head, day: Day | None, entry: StoredEntry, attached: Attached) -> Iterator[str]:
    """What the digest does not cover: that all of it is filed where it belongs, and the positions of transfers."""
    if entry.house_id != head.house_id or day is None or day.house_id != entry.house_id:
        yield "it is filed under another house or gaming day"
    for name, rows in (("assessment", attached.assessments), ("wager", attached.wagers)):
        if any((one.house_id, one.gaming_day_id) != (entry.house_id, entry.gaming_day_id) for one in rows):
            yield f"its {name} is filed under another house or gaming day"
        if len(rows) > 1:
            yield f"it has more than one {name}"
    if [move.position for move in attached.moves] != list(range(1, len(attached.moves) + 1)):
        yield "its transfers are not numbered from one on"


def _facts(head: Head, day: Day | None, entry: StoredEntry, attached: Attached) -> EntryFacts | None:
    at = chains.moment(entry.at)
    assessments = [_of_hour(AssessmentFacts, row.facts) for row in attached.assessments[:1]]
    wagers = [_of_hour(WagerFacts, row.facts) for row in attached.wagers[:1]]
    if at is None or day is None or entry.id < 0 or None in (*assessments, *wagers):
        return None
    return EntryFacts(
        house_id=entry.house_id,
        book=head.code,
        code=entry.code,
        subject=entry.subject,
        at=at,
        gaming_day=day.date,
        actor_id=entry.actor_id,
        reason=entry.reason,
        reference=entry.reference,
        reverses=entry.reverses_id,
        evidence=bytes(entry.evidence),
        moves=[Move(*move[2:]) for move in attached.moves],
        assessment=next(iter(assessments), None),
        wager=next(iter(wagers), None),
    )


def _of_hour(facts: type[Facts], stored: Values) -> Facts | None:
    hour, *rest = stored
    at = chains.moment(hour)
    return None if at is None else facts(at, *rest)


def _gather(found: Walk, head: Head, entry: StoredEntry, moves: list[StoredMove], asked: frozenset[Sealed]) -> None:
    for move in moves:
        found.balances_cents[entry.house_id, move.source] -= move.amount_cents
        found.balances_cents[entry.house_id, move.destination] += move.amount_cents
    sealed = (head.house_id, head.code, entry.number)
    if sealed in asked:
        found.digests[sealed] = bytes(entry.digest)
    found.last_numbers[head.house_id, entry.gaming_day_id][head.code] = entry.number


def _ends(head: Head, tail: _Chain) -> Iterator[tuple[int, str]]:
    """Whether the book's own row knows its last entry."""
    last = tail.expected - 1
    if head.number > last:
        yield tail.expected, f"number {tail.expected} is missing"
    elif head.number < last:
        yield head.number + 1, "it stands behind the book's last number"
    elif tail.links and head.digest not in tail.links:
        yield max(last, 1), "the book's head does not fit its last entry"
