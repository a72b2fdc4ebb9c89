"""A table with guests, of whom some walk; the clock moves when a test says so."""

from dataclasses import dataclass, field

from casino.models import User
from tables.absence.services import keeping
from tables.floor.services import seats
from tables.models import Absence, Game, Guest, KeptChips, Sitting
from tables.play.services import house_rules
from tables.rules.absence.terms import AbsenceRules
from tests import builders
from tests.builders import Evening


@dataclass
class Absentees:
    """Those of one table who walk and come back, and dealers who relieve each other at it."""

    evening: Evening
    game: Game
    table: int
    dealers: list[User] = field(default_factory=list)

    @classmethod
    def of(cls, evening: Evening, **terms_of_game: object) -> "Absentees":
        """A table with three guests at 200 euros each."""
        game = evening.game(**terms_of_game)
        table = evening.table(game)
        evening.sit(table, 20_000, 20_000, 20_000)
        return cls(evening, game, table)

    @property
    def at(self) -> dict[str, object]:
        """The table as it stands, and the floor."""
        return {"table_id": self.table, "version": self.evening.version(self.table), "actor": self.evening.floor}

    def buy_in(self, guest: Guest, seat: int, cents: int) -> None:
        """A guest takes the seat with so much."""
        self.evening.sit(self.table, cents, first=seat, guests=[guest])

    def away(self, seat: int, **more: object) -> None:
        """Whoever sits there walks off for a while."""
        seats.away(**self.at, seat=seat, **more)

    def back(self, seat: int) -> None:
        """On their seat again."""
        seats.back(**self.at, seat=seat)

    def relieve(self) -> None:
        """The next dealer sits down."""
        self.dealers.append(builders.user("dealer", f"relief-{len(self.dealers) + 1}"))
        self.evening.push(self.table, self.dealers[-1])

    def pick_up(self, seat: int, **more: object) -> KeptChips | None:
        """The chips of a guest who is not there."""
        return keeping.pick_up(**self.at, seat=seat, **more)

    def cash_out(self, seat: int, **more: object) -> None:
        """Whoever sits there leaves with all their chips."""
        seats.cash_out(**self.at, seat=seat, **more)

    def rule(self, **changes: object) -> None:
        """The house sets its rules again."""
        house_rules.change(
            house_id=self.evening.house.pk, rules=AbsenceRules, changes=changes, actor=self.evening.floor
        )

    def absence(self, seat: int) -> Absence:
        """The open absence of whoever sits there."""
        return Absence.objects.get(sitting__table=self.table, sitting__seat=seat, until=None)


def seated(guest: Guest) -> Sitting | None:
    """Where the guest sits."""
    return Sitting.objects.filter(guest=guest, left_at=None).first()
