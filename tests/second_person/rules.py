"""A house's own rule set: the first person can have the last month's hands replayed again."""

from casino.services import jobs
from tables.games.selectors.rule_sets import REPLAY, RULES
from tables.games.services import rule_sets
from tables.models import HouseRuleSet
from tests.builders import Evening
from tests.second_person import Case


def proposal(evening: Evening) -> HouseRuleSet:
    row = rule_sets.propose(
        house_id=evening.house.pk,
        name="Hausregeln",
        base="house/1",
        switches={"odd_chip": "all_to_first"},
        actor=evening.manager,
    )
    replayed(evening, row)
    return row


def replayed(evening: Evening, row: HouseRuleSet) -> None:
    jobs.ask(kind=REPLAY, params={"rule_set": row.pk}, actor=evening.manager)
    assert jobs.run_next()


CASES = [
    Case(
        matter=RULES,
        ask=proposal,
        approve=rule_sets.approve,
        decline=rule_sets.decline,
        change=replayed,
    ),
]
