"""Pays a jackpot: the approved shares leave the fund on numbered slips, are paid at a window, or lapse to the fund.

`award` is an inner step: the caller holds the hand and has checked the claim (`tables.jackpots`).  A share is owed from
its approval, so it lies apart from the fund (`won/…`) until it is paid.  Three people are needed: one who enters the
claim, one who approves it, one who pays.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Max

from accounting import chain, locks, places
from accounting.cage.services import shifts
from accounting.chain import Move
from accounting.days.services import days, guests
from accounting.jackpots.selectors.jackpots import PAYMENTS, PAYS, SLIPS
from accounting.jackpots.services import funds, payees, payments
from accounting.ledger.selectors import balances
from accounting.ledger.services import ledger
from accounting.models import EntryCode, Fund, GamingDay, JackpotSlip
from accounting.policy.jackpots import JackpotTerms, Share
from casino import house_time
from casino.errors import N_, Dated, Refusal
from casino.selectors.decisions import PAYER
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

State = JackpotSlip.State


@dataclass(frozen=True, slots=True)
class Award:
    """A jackpot that is paid: the claim's subject and facts, its table, its shares, and who entered it."""

    subject: str
    table_code: str
    shares: Sequence[Share]
    asked_by_id: int
    facts: Sequence[object]


def award(*, fund: Fund, terms: JackpotTerms, day: GamingDay, won: Award, actor: "User") -> int:
    """Book the shares out of the fund, refill it from its reserve, and issue the slips; returns the entry's id.

    An inner step: the caller holds the house, the day and the fund.  Refuses `fund_closed`, and a fund below its share
    (`fund_below_share`).
    """
    funds.refuse_closed(fund)
    total_cents = sum(share.amount_cents for share in won.shares)
    payments.refuse_below(fund, places.jackpot(fund.code), total_cents)
    now = house_time.now()
    last = JackpotSlip.objects.filter(house_id=fund.house_id).aggregate(last=Max("number"))["last"] or 0
    issued = [
        JackpotSlip(
            house_id=fund.house_id,
            fund=fund,
            number=last + position,
            subject=won.subject,
            table_code=won.table_code,
            seat=share.seat,
            role=share.role.value,
            amount_cents=share.amount_cents,
            tax_cents=terms.tax_cents(share.amount_cents),
            asked_by_id=won.asked_by_id,
            issued_by=actor,
            issued_at=now,
            due_until=day.date + timedelta(days=terms.claim_days),
        )
        for position, share in enumerate(won.shares, start=1)
    ]
    posted = ledger.post(
        day=day,
        book=funds.book(fund),
        code=EntryCode.JACKPOT_WON,
        subject=won.subject,
        moves=_award_moves(fund, terms, total_cents),
        actor=actor,
        reference=won.subject,
        evidence=chain.evidence([*won.facts, *(issue_facts(slip) for slip in issued)]),
        at=now,
    )
    JackpotSlip.objects.bulk_create(issued)
    return posted.entry_id


@use_case(PAYS, decides=SLIPS)
def pay(*, jackpot_slip_id: int, window_id: int, guest: str = "", seen: str, actor: "User") -> JackpotSlip:
    """Pay a slip in cash at a window, less the tax that the terms withhold.

    `guest`: the number on the card of the guest who fetches it: the winner, or the payee whom they named before two
    people (`guest_required`, `not_the_winner`; `guests.named` says what else is refused of it).  Refuses a slip that is
    paid or lapsed (`slip_paid`, `slip_lapsed`), the person who entered or approved the claim or witnessed the naming
    (`two_people`), a slip that was `seen` otherwise (`stale`), a closed window (`window_closed`) and too little cash in
    it (`not_enough_cash`).
    """
    slip = _due(jackpot_slip_id, seen, actor)
    shift = shifts.of(locks.window(window_id))
    if shift.window.house_id != slip.house_id:
        raise Refusal("other_house", N_("This window belongs to another house."))
    guest = guests.named(slip.house_id, guest, slip.amount_cents)
    payees.refuse_other(slip, guest)
    shifts.refuse_short(shift, places.cash(shift.window.code), slip.paid_out_cents)
    locks.share_day(shift.gaming_day_id)
    slip.state, slip.window, slip.done_by, slip.done_at = State.PAID, shift.window, actor, house_time.now()
    return _book(slip, shift.gaming_day, shifts.book(shift.window.code), EntryCode.JACKPOT_PAID, guest, actor)


