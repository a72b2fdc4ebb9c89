"""Gaming days: opened, rolled over, and reopened by two people. The game side closes them (`tables.audit.api.days`)."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.urls import path
from django_filters.filters import ChoiceFilter, DateFilter
from rest_framework import serializers

from accounting.days.api.fields import HouseField
from accounting.days.selectors import days as selector
from accounting.days.services import days
from accounting.models import GamingDay, Reopening
from casino.api.commands import Command, Decision
from casino.api.fields import Body, ReasonField
from casino.api.reading import FlagFilter, IdFilter, Row, Rows, RowsAndNew, filter_set, reader
from casino.api.serializers import RelatedId, Seen, Serializer, Takes
from casino.models import User


class GamingDaySerializer(Serializer):
    """Opening to closing of the house."""

    takes = Takes(GamingDay, "id house date state opened_at opened_by closed_at closed_by")
    seal = serializers.CharField(allow_null=True, help_text="SHA-256 over the heads of all books at the close, hex.")

    def get_seal(self, row: GamingDay) -> str | None:
        return row.seal or None


class ReopeningSerializer(Serializer):
    """A request to open a closed day again; the day is open once `approved_at` is set."""

    takes = Takes(
        Reopening, "id gaming_day seal reason asked_by asked_at approved_by approved_at declined_by declined_at"
    )
    seal = serializers.CharField(source="seal.digest", help_text="The seal that this breaks; it stays on record.")
    approved_by = RelatedId(allow_null=True, help_text="Never the person who asked.")
    declined_by = RelatedId(allow_null=True, help_text="The person who declined it, or withdrew their own.")
    seen = Seen(selector.REOPENINGS)


class GamingDays(RowsAndNew):
    """The gaming days, newest first. Open the house's next one."""

    permission = "accounting.read_days"
    queryset = GamingDay.objects.all()
    ordering = ("-date", "-id")
    filterset_class = filter_set(
        GamingDay, state=ChoiceFilter(choices=GamingDay.State.choices), house=IdFilter("house_id"), date=DateFilter()
    )
    service = days.open_day
    output = GamingDaySerializer

    class Input(Body):
        """The house may be left out where there is only one."""

        house = HouseField()


class OneGamingDay(Row):
    """One gaming day."""

    permission = "accounting.read_days"
    queryset = GamingDay.objects.all()
    output = GamingDaySerializer


class RollOver(Command):
    """Begin the next gaming day, which is the answer; this one is being closed from now on."""

    service = days.roll_over
    output = GamingDaySerializer
    idempotent = False

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> GamingDay:
        return days.roll_over(house_id=selector.house_of(pk), day_id=pk, actor=actor)


class AskReopening(Command):
    """Ask for a closed day to be opened again; a second manager approves it."""

    service = days.ask_reopening
    output = ReopeningSerializer
    status = 201
    idempotent = False

    class Input(Body):
        reason = ReasonField()


class ApproveReopening(Decision):
    """Open a closed day again, as another manager has asked; answers with the day, which must then be closed again."""

    service = days.approve_reopening
    output = GamingDaySerializer

    def current(self, *, actor: User, pk: int) -> GamingDay:
        return selector.reopening(pk, actor=actor).gaming_day


class DeclineReopening(Decision):
    """Decline a request to open a day again, or withdraw one's own; the day stays closed."""

    service = days.decline_reopening
    output = ReopeningSerializer


class Reopenings(Rows):
    """Requests to open a closed day again, the latest first; `?waiting=true`: those that are not decided yet."""

    permission = "accounting.read_days"
    ordering = ("-asked_at", "-id")
    filterset_class = filter_set(Reopening, gaming_day=IdFilter("gaming_day_id"), waiting=FlagFilter("is_waiting"))
    queryset = Reopening.objects.none()
    output = ReopeningSerializer

    def get_queryset(self) -> QuerySet[Reopening]:
        return selector.reopenings(actor=reader(self.request))


urlpatterns = [
    path("gaming-days/", GamingDays.as_view(), name="gaming-days"),
    path("gaming-days/<day:pk>/", OneGamingDay.as_view(), name="gaming-day"),
    path("gaming-days/<day:pk>/roll-over/", RollOver.as_view(), name="gaming-day-roll-over"),
    path("gaming-days/<day:pk>/reopen/", AskReopening.as_view(), name="gaming-day-reopen"),
    path("reopenings/", Reopenings.as_view(), name="reopenings"),
    path("reopenings/<reopening:pk>/approve/", ApproveReopening.as_view(), name="reopening-approve"),
    path("reopenings/<reopening:pk>/decline/", DeclineReopening.as_view(), name="reopening-decline"),
]
