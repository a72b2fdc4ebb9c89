"""How another room may have charged a tax to several pots."""

from tables.rules.agreement import _payouts
from tables.rules.records import Facts
from tables.rules.result import Result
from tables.rules.rule_sets import TaxFrom


def explaining(facts: Facts, result: Result) -> frozenset[TaxFrom]:
    """The ways to charge a tax to several pots that give exactly the printed pots.

    Empty where the room printed no pots, or other pots than ours.
    """
    if not 0 <= facts.taken_cents <= result.total_cents:
        return frozenset()
    return frozenset(
        way
        for way in TaxFrom
        for paid in _payouts(result, facts.taken_cents, way)
        if tuple([pot.amount_cents - pot.taken_cents for pot in paid.pots]) == facts.pots_cents
    )
