"""What a recorded hand would have come to under other rules."""

from accounting.policy import rake
from tables.rules import hand, random_hands
from tables.rules.rule_sets import switched
from tables.rules.setup import HandSetup
from tables.verdicts import rule_changes
from tables.verdicts.rule_changes import SAME, Difference, Outcome
from tests.tables.rules.scripts import actions, table

NO_TAX = rake.parse({"kind": "fixed", "amount_cents": 0})
TWO_RAISES = "3 raise 30, 1 raise 90, 2 fold, 3 fold"


def compare(setup: HandSetup, script: str, **switches: str) -> Difference:
    return rule_changes.compare(setup, actions(script), switched("house/1", switches).key, NO_TAX, 0)


def test_what_does_not_touch_the_hand_changes_nothing() -> None:
    assert compare(table([1000, 1000, 1000]), TWO_RAISES, odd_chip="all_to_first") == SAME


def test_the_action_that_would_have_been_refused() -> None:
    found = compare(table([1000, 1000, 1000]), TWO_RAISES, raise_cap="1", raise_cap_everywhere="yes")
    assert (found.outcome, found.number) == (Outcome.NOT_ALLOWED, 2)
    assert found.code


def test_other_winnings_seat_by_seat() -> None:
    """Three share 5 of 7: the odd chips go one each from the left of the button, or all to the first there."""
    setup = table([100, 100, 100, 100], blinds=(1, 2))
    script = (
        "3 call, 4 call, 1 fold, 2 check, board AhKhQh, 2 check, 3 check, 4 check, board Jh, 2 check, 3 check, 4 check,"
        "board Th, 2 check, 3 check, 4 check, 2 show 2c3c, 3 show 2d3d, 4 show 2s3s"
    )
    tax = rake.parse({"kind": "fixed", "amount_cents": 2})
    key = switched("house/1", {"odd_chip": "all_to_first"}).key
    found = rule_changes.compare(setup, actions(script), key, tax, 2)
    assert found == Difference(Outcome.OTHER_MONEY, seats=((2, 2, 3), (3, 2, 1)))


def test_under_its_own_rules_every_hand_is_the_same() -> None:
    for played in random_hands.hands(7, 60):
        found = rule_changes.compare(played.setup, played.actions, played.setup.rule_set, NO_TAX, 0)
        assert found == SAME
        assert hand.replay(played.setup, played.actions).phase.value == "finished"
