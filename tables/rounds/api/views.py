"""Rounds against the house: reading and recording them, false deals, voiding."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django_filters.filters import ChoiceFilter
from rest_framework import serializers

from casino.api.commands import Command
from casino.api.fields import (
    Body,
    CentsField,
    FlagField,
    IdField,
    InstantField,
    IntField,
    ReasonField,
    UuidField,
    VersionField,
)
from casino.api.reading import IdFilter, Row, Rows, filter_set, reader
from casino.api.rendering import Json
from casino.api.serializers import Serializer, Takes
from casino.models import User
from tables.hands.selectors import visibility
from tables.hands.services.pad import Place
from tables.models import Round
from tables.play.api.fields import CardsField, SeatField, WordField, tips_field
from tables.play.api.tables import TableCommand
from tables.rounds.services import pad, rounds
from tables.rounds.services.rounds import RoundDetails
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


class BetSerializer(Serializer):
    """What became of a bet; `paid_cents` on top of the stake, `rounded_cents` more than the odds (negative: less)."""

    spot = serializers.ChoiceField([spot.value for spot in Spot])
    staked_cents = serializers.IntegerField()
    result = serializers.ChoiceField([result.value for result in Result])
    paid_cents = serializers.IntegerField()
    rounded_cents = serializers.IntegerField(default=0)

    class Meta:
        ref_name = "BetShape"  # as clients know it


class BoxSerializer(Serializer):
    """A box of a round."""

    box = serializers.IntegerField()
    seat = serializers.IntegerField()
    folded = serializers.BooleanField()
    cards = serializers.CharField(allow_blank=True)
    bets = BetSerializer(many=True)

    class Meta:
        ref_name = "BoxShape"  # as clients know it


class RoundSerializer(Serializer):
    """A round against the house; a false deal has no boxes. `house_cents` is what the house won, negative: lost."""

    takes = Takes(
        Round,
        "id house table session gaming_day number state game rule_set dealer dealt_at recorded_at boxes dealer_cards "
        "board staked_cents lost_cents paid_cents house_cents tips_cents void_reason client_uuid version",
    )
    boxes = BoxSerializer(many=True)
    dealer_cards = serializers.CharField(allow_blank=True)
    board = serializers.CharField(allow_blank=True)

    def get_boxes(self, row: Round) -> list[Json]:
        """Their outcome with the cards that were recorded."""
        hole = {one["box"]: one["hole"] for one in row.record.get("boxes", ())}
        return [
            {"box": one["box"], "seat": one["seat"], "folded": one["folded"], "cards": hole[one["box"]],
             "bets": one["bets"]}
            for one in row.result.get("boxes", ())
        ]  # fmt: skip

    def get_dealer_cards(self, row: Round) -> str:
        return str(row.record.get("dealer", ""))

    def get_board(self, row: Round) -> str:
        return str(row.record.get("board", ""))


class Rounds(Rows):
    """The rounds, newest first; for everybody but the cage."""

    permission = "tables.read_hands"
    queryset = Round.objects.all()
    filterset_class = filter_set(
        Round,
        house=IdFilter("house_id"),
        table=IdFilter("table_id"),
        session=IdFilter("session_id"),
        gaming_day=IdFilter("gaming_day_id"),
        state=ChoiceFilter(choices=Round.State.choices),
    )
    output = RoundSerializer

    def get_queryset(self) -> QuerySet[Round]:
        return visibility.visible(super().get_queryset(), actor=reader(self.request))


class OneRound(Row):
    """One round; to dealers those of their own table."""

    permission = "tables.read_hands"
    queryset = Round.objects.all()
    output = RoundSerializer

    def get_queryset(self) -> QuerySet[Round]:
        return visibility.visible(super().get_queryset(), actor=reader(self.request))


class RecordRound(TableCommand):
    """Record a round that is over and settle it. The version is the table's; `client_uuid` names it for ever."""

    service = rounds.record
    output = RoundSerializer
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
        "From a pad that was without a network": {
            "session": 3, "number": 18, "boxes": [{"box": 2, "seat": 3, "bets": {"ante": 500}}],
            "client_uuid": "0b0c9d4e-5a55-4b0e-9f1b-8a6a3a3f8b12", "dealt_at": "2026-11-21T02:17:40+01:00",
        },
    }  # fmt: skip

    class Input(TableCommand.Input):
        """Every box with an ante; the dealer's cards and the board where every card is recorded."""

        boxes: ClassVar[Any] = serializers.ListSerializer(child=BoxBody(), max_length=MOST_BOXES)
        dealer = CardsField(required=False)
        board = CardsField(required=False)
        dealer_qualifies = FlagField(required=False, help_text="Where cards are not recorded; left out: yes.")
        tips = tips_field()
        client_uuid = UuidField(required=False, allow_null=True)
        dealt_at = InstantField(required=False, allow_null=True)
        session = IdField(required=False, help_text="From a pad: where the round belongs, in place of a version.")
        number = IntField(
            min_value=1, required=False, help_text="With `session`: the round's number there, the one after the last."
        )

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Round:
        record = RoundRecord(
            boxes=tuple(_box(one) for one in values["boxes"]),
            dealer=cards.parse(values.get("dealer", "")),
            board=cards.parse(values.get("board", "")),
            dealer_qualifies=values.get("dealer_qualifies", True),
        )
        details = RoundDetails(tuple(values.get("tips", ())), values.get("client_uuid"), values.get("dealt_at"))
        if "session_id" in values:
            place = Place(values["session_id"], values.get("number", 0))
            return pad.record(table_id=pk, place=place, round_record=record, details=details, actor=actor)
        return rounds.record(table_id=pk, version=values["version"], round_record=record, details=details, actor=actor)


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
    """Record a false deal: the cards are shuffled and dealt again, every bet stands."""

    service = rounds.false_deal
    output = RoundSerializer
    status = 201

    class Input(TableCommand.Input):
        cause = WordField([cause.value for cause in Misdeal])

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Round:
        cause = Misdeal(values["cause"])
        return rounds.false_deal(table_id=pk, version=values["version"], cause=cause, actor=actor)


class VoidRound(Command):
    """Void a settled round: it is reversed in the ledger, by somebody other than the person who booked it."""

    service = rounds.void
    output = RoundSerializer

    class Input(Body):
        version = VersionField()
        reason = ReasonField()

    def current(self, *, actor: User, pk: int) -> Round:
        return Round.objects.get(pk=pk)
