"""Rounds against the house: recording one, noting a false deal, taking one back, reading them."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework import serializers

from accounting.selectors import boxes
from casino.api.commands import Command
from casino.api.fields import Body, CentsField, FlagField, InstantField, ReasonField, UuidField, VersionField
from casino.api.reading import Row, Rows, reader
from casino.api.rendering import Json
from casino.models import User
from tables.models import Round
from tables.play.api.commands import TableCommand
from tables.play.api.fields import CardsField, SeatField, WordField, tips_field
from tables.play.api.filters import RoundFilter
from tables.play.api.hands import tips_of
from tables.play.services import rounds
from tables.play.services.rounds import RoundDetails
from tables.rules import cards
from tables.rules.banked import records
from tables.rules.banked.boxes import Box
from tables.rules.banked.records import BoxRecord, RoundRecord
from tables.rules.banked.rule_sets import Spot
from tables.rules.banked.settling import Comparison, Result
from tables.rules.misdeal import Misdeal

MOST_BOXES = 10
CATEGORIES = list(records.CATEGORIES)


class BetsBody(Body):
    """Cents by spot; a spot without a bet is left out."""

    ante = CentsField()
    blind = CentsField(required=False)
    flop = CentsField(required=False)
    turn = CentsField(required=False)
    river = CentsField(required=False)
    call = CentsField(required=False)
    play = CentsField(required=False)
    trips = CentsField(required=False)
    aces = CentsField(required=False)

    class Meta:
        ref_name = "Bets"


class SideBody(Body):
    """With what a side bet wins; one that loses is left out."""

    trips = WordField(CATEGORIES, required=False)
    aces = WordField(CATEGORIES, required=False)

    class Meta:
        ref_name = "SideBets"


class BoxBody(Body):
    """A box; `cards` where every card is recorded, else how it compares and with which hand, unless it gave up."""

    box = SeatField()
    seat = SeatField()
    bets = BetsBody()
    cards = CardsField(required=False)
    comparison = WordField([one.value for one in Comparison], required=False)
    category = WordField(CATEGORIES, required=False)
    side = SideBody(required=False)

    class Meta:
        ref_name = "Box"


class BetShape(serializers.Serializer[Any]):
    """What became of a bet; `paid_cents` on top of the stake."""

    spot = serializers.ChoiceField([spot.value for spot in Spot])
    staked_cents = serializers.IntegerField()
    result = serializers.ChoiceField([result.value for result in Result])
    paid_cents = serializers.IntegerField()


class BoxShape(serializers.Serializer[Any]):
    """A box of a round."""

    box = serializers.IntegerField()
    seat = serializers.IntegerField()
    folded = serializers.BooleanField()
    cards = serializers.CharField(allow_blank=True)
    bets = BetShape(many=True)


class RoundShape(serializers.Serializer[Any]):
    """A round against the house; `house_cents` is what the house has of it, below nothing what it cost."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    table = serializers.IntegerField()
    session = serializers.IntegerField()
    gaming_day = serializers.IntegerField()
    number = serializers.IntegerField()
    state = serializers.ChoiceField(Round.State.choices)
    game = serializers.IntegerField()
    rule_set = serializers.CharField()
    dealer = serializers.IntegerField(allow_null=True)
    dealt_at = serializers.DateTimeField()
    recorded_at = serializers.DateTimeField()
    boxes = BoxShape(many=True)
    dealer_cards = serializers.CharField(allow_blank=True)
    board = serializers.CharField(allow_blank=True)
    staked_cents = serializers.IntegerField()
    lost_cents = serializers.IntegerField()
    paid_cents = serializers.IntegerField()
    house_cents = serializers.IntegerField()
    tips_cents = serializers.IntegerField()
    void_reason = serializers.CharField(allow_blank=True)
    client_uuid = serializers.UUIDField(allow_null=True)
    version = serializers.IntegerField()

    class Meta:
        ref_name = "Round"


def face(row: Round) -> Json:
    """A round with its boxes; a false deal has none."""
    details = {one["box"]: one["hole"] for one in row.record.get("boxes", ())}
    return {
        "id": row.pk,
        "house": row.house_id,
        "table": row.table_id,
        "session": row.session_id,
        "gaming_day": row.gaming_day_id,
        "number": row.number,
        "state": row.state,
        "game": row.game_id,
        "rule_set": row.rule_set,
        "dealer": row.dealer_id,
        "dealt_at": row.dealt_at,
        "recorded_at": row.recorded_at,
        "boxes": [
            {"box": one["box"], "seat": one["seat"], "folded": one["folded"], "cards": details[one["box"]],
             "bets": one["bets"]}
            for one in row.result.get("boxes", ())
        ],
        "dealer_cards": row.record.get("dealer", ""),
        "board": row.record.get("board", ""),
        "staked_cents": row.staked_cents,
        "lost_cents": row.lost_cents,
        "paid_cents": row.paid_cents,
        "house_cents": row.house_cents,
        "tips_cents": row.tips_cents,
        "void_reason": row.void_reason,
        "client_uuid": str(row.client_uuid) if row.client_uuid else None,
        "version": row.version,
    }  # fmt: skip


