"""The waiting lists on the wall: place, initials and how long it will take; nobody's name, nobody's number."""

from dataclasses import dataclass

from accounting.days.selectors import houses
from casino import house_time
from tables.board.pages.display import Screen
from tables.board.selectors.display import initials
from tables.rules.waiting.estimates import Estimate
from tables.waiting.selectors import lists as waiting


@dataclass(frozen=True, slots=True)
class Waiting:
    """One line of the wall: a guest who waits, or one who is called to a seat (`place` is then None)."""

    initials: str
    place: int | None
    table: str | None
    seat: int | None
    estimate: Estimate | None


@dataclass(frozen=True, slots=True)
class PublicList:
    """The list of one game; `wanted`: how many more would make it a game."""

    game: str
    wanted: int
    is_running: bool
    called: tuple[Waiting, ...]
    queue: tuple[Waiting, ...]


@dataclass(frozen=True, slots=True)
class ListWall:
    """What the screen shows."""

    time_zone: str = "UTC"
    lists: tuple[PublicList, ...] = ()


class Lists(Screen):
    """The waiting list of each game that somebody waits for."""

    template_name = "display/lists.html"
    part = "display/_lists.html"

    def read(self, house: str | None) -> ListWall:
        found = houses.public(house)
        if found is None:
            return ListWall()
        views = [view for view in waiting.of_house(found.pk, house_time.now()) if view.places]
        return ListWall(found.time_zone, tuple(_public(view) for view in views))


def _public(view: waiting.ListView) -> PublicList:
    lines = [
        Waiting(initials(one.guest_name), one.place, one.table_code, one.seat, one.estimate) for one in view.places
    ]
    return PublicList(
        game=view.game_name,
        wanted=view.wanted,
        is_running=bool(view.tables_running),
        called=tuple(line for line in lines if line.place is None),
        queue=tuple(line for line in lines if line.place is not None),
    )
