"""Tournaments: the list, one of them, announcing and changing one, opening its registration, calling it off."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar

from django.http import HttpResponse
from django.utils.translation import gettext
from django_filters.filters import ChoiceFilter, DateFilter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.days.api.fields import HouseField
from accounting.money import BASIS_POINTS
from casino.api.fields import Body, CentsField, IdField, InstantField, IntField, ReasonField, TextField, VersionField
from casino.api.reading import READ, IdFilter, RowAndChange, RowsAndNew, TextFilter, answer, filter_set
from casino.api.rendering import Json
from casino.api.serializers import Serializer
from casino.models import User
from tables.models import Tournament
from tables.models.tables import SEATS_MAX, SEATS_MIN
from tables.rules.tournaments import codec
from tables.rules.tournaments.shipped import STRUCTURES, TITLES
from tables.rules.tournaments.structures import Structure
from tables.tournaments.api.fields import PiecesField, StructureField
from tables.tournaments.api.tournament import TournamentChange, TournamentSerializer, WholeTournamentSerializer
from tables.tournaments.services import announcing
from tables.tournaments.services.announcing import Terms

_EXAMPLE: dict[str, Json] = {
    "code": "FR-1127",
    "name": "Freitagsturnier",
    "starts_at": "2026-11-27T20:00:00+01:00",
    "buy_in_cents": 10_000,
    "fee_cents": 1_000,
    "guarantee_cents": 200_000,
    "structure": {
        "name": "short",
        "items": [
            {"minutes": 20, "small_blind": 50, "big_blind": 100},
            {"minutes": 20, "small_blind": 100, "big_blind": 200},
            {"minutes": 10, "is_end_of_late_registration": True, "chips_raced_off": [{"worth": 25}]},
            {"minutes": 20, "small_blind": 200, "big_blind": 400, "ante": 400, "ante_kind": "big_blind"},
        ],
        "chips": [{"worth": 25, "pieces": 8}, {"worth": 100, "pieces": 8}, {"worth": 500, "pieces": 6}],
        "late_until_level": 2,
        "re_entries": 1,
    },
}


class StructureTemplateSerializer(Serializer):
    """A structure that comes with the house: take it as it is, or change it, for a tournament of your own."""

    key = serializers.CharField(help_text="Name and version, like `evening/1`.")
    title = serializers.CharField(help_text="In the language that is asked for.")
    minutes = serializers.IntegerField(help_text="Of all levels and breaks together.")
    structure = StructureField()

    def get_title(self, structure: Structure) -> str:
        return gettext(TITLES[structure.key])

    def get_structure(self, structure: Structure) -> Json:
        return codec.to_json(structure)


class StructureTemplates(APIView):
    """The structures that come with the house, in the order in which they are offered."""

    permission = "tables.read_tournaments"
    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = StructureTemplateSerializer(many=True)

    def get(self, request: Request, **path: Any) -> HttpResponse:
        return answer([StructureTemplateSerializer.json(structure) for structure in STRUCTURES.values()])


class TermsBody(Body):
    """What is announced; amounts in cents, per entry."""

    name = TextField(max_length=80)
    starts_at = InstantField()
    structure = StructureField()
    buy_in_cents = CentsField()
    fee_cents = CentsField(required=False)
    bounty_cents = CentsField(required=False)
    bounty_paid_bp = IntField(min_value=0, max_value=BASIS_POINTS, required=False)
    re_buy_cents = CentsField(required=False)
    re_buy_fee_cents = CentsField(required=False)
    add_on_cents = CentsField(required=False)
    add_on_fee_cents = CentsField(required=False)
    guarantee_cents = CentsField(required=False)
    payout_unit_cents = CentsField(min_value=1, required=False)
    seats_per_table = IntField(min_value=SEATS_MIN, max_value=SEATS_MAX, required=False)
    most_entries = IntField(min_value=1, max_value=100_000, required=False, allow_null=True)
    chip_set = PiecesField(required=False)
    final = IdField(required=False, allow_null=True)
    seat_for = IdField(required=False, allow_null=True)


def _terms(values: Mapping[str, Any], before: Tournament | None = None) -> Terms:
    """The terms of a body; what it leaves out stays as it was."""
    names = [field.name for field in fields(Terms)]
    kept = {name: getattr(before, name) for name in names} if before else {}
    return Terms(**(kept | {name: values[name] for name in names if name in values}))


class Tournaments(RowsAndNew):
    """The tournaments, the latest start first. Announce another tournament."""

    permission = "tables.read_tournaments"
    service = announcing.create
    queryset = Tournament.objects.all()
    ordering = ("-starts_at", "-id")
    filterset_class = filter_set(
        Tournament,
        house=IdFilter("house_id"),
        code=TextFilter(),
        state=ChoiceFilter(choices=Tournament.State.choices),
        day=DateFilter("starts_at", lookup_expr="date"),
        to=DateFilter("starts_at", lookup_expr="date__lte"),
        **{"from": DateFilter("starts_at", lookup_expr="date__gte")},
    )
    output = WholeTournamentSerializer
    examples: ClassVar[Mapping[str, Json]] = {"An evening": _EXAMPLE}

    class Input(TermsBody):
        """Begin from one of `GET tournaments/structures/`."""

        house = HouseField()
        code = TextField(max_length=20, help_text="Part of the names of its places in the ledger.")

    def get_serializer_class(self) -> type[Serializer]:
        """In the list they are shown without structure, figures and clock."""
        return TournamentSerializer

    def run(self, values: Mapping[str, Any], *, actor: User) -> Tournament:
        made = announcing.create(house_id=values["house_id"], code=values["code"], terms=_terms(values), actor=actor)
        return Tournament.objects.get(pk=made.pk)


class OneTournament(RowAndChange):
    """One tournament as it stands. Change what was announced, until its registration opens."""

    permission = "tables.read_tournaments"
    service = announcing.edit
    queryset = Tournament.objects.all()
    output = WholeTournamentSerializer
    examples: ClassVar[Mapping[str, Json]] = {"A larger guarantee": {"version": 1, "guarantee_cents": 500_000}}

    class Input(TermsBody):
        """Any of its terms; what is left out stays."""

        version = VersionField()

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **{**options, "partial": True})

    def current(self, *, actor: User, pk: int) -> Tournament:
        return Tournament.objects.get(pk=pk)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Tournament:
        terms = _terms(values, self.found(pk))
        announcing.edit(tournament_id=pk, version=values.get("version"), terms=terms, actor=actor)
        return Tournament.objects.get(pk=pk)


class OpenRegistration(TournamentChange):
    """Sell entries from now on; the commitment to the first draw is posted at once."""

    service = announcing.open_registration
    idempotent = False


class CancelTournament(TournamentChange):
    """Call it off before it starts: everybody gets back all that they gave, fee included."""

    service = announcing.cancel

    class Input(TournamentChange.Input):
        reason = ReasonField()
