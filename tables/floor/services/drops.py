"""Taking boxes in mid-session: full, or at the end of a shift; closing and carrying over a table take them too."""

from typing import TYPE_CHECKING

from accounting.cage.services import boxes
from casino import house_time
from casino.transactions import use_case
from tables import locks
from tables.play.selectors import situations
from tables.play.services import refusals, rows

if TYPE_CHECKING:
    from casino.models import User


@use_case("accounting.drop_box")
def drop_boxes(*, table_id: int, version: int | None, actor: "User") -> int:
    """Take both boxes of a table in play to the count room and put empty ones in their place.

    Refuses a closed table, and in mid-hand: it would not be certain in which box the rake of that hand is.
    """
    table = locks.table(table_id, version=version, actor=actor)
    situation = situations.of(table, house_time.now())
    session, _game = refusals.in_session(situation)
    refusals.between_hands(situation)
    boxes.drop(
        day=refusals.open_day(situation),
        table_code=table.code,
        session_number=session.pk,
        was_played=True,
        at=situation.now,
        actor=actor,
    )
    rows.touch(table)
    return table.id
