"""The house's own games by day, table and shift, and what the rules let expect."""

from collections.abc import Iterator
from datetime import UTC, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.db import connection

from accounting.days.services import days, houses
from accounting.models import GamingDay, House
from accounting.reports.files import bank_file
from accounting.revenue.selectors import bank
from accounting.revenue.selectors.bank import By, Result, Sums
from casino import house_time
from tables.floor.services import seats
from tables.rounds.services import rounds
from tables.rules.banked.rule_sets import CASINO_HOLDEM, EASY_HOLDEM
from tests import builders
from tests.builders import Evening
from tests.tables.rounds.banking import EURO, FLOAT, LOST, WON, banked, casino, play, play_casino
from tools.evening.clock import Clock

pytestmark = pytest.mark.django_db

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture
def clock() -> Iterator[Clock]:
    """Friday, 23 October 2026, at six in the afternoon; on Sunday the clocks are put back."""
    clock = Clock(datetime(2026, 10, 23, 18, tzinfo=BERLIN))
    with house_time.shown_by(clock.now):
        yield clock


@pytest.fixture
def evening(clock: Clock) -> Evening:
    return builders.evening()


def at(clock: Clock, day: int, hour: int, minute: int = 0, fold: int = 0) -> None:
    clock.forward(datetime(2026, 10, day, hour, minute, tzinfo=BERLIN, fold=fold).astimezone(UTC))


def reported(evening: Evening, by: By = By.TABLE, **period: Any) -> Result:
    return bank.result(by=by, actor=evening.manager, **period)


def by_shift(found: Result) -> dict[tuple[str, int], tuple[int, int]]:
    """Rounds and win by table and shift."""
    return {
        (row.table_code, row.shift.number): (row.sums.rounds, row.sums.win_cents) for row in found.rows if row.shift
    }


class TestShifts:
    def test_each_round_and_each_chip_that_is_bought_is_of_its_shift(self, evening: Evening, clock: Clock) -> None:
        table = banked(evening)
        play(evening, table, LOST)
        at(clock, 23, 19, 59)
        play(evening, table, WON)
        at(clock, 23, 20)
        play(evening, table, LOST)
        seats.top_up(
            table_id=table, version=evening.version(table), seat=1, amount_cents=100 * EURO, actor=evening.floor
        )
        at(clock, 24, 4)
        play(evening, table, LOST)
        found = reported(evening, By.SHIFT)
        assert by_shift(found) == {("E1", 1): (2, 30 * EURO), ("E1", 2): (2, 100 * EURO)}
        early, late = found.rows
        assert (early.sums.drop_cents, late.sums.drop_cents) == (900 * EURO, 100 * EURO)
        assert (early.sums.opener_cents, late.sums.opener_cents) == (FLOAT, 0)
        assert (early.sums.hold_bp, late.sums.hold_bp) == (333, 10_000)
        assert [f"{row.shift.begins_at:%H:%M}" for row in found.rows if row.shift] == ["10:00", "18:00"], "in UTC"
        assert found.total == reported(evening, By.TABLE).total == reported(evening, By.DAY).total

    def test_what_is_taken_back_stands_in_the_shift_of_what_it_takes_back(self, evening: Evening, clock: Clock) -> None:
        table = banked(evening)
        wrong = play(evening, table, LOST)
        play(evening, table, WON)
        at(clock, 23, 21)
        rounds.void(round_id=wrong.pk, version=1, reason="wrong box", actor=evening.floor)
        assert by_shift(reported(evening, By.SHIFT)) == {("E1", 1): (1, -20 * EURO)}

    def test_a_night_of_25_hours(self, evening: Evening, clock: Clock) -> None:
        """02:30 comes twice on 25 October 2026; the shift begins at the first of the two."""
        House.objects.update(shift_starts=[time(20), time(2, 30)])
        at(clock, 24, 13)
        days.roll_over(house_id=evening.house.pk, actor=evening.manager)
        table = banked(evening)
        for hour, minute, fold in ((2, 29, 0), (2, 30, 0), (2, 29, 1), (4, 0, 0)):
            at(clock, 25, hour, minute, fold)
            play(evening, table, LOST)
        assert by_shift(reported(evening, By.SHIFT)) == {
            ("E1", 1): (0, 0), ("E1", 2): (1, 50 * EURO), ("E1", 3): (3, 150 * EURO),
        }  # fmt: skip

    def test_what_is_booked_after_the_next_roll_over_is_of_the_last_shift(self, evening: Evening, clock: Clock) -> None:
        """A gaming day ends when somebody closes it, not by the clock."""
        table = banked(evening)
        at(clock, 24, 12, 30)
        play(evening, table, LOST)
        assert by_shift(reported(evening, By.SHIFT)) == {("E1", 1): (0, 0), ("E1", 2): (1, 50 * EURO)}

    def test_a_house_without_later_shifts_has_one(self, evening: Evening, clock: Clock) -> None:
        admin = builders.user("admin", "hq")
        houses.edit(house_id=evening.house.pk, changes={"shift_starts": []}, actor=admin)
        table = banked(evening)
        at(clock, 23, 23)
        play(evening, table, LOST)
        assert by_shift(reported(evening, By.SHIFT)) == {("E1", 1): (1, 50 * EURO)}


