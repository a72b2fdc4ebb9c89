"""Boxes that were taken from the tables: the list, counting one blind, explaining what differed."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.urls import path
from django_filters import rest_framework as filters

from accounting.api import box_schemas
from accounting.api.box_schemas import DropShape
from accounting.models import Drop
from accounting.selectors import boxes
from accounting.services import counts
from casino.api import ids as _ids  # noqa: F401 -- registers `<id:…>`
from casino.api.commands import Command
from casino.api.fields import Body, ObjectField, ReasonField
from casino.api.reading import FlagFilter, IdFilter, Row, Rows, TextFilter, reader
from casino.api.rendering import Json
from casino.models import User


class DropFilter(filters.FilterSet):
    """`?house=&gaming_day=&table_code=T07&kind=rake&waiting=true`"""

    house = IdFilter("house_id")
    gaming_day = IdFilter("gaming_day_id")
    table_code = TextFilter()
    kind = filters.ChoiceFilter(choices=Drop.Kind.choices)
    waiting = FlagFilter()
    waiting.field_name, waiting.lookup_expr = "counted_at", "isnull"

    class Meta:
        model = Drop
        fields: tuple[str, ...] = ()


class Drops(Rows):
    """The boxes that were taken, the latest first; who may count sees nothing of one before it is settled."""

    ordering = ("-dropped_at", "-id")
    filterset_class = DropFilter
    queryset = Drop.objects.none()
    shape = DropShape

    def get_queryset(self) -> QuerySet[Drop]:
        """For those who may see the ledger."""
        return boxes.drops(actor=reader(self.request))

    def face(self, row: Drop) -> Json:
        """A box."""
        return box_schemas.drop(boxes.shown(row, actor=reader(self.request)))


class OneDrop(Row):
    """One box."""

    queryset = Drop.objects.none()
    shape = DropShape

    def get_queryset(self) -> QuerySet[Drop]:
        """For those who may see the ledger."""
        return boxes.drops(actor=reader(self.request))

    def face(self, row: Drop) -> Json:
        """A box."""
        return box_schemas.drop(boxes.shown(row, actor=reader(self.request)))


class CountBox(Command):
    """Count a box: by two people, each without the other's figure; two that differ want a third."""

    output = DropShape
    examples: ClassVar[Mapping[str, Json]] = {"Nine chips of 1 and one of 5": {"chips": {"500": 1, "100": 9}}}

    class Input(Body):
        """What was found: pieces by denomination in cents; `{}` is an empty box."""

        chips = ObjectField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Count."""
        counts.count(drop_id=pk, found=values["chips"], actor=actor)
        return box_schemas.drop(boxes.shown(boxes.drops(actor=actor).get(pk=pk), actor=actor))


class ExplainBox(Command):
    """Say why there was more or less in a box than was booked."""

    output = DropShape
    idempotent = False

    class Input(Body):
        """Why."""

        explanation = ReasonField()

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Explain."""
        counts.explain(drop_id=pk, explanation=values["explanation"], actor=actor)
        return box_schemas.drop(boxes.shown(boxes.drops(actor=actor).get(pk=pk), actor=actor))


urlpatterns = [
    path("drops/", Drops.as_view(), name="drops"),
    path("drops/<id:pk>/", OneDrop.as_view(), name="drop"),
    path("drops/<id:pk>/count/", CountBox.as_view(), name="drop-count"),
    path("drops/<id:pk>/explain/", ExplainBox.as_view(), name="drop-explain"),
]
