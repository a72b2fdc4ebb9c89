"""Tournaments: the list, one of them, announcing and changing one, opening its registration, calling it off."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, ClassVar

from django_filters import rest_framework as filters
from rest_framework.serializers import BaseSerializer

from accounting.api.fields import HouseField
from accounting.money import BASIS_POINTS
from casino.api.commands import Command
from casino.api.fields import Body, CentsField, IdField, InstantField, IntField, ReasonField, TextField, VersionField
from casino.api.reading import IdFilter, Row, RowAndChange, RowsAndNew, TextFilter
from casino.api.rendering import Json
from casino.models import User
from tables.models import Tournament
from tables.models.tables import SEATS_MAX, SEATS_MIN
from tables.tournaments.api import views
from tables.tournaments.api.pieces import PiecesField
from tables.tournaments.api.schemas import ClockShape, TournamentShape, WholeTournamentShape
from tables.tournaments.api.structures import StructureField
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


class TournamentCommand(Command):
    """A command on a tournament: carries the version of it that was seen, answers with the tournament."""

    output: ClassVar[type[BaseSerializer[Any]] | None] = WholeTournamentShape

    class Input(Body):
        """The version that was seen."""

        version = VersionField()

    def current(self, *, actor: User, pk: int, **path: Any) -> Json:
        """The tournament as it is now."""
        return views.whole(pk)


class _Days(filters.FilterSet):
    """`?day=2026-11-27`, or `from` and `to`: when it starts, by the calendar."""

    day = filters.DateFilter("starts_at", lookup_expr="date")
    to = filters.DateFilter("starts_at", lookup_expr="date__lte")


class TournamentFilter(_Days):
    """`?house=&code=&state=registering&day=&from=&to=`"""

    house = IdFilter("house_id")
    code = TextFilter()
    state = filters.ChoiceFilter(choices=Tournament.State.choices)

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = ()


# A word of Python's own can be a parameter's name, not an attribute's.
TournamentFilter.base_filters["from"] = filters.DateFilter("starts_at", lookup_expr="date__gte")


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
    """The tournaments, the latest start first; announcing another one."""

    queryset = Tournament.objects.all()
    ordering = ("-starts_at", "-id")
    filterset_class = TournamentFilter
    shape = TournamentShape
    output = WholeTournamentShape
    examples: ClassVar[Mapping[str, Json]] = {"An evening": _EXAMPLE}

    class Input(TermsBody):
        """Its code is part of the ledger's places; begin from one of `GET tournaments/structures/`."""

        house = HouseField()
        code = TextField(max_length=20)

    def face(self, row: Tournament) -> Json:
        """A tournament."""
        return views.tournament(row)

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Announce a tournament."""
        row = announcing.create(house_id=values["house_id"], code=values["code"], terms=_terms(values), actor=actor)
        return views.whole(row.pk)


class OneTournament(RowAndChange):
    """One tournament as it stands; changing what was announced, until its registration opens."""

    queryset = Tournament.objects.all()
    shape = output = WholeTournamentShape
    examples: ClassVar[Mapping[str, Json]] = {"A larger guarantee": {"version": 1, "guarantee_cents": 500_000}}

    class Input(TermsBody):
        """Any of its terms, and the version that was seen; what is left out stays."""

        version = VersionField()

        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **{**options, "partial": True})

    def face(self, row: Tournament) -> Json:
        """A tournament."""
        return views.as_it_stands(row)

    def current(self, *, actor: User, pk: int) -> Json:
        """The tournament as it is now."""
        return views.whole(pk)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Change what the body names."""
        before = self.found(pk)
        assert isinstance(before, Tournament)
        announcing.edit(tournament_id=pk, version=values.get("version"), terms=_terms(values, before), actor=actor)
        return views.whole(pk)


class OpenRegistration(TournamentCommand):
    """Sell entries from now on; the commitment to the first draw is posted at once."""

    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Open it."""
        announcing.open_registration(tournament_id=pk, version=values.get("version"), actor=actor)
        return views.whole(pk)


class CancelTournament(TournamentCommand):
    """Call it off before it starts: everybody gets back all that he gave, fee included."""

    requires_password = True

    class Input(TournamentCommand.Input):
        """Why."""

        reason = ReasonField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Cancel it."""
        announcing.cancel(tournament_id=pk, version=values.get("version"), reason=values["reason"], actor=actor)
        return views.whole(pk)


class Clock(Row):
    """The clock alone, for whoever only shows it."""

    queryset = Tournament.objects.all()
    shape = ClockShape

    def face(self, row: Tournament) -> Json:
        """What it shows now."""
        return views.clock(row)
