"""The payee of a jackpot's share: the guest who won it, or a person whom they name before two people.

The winner stands at a window and names them; the person who asks there is the first witness, the person who approves it
the second.  The winner may still collect the share themselves.  A naming that nobody has decided on changes nothing,
and ends with the slip.
"""

from typing import TYPE_CHECKING

from accounting import chain, locks
from accounting.days.services import guests
from accounting.jackpots.selectors import jackpots as selector
from accounting.jackpots.selectors.jackpots import PAYEES
from accounting.models import JackpotPayee, JackpotSlip
from casino import house_time, reasons
from casino.errors import N_, Refusal
from casino.selectors.decisions import PAYER, PROPOSER
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

State = JackpotPayee.State


@use_case(PAYEES.edits)
def name(*, jackpot_slip_id: int, guest: str, reason: str, actor: "User") -> JackpotPayee:
    """Ask, as the first witness, that a slip may be paid to another guest than its winner.

    `guest`: the number on their card (`guest_required`; `guests.named` says what else is refused of it and of the
    winner's).  Refuses the winner (`payee_is_winner`), a slip that is paid or lapsed (`slip_paid`, `slip_lapsed`), one
    whose payee is named or waits to be decided (`payee_named`), the person who entered or approved the claim
    (`two_people`), and a reason that is missing or names a guest (`reason_required`, `names_guest`).
    """
    slip = locks.jackpot_slip(jackpot_slip_id)
    refuse_done(slip)
    _refuse_second(slip)
    number, won_by = guests.named(slip.house_id, guest, slip.amount_cents), selector.winner(slip)
    if not number:
        raise Refusal("guest_required", N_("Give the number on the card of the guest who is to be paid."))
    if number == won_by:
        raise Refusal(
            "payee_is_winner", N_("Guest %(winner)s won this share and is paid it without being named."), winner=won_by
        )
    guests.named(slip.house_id, won_by, slip.amount_cents)
    row = JackpotPayee.objects.create(
        slip=slip, guest=number, reason=reasons.given(reason), proposed_by=actor, proposed_at=house_time.now()
    )
    decisions.refuse_same(PAYEES, row, PROPOSER, actor)
    return row


@use_case(PAYEES.approves, password=True, decides=PAYEES)
def approve(*, jackpot_payee_id: int, seen: str, actor: "User") -> JackpotPayee:
    """Approve, as the second witness, that a slip may be paid to the payee whom its winner named.

    Refuses the first witness and the person who entered or approved the claim (`two_people`), what is decided
    (`payee_decided`), a slip that is paid or lapsed (`slip_paid`, `slip_lapsed`), and `stale`.
    """
    row = locks.jackpot_payee(jackpot_payee_id)
    refuse_done(row.slip)
    return decisions.approve(PAYEES, row, actor, seen)


@use_case(PAYEES.edits, decides=PAYEES)
def decline(*, jackpot_payee_id: int, seen: str, actor: "User") -> JackpotPayee:
    """Decline a payee, or withdraw one's own request; refuses what is decided (`payee_decided`), and `stale`."""
    return decisions.decline(PAYEES, locks.jackpot_payee(jackpot_payee_id), actor, seen)


def facts(slip: JackpotSlip) -> list[object]:
    """The values of an approved naming that the evidence digest of a slip's entry covers; none where there is none."""
    row = selector.payee(slip)
    if row is None:
        return []
    assert row.decided_at is not None
    return [
        row.guest,
        row.reason,
        [row.proposed_by_id, chain.moment(row.proposed_at)],
        [row.decided_by_id, chain.moment(row.decided_at)],
    ]


def refuse_witness(slip: JackpotSlip, actor: "User") -> None:
    """Refuse (`two_people`) to pay or lapse a slip to the witnesses of the payee whom its winner named."""
    row = selector.payee(slip)
    if row is not None:
        decisions.refuse_same(PAYEES, row, PAYER, actor)


def refuse_other(slip: JackpotSlip, guest: str) -> None:
    """Refuse everybody but the winner and the payee whom they named (`guest_required`, `not_the_winner`)."""
    if not guest:
        raise Refusal("guest_required", N_("Name the person who collects the share: enter the number on their card."))
    won_by, named = selector.winner(slip), selector.named(slip)
    if guest in {won_by, named}:
        return
    if named is None:
        raise Refusal(
            "not_the_winner",
            N_("Guest %(winner)s won the share of slip %(slip)s: pay it to them, or let them name a payee before two."),
            winner=won_by,
            slip=slip.number,
        )
    raise Refusal(
        "not_the_winner",
        N_("Guest %(winner)s won the share of slip %(slip)s and named guest %(payee)s: pay it to one of them."),
        winner=won_by,
        payee=named,
        slip=slip.number,
    )


def refuse_done(slip: JackpotSlip) -> None:
    """Refuse a slip that is paid or lapsed (`slip_paid`, `slip_lapsed`)."""
    if slip.state == JackpotSlip.State.PAID:
        raise Refusal("slip_paid", N_("Slip %(slip)s has already been paid."), slip=slip.number)
    if slip.state == JackpotSlip.State.LAPSED:
        raise Refusal("slip_lapsed", N_("The share of slip %(slip)s went back to the fund."), slip=slip.number)


def end(slip: JackpotSlip, actor: "User") -> None:
    """Decline the naming that nobody has decided on: its slip is paid or lapses.  An inner step."""
    waiting = JackpotPayee.objects.filter(slip=slip, state=State.PROPOSED)
    waiting.update(state=State.DECLINED, decided_by=actor, decided_at=slip.done_at)


def _refuse_second(slip: JackpotSlip) -> None:
    row = selector.naming(slip)
    if row is None:
        return
    if row.state == State.APPROVED:
        raise Refusal(
            "payee_named",
            N_("Guest %(guest)s is named for slip %(slip)s: pay it to them or to the winner."),
            guest=row.guest,
            slip=slip.number,
        )
    raise Refusal(
        "payee_named",
        N_("Guest %(guest)s is named for slip %(slip)s and waits for a second person: decide on them first."),
        guest=row.guest,
        slip=slip.number,
    )
