"""What each transfer of the ledger is: players' money, revenue of one kind, the staff's, duty, or the house's own.

Between which places the ledger can move something, and what it is then, is said once, here.  A transfer between other
places cannot be posted.  Statements, levies and the reports of revenue are sums over these flows.  Pure.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from itertools import product
from typing import Final

from accounting import places
from accounting.places import Kind


class Flow(StrEnum):
    """What a transfer is."""

    PLAYERS = "players"
    """Players' money: what they bring and fetch, win from each other, and hold in pools and funds."""
    RAKE = "rake"
    """The tax of hands."""
    TIME = "time"
    """The tax by time."""
    WIN = "win"
    """What the house wins in its own games, less what it loses."""
    FEES = "fees"
    """Fees of tournaments."""
    UNCLAIMED = "unclaimed"
    """Chips of absent guests that nobody fetched in time."""
    TIPS = "tips"
    """Electronic tips that the tronc's rules give to the house (SpielbG NRW § 22)."""
    STAFF = "staff"
    """The staff's tips, and what becomes of them."""
    DUTY = "duty"
    """Taxes and levies that the house holds or pays for others."""
    HOUSE = "house"
    """The house's own: its chips and money among tables, windows and accounts, and what it adds to pools and funds."""
    DIFFERENCE = "difference"
    """What a count shows to be missing or over."""


REVENUE: Final = (Flow.RAKE, Flow.TIME, Flow.WIN, Flow.FEES, Flow.UNCLAIMED, Flow.TIPS)
"""What the house earns, by kind."""

_ADVANCE: Final = "bank/advance"
"""The side of what the house paid somebody in advance, a place for each person."""

# From the sources to the destinations a transfer is this; backwards it is the same, taken back.
_FLOWS: Final[tuple[tuple[Flow, str, str], ...]] = (
    (Flow.PLAYERS, "guests", "seat pool cash cage"),
    (Flow.PLAYERS, "seat", "seat pool"),
    (Flow.PLAYERS, "pool", "pool"),
    (Flow.PLAYERS, "seat pool", "pot kept"),
    (Flow.PLAYERS, "pot pool", "jackpot"),
    (Flow.PLAYERS, "kept won", "guests"),
    (Flow.PLAYERS, "jackpot", "jackpot reserve won"),
    (Flow.PLAYERS, "bank prizes", "prizes"),
    (Flow.RAKE, "pot pool seat", "rake"),
    (Flow.WIN, "seat pool", "float"),
    (Flow.FEES, "bank prizes", "fees"),
    (Flow.UNCLAIMED, "kept", "bank"),
    (Flow.TIPS, places.ELECTRONIC_TIPS, places.TIPS_IN_REVENUE),
    (Flow.STAFF, "pot pool seat", "tips"),
    (Flow.STAFF, f"count tronc {places.ELECTRONIC_TIPS} {places.TRONC_JOINED}", "tronc"),
    (Flow.STAFF, f"tronc {_ADVANCE}", "share"),
    (Flow.STAFF, "tronc", places.TRONC_DEDUCTIONS),
    (Flow.STAFF, "share", places.PAYROLL),
    (Flow.DUTY, "won", "withheld"),
    (Flow.DUTY, "withheld", "guests"),
    (Flow.DUTY, "tronc", places.TRONC_LEVY),
    (Flow.HOUSE, "bank", "float cage cash jackpot"),
    (Flow.HOUSE, "float", "cage"),
    (Flow.HOUSE, "rake tips", "count"),
    (Flow.HOUSE, "count", places.RAKE_ACCOUNT),
    (Flow.DIFFERENCE, "variance", "rake tips pool float cage cash count jackpot bank"),
)
# Entries of one code whose transfers between these are something else.
_BY_CODE: Final[Mapping[str, tuple[tuple[Flow, str, str], ...]]] = {
    "time_charge": ((Flow.TIME, "pool seat", "rake"),),
    # The fees were revenue when they were sold; a guarantee is the house's money.
    "tournament_due": ((Flow.HOUSE, "fees", "bank"), (Flow.HOUSE, "bank", "prizes")),
}


def _signed(rows: tuple[tuple[Flow, str, str], ...]) -> Iterator[tuple[tuple[str, str], tuple[Flow, int]]]:
    for flow, sources, destinations in rows:
        for source, destination in product(sources.split(), destinations.split()):
            yield (source, destination), (flow, 1)
            if source != destination:
                yield (destination, source), (flow, -1)


PAIRS: Final = dict(_signed(_FLOWS))
"""By the sides of a transfer: what it is, and 1, or −1 if it takes that back."""
_OF_CODE: Final = {code: dict(_signed(rows)) for code, rows in _BY_CODE.items()}


class NoFlow(Exception):
    """The ledger moves nothing between these places."""


def of(code: str, source: str, destination: str) -> tuple[Flow, int]:
    """What a transfer of an entry with this code is, and 1, or −1 if it takes that back; `NoFlow` if it is nothing.

    `code`: of a reversal the code of the entry that it takes back.
    """
    pair = side(source), side(destination)
    found = _OF_CODE.get(code, {}).get(pair) or PAIRS.get(pair)
    if found is None:
        raise NoFlow(f"{code}: the ledger moves nothing from {source} to {destination}")
    return found


@lru_cache(maxsize=4_096)
def side(name: str) -> str:
    """The kind of a place, and of the house's accounts which one."""
    kind = name.partition("/")[0]
    if kind != Kind.BANK or name == places.bank():
        return kind
    return _ADVANCE if name.startswith(f"{_ADVANCE}-") else name
