"""The figures follow the books (M3): every hand counted once, late ones and mirrors too, in whatever order."""

from collections import Counter
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounting import tasks
from accounting.models import Assessment, House, HouseDay, HouseMonth, RollUpMark, TableDay, TableHour
from accounting.reports.services import rollups
from accounting.reports.services.rollups import RolledUp
from casino.errors import NotAllowed
from casino.models import User
from casino.services import jobs
from tests.accounting.reports.conftest import NOON, BookedHands, open_house

FIGURES = ("hands", "pot_cents", "base_cents", "due_cents", "taken_cents", "jackpot_cents", "tips_cents")
LEVELS = {
    TableHour: ("gaming_day_id", "table_code", "hour", "dealer_id", "game"),
    TableDay: ("gaming_day_id", "table_code", "dealer_id", "game"),
    HouseDay: ("gaming_day_id",),
    HouseMonth: ("house_id", "month"),
}

Rows = dict[tuple[object, ...], tuple[int, ...]]


def rows_of(house: House) -> list[Rows]:
    """All figures of the house as they stand, one mapping a level."""
    mine = [{"gaming_day__house": house}, {"gaming_day__house": house}, {"gaming_day__house": house}, {"house": house}]
    return [
        {row[: len(keys)]: row[len(keys) :] for row in level.objects.filter(**own).values_list(*keys, *FIGURES)}
        for (level, keys), own in zip(LEVELS.items(), mine, strict=True)
    ]


def summed(assessments: list[Assessment]) -> list[Rows]:
    """The same, straight from the assessments, in Python."""
    levels: list[dict[tuple[object, ...], Counter[str]]] = [{} for _ in LEVELS]
    for row in assessments:
        figures = {"hands": row.sign} | {name: row.sign * getattr(row, name) for name in FIGURES[1:]}
        keys: list[tuple[object, ...]] = [
            tuple(getattr(row, name) for name in LEVELS[TableHour]),
            tuple(getattr(row, name) for name in LEVELS[TableDay]),
            (row.gaming_day_id,),
            (row.house_id, row.gaming_day.date.replace(day=1)),
        ]
        for level, key in zip(levels, keys, strict=True):
            level.setdefault(key, Counter()).update(figures)
    return [{key: tuple(sums[name] for name in FIGURES) for key, sums in level.items()} for level in levels]


def test_a_hand_reaches_every_level(booked: BookedHands) -> None:
    booked.hand(pot_cents=10_000, due_cents=400, taken_cents=300, tips_cents=100)
    assert rollups.roll_up() == RolledUp(table_hours=1, gaming_days=1)
    figures = (1, 10_000, 10_000, 400, 300, 0, 100)
    assert [list(level.values()) for level in rows_of(booked.house)] == [[figures]] * 4


def test_with_nothing_new_the_books_are_looked_at_and_nothing_changes(booked: BookedHands) -> None:
    booked.hand()
    rollups.roll_up()
    before = rows_of(booked.house)
    with CaptureQueriesContext(connection) as asked:
        assert rollups.roll_up() == RolledUp()
    assert len([query for query in asked if "accounting_" in query["sql"]]) == 2
    assert rows_of(booked.house) == before


def test_a_mirror_takes_the_hand_back(booked: BookedHands) -> None:
    wrong = booked.hand(taken_cents=400)
    booked.hand()
    rollups.roll_up()
    booked.reverse(wrong)
    rollups.roll_up()
    assert rows_of(booked.house) == summed(booked.assessments())
    assert TableDay.objects.get().hands == 1


def test_a_mirror_on_the_same_day_counts_in_the_hour_of_its_hand(booked: BookedHands) -> None:
    """Nothing was taken in that hour; of the hour in which somebody saw that it was wrong nothing is to be said."""
    wrong = booked.hand(hour=3, taken_cents=400, tips_cents=200)
    booked.reverse(wrong)
    rollups.roll_up()
    assert list(TableHour.objects.values_list("hour", *FIGURES)) == [(NOON + timedelta(hours=3), *[0] * len(FIGURES))]


def test_a_mirror_on_a_later_day_counts_against_that_day(booked: BookedHands) -> None:
    # The closed day stays as it was signed; the correction is the next day's (GoBD: nothing booked is changed).
    wrong = booked.hand()
    rollups.roll_up()
    first_day = booked.day
    booked.next_day()
    booked.reverse(wrong)
    rollups.roll_up()
    taken = dict(HouseDay.objects.values_list("gaming_day_id", "taken_cents"))
    assert taken == {first_day.pk: 400, booked.day.pk: -400}


def test_only_the_hours_written_to_are_made_anew(booked: BookedHands) -> None:
    for hour in range(5):
        for table in ("T1", "T2"):
            booked.hand(table, hour=hour)
    rollups.roll_up()
    ids = set(TableHour.objects.values_list("pk", flat=True))
    booked.hand("T2", hour=3)
    assert rollups.roll_up() == RolledUp(table_hours=1, gaming_days=1)
    again = TableHour.objects.exclude(pk__in=ids).get()
    assert (again.table_code, again.hour, again.hands) == ("T2", NOON + timedelta(hours=3), 2)


def test_two_houses_are_kept_apart(booked: BookedHands) -> None:
    other = open_house()
    booked.hand(taken_cents=400)
    other.hand(taken_cents=400)
    other.hand(taken_cents=400)
    rollups.roll_up()
    assert rows_of(booked.house) == summed(booked.assessments())
    assert rows_of(other.house) == summed(other.assessments())


def test_one_hour_may_belong_to_two_gaming_days(booked: BookedHands) -> None:
    first = booked.hand(hour=0)
    booked.next_day()
    booked.hand(hour=0)
    rollups.roll_up()
    assert TableHour.objects.count() == 2
    booked.reverse(first)
    rollups.roll_up()
    assert rows_of(booked.house) == summed(booked.assessments())