class TestExpected:
    def test_antes_by_the_edge_of_their_rules_beside_the_win_without_side_bets(self, evening: Evening) -> None:
        """The "theoretical hold vs actual" (domain §4.15): 2.3496 % and 2.1576 % of the antes."""
        play(evening, banked(evening), LOST)
        play_casino(evening, casino(evening))
        rows = {row.table_code: row.sums for row in reported(evening).rows}
        assert (rows["E1"].ante_cents, rows["E1"].expected_cents) == (5_000, 117)  # 117.48
        assert rows["E1"].difference_cents == 5_000 - 117
        sums = rows["C1"]
        assert (sums.ante_cents, sums.expected_cents) == (2_000, 43)  # 43.152
        assert (sums.side_staked_cents, sums.side_lost_cents, sums.side_paid_cents) == (3_500, 2_500, 20_000)
        assert (sums.win_cents, sums.side_win_cents) == (6_500 - 20_000, 2_500 - 20_000)
        assert sums.difference_cents == 4_000 - 43
        total = reported(evening).total
        assert total.expected_millionths == 5_000 * EASY_HOLDEM.edge_ppm + 2_000 * CASINO_HOLDEM.edge_ppm
        assert total.expected_cents == 161, "160.632: rounded once, not 117 + 43"

    def test_a_round_that_was_taken_back_is_expected_no_more(self, evening: Evening) -> None:
        table = banked(evening)
        played = play(evening, table, LOST)
        rounds.void(round_id=played.pk, version=1, reason="wrong box", actor=evening.floor)
        assert reported(evening).total == Sums(drop_cents=900 * EURO, opener_cents=FLOAT)


class TestDays:
    def test_losses_of_days_before_the_period_are_brought_into_it(self, evening: Evening, clock: Clock) -> None:
        """NRW: "Verluste werden vorgetragen" (domain §0), from the first day on, whatever is asked for."""
        play(evening, banked(evening), WON)
        at(clock, 24, 13)
        days.roll_over(house_id=evening.house.pk, actor=evening.manager)
        second = casino(evening)
        for _round in range(2):
            play_casino(evening, second, LOST)
        last = reported(evening)
        [revenue] = last.revenues
        assert (revenue.brought_cents, revenue.revenue_cents, revenue.carried_cents) == (-20 * EURO, 80 * EURO, 0)
        whole = reported(evening, By.DAY, first=last.first - timedelta(days=3), last=last.last)
        assert [(row.sums.win_cents, row.table_code) for row in whole.rows] == [(-20 * EURO, ""), (100 * EURO, "")]
        assert [one.revenue_cents for one in whole.revenues] == [0, 80 * EURO]
        total = bank_file.lines(whole)[-1].figures
        assert (total["brought_cents"], total["revenue_cents"], total["carried_cents"]) == (0, 80 * EURO, 0)
        assert total["win_cents"] + total["brought_cents"] == total["revenue_cents"] + total["carried_cents"]

    def test_a_round_that_is_taken_back_on_a_later_day_is_of_that_day(self, evening: Evening, clock: Clock) -> None:
        """Also where the table played no other round; what was reported of a closed day stays as it was."""
        table = casino(evening)
        played = play_casino(evening, table, LOST)
        at(clock, 24, 13)
        days.roll_over(house_id=evening.house.pk, actor=evening.manager)
        GamingDay.objects.filter(date=evening.day.date).update(state="closed", closed_at=clock.at, seal="x" * 64)
        rounds.void(round_id=played.pk, version=1, reason="wrong box", actor=evening.manager)
        whole = reported(evening, By.DAY, first=evening.day.date, last=evening.day.date + timedelta(days=1))
        assert [(row.sums.rounds, row.sums.win_cents) for row in whole.rows] == [(1, 50 * EURO), (-1, -50 * EURO)]
        assert whole.total.expected_millionths == 0

    def test_a_year_costs_as_many_statements_as_a_day(
        self, evening: Evening, clock: Clock, django_assert_num_queries: Any
    ) -> None:
        """The house, the rows, the wins before, what was taken in; of the days before only an index with all of it."""
        table = banked(evening)
        play(evening, table, LOST)
        day = evening.day.date
        for first in (day, day - timedelta(days=365)):
            with django_assert_num_queries(4):
                bank.result(house_id=evening.house.pk, first=first, last=day, by=By.SHIFT, actor=evening.manager)
        with connection.cursor() as cursor:
            # Of one row any plan is cheap; what matters is that this one is there.
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
            cursor.execute("EXPLAIN " + bank._WINS_BEFORE, [evening.house.pk, day + timedelta(days=1)])
            plan = "\n".join(line for (line,) in cursor.fetchall())
        assert "Index Only Scan using wager_wins" in plan, plan
