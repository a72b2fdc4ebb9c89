"""The floor says that the next hand is a bomb pot, and takes it back."""

from typing import TYPE_CHECKING

from casino import house_time
from casino.transactions import use_case
from tables import locks
from tables.models import Session
from tables.play.selectors import situations
from tables.play.services import refusals, rows

if TYPE_CHECKING:
    from casino.models import User


@use_case("tables.open_table")
def call(*, table_id: int, version: int | None, actor: "User") -> int:
    """Make the next hand that is dealt a bomb pot; a repeated call changes nothing.

    A misdealt hand is dealt again as it was before.  Refuses a game without bomb pots (`no_bomb_pots`).
    """
    return _say(table_id, version, actor, is_called=True)


@use_case("tables.open_table")
def take_back(*, table_id: int, version: int | None, actor: "User") -> int:
    """Take the call back, if there is one; a bomb pot that is due by itself is still dealt."""
    return _say(table_id, version, actor, is_called=False)


def _say(table_id: int, version: int | None, actor: "User", *, is_called: bool) -> int:
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    session, game = refusals.in_session(situation)
    refusals.among_guests(game)
    if is_called:
        refusals.with_bomb_pots(game)
    if session.bomb_pot_called != is_called:
        Session.objects.filter(pk=session.pk).update(bomb_pot_called=is_called)
        rows.touch(table)
    return table.id
