"""Proves the seals of closed days: a gapless chain over the heads of all books and the terms of all schedules.

Every head in a seal must equal the entry in its book.  Rewriting all books and seals together is detected by comparing
them with a copy kept outside: each seal is printed on the day sheet, and the proof takes it as input (`differs`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from accounting import chain
from accounting.chain import Heads
from accounting.days.services import sealed_rows
from accounting.ledger.services.walks import Broken, Sealed, Walk
from accounting.models import GamingDay, Reopening, ScheduleVersion, Seal

BOOK = "seals"
"""The `Broken.book` of broken seals; the number is the seal's."""

Copy = tuple[date, str]
"""A seal as printed on the day sheet: gaming day and digest (64 hexadecimal digits)."""

_TERMS = "schedule:"
_BESIDE = (_TERMS, sealed_rows.HEAD)
"""How the heads begin that are no books."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A seal as stored."""

    id: int
    house_id: int
    number: int
    day_id: int
    date: date
    heads: Heads
    digest: str

    @property
    def books(self) -> dict[str, tuple[int, str]]:
        """The books' heads: last number and digest by code."""
        return {
            name: (int(last), str(digest))
            for name, (last, digest) in self.heads.items()
            if not name.startswith(_BESIDE)
        }

    @property
    def rows(self) -> Sequence[int | str]:
        """The head of the rows beside the books; seals of earlier releases have none."""
        return self.heads.get(sealed_rows.HEAD, ())

    @property
    def terms(self) -> dict[str, str]:
        """The digests of schedules' versions by name."""
        return {name: str(digest) for name, (_last, digest) in self.heads.items() if name.startswith(_TERMS)}


def stored() -> list[Stored]:
    """All seals, house by house, in the order of their numbers."""
    rows = Seal.objects.order_by("house_id", "number").values_list(
        "pk", "house_id", "number", "gaming_day_id", "gaming_day__date", "heads", "digest"
    )
    return [
        Stored(key, house, number, day_id, day, heads if _is_heads(heads) else {}, digest)
        for key, house, number, day_id, day, heads, digest in rows
    ]


def _is_heads(given: object) -> bool:
    """Whether the stored heads have the form that `days.heads_of` writes; others were not written by it."""
    return isinstance(given, dict) and all(
        isinstance(head, list) and [type(part) for part in head] == [int, str] for head in given.values()
    )


def wanted(seals: Sequence[Stored]) -> set[Sealed]:
    """The entries whose digests the seals contain."""
    return {(seal.house_id, book, number) for seal in seals for book, (number, _digest) in seal.books.items()}


def check(seals: Sequence[Stored], walk: Walk) -> Iterator[Broken]:
    """Recompute each seal, and compare the books, the terms and the days with it."""
    yield from _check_chain(seals)
    terms = _current_terms()
    for seal in seals:
        yield from _check_heads(seal, walk, terms)
    yield from _check_days(seals, walk)


def _check_chain(seals: Sequence[Stored]) -> Iterator[Broken]:
    before: dict[int, tuple[int, str]] = {}
    for seal in seals:
        number, previous = before.get(seal.house_id, (0, ""))
        if seal.number != number + 1:
            yield Broken(BOOK, number + 1, f"seal {number + 1} is missing")
        elif chain.seal(seal.house_id, seal.number, seal.date, previous, seal.heads) != seal.digest:
            yield Broken(BOOK, seal.number, f"the seal of {seal.date} does not fit what it covers")
        before[seal.house_id] = seal.number, seal.digest


def _check_heads(seal: Stored, walk: Walk, terms: Mapping[tuple[int, str], str]) -> Iterator[Broken]:
    for book, (number, digest) in seal.books.items():
        found = walk.digests.get((seal.house_id, book, number))
        if found is None:
            yield Broken(book, number, f"it was sealed on {seal.date} and is not there")
        elif found.hex() != digest:
            yield Broken(book, number, f"it is not what was sealed on {seal.date}")
    for name, digest in seal.terms.items():
        if terms.get((seal.house_id, name)) != digest:
            yield Broken(BOOK, seal.number, f"{name} has other terms than were sealed on {seal.date}")


def _current_terms() -> dict[tuple[int, str], str]:
    """Digests of all published terms as they are now, by house and by their name in a seal (`days.heads_of`)."""
    versions = ScheduleVersion.objects.filter(state=ScheduleVersion.State.PUBLISHED).values_list(
        "schedule__house_id", "schedule_id", "version", "terms", "valid_from"
    )
    return {
        (house, f"{_TERMS}{schedule}/{version}"): chain.terms(terms, valid_from)
        for house, schedule, version, terms, valid_from in versions
    }


def _check_days(seals: Sequence[Stored], walk: Walk) -> Iterator[Broken]:
    """A closed day has its last seal and no later entries; every other seal of a day was reopened by two people."""
    of_day: dict[int, list[Stored]] = {}
    for seal in seals:
        of_day.setdefault(seal.day_id, []).append(seal)
    reopened = set(_reopened_by_two())
    days = GamingDay.objects.order_by("house_id", "date").values_list("pk", "date", "state", "seal")
    for day_id, day, state, digest in days:
        found = of_day.get(day_id, [])
        if state == GamingDay.State.CLOSED:
            last = found.pop() if found else None
            if last is None or last.digest != digest:
                yield Broken(BOOK, last.number if last else None, f"the closed day {day} has not the seal of its close")
            else:
                yield from _booked_after(last, walk)
        for seal in found:
            if seal.id not in reopened:
                yield Broken(BOOK, seal.number, f"{day} was opened again, but not by two people")


def _booked_after(seal: Stored, walk: Walk) -> Iterator[Broken]:
    books = seal.books
    for book, number in sorted(walk.last_numbers.get((seal.house_id, seal.day_id), {}).items()):
        if number > books.get(book, (0, ""))[0]:
            yield Broken(book, number, f"booked into {seal.date} after it was sealed")


def _reopened_by_two() -> Iterator[int]:
    """Ids of seals whose reopening two different people asked for and approved."""
    rows = Reopening.objects.exclude(reason="").values_list("seal_id", "asked_by_id", "approved_by_id", "approved_at")
    for seal_id, asked_by, approved_by, approved_at in rows:
        if approved_at is not None and approved_by not in (None, asked_by):
            yield seal_id


def differs(seals: Sequence[Stored], copy: Copy) -> Iterator[Broken]:
    """The stored seal of a day must equal the copy kept outside, which nobody can rewrite in the database."""
    day, digest = copy
    of_day = {seal.digest: seal.number for seal in seals if seal.date == day}
    if digest not in of_day:
        number = max(of_day.values(), default=None)
        yield Broken(BOOK, number, f"the copy of the seal of {day} is not the seal that stands here")


def parse_copy(text: str) -> Copy:
    """`2026-11-21=<64 hexadecimal digits>`, blanks between the digits allowed; ValueError otherwise."""
    day, _equals, digest = text.partition("=")
    digits = "".join(digest.split()).lower()
    if len(bytes.fromhex(digits)) != len(chain.GENESIS):
        raise ValueError("a seal has 64 hexadecimal digits")
    return date.fromisoformat(day.strip()), digits
