"""Records of tips: read, drawn up by one person, signed by another."""

from collections.abc import Mapping
from typing import ClassVar

from rest_framework import serializers

from accounting.models import TipRecord
from accounting.tronc.selectors import records as selector
from accounting.tronc.services import records
from casino.api.commands import Command, Decision
from casino.api.fields import Body, CentsField, IdField
from casino.api.reading import IdFilter, Row, RowsAndNew, WaitingFilter, filter_set
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Seen, Serializer, Takes


class TipRecordSerializer(Serializer):
    """The tips of a gaming day; a further record of the same day corrects the one before."""

    takes = Takes(
        TipRecord,
        "id house gaming_day number counted_cents electronic_cents electronic_goes drawn_up_by drawn_up_at signed_by "
        "signed_at declined_by declined_at entry",
    )
    counted_cents = serializers.IntegerField(help_text="What the tip boxes held by their counts.")
    signed_by = RelatedId(allow_null=True, help_text="Never the person who drew it up.")
    declined_by = RelatedId(allow_null=True, help_text="Who declined or withdrew it.")
    seen = Seen(selector.RECORDS)


class TipRecords(RowsAndNew):
    """The records of tips, the newest first. Draw one up: it counts once a second person has signed it."""

    permission = selector.PERMISSION
    queryset = TipRecord.objects.all()
    filterset_class = filter_set(
        TipRecord,
        house=IdFilter("house_id"),
        gaming_day=IdFilter("gaming_day_id"),
        waiting=WaitingFilter(selector.RECORDS),
    )
    service = records.draw_up
    output = TipRecordSerializer
    examples: ClassVar[Mapping[str, Json]] = {"With a card": {"gaming_day": 7, "electronic_cents": 1_500}}

    class Input(Body):
        """The gaming day, and what guests gave electronically; the boxes' counts are known."""

        gaming_day = IdField(source="day_id")
        electronic_cents = CentsField(default=0)


class OneTipRecord(Row):
    """One record of tips."""

    permission = selector.PERMISSION
    queryset = TipRecord.objects.all()
    output = TipRecordSerializer


class SignTipRecord(Command):
    """Sign a record that somebody else has drawn up: its electronic tips are booked now."""

    service = records.sign
    output = TipRecordSerializer


class DeclineTipRecord(Decision):
    """Decline a record, or withdraw one's own: nothing is booked."""

    service = records.decline
    output = TipRecordSerializer
