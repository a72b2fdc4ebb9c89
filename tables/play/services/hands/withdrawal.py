"""Taking a hand out of the books, also when its chips have gone: the boxes emptied, the guests' chips counted.

Once a box is in the count room no chip of it moves any more, yet what was booked can be wrong.  So the books lend the
box what the mirror image of the hand needs and are given it back afterwards, both against the table's variance, in the
same transaction.  What remains is the difference between the two bookings; no place but the players' fund has another
balance than before, since that fund is owed what the hands say.  Inner steps; the caller holds the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from accounting import places
from accounting.chain import Move
from accounting.models import Drop, Entry, EntryCode, GamingDay
from accounting.services import ledger
from tables.models import CarryOver, Hand, Session
from tables.play.services import rows
from tables.play.services.hands import booking
from tables.settlement import Settlement

if TYPE_CHECKING:
    from casino.models import User


@dataclass(frozen=True, slots=True)
class Taken:
    """What a hand put into the table's boxes, and what all of it took out of the guests' pool (cents)."""

    rake_cents: int = 0
    tips_cents: int = 0
    pool_cents: int = 0


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Whether the boxes were emptied since a hand, and whether the guests' chips were counted since."""

    boxes_emptied: bool
    pool_counted: bool


NOTHING = Taken()
GONE = Whereabouts(boxes_emptied=True, pool_counted=True)


@dataclass(frozen=True, slots=True)
class Loan:
    """One correction: what goes out of the books, what comes in, and where the chips are; posts around the two."""

    day: GamingDay
    table_code: str
    out: Taken
    new: Taken
    where: Whereabouts
    reason: str
    actor: "User"

    def lend(self, hand_id: int) -> None:
        """Before the mirror image: what it takes out of boxes and pool is put there."""
        if self.where.boxes_emptied:
            variance = places.variance(self.table_code)
            self._post(hand_id, [
                Move(variance, places.rake_box(self.table_code), self.out.rake_cents),
                Move(variance, places.tip_box(self.table_code), self.out.tips_cents),
                Move(variance, places.pool(self.table_code), -self._residue_cents()),
            ])  # fmt: skip

    def give_back(self, hand_id: int) -> None:
        """After the new booking: what it put into boxes and left in the pool is taken from there."""
        if self.where.boxes_emptied:
            variance = places.variance(self.table_code)
            self._post(hand_id, [
                Move(places.rake_box(self.table_code), variance, self.new.rake_cents),
                Move(places.tip_box(self.table_code), variance, self.new.tips_cents),
                Move(places.pool(self.table_code), variance, self._residue_cents()),
            ])  # fmt: skip

    def _residue_cents(self) -> int:
        """What the correction leaves in a pool that was counted; a pool still played with keeps it: it is theirs."""
        return self.out.pool_cents - self.new.pool_cents if self.where.pool_counted else 0

    def _post(self, hand_id: int, moves: Sequence[Move]) -> None:
        moves = [move for move in moves if move.amount_cents > 0]
        if moves:
            ledger.post(
                day=self.day,
                book=rows.book(self.table_code),
                code=EntryCode.CORRECTION,
                subject=f"hand:{hand_id}",
                moves=moves,
                actor=self.actor,
                reason=self.reason,
            )


def take_back(hand: Hand, table_code: str, *, reason: str, actor: "User", new: Taken = NOTHING) -> Loan:
    """Reverse a settled hand; `new` is what will be booked in its place.  Give the loan back after that.

    Refuses `two_people`, `no_gaming_day`, `already_reversed`, `not_enough_chips` when what was won has left the table.
    """
    entry = booking.entry_of(hand, actor=actor)
    loan = Loan(booking.day_for(entry.gaming_day_id), table_code, _taken(hand, entry), new, where(hand), reason, actor)
    loan.lend(hand.pk)
    ledger.reverse(entry_id=entry.pk, day=loan.day, reason=reason, actor=actor)
    return loan


def where(hand: Hand) -> Whereabouts:
    """Where the chips of a hand are by now.

    A hand that was itself booked on loan has none in the boxes; when it was dealt is what tells of its pool.  One that
    was entered late is such a hand also where it took nothing, so that nothing was lent: its booking has a reason.
    """
    assert hand.ended_at is not None
    lent = Q(subject=f"hand:{hand.pk}", code=EntryCode.CORRECTION)
    late = Q(reference=f"hand:{_original(hand).pk}") & ~Q(reason="")
    was_lent = Entry.objects.filter(lent | late).exists()
    since = hand.started_at if was_lent else hand.ended_at
    is_counted = (
        Session.objects.filter(pk=hand.session_id, closed_at__isnull=False).exists()
        or CarryOver.objects.filter(session_id=hand.session_id, at__gte=since).exists()
    )
    is_emptied = (
        is_counted
        or was_lent
        or Drop.objects.filter(house_id=hand.house_id, session_number=hand.session_id, dropped_at__gte=since).exists()
    )
    return Whereabouts(boxes_emptied=is_emptied, pool_counted=is_counted)


def _original(hand: Hand) -> Hand:
    """The hand that was booked first, of one that was corrected, however often."""
    while hand.corrects_id is not None:
        hand = Hand.objects.get(pk=hand.corrects_id)
    return hand


def taken_by(settled: Settlement) -> Taken:
    """What a summary takes by its settlement."""
    return Taken(
        settled.taken_cents,
        settled.tips_cents,
        settled.taken_cents + settled.tips_cents + settled.due.jackpot_cents,
    )


def _taken(hand: Hand, entry: Entry) -> Taken:
    """The same of a booked hand; one whose every action was recorded took it from single stacks, not from a pool."""
    facts = entry.assessment
    pool_cents = facts.taken_cents + facts.tips_cents + facts.jackpot_cents if hand.setup is None else 0
    return Taken(facts.taken_cents, facts.tips_cents, pool_cents)
