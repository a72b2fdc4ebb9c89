"""Bounds on the guests' stacks at a table with one pool, from the session's books (`tables.rules.pool_stakes`)."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from accounting.models import Assessment, EntryCode
from tables.models import CarryOver, Game, Hand, Sitting
from tables.play.selectors.situations import Situation
from tables.rules.pool_stakes import Holding, Played, holding

if TYPE_CHECKING:
    from django.db.models import QuerySet


@dataclass(frozen=True, slots=True)
class Stay:
    """A guest's time at the table across all their seats, with the chips they brought."""

    sitting_id: int
    brought_cents: int
    sat_at: datetime
    left_at: datetime | None


@dataclass(frozen=True, slots=True)
class Books:
    """A session's hands, time charges, and surpluses (negative: shortages) of chip counts, each with its time."""

    hands: tuple[tuple[datetime, Played], ...]
    charges: tuple[tuple[datetime, int], ...]
    counts: tuple[tuple[datetime, int], ...]

    def holding(self, stay: Stay) -> Holding:
        """Bounds on the guest's stack: anything booked since they sat down may have been theirs."""
        counted = [cents for at, cents in self.counts if at >= stay.sat_at]
        return holding(
            stay.brought_cents,
            [hand for at, hand in self.hands if at >= stay.sat_at],
            charged_cents=sum(cents for at, cents in self.charges if at >= stay.sat_at),
            found_cents=sum(cents for cents in counted if cents > 0),
            missing_cents=-sum(cents for cents in counted if cents < 0),
        )


def dead_cents(game: Game, dealt_in: int) -> int:
    """The most dead money one player can put in: all antes (a big-blind ante) and a missed blind."""
    return dealt_in * game.ante_cents + game.big_blind_cents


def brought(situation: Situation) -> list[Holding] | None:
    """The seated guests' holdings as if nothing had been played; None if a guest was moved, which needs a query."""
    found = [one.brought_cents for one in situation.seats]
    known = [Holding(cents, cents) for cents in found if cents is not None]
    return known if len(known) == len(found) else None


def stays(session_id: int) -> list[Stay]:
    """The stays of all guests of a session; a guest who changed seats has one stay."""
    rows: dict[int, tuple[int | None, datetime, datetime | None, int, int]] = {
        pk: (moved_from_id, sat_at, left_at, buy_in_cents, bought_in_cents)
        for pk, moved_from_id, sat_at, left_at, buy_in_cents, bought_in_cents in Sitting.objects.filter(
            session_id=session_id
        ).values_list("pk", "moved_from_id", "sat_at", "left_at", "buy_in_cents", "bought_in_cents")
    }
    moved_on = {moved_from_id for moved_from_id, *_rest in rows.values()}

    def brought_cents(pk: int) -> tuple[int, datetime]:
        """Chips brought over all earlier seats, and since when; from another table, the stack on arrival."""
        moved_from_id, sat_at, _left_at, buy_in_cents, bought_in_cents = rows[pk]
        if moved_from_id is not None and moved_from_id in rows:
            cents, since = brought_cents(moved_from_id)
            return cents + bought_in_cents, since
        return bought_in_cents + (buy_in_cents if moved_from_id is not None else 0), sat_at

    return [Stay(pk, *brought_cents(pk), row[2]) for pk, row in rows.items() if pk not in moved_on]


def books(session_id: int, *, before: datetime | None = None, without: int | None = None) -> Books:
    """The books of a session, optionally only hands ended by `before`, and without one hand."""
    hands: QuerySet[Hand] = Hand.objects.filter(session_id=session_id, state=Hand.State.SETTLED, setup__isnull=True)
    if before is not None:
        hands = hands.filter(ended_at__lte=before)
    if without is not None:
        hands = hands.exclude(pk=without)
    charges = Assessment.objects.filter(
        entry__subject=f"session:{session_id}", entry__code=EntryCode.TIME_CHARGE, sign=1
    )
    counts = CarryOver.objects.filter(session_id=session_id, counted_stacks_cents__isnull=False)
    return Books(
        tuple(_played(hands.select_related("game").only("ended_at", "result", "game"))),
        tuple(charges.values_list("entry__at", "taken_cents")),
        tuple((row.at, (row.counted_stacks_cents or 0) - row.stacks_cents) for row in counts),
    )


def _played(rows: "QuerySet[Hand]") -> Iterator[tuple[datetime, Played]]:
    for row in rows:
        assert row.ended_at is not None, "it is settled"
        assert row.result is not None, "it is settled"
        dealt_in = row.result["dealt_in"]
        yield row.ended_at, Played(row.result["pot_cents"], dealt_in, dead_cents(row.game, dealt_in))
