"""The money of tournaments: purchases, prizes, guarantees and fees.

`prizes/<code>` belongs to the players, `fees/<code>` to the house (FinASVO NRW §§20–23: the fee is shown openly and is
revenue, the pool is not).  Money paid in lies in a window's drawer like any other; the bank owes the same sum to pool
and fee, so that drawer, pool and fee balance separately.  All are inner steps: the caller holds the tournament.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accounting import locks, places
from accounting.cage.services import shifts
from accounting.chain import Move
from accounting.days.services import days, guests
from accounting.ledger.selectors import balances
from accounting.ledger.services import ledger
from accounting.ledger.services.ledger import Posted
from accounting.models import EntryCode, GamingDay, WindowShift
from casino import roles
from casino.errors import N_, NotFound, Refusal

if TYPE_CHECKING:
    from casino.models import User

SELLS = "accounting.run_window"


@dataclass(frozen=True, slots=True)
class Due:
    """The price of one purchase: the part of the pool (bounty included) and the house's fee."""

    pool_cents: int
    fee_cents: int

    @property
    def paid_cents(self) -> int:
        return self.pool_cents + self.fee_cents


def book(code: str) -> str:
    """The ledger's book of a tournament, for entries that involve no window."""
    return f"tournament/{code}"


def take(
    *,
    window_id: int,
    house_id: int,
    code: str,
    due: Due,
    guest: str,
    subject: str,
    reference: str,
    evidence: bytes,
    actor: "User",
) -> Posted:
    """Take the price of a purchase into a window's drawer and credit pool and fee from the bank.

    `guest`: the number on the guest's card.  Refuses a window of another house (`no_such_window`), a closed one
    (`window_closed`), and what `guests.named` refuses of the guest.
    """
    shift = _shift(window_id, house_id, actor)
    guests.named(house_id, guest, due.paid_cents)
    window = shift.window.code
    moves = [
        Move(places.guests(window), places.cash(window), due.paid_cents),
        Move(places.bank(), places.prizes(code), due.pool_cents),
        Move(places.bank(), places.fees(code), due.fee_cents),
    ]
    return _post(
        shift.gaming_day,
        shifts.book(window),
        EntryCode.TOURNAMENT_IN,
        moves,
        subject=subject,
        reference=reference,
        evidence=evidence,
        actor=actor,
    )


def pay(
    *,
    window_id: int,
    house_id: int,
    code: str,
    amount_cents: int,
    subject: str,
    reference: str,
    evidence: bytes,
    actor: "User",
) -> Posted:
    """Pay a prize from a window's drawer and the pool.

    Refuses `no_such_window`, `window_closed`, `not_enough_cash`, `not_enough_chips` (in the pool).
    """
    shift = _shift(window_id, house_id, actor)
    window = shift.window.code
    shifts.refuse_short(shift, places.cash(window), amount_cents)
    moves = [
        Move(places.cash(window), places.guests(window), amount_cents),
        Move(places.prizes(code), places.bank(), amount_cents),
    ]
    return _post(
        shift.gaming_day,
        shifts.book(window),
        EntryCode.TOURNAMENT_OUT,
        moves,
        subject=subject,
        reference=reference,
        evidence=evidence,
        actor=actor,
    )


def guarantee(
    *, house_id: int, code: str, amount_cents: int, subject: str, reference: str, evidence: bytes, actor: "User"
) -> Posted:
    """Add the house's money to a pool that is below its guarantee."""
    moves = [Move(places.bank(), places.prizes(code), amount_cents)]
    return _post_due(house_id, code, moves, subject=subject, reference=reference, evidence=evidence, actor=actor)


def hand_on(
    *, house_id: int, code: str, to: str, due: Due, subject: str, reference: str, evidence: bytes, actor: "User"
) -> Posted:
    """Move money from one tournament's pool to another's pool and fee: a seat won, or a flight's pool to the final."""
    moves = [
        Move(places.prizes(code), places.prizes(to), due.pool_cents),
        Move(places.prizes(code), places.fees(to), due.fee_cents),
    ]
    return _post_due(house_id, code, moves, subject=subject, reference=reference, evidence=evidence, actor=actor)


def settle(*, house_id: int, code: str, subject: str, reference: str, evidence: bytes, actor: "User") -> Posted | None:
    """Move the fees to the bank; None where there are none.

    Refuses while the pool, which is the players', holds anything (`pool_left`).
    """
    pool, fee = places.prizes(code), places.fees(code)
    held = balances.of(house_id, [pool, fee])
    if held[pool]:
        raise Refusal("pool_left", N_("%(pool_cents)s of the prize pool is still to be paid."), pool_cents=held[pool])
    if not held[fee]:
        return None
    moves = [Move(fee, places.bank(), held[fee])]
    return _post_due(house_id, code, moves, subject=subject, reference=reference, evidence=evidence, actor=actor)


def _shift(window_id: int, house_id: int, actor: "User") -> WindowShift:
    """Lock the window, which is of the tournament's house, and find its shift."""
    roles.require(actor, SELLS)
    window = locks.window(window_id)
    if window.house_id != house_id:
        raise NotFound("no_such_window", N_("Window not found."))
    return shifts.of(window)


def _post_due(
    house_id: int, code: str, moves: list[Move], *, subject: str, reference: str, evidence: bytes, actor: "User"
) -> Posted:
    day = days.current(house_id)
    locks.share_day(day.pk)
    return _post(
        day,
        book(code),
        EntryCode.TOURNAMENT_DUE,
        moves,
        subject=subject,
        reference=reference,
        evidence=evidence,
        actor=actor,
    )


def _post(
    day: GamingDay,
    in_book: str,
    code: EntryCode,
    moves: list[Move],
    *,
    subject: str,
    reference: str,
    evidence: bytes,
    actor: "User",
) -> Posted:
    return ledger.post(
        day=day,
        book=in_book,
        code=code,
        subject=subject,
        moves=[move for move in moves if move.amount_cents],
        actor=actor,
        reference=reference,
        evidence=evidence,
    )
