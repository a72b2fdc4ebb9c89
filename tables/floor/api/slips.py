"""Slips at tables: asking for chips, bringing them; cancelling and printing is the cage's (`accounting.cage.api`)."""

from collections.abc import Mapping
from typing import ClassVar

from django.db.models import QuerySet
from django.urls import path
from django_filters.filters import ChoiceFilter
from rest_framework import serializers

from accounting.cage.api.slips import OnSlip, SlipSerializer
from accounting.cage.selectors import slips as selector
from accounting.days.api.fields import ChipsField
from accounting.models import Slip
from casino.api.fields import Body, IdField
from casino.api.reading import IdFilter, RowsAndNew, TextFilter, filter_set, reader
from casino.api.rendering import Json
from tables.floor.services import slips


class Slips(RowsAndNew):
    """The slips, the last number first, for those who may see the ledger. Ask for chips at an open table."""

    permission = "accounting.view_ledger"
    idempotent = True
    ordering = ("-number", "-id")
    filterset_class = filter_set(
        Slip,
        house=IdFilter("house_id"),
        gaming_day=IdFilter("gaming_day_id"),
        window=IdFilter("window_id"),
        table=TextFilter("table_code"),
        kind=ChoiceFilter(choices=Slip.Kind.choices),
        state=ChoiceFilter(choices=Slip.State.choices),
    )
    queryset = Slip.objects.none()
    service = slips.ask
    output = SlipSerializer
    examples: ClassVar[Mapping[str, Json]] = {
        "A fill": {"kind": "fill", "table": 1, "window": 1, "chips": {"100": 100, "500": 40}},
        "Change": {"kind": "change", "table": 1, "window": 1, "chips": {"100": 100}, "chips_back": {"10000": 1}},
    }

    class Input(Body):
        """The chips that come to the table, or leave it with a credit; `chips_back` only for a change."""

        kind = serializers.ChoiceField(Slip.Kind.choices)
        table = IdField()
        window = IdField()
        chips = ChipsField()
        chips_back = ChipsField(required=False)

    def get_queryset(self) -> QuerySet[Slip]:
        return selector.rows(actor=reader(self.request))

    def shown(self, result: Slip) -> Slip:
        return selector.one(result.pk, actor=reader(self.request))


class CarrySlipOut(OnSlip):
    """Bring the chips of a slip that somebody else has asked for."""

    service = slips.carry_out


urlpatterns = [
    path("slips/", Slips.as_view(), name="slips"),
    path("slips/<slip:pk>/carry-out/", CarrySlipOut.as_view(), name="slip-carry-out"),
]