class Rounds(Rows):
    """The rounds, newest first."""

    queryset = Round.objects.all()
    filterset_class = RoundFilter
    shape = RoundShape

    def get_queryset(self) -> QuerySet[Round]:
        """For everybody but the cage."""
        boxes.require_not_blind(reader(self.request))
        return super().get_queryset()

    def face(self, row: Round) -> Json:
        """A round."""
        return face(row)


class OneRound(Row):
    """One round."""

    queryset = Round.objects.all()
    shape = RoundShape

    def get_queryset(self) -> QuerySet[Round]:
        """For everybody but the cage."""
        boxes.require_not_blind(reader(self.request))
        return super().get_queryset()

    def face(self, row: Round) -> Json:
        """A round."""
        return face(row)


class RecordRound(TableCommand):
    """Record a round that is over and settle it. The version is the table's; `client_uuid` names it for ever."""

    output = RoundShape
    status = 201
    examples: ClassVar[Mapping[str, Json]] = {
        "Its outcome": {
            "version": 12,
            "boxes": [
                {"box": 1, "seat": 1, "bets": {"ante": 1000, "flop": 1000}, "comparison": "wins", "category": "flush"},
                {"box": 2, "seat": 3, "bets": {"ante": 500}},
            ],
        },
        "Every card": {
            "version": 12, "dealer": "Qs Jd", "board": "Kh 8d 3s 9c 2h",
            "boxes": [{"box": 1, "seat": 1, "bets": {"ante": 1000, "flop": 1000}, "cards": "Ks 4d"}],
        },
    }  # fmt: skip

    class Input(TableCommand.Input):
        """Every box with an ante; the dealer's cards and the board where every card is recorded."""

        boxes: ClassVar[Any] = serializers.ListSerializer(child=BoxBody(), max_length=MOST_BOXES)
        dealer = CardsField(required=False)
        board = CardsField(required=False)
        dealer_qualifies = FlagField(required=False, help_text="Where cards are not recorded; left out: he does.")
        tips = tips_field()
        client_uuid = UuidField(required=False, allow_null=True)
        dealt_at = InstantField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Record it."""
        record = RoundRecord(
            boxes=tuple(_box(one) for one in values["boxes"]),
            dealer=cards.parse(values.get("dealer", "")),
            board=cards.parse(values.get("board", "")),
            dealer_qualifies=values.get("dealer_qualifies", True),
        )
        details = RoundDetails(tuple(tips_of(values)), values.get("client_uuid"), values.get("dealt_at"))
        version = values.get("version")
        return face(rounds.record(table_id=pk, version=version, round_record=record, details=details, actor=actor))


def _box(one: Mapping[str, Any]) -> BoxRecord:
    return BoxRecord(
        box=Box(one["box"], {Spot(spot): cents for spot, cents in one["bets"].items()}),
        seat=one["seat"],
        hole=cards.parse(one.get("cards", "")),
        comparison=Comparison(one["comparison"]) if "comparison" in one else None,
        category=records.category_named(one["category"]) if "category" in one else None,
        side={Spot(spot): records.category_named(name) for spot, name in one.get("side", {}).items()},
    )


class FalseDeal(TableCommand):
    """Note a false deal: it is shuffled and dealt again, every bet stands."""

    output = RoundShape
    status = 201

    class Input(TableCommand.Input):
        """Why."""

        cause = WordField([cause.value for cause in Misdeal])

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Note it."""
        cause = Misdeal(values["cause"])
        return face(rounds.false_deal(table_id=pk, version=values.get("version"), cause=cause, actor=actor))


class VoidRound(Command):
    """Take a settled round back: it is reversed in the ledger, by somebody else than booked it."""

    requires_password = True
    output = RoundShape

    class Input(Body):
        """The version of the round that was seen, and why."""

        version = VersionField()
        reason = ReasonField()

    def current(self, *, actor: User, pk: int, **path: Any) -> Json:
        """The round as it is now."""
        return face(Round.objects.get(pk=pk))

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Void."""
        return face(
            rounds.void(round_id=pk, version=values.get("version"), reason=values["reason"], actor=actor)
        )  # fmt: skip
