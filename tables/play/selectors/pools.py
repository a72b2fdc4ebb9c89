"""Bounds on the guests' stacks at a table with one pool, from the session's books (`tables.rules.pool_stakes`)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from django.db.models import Q

from accounting.models import Assessment, Entry, EntryCode
from tables.models import CarryOver, Game, Hand, Session, Sitting, StackCount
from tables.play.selectors.situations import Situation
from tables.rules import pool_stakes as rules
from tables.rules.pool_stakes import Change, Holding, Played, Undone

if TYPE_CHECKING:
    from django.db.models import QuerySet


@dataclass(frozen=True, slots=True)
class Counted:
    """A guest's chips as they were counted; `brought_cents`: what the guest had brought until then."""

    cents: int
    brought_cents: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Stay:
    """A guest's time at the table across all their seats (seat and since when, the latest first), and their chips."""

    sitting_id: int
    brought_cents: int
    sat_at: datetime
    left_at: datetime | None
    seats: tuple[tuple[int, datetime], ...]
    counted: Counted | None = None

    @property
    def since(self) -> datetime:
        """From when on the hands count: before, the guest's chips were known."""
        return self.counted.at if self.counted else self.sat_at

    @property
    def has_cents(self) -> int:
        """The chips known then, and those bought since."""
        if self.counted is None:
            return self.brought_cents
        return self.counted.cents + self.brought_cents - self.counted.brought_cents

    def seat_at(self, at: datetime) -> int | None:
        """The seat at that time; None before the guest sat down, and once they have left."""
        if self.left_at is not None and self.left_at < at:
            return None
        return next((seat for seat, since in self.seats if since <= at), None)


@dataclass(frozen=True, slots=True)
class BookedHand:
    """A hand with the times at which it was keyed, was booked (a correction is later) and was taken back."""

    ended_at: datetime
    booked_at: datetime
    undone_at: datetime | None
    played: Played

    def change_of(self, stay: Stay) -> tuple[datetime, Change] | None:
        """What it changed since the guest's chips were known, and when."""
        if self.undone_at is not None:
            was_counted = self.booked_at < stay.since <= self.undone_at
            return (self.undone_at, Undone(self.played)) if was_counted else None
        at = self.ended_at if self.ended_at >= stay.since else self.booked_at
        return (at, self.played.of_seat(stay.seat_at(self.ended_at))) if at >= stay.since else None


@dataclass(frozen=True, slots=True)
class Books:
    """A session's hands, time charges, and surpluses (negative: shortages) of chip counts, each with its time."""

    hands: tuple[BookedHand, ...]
    charges: tuple[tuple[datetime, int], ...]
    counts: tuple[tuple[datetime, int], ...]

    def holding(self, stay: Stay) -> Holding:
        """Bounds on the guest's stack: anything booked since their chips were known may have been theirs."""
        changes = [change for hand in self.hands if (change := hand.change_of(stay)) is not None]
        # A surplus of the guest's own count is no longer theirs: it was found at `since`.
        counted = [cents for at, cents in self.counts if at > stay.since]
        return rules.holding(
            stay.has_cents,
            [change for _at, change in sorted(changes, key=lambda one: one[0])],
            charged_cents=sum(cents for at, cents in self.charges if at >= stay.since),
            found_cents=sum(cents for cents in counted if cents > 0),
            missing_cents=-sum(cents for cents in counted if cents < 0),
        )


def dead_cents(game: Game, dealt_in: int) -> int:
    """The most dead money one player can put in: all antes (a big-blind ante) and a missed blind."""
    return _dead_cents(dealt_in, game.ante_cents, game.big_blind_cents)


def _dead_cents(dealt_in: int, ante_cents: int, big_blind_cents: int) -> int:
    return dealt_in * ante_cents + big_blind_cents


def bounds_stacks(session: Session, game: Game) -> bool:
    """Whether hands alone move chips in this session's pool: against the house, rounds move them too."""
    return game.recording == Game.Recording.SUMMARY and not game.is_banked and not session.rounds_dealt


def brought(situation: Situation) -> list[Holding] | None:
    """The seated guests' holdings as if nothing had been played; None where that does not suffice.

    A guest who was moved needs a query; where stacks are measured, hands have made them smaller than what was brought.
    """
    if situation.session is None or situation.session.measures_stacks:
        return None
    found = [one.brought_cents for one in situation.seats]
    known = [Holding(cents, cents) for cents in found if cents is not None]
    return known if len(known) == len(found) else None


def seated(session_id: int) -> dict[int, tuple[Stay, Holding]]:
    """The guests who are seated, by sitting, with the bounds that each one's own chips and the hands leave."""
    present = [stay for stay in stays(session_id) if stay.left_at is None]
    booked = books(session_id, since=min((stay.since for stay in present), default=None))
    return {stay.sitting_id: (stay, booked.holding(stay)) for stay in present}


