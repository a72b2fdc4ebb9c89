"""A cash game over the evening: stakes that go up, planned openings and ends, the last hands, who leaves when."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import path
from django_filters import rest_framework as filters
from rest_framework import serializers

from casino.api.fields import IdField, InstantField, IntField
from casino.api.reading import IdFilter, Rows
from casino.api.rendering import Json
from casino.models import User
from tables.api import faces
from tables.api.tables import TableCommand
from tables.models import GameChange, PlannedOpening, StakeStep
from tables.selectors import tables as selectors
from tables.services.terms import closing, openings, stakes


class StakeStepShape(serializers.Serializer[Any]):
    """A planned increase; after minutes of play since the opening, pauses left out, or after hands."""

    id = serializers.IntegerField()
    session = serializers.IntegerField()
    game = serializers.IntegerField()
    game_name = serializers.CharField()
    after_minutes = serializers.IntegerField(allow_null=True)
    after_hands = serializers.IntegerField(allow_null=True)
    state = serializers.ChoiceField(StakeStep.State.choices)
    planned_at = serializers.DateTimeField()
    planned_by = serializers.IntegerField()
    ended_at = serializers.DateTimeField(allow_null=True)
    cancelled_by = serializers.IntegerField(allow_null=True)

    class Meta:
        ref_name = "StakeStep"


class GameChangeShape(serializers.Serializer[Any]):
    """Another game at an open table; `by` is null where it came as planned (`step`)."""

    id = serializers.IntegerField()
    session = serializers.IntegerField()
    table = serializers.IntegerField()
    from_game = serializers.IntegerField()
    to_game = serializers.IntegerField()
    from_hand = serializers.IntegerField(help_text="The number of the first hand, or round, of the new game.")
    at = serializers.DateTimeField()
    by = serializers.IntegerField(allow_null=True)
    step = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)

    class Meta:
        ref_name = "GameChange"


class PlannedOpeningShape(serializers.Serializer[Any]):
    """A table that is going to be opened; `session` once it was."""

    id = serializers.IntegerField()
    table = serializers.IntegerField()
    game = serializers.IntegerField()
    game_name = serializers.CharField()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True)
    planned_at = serializers.DateTimeField()
    planned_by = serializers.IntegerField()
    cancelled_at = serializers.DateTimeField(allow_null=True)
    cancelled_by = serializers.IntegerField(allow_null=True)
    session = serializers.IntegerField(allow_null=True)

    class Meta:
        ref_name = "PlannedOpening"


class StakeStepFilter(filters.FilterSet):
    """`?table=&session=&state=planned`"""

    table = IdFilter("session__table_id")
    session = IdFilter("session_id")
    state = filters.ChoiceFilter(choices=StakeStep.State.choices)

    class Meta:
        model = StakeStep
        fields: tuple[str, ...] = ()


class GameChangeFilter(filters.FilterSet):
    """`?table=&session=`"""

    table = IdFilter("session__table_id")
    session = IdFilter("session_id")

    class Meta:
        model = GameChange
        fields: tuple[str, ...] = ()


class PlannedOpeningFilter(filters.FilterSet):
    """`?table=&house=`"""

    table = IdFilter("table_id")
    house = IdFilter("table__house_id")

    class Meta:
        model = PlannedOpening
        fields: tuple[str, ...] = ()


class StakeSteps(Rows):
    """The planned increases of all openings, newest first."""

    queryset = StakeStep.objects.select_related("game")
    filterset_class = StakeStepFilter
    shape = StakeStepShape

    def face(self, row: StakeStep) -> Json:
        """A step."""
        return {
            "id": row.pk,
            "session": row.session_id,
            "game": row.game_id,
            "game_name": row.game.name,
            "after_minutes": row.after_minutes,
            "after_hands": row.after_hands,
            "state": row.state,
            "planned_at": row.planned_at,
            "planned_by": row.planned_by_id,
            "ended_at": row.ended_at,
            "cancelled_by": row.cancelled_by_id,
        }


class GameChanges(Rows):
    """Which games tables have had, newest first."""

    queryset = GameChange.objects.select_related("session")
    filterset_class = GameChangeFilter
    shape = GameChangeShape

    def face(self, row: GameChange) -> Json:
        """A change."""
        return {
            "id": row.pk,
            "session": row.session_id,
            "table": row.session.table_id,
            "from_game": row.from_game_id,
            "to_game": row.to_game_id,
            "from_hand": row.from_hand,
            "at": row.at,
            "by": row.by_id,
            "step": row.step_id,
            "reason": row.reason,
        }


class PlannedOpenings(Rows):
    """The openings that were announced, newest first."""

    queryset = PlannedOpening.objects.select_related("game")
    filterset_class = PlannedOpeningFilter
    shape = PlannedOpeningShape

    def face(self, row: PlannedOpening) -> Json:
        """An opening."""
        return {
            "id": row.pk,
            "table": row.table_id,
            "game": row.game_id,
            "game_name": row.game.name,
            "starts_at": row.starts_at,
            "ends_at": row.ends_at,
            "planned_at": row.planned_at,
            "planned_by": row.planned_by_id,
            "cancelled_at": row.cancelled_at,
            "cancelled_by": row.cancelled_by_id,
            "session": row.session_id,
        }


class PlanStake(TableCommand):
    """Plan an increase of the minimum stake; it holds from the next hand on once its moment has come."""

    keyed = False
    examples: ClassVar[Mapping[str, Json]] = {
        "After an hour of play": {"version": 5, "game": 3, "after_minutes": 60},
        "After thirty hands": {"version": 5, "game": 3, "after_hands": 30},
    }

    class Input(TableCommand.Input):
        """The game with the larger stake, and after how much: one of the two."""

        game = IdField()
        after_minutes = IntField(required=False, allow_null=True)
        after_hands = IntField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, **_path: int) -> Json:
        """Plan it."""
        stakes.plan(table_id=pk, version=values.get("version"), planned=_planned(values), actor=actor)
        return faces.table(selectors.view(pk))


class ChangeStake(PlanStake):
    """Plan a step anew that lies ahead."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, **path: int) -> Json:
        """Change it."""
        stakes.change(
            table_id=pk, version=values.get("version"), step_id=path["step"], planned=_planned(values), actor=actor
        )
        return faces.table(selectors.view(pk))


