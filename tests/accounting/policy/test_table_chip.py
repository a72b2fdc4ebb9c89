"""The tax is taken in chips that lie on the table: take down to the smallest chip (domain §4.1)."""

import pytest

from accounting.policy.rake import HandFacts, due, parse


@pytest.mark.parametrize(
    ("terms", "pot_cents", "expected_cents"),
    [
        ({"kind": "percent", "rate_bp": 500}, 6_900, 300),  # 3.45 on a table whose smallest chip is one euro
        ({"kind": "percent", "rate_bp": 500, "rounding": "up"}, 6_900, 400),
        ({"kind": "percent", "rate_bp": 1_000, "cap_cents": 250}, 10_000, 200),  # a cap nobody can lay down
        ({"kind": "fixed", "amount_cents": 250}, 10_000, 200),
        ({"kind": "percent", "rate_bp": 500, "chip_cents": 500}, 19_000, 500),  # the schedule's own, larger chip stands
        ({"kind": "percent", "rate_bp": 500, "chip_cents": 250}, 19_000, 500),  # in whole chips of both
    ],
)
def test_the_table_s_smallest_chip_is_the_least_unit(terms, pot_cents, expected_cents):
    facts = HandFacts(pot_cents, flop_seen=True, dealt_in=6, chip_cents=100)
    assert due(parse(terms), facts).due_cents == expected_cents
