"""Games: what the house offers at its tables."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from accounting.days.api.fields import ChipsField, HouseField
from casino.api.fields import Body, CentsField, FlagField, IdField, IntField, TextField
from casino.api.reading import FlagFilter, IdFilter, RowAndChange, RowsAndNew, TextFilter, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Serializer, Takes
from casino.models import User
from tables.games.services import games
from tables.models import Game
from tables.play.api.fields import WordField

MOST_RAISES = 99
MOST_LAST_HANDS = 99
MOST_NAMED = 99
MOST_HANDS = 9_999


class GameSerializer(Serializer):
    """What is offered at a table; amounts in cents."""

    takes = Takes(
        Game,
        "id house name variant betting small_blind_cents big_blind_cents ante_cents straddle boards "
        "bomb_pot_ante_cents bomb_pot_boards bomb_pot_every bomb_pot_at_dealer_change min_buy_in_cents "
        "max_buy_in_cents return_minutes raise_cap recording rule_set rake_schedule chip_cents min_box_cents "
        "max_box_cents max_side_cents max_paid_cents chip_set rebuy_allowed rebuy_at_cents rebuy_cents "
        "last_hands is_active",
    )
    return_minutes = serializers.IntegerField(
        allow_null=True,
        help_text="A guest who returns within this time buys in for at least what they cashed out; null: no such rule.",
    )
    bomb_pot_ante_cents = serializers.IntegerField(allow_null=True, help_text="Null: no bomb pots.")
    bomb_pot_every = serializers.IntegerField(
        allow_null=True, help_text="Every this many hands of the table one is due; null: not by number."
    )
    raise_cap = serializers.IntegerField(allow_null=True, help_text="Raises per round; null: as the rule set says.")
    rake_schedule = RelatedId(allow_null=True, help_text="Null: against the house.")
    min_box_cents = serializers.IntegerField(help_text="Against the house, the smallest ante of a box; else 0.")
    max_paid_cents = serializers.IntegerField(allow_null=True, help_text="The most a box is paid in a round.")
    chip_set = serializers.DictField(
        child=serializers.IntegerField(), allow_null=True, help_text="Pieces by denomination, worth the minimum buy-in."
    )
    rebuy_at_cents = serializers.IntegerField(allow_null=True, help_text="Sold to a stack of at most this; null: any.")
    rebuy_cents = serializers.IntegerField(
        allow_null=True, help_text="Exactly so much; null: the minimum buy-in, or any amount with any stack."
    )
    last_hands = serializers.IntegerField(help_text="How many are announced before the table is closed.")


class Games(RowsAndNew):
    """The games on offer. Offer another game."""

    permission = "tables.read_tables"
    service = games.create
    queryset = Game.objects.all()
    filterset_class = filter_set(Game, house=IdFilter("house_id"), name=TextFilter(), is_active=FlagFilter())
    output = GameSerializer
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

    class Input(Body):
        house = HouseField()
        name = TextField(max_length=60)
        variant = WordField(Game.Variant.choices)
        betting = WordField(Game.Betting.choices, required=False)
        small_blind_cents = CentsField(required=False)
        big_blind_cents = CentsField(required=False)
        ante_cents = CentsField(required=False)
        straddle = FlagField(required=False)
        boards = IntField(min_value=0, max_value=MOST_NAMED, required=False, help_text="Side by side in every hand.")
        bomb_pot_ante_cents = CentsField(required=False, allow_null=True, help_text="Null: no bomb pots.")
        bomb_pot_boards = IntField(min_value=0, max_value=MOST_NAMED, required=False)
        bomb_pot_every = IntField(min_value=0, max_value=MOST_HANDS, required=False, allow_null=True)
        bomb_pot_at_dealer_change = FlagField(required=False)
        min_buy_in_cents = CentsField(required=False)
        max_buy_in_cents = CentsField(required=False, allow_null=True)
        return_minutes = IntField(min_value=0, required=False, allow_null=True)
        raise_cap = IntField(min_value=0, max_value=MOST_RAISES, required=False, allow_null=True)
        recording = WordField(Game.Recording.choices, required=False)
        rule_set = TextField(max_length=1_000, required=False)
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

    def run(self, values: Mapping[str, Any], *, actor: User) -> Game:
        terms = dict(values)
        house_id = terms.pop("house_id")
        return games.create(house_id=house_id, terms=games.GameForm(**terms), actor=actor)


class OneGame(RowAndChange):
    """One game. Change its terms, from the next hand on."""

    permission = "tables.read_tables"
    service = games.edit
    queryset = Game.objects.all()
    output = GameSerializer

    class Input(Games.Input):
        """Any of a game's terms; what is left out stays."""

        house = None  # type: ignore[assignment]  # DRF's way to leave a field out

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **{**options, "partial": True})

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Game:
        return games.edit(game_id=pk, changes=dict(values), actor=actor)
