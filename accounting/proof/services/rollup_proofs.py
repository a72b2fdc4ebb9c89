"""The proof of the roll-ups: every figure of every level is the sum of the level before, down to the plays.

Hours with entries that are not rolled up yet are left out; the levels above are filled in one transaction with them, so
they always fit.
"""

from collections.abc import Iterator

from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from accounting.reports.services import rollup_statements as statements


def prove() -> Iterator[Broken]:
    """What does not fit, in no other words than the level and the key of its row."""
    for level, key in sorted(chains.found(statements.DIFFERING)):
        yield Broken(f"roll-up of {level} {key}", None, "the figures are not the sums of what they are made from")
