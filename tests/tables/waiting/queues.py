"""A table and its waiting list, for the tests of waiting."""

from dataclasses import dataclass

from tables.models import Game, Guest, WaitingEntry, WaitingEvent, WaitingList
from tables.rules.waiting.calls import Answer
from tables.waiting.services import entries, list_calls
from tests.builders import Evening


@dataclass
class Queue:
    """The waiting list of a game that is played at one table."""

    evening: Evening
    game: Game
    table: int

    @classmethod
    def of(cls, evening: Evening) -> "Queue":
        """The table is open, nobody sits, nobody waits."""
        game = evening.game()
        return cls(evening, game, evening.table(game))

    def join(self, name: str = "Anna", *, is_here: bool = True, guest: Guest | None = None) -> WaitingEntry:
        """Somebody at the bottom of the list."""
        return entries.join(
            game_id=self.game.pk,
            guest_id=(guest or self.evening.guest(name)).pk,
            is_here=is_here,
            actor=self.evening.floor,
        )

    def call(self, row: WaitingEntry, seat: int = 1, *, reason: str = "", table: int | None = None) -> WaitingEntry:
        """Call them to a seat."""
        return list_calls.call(
            entry_id=row.pk, table_id=table or self.table, seat=seat, reason=reason, actor=self.evening.floor
        )

    def answer(self, row: WaitingEntry, answer: Answer) -> WaitingEntry:
        """What they say to a call."""
        return list_calls.answer(entry_id=row.pk, answer=answer, actor=self.evening.floor)

    def seat(self, row: WaitingEntry, cents: int = 40_000) -> WaitingEntry:
        """They sit down on the seat that they were called to."""
        return list_calls.seat(entry_id=row.pk, buy_in_cents=cents, actor=self.evening.floor)

    @property
    def list_version(self) -> int:
        """The list's version as it stands."""
        return WaitingList.objects.values_list("version", flat=True).get(game=self.game)

    @property
    def names(self) -> list[str]:
        """Of those who wait, in order."""
        rows = WaitingEntry.objects.filter(waiting_list__game=self.game, state="waiting")
        return list(rows.order_by("rank").values_list("guest__name", flat=True))


def told(row: WaitingEntry) -> list[tuple[str, str]]:
    """What happened to a place, and why."""
    return list(WaitingEvent.objects.filter(entry=row).order_by("pk").values_list("kind", "cause"))


def state(row: WaitingEntry) -> str:
    """As the database has it."""
    return WaitingEntry.objects.values_list("state", flat=True).get(pk=row.pk)
