"""Windows, slips and prints in JSON: how they look (faces), and the same for the schema (shapes)."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounting.models import Print, Slip, WindowShift
from accounting.selectors.windows import WindowView
from casino.api.fields import ObjectField
from casino.api.rendering import Json

CHIPS_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": {"type": "integer", "minimum": 0},
    "description": "Pieces by denomination in cents.",
    "example": {"10000": 5, "500": 20},
}


@extend_schema_field(CHIPS_SCHEMA)
class ChipsField(ObjectField):
    """Chips by denomination; what is in them is read by `accounting.chips`."""


@extend_schema_field(CHIPS_SCHEMA)
class ChipsShape(serializers.JSONField):
    """Chips by denomination."""


class ShiftShape(serializers.Serializer[Any]):
    """One opening of a window, from the opening count to the closing one."""

    id = serializers.IntegerField()
    gaming_day = serializers.IntegerField()
    opened_at = serializers.DateTimeField()
    opened_by = serializers.IntegerField()
    chips = ChipsShape()
    chips_cents = serializers.IntegerField()
    cash_cents = serializers.IntegerField()
    closed_at = serializers.DateTimeField(allow_null=True, help_text="Null while the window is open.")
    closed_by = serializers.IntegerField(allow_null=True)
    counted_chips = ChipsShape(allow_null=True)
    counted_chips_cents = serializers.IntegerField(allow_null=True)
    counted_cash_cents = serializers.IntegerField(allow_null=True)
    variance_cents = serializers.IntegerField(
        allow_null=True, help_text="Counted less booked, chips and money together: negative is missing."
    )
    explanation = serializers.CharField(allow_blank=True)

    class Meta:
        ref_name = "WindowShift"


class WindowShape(serializers.Serializer[Any]):
    """A window of the cage."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    code = serializers.CharField()
    name = serializers.CharField()
    is_active = serializers.BooleanField()
    chips_cents = serializers.IntegerField(help_text="Chips in it by the books.")
    cash_cents = serializers.IntegerField(help_text="Money in its drawer by the books.")
    shift = ShiftShape(allow_null=True, help_text="The shift in progress, else the last one.")

    class Meta:
        ref_name = "Window"


class SlipShape(serializers.Serializer[Any]):
    """Chips brought to a table (fill), taken from it (credit) or changed, asked for by one and brought by another."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    gaming_day = serializers.IntegerField()
    number = serializers.IntegerField(help_text="Gapless within the house.")
    kind = serializers.ChoiceField(Slip.Kind.choices)
    state = serializers.ChoiceField(Slip.State.choices)
    table = serializers.CharField(help_text="The table's code.")
    window = serializers.IntegerField()
    chips = ChipsShape(help_text="What comes to the table, or leaves it with a credit.")
    chips_back = ChipsShape(allow_null=True, help_text="What leaves the table for a change.")
    amount_cents = serializers.IntegerField(min_value=1)
    asked_by = serializers.IntegerField()
    asked_at = serializers.DateTimeField()
    done_by = serializers.IntegerField(allow_null=True, help_text="Who brought the chips, or cancelled the slip.")
    done_at = serializers.DateTimeField(allow_null=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was cancelled.")
    entry = serializers.IntegerField(allow_null=True, help_text="Its entry in the table's book, once it is done.")
    prints = serializers.IntegerField(help_text="How often it was printed; all but the first are reprints.")

    class Meta:
        ref_name = "Slip"


class PrintShape(serializers.Serializer[Any]):
    """A paper that left the printer."""

    subject = serializers.CharField()
    number = serializers.IntegerField(min_value=1)
    is_reprint = serializers.BooleanField()
    at = serializers.DateTimeField()
    by = serializers.IntegerField()

    class Meta:
        ref_name = "Print"


def window(view: WindowView) -> Json:
    """A window with its shift."""
    row = view.window
    return {
        "id": row.pk,
        "house": row.house_id,
        "code": row.code,
        "name": row.name,
        "is_active": row.is_active,
        "chips_cents": view.chips_cents,
        "cash_cents": view.cash_cents,
        "shift": None if view.shift is None else shift(view.shift),
    }


def shift(row: WindowShift) -> Json:
    """One opening of a window."""
    return {
        "id": row.pk,
        "gaming_day": row.gaming_day_id,
        "opened_at": row.opened_at,
        "opened_by": row.opened_by_id,
        "chips": row.chips,
        "chips_cents": row.chips_cents,
        "cash_cents": row.cash_cents,
        "closed_at": row.closed_at,
        "closed_by": row.closed_by_id,
        "counted_chips": row.counted_chips,
        "counted_chips_cents": row.counted_chips_cents,
        "counted_cash_cents": row.counted_cash_cents,
        "variance_cents": row.variance_cents,
        "explanation": row.explanation,
    }


def slip(row: Slip) -> Json:
    """A slip; `row` comes from `accounting.selectors.slips`, which counts its prints."""
    return {
        "id": row.pk,
        "house": row.house_id,
        "gaming_day": row.gaming_day_id,
        "number": row.number,
        "kind": row.kind,
        "state": row.state,
        "table": row.table_code,
        "window": row.window_id,
        "chips": row.chips,
        "chips_back": row.chips_back,
        "amount_cents": row.amount_cents,
        "asked_by": row.asked_by_id,
        "asked_at": row.asked_at,
        "done_by": row.done_by_id,
        "done_at": row.done_at,
        "reason": row.reason,
        "entry": row.entry_id,
        "prints": getattr(row, "prints", 0),
    }


def paper(row: Print) -> Json:
    """A print."""
    return {
        "subject": row.subject,
        "number": row.number,
        "is_reprint": row.number > 1,
        "at": row.at,
        "by": row.by_id,
    }
