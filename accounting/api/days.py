"""The gaming day rolled over, and opened again by two; it is closed by the game side (`tables.audit.api.days`)."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.urls import path
from django_filters import rest_framework as filters

from accounting.api import box_schemas, views
from accounting.api.box_schemas import ReopeningShape
from accounting.api.schemas import GamingDayShape
from accounting.models import Reopening
from accounting.selectors import days as selector
from accounting.services import days
from casino.api import ids as _ids  # noqa: F401 -- registers `<id:…>`
from casino.api.commands import Command
from casino.api.fields import Body, ReasonField
from casino.api.reading import FlagFilter, IdFilter, Rows, reader
from casino.api.rendering import Json
from casino.models import User


class RollOver(Command):
    """Begin the next gaming day, which is the answer; this one is being closed from now on."""

    output = GamingDayShape
    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Roll over."""
        return views.gaming_day(days.roll_over(house_id=selector.house_of(pk), day_id=pk, actor=actor))


class AskReopening(Command):
    """Ask for a closed day to be opened again; a second manager approves it."""

    output = ReopeningShape
    status = 201
    idempotent = False
    requires_password = True

    class Input(Body):
        """Why."""

        reason = ReasonField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Ask."""
        return box_schemas.reopening(days.ask_reopening(day_id=pk, reason=values["reason"], actor=actor))


class ApproveReopening(Command):
    """Open a closed day again, as somebody else has asked for; answers with the day, which must be closed anew."""

    output = GamingDayShape
    idempotent = False
    requires_password = True

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Approve."""
        return views.gaming_day(days.approve_reopening(reopening_id=pk, actor=actor))


class ReopeningFilter(filters.FilterSet):
    """`?gaming_day=&waiting=true`"""

    gaming_day = IdFilter("gaming_day_id")
    waiting = FlagFilter()
    waiting.field_name, waiting.lookup_expr = "approved_at", "isnull"

    class Meta:
        model = Reopening
        fields: tuple[str, ...] = ()


class Reopenings(Rows):
    """Requests to open a closed day again, the latest first."""

    ordering = ("-asked_at", "-id")
    filterset_class = ReopeningFilter
    queryset = Reopening.objects.none()
    shape = ReopeningShape

    def get_queryset(self) -> QuerySet[Reopening]:
        """For those who may see the ledger."""
        return selector.reopenings(actor=reader(self.request))

    def face(self, row: Reopening) -> Json:
        """A request."""
        return box_schemas.reopening(row)


urlpatterns = [
    path("gaming-days/<id:pk>/roll-over/", RollOver.as_view(), name="gaming-day-roll-over"),
    path("gaming-days/<id:pk>/reopen/", AskReopening.as_view(), name="gaming-day-reopen"),
    path("reopenings/", Reopenings.as_view(), name="reopenings"),
    path("reopenings/<id:pk>/approve/", ApproveReopening.as_view(), name="reopening-approve"),
]