class CancelStake(TableCommand):
    """Take a step back that lies ahead."""

    keyed = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, step: int) -> Json:
        """Cancel it."""
        stakes.cancel(table_id=pk, version=values.get("version"), step_id=step, actor=actor)
        return faces.table(selectors.view(pk))


class PlanOpening(TableCommand):
    """Announce an opening of the table."""

    keyed = False

    class Input(TableCommand.Input):
        """Which game, from when, until when."""

        game = IdField()
        starts_at = InstantField()
        ends_at = InstantField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Announce it."""
        planned = openings.Planned(values["game"], values["starts_at"], values.get("ends_at"))
        openings.plan(table_id=pk, version=values.get("version"), planned=planned, actor=actor)
        return faces.table(selectors.view(pk))


class CancelOpening(TableCommand):
    """Take the announced opening of the table back."""

    keyed = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Take it back."""
        openings.cancel(table_id=pk, version=values.get("version"), actor=actor)
        return faces.table(selectors.view(pk))


class PlanEnd(TableCommand):
    """Say until when an open table is played; null: nobody says so."""

    keyed = False

    class Input(TableCommand.Input):
        """The planned end."""

        ends_at = InstantField(allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Say so."""
        openings.plan_end(table_id=pk, version=values.get("version"), ends_at=values["ends_at"], actor=actor)
        return faces.table(selectors.view(pk))


class LastHands(TableCommand):
    """Announce the last hands: as many as the game says, unless `hands` does."""

    class Input(TableCommand.Input):
        """How many."""

        hands = IntField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Announce them."""
        closing.announce_last_hands(table_id=pk, version=values.get("version"), hands=values.get("hands"), actor=actor)
        return faces.table(selectors.view(pk))


class PlayOn(TableCommand):
    """Take the announcement of the last hands back."""

    keyed = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Play on."""
        closing.take_back_last_hands(table_id=pk, version=values.get("version"), actor=actor)
        return faces.table(selectors.view(pk))


class Leaving(TableCommand):
    """Note when a guest will leave, as he has announced; null: he stays."""

    keyed = False

    class Input(TableCommand.Input):
        """When."""

        leaves_at = InstantField(allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, seat: int) -> Json:
        """Note it."""
        closing.plan_leaving(
            table_id=pk, version=values.get("version"), seat=seat, leaves_at=values["leaves_at"], actor=actor
        )
        return faces.table(selectors.view(pk))


def _planned(values: Mapping[str, Any]) -> stakes.Planned:
    return stakes.Planned(values["game"], values.get("after_minutes"), values.get("after_hands"))


_TABLE = "tables/<id:pk>/"

urlpatterns = [
    path("stake-steps/", StakeSteps.as_view(), name="stake-steps"),
    path("game-changes/", GameChanges.as_view(), name="game-changes"),
    path("planned-openings/", PlannedOpenings.as_view(), name="planned-openings"),
    path(_TABLE + "plan-stake/", PlanStake.as_view(), name="table-plan-stake"),
    path(_TABLE + "stake-steps/<id:step>/change/", ChangeStake.as_view(), name="table-change-stake"),
    path(_TABLE + "stake-steps/<id:step>/cancel/", CancelStake.as_view(), name="table-cancel-stake"),
    path(_TABLE + "plan-opening/", PlanOpening.as_view(), name="table-plan-opening"),
    path(_TABLE + "cancel-opening/", CancelOpening.as_view(), name="table-cancel-opening"),
    path(_TABLE + "plan-end/", PlanEnd.as_view(), name="table-plan-end"),
    path(_TABLE + "last-hands/", LastHands.as_view(), name="table-last-hands"),
    path(_TABLE + "play-on/", PlayOn.as_view(), name="table-play-on"),
    path(_TABLE + "seats/<int:seat>/leaving/", Leaving.as_view(), name="seat-leaving"),
]
