"""Rules and members of the tronc, records of tips, distributions, payouts."""

from datetime import date, timedelta

from accounting.models import TipRecord, TroncMember, TroncPayout, TroncRules, TroncRun
from accounting.tronc.selectors.members import MEMBERS
from accounting.tronc.selectors.months import RUNS, Credit
from accounting.tronc.selectors.payouts import PAYOUTS
from accounting.tronc.selectors.records import RECORDS
from accounting.tronc.selectors.rules import RULES
from accounting.tronc.services import members, payouts, records, rules, runs
from casino.models import User
from tests import builders
from tests.builders import Evening
from tests.deciding import looking
from tests.second_person import Case
from tests.stories.tips import TERMS


def last_month(evening: Evening) -> date:
    """The month before that of the open gaming day; it had no tips, so its shares are guaranteed pay."""
    assert evening.day is not None
    return (evening.day.date.replace(day=1) - timedelta(days=1)).replace(day=1)


def agreed() -> Evening:
    """A house with rules of the tronc and a member in each group."""
    return agree(builders.evening())


def agree(evening: Evening) -> Evening:
    """Rules of the tronc and a member in each group, by two people."""
    looking(rules.approve)(tronc_rules_id=proposed(evening).pk, actor=evening.second_manager)
    for person, function in ((evening.floor, "reception"), (evening.dealer, "dealer")):
        row = member(evening, person, function)
        looking(members.confirm)(tronc_member_id=row.pk, actor=evening.second_manager)
    return evening


def proposed(evening: Evening) -> TroncRules:
    return rules.propose(house_id=evening.house.pk, rules=TERMS, valid_from=last_month(evening), actor=evening.manager)


def member(evening: Evening, person: User | None = None, function: str = "reception") -> TroncMember:
    return members.enter(
        house_id=evening.house.pk,
        person_id=(person or evening.floor).pk,
        function=function,
        hired_on=date(2020, 1, 1),
        valid_from=last_month(evening),
        actor=evening.manager,
    )


def record(evening: Evening) -> TipRecord:
    assert evening.day is not None
    return records.draw_up(day_id=evening.day.pk, electronic_cents=10_000, actor=evening.manager)


def record_again(evening: Evening, _row: TipRecord) -> None:
    """Under the same number, but with ninety times the money."""
    assert evening.day is not None
    records.draw_up(day_id=evening.day.pk, electronic_cents=900_000, actor=evening.manager)


def run(evening: Evening) -> TroncRun:
    return runs.propose(
        house_id=evening.house.pk,
        month=last_month(evening),
        deductions_cents={},
        credited={one.pk: Credit(1_200, "other_work") for one in (evening.floor, evening.dealer)},
        actor=evening.manager,
    )


def payout(evening: Evening) -> TroncPayout:
    looking(runs.confirm)(tronc_run_id=run(evening).pk, actor=evening.second_manager)
    return payouts.prepare(house_id=evening.house.pk, actor=evening.manager)


def payout_again(evening: Evening, _row: TroncPayout) -> None:
    payouts.prepare(house_id=evening.house.pk, actor=evening.manager)


CASES = [
    Case(matter=RULES, ask=proposed, approve=rules.approve, decline=rules.decline),
    Case(matter=MEMBERS, ask=member, approve=members.confirm, decline=members.decline, evening=agreed),
    Case(
        matter=RECORDS, ask=record, approve=records.sign, decline=records.decline, change=record_again, evening=agreed
    ),
    Case(matter=RUNS, ask=run, approve=runs.confirm, decline=runs.decline, evening=agreed),
    Case(matter=PAYOUTS, ask=payout, approve=payouts.pay, decline=payouts.decline, change=payout_again, evening=agreed),
]
