"""Money of a jackpot fund that two people move: a seed or a gift of the house, tax paid over, the closing of a fund.

The house gives and never takes back: a seed is the players' from the moment it is booked, and a fund that is closed
hands all it holds to another fund.
"""

from typing import TYPE_CHECKING

from accounting import chain, locks, money, places
from accounting.chain import Move
from accounting.days.services import days
from accounting.jackpots.selectors import jackpots as selector
from accounting.jackpots.selectors.jackpots import PAYMENTS
from accounting.jackpots.services import funds
from accounting.ledger.selectors import balances
from accounting.ledger.services import ledger
from accounting.models import EntryCode, Fund, FundMove, JackpotSlip, ScheduleVersion
from casino import house_time, reasons
from casino.errors import N_, Malformed, Refusal
from casino.services import decisions
from casino.transactions import use_case

if TYPE_CHECKING:
    from casino.models import User

Kind = FundMove.Kind
TAX_OFFICE = "tax-office"
"""The place `guests/tax-office` is outside the house: tax that was paid over."""
_CODES = {
    Kind.SEED.value: EntryCode.FUND_IN,
    Kind.GIFT.value: EntryCode.FUND_IN,
    Kind.TAX.value: EntryCode.FUND_TAX,
    Kind.CLOSING.value: EntryCode.FUND_CLOSED,
}


@use_case(PAYMENTS.edits)
def ask_payment(*, fund_id: int, kind: str, amount_cents: int, reason: str, actor: "User") -> FundMove:
    """Ask for a seed, a gift of the house, or for tax to be paid over; nothing moves before another person approves.

    Refuses a closed fund (`fund_closed`), one without terms (`no_fund_terms`), a seed above the terms that two people
    signed (`seed_above_terms`), more tax than was withheld (`fund_below_share`), and no amount (`amount_too_small`).
    """
    fund = locks.fund(fund_id)
    funds.refuse_closed(fund)
    if kind == Kind.CLOSING:
        raise Malformed("bad_payment", N_("To close a fund, name the fund that gets its money."))
    row = FundMove(
        house_id=fund.house_id, fund=fund, kind=Kind(kind), amount_cents=amount_cents, reason=reasons.given(reason)
    )
    _refuse_amount(row)
    return _asked(row, actor)


@use_case(PAYMENTS.edits)
def ask_closing(*, fund_id: int, to_fund_id: int, reason: str, actor: "User") -> FundMove:
    """Ask for a fund to be closed, all its money going to another fund of the house.

    Refuses a fund that owes shares or tax, is fed by a schedule in force, or is not counted (`fund_owes`,
    `fund_still_fed`, `fund_not_counted`), a closed one, and the same fund or one of another house (`bad_payment`).
    """
    locked = locks.funds([fund_id, to_fund_id])
    row = FundMove(
        house_id=locked[fund_id].house_id,
        fund=locked[fund_id],
        to_fund=locked[to_fund_id],
        kind=Kind.CLOSING,
        amount_cents=0,
        reason=reasons.given(reason),
    )
    _refuse_closing(row)
    return _asked(row, actor)


@use_case(PAYMENTS.approves, password=True, decides=PAYMENTS)
def approve_payment(*, fund_move_id: int, seen: str, actor: "User") -> FundMove:
    """Approve what another person asked for: the money moves now.

    Refuses the person who asked (`two_people`), what is decided (`payment_decided`), another sum than was `seen`
    (`stale`; of a closing, what the fund held then), and as asking does.
    """
    row = locks.fund_move(fund_move_id)
    moved_cents = selector.moved_cents(row)
    decisions.approve(PAYMENTS, row, actor, seen, saves=False, amount_cents=moved_cents)
    if row.kind == Kind.CLOSING:
        _refuse_closing(row)
    else:
        funds.refuse_closed(row.fund)
        _refuse_amount(row)
    day = days.current(row.house_id)
    locks.share_day(day.pk)
    posted = ledger.post(
        day=day,
        book=funds.book(row.fund),
        code=_CODES[row.kind],
        subject=f"fund-move:{row.pk}",
        moves=moves(row),
        actor=actor,
        reference=f"fund-move:{row.pk}",
        evidence=chain.evidence(facts(row)),
        at=row.decided_at,
    )
    row.entry_id = posted.entry_id
    row.save()
    if row.kind == Kind.CLOSING:
        row.fund.closed_at = row.decided_at
        row.fund.save(update_fields=["closed_at"])
    return row


