"""Games: what the house offers at its tables."""

from collections.abc import Mapping
from typing import Any, ClassVar

from accounting.api.cage_schemas import ChipsField
from accounting.api.fields import HouseField
from casino.api.fields import Body, CentsField, FlagField, IdField, IntField, TextField
from casino.api.reading import RowAndChange, RowsAndNew
from casino.api.rendering import Json
from casino.models import User
from tables.models import Game
from tables.play.api.fields import WordField
from tables.play.api.filters import GameFilter
from tables.play.api.schemas import GameShape
from tables.play.services import games

MOST_RAISES = 99
MOST_LAST_HANDS = 99


class GameBody(Body):
    """A game as the floor defines it."""

    house = HouseField()
    name = TextField(max_length=60)
    variant = WordField(Game.Variant.choices)
    betting = WordField(Game.Betting.choices, required=False)
    small_blind_cents = CentsField(required=False)
    big_blind_cents = CentsField(required=False)
    ante_cents = CentsField(required=False)
    straddle = FlagField(required=False)
    min_buy_in_cents = CentsField(required=False)
    max_buy_in_cents = CentsField(required=False, allow_null=True)
    return_minutes = IntField(min_value=0, required=False, allow_null=True)
    raise_cap = IntField(min_value=0, max_value=MOST_RAISES, required=False, allow_null=True)
    recording = WordField(Game.Recording.choices, required=False)
    rule_set = TextField(max_length=40, required=False)
    rake_schedule = IdField(required=False, allow_null=True)
    chip_cents = CentsField(required=False)
    min_box_cents = CentsField(required=False, help_text="Against the house: the smallest ante of a box.")
    max_box_cents = CentsField(required=False)
    max_side_cents = CentsField(required=False)
    max_paid_cents = CentsField(required=False, allow_null=True)
    chip_set = ChipsField(required=False, allow_null=True)
    rebuy_allowed = FlagField(required=False)
    rebuy_at_cents = CentsField(required=False, allow_null=True)
    rebuy_cents = CentsField(required=False, allow_null=True)
    last_hands = IntField(min_value=0, max_value=MOST_LAST_HANDS, required=False)
    is_active = FlagField(required=False)


def shown(row: Game) -> Json:
    """What is offered at a table."""
    return {
        "id": row.pk,
        "house": row.house_id,
        "name": row.name,
        "variant": row.variant,
        "betting": row.betting,
        "small_blind_cents": row.small_blind_cents,
        "big_blind_cents": row.big_blind_cents,
        "ante_cents": row.ante_cents,
        "straddle": row.straddle,
        "min_buy_in_cents": row.min_buy_in_cents,
        "max_buy_in_cents": row.max_buy_in_cents,
        "return_minutes": row.return_minutes,
        "raise_cap": row.raise_cap,
        "recording": row.recording,
        "rule_set": row.rule_set,
        "rake_schedule": row.rake_schedule_id,
        "chip_cents": row.chip_cents,
        "min_box_cents": row.min_box_cents,
        "max_box_cents": row.max_box_cents,
        "max_side_cents": row.max_side_cents,
        "max_paid_cents": row.max_paid_cents,
        "chip_set": row.chip_set,
        "rebuy_allowed": row.rebuy_allowed,
        "rebuy_at_cents": row.rebuy_at_cents,
        "rebuy_cents": row.rebuy_cents,
        "last_hands": row.last_hands,
        "is_active": row.is_active,
    }


class Games(RowsAndNew):
    """The games on offer; offering another one."""

    queryset = Game.objects.all()
    filterset_class = GameFilter
    shape = output = GameShape
    examples: ClassVar[Mapping[str, Json]] = {
        "No-limit Texas": {
            "name": "NLHE 1/2", "variant": "texas", "betting": "no_limit", "small_blind_cents": 100,
            "big_blind_cents": 200, "min_buy_in_cents": 4000, "max_buy_in_cents": 40000, "rake_schedule": 1,
            "recording": "every_action",
        },
        "Against the house": {
            "name": "Easy 5–100", "variant": "easy_holdem", "rule_set": "easy-holdem/1", "recording": "summary",
            "min_box_cents": 500, "max_box_cents": 10000, "min_buy_in_cents": 500,
        },
    }  # fmt: skip

    class Input(GameBody):
        """A game as the floor defines it."""

    def face(self, row: Game) -> Json:
        """A game."""
        return shown(row)

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Offer a game."""
        house_id, terms = values["house_id"], {name: value for name, value in values.items() if name != "house_id"}
        return shown(games.create(house_id=house_id, terms=games.GameForm(**terms), actor=actor))


class OneGame(RowAndChange):
    """One game; changing its terms, from the next hand on."""

    queryset = Game.objects.all()
    shape = output = GameShape

    class Input(GameBody):
        """Any of a game's terms; what is left out stays."""

        house = None  # type: ignore[assignment]  # DRF's way to leave a field out

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **{**options, "partial": True})

    def face(self, row: Game) -> Json:
        """A game."""
        return shown(row)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Change what the body names."""
        return shown(games.edit(game_id=pk, changes=dict(values), actor=actor))
