"""Whoever locks a row that is not there is refused by a code that says what is not there."""

from collections.abc import Callable

import pytest

from casino.errors import NotFound
from tables import locks

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("lock", "code"),
    [
        (locks.tournament, "no_such_tournament"),
        (locks.game, "no_such_game"),
        (locks.hand, "no_such_hand"),
        (locks.guest, "no_such_guest"),
        (locks.erasure, "no_such_erasure"),
        (locks.legal_hold, "no_such_hold"),
    ],
)
def test_one_row_that_is_not_there(lock: Callable[[int], object], code: str) -> None:
    with pytest.raises(NotFound) as refusal:
        lock(4711)
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("lock", "code"),
    [
        (locks.waiting_lists, "no_such_list"),
        (locks.tables, "no_such_table"),
        (locks.dealers, "no_such_dealer"),
        (locks.duplicates, "no_such_guest"),
    ],
)
def test_several_rows_that_are_not_there(lock: Callable[[list[int]], object], code: str) -> None:
    with pytest.raises(NotFound) as refusal:
        lock([4711, 4712])
    assert refusal.value.code == code
