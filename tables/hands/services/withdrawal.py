"""Reverse a booked hand, also after its boxes were emptied or the guests' chips were counted.

Once a box is in the count room its chips cannot move, yet its bookings can be wrong.  So the reversal borrows the
chips it needs from the table's variance and returns them afterwards, in the same transaction.  What remains is the
difference between the two bookings; apart from the variance, only the players' fund changes its balance, since it is
owed the amounts of the hands.  Inner steps; the caller holds the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.db.models import Q

from accounting import places
from accounting.chain import Move
from accounting.ledger.services import ledger
from accounting.models import Drop, Entry, EntryCode, GamingDay
from casino.errors import N_, Refusal
from tables.hands.services import booking
from tables.models import CarryOver, Hand, JackpotClaim, Session
from tables.play.services import rows
from tables.settlement import Settlement

if TYPE_CHECKING:
    from casino.models import User


@dataclass(frozen=True, slots=True)
class Taken:
    """The cents a hand put into the table's boxes, and the total it took out of the guests' pool."""

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
    """A correction's loan: the amounts reversed (`out`) and booked instead (`new`), and where the chips are by now."""

    day: GamingDay
    table_code: str
    out: Taken
    new: Taken
    where: Whereabouts
    reason: str
    actor: "User"

    def lend(self, hand_id: int) -> None:
        """Before the reversal: put the chips that it takes out into boxes and pool, from the variance."""
        if self.where.boxes_emptied:
            variance = places.variance(self.table_code)
            self._post(hand_id, [
                Move(variance, places.rake_box(self.table_code), self.out.rake_cents),
                Move(variance, places.tip_box(self.table_code), self.out.tips_cents),
                Move(variance, places.pool(self.table_code), -self._residue_cents()),
            ])  # fmt: skip

    def give_back(self, hand_id: int) -> None:
        """After the new booking: return the chips that it put into the boxes and left in the pool to the variance."""
        if self.where.boxes_emptied:
            variance = places.variance(self.table_code)
            self._post(hand_id, [
                Move(places.rake_box(self.table_code), variance, self.new.rake_cents),
                Move(places.tip_box(self.table_code), variance, self.new.tips_cents),
                Move(places.pool(self.table_code), variance, self._residue_cents()),
            ])  # fmt: skip

    def _residue_cents(self) -> int:
        """The cents that the correction leaves in a counted pool; 0 for a pool in play, whose players keep them."""
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
    """Reverse a settled hand; `new` are the amounts of its replacement.  The caller then books that and gives back.

    Refuses `two_people`, `no_gaming_day`, `already_reversed`, `not_enough_chips` when the winnings have left the table,
    and a hand on which a jackpot is claimed (`jackpot_claimed`).
    """
    if JackpotClaim.objects.filter(hand_id=hand.pk).exclude(state=JackpotClaim.State.DECLINED).exists():
        raise Refusal("jackpot_claimed", N_("A jackpot is claimed on this hand. Decline the claim first."))
    entry = booking.entry_of(hand, actor=actor)
    loan = Loan(booking.day_for(entry.gaming_day_id), table_code, _taken(hand, entry), new, where(hand), reason, actor)
    loan.lend(hand.pk)
    ledger.reverse(entry_id=entry.pk, day=loan.day, reason=reason, actor=actor)
    return loan


def where(hand: Hand) -> Whereabouts:
    """Whether boxes and pool were emptied or counted since a hand was booked.

    A hand that was itself booked on loan has no chips in the boxes, and its pool is judged from the time it was dealt.
    A hand entered late counts as booked on loan even if it took nothing; its entry has a reason.
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
    """The hand booked first, before any corrections."""
    while hand.corrects_id is not None:
        hand = Hand.objects.get(pk=hand.corrects_id)
    return hand


def taken_by(settled: Settlement) -> Taken:
    """The amounts that a settled summary takes."""
    return Taken(
        settled.taken_cents,
        settled.tips_cents,
        settled.taken_cents + settled.tips_cents + settled.due.jackpot_cents,
    )


def _taken(hand: Hand, entry: Entry) -> Taken:
    """The amounts that a booked hand took; with every action recorded they came from stacks, not from a pool."""
    facts = entry.assessment
    pool_cents = facts.taken_cents + facts.tips_cents + facts.jackpot_cents if hand.setup is None else 0
    return Taken(facts.taken_cents, facts.tips_cents, pool_cents)
