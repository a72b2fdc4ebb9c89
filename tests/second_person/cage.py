"""Counts of windows."""

from accounting.models import WindowShift
from accounting.selectors.windows import CLOSINGS
from accounting.services import windows
from tests.builders import Evening
from tests.second_person import Case

CHIPS, CASH_CENTS = {"10000": 20}, 500_00


def count(evening: Evening) -> WindowShift:
    window = windows.create(house_id=evening.house.pk, code="W1", name="Kasse 1", actor=evening.cage)
    windows.open_window(window_id=window.pk, chips=CHIPS, cash_cents=CASH_CENTS, actor=evening.cage)
    return windows.close_window(window_id=window.pk, chips=CHIPS, cash_cents=CASH_CENTS, actor=evening.cage)


def count_again(evening: Evening, row: WindowShift) -> None:
    """With all its money gone."""
    windows.close_window(
        window_id=row.window_id, chips=CHIPS, cash_cents=0, explanation="counted again", actor=evening.cage
    )


CASES = [
    Case(
        matter=CLOSINGS,
        ask=count,
        approve=windows.confirm_window,
        decline=windows.resume_window,
        asker="cage",
        decider="second_cage",
        change=count_again,
    ),
]
