"""Three gaming days of a small room, played through the services on a clock of their own: the ground of two stories.

Friday is an ordinary night.  Saturday's has 25 hours, since the clocks go back on 25 October 2026, and table T01 is
still in play when the day rolls over at noon: it is carried over into Sunday.  T01 keeps summaries, T02 every action.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from accounting.days.services import days
from accounting.models import GamingDay
from casino import house_time
from tables.hands.services import hands, recording
from tables.hands.services.recording import Summary
from tests.stories.room import STACK, SmallRoom
from tools.evening.clock import Clock

BERLIN = ZoneInfo("Europe/Berlin")
T01_FLOAT = {"500": 100, "100": 200}  # 700 euros
T02_FLOAT = {"500": 40, "100": 100}  # 300 euros

#: Pot, flop, tip; three dealt in. Rake 5 %, whole euros, at most 15, none without a flop.
FRIDAY = ((18_400, True, 200), (40_000, True, 300), (1_000, False, 0), (5_900, True, 100))
SATURDAY = ((10_000, True, 100), (20_000, True, 0), (30_000, True, 300), (2_500, True, 0))
SUNDAY = ((12_000, True, 100), (8_000, True, 0))


def at(day: int, hour: int, minute: int = 0, *, fold: int = 0) -> datetime:
    """A moment of October 2026 by the clock on the wall in Berlin; in UTC, where 02:30 does not come twice."""
    return datetime(2026, 10, day, hour, minute, tzinfo=BERLIN, fold=fold).astimezone(UTC)


def friday(room: SmallRoom) -> GamingDay:
    """An ordinary night: two tables, a fill, everybody home at three."""
    room.time(at(23, 14))
    room.open_day()
    room.open_window()
    room.open_table("T01", T01_FLOAT)
    room.open_table("T02", T02_FLOAT)
    room.arrive("T01", 0)
    room.arrive("T02", 3)
    room.time(at(23, 15))
    for hand in FRIDAY:
        room.key(*hand)
    room.slip("fill", "T01", {"100": 100})
    room.play()
    room.fold_round()
    room.time(at(24, 3))
    room.leave("T01", 50_000, 40_000, 26_800)
    room.leave("T02")
    room.close_table("T01", {"500": 100, "100": 300})
    room.close_table("T02", T02_FLOAT)
    room.close_window()
    room.time(at(24, 4))
    return room.close_day()


def saturday(room: SmallRoom) -> GamingDay:
    """The night of 25 hours; T02 ends at half past three, T01 is in play when the day rolls over at noon."""
    room.time(at(24, 14))
    room.open_day()
    room.open_window()
    room.open_table("T01", T01_FLOAT)
    room.arrive("T01", 0)
    room.time(at(24, 20))
    room.open_table("T02", T02_FLOAT)
    room.arrive("T02", 3)
    room.play()
    room.misdeal()
    room.fold_round()
    for moment, hand in zip((at(24, 23, 30), at(25, 2, 30), at(25, 2, 30, fold=1)), SATURDAY[:3], strict=True):
        room.time(moment)
        room.key(*hand)
    room.time(at(25, 3, 30))
    room.slip("change", "T01", {"100": 50}, {"500": 10})
    room.leave("T02")
    room.close_table("T02", T02_FLOAT)
    room.time(at(25, 11, 50))
    room.key(*SATURDAY[3])
    room.time(at(25, 12, 5))
    begun = days.roll_over(house_id=room.house.pk, actor=room.manager)
    room.close_window()
    room.carry_over("T01", {"500": 90, "100": 250}, 3 * STACK - (500 + 1_000 + 1_500 + 100) - 400)
    room.wait(minutes=1)
    room.open_window()
    room.key(*SUNDAY[0])  # Sunday's first hand, while Saturday is still being closed
    closed = room.close_day()
    room.day = begun
    return closed


def sunday(room: SmallRoom) -> GamingDay:
    """T01 plays on; a pot with a nought too many is taken back at once; the house closes."""
    room.time(at(25, 15))
    wrong = recording.record_summary(
        table_id=room.tables["T01"],
        version=room.version(room.tables["T01"]),
        summary=Summary(80_000, True, 3),
        actor=room.dealers["T01"],
    ).hand
    room.wait(seconds=20)
    hands.void(hand_id=wrong.pk, version=wrong.version, reason="eine Null zu viel", actor=room.floor)
    room.key(*SUNDAY[1])
    room.slip("credit", "T01", {"100": 50})
    room.time(at(25, 20))
    room.leave("T01", 60_000, 40_000, 3 * STACK - 3_500 - 600 - 400 - 100 - 100_000)
    room.close_table("T01", {"500": 90, "100": 200})
    room.close_window()
    room.time(at(25, 21))
    return room.close_day()


@contextmanager
def room() -> Iterator[SmallRoom]:
    """The room before its first day; its clock goes on as long as the context lasts."""
    clock = Clock(at(23, 13))
    with house_time.shown_by(clock.now):
        yield SmallRoom.at(clock)


@contextmanager
def played() -> Iterator[tuple[SmallRoom, list[GamingDay]]]:
    """All three days, played and sealed."""
    with room() as played_room:
        yield played_room, [night(played_room) for night in (friday, saturday, sunday)]
