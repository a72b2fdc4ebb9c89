"""Whether a guest's purchases and exchanges of a gaming day came to so much that he had to be known.  Pure.

GwG §10 (5): from 2,000 euros on, staked or won, a Spielbank must know who it is, and several that are linked count as
one (domain §4.16: "linked small transactions").  Chips bought at a window are what is laid down at a table, and chips
carried from a table are what a window redeems: of window and tables the larger sum counts, never both, so that nobody
is named for money that he showed twice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from accounting.verdicts import Fact, Rule, Verdict
from casino.errors import _

# What a guest gives and what he gets: at windows, at tables, and for tournaments, which are no chips of the ledger's.
BOUGHT: Final = (("sale",), ("buy_in", "top_up"), ("tournament_in",))
EXCHANGED: Final = (("redemption",), ("cash_out", "kept_out"), ("tournament_out",))
CODES: Final = frozenset(code for side in (BOUGHT, EXCHANGED) for codes in side for code in codes)


@dataclass(frozen=True, slots=True)
class Dealing:
    """One purchase or exchange that stands; `code` is its entry's."""

    code: str
    cents: int
    at: datetime
    booked_by: int


@dataclass(frozen=True, slots=True)
class Dealings:
    """What one guest bought and exchanged on a gaming day, in order; by the number on his card.

    `identified_at`: when it was first seen who he is; None while nobody did.
    """

    day: str
    guest: str
    identified_at: datetime | None
    from_cents: int
    dealings: Sequence[Dealing]


def verdicts(told: Dealings) -> Iterator[Verdict]:
    """One finding for what he bought, one for what he exchanged, where it reached the amount before he was known."""
    for side, codes in ((_("bought"), BOUGHT), (_("exchanged"), EXCHANGED)):
        verdict = _of_side(told, side, codes)
        if verdict is not None:
            yield verdict


def _of_side(told: Dealings, side: str, codes: Sequence[Sequence[str]]) -> Verdict | None:
    sums = [0, 0, 0]
    reached: Dealing | None = None
    mine: list[Dealing] = []
    for dealing in told.dealings:
        place = next((index for index, some in enumerate(codes) if dealing.code in some), None)
        if place is None:
            continue
        mine.append(dealing)
        sums[place] += dealing.cents
        if reached is None and _together(sums) >= told.from_cents:
            reached = dealing
    if reached is None or (told.identified_at is not None and told.identified_at <= reached.at):
        return None
    facts: dict[str, Fact] = {
        "guest": told.guest,
        "what": side,
        "dealings": len(mine),
        "together_cents": _together(sums),
        "largest_cents": max(dealing.cents for dealing in mine),
        "reached_at": reached.at.isoformat(),
        "identified_at": told.identified_at.isoformat() if told.identified_at else None,
    }
    return Verdict(
        rule=Rule.LINKED_TRANSACTIONS,
        subject=f"guest:{told.guest}@{told.day}#{side}",
        booked_by=reached.booked_by,
        facts=facts,
    )


def _together(sums: Sequence[int]) -> int:
    windows_cents, tables_cents, tournaments_cents = sums
    return max(windows_cents, tables_cents) + tournaments_cents
