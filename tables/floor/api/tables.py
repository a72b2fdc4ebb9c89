"""Tables: listing them, setting one up, opening, pausing, changing the game, counting in play, closing; the dealer."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from accounting.days.api.fields import ChipsField, HouseField
from accounting.ledger.selectors import blind
from casino.api.fields import Body, CentsField, FlagField, IdField, IntField, TextField
from casino.api.reading import IdFilter, Row, RowsAndNew, TextFilter, filter_set, reader
from casino.api.rendering import Json
from casino.models import User
from tables.dealers.services import downs
from tables.floor.services import carry_overs, drops, tables
from tables.models import Table
from tables.play.api.tables import BlindTableSerializer, TableCommand, TableSerializer
from tables.play.selectors import tables as selectors
from tables.play.selectors.tables import TableView


def _serializer_for(user: User) -> type[TableSerializer]:
    return BlindTableSerializer if blind.is_blind(user) else TableSerializer


def _explanation() -> TextField:
    return TextField(
        max_length=500,
        required=False,
        allow_blank=True,
        help_text="Needed where the float differs by more than the house tolerates; another person then decides.",
    )


class Tables(RowsAndNew):
    """The tables, by code. Set up another table."""

    permission = "tables.read_tables"
    queryset = Table.objects.all()
    ordering = ("code", "id")
    filterset_class = filter_set(Table, house=IdFilter("house_id"), code=TextFilter())
    service = tables.create
    output = TableSerializer

    class Input(Body):
        house = HouseField()
        code = TextField(max_length=20)
        seats = IntField()

    def page(self, rows: Sequence[Table]) -> Sequence[Json]:
        serializer = _serializer_for(reader(self.request))
        return [serializer.json(view) for view in selectors.views_of(rows)]

    def shown(self, result: Table) -> TableView:
        return selectors.view(result.pk)


class OneTable(Row):
    """One table as it stands."""

    permission = "tables.read_tables"
    queryset = Table.objects.all()
    output = TableSerializer

    def found(self, pk: int) -> Json:
        return _serializer_for(reader(self.request)).json(selectors.view(pk))


class Open(TableCommand):
    """Open the table with a game and its float."""

    service = tables.open_table
    examples: ClassVar[Mapping[str, Json]] = {
        "With 500 euros": {"version": 1, "game": 2, "float_cents": 50000},
        "By denomination": {"version": 1, "game": 2, "chips": {"500": 60, "100": 200}},
    }

    class Input(TableCommand.Input):
        """The chips the table gets: as a sum, by denomination or both."""

        game = IdField()
        float_cents = CentsField(required=False)
        chips = ChipsField(source="float_chips", required=False)


class Pause(TableCommand):
    """Deal no more hands until the table is resumed."""

    service = tables.pause
    idempotent = False


class Resume(TableCommand):
    """Go on after a pause."""

    service = tables.resume
    idempotent = False


class ChangeGame(TableCommand):
    """Play another game from the next hand on."""

    service = tables.change_game

    class Input(TableCommand.Input):
        game = IdField()


class CarryOver(TableCommand):
    """Carry a table over into the day that has begun: counted between two hands, without a break for the guests."""

    service = carry_overs.carry_over
    examples: ClassVar[Mapping[str, Json]] = {
        "By denomination": {"version": 31, "chips": {"10000": 40, "500": 200}, "counted_stacks_cents": 489_000}
    }

    class Input(TableCommand.Input):
        """The float as a sum, by denomination or both; the guests' chips are needed where the table keeps one pool."""

        counted_float_cents = CentsField(required=False)
        chips = ChipsField(source="float_chips", required=False)
        counted_stacks_cents = CentsField(required=False)
        explanation = _explanation()


class DropBoxes(TableCommand):
    """Take both boxes of a table in play to the count room."""

    service = drops.drop_boxes


class Close(TableCommand):
    """Close the table once everybody has left, with its float counted."""

    service = tables.close_table

    class Input(TableCommand.Input):
        """The float as counted: as a sum, by denomination or both."""

        counted_float_cents = CentsField(required=False)
        chips = ChipsField(source="float_chips", required=False)
        explanation = _explanation()


class Dealer(TableCommand):
    """Send a dealer to the table: their down begins, and that of the one before ends."""

    service = downs.push
    idempotent = False

    class Input(TableCommand.Input):
        """A reason is needed where the rota speaks against it."""

        dealer = IdField(help_text="One of `GET dealers/`.")
        reason = TextField(max_length=500, required=False, allow_blank=True)
        sends_on_break = FlagField(required=False, help_text="Whether the relieved dealer goes on a break.")
        ends_break = FlagField(required=False, help_text="Whether the dealer is called back from their break.")
