"""Counting a box: two people count it blind; where their counts differ, a third count decides.

The second count sees neither the first nor the booked sum until both are in (N.J.A.C. 13:69D-1.33), so people who read
the reports cannot make the first two counts, only the third.  The counted sum goes to the house's bank (rake) or into
the month's tronc (tips, SpielbG NRW §22); the difference goes to the table's variance and needs an explanation.
The boxes of jackpot funds are counted by the same rules (`record`, `note_explanation`); `jackpots.counting` books them.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from accounting import chain, chips, locks, places
from accounting.cage.selectors import boxes
from accounting.cage.selectors.boxes import Box
from accounting.chain import Move
from accounting.ledger.selectors import blind
from accounting.ledger.services import ledger
from accounting.models import Count, Drop, EntryCode, FundCount, GamingDay
from casino import house_time, reasons
from casino.errors import N_, NotAllowed, Refusal
from casino.selectors.decisions import COUNTER, EXPLAINER, two_people
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User


@use_case(blind.COUNTS)
def count(*, drop_id: int, found: Mapping[str, object], actor: "User") -> Drop:
    """Record one person's count, chips by denomination; two equal counts, or the third, settle the box.

    Refuses a settled box (`box_counted`), the person who took the box or has already counted it (`two_people`), for the
    first two counts a person who can read the booked sum (`count_not_blind`), and chips the house does not have.
    """
    row = locks.drop(drop_id)
    counts = record(row, found, actor)
    if row.counted_at is not None:
        settle(row, EntryCode.COUNT, f"count/{row.table_code}", _moves(row), facts(row, counts), actor)
    return row


def record(row: Box, found: Mapping[str, object], actor: "User") -> Sequence[Count | FundCount]:
    """Record one person's count of a locked box; returns all its counts, and if they decide, the row has the sum.

    An inner step of `count` and of the count of a fund's boxes; refuses as `count` does.
    """
    if row.counted_at is not None:
        raise Refusal("box_counted", N_("This box has already been counted."))
    decisions.refuse_same(boxes.duties(row), row, COUNTER, actor)
    if row.counts.filter(counted_by=actor).exists():
        raise two_people(COUNTER)
    number = row.counts.count() + 1
    if number <= boxes.BLIND_COUNTS and not blind.is_blind(actor):
        raise NotAllowed(
            "count_not_blind",
            N_(
                "Anyone who can read the reports cannot count blind. Two of the cage count; others only where the two "
                "differ."
            ),
        )
    pieces = chips.parse(found, row.house.denominations_cents)
    row.counts.create(
        number=number,
        counted_by=actor,
        at=house_time.now(),
        chips=chips.dump(pieces),
        counted_cents=chips.total_cents(pieces),
    )
    counts = list(row.counts.order_by("number"))
    row.counted_cents = decided([one.counted_cents for one in counts])
    row.counted_at = None if row.counted_cents is None else house_time.now()
    return counts


def settle(
    row: Box, code: EntryCode, book: str, moves: Sequence[Move], covered: Sequence[object], actor: "User"
) -> None:
    """Book a box whose counts decide, and save it.  An inner step, as `record`."""
    of = "fund-" if code == EntryCode.FUND_COUNT else ""
    locks.share_day(row.gaming_day_id)
    posted = ledger.post(
        day=GamingDay.objects.get(pk=row.gaming_day_id),
        book=book,
        code=code,
        subject=f"{of}drop:{row.pk}",
        moves=moves,
        actor=actor,
        reference=f"{of}count:{row.pk}",
        evidence=chain.evidence(covered),
        at=row.counted_at,
    )
    row.count_entry_id = posted.entry_id
    row.save()


@use_case(boxes.EXPLAINS, decides=boxes.BOXES)
def explain(*, drop_id: int, seen: str, explanation: str, actor: "User") -> Drop:
    """Record, once and for good, why a counted box holds something else than booked.

    Refuses a box without variance (`no_variance`), an explained one (`variance_explained`), the person who took the box
    (`two_people`), another box than was `seen` (`stale`) and an explanation that is too short (`reason_required`).
    """
    row = locks.drop(drop_id)
    note_explanation(row, seen, explanation, actor)
    return row


def note_explanation(row: Box, seen: str, explanation: str, actor: "User") -> None:
    """Record the explanation of a locked box; refuses as `explain` does."""
    if row.counted_cents is None or row.counted_cents == row.booked_cents:
        raise Refusal("no_variance", N_("There is nothing to explain."))
    if row.explanation:
        raise Refusal("variance_explained", N_("This has already been explained."))
    decisions.refuse_same(boxes.duties(row), row, EXPLAINER, actor)
    decisions.refuse_unseen(boxes.duties(row), row, seen)
    row.explanation, row.explained_by = reasons.given(explanation), actor
    row.save()


def decided(counted_cents: Sequence[int]) -> int | None:
    """The counted sum of a box: the first two counts if they agree, else the third; None while it is open."""
    if len(counted_cents) == 2 and counted_cents[0] == counted_cents[1]:
        return counted_cents[0]
    return counted_cents[2] if len(counted_cents) > 2 else None


def facts(row: Drop, counts: Sequence[Count | FundCount]) -> list[object]:
    """The values that the evidence digest of a count's entry covers: every person's count."""
    return [row.pk, row.counted_cents, each(counts)]


def each(counts: Sequence[Count | FundCount]) -> list[list[object]]:
    """The values of every person's count."""
    return [[one.number, one.counted_by_id, chain.moment(one.at), one.chips, one.counted_cents] for one in counts]


def _moves(row: Drop) -> list[Move]:
    """From the count room to the bank or the tronc; the difference from or to the table's variance."""
    assert row.counted_cents is not None
    room, variance = places.count_room(), places.variance(row.table_code)
    is_rake = row.kind == Drop.Kind.RAKE
    target = places.RAKE_ACCOUNT if is_rake else places.tronc(f"{row.gaming_day.date:%Y-%m}")
    short_cents = row.booked_cents - row.counted_cents
    moves = [Move(variance, room, -short_cents)] if short_cents < 0 else []
    moves += [Move(room, target, row.counted_cents)] if row.counted_cents else []
    moves += [Move(room, variance, short_cents)] if short_cents > 0 else []
    return moves
