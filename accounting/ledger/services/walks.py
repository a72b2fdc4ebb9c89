"""Walking the books: recomputes every link from the stored rows and names each break once.

Also collects what the other parts of the proof need: balances by the transfers, the digests of entries that seals
contain, and each book's last number in each gaming day.
"""

import secrets
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple, TypeVar

from accounting import chain
from accounting.chain import AssessmentFacts, EntryFacts, Move, WagerFacts
from accounting.ledger.selectors import chains, computed_links
from accounting.ledger.selectors.chains import Among, StoredAssessment, StoredEntry, StoredMove, StoredWager, Values
from accounting.ledger.selectors.computed_links import OfDay
from accounting.models import Book, GamingDay

Facts = TypeVar("Facts", AssessmentFacts, WagerFacts)

SAMPLE = 2_000
"""About how many entries Python computes too, where PostgreSQL computes all."""


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


def walk(wanted: Iterable[Sealed], *, independent: bool = False) -> Walk:
    """Prove all books; the result has the `digests` of the `wanted` entries.

    PostgreSQL computes every link (`selectors.computed_links`), and Python those of a random sample.  Python then walks
    each book with a doubt in it and says what is wrong.  `independent`: Python walks every book, and PostgreSQL
    computes nothing.
    """
    heads = _heads()
    if independent:
        return _walked(heads, wanted, chains.EVERY, heads)
    of_days = computed_links.by_book_and_day()
    doubted = _doubted(heads, of_days) | _differing(heads, sum(of_day.entries for of_day in of_days))
    proven = [of_day for of_day in of_days if of_day.book_id not in doubted]
    found = Walk()
    if doubted:
        found = _walked(heads, wanted, chains.of_books(doubted), [key for key in heads if key in doubted])
    _add(found, heads, proven, wanted)
    return found


def _doubted(heads: Mapping[int, Head], of_days: Iterable[OfDay]) -> set[int]:
    """The books that do not fit by PostgreSQL's computation, or whose rows do not fit their last entries."""
    doubted: set[int] = set()
    counts: dict[int, tuple[int, int, int]] = {}
    for book_id, _day, entries, _transfers, first, last, fit in of_days:
        if not fit or book_id not in heads:
            doubted.add(book_id)
        before = counts.get(book_id, (0, 1, 0))
        counts[book_id] = before[0] + entries, min(before[1], first), max(before[2], last)
    lasts = {(head.house_id, head.code, head.number): key for key, head in heads.items()}
    stored = computed_links.digests(lasts)
    for name, key in lasts.items():
        head = heads[key]
        entries, first, last = counts.get(key, (0, 1, 0))
        digest = stored.get(name) if head.number else chain.GENESIS
        if not (first == 1 and entries == last == head.number and digest == head.digest):
            doubted.add(key)
    return doubted


def _differing(heads: Mapping[int, Head], entries: int) -> set[int]:
    """The books with an entry in the sample that Python computes otherwise than it is stored."""
    every = max(1, entries // SAMPLE)
    among = chains.one_in(every, secrets.randbelow(every))
    days = _days()
    computed: list[tuple[int, Sealed, StoredEntry, bytes]] = []
    doubted: set[int] = set()
    for entry, attached in _read(among):
        head = heads.get(entry.book_id)
        facts = head and _facts(head, days.get(entry.gaming_day_id), entry, attached)
        if head is None or facts is None:
            doubted.add(entry.book_id)
        else:
            before = (head.house_id, head.code, entry.number - 1)
            computed.append((entry.book_id, before, entry, chain.content(facts)))
    stored = computed_links.digests(before for _book, before, _entry, _content in computed)
    for book_id, before, entry, content in computed:
        previous = chain.GENESIS if entry.number == 1 else stored.get(before)
        if previous is None or chain.link(previous, entry.number, entry.id, content) != bytes(entry.digest):
            doubted.add(book_id)
    return doubted


def _add(found: Walk, heads: Mapping[int, Head], proven: Iterable[OfDay], wanted: Iterable[Sealed]) -> None:
    """What the other parts of the proof need of the books that fit, and all sums."""
    names = set()
    for book_id, day_id, entries, transfers, _first, last, _fit in proven:
        head = heads[book_id]
        names.add((head.house_id, head.code))
        found.entries += entries
        found.transfers += transfers
        found.last_numbers[head.house_id, day_id][head.code] = last
    found.digests |= computed_links.digests(name for name in wanted if name[:2] in names)
    found.balances_cents.clear()
    for moved in computed_links.moved():
        found.balances_cents[moved.house_id, moved.source] -= moved.cents
        found.balances_cents[moved.house_id, moved.destination] += moved.cents


def _read(among: Among) -> Iterator[tuple[StoredEntry, Attached]]:
    """Entries with the rows that belong to them."""
    moves, assessments, wagers = chains.moves(among), chains.assessments(among), chains.wagers(among)
    for entry in chains.entries(among):
        yield entry, Attached(moves.of(entry.row), assessments.of(entry.row), wagers.of(entry.row))


def _walked(heads: Mapping[int, Head], wanted: Iterable[Sealed], among: Among, walked: Iterable[int]) -> Walk:
    """Recompute every link in Python; `walked`: the books among whose entries these are."""
    found = Walk()
    asked = frozenset(wanted)
    days = _days()
    progress_by_book = {key: _Chain() for key in walked}
    for entry, attached in _read(among):
        found.entries += 1
        found.transfers += len(attached.moves)
        head = heads.get(entry.book_id)
        if head is None:
            found.broken.append(Broken("", None, f"entry {entry.id} has no book"))
            continue
        _check(found, progress_by_book[entry.book_id], head, days.get(entry.gaming_day_id), entry, attached)
        _collect(found, head, entry, attached.moves, asked)
    for key, progress in progress_by_book.items():
        head = heads[key]
        found.broken += [Broken(head.code, number, what) for number, what in _check_head(head, progress)]
    return found


def _days() -> dict[int, Day]:
    return {key: Day(house, at) for key, house, at in GamingDay.objects.values_list("pk", "house_id", "date")}


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
        key_digest=None if entry.key_digest is None else bytes(entry.key_digest),
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