def test_a_crash_in_the_middle_leaves_the_old_figures_and_the_next_run_mends(
    booked: BookedHands, monkeypatch: pytest.MonkeyPatch
) -> None:
    booked.hand()
    rollups.roll_up()
    before, marks = rows_of(booked.house), list(RollUpMark.objects.values())
    booked.hand()
    with monkeypatch.context() as patch:
        patch.setattr(rollups.statements, "INCREMENT", (*rollups.statements.INCREMENT[:2], None))
        with pytest.raises(AttributeError):
            rollups.roll_up()
    assert (rows_of(booked.house), list(RollUpMark.objects.values())) == (before, marks)
    rollups.roll_up()
    assert rows_of(booked.house) == summed(booked.assessments())


def test_a_rebuild_mends_what_somebody_spoilt(booked: BookedHands) -> None:
    booked.hand()
    rollups.roll_up()
    TableHour.objects.update(taken_cents=1)
    TableDay.objects.all().delete()
    HouseDay.objects.update(hands=99)
    assert rollups.rebuild_days(day_ids=[booked.day.pk]) == RolledUp(gaming_days=1)
    assert rows_of(booked.house) == summed(booked.assessments())


def test_a_rebuild_drops_figures_of_hands_that_are_not_there(booked: BookedHands) -> None:
    booked.hand()
    rollups.roll_up()
    TableHour.objects.update(table_code="T9")
    TableDay.objects.update(table_code="T9")
    rollups.rebuild_all()
    assert rows_of(booked.house) == summed(booked.assessments())


def test_after_a_rebuild_of_everything_nothing_is_due(booked: BookedHands) -> None:
    booked.hand()
    rollups.rebuild_all()
    assert rollups.roll_up() == RolledUp()


@pytest.mark.parametrize("few", [0, 2, 3])
def test_after_an_import_everything_is_made_anew_at_once(
    booked: BookedHands, monkeypatch: pytest.MonkeyPatch, few: int
) -> None:
    for table in ("T1", "T2", "T3"):
        booked.hand(table)
    monkeypatch.setattr(rollups, "FEW_ENTRIES", few)
    done = rollups.roll_up()
    assert done.table_hours == (3 if few == 3 else 0)  # followed one by one, or not
    assert rows_of(booked.house) == summed(booked.assessments())
    assert rollups.roll_up() == RolledUp()


def test_a_rebuild_as_a_job_tells_how_far_it_is(booked: BookedHands) -> None:
    booked.hand()
    booked.next_day()
    booked.hand()
    told: list[tuple[int, int]] = []
    rollups.rebuild(actor=booked.manager, progress=lambda done, total: told.append((done, total)))
    assert told == [(0, 2), (1, 2), (2, 2)]
    assert rows_of(booked.house) == summed(booked.assessments())


def test_a_rebuild_is_a_kind_of_job(booked: BookedHands) -> None:
    booked.hand()
    job = jobs.ask(kind="rebuild", params={}, actor=booked.manager)
    assert jobs.run_next()
    job.refresh_from_db()
    assert (job.state, job.done, job.total, job.result) == (
        "done", 1, 1, {"table_hours": 0, "gaming_days": 1, "busy": False},
    )  # fmt: skip
    assert rows_of(booked.house) == summed(booked.assessments())


def test_a_rebuild_is_for_those_who_run_jobs(booked: BookedHands) -> None:
    booked.hand()
    dealer = User.objects.create_user("dealer", roles=["dealer"])
    with pytest.raises(NotAllowed):
        rollups.rebuild(actor=dealer)
    assert not TableHour.objects.exists()


def test_celery_and_people_run_the_same_service(booked: BookedHands, capsys: pytest.CaptureFixture[str]) -> None:
    booked.hand()
    tasks.roll_up()
    by_task = rows_of(booked.house)
    HouseDay.objects.all().delete()
    call_command("rollup", "--day", str(booked.day.date))
    assert rows_of(booked.house) == by_task
    call_command("rollup", "--all", "--json")
    assert rows_of(booked.house) == by_task
    assert capsys.readouterr().out.splitlines()[-1] == '{"table_hours": 0, "gaming_days": 1, "busy": false}'


deeds = st.lists(
    st.one_of(
        st.tuples(
            st.just("hand"),
            st.sampled_from(["T1", "T2", "T3"]),
            st.integers(0, 2),
            st.integers(0, 1),
            st.integers(0, 900),
        ),
        st.tuples(st.just("reverse"), st.integers(0, 30)),
        st.tuples(st.just("next day")),
        st.tuples(st.just("roll up")),
    ),
    max_size=25,
)


@pytest.mark.django_db
@settings(max_examples=settings().max_examples // 2, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(deeds)
def test_increments_equal_a_rebuild_equal_the_sum(happened: list[tuple[str, *tuple[object, ...]]]) -> None:
    booked = open_house()
    games = ("NL Texas 2/4", "PL Omaha 5/5")
    open_entries: list[int] = []
    for deed, *facts in happened:
        match deed, facts:
            case "hand", [str(table), int(hour), int(game), int(cents)]:
                open_entries.append(
                    booked.hand(
                        table, hour=hour, game=games[game], dealer=booked.manager if game else None, taken_cents=cents
                    )
                )
            case "reverse", [int(place)] if open_entries:
                booked.reverse(open_entries.pop(place % len(open_entries)))
            case "next day", []:
                booked.next_day()
            case "roll up", []:
                rollups.roll_up()
    rollups.roll_up()
    by_increments = rows_of(booked.house)
    rollups.rebuild_all()
    assert by_increments == rows_of(booked.house) == summed(booked.assessments())
