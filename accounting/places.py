"""Names of the places a chip can be: the grammar of the ledger's places.

A place is text, `kind/owner` or `seat/table/number`.  It belongs to one table, window, fund or month, so that no row of
the ledger is hot for the whole house.  These constructors are the only way to spell one; `parse` is their exact inverse
and refuses everything else.  The house itself is not part of the name: it stands beside it in the ledger's key.  Pure:
no Django.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from casino.errors import Malformed, _


class Kind(StrEnum):
    """What sort of place it is; the value is the first word of its name."""

    GUESTS = "guests"
    """The world outside at a table or window: a buy-in comes from here.  Negative by what the guests hold."""
    SEAT = "seat"
    """One guest's stack at a table (table stakes)."""
    POOL = "pool"
    """All stacks of a table that records summaries, as one."""
    POT = "pot"
    RAKE = "rake"
    """The box under the table for the house's tax."""
    TIPS = "tips"
    """The box for the staff's tips."""
    JACKPOT = "jackpot"
    FLOAT = "float"
    """The table's own chips."""
    CAGE = "cage"
    CASH = "cash"
    """The money in a window's drawer; the chips beside it are `CAGE`."""
    BANK = "bank"
    """Where the house's chips come from; negative by all chips that are out."""
    COUNT = "count"
    VARIANCE = "variance"
    """What was booked at a table or window and not found when it was counted; less than nothing if more was found.  So
    the variance of a report, counted minus booked, is the negative of this balance."""
    PRIZES = "prizes"
    FEES = "fees"
    KEPT = "kept"
    """Chips picked up from an absent guest's seat, which the house keeps for him."""
    TRONC = "tronc"
    """The staff's fund of one calendar month."""


OUTSIDE: Final = frozenset({Kind.GUESTS, Kind.BANK, Kind.VARIANCE})
"""Kinds whose balance may be negative; everywhere else a chip must be before it can leave."""

_KINDS: Final = {kind.value: kind for kind in Kind}
_CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,19}")
_SEAT_NUMBER: Final = re.compile(r"[1-9][0-9]?")
_REMEMBERED: Final = 4_096  # names: a hand's are those of its table, and every hand of a house is computed again
_MONTH: Final = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True)
class Place:
    """A place's name taken apart.  `seat_number` only for a seat."""

    kind: Kind
    owner: str
    seat_number: int | None = None

    def __str__(self) -> str:
        seat_part = "" if self.seat_number is None else f"/{self.seat_number}"
        return f"{self.kind.value}/{self.owner}{seat_part}"


@lru_cache(maxsize=_REMEMBERED)
def seat(table: str, number: int) -> str:
    """The stack in front of one seat; seats count from 1."""
    return f"seat/{_code(table)}/{_seat_number(number)}"


@lru_cache(maxsize=_REMEMBERED)
def pool(table: str) -> str:
    """All stacks of a table that records summaries."""
    return f"pool/{_code(table)}"


@lru_cache(maxsize=_REMEMBERED)
def pot(table: str) -> str:
    """The middle of the table; empty between hands."""
    return f"pot/{_code(table)}"


@lru_cache(maxsize=_REMEMBERED)
def rake_box(table: str) -> str:
    """The table's box for the house's tax (Taxe)."""
    return f"rake/{_code(table)}"


@lru_cache(maxsize=_REMEMBERED)
def tip_box(table: str) -> str:
    """The table's box for tips (Tronc)."""
    return f"tips/{_code(table)}"


def guests(table_or_window: str) -> str:
    """The world outside, as seen from a table or window."""
    return f"guests/{_code(table_or_window)}"


@lru_cache(maxsize=_REMEMBERED)
def jackpot(fund: str) -> str:
    """A fund that belongs to the players."""
    return f"jackpot/{_code(fund)}"


def table_float(table: str) -> str:
    """The table's own chips (Tableau)."""
    return f"float/{_code(table)}"


def cage(window: str) -> str:
    """The chips of one window of the cage (Kasse)."""
    return f"cage/{_code(window)}"


def cash(window: str) -> str:
    """The money in a window's drawer."""
    return f"cash/{_code(window)}"


def bank(name: str = "main") -> str:
    """The house's store of chips; outside, since chips are made and destroyed there."""
    return f"bank/{_code(name)}"


def count_room(name: str = "room") -> str:
    """Where emptied boxes wait for, and have passed, the count."""
    return f"count/{_code(name)}"


def variance(table_or_window: str) -> str:
    """Where a counted difference is shown instead of hidden."""
    return f"variance/{_code(table_or_window)}"


def prizes(tournament: str) -> str:
    """What the players of a tournament play for."""
    return f"prizes/{_code(tournament)}"


def fees(tournament: str) -> str:
    """What the house takes for running a tournament."""
    return f"fees/{_code(tournament)}"


def kept(number: int) -> str:
    """A guest's chips that were picked up and wait for him, by the number on their bag."""
    return f"kept/{_code(str(number))}"


def tronc(month: str) -> str:
    """The staff's fund of a month, `2026-11`."""
    if not _MONTH.fullmatch(month):
        raise Malformed("bad_place", _("%(given)r is no month; write it like 2026-11."), given=month)
    return f"tronc/{month}"


def parse(place: str) -> Place:
    """Take a place's name apart.  Refuses (`bad_place`) whatever the constructors above cannot have written."""
    word, slash, rest = place.partition("/")
    kind_ = _KINDS.get(word)
    if kind_ is None or not slash:
        raise Malformed("bad_place", _("%(given)r is no place of the ledger."), given=place)
    if kind_ is Kind.TRONC:
        tronc(rest)
        return Place(kind_, rest)
    if kind_ is not Kind.SEAT:
        return Place(kind_, _code(rest))
    table, slash, number = rest.partition("/")
    if not _SEAT_NUMBER.fullmatch(number):
        raise Malformed("bad_place", _("%(given)r is no place of the ledger."), given=place)
    return Place(kind_, _code(table), int(number))


def kind(place: str) -> Kind:
    """What sort of place a well-formed name names."""
    return parse(place).kind


def may_be_negative(place: str) -> bool:
    """Whether the place stands for the world outside, where less than nothing makes sense."""
    return kind(place) in OUTSIDE


def _code(text: str) -> str:
    if not _CODE.fullmatch(text):
        raise Malformed(
            "bad_place_code",
            _("%(given)r cannot name a place: use 1 to 20 letters, digits and hyphens, the first no hyphen."),
            given=text,
        )
    return text


def _seat_number(number: int) -> int:
    if not 1 <= number <= 99:
        raise Malformed("bad_seat_number", _("Seat %(given)s does not exist; seats count from 1."), given=number)
    return number
