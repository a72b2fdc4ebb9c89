"""A claim on a jackpot: another one that is approved meanwhile takes its part of the same sum; and a slip's payee."""

from accounting.jackpots.selectors.jackpots import PAYEES
from accounting.jackpots.services import funds, payees, payments
from accounting.models import Fund, JackpotPayee, JackpotSlip
from tables.jackpots.selectors.claims import CLAIMS, Keyed
from tables.jackpots.services import claims
from tables.models import JackpotClaim
from tests import builders
from tests.accounting.jackpots import jackpots
from tests.builders import Evening
from tests.deciding import looking
from tests.second_person import Case

HALF = {"falls_bp": 5_000, "every_table": True}


def filled(evening: Evening) -> Fund:
    """A fund of 100 euros, of which half falls at any table."""
    fund = funds.open_fund(
        house_id=evening.house.pk, code="mystery", name="Mystery", kind="mystery", actor=evening.manager
    )
    terms = funds.propose_terms(fund_id=fund.pk, terms=HALF, actor=evening.manager)
    looking(funds.approve_terms)(fund_terms_id=terms.pk, actor=evening.second_manager)
    gift = {"kind": "gift", "amount_cents": 10_000, "reason": "for the weekend"}
    row = payments.ask_payment(fund_id=fund.pk, **gift, actor=evening.manager)
    looking(payments.approve_payment)(fund_move_id=row.pk, actor=evening.second_manager)
    return fund


def claim(evening: Evening) -> JackpotClaim:
    fund = filled(evening)
    table = evening.table(evening.game(recording="summary"), code="J1")
    evening.sit(table, 20_000, 20_000)
    return entered(evening, table, fund)


def entered(evening: Evening, table: int, fund: Fund) -> JackpotClaim:
    hand = jackpots.summary(evening, table, dealt_in=2).hand
    return claims.enter(hand_id=hand.pk, fund_id=fund.pk, keyed=Keyed(dealt_in=(1, 2)), actor=evening.manager)


def payee(evening: Evening) -> JackpotPayee:
    """A winner's friend is named for a slip that two others entered and approved."""
    fund, table = filled(evening), evening.table(evening.game(recording="summary"), code="J1")
    evening.sit(table, 20_000, 20_000)
    hand = jackpots.summary(evening, table, dealt_in=2).hand
    entered = claims.enter(hand_id=hand.pk, fund_id=fund.pk, keyed=Keyed(dealt_in=(1, 2)), actor=evening.floor)
    looking(claims.approve)(claim_id=entered.pk, actor=builders.user("manager", "third-manager"))
    return payees.name(
        jackpot_slip_id=JackpotSlip.objects.get(seat=1).pk,
        guest=evening.guest("Anna Weber").number,
        reason="the winner leaves tonight",
        actor=evening.manager,
    )


def another_falls(evening: Evening, row: JackpotClaim) -> None:
    other = entered(evening, row.hand.table_id, row.fund)
    looking(claims.approve)(claim_id=other.pk, actor=evening.second_manager)


CASES = [
    Case(
        matter=CLAIMS,
        ask=claim,
        approve=claims.approve,
        decline=claims.decline,
        change=another_falls,
        declining={"reason": "wrong hand"},
    ),
    Case(matter=PAYEES, ask=payee, approve=payees.approve, decline=payees.decline),
]
