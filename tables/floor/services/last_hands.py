"""The end of an evening: announcing and counting the last hands (domain §4.11), guests' planned leaving (S7)."""

from datetime import datetime
from typing import TYPE_CHECKING

from casino import house_time
from casino.errors import N_, Refusal
from casino.transactions import use_case
from tables import locks
from tables.floor.services.openings import LONGEST
from tables.games.services.game_terms import MOST_LAST_HANDS
from tables.models import Session, Sitting
from tables.play.selectors import situations
from tables.play.services import refusals, rows

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.open_table")
def announce_last_hands(*, table_id: int, version: int | None, hands: int | None = None, actor: "User") -> int:
    """Announce the last hands: `hands`, or as many as the game prescribes; each hand that begins from now on counts.

    The hand in progress does not count.  After the last one no hand can begin (`last_hand_played`).  Refuses
    `last_hands_out_of_range`, and a second announcement (`last_hands_announced`).
    """
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    session, game = refusals.in_session(situation)
    if hands is None:
        hands = game.last_hands
    if not 1 <= hands <= MOST_LAST_HANDS:
        raise Refusal("last_hands_out_of_range", N_("Enter 1 to %(most)s last hands."), most=MOST_LAST_HANDS)
    if session.last_hands_left is not None:
        raise Refusal(
            "last_hands_announced",
            N_("The last hands have already been announced: %(left)s left."),
            left=session.last_hands_left,
        )
    Session.objects.filter(pk=session.pk).update(last_hands_left=hands, last_hands_at=situation.now)
    rows.touch(table)
    return table.id


@use_case("tables.open_table")
def take_back_last_hands(*, table_id: int, version: int | None, actor: "User") -> int:
    """Cancel the announced last hands, so that play goes on; refuses `last_hands_not_announced`."""
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    session, _game = refusals.in_session(situation)
    if session.last_hands_left is None:
        raise Refusal("last_hands_not_announced", N_("No last hands are announced."))
    Session.objects.filter(pk=session.pk).update(last_hands_left=None, last_hands_at=None)
    rows.touch(table)
    return table.id


@use_case("tables.seat_guest")
def plan_leaving(*, table_id: int, version: int | None, seat: int, leaves_at: datetime | None, actor: "User") -> int:
    """Record when a guest has announced to leave (None: not any more); refuses `leaving_out_of_range`."""
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    refusals.in_session(situation)
    occupied = refusals.seated(situation, seat)
    if leaves_at is not None and not situation.now < leaves_at <= situation.now + LONGEST:
        raise Refusal("leaving_out_of_range", N_("The time must be in the future, within two days."))
    Sitting.objects.filter(pk=occupied.sitting_id).update(leaves_at=leaves_at)
    rows.touch(table)
    return table.id
