"""What is planned of cash games, which openings were announced, and every change of game, as lists."""

from typing import Any

from django.urls import path
from django_filters import rest_framework as filters
from rest_framework import serializers

from casino.api.reading import IdFilter, Rows
from casino.api.rendering import Json
from tables.models import GameChange, PlannedOpening, StakeStep


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


urlpatterns = [
    path("stake-steps/", StakeSteps.as_view(), name="stake-steps"),
    path("game-changes/", GameChanges.as_view(), name="game-changes"),
    path("planned-openings/", PlannedOpenings.as_view(), name="planned-openings"),
]
