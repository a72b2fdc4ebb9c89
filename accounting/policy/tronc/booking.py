"""What a distribution moves in the ledger: from the month's tronc to deductions, levy and each person's share.

A correction is the difference of two whole distributions: what the second one moves more, and back what it moves less.
Pure.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date

from accounting import places
from accounting.chain import Move
from accounting.policy.tronc.distribution import Distribution

Flows = Mapping[tuple[str, str], int]
"""Cents by source and destination."""


def advance(person_id: int) -> str:
    """What the house paid a person in advance: the negative of this place's balance."""
    return places.bank(f"advance-{person_id}")


def flows(found: Distribution, month: str, carried_into: str) -> Flows:
    """What a whole distribution moves, with nothing in it twice; months are written as `2026-11`."""
    tronc = places.tronc(month)
    cents: Counter[tuple[str, str]] = Counter()
    cents[tronc, places.TRONC_LEVY] += found.levy_cents
    cents[tronc, places.TRONC_DEDUCTIONS] += sum(of_one for _code, of_one in found.deductions_cents)
    for share in found.shares:
        person, lent = places.share(share.person_id), advance(share.person_id)
        cents[tronc, person] += share.share_cents
        cents[lent, person] += share.advance_cents
        cents[person, lent] += share.recouped_cents
    cents[tronc, places.tronc(carried_into)] += found.carried_cents
    return {of_one: amount for of_one, amount in cents.items() if amount}


def moves(before: Flows, after: Flows) -> list[Move]:
    """The transfers from one state of a month to another; `before` is empty for the first distribution."""
    wanted: Counter[tuple[str, str]] = Counter()
    for source, destination in before.keys() | after.keys():
        cents = after.get((source, destination), 0) - before.get((source, destination), 0)
        wanted[(source, destination) if cents > 0 else (destination, source)] += abs(cents)
    return [Move(source, destination, cents) for (source, destination), cents in sorted(wanted.items()) if cents]


def lent(needed: Sequence[Move], balances_cents: Mapping[str, int]) -> list[Move]:
    """Advances for the shares that a correction takes back after they were paid out: the person owes them."""
    change: Counter[str] = Counter()
    for move in needed:
        change[move.source] -= move.amount_cents
        change[move.destination] += move.amount_cents
    short = {name: -(balances_cents.get(name, 0) + cents) for name, cents in change.items()}
    return [
        Move(advance(int(name.partition("/")[2])), name, cents)
        for name, cents in sorted(short.items())
        if cents > 0 and name.startswith("share/")
    ]


def next_month(first: date) -> date:
    """The first day of the month after."""
    return date(first.year + first.month // 12, first.month % 12 + 1, 1)
