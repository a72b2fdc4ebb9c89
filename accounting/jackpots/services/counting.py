"""Reconciles a jackpot fund each day: what the hands have posted, and what two people count in its boxes.

Posted and counted are tied by people who do not deal (25 CFR 543.10, promotional pots and pools; domain
§4.13).  What is over belongs to the players; what is missing the house makes good: the posted amount is owed.
The amount on the wall is posted for everybody; what hands have put into the boxes is not, and is counted as any other
box (`accounting.cage.services.counts`): blind, by two who cannot read it.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from accounting import chain, locks, places
from accounting.cage.selectors import boxes
from accounting.cage.services.counts import each, note_explanation, record, settle
from accounting.chain import Move
from accounting.days.services import days
from accounting.jackpots.selectors import jackpots as selector
from accounting.jackpots.services import funds
from accounting.ledger.selectors import balances, blind
from accounting.ledger.services import ledger
from accounting.models import Count, EntryCode, FundCount, FundDrop
from casino import house_time
from casino.errors import N_, Refusal
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User


@use_case("accounting.drop_box")
def take_boxes(*, fund_id: int, actor: "User") -> FundDrop:
    """Take the fund's boxes from the tables, with what was posted since the last time.

    Refuses a closed fund (`fund_closed`), boxes that are still to be counted (`fund_not_counted`), and a house without
    an open gaming day (`no_gaming_day`).
    """
    fund = locks.fund(fund_id)
    funds.refuse_closed(fund)
    if fund.drops.filter(counted_at=None).exists():
        raise Refusal("fund_not_counted", N_("First count the boxes of “%(fund)s” that were removed."), fund=fund.name)
    day = selector.day_to_count(fund) or days.current(fund.house_id)
    locks.share_day(day.pk)
    row = FundDrop(
        house_id=fund.house_id,
        fund=fund,
        gaming_day=day,
        posted_cents=selector.posted_since(fund, day),
        taken_at=house_time.now(),
        taken_by=actor,
    )
    posted = ledger.post(
        day=day,
        book=funds.book(fund),
        code=EntryCode.FUND_DROP,
        subject=f"fund:{fund.pk}",
        moves=[],
        actor=actor,
        evidence=chain.evidence(drop_facts(row)),
        at=row.taken_at,
    )
    row.entry_id = posted.entry_id
    row.save()
    return row


@use_case(blind.COUNTS)
def count_boxes(*, fund_drop_id: int, found: Mapping[str, object], actor: "User") -> FundDrop:
    """Record one person's count, chips by denomination; two equal counts, or the third, settle the boxes.

    Refuses as `accounting.cage.services.counts.count` does.
    """
    row = locks.fund_drop(fund_drop_id)
    counts = record(row, found, actor)
    if row.counted_at is not None:
        row.reserved_cents = _reserved(row)
        settle(row, EntryCode.FUND_COUNT, funds.book(row.fund), count_moves(row), count_facts(row, counts), actor)
    return row


@use_case(boxes.EXPLAINS, decides=boxes.FUND_BOXES)
def explain_boxes(*, fund_drop_id: int, seen: str, explanation: str, actor: "User") -> FundDrop:
    """Record, once and for good, why something else was counted than posted.

    Refuses as `accounting.cage.services.counts.explain` does.
    """
    row = locks.fund_drop(fund_drop_id)
    note_explanation(row, seen, explanation, actor)
    return row


def _reserved(row: FundDrop) -> int:
    """The part of the drop for the reserve, by the terms in force; a fund without terms has none."""
    version = row.fund.versions.filter(state="approved").order_by("-version").first()
    if version is None:
        return 0
    place = places.jackpot(row.fund.code)
    held_cents = balances.of(row.fund.house_id, [place])[place]
    return min(funds.parsed(version).reserve_cents(row.posted_cents), held_cents)


def count_moves(row: FundDrop) -> list[Move]:
    """The transfers of a count: what is over to the fund, what is missing from the bank, and the reserve's part."""
    assert row.counted_cents is not None
    code = row.fund.code
    fund, variance = places.jackpot(code), places.variance(code)
    over_cents = row.counted_cents - row.posted_cents
    moves = [Move(variance, fund, over_cents)] if over_cents > 0 else []
    moves += [Move(places.bank(), variance, -over_cents)] if over_cents < 0 else []
    moves += [Move(fund, places.reserve(code), row.reserved_cents)] if row.reserved_cents else []
    return moves


def drop_facts(row: FundDrop) -> list[object]:
    """The values that the evidence digest of a drop's entry covers."""
    return [row.fund_id, row.posted_cents, chain.moment(row.taken_at)]


def count_facts(row: FundDrop, counts: Sequence[Count | FundCount]) -> list[object]:
    """The values that the evidence digest of a count's entry covers: every person's count, and the reserve's part."""
    return [row.pk, row.counted_cents, row.reserved_cents, each(counts)]
