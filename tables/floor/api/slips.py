"""Slips at tables: asking for chips, bringing them; cancelling and printing is the money side's (`accounting.api`)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.urls import path
from django_filters import rest_framework as filters
from rest_framework import serializers

from accounting.api import cage_schemas
from accounting.api.cage_schemas import ChipsField, SlipShape
from accounting.models import Slip
from accounting.selectors import slips as selector
from casino.api import ids as _ids  # noqa: F401 -- registers `<id:…>`
from casino.api.commands import Command
from casino.api.fields import Body, IdField
from casino.api.reading import IdFilter, RowsAndNew, TextFilter, reader
from casino.api.rendering import Json
from casino.models import User
from tables.floor.services import slips


class SlipFilter(filters.FilterSet):
    """`?house=&gaming_day=&window=&table=T07&kind=fill&state=asked`"""

    house = IdFilter("house_id")
    gaming_day = IdFilter("gaming_day_id")
    window = IdFilter("window_id")
    table = TextFilter("table_code")
    kind = filters.ChoiceFilter(choices=Slip.Kind.choices)
    state = filters.ChoiceFilter(choices=Slip.State.choices)

    class Meta:
        model = Slip
        fields: tuple[str, ...] = ()


class Slips(RowsAndNew):
    """The slips, the last number first; asking for chips at an open table."""

    idempotent = True
    ordering = ("-number", "-id")
    filterset_class = SlipFilter
    queryset = Slip.objects.none()
    shape = output = SlipShape
    examples: ClassVar[Mapping[str, Json]] = {
        "A fill": {"kind": "fill", "table": 1, "window": 1, "chips": {"100": 100, "500": 40}},
        "Change": {"kind": "change", "table": 1, "window": 1, "chips": {"100": 100}, "chips_back": {"10000": 1}},
    }

    class Input(Body):
        """Which chips: those that come to the table, or leave it with a credit; `chips_back` only for a change."""

        kind = serializers.ChoiceField(Slip.Kind.choices)
        table = IdField()
        window = IdField()
        chips = ChipsField()
        chips_back = ChipsField(required=False)

    def get_queryset(self) -> QuerySet[Slip]:
        """For those who may see the ledger."""
        return selector.rows(actor=reader(self.request))

    def face(self, row: Slip) -> Json:
        """A slip."""
        return cage_schemas.slip(row)

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Ask."""
        slip = slips.ask(
            kind=Slip.Kind(values["kind"]),
            table_id=values["table_id"],
            window_id=values["window_id"],
            chips=values["chips"],
            chips_back=values.get("chips_back"),
            actor=actor,
        )
        return cage_schemas.slip(selector.one(slip.pk, actor=actor))


class CarrySlipOut(Command):
    """Bring the chips of a slip that somebody else has asked for."""

    output = SlipShape

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Carry out."""
        slips.carry_out(slip_id=pk, actor=actor)
        return cage_schemas.slip(selector.one(pk, actor=actor))


urlpatterns = [
    path("slips/", Slips.as_view(), name="slips"),
    path("slips/<id:pk>/carry-out/", CarrySlipOut.as_view(), name="slip-carry-out"),
]
