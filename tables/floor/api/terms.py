"""A cash game over the evening: stakes that go up, planned openings and ends, the last hands, guests who will leave."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.urls import path
from django_filters.filters import ChoiceFilter
from rest_framework import serializers

from casino.api.fields import IdField, InstantField, IntField
from casino.api.reading import IdFilter, Rows, filter_set
from casino.api.rendering import Json
from casino.api.serializers import Serializer, Takes
from casino.models import User
from tables.floor.services import bomb_pots, last_hands, openings
from tables.models import GameChange, PlannedOpening, StakeStep
from tables.play.api.tables import TableCommand
from tables.play.services import stakes


class StakeStepSerializer(Serializer):
    """A planned increase; after minutes of play since the opening, pauses left out, or after hands."""

    takes = Takes(
        StakeStep,
        "id session game game_name after_minutes after_hands state planned_at planned_by ended_at cancelled_by",
    )
    game_name = serializers.CharField(source="game.name")


class GameChangeSerializer(Serializer):
    """Another game at an open table; `by` is null where it came as planned (`step`)."""

    takes = Takes(GameChange, "id session table from_game to_game from_hand at by step reason")
    table = serializers.IntegerField(source="session.table_id")
    from_hand = serializers.IntegerField(help_text="The number of the first hand, or round, of the new game.")


class PlannedOpeningSerializer(Serializer):
    """A table that is going to be opened; `session` once it was."""

    takes = Takes(
        PlannedOpening,
        "id table game game_name starts_at ends_at planned_at planned_by cancelled_at cancelled_by session",
    )
    game_name = serializers.CharField(source="game.name")


class StakeSteps(Rows):
    """The planned increases of all openings, newest first."""

    permission = "tables.read_tables"
    queryset = StakeStep.objects.select_related("game")
    filterset_class = filter_set(
        StakeStep,
        table=IdFilter("session__table_id"),
        session=IdFilter("session_id"),
        state=ChoiceFilter(choices=StakeStep.State.choices),
    )
    output = StakeStepSerializer


class GameChanges(Rows):
    """The games that tables have had, newest first."""

    permission = "tables.read_tables"
    queryset = GameChange.objects.select_related("session")
    filterset_class = filter_set(GameChange, table=IdFilter("session__table_id"), session=IdFilter("session_id"))
    output = GameChangeSerializer


class PlannedOpenings(Rows):
    """The openings that were announced, newest first."""

    permission = "tables.read_tables"
    queryset = PlannedOpening.objects.select_related("game")
    filterset_class = filter_set(PlannedOpening, table=IdFilter("table_id"), house=IdFilter("table__house_id"))
    output = PlannedOpeningSerializer


class PlanStake(TableCommand):
    """Plan an increase of the minimum stake; it holds from the next hand on once its moment has come."""

    service: ClassVar[Callable[..., Any]] = stakes.plan
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {
        "After an hour of play": {"version": 5, "game": 3, "after_minutes": 60},
        "After thirty hands": {"version": 5, "game": 3, "after_hands": 30},
    }

    class Input(TableCommand.Input):
        """The game with the larger stake, and after how much: one of the two."""

        game = IdField()
        after_minutes = IntField(required=False, allow_null=True)
        after_hands = IntField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, **_path: int) -> int:
        return stakes.plan(table_id=pk, version=values["version"], planned=_planned(values), actor=actor)


class ChangeStake(PlanStake):
    """Replace a step that lies ahead."""

    service = stakes.change

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, **path: int) -> int:
        return stakes.change(
            table_id=pk, version=values["version"], step_id=path["step"], planned=_planned(values), actor=actor
        )


class CancelStake(TableCommand):
    """Take a step back that lies ahead."""

    service = stakes.cancel
    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, step: int) -> int:
        return stakes.cancel(table_id=pk, version=values["version"], step_id=step, actor=actor)


class PlanOpening(TableCommand):
    """Announce an opening of the table."""

    service = openings.plan
    idempotent = False

    class Input(TableCommand.Input):
        game = IdField()
        starts_at = InstantField()
        ends_at = InstantField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> int:
        planned = openings.Planned(values["game_id"], values["starts_at"], values.get("ends_at"))
        return openings.plan(table_id=pk, version=values["version"], planned=planned, actor=actor)


class CancelOpening(TableCommand):
    """Take the announced opening of the table back."""

    service = openings.cancel
    idempotent = False


class PlanEnd(TableCommand):
    """Set the planned end of an open table; null: none is planned."""

    service = openings.plan_end
    idempotent = False

    class Input(TableCommand.Input):
        ends_at = InstantField(allow_null=True)


class LastHands(TableCommand):
    """Announce the last hands: as many as the game says, unless `hands` does."""

    service = last_hands.announce_last_hands

    class Input(TableCommand.Input):
        hands = IntField(required=False, allow_null=True)


class PlayOn(TableCommand):
    """Take the announcement of the last hands back."""

    service = last_hands.take_back_last_hands
    idempotent = False


class CallBombPot(TableCommand):
    """The next hand is a bomb pot; calling it twice changes nothing."""

    service = bomb_pots.call
    idempotent = False


class TakeBackBombPot(TableCommand):
    """Take the call of a bomb pot back; one that is due by itself is dealt all the same."""

    service = bomb_pots.take_back
    idempotent = False


class Leaving(TableCommand):
    """Record when a guest will leave, as they have announced; null: they stay."""

    service = last_hands.plan_leaving
    idempotent = False

    class Input(TableCommand.Input):
        leaves_at = InstantField(allow_null=True)


def _planned(values: Mapping[str, Any]) -> stakes.Planned:
    return stakes.Planned(values["game_id"], values.get("after_minutes"), values.get("after_hands"))


_TABLE = "tables/<table:pk>/"

urlpatterns = [
    path("stake-steps/", StakeSteps.as_view(), name="stake-steps"),
    path("game-changes/", GameChanges.as_view(), name="game-changes"),
    path("planned-openings/", PlannedOpenings.as_view(), name="planned-openings"),
    path(_TABLE + "plan-stake/", PlanStake.as_view(), name="table-plan-stake"),
    path(_TABLE + "stake-steps/<step:step>/change/", ChangeStake.as_view(), name="table-change-stake"),
    path(_TABLE + "stake-steps/<step:step>/cancel/", CancelStake.as_view(), name="table-cancel-stake"),
    path(_TABLE + "plan-opening/", PlanOpening.as_view(), name="table-plan-opening"),
    path(_TABLE + "cancel-opening/", CancelOpening.as_view(), name="table-cancel-opening"),
    path(_TABLE + "plan-end/", PlanEnd.as_view(), name="table-plan-end"),
    path(_TABLE + "last-hands/", LastHands.as_view(), name="table-last-hands"),
    path(_TABLE + "play-on/", PlayOn.as_view(), name="table-play-on"),
    path(_TABLE + "bomb-pot/", CallBombPot.as_view(), name="table-bomb-pot"),
    path(_TABLE + "no-bomb-pot/", TakeBackBombPot.as_view(), name="table-no-bomb-pot"),
    path(_TABLE + "seats/<int:seat>/leaving/", Leaving.as_view(), name="seat-leaving"),
]
