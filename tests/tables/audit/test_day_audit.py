"""A whole day is audited from its rows: an honest one has no verdict, a fault in them has its own.

What each rule says of its facts is held in `tests/tables/verdicts`; here the facts are read from a day that was played.
"""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounting.cage.services import counts
from accounting.models import Drop
from accounting.rake.services import schedules
from accounting.verdicts import Verdict
from tables.audit.services import day
from tables.floor.services import drops, seats, tables
from tables.hands.services import corrections, recording
from tables.hands.services.recording import Summary
from tables.models import Table
from tables.play.services import time_charges
from tests import builders
from tests.builders import Evening, past_the_guards, pieces

pytestmark = pytest.mark.django_db(transaction=True)

POT = Summary(pot_cents=18_400, flop_seen=True, dealt_in=3, tip_cents=200)  # 5 % of 184 are 9 whole euros


@pytest.fixture
def evening() -> Evening:
    """Three guests at a table that keeps summaries."""
    found = builders.evening()
    found.sign_terms()
    found.sit(found.table(found.game(recording="summary"), float_cents=50_000), 40_000, 40_000, 40_000)
    return found


@pytest.fixture
def table(evening: Evening) -> int:
    return Table.objects.get(house=evening.house).pk


def key(evening: Evening, table: int, summary: Summary = POT):
    return recording.record_summary(
        table_id=table, version=evening.version(table), summary=summary, actor=evening.dealer
    ).hand


def close(evening: Evening, table: int, *counted_cents: int, float_cents: int = 50_000, explanation: str = "") -> None:
    """Everybody leaves with so much."""
    for seat, cents in enumerate(counted_cents, 1):
        seats.cash_out(
            table_id=table,
            version=evening.version(table),
            seat=seat,
            counted_cents=cents,
            explanation=explanation,
            actor=evening.floor,
        )
    tables.close_table(
        table_id=table,
        version=evening.version(table),
        counted_float_cents=float_cents,
        explanation="" if float_cents == 50_000 else "searched, not found",
        actor=evening.floor,
    )


def verdicts(evening: Evening) -> list[Verdict]:
    return day.day_verdicts(evening.day.pk)


def rules(evening: Evening) -> list[str]:
    return [verdict.rule.value for verdict in verdicts(evening)]


def test_a_day_in_play_ties(evening: Evening, table: int) -> None:
    key(evening, table)
    assert verdicts(evening) == []


def test_boxes_taken_in_mid_session_and_a_hand_corrected_after_it_tie(evening: Evening, table: int) -> None:
    """What was keyed as 184 was 84 and owed 4; its chips had gone to the count room already."""
    hand = key(evening, table)
    drops.drop_boxes(table_id=table, version=evening.version(table), actor=evening.floor)
    wrong = Summary(pot_cents=8_400, flop_seen=True, dealt_in=3, tip_cents=200)
    corrections.correct(
        hand_id=hand.pk, version=hand.version, summary=wrong, reason="a nought too many", actor=evening.manager
    )
    key(evening, table)
    assert verdicts(evening) == []
    evening.count_boxes()
    assert verdicts(evening) == []


def test_an_honest_night_ties_to_its_end(evening: Evening, table: int) -> None:
    for _hand in range(3):
        key(evening, table)
    close(evening, table, 40_000, 40_000, 40_000 - 3 * 1_100)
    evening.count_boxes()
    assert verdicts(evening) == []


def test_it_asks_as_much_of_many_tables_as_of_one(evening: Evening, table: int) -> None:
    """Floats, with what slips and rounds brought them, are read for all tables of the day at once."""
    key(evening, table)
    close(evening, table, 40_000, 40_000, 40_000 - 1_100)
    with CaptureQueriesContext(connection) as of_one:
        assert verdicts(evening) == []
    for code in ("T08", "T09"):
        other = evening.table(evening.game(recording="summary"), code=code, float_cents=50_000)
        evening.sit(other, 40_000, 40_000, 40_000)
        key(evening, other)
        close(evening, other, 40_000, 40_000, 40_000 - 1_100)
    with CaptureQueriesContext(connection) as of_three:
        assert verdicts(evening) == []
    assert len(of_three) == len(of_one)


def test_time_charges_are_rake_of_the_box(evening: Evening) -> None:
    clock = {"kind": "time", "amount_cents": 600, "period_minutes": 30}
    schedule = schedules.publish(
        house_id=evening.house.pk, name="Zeit", terms=clock, valid_from=evening.day.opened_at, actor=evening.manager
    )
    evening.sign_terms()
    table = evening.table(evening.game(rake_schedule_id=schedule.schedule_id), code="T09", dealt=False)
    evening.sit(table, 20_000, 20_000)
    time_charges.collect(table_id=table, version=evening.version(table), minutes=30, actor=evening.floor)
    assert verdicts(evening) == []


def test_what_is_missing_at_the_end_is_named(evening: Evening, table: int) -> None:
    """Float 5 euros short, guests left with 2 less than the pool held, the rake box a euro over."""
    key(evening, table)
    close(evening, table, 40_000, 40_000, 40_000 - 1_100 - 200, float_cents=49_500, explanation="no more is there")
    drop = Drop.objects.get(kind="rake")
    for person in (evening.cage, evening.second_cage):
        counts.count(drop_id=drop.pk, found=pieces(1_000), actor=person)
    found = {one.rule.value: one for one in verdicts(evening)}
    assert {rule: one.amount_cents for rule, one in found.items()} == {
        "FLOAT_DRIFT": -500, "POOL_RESIDUE": 200, "BOX_OVER": 100, "STACK_OUT_OF_BOUNDS": 0,
    }  # fmt: skip
    assert {one.table_code for one in found.values()} == {"T07"}
    assert found["BOX_OVER"].booked_by == evening.floor.pk
    assert found["POOL_RESIDUE"].subject.endswith(f"@{evening.day.date}")


def test_terms_that_nobody_else_signed(evening: Evening, table: int) -> None:
    key(evening, table)
    past_the_guards("UPDATE accounting_scheduleversion SET approved_by_id = NULL, approved_at = NULL")
    (found,) = verdicts(evening)
    assert (found.rule, found.facts["taken_cents"], found.booked_by) == ("SCHEDULE_UNSIGNED", 900, evening.manager.pk)


def test_rows_that_were_forged_no_longer_tie(evening: Evening, table: int) -> None:
    for _hand in range(3):
        key(evening, table)
    close(evening, table, 40_000, 40_000, 40_000 - 3 * 1_100)
    evening.count_boxes()
    past_the_guards("UPDATE accounting_drop SET booked_cents = 2600, counted_cents = 2600 WHERE kind = 'rake'")
    assert rules(evening) == ["COUNT_DIFFERS", "DROP_MISMATCH"]
    past_the_guards("UPDATE accounting_drop SET booked_cents = 2700, counted_cents = 2700 WHERE kind = 'rake'")
    past_the_guards("DELETE FROM tables_hand WHERE number = 2")
    (gap,) = verdicts(evening)
    assert (gap.rule, gap.facts["first_missing"], gap.facts["last_missing"]) == ("GAP_IN_NUMBERS", 2, 2)


def test_assessments_that_were_lowered_are_missing_in_the_box(evening: Evening, table: int) -> None:
    key(evening, table)
    past_the_guards("UPDATE accounting_assessment SET taken_cents = 400, due_cents = 400")
    (found,) = verdicts(evening)
    assert (found.rule, found.amount_cents, found.facts["assessed_cents"]) == ("DROP_MISMATCH", 500, 400)