@use_case(PAYMENTS.edits, decides=PAYMENTS)
def decline_payment(*, fund_move_id: int, seen: str, actor: "User") -> FundMove:
    """Decline a payment, or withdraw one's own request; refuses a decided one (`payment_decided`), and `stale`."""
    return decisions.decline(PAYMENTS, locks.fund_move(fund_move_id), actor, seen)


def facts(row: FundMove) -> list[object]:
    """The values that the evidence digest of a payment's entry covers."""
    assert row.decided_at is not None
    return [
        row.kind,
        row.fund_id,
        row.to_fund_id,
        row.amount_cents,
        row.reason,
        [row.asked_by_id, chain.moment(row.asked_at)],
        [row.decided_by_id, chain.moment(row.decided_at)],
    ]


def moves(row: FundMove) -> list[Move]:
    """The transfers of a payment."""
    code = row.fund.code
    if row.kind == Kind.TAX:
        return [Move(places.withheld(code), places.guests(TAX_OFFICE), row.amount_cents)]
    if row.kind == Kind.CLOSING:
        assert row.to_fund is not None
        to = places.jackpot(row.to_fund.code)
        return [Move(place, to, cents) for place, cents in selector.held(row.fund).items() if cents]
    return [Move(places.bank(), places.jackpot(code), row.amount_cents)]


def _refuse_amount(row: FundMove) -> None:
    if not 0 < row.amount_cents <= money.MOST_CENTS:
        raise Refusal(
            "amount_too_small", N_("Must be at least %(least_cents)s."), amount_cents=row.amount_cents, least_cents=1
        )
    _version, terms = funds.in_force(row.fund)
    if row.kind == Kind.SEED and row.amount_cents > terms.seed_cents:
        raise Refusal(
            "seed_above_terms",
            N_("The terms allow a seed of up to %(seed_cents)s."),
            seed_cents=terms.seed_cents,
            amount_cents=row.amount_cents,
        )
    if row.kind == Kind.TAX:
        place = places.withheld(row.fund.code)
        refuse_below(row.fund, place, row.amount_cents)


def refuse_below(fund: Fund, place: str, amount_cents: int) -> None:
    """Refuse (`fund_below_share`) more than is at a place of the fund."""
    held_cents = balances.of(fund.house_id, [place])[place]
    if held_cents < amount_cents:
        raise Refusal(
            "fund_below_share",
            N_("“%(fund)s” holds only %(held_cents)s; %(amount_cents)s is too much."),
            fund=fund.name,
            held_cents=held_cents,
            amount_cents=amount_cents,
        )


def _refuse_closing(row: FundMove) -> None:
    fund, to = row.fund, row.to_fund
    assert to is not None
    funds.refuse_closed(fund)
    funds.refuse_closed(to)
    if to.pk == fund.pk or to.house_id != fund.house_id:
        raise Malformed("bad_payment", N_("The money goes to another fund of the same house."))
    held = balances.of(fund.house_id, [places.won(fund.code), places.withheld(fund.code)])
    if sum(held.values()) or JackpotSlip.objects.filter(fund=fund, state=JackpotSlip.State.DUE).exists():
        raise Refusal(
            "fund_owes",
            N_("“%(fund)s” still owes %(owed_cents)s: pay the shares and the tax first."),
            fund=fund.name,
            owed_cents=sum(held.values()),
        )
    fed_by = ScheduleVersion.objects.filter(
        schedule__house_id=fund.house_id,
        state=ScheduleVersion.State.PUBLISHED,
        valid_to=None,
        terms__jackpot__fund=fund.code,
    )
    named = ", ".join(fed_by.order_by("schedule__name").values_list("schedule__name", flat=True))
    if named:
        raise Refusal("fund_still_fed", N_("These schedules still feed the fund: %(schedules)s."), schedules=named)
    if selector.uncounted(fund):
        raise Refusal("fund_not_counted", N_("Take and count the boxes of “%(fund)s” first."), fund=fund.name)


def _asked(row: FundMove, actor: "User") -> FundMove:
    row.asked_by, row.asked_at = actor, house_time.now()
    row.save()
    return row
