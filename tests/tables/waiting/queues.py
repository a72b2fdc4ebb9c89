"""A room with a table and a list, for the tests of waiting."""

from dataclasses import dataclass

from tables.models import Game, Guest, WaitingEntry, WaitingEvent, WaitingList
from tables.rules.waiting.calls import Answer
from tables.services.waiting import callups, entries
from tests.builders import Evening


@dataclass
class Room:
    """One game with one table, and its list."""

    night: Evening
    game: Game
    table: int

    def join(self, name: str = "Anna", *, is_here: bool = True, guest: Guest | None = None) -> WaitingEntry:
        """Somebody at the bottom of the list."""
        return entries.join(
            game_id=self.game.pk, guest_id=(guest or self.night.guest(name)).pk, is_here=is_here, actor=self.night.floor
        )

    def call(self, row: WaitingEntry, seat: int = 1, *, reason: str = "", table: int | None = None) -> WaitingEntry:
        """Call him to a seat."""
        return callups.call(
            entry_id=row.pk, table_id=table or self.table, seat=seat, reason=reason, actor=self.night.floor
        )

    def answer(self, row: WaitingEntry, answer: Answer) -> WaitingEntry:
        """What he says."""
        return callups.answer(entry_id=row.pk, answer=answer, actor=self.night.floor)

    def seat(self, row: WaitingEntry, cents: int = 40_000) -> WaitingEntry:
        """On the seat he was called to."""
        return callups.seat(entry_id=row.pk, buy_in_cents=cents, actor=self.night.floor)

    @property
    def version(self) -> int:
        """The list's version as it stands."""
        return WaitingList.objects.values_list("version", flat=True).get(game=self.game)

    @property
    def queue(self) -> list[str]:
        """The names of who waits, in order."""
        rows = WaitingEntry.objects.filter(waiting_list__game=self.game, state="waiting")
        return list(rows.order_by("rank").values_list("guest__name", flat=True))


def told(row: WaitingEntry) -> list[tuple[str, str]]:
    """What happened to a place, and why."""
    return list(WaitingEvent.objects.filter(entry=row).order_by("pk").values_list("kind", "cause"))


def state(row: WaitingEntry) -> str:
    """As the database has it."""
    return WaitingEntry.objects.values_list("state", flat=True).get(pk=row.pk)
