"""Boxes that were taken from the tables: the list, counting one blind, explaining a variance."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from django.db.models import QuerySet
from django.urls import path
from django_filters.filters import ChoiceFilter
from rest_framework import serializers

from accounting.cage.selectors import boxes
from accounting.cage.services import counts
from accounting.days.api.fields import ChipsField
from accounting.models import Drop
from casino.api.commands import Command
from casino.api.fields import Body, ReasonField
from casino.api.reading import FlagFilter, IdFilter, Row, Rows, TextFilter, filter_set, reader
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Seen, Serializer


class CountSerializer(Serializer):
    """One person's count."""

    number = serializers.IntegerField(help_text="1 and 2, and 3 where those differ.")
    counted_by = RelatedId()
    at = serializers.DateTimeField()
    chips = serializers.DictField(child=serializers.IntegerField(), help_text="Pieces by denomination in cents.")
    counted_cents = serializers.IntegerField()


class DropSerializer(Serializer):
    """A box taken from a table, as its reader may see it."""

    id = serializers.IntegerField(source="drop.id")
    house = serializers.IntegerField(source="drop.house_id")
    gaming_day = serializers.IntegerField(source="drop.gaming_day_id")
    table_code = serializers.CharField(source="drop.table_code")
    session = serializers.IntegerField(source="drop.session_number")
    kind = serializers.ChoiceField(Drop.Kind.choices, source="drop.kind")
    dropped_at = serializers.DateTimeField(source="drop.dropped_at")
    dropped_by = serializers.IntegerField(source="drop.dropped_by_id")
    counts_done = serializers.IntegerField(
        help_text="How many people have counted it; two counts that differ need a third."
    )
    booked_cents = serializers.IntegerField(
        allow_null=True, help_text="For anybody who may count the box: null until it is settled."
    )
    counts = CountSerializer(
        many=True, allow_null=True, help_text="For anybody who may count the box: null until it is settled."
    )
    counted_cents = serializers.IntegerField(
        source="drop.counted_cents", allow_null=True, help_text="Null until it is settled."
    )
    counted_at = serializers.DateTimeField(source="drop.counted_at", allow_null=True)
    variance_cents = serializers.IntegerField(allow_null=True, help_text="Counted less booked: negative is missing.")
    explanation = serializers.CharField(source="drop.explanation", allow_blank=True)
    explained_by = serializers.IntegerField(source="drop.explained_by_id", allow_null=True)
    seen = Seen(boxes.BOXES, source="drop")


class Drops(Rows):
    """The boxes that were taken, the latest first; people who may count see no figures before a box is settled."""

    permission = "accounting.read_boxes"
    ordering = ("-dropped_at", "-id")
    filterset_class = filter_set(
        Drop,
        house=IdFilter("house_id"),
        gaming_day=IdFilter("gaming_day_id"),
        table_code=TextFilter(),
        kind=ChoiceFilter(choices=Drop.Kind.choices),
        waiting=FlagFilter("counted_at", "isnull"),
    )
    queryset = Drop.objects.none()
    output = DropSerializer

    def get_queryset(self) -> QuerySet[Drop]:
        return boxes.drops(actor=reader(self.request))

    def page(self, rows: Sequence[Drop]) -> Sequence[boxes.Shown[Drop]]:
        return [boxes.shown(row, actor=reader(self.request)) for row in rows]


class OneDrop(Row):
    """One box, as far as this person may see it."""

    permission = "accounting.read_boxes"
    queryset = Drop.objects.none()
    output = DropSerializer

    def get_queryset(self) -> QuerySet[Drop]:
        return boxes.drops(actor=reader(self.request))

    def found(self, pk: int) -> boxes.Shown[Drop]:
        return boxes.shown(super().found(pk), actor=reader(self.request))


class _AboutBox(Command):
    """A command about one box; answers with the box as this person may see it."""

    output = DropSerializer

    def shown(self, result: Drop) -> boxes.Shown[Drop]:
        actor = reader(self.request)
        return boxes.shown(boxes.drops(actor=actor).get(pk=result.pk), actor=actor)


class CountBox(_AboutBox):
    """Count a box. Two people count it, neither knowing the other's figures; two counts that differ need a third."""

    service = counts.count
    examples: ClassVar[Mapping[str, Json]] = {"Nine chips of 1 and one of 5": {"chips": {"500": 1, "100": 9}}}

    class Input(Body):
        """Pieces by denomination in cents; `{}` is an empty box."""

        chips = ChipsField(source="found")


class ExplainBox(_AboutBox):
    """Say why there was more or less in a box than was booked."""

    service = counts.explain
    idempotent = False

    class Input(Body):
        explanation = ReasonField()


urlpatterns = [
    path("drops/", Drops.as_view(), name="drops"),
    path("drops/<drop:pk>/", OneDrop.as_view(), name="drop"),
    path("drops/<drop:pk>/count/", CountBox.as_view(), name="drop-count"),
    path("drops/<drop:pk>/explain/", ExplainBox.as_view(), name="drop-explain"),
]
