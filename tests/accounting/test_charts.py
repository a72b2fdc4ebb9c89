"""Charts: round steps, columns and rows in proportion, also below 0; left out where they say nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounting import charts
from accounting.charts import Point

VALUES = st.integers(-(10**9), 10**9)


def points(*values: int) -> list[Point]:
    return [Point(f"T{number}", value, f"T{number}: {value}") for number, value in enumerate(values, 1)]


def drawn(*values: int) -> charts.Columns:
    found = charts.columns(points(*values), text=str)
    assert found
    return found


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (0, 800, [0, 200, 400, 600, 800]),
        (0, 7, [0, 2, 4, 6, 8]),
        (0, 1, [0, 1]),
        (-300, 900, [-500, 0, 500, 1_000]),
        (-40, 0, [-40, -30, -20, -10, 0]),
        (0, 0, []),
    ],
)
def test_steps_of_an_axis_are_round(least: int, most: int, expected: list[int]) -> None:
    assert charts.steps(least, most) == expected


@given(least=VALUES, most=VALUES)
def test_an_axis_holds_every_value_and_0_in_at_most_six_steps(least: int, most: int) -> None:
    found = charts.steps(min(least, most), max(least, most))
    if found:
        assert found[0] <= min(least, most, 0) <= max(least, most, 0) <= found[-1]
        assert 0 in found
        assert len(found) <= 6


def test_columns_stand_in_proportion_on_the_line_of_0() -> None:
    full, half = drawn(1_000, 500).columns
    assert full.box.height == 2 * half.box.height
    assert full.box.y + full.box.height == half.box.y + half.box.height == drawn(1_000, 500).zero
    assert full.box.x + full.box.width < half.box.x


def test_what_is_lost_hangs_below_the_line_of_0() -> None:
    chart = drawn(1_000, -1_000)
    won, lost = chart.columns
    assert won.box.y + won.box.height == lost.box.y == chart.zero
    assert won.box.height == lost.box.height


def test_what_was_due_stands_behind_and_what_is_compared_is_a_line() -> None:
    chart = charts.columns([Point("1", 100, "", due=200, compared=200), Point("2", 200, "")], text=str)
    assert chart
    short, _full = chart.columns
    assert short.due
    assert short.due.height == 2 * short.box.height
    assert short.due.x < short.box.x
    assert chart.line == [(short.middle, short.due.y)]
    assert chart.path == f"{short.middle},{short.due.y}"


def test_names_are_left_out_rather_than_written_over_one_another() -> None:
    few, many = drawn(*range(1, 9)), drawn(*range(1, 61))
    assert len(few.names) == 8
    assert 10 < len(many.names) < 60
    assert many.names[0].text == "T1"


@given(values=st.lists(VALUES, min_size=2, max_size=charts.MOST))
def test_nothing_is_drawn_outside_the_picture(values: list[int]) -> None:
    chart = charts.columns(points(*values), text=str)
    if chart is None:
        assert not any(values)
        return
    for column in chart.columns:
        assert column.box.x >= chart.left
        assert column.box.x + column.box.width <= chart.right
        assert column.box.y >= 0
        assert column.box.y + column.box.height <= chart.height


def test_columns_are_left_out_where_they_say_nothing() -> None:
    for values in ((), (100,), (0, 0), (1,) * (charts.MOST + 1)):
        assert charts.columns(points(*values), text=str) is None


def test_rows_have_one_axis_and_a_mark_to_compare_with() -> None:
    chart = charts.rows([Point("T1", 400, "", compared=200), Point("T2", -400, "")], text=str)
    assert chart
    won, lost = chart.bars
    assert (won.x, won.length, won.compared) == (500, 500, 750)
    assert (lost.x, lost.length, lost.compared) == (0, 500, None)
    assert [tick.text for tick in chart.ticks] == ["-400", "-200", "0", "200", "400"]
    assert charts.rows([], text=str) is None
    assert charts.rows(points(0, 0), text=str) is None
