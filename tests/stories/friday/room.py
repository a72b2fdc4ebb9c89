"""The room of a Friday: house, people, games, tables; what a floor person does at one table."""

from dataclasses import dataclass, field
from random import Random

from casino.models import User
from tables.floor.services import tables
from tables.models import Game
from tables.play.services import house_rules
from tables.rules.waiting.terms import WaitingRules
from tests import builders
from tests.builders import Evening, user
from tests.stories.friday.crowd import Visitor, visitor
from tests.stories.friday.size import FEATURE, OFFERS, SEATS, TO_OPEN, Offer, Size
from tools.evening.clock import Clock

FLOAT_CHIPS = {"10000": 10, "2500": 20, "500": 100, "100": 200}


@dataclass
class FridayRoom(Evening):
    """A Friday before its first guest comes: an evening with many tables, dealers and guests, and four on the floor."""

    clock: Clock = field(kw_only=True)
    size: Size = field(kw_only=True)
    floors: list[User] = field(kw_only=True)
    dealers: list[User] = field(kw_only=True)

    @classmethod
    def at(cls, clock: Clock, size: Size) -> "FridayRoom":
        """The day is open, no table is."""
        floors = [user("floor", f"floor-{number}") for number in range(1, 5)]
        dealers = [user("dealer", f"dealer-{number:02}") for number in range(1, size.dealers + 1)]
        evening = builders.evening(people={"floor": floors[0], "dealer": dealers[0]})
        evening.sign_terms()
        return cls(**vars(evening), clock=clock, size=size, floors=floors, dealers=dealers)

    def __post_init__(self) -> None:
        """Furnish it."""
        self.chance = Random(self.size.seed)
        self.games = {offer.name: self._game(offer) for offer in (*OFFERS, FEATURE)}
        self.tables = [self._table(number) for number in range(1, self.size.tables + 1)]
        self.visitors = [self._visitor(number) for number in range(1, self.size.guests + 1)]
        house_rules.change(
            house_id=self.house.pk,
            rules=WaitingRules,
            changes={"opens_tables": True, "players_to_start": TO_OPEN},
            actor=self.manager,
        )

    @property
    def any_floor(self) -> User:
        """Whoever of the floor is next to it."""
        return self.chance.choice(self.floors)

    def _game(self, offer: Offer) -> Game:
        return self.game(
            name=offer.name,
            variant=offer.variant,
            betting=offer.betting,
            small_blind_cents=offer.small * 100,
            big_blind_cents=offer.big * 100,
            min_buy_in_cents=40 * offer.big * 100,
            recording=offer.recording,
        )

    def _table(self, number: int) -> int:
        return tables.create(house_id=self.house.pk, code=f"T{number:02}", seats=SEATS, actor=self.manager).pk

    def _visitor(self, number: int) -> Visitor:
        row = self.guest(f"Gast {number}", f"{1000 + number}")
        return visitor(self.chance, self.size, row.pk, row.number)

    # --- one table ----------------------------------------------------------------------------------------------------
    def seen(self, table_id: int) -> dict[str, object]:
        """What every command on a table says."""
        return {"table_id": table_id, "version": self.version(table_id), "actor": self.any_floor}

    def open(self, table_id: int, offer: Offer) -> None:
        tables.open_table(**self.seen(table_id), game_id=self.games[offer.name].pk, float_chips=FLOAT_CHIPS)

    def close(self, table_id: int) -> None:
        tables.close_table(**self.seen(table_id), float_chips=FLOAT_CHIPS)