def bounds(session_id: int, pool_cents: int) -> dict[int, Holding]:
    """The bounds of each seated guest's stack, by sitting; they have the pool together."""
    found = seated(session_id)
    held = rules.narrowed([holding for _stay, holding in found.values()], pool_cents)
    return dict(zip(found, held, strict=True))


def stays(session_id: int, *, before: datetime | None = None) -> list[Stay]:
    """The stays of all guests of a session, optionally only with counts `before`; who changed seats has one stay."""
    rows = {row.pk: row for row in Sitting.objects.filter(session_id=session_id)}
    counts = StackCount.objects.filter(sitting__session_id=session_id).order_by("at", "pk")
    if before is not None:
        counts = counts.filter(at__lt=before)
    counted = {row.sitting_id: Counted(row.counted_cents, row.brought_cents, row.at) for row in counts}
    moved_on = {row.moved_from_id for row in rows.values()}

    def stay(pk: int) -> Stay:
        """With the chips brought over all earlier seats; from another table, the stack on arrival."""
        row = rows[pk]
        at, count = ((row.seat, row.sat_at),), counted.get(pk)
        if row.moved_from_id in rows:
            assert row.moved_from_id is not None
            old = stay(row.moved_from_id)
            brought_cents = old.brought_cents + row.bought_in_cents
            return Stay(pk, brought_cents, old.sat_at, row.left_at, (*at, *old.seats), count or old.counted)
        arrived_cents = row.buy_in_cents if row.moved_from_id is not None else 0
        return Stay(pk, row.bought_in_cents + arrived_cents, row.sat_at, row.left_at, at, count)

    return [stay(pk) for pk in rows if pk not in moved_on]


def books(
    session_id: int, *, since: datetime | None = None, before: datetime | None = None, without: int | None = None
) -> Books:
    """The books of a session, optionally only hands that matter `since`, or ended by `before`, and without one hand."""
    hands: QuerySet[Hand] = Hand.objects.filter(session_id=session_id, setup__isnull=True, result__isnull=False)
    if since is not None:  # a hand that was taken back or corrected may have been later
        hands = hands.filter(Q(ended_at__gte=since) | Q(state=Hand.State.VOID) | Q(corrects__isnull=False))
    if before is not None:
        hands = hands.filter(ended_at__lte=before)
    if without is not None:
        hands = hands.exclude(pk=without)
    charges = Assessment.objects.filter(
        entry__subject=f"session:{session_id}", entry__code=EntryCode.TIME_CHARGE, sign=1
    )
    carried = CarryOver.objects.filter(session_id=session_id, counted_stacks_cents__isnull=False)
    explained = StackCount.objects.filter(sitting__session_id=session_id).exclude(explanation="")
    booked = _booked([_Row(*row) for row in hands.order_by("ended_at", "number").values_list(*_COLUMNS)])
    return Books(
        tuple(one for one in booked if before is None or one.undone_at is None or one.undone_at <= before),
        tuple(charges.values_list("entry__at", "taken_cents")),
        (
            *((row.at, (row.counted_stacks_cents or 0) - row.stacks_cents) for row in carried),
            # What one guest has above the books, the others have less.
            *((row.at, -row.surplus_cents) for row in explained),
        ),
    )


class _Row(NamedTuple):
    """The columns of a hand that its bounds need: every hand of a session is read again for the next one."""

    pk: int
    ended_at: datetime
    state: str
    corrects_id: int | None
    ante_cents: int
    big_blind_cents: int
    result: Mapping[str, Any]


_COLUMNS = "pk", "ended_at", "state", "corrects_id", "game__ante_cents", "game__big_blind_cents", "result"


def _booked(rows: list[_Row]) -> Iterator[BookedHand]:
    changed = [f"hand:{row.pk}" for row in rows if row.corrects_id is not None or row.state == Hand.State.VOID]
    entries = Entry.objects.filter(subject__in=changed, code__in=(EntryCode.HAND, EntryCode.REVERSAL))
    at = {(subject, code): moment for subject, code, moment in entries.values_list("subject", "code", "at")}
    for row in rows:
        booked_at = at.get((f"hand:{row.pk}", EntryCode.HAND), row.ended_at)
        undone_at = at.get((f"hand:{row.pk}", EntryCode.REVERSAL))
        yield BookedHand(row.ended_at, booked_at, undone_at, _played(row))


def _played(row: _Row) -> Played:
    result = row.result
    dealt_in, rake = result["dealt_in"], result["rake"]
    return Played(
        result["pot_cents"],
        dealt_in,
        _dead_cents(dealt_in, row.ante_cents, row.big_blind_cents),
        taken_cents=rake["taken_cents"] + rake["jackpot_cents"],
        tip_cents=result["tips_cents"],
        contributions={int(seat): cents for seat, cents in result.get("contributions", {}).items()},
        winners=tuple(result["winners"]),
        won={int(seat): cents for seat, cents in result.get("won", {}).items()},
    )
