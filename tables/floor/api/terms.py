"""A cash game over the evening: stakes that go up, planned openings and ends, the last hands, who leaves when."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import path

from casino.api.fields import IdField, InstantField, IntField
from casino.api.rendering import Json
from casino.models import User
from tables.floor.api import term_lists
from tables.floor.services import last_hands, openings
from tables.play.api import views
from tables.play.api.commands import TableCommand
from tables.play.selectors import tables as selectors
from tables.play.services import stakes


class PlanStake(TableCommand):
    """Plan an increase of the minimum stake; it holds from the next hand on once its moment has come."""

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

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, **_path: int) -> Json:
        """Plan it."""
        stakes.plan(table_id=pk, version=values.get("version"), planned=_planned(values), actor=actor)
        return views.table(selectors.view(pk))


class ChangeStake(PlanStake):
    """Plan a step anew that lies ahead."""

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, **path: int) -> Json:
        """Change it."""
        stakes.change(
            table_id=pk, version=values.get("version"), step_id=path["step"], planned=_planned(values), actor=actor
        )
        return views.table(selectors.view(pk))


class CancelStake(TableCommand):
    """Take a step back that lies ahead."""

    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, step: int) -> Json:
        """Cancel it."""
        stakes.cancel(table_id=pk, version=values.get("version"), step_id=step, actor=actor)
        return views.table(selectors.view(pk))


class PlanOpening(TableCommand):
    """Announce an opening of the table."""

    idempotent = False

    class Input(TableCommand.Input):
        """Which game, from when, until when."""

        game = IdField()
        starts_at = InstantField()
        ends_at = InstantField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Announce it."""
        planned = openings.Planned(values["game_id"], values["starts_at"], values.get("ends_at"))
        openings.plan(table_id=pk, version=values.get("version"), planned=planned, actor=actor)
        return views.table(selectors.view(pk))


class CancelOpening(TableCommand):
    """Take the announced opening of the table back."""

    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Take it back."""
        openings.cancel(table_id=pk, version=values.get("version"), actor=actor)
        return views.table(selectors.view(pk))


class PlanEnd(TableCommand):
    """Say until when an open table is played; null: nobody says so."""

    idempotent = False

    class Input(TableCommand.Input):
        """The planned end."""

        ends_at = InstantField(allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Say so."""
        openings.plan_end(table_id=pk, version=values.get("version"), ends_at=values["ends_at"], actor=actor)
        return views.table(selectors.view(pk))


class LastHands(TableCommand):
    """Announce the last hands: as many as the game says, unless `hands` does."""

    class Input(TableCommand.Input):
        """How many."""

        hands = IntField(required=False, allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Announce them."""
        last_hands.announce_last_hands(
            table_id=pk, version=values.get("version"), hands=values.get("hands"), actor=actor
        )
        return views.table(selectors.view(pk))


class PlayOn(TableCommand):
    """Take the announcement of the last hands back."""

    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Play on."""
        last_hands.take_back_last_hands(table_id=pk, version=values.get("version"), actor=actor)
        return views.table(selectors.view(pk))


class Leaving(TableCommand):
    """Note when a guest will leave, as he has announced; null: he stays."""

    idempotent = False

    class Input(TableCommand.Input):
        """When."""

        leaves_at = InstantField(allow_null=True)

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int, seat: int) -> Json:
        """Note it."""
        last_hands.plan_leaving(
            table_id=pk, version=values.get("version"), seat=seat, leaves_at=values["leaves_at"], actor=actor
        )
        return views.table(selectors.view(pk))


def _planned(values: Mapping[str, Any]) -> stakes.Planned:
    return stakes.Planned(values["game_id"], values.get("after_minutes"), values.get("after_hands"))


_TABLE = "tables/<id:pk>/"

urlpatterns = [
    *term_lists.urlpatterns,
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