@use_case(PAYMENTS.approves, decides=SLIPS)
def lapse(*, jackpot_slip_id: int, seen: str, actor: "User") -> JackpotSlip:
    """Give a share that nobody has fetched in time back to its fund, never to the house.

    Refuses a slip that is paid or lapsed, one whose time is not over (`slip_not_lapsed`), the person who entered or
    approved the claim or witnessed the naming of a payee (`two_people`), and a slip that was `seen` otherwise
    (`stale`).
    """
    slip = _due(jackpot_slip_id, seen, actor)
    day = days.current(slip.house_id)
    if day.date <= slip.due_until:
        raise Refusal("slip_not_lapsed", N_("The guest may collect it until %(until)s."), until=Dated(slip.due_until))
    locks.share_day(day.pk)
    slip.state, slip.done_by, slip.done_at = State.LAPSED, actor, house_time.now()
    return _book(slip, day, funds.book(slip.fund), EntryCode.JACKPOT_LAPSED, "", actor)


def subject(slip: JackpotSlip) -> str:
    """The subject by which entries and prints name a slip."""
    return f"jackpot-slip:{slip.number}"


def issue_facts(slip: JackpotSlip) -> list[object]:
    """The values of a slip that the entry of its award covers."""
    return [
        slip.number,
        slip.fund_id,
        slip.subject,
        slip.table_code,
        slip.seat,
        slip.role,
        slip.amount_cents,
        slip.tax_cents,
        slip.asked_by_id,
        [slip.issued_by_id, chain.moment(slip.issued_at)],
        str(slip.due_until),
    ]


def done_facts(slip: JackpotSlip) -> list[object]:
    """The values that the evidence digest of a payment or a lapse covers."""
    assert slip.done_at is not None
    done = [slip.state, slip.window_id, slip.done_by_id, chain.moment(slip.done_at)]
    return [*issue_facts(slip), *done, *payees.facts(slip)]


def done_moves(slip: JackpotSlip, window_code: str) -> list[Move]:
    """The transfers of a slip that is paid or has lapsed.

    The chips of the fund lie with the house's since they were counted; so the drawer's cash goes to the guest, and the
    bank owes the drawer what it no longer owes the fund.
    """
    fund = slip.fund.code
    if slip.state == State.LAPSED:
        return [Move(places.won(fund), places.jackpot(fund), slip.amount_cents)]
    moves = [
        Move(places.won(fund), places.guests(window_code), slip.paid_out_cents),
        Move(places.cash(window_code), places.bank(), slip.paid_out_cents),
    ]
    return moves + ([Move(places.won(fund), places.withheld(fund), slip.tax_cents)] if slip.tax_cents else [])


def _award_moves(fund: Fund, terms: JackpotTerms, total_cents: int) -> list[Move]:
    jackpot, reserve = places.jackpot(fund.code), places.reserve(fund.code)
    held = balances.of(fund.house_id, [jackpot, reserve])
    seed_cents = max(terms.seed_cents - (held[jackpot] - total_cents), 0)
    refill_cents = min(held[reserve], seed_cents)
    moves = [Move(jackpot, places.won(fund.code), total_cents)]
    return moves + ([Move(reserve, jackpot, refill_cents)] if refill_cents else [])


def _book(slip: JackpotSlip, day: GamingDay, in_book: str, code: EntryCode, reason: str, actor: "User") -> JackpotSlip:
    posted = ledger.post(
        day=day,
        book=in_book,
        code=code,
        subject=subject(slip),
        moves=done_moves(slip, slip.window.code if slip.window else ""),
        actor=actor,
        reason=reason,
        reference=f"jackpot-slip:{slip.pk}",
        evidence=chain.evidence(done_facts(slip)),
        at=slip.done_at,
    )
    slip.entry_id = posted.entry_id
    slip.save()
    payees.end(slip, actor)
    return slip


def _due(slip_id: int, seen: str, actor: "User") -> JackpotSlip:
    """The locked slip, which is due, for somebody who had no part in its claim or in naming its payee."""
    slip = locks.jackpot_slip(slip_id)
    payees.refuse_done(slip)
    decisions.refuse_same(SLIPS, slip, PAYER, actor)
    payees.refuse_witness(slip, actor)
    decisions.refuse_unseen(SLIPS, slip, seen)
    return slip
