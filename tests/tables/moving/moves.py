"""Two tables of one game, their guests and what they ask for, for the tests of moving."""

from dataclasses import dataclass

from accounting.models import Entry
from tables.models import Game, Guest, MoveRequest, MustMove, MustMoveTurn, SeatDraw, Sitting, WaitingEntry
from tables.moving.services import breaking, must_moves, requests
from tables.play.services import stack_counts
from tables.play.services.stack_counts import SeatCount
from tests import builders
from tests.builders import Evening


@dataclass
class Moves:
    """Moves between two tables, T1 and T2 unless named, which play the same game."""

    evening: Evening
    game: Game
    one: int
    two: int

    @classmethod
    def of(cls, evening: Evening, codes: tuple[str, str] = ("T1", "T2"), **changes: object) -> "Moves":
        """Both tables are open, nobody sits."""
        game = evening.game(**changes)
        return cls(evening, game, *(evening.table(game, code=code, dealt=False) for code in codes))

    def ask(
        self, seat: int, *, table: int | None = None, to: int | None = None, to_seat: int | None = None
    ) -> MoveRequest:
        """Whoever sits there asks; `to` None: for any other table."""
        return requests.ask(
            table_id=table or self.one, seat=seat, to_table_id=to, to_seat=to_seat, actor=self.evening.floor
        )

    def grant(self, row: MoveRequest, table: int, seat: int, **said: object) -> MoveRequest:
        """The guest who asked gets the seat."""
        return requests.grant(move_id=row.pk, table_id=table, seat=seat, actor=self.evening.floor, **said)

    def count(self, seat: int, cents: int, *, table: int | None = None) -> None:
        """The guest, at T1 unless named, has other chips than the books say, as the floor explains."""
        at = table or self.one
        stack_counts.count(
            table_id=at,
            version=self.evening.version(at),
            counts=[SeatCount(seat, cents)],
            explanation="won in a hand that nobody keyed",
            actor=self.evening.floor,
        )

    def couple(self) -> MustMove:
        """T1 is kept full from T2."""
        return must_moves.couple(main_id=self.one, feeder_id=self.two, actor=self.evening.floor)

    def must_move(self, guest: Guest, seat: int, **said: object) -> MustMoveTurn:
        """The guest moves from T2 to T1."""
        return must_moves.move(
            main_id=self.one, sitting_id=sitting(guest).pk, seat=seat, actor=self.evening.floor, **said
        )

    def refuse(self, guest: Guest, **said: object) -> MustMoveTurn:
        """The guest will not move."""
        return must_moves.refuse(
            main_id=self.one, sitting_id=sitting(guest).pk, reason="will not move", actor=self.evening.floor, **said
        )

    def announce(self, table: int | None = None) -> SeatDraw:
        """The commitment is posted."""
        return breaking.announce(table_id=table or self.two, actor=self.evening.floor)

    def break_table(self, draw: SeatDraw, **said: object) -> SeatDraw:
        """The seats are drawn, and all go there."""
        return breaking.break_table(draw_id=draw.pk, actor=self.evening.floor, **said)


def sitting(guest: Guest) -> Sitting:
    """Where the guest sits now."""
    return Sitting.objects.get(guest=guest, left_at=None)


def place(guest: Guest) -> tuple[int, int]:
    """The guest's table and seat."""
    found = sitting(guest)
    return (found.table_id, found.seat)


def everything() -> list[object]:
    """All that a refused command must leave as it is."""
    models = (MoveRequest, MustMove, MustMoveTurn, SeatDraw, Sitting, WaitingEntry)
    return [list(model.objects.order_by("pk").values()) for model in models] + [
        Entry.objects.count(), builders.balances(),
    ]  # fmt: skip
