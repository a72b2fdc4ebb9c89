"""Seals the rows beside the books when a gaming day is closed, and proves that they are still what was sealed.

Each seal covers the rows that came or ended since the seal before, of every table that `casino.protection` names, in
all houses.  A row is looked at again until it is final, and a number that a transaction in flight may still use once
more; so every row is covered by some seal, or is newer than the last one.
"""

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from heapq import merge
from operator import attrgetter, itemgetter
from typing import Any

from accounting import chain
from accounting.days.selectors import sealed_rows as rows
from accounting.days.selectors.sealed_rows import MARK, Part
from accounting.ledger.services.walks import Broken
from accounting.models import Seal, SealedRows

HEAD = "rows:sealed"
"""The name of the rows among the heads of a seal, beside the books."""


def came() -> list[SealedRows]:
    """What a seal made now covers, not saved yet."""
    latest = SealedRows.objects.order_by("table_name", "is_final", "-seal_id").distinct("table_name", "is_final")
    before = {(one.table_name, one.is_final): one for one in latest}
    return [one for part in rows.parts() if (one := _since(part, before.get((part.table, part.is_final))))]


def head(covered: Sequence[SealedRows]) -> list[int | str]:
    """The head of a seal over these rows."""
    ordered = sorted(covered, key=attrgetter("table_name", "is_final"))
    told = [
        [
            one.table_name, one.is_final, one.columns, one.count, one.keys, one.waiting, one.last_key,
            bytes(one.digest).hex(), bytes(one.marks).hex(),
        ]
        for one in ordered
    ]  # fmt: skip
    return [len(told), chain.evidence(told).hex()]


def save(covered: Sequence[SealedRows], seal: Seal) -> None:
    """Save what a seal covers with it."""
    for one in covered:
        one.seal = seal
    SealedRows.objects.bulk_create(covered)


def check(heads: dict[int, Sequence[int | str]], absent: Collection[str], *, independent: bool) -> Iterator[Broken]:
    """Compare all sealed rows with what was sealed; `heads`: by the seal's id.  Tables in `absent` are left out."""
    by_seal: dict[int, list[SealedRows]] = {}
    by_table: dict[tuple[str, tuple[str, ...]], list[SealedRows]] = {}
    parts: dict[tuple[str, bool], list[SealedRows]] = {}
    for one in SealedRows.objects.order_by("seal_id", "table_name", "is_final"):
        by_seal.setdefault(one.seal_id, []).append(one)
        by_table.setdefault((one.table_name, tuple(one.columns)), []).append(one)
        parts.setdefault((one.table_name, one.is_final), []).append(one)
    for seal_id in sorted(heads.keys() | by_seal.keys()):
        if list(heads.get(seal_id, ())) != head(by_seal.get(seal_id, [])):
            yield Broken("seals", None, f"the list of rows of seal {seal_id} is not what was sealed")
    for (table, columns), covered in sorted(by_table.items()):
        if table not in absent:
            yield from _check_table(table, columns, covered, independent=independent)
    for (table, is_final), covered in sorted(parts.items()):
        if table not in absent and not is_final:
            yield from _check_slipped_in(table, covered)


def _since(part: Part, before: SealedRows | None) -> SealedRows | None:
    """None: nothing came, and nothing that was waited for ended."""
    waiting, last_key = (before.waiting, before.last_key) if before else ("{}", 0)
    found = rows.since(part, waiting, last_key)
    if not found.count and (found.waiting, found.last_key) == (waiting, last_key):
        return None
    return SealedRows(table_name=part.table, is_final=part.is_final, columns=list(part.columns), **asdict(found))


@dataclass(slots=True)
class _Sum:
    """The rows that were found of those that a seal covers."""

    sealed: SealedRows
    marks: bytes = b""
    digest: Any = field(default_factory=hashlib.sha256)
    at: int = 0
    odd: list[int] = field(default_factory=list)

    def add(self, key: int, digest: bytes) -> None:
        if self.marks[self.at : self.at + MARK] != digest[:MARK]:
            self.odd.append(key)
        self.at += MARK
        self.digest.update(digest)

    def skip(self, key: int) -> None:
        """A row that is not there any more."""
        self.odd.append(key)
        self.at += MARK


def _check_table(
    table: str, columns: Sequence[str], covered: Sequence[SealedRows], *, independent: bool
) -> Iterator[Broken]:
    """Walk the rows of a table beside the keys that seals cover, both in order."""
    known = set(rows.columns_of(rows.models_by_table()[table]))
    if not known.issuperset(columns):
        yield Broken(table, None, f"sealed columns are not there any more: {', '.join(sorted(set(columns) - known))}")
        return
    sums = [_Sum(one, bytes(one.marks)) for one in covered]
    wanted = merge(*map(_keys, sums), key=itemgetter(0))  # two that closed at once may cover the same rows
    expected = next(wanted, None)
    for key, digest in _digests(table, columns, independent=independent):
        while expected is not None and expected[0] < key:
            expected[1].skip(expected[0])
            expected = next(wanted, None)
        while expected is not None and expected[0] == key:
            expected[1].add(key, digest)
            expected = next(wanted, None)
    while expected is not None:
        expected[1].skip(expected[0])
        expected = next(wanted, None)
    for one in sums:
        yield from _told(table, one)


def _keys(one: _Sum) -> Iterator[tuple[int, _Sum]]:
    """Every key that a seal covers, in order, with the seal's sum."""
    for first, after in rows.keys_of(one.sealed.keys):
        for key in range(first, after):
            yield key, one


def _digests(table: str, columns: Sequence[str], *, independent: bool) -> Iterator[tuple[int, bytes]]:
    if not independent:
        return rows.digests(table, columns)
    return ((key, hashlib.sha256(text).digest()) for key, text in rows.texts(table, columns))


def _told(table: str, one: _Sum) -> Iterator[Broken]:
    if not one.odd and one.digest.digest() == bytes(one.sealed.digest):
        return
    for key in one.odd:
        yield Broken(table, key, f"it is not as it was sealed with seal {one.sealed.seal_id}")
    if not one.odd:
        yield Broken(table, None, f"its rows are not as they were sealed with seal {one.sealed.seal_id}")


def _check_slipped_in(table: str, covered: Sequence[SealedRows]) -> Iterator[Broken]:
    """No row up to the last key that a seal has seen is without a seal, unless the last seal waits for it."""
    last = covered[-1]
    seen = [keys for one in covered for keys in rows.keys_of(one.keys)] + rows.keys_of(last.waiting)
    for key in rows.outside(table, last.last_key, seen):
        yield Broken(table, key, "it was put in behind the seals")
