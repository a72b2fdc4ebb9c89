"""The room and its browsers; two tables in it, and what happens at them."""

from typing import Any

import pytest

from casino.models import User
from tables.floor.services import tables
from tables.log.services import floor_calls
from tests import live
from tests.tables.pages.conftest import Room, browser, built, room

__all__ = ["browser", "built", "room"]


@pytest.fixture
def two(room: Room) -> Room:
    """Two tables with two guests and a dealer each."""
    for code in ("T1", "T2"):
        table = room.set_up(code, "summary", ("Weber", "Rossi"))
        room.push(table, User.objects.create_user(f"at-{code}", full_name=f"Dealer at {code}", roles=["dealer"]))
    live.commit()
    return room


def pause(room: Room, code: str) -> None:
    tables.pause(table_id=room.tables[code], version=room.version(room.tables[code]), actor=room.floor)
    live.commit()


def call(room: Room, code: str) -> Any:
    found = floor_calls.call(table_id=room.tables[code], kind="ruling", actor=room.floor)
    live.commit()
    return found
