"""Lists for the tests of the law: any mixture of people, in any order."""

from datetime import UTC, datetime, timedelta

from hypothesis import strategies as st

from tables.rules.waiting.lists import HOLDING, State, Waiter

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def minutes(count: int) -> datetime:
    """So long after noon."""
    return NOON + timedelta(minutes=count)


@st.composite
def waiter(draw: st.DrawFn, number: int, rank: int) -> Waiter:
    """One place on a list, its timer where its state has one."""
    state = draw(st.sampled_from([State.WAITING, State.WAITING, State.CALLED, State.LOCKED_UP]))
    is_here = state in HOLDING or draw(st.booleans())
    has_timer = state in HOLDING or not is_here
    return Waiter(
        id=number,
        rank=rank,
        state=state,
        misses=draw(st.integers(0, 3)),
        is_here=is_here,
        is_called_elsewhere=state == State.WAITING and draw(st.booleans()),
        is_from_broken_table=draw(st.booleans()),
        called_at=NOON if state in HOLDING else None,
        due_at=minutes(draw(st.integers(-60, 60))) if has_timer else None,
    )


@st.composite
def lists_of(draw: st.DrawFn, most: int = 8) -> list[Waiter]:
    """People in no particular order; no two of them share a rank."""
    ranks = draw(st.lists(st.integers(1, 99), max_size=most, unique=True))
    return [draw(waiter(number, rank)) for number, rank in enumerate(ranks, 1)]
