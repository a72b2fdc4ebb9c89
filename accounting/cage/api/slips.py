"""One slip, cancelling it, printing it. Chips are asked for and brought at a table (`tables.floor.api.slips`)."""

from collections.abc import Mapping
from typing import Any

from django.urls import path
from rest_framework import serializers

from accounting.cage.selectors import slips as selector
from accounting.cage.services import prints, slips
from accounting.days.api.fields import ChipsField
from accounting.models import Print, Slip
from casino.api.commands import Command
from casino.api.fields import Body, ReasonField
from casino.api.reading import Row, reader
from casino.api.serializers import RelatedId, Seen, Serializer, Takes
from casino.models import User


class SlipSerializer(Serializer):
    """Chips brought to a table (fill), taken from it (credit) or changed; one person asks, another brings."""

    id = serializers.IntegerField()
    house = RelatedId()
    gaming_day = RelatedId()
    number = serializers.IntegerField(help_text="Gapless within the house.")
    kind = serializers.ChoiceField(Slip.Kind.choices)
    state = serializers.ChoiceField(Slip.State.choices)
    table = serializers.CharField(source="table_code", help_text="The table's code.")
    window = RelatedId()
    chips = ChipsField(help_text="What comes to the table, or leaves it with a credit.")
    chips_back = ChipsField(allow_null=True, help_text="What leaves the table for a change.")
    amount_cents = serializers.IntegerField(min_value=1)
    asked_by = RelatedId()
    asked_at = serializers.DateTimeField()
    done_by = RelatedId(allow_null=True, help_text="The person who brought the chips, or cancelled the slip.")
    done_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was cancelled.")
    entry = RelatedId(allow_null=True, help_text="Its entry in the table's book, once it is done.")
    prints = serializers.IntegerField(  # counted by `accounting.cage.selectors.slips`
        help_text="How often it was printed; all but the first are reprints."
    )
    seen = Seen(selector.SLIPS)


class PrintSerializer(Serializer):
    """A paper that left the printer."""

    takes = Takes(Print, "subject number is_reprint at by")
    number = serializers.IntegerField(min_value=1)
    is_reprint = serializers.BooleanField()

    def get_is_reprint(self, row: Print) -> bool:
        return row.number > 1


class OneSlip(Row):
    """One slip."""

    permission = "accounting.view_ledger"
    queryset = Slip.objects.none()
    output = SlipSerializer

    def found(self, pk: int) -> Slip:
        return selector.one(pk, actor=reader(self.request))


class OnSlip(Command):
    """A decision on a slip; answers with it."""

    output = SlipSerializer

    def shown(self, result: Slip) -> Slip:
        return selector.one(result.pk, actor=reader(self.request))


class CancelSlip(OnSlip):
    """Cancel a slip; it keeps its number."""

    service = slips.cancel

    class Input(Body):
        reason = ReasonField()


class PrintSlip(Command):
    """Count a print of a slip. The first is the original; repeating the request with its key makes no reprint."""

    service = prints.record
    output = PrintSerializer

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Print:
        slip = selector.one(pk, actor=actor)
        return prints.record(house_id=slip.house_id, subject=selector.subject(slip), actor=actor)


urlpatterns = [
    path("slips/<slip:pk>/", OneSlip.as_view(), name="slip"),
    path("slips/<slip:pk>/cancel/", CancelSlip.as_view(), name="slip-cancel"),
    path("slips/<slip:pk>/print/", PrintSlip.as_view(), name="slip-print"),
]
