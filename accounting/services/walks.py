"""Walking the books: recomputes every link from the stored rows and names each break once.

Also collects what the other parts of the proof need: balances by the transfers, the digests of entries that seals
contain, and each book's last number in each gaming day.
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
    """One break: the book, the entry's number in it (None: the whole book), and what is wrong, in English."""

    book: str
    number: int | None
    what: str


class Head(NamedTuple):
    """The row of a book: its last number and digest."""

    house_id: int
    code: str
    number: int
    digest: bytes


class Day(NamedTuple):
    """A gaming day's house and date."""

    house_id: int
    date: date


class Attached(NamedTuple):
    """The rows that belong to an entry, as stored."""

    moves: list[StoredMove]
    assessments: list[StoredAssessment]
    wagers: list[StoredWager]


Sealed = tuple[int, str, int]
"""Names one entry: a house's id, a book's code, the number in it."""


@dataclass(slots=True)
class Walk:
    """The result of walking all books."""

    entries: int = 0
    transfers: int = 0
    broken: list[Broken] = field(default_factory=list)
    balances_cents: defaultdict[tuple[int, str], int] = field(default_factory=lambda: defaultdict(int))
    digests: dict[Sealed, bytes] = field(default_factory=dict)
    last_numbers: defaultdict[tuple[int, int], dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    """By house and gaming day (ids): for each book with entries of that day, the number of the last one."""


@dataclass(slots=True)
class _Chain:
    """How far a book was walked; `links` are the digests that the next entry may be chained to.

    After a digest that does not fit there are two, the stored and the computed one, so that the next entry is not
    reported for a change of the content or the digest before it.  After a gap there is none: the next entry cannot be
    checked.
    """

    expected: int = 1
    links: tuple[bytes, ...] = (chain.GENESIS,)

    def follow(self, entry: StoredEntry, content: bytes | None) -> Iterator[tuple[int, str]]:
        """Check the next entry; yields (number, problem).  `content` None: unreadable, which the caller reports."""
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
    """Walk all books; the result has the `digests` of the `wanted` entries."""
    found = Walk()
    asked = frozenset(wanted)
    heads = _heads()
    days = {key: Day(house, at) for key, house, at in GamingDay.objects.values_list("pk", "house_id", "date")}
    progress_by_book = {key: _Chain() for key in heads}
    moves, assessments, wagers = chains.moves(), chains.assessments(), chains.wagers()
    for entry in chains.entries():
        attached = Attached(moves.of(entry.row), assessments.of(entry.row), wagers.of(entry.row))
        found.entries += 1
        found.transfers += len(attached.moves)
        head = heads.get(entry.book_id)
        if head is None:
            found.broken.append(Broken("", None, f"entry {entry.id} has no book"))
            continue
        _check(found, progress_by_book[entry.book_id], head, days.get(entry.gaming_day_id), entry, attached)
        _collect(found, head, entry, attached.moves, asked)
    for key, head in heads.items():
        found.broken += [Broken(head.code, number, what) for number, what in _check_head(head, progress_by_book[key])]
    return found


def _heads() -> dict[int, Head]:
    rows = Book.objects.order_by("house_id", "code").values_list("pk", "house_id", "code", "number", "digest")
    return {key: Head(house, code, number, bytes(digest)) for key, house, code, number, digest in rows}


def _check(found: Walk, progress: _Chain, head: Head, day: Day | None, entry: StoredEntry, attached: Attached) -> None:
    problems = list(_out_of_place(head, day, entry, attached))
    facts = _facts(head, day, entry, attached)
    if facts is None:
        problems.append("what it says cannot be read")
    broken = list(progress.follow(entry, chain.content(facts) if facts else None))
    broken += [(entry.number, what) for what in problems]
    found.broken += [Broken(head.code, number, what) for number, what in broken]


def _out_of_place(head: Head, day: Day | None, entry: StoredEntry, attached: Attached) -> Iterator[str]:
    """Check what the digest does not cover: the house and gaming day of all rows, and the transfers' positions."""
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


def _collect(found: Walk, head: Head, entry: StoredEntry, moves: list[StoredMove], asked: frozenset[Sealed]) -> None:
    for move in moves:
        found.balances_cents[entry.house_id, move.source] -= move.amount_cents
        found.balances_cents[entry.house_id, move.destination] += move.amount_cents
    sealed = (head.house_id, head.code, entry.number)
    if sealed in asked:
        found.digests[sealed] = bytes(entry.digest)
    found.last_numbers[head.house_id, entry.gaming_day_id][head.code] = entry.number


def _check_head(head: Head, progress: _Chain) -> Iterator[tuple[int, str]]:
    """Compare the book's row with its last entry; yields (number, problem)."""
    last = progress.expected - 1
    if head.number > last:
        yield progress.expected, f"number {progress.expected} is missing"
    elif head.number < last:
        yield head.number + 1, "it stands behind the book's last number"
    elif progress.links and head.digest not in progress.links:
        yield max(last, 1), "the book's head does not fit its last entry"
