"""Counts of windows, slips of chips, re-openings of gaming days."""

from accounting.cage.selectors.slips import SLIPS
from accounting.cage.selectors.windows import CLOSINGS
from accounting.cage.services import slips as asked_slips
from accounting.cage.services import windows
from accounting.days.selectors.days import REOPENINGS
from accounting.days.services import days
from accounting.models import Reopening, Slip, WindowShift
from tables.floor.services import slips
from tests import builders
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


def slip(evening: Evening) -> Slip:
    window = windows.create(house_id=evening.house.pk, code="W1", name="Kasse 1", actor=evening.cage)
    windows.open_window(window_id=window.pk, chips=CHIPS, cash_cents=CASH_CENTS, actor=evening.cage)
    table = evening.table(dealt=False)
    return slips.ask(kind=Slip.Kind.FILL, table_id=table, window_id=window.pk, chips={"10000": 5}, actor=evening.floor)


def closed() -> Evening:
    evening = builders.evening()
    evening.close_day()
    return evening


def reopening(evening: Evening) -> Reopening:
    assert evening.day is not None
    return days.ask_reopening(day_id=evening.day.pk, reason="wrong count", actor=evening.manager)


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
    Case(
        matter=SLIPS,
        ask=slip,
        approve=slips.carry_out,
        decline=asked_slips.cancel,
        asker="floor",
        decider="cage",
        declining={"reason": "enough chips"},
    ),
    Case(
        matter=REOPENINGS,
        ask=reopening,
        approve=days.approve_reopening,
        decline=days.decline_reopening,
        evening=closed,
    ),
]
