"""The money of tournaments: what entrants pay, what they win, what the house adds and keeps.

`prizes/<code>` is the players', `fees/<code>` the house's (FinASVO NRW §§20–23: the fee is shown openly and is revenue,
the pool is not).  Money taken lies in a window's drawer like any other; against it the bank owes what pool and fee
hold, so drawer, pool and fee are each right by themselves.  All are inner steps: the caller holds the tournament.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accounting import locks, places
from accounting.chain import Move
from accounting.models import EntryCode, GamingDay
from accounting.selectors import balances
from accounting.services import days, ledger, shifts
from accounting.services.ledger import Posted
from casino import roles
from casino.errors import Refusal, _

if TYPE_CHECKING:
    from casino.models import User

SELLS = "accounting.run_window"


@dataclass(frozen=True, slots=True)
class Due:
    """What one purchase costs: into the pool (a bounty included) and to the house."""

    pool_cents: int
    fee_cents: int

    @property
    def paid_cents(self) -> int:
        """What the guest gives."""
        return self.pool_cents + self.fee_cents


def book(code: str) -> str:
    """The ledger's book of a tournament: what happens to its money beside the windows."""
    return f"tournament/{code}"


def take(
    *, window_id: int, code: str, due: Due, guest: str, subject: str, reference: str, evidence: bytes, actor: "User"
) -> Posted:
    """Money into a window's drawer, for which the bank owes pool and fee.  `guest`: the number on his card.

    Refuses a closed window, and from 2,000 euros on a guest nobody knows (GwG §10 (5)).
    """
    roles.require(actor, SELLS)
    shift = shifts.of(locks.window(window_id))
    shifts.refuse_unknown(guest, due.paid_cents)
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
    *, window_id: int, code: str, amount_cents: int, subject: str, reference: str, evidence: bytes, actor: "User"
) -> Posted:
    """A prize out of a window's drawer, out of the pool.  Refuses `not_enough_cash` and what the pool does not hold."""
    roles.require(actor, SELLS)
    shift = shifts.of(locks.window(window_id))
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
    """What the house adds to a pool that fell short of what it promised."""
    moves = [Move(places.bank(), places.prizes(code), amount_cents)]
    return _due(house_id, code, moves, subject=subject, reference=reference, evidence=evidence, actor=actor)


def hand_on(
    *, house_id: int, code: str, to: str, due: Due, subject: str, reference: str, evidence: bytes, actor: "User"
) -> Posted:
    """Out of one tournament's pool into another's pool and fee: a seat won, or a flight's pool carried to the final."""
    moves = [
        Move(places.prizes(code), places.prizes(to), due.pool_cents),
        Move(places.prizes(code), places.fees(to), due.fee_cents),
    ]
    return _due(house_id, code, moves, subject=subject, reference=reference, evidence=evidence, actor=actor)


def settle(*, house_id: int, code: str, subject: str, reference: str, evidence: bytes, actor: "User") -> Posted:
    """The fees to the bank.  Refuses while anything of the pool is left (`pool_left`): it is the players'."""
    pool, fee = places.prizes(code), places.fees(code)
    held = balances.of(house_id, [pool, fee])
    if held[pool]:
        raise Refusal("pool_left", _("%(pool_cents)s of the pool are still to be paid."), pool_cents=held[pool])
    moves = [Move(fee, places.bank(), held[fee])]
    return _due(house_id, code, moves, subject=subject, reference=reference, evidence=evidence, actor=actor)


def _due(
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
