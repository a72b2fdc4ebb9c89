"""The room of a Friday: house, people, games, tables; what a floor person does at one table."""

from datetime import timedelta
from random import Random

from accounting.models import GamingDay, House
from accounting.services import days, schedules
from casino.models import User
from tables.management.evening.clock import Clock
from tables.models import Game, Table
from tables.services import games, guests, tables
from tables.services.games import GameForm
from tables.services.waiting import terms as terms_of_lists
from tests.builders import FIVE_PERCENT, user
from tests.stories.friday.crowd import Visitor, visitor
from tests.stories.friday.size import FEATURE, OFFERS, SEATS, TO_OPEN, Offer, Size

FLOAT_CHIPS = {"10000": 10, "2500": 20, "500": 100, "100": 200}


class Room:
    """The house as it stands before the first guest comes."""

    def __init__(self, clock: Clock, size: Size) -> None:
        self.clock, self.size = clock, size
        self.chance = Random(size.seed)
        self.house = House.objects.create(code="wi", name="Spielbank")
        self.manager, self.second_manager = user("manager"), user("manager", "second-manager")
        self.cage, self.second_cage = user("cage"), user("cage", "second-cage")
        self.floors = [user("floor", f"floor-{number}") for number in range(1, 5)]
        self.dealers = [user("dealer", f"dealer-{number:02}") for number in range(1, size.dealers + 1)]
        terms = schedules.publish(
            house_id=self.house.pk,
            name="Taxe",
            terms=FIVE_PERCENT,
            valid_from=clock.now() - timedelta(days=1),
            actor=self.manager,
        )
        schedules.approve(version_id=terms.pk, actor=self.second_manager)
        self.schedule_id = terms.schedule_id
        self.games = {offer.name: self._game(offer) for offer in (*OFFERS, FEATURE)}
        self.tables = [self._table(number) for number in range(1, size.tables + 1)]
        self.visitors = [self._visitor(number) for number in range(1, size.guests + 1)]
        terms_of_lists.change(
            house_id=self.house.pk, changes={"opens_tables": True, "players_to_start": TO_OPEN}, actor=self.manager
        )
        self.day: GamingDay = days.open_day(house_id=self.house.pk, actor=self.manager)

    @property
    def floor(self) -> User:
        """Whoever of the floor is next to it."""
        return self.chance.choice(self.floors)

    def _game(self, offer: Offer) -> Game:
        form = GameForm(
            name=offer.name,
            variant=offer.variant,
            betting=offer.betting,
            small_blind_cents=offer.small * 100,
            big_blind_cents=offer.big * 100,
            min_buy_in_cents=40 * offer.big * 100,
            rake_schedule_id=self.schedule_id,
            recording=offer.recording,
        )
        return games.create(house_id=self.house.pk, terms=form, actor=self.manager)

    def _table(self, number: int) -> int:
        return tables.create(house_id=self.house.pk, code=f"T{number:02}", seats=SEATS, actor=self.manager).pk

    def _visitor(self, number: int) -> Visitor:
        row = guests.register(
            house_id=self.house.pk, number=f"{1000 + number}", name=f"Gast {number}", actor=self.manager
        )
        return visitor(self.chance, self.size, row.pk, row.number)

    # --- one table ----------------------------------------------------------------------------------------------------
    def version(self, table_id: int) -> int:
        return Table.objects.values_list("version", flat=True).get(pk=table_id)

    def seen(self, table_id: int) -> dict[str, object]:
        """What every command on a table says."""
        return {"table_id": table_id, "version": self.version(table_id), "actor": self.floor}

    def open(self, table_id: int, offer: Offer) -> None:
        tables.open_table(**self.seen(table_id), game_id=self.games[offer.name].pk, float_chips=FLOAT_CHIPS)

    def close(self, table_id: int) -> None:
        tables.close_table(**self.seen(table_id), float_chips=FLOAT_CHIPS)
