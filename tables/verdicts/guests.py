"""Whether a guest's purchases or exchanges of a gaming day required their identification.  Pure.

GwG §10 (5): from 2,000 euros on, staked or won, a Spielbank must identify the guest, and several linked transactions
count as one (domain §4.16: "linked small transactions").  The same chips are bought at a window and laid down at a
table, carried from a table and redeemed at a window: the larger sum of windows and tables counts, never both, so that
no money is counted twice.  Tournaments and jackpots are money beside those chips: they are added.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from accounting.verdicts import Fact, Rule, Verdict
from casino.errors import N_

# The entries' codes at windows, at tables, and of money for none of those chips: tournaments, shares of jackpots.
BOUGHT: Final = (("sale",), ("buy_in", "top_up"), ("tournament_in",))
EXCHANGED: Final = (("redemption",), ("cash_out", "kept_out"), ("tournament_out", "jackpot_paid"))
CODES: Final = frozenset(code for side in (BOUGHT, EXCHANGED) for codes in side for code in codes)


@dataclass(frozen=True, slots=True)
class Dealing:
    """One purchase or exchange that was not reversed; `code`: its entry's."""

    code: str
    cents: int
    at: datetime
    booked_by: int


@dataclass(frozen=True, slots=True)
class Dealings:
    """A guest's purchases and exchanges on a gaming day, in order; `guest`: the number on their card.

    `identified_at`: when the guest was first identified, or None.  `from_cents`: the sum from which they must be.
    """

    day: str
    guest: str
    identified_at: datetime | None
    from_cents: int
    dealings: Sequence[Dealing]


def verdicts(guest: Dealings) -> Iterator[Verdict]:
    """A verdict each on purchases and exchanges that reached the amount before the guest was identified."""
    for side, codes in ((N_("bought"), BOUGHT), (N_("exchanged"), EXCHANGED)):
        verdict = _of_side(guest, side, codes)
        if verdict is not None:
            yield verdict


def _of_side(guest: Dealings, side: str, codes: Sequence[Sequence[str]]) -> Verdict | None:
    sums = [0, 0, 0]
    reached: Dealing | None = None
    found: list[Dealing] = []
    for dealing in guest.dealings:
        place = next((index for index, some in enumerate(codes) if dealing.code in some), None)
        if place is None:
            continue
        found.append(dealing)
        sums[place] += dealing.cents
        if reached is None and _together(sums) >= guest.from_cents:
            reached = dealing
    if reached is None or (guest.identified_at is not None and guest.identified_at <= reached.at):
        return None
    facts: dict[str, Fact] = {
        "guest": guest.guest,
        "what": side,
        "dealings": len(found),
        "together_cents": _together(sums),
        "largest_cents": max(dealing.cents for dealing in found),
        "reached_at": reached.at.isoformat(),
        "identified_at": guest.identified_at.isoformat() if guest.identified_at else None,
    }
    return Verdict(
        rule=Rule.LINKED_TRANSACTIONS,
        subject=f"guest:{guest.guest}@{guest.day}#{side}",
        booked_by=reached.booked_by,
        facts=facts,
    )


def _together(sums: Sequence[int]) -> int:
    windows_cents, tables_cents, beside_cents = sums
    return max(windows_cents, tables_cents) + beside_cents
