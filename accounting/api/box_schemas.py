"""Boxes, requests to open a closed day and check lists in JSON: how they look (faces), and the same for the schema."""

from typing import Any

from rest_framework import serializers

from accounting.models import Drop, Reopening
from accounting.selectors.boxes import Shown
from casino.api.rendering import Json


class CountShape(serializers.Serializer[Any]):
    """One person's count."""

    number = serializers.IntegerField(help_text="1 and 2, and 3 where those differ.")
    counted_by = serializers.IntegerField()
    at = serializers.DateTimeField()
    chips = serializers.DictField(child=serializers.IntegerField(), help_text="Pieces by denomination in cents.")
    counted_cents = serializers.IntegerField()

    class Meta:
        ref_name = "Count"


class DropShape(serializers.Serializer[Any]):
    """A box taken from a table."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    gaming_day = serializers.IntegerField()
    table_code = serializers.CharField()
    session = serializers.IntegerField()
    kind = serializers.ChoiceField(Drop.Kind.choices)
    dropped_at = serializers.DateTimeField()
    dropped_by = serializers.IntegerField()
    counts_done = serializers.IntegerField(help_text="How many have counted it; two that differ want a third.")
    booked_cents = serializers.IntegerField(
        allow_null=True, help_text="Null before it is counted for everybody who may count it."
    )
    counts = CountShape(many=True, allow_null=True, help_text="Null before it is counted for who may count it.")
    counted_cents = serializers.IntegerField(allow_null=True, help_text="Null until it is settled.")
    counted_at = serializers.DateTimeField(allow_null=True)
    variance_cents = serializers.IntegerField(allow_null=True, help_text="Counted less booked: negative is missing.")
    explanation = serializers.CharField(allow_blank=True)
    explained_by = serializers.IntegerField(allow_null=True)

    class Meta:
        ref_name = "Drop"


def drop(box: Shown) -> Json:
    """A box as its reader may see it."""
    row = box.drop
    return {
        "id": row.pk,
        "house": row.house_id,
        "gaming_day": row.gaming_day_id,
        "table_code": row.table_code,
        "session": row.session_number,
        "kind": row.kind,
        "dropped_at": row.dropped_at,
        "dropped_by": row.dropped_by_id,
        "counts_done": box.counts_done,
        "booked_cents": box.booked_cents,
        "counts": None if box.counts is None else [
            {
                "number": one.number, "counted_by": one.counted_by_id, "at": one.at, "chips": one.chips,
                "counted_cents": one.counted_cents,
            }
            for one in box.counts
        ],
        "counted_cents": row.counted_cents,
        "counted_at": row.counted_at,
        "variance_cents": box.variance_cents,
        "explanation": row.explanation,
        "explained_by": row.explained_by_id,
    }  # fmt: skip


class ReopeningShape(serializers.Serializer[Any]):
    """A request to open a closed day again; it is open once `approved_at` is set."""

    id = serializers.IntegerField()
    gaming_day = serializers.IntegerField()
    seal = serializers.CharField(help_text="The seal that is broken by it; it stays on record.")
    reason = serializers.CharField()
    asked_by = serializers.IntegerField()
    asked_at = serializers.DateTimeField()
    approved_by = serializers.IntegerField(allow_null=True, help_text="Never who asked.")
    approved_at = serializers.DateTimeField(allow_null=True)

    class Meta:
        ref_name = "Reopening"


def reopening(row: Reopening) -> Json:
    """A request."""
    return {
        "id": row.pk,
        "gaming_day": row.gaming_day_id,
        "seal": row.seal.digest,
        "reason": row.reason,
        "asked_by": row.asked_by_id,
        "asked_at": row.asked_at,
        "approved_by": row.approved_by_id,
        "approved_at": row.approved_at,
    }
