"""Tables: the list of them, setting one up, opening it with a game, pausing, changing the game, closing; the dealer."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from accounting.api.cage_schemas import ChipsField
from accounting.api.fields import HouseField
from accounting.selectors import boxes
from casino.api.fields import Body, CentsField, FlagField, IdField, IntField, TextField
from casino.api.reading import Row, RowsAndNew, reader
from casino.api.rendering import Json
from casino.models import User
from tables.dealers.services import downs
from tables.floor.services import tables
from tables.models import Table
from tables.play.api import views
from tables.play.api.commands import TableCommand
from tables.play.api.filters import TableFilter
from tables.play.api.schemas import TableShape
from tables.play.selectors import tables as selectors


class Tables(RowsAndNew):
    """The tables, by code; setting up another one."""

    queryset = Table.objects.all()
    ordering = ("code", "id")
    filterset_class = TableFilter
    shape = output = TableShape

    class Input(Body):
        """What the table is called, and how many seats it has."""

        house = HouseField()
        code = TextField(max_length=20)
        seats = IntField()

    def faces(self, rows: Sequence[Table]) -> Sequence[Json]:
        """The page's tables, read at once."""
        blind = boxes.is_blind(reader(self.request))
        return [views.table(view, blind=blind) for view in selectors.views_of(rows)]

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Set up a table."""
        table = tables.create(house_id=values["house_id"], code=values["code"], seats=values["seats"], actor=actor)
        return views.table(selectors.view(table.pk))


class OneTable(Row):
    """One table as it stands."""

    queryset = Table.objects.all()
    shape = TableShape

    def found(self, pk: int) -> Any:
        """The table's view; refuses `no_such_table`."""
        return selectors.view(pk)

    def face(self, row: selectors.TableView) -> Json:
        """A table."""
        return views.table(row, blind=boxes.is_blind(reader(self.request)))


class Open(TableCommand):
    """Open the table with a game and its float."""

    examples: ClassVar[Mapping[str, Json]] = {
        "With 500 euros": {"version": 1, "game": 2, "float_cents": 50000},
        "By denomination": {"version": 1, "game": 2, "chips": {"500": 60, "100": 200}},
    }

    class Input(TableCommand.Input):
        """The game, and the chips the table gets: as a sum, by denomination or both."""

        game = IdField()
        float_cents = CentsField(required=False)
        chips = ChipsField(required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Open it."""
        tables.open_table(
            table_id=pk,
            version=values.get("version"),
            game_id=values["game_id"],
            float_cents=values.get("float_cents"),
            float_chips=values.get("chips"),
            actor=actor,
        )
        return views.table(selectors.view(pk))


class Pause(TableCommand):
    """Deal no more hands until it goes on."""

    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Pause it."""
        tables.pause(table_id=pk, version=values.get("version"), actor=actor)
        return views.table(selectors.view(pk))


class Resume(TableCommand):
    """Go on after a pause."""

    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Resume it."""
        tables.resume(table_id=pk, version=values.get("version"), actor=actor)
        return views.table(selectors.view(pk))


class ChangeGame(TableCommand):
    """Play another game from the next hand on."""

    class Input(TableCommand.Input):
        """The game to be played."""

        game = IdField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Change it."""
        tables.change_game(table_id=pk, version=values.get("version"), game_id=values["game_id"], actor=actor)
        return views.table(selectors.view(pk))


class Close(TableCommand):
    """Close the table once everybody has left, with its float counted."""

    class Input(TableCommand.Input):
        """The float as counted: as a sum, by denomination or both."""

        counted_float_cents = CentsField(required=False)
        chips = ChipsField(required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Close it."""
        tables.close_table(
            table_id=pk,
            version=values.get("version"),
            counted_float_cents=values.get("counted_float_cents"),
            float_chips=values.get("chips"),
            actor=actor,
        )
        return views.table(selectors.view(pk))


class Dealer(TableCommand):
    """Send a dealer to the table: his down begins, and that of the one before ends."""

    idempotent = False

    class Input(TableCommand.Input):
        """The dealer, one of `GET dealers/`; why, where the rota speaks against it; a break for who is relieved."""

        dealer = IdField()
        reason = TextField(max_length=500, required=False, allow_blank=True)
        sends_on_break = FlagField(required=False)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Push."""
        downs.push(
            table_id=pk,
            version=values.get("version"),
            dealer_id=values["dealer_id"],
            reason=values.get("reason", ""),
            sends_on_break=values.get("sends_on_break", False),
            actor=actor,
        )
        return views.table(selectors.view(pk))
