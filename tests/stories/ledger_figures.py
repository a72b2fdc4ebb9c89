"""What the ledger itself says of a period: sums of its transfers, read without assessments, wagers or roll-ups."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from accounting.models import Entry, EntryCode, Transfer
from tables.models import Down, Hand, Round

PLAYED = frozenset({EntryCode.HAND, EntryCode.ROUND, EntryCode.TIME_CHARGE})


@dataclass(frozen=True)
class Moved:
    """An entry, and what one place gains by it (cents); `meant` is what a reversal takes back, else the entry."""

    entry: Entry
    meant: Entry
    place: str = ""
    cents: int = 0

    @property
    def sign(self) -> int:
        return 1 if self.meant.pk == self.entry.pk else -1

    @property
    def date(self) -> date:
        return self.entry.gaming_day.date

    @property
    def table(self) -> str:
        return self.entry.book.code.partition("/")[2]

    @cached_property
    def played(self) -> Hand | Round | None:
        """The hand or round that it was booked for; a time charge has none."""
        kind, _colon, pk = self.meant.subject.partition(":")
        model = {"hand": Hand, "round": Round}.get(kind)
        return model.objects.select_related("game").get(pk=pk) if model else None

    @property
    def game(self) -> str:
        return self.played.game.name if self.played else self._down.session.game.name

    @property
    def dealer_id(self) -> int | None:
        return self.played.dealer_id if self.played else self._down.dealer_id

    @property
    def _down(self) -> Down:
        """Who sat there when the clock was paid for."""
        at = self.meant.at
        downs = Down.objects.filter(table__code=self.table, started_at__lte=at).select_related("session__game")
        return downs.latest("started_at")

    @property
    def hour(self) -> datetime:
        """Taken back on its own day it stands where it stood; a late or corrected hand where it was played."""
        return self._stood_at.replace(minute=0, second=0, microsecond=0)

    @property
    def _stood_at(self) -> datetime:
        if self.entry.gaming_day_id != self.meant.gaming_day_id:
            return self.entry.at
        hand = self.played
        if isinstance(hand, Hand) and hand.corrects_id is not None:
            first = Hand.objects.get(pk=hand.corrects_id)
            assert first.ended_at is not None
            return first.ended_at if first.gaming_day_id == hand.gaming_day_id else self.meant.at
        if isinstance(hand, Hand) and self.meant.reason:  # entered late
            return hand.started_at
        return self.meant.at


Key = Callable[[Moved], object]


@dataclass(frozen=True)
class Box:
    """What was booked out with a table's boxes of a day, and what was found in them (cents)."""

    booked: int
    found: int


class Ledger:
    """All entries of a house with their transfers."""

    def __init__(self, house_id: int) -> None:
        entries = Entry.objects.filter(house_id=house_id).select_related("gaming_day", "book", "reverses")
        self.entries = {row.pk: Moved(row, row.reverses or row) for row in entries}
        self.moved = [
            Moved(self.entries[row.entry_id].entry, self.entries[row.entry_id].meant, place, cents)
            for row in Transfer.objects.filter(entry__house_id=house_id)
            for place, cents in ((row.source, -row.amount_cents), (row.destination, row.amount_cents))
        ]

    def by(self, key: Key) -> dict[str, dict[object, int]]:
        """What reports say, each figure by this key; what comes to nothing is left out."""
        return {
            "hands": self.counts(EntryCode.HAND, key),
            "rounds": self.counts(EntryCode.ROUND, key),
            "pot_cents": self.played(EntryCode.HAND, key),
            "staked_cents": self.played(EntryCode.ROUND, key),
            "taken_cents": self.sums("rake", key),
            "jackpot_cents": self.sums("jackpot", key),
            "tips_cents": self.sums("tips", key),
        }

    def sums(self, place: str, key: Key, codes: frozenset[EntryCode] | set[EntryCode] = PLAYED) -> dict[object, int]:
        """Cents that places of this kind gained by such entries and lost by what took them back."""
        gained = (one for one in self.moved if one.place.startswith(f"{place}/") and one.meant.code in codes)
        return _summed((key(one), one.cents) for one in gained)

    def counts(self, code: EntryCode, key: Key) -> dict[object, int]:
        """Entries of this kind that stand."""
        return _summed((key(one), one.sign) for one in self.entries.values() if one.meant.code == code)

    def played(self, code: EntryCode, key: Key) -> dict[object, int]:
        """What was in the pots of hands or at stake in rounds: no transfer says it, so the rows of the room do."""
        return _summed((key(one), one.sign * _at_stake(one)) for one in self.entries.values() if one.meant.code == code)

    def counted(self, day: date, table: str, kind: str) -> Box:
        """By the entries that take boxes to the count room and settle what was found there."""
        entries = [one for one in self.moved if one.date == day and one.table == table]
        booked = -sum(
            one.cents for one in entries if one.entry.code == EntryCode.DROP and one.place == f"{kind}/{table}"
        )
        short = sum(
            one.cents for one in entries if one.entry.code == EntryCode.COUNT and one.place == f"variance/{table}"
        )
        return Box(booked, booked - short)


def _at_stake(one: Moved) -> int:
    row = one.played
    assert row is not None
    return row.staked_cents if isinstance(row, Round) else (row.result or {})["pot_cents"]


def _summed(pairs: Iterator[tuple[object, int]]) -> dict[object, int]:
    found: Counter[object] = Counter()
    for key, value in pairs:
        found[key] += value
    return {key: value for key, value in found.items() if value}
