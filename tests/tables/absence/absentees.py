"""A table with guests, of whom some walk; the clock moves when a test says so."""

from collections.abc import Callable
from dataclasses import dataclass, field

from casino.models import User
from tables.models import Absence, Game, Guest, KeptChips, Sitting
from tables.services import downs, seats
from tables.services.absence import keeping, terms
from tests import builders
from tests.builders import Evening


@dataclass
class Room:
    """One table, and dealers who relieve each other at it."""

    night: Evening
    game: Game
    table: int
    dealers: list[User] = field(default_factory=list)

    @property
    def at(self) -> dict[str, object]:
        """The table as it stands, and the floor."""
        return {"table_id": self.table, "version": self.night.version(self.table), "actor": self.night.floor}

    def sit(self, guest: Guest, seat: int, cents: int) -> None:
        """With so much."""
        seats.sit(**self.at, seat=seat, guest_id=guest.pk, buy_in_cents=cents)

    def away(self, seat: int, **more: object) -> None:
        """Off for a while."""
        seats.away(**self.at, seat=seat, **more)

    def back(self, seat: int) -> None:
        """On his seat again."""
        seats.back(**self.at, seat=seat)

    def push(self) -> None:
        """The next dealer sits down."""
        self.dealers.append(builders.user("dealer", f"relief-{len(self.dealers) + 1}"))
        downs.push(**self.at, dealer_id=self.dealers[-1].pk)

    def pick_up(self, seat: int, **more: object) -> KeptChips | None:
        """The chips of who is not there."""
        return keeping.pick_up(**self.at, seat=seat, **more)

    def cash_out(self, seat: int, **more: object) -> None:
        """With all his chips."""
        seats.cash_out(**self.at, seat=seat, **more)

    def rule(self, **changes: object) -> None:
        """The house sets its rules anew."""
        terms.change(house_id=self.night.house.pk, changes=changes, actor=self.night.floor)

    def absence(self, seat: int) -> Absence:
        """The open one of who sits there."""
        return Absence.objects.get(sitting__table=self.table, sitting__seat=seat, until=None)


def room(**terms_of_game: object) -> Room:
    """A table with three guests at 200 euros each."""
    night = builders.evening()
    game = night.game(**terms_of_game)
    table = night.table(game)
    night.sit(table, 20_000, 20_000, 20_000)
    return Room(night, game, table)


def seated(guest: Guest) -> Sitting | None:
    """Where he sits."""
    return Sitting.objects.filter(guest=guest, left_at=None).first()


Later = Callable[..., None]
