"""Jackpot funds: their terms, and the money that goes into them or to another fund."""

from accounting.jackpots.selectors import jackpots as selector
from accounting.jackpots.services import funds, payments
from accounting.models import Fund, FundMove, FundTerms
from tests.builders import Evening
from tests.deciding import looking
from tests.second_person import Case


def fund(evening: Evening, code: str = "splash") -> Fund:
    return funds.open_fund(
        house_id=evening.house.pk, code=code, name=code.title(), kind="splash", actor=evening.second_manager
    )


def terms(evening: Evening) -> FundTerms:
    return funds.propose_terms(fund_id=fund(evening).pk, terms={"seed_cents": 50_000}, actor=evening.manager)


def closing(evening: Evening) -> FundMove:
    row = terms(evening)
    looking(funds.approve_terms)(fund_terms_id=row.pk, actor=evening.second_manager)
    pay_in(evening, row)
    to_fund_id = fund(evening, "mystery").pk
    return payments.ask_closing(
        fund_id=row.fund_id, to_fund_id=to_fund_id, reason="nobody plays for it", actor=evening.manager
    )


def pay_in(evening: Evening, row: FundTerms | FundMove) -> None:
    """The fund holds something else from now on."""
    gift = {"kind": "gift", "amount_cents": 20_000, "reason": "for the weekend"}
    asked = payments.ask_payment(fund_id=row.fund_id, **gift, actor=evening.manager)
    looking(payments.approve_payment)(fund_move_id=asked.pk, actor=evening.second_manager)


CASES = [
    Case(matter=selector.TERMS, ask=terms, approve=funds.approve_terms, decline=funds.decline_terms),
    Case(
        matter=selector.PAYMENTS,
        ask=closing,
        approve=payments.approve_payment,
        decline=payments.decline_payment,
        change=pay_in,
    ),
]
