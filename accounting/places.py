"""Names of the ledger's places: where chips and money can be.

A place is text, `kind/owner` or `seat/table/number`.  It belongs to one table, window, fund or month, so that no row of
the ledger is contended by the whole house.  Names are made by these constructors only; `parse` is their exact inverse
and refuses everything else.  The house is not part of the name, it is a column of its own in the ledger's key.  Pure:
no Django.
"""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from casino.errors import N_, Malformed


class Kind(StrEnum):
    """The kind of a place; the value is the first part of its name."""

    GUESTS = "guests"
    """The guests of a table or window, outside the house: a buy-in comes from here.  Negative by what they hold."""
    SEAT = "seat"
    """One guest's stack at a table (table stakes)."""
    POOL = "pool"
    """All stacks together, at a table that records summaries."""
    POT = "pot"
    RAKE = "rake"
    """The box under the table for the house's tax."""
    TIPS = "tips"
    """The box for the staff's tips."""
    JACKPOT = "jackpot"
    """A jackpot fund: the amount that is posted on the wall."""
    RESERVE = "reserve"
    """The part of a jackpot fund that is kept for the next jackpot's seed."""
    WON = "won"
    """Shares of a fund that were approved and are not paid yet."""
    WITHHELD = "withheld"
    """Tax withheld from shares, to be paid over to the revenue office."""
    FLOAT = "float"
    """The table's own chips."""
    CAGE = "cage"
    CASH = "cash"
    """The money in a window's drawer; the chips beside it are `CAGE`."""
    BANK = "bank"
    """Where the house's chips come from; negative by all chips in circulation."""
    COUNT = "count"
    VARIANCE = "variance"
    """Booked less counted at a table or window; negative if more was counted than booked.  The variance of a report,
    counted less booked, is the negative of this balance."""
    PRIZES = "prizes"
    FEES = "fees"
    KEPT = "kept"
    """Chips of an absent guest, picked up from the seat and kept by the house."""
    TRONC = "tronc"
    """The staff's fund of one calendar month."""
    SHARE = "share"
    """What one person has of distributed troncs and was not paid yet."""


RAKE_ACCOUNT: Final = "bank/rake"
"""All rake that was ever counted."""
ELECTRONIC_TIPS: Final = "bank/electronic-tips"
"""Where electronic tips come from: money of the house's accounts."""
TIPS_IN_REVENUE: Final = "bank/tips-in-revenue"
"""Electronic tips that the tronc's rules give to the house."""
TRONC_DEDUCTIONS: Final = "bank/tronc-deductions"
"""What the house took out of all troncs."""
TRONC_LEVY: Final = "bank/tronc-levy"
TRONC_JOINED: Final = "bank/tronc-joined"
"""What went from one house's tronc into another's; each house has it."""
PAYROLL: Final = "bank/payroll"
"""All shares that were ever paid out."""

_KINDS: Final = {kind.value: kind for kind in Kind}
_CODE: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,19}")
_SEAT_NUMBER: Final = re.compile(r"[1-9][0-9]?")
_REMEMBERED: Final = 4_096  # names: every hand of a table uses the same ones
_MONTH: Final = re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True)
class Place:
    """The parts of a place's name.  `seat_number` only for a seat."""

    kind: Kind
    owner: str
    seat_number: int | None = None

    def __str__(self) -> str:
        seat_part = "" if self.seat_number is None else f"/{self.seat_number}"
        return f"{self.kind.value}/{self.owner}{seat_part}"


@lru_cache(maxsize=_REMEMBERED)
def seat(table: str, number: int) -> str:
    """The stack of one seat; seats are numbered from 1."""
    return f"seat/{_code(table)}/{_seat_number(number)}"


@lru_cache(maxsize=_REMEMBERED)
def pool(table: str) -> str:
    """All stacks together, at a table that records summaries."""
    return f"pool/{_code(table)}"


@lru_cache(maxsize=_REMEMBERED)
def pot(table: str) -> str:
    """The pot of a table; empty between hands."""
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
    """The guests of a table or window, outside the house."""
    return f"guests/{_code(table_or_window)}"


@lru_cache(maxsize=_REMEMBERED)
def jackpot(fund: str) -> str:
    """A jackpot fund, which belongs to the players."""
    return f"jackpot/{_code(fund)}"


def reserve(fund: str) -> str:
    """The reserve of a jackpot fund."""
    return f"reserve/{_code(fund)}"


def won(fund: str) -> str:
    """Approved shares of a jackpot fund, until they are paid."""
    return f"won/{_code(fund)}"


def withheld(fund: str) -> str:
    """Tax withheld from the shares of a jackpot fund."""
    return f"withheld/{_code(fund)}"


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
    """The house's store of chips; its balance may be negative, since chips enter and leave circulation here."""
    return f"bank/{_code(name)}"


def count_room(name: str = "room") -> str:
    """Where the contents of boxes wait for their count."""
    return f"count/{_code(name)}"


def variance(table_or_window: str) -> str:
    """Differences between booked and counted at a table or window."""
    return f"variance/{_code(table_or_window)}"


def prizes(tournament: str) -> str:
    """The prize pool of a tournament."""
    return f"prizes/{_code(tournament)}"


def fees(tournament: str) -> str:
    """The house's fees of a tournament."""
    return f"fees/{_code(tournament)}"


def kept(number: int) -> str:
    """Kept chips of an absent guest, by the number on their bag."""
    return f"kept/{_code(str(number))}"


def tronc(month: str) -> str:
    """The staff's fund of a month, `2026-11`."""
    if not _MONTH.fullmatch(month):
        raise Malformed("bad_place", N_("%(given)r is not a month. Write it like this: 2026-11."), given=month)
    return f"tronc/{month}"


def share(person_id: int) -> str:
    """What one person has of distributed troncs and was not paid yet; by the number of the account, not by name."""
    return f"share/{_code(str(person_id))}"


def parse(place: str) -> Place:
    """Split a place's name into its parts.  Refuses (`bad_place`, `bad_place_code`) names no constructor can make."""
    word, slash, rest = place.partition("/")
    kind_ = _KINDS.get(word)
    if kind_ is None or not slash:
        raise Malformed("bad_place", N_("%(given)r is not a place in the ledger."), given=place)
    if kind_ is Kind.TRONC:
        tronc(rest)
        return Place(kind_, rest)
    if kind_ is not Kind.SEAT:
        return Place(kind_, _code(rest))
    table, slash, number = rest.partition("/")
    if not _SEAT_NUMBER.fullmatch(number):
        raise Malformed("bad_place", N_("%(given)r is not a place in the ledger."), given=place)
    return Place(kind_, _code(table), int(number))


def kind(place: str) -> Kind:
    """The kind of the place with this name; refuses as `parse`."""
    return parse(place).kind


def _code(text: str) -> str:
    if not _CODE.fullmatch(text):
        raise Malformed(
            "bad_place_code",
            N_("%(given)r is not a valid code. Use 1 to 20 letters, digits and hyphens, not starting with a hyphen."),
            given=text,
        )
    return text


def _seat_number(number: int) -> int:
    if not 1 <= number <= 99:
        raise Malformed(
            "bad_seat_number", N_("Seat %(given)s does not exist; seats are numbered from 1."), given=number
        )
    return number
