"""A tournament for tests, run by services: announced, sold at a window, drawn and started."""

from dataclasses import dataclass, field
from datetime import timedelta

from accounting.cage.services import windows
from casino import house_time
from tables.floor.services import tables
from tables.models import Entrant, Guest, Purchase, Table, Tournament
from tables.rules.tournaments import codec
from tables.rules.tournaments.shipped import EVENING
from tables.rules.tournaments.structures import Structure
from tables.tournaments.services import announcing, clock, entries, seats
from tables.tournaments.services.announcing import Terms
from tests.builders import Evening, pieces

EURO = 100
DRAWER = 50_000 * EURO


@dataclass
class SoldTournament:
    """A tournament of an evening, its window and its tables."""

    evening: Evening
    id: int
    window: int
    tables: list[int] = field(default_factory=list)

    @property
    def row(self) -> Tournament:
        return Tournament.objects.get(pk=self.id)

    @property
    def seen(self) -> dict[str, int]:
        """Which tournament, and the version that everybody sees now."""
        return {"tournament_id": self.id, "version": self.row.version}

    def enter(self, guest: Guest | None = None) -> Purchase:
        guest = guest or self.evening.guest()
        return entries.enter(
            tournament_id=self.id, guest_id=guest.pk, window_id=self.window, actor=self.evening.manager
        )

    def furniture(self, count: int, *, seats_each: int = 9) -> list[int]:
        """So many more tables of the house."""
        first = Table.objects.count() + 1
        made = [
            tables.create(
                house_id=self.evening.house.pk, code=f"M{number}", seats=seats_each, actor=self.evening.floor
            ).pk
            for number in range(first, first + count)
        ]
        self.tables += made
        return made

    def start(self, tables_count: int) -> None:
        seats.draw(**self.seen, table_ids=self.furniture(tables_count), actor=self.evening.floor)
        clock.start(**self.seen, actor=self.evening.floor)

    def seated(self) -> list[Entrant]:
        found = Entrant.objects.filter(tournament_id=self.id, state="seated")
        return list(found.select_related("table").order_by("number"))


def sold_tournament(
    evening: Evening, *, code: str = "TURM", structure: Structure = EVENING, **terms: object
) -> SoldTournament:
    """Registration open at 100 + 10 euros, sold at a window with money in its drawer."""
    form: dict[str, object] = {
        "name": "Freitagsturnier",
        "starts_at": house_time.now() + timedelta(hours=1),
        "structure": codec.to_json(structure),
        "buy_in_cents": 100 * EURO,
        "fee_cents": 10 * EURO,
    }
    row = announcing.create(house_id=evening.house.pk, code=code, terms=Terms(**(form | terms)), actor=evening.floor)
    announcing.open_registration(tournament_id=row.pk, version=row.version, actor=evening.floor)
    return SoldTournament(evening, row.pk, desk(evening))


def desk(evening: Evening, code: str = "K9") -> int:
    """A window that sells, opened once with chips and money."""
    from accounting.models import Window

    found = Window.objects.filter(house=evening.house, code=code).first()
    if found:
        return found.pk
    window = windows.create(house_id=evening.house.pk, code=code, name="Turnierkasse", actor=evening.manager)
    windows.open_window(window_id=window.pk, chips=pieces(1_000 * EURO), cash_cents=DRAWER, actor=evening.manager)
    return window.pk
