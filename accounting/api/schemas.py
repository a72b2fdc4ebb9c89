"""What `faces` gives, declared for the OpenAPI schema; nothing is read or written through these."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounting.models import EntryCode, GamingDay, ScheduleVersion

_CENTS: Final = {"type": "integer", "minimum": 0}
_STEPS: Final = {
    "type": "array",
    "minItems": 1,
    "items": {
        "type": "object",
        "required": ["from_cents"],
        "properties": {"from_cents": _CENTS, "total_cents": _CENTS, "add_cents": _CENTS},
    },
}
TERMS_SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["kind"],
    "description": "What is charged by `kind`: percent (rate_bp, least_cents), steps (steps), increment (amount_cents, "
    "per_cents, first_cents), fixed (amount_cents), time (amount_cents, period_minutes). Nothing else.",
    "properties": {
        "kind": {"type": "string", "enum": ["percent", "steps", "increment", "fixed", "time"]},
        "rate_bp": {"type": "integer", "minimum": 1, "maximum": 10_000, "description": "Basis points: 500 is 5 %."},
        "least_cents": _CENTS,
        "steps": _STEPS,
        "amount_cents": _CENTS,
        "per_cents": _CENTS,
        "first_cents": _CENTS,
        "period_minutes": {"type": "integer", "minimum": 1, "maximum": 1440},
        "cap_cents": _CENTS,
        "caps": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"players": {"type": "integer", "minimum": 2}, "cap_cents": _CENTS},
            },
        },
        "min_pot_cents": _CENTS,
        "no_flop_no_drop": {"type": "boolean"},
        "rounding": {"type": "string"},
        "chip_cents": {"type": "integer", "minimum": 1},
        "base_includes_uncalled": {"type": "boolean"},
        "jackpot": {"type": "object"},
    },
    "example": {"kind": "percent", "rate_bp": 500, "cap_cents": 1500, "no_flop_no_drop": True, "chip_cents": 100},
}


@extend_schema_field(TERMS_SCHEMA)
class TermsShape(serializers.JSONField):
    """Terms of a rake schedule."""


class HouseShape(serializers.Serializer[Any]):
    """One casino."""

    id = serializers.IntegerField()
    code = serializers.CharField()
    name = serializers.CharField()
    currency = serializers.CharField(help_text="ISO 4217; every `*_cents` of the house is in its minor unit.")
    time_zone = serializers.CharField()
    rolls_over_at = serializers.CharField(help_text="Local time at which a new gaming day may begin, `12:00`.")
    shift_starts = serializers.ListField(
        child=serializers.CharField(),
        help_text="Local times at which later shifts begin, `20:00`; the first begins with the gaming day.",
    )
    tip_bp = serializers.IntegerField(help_text="Customary tip in basis points of the pot.")
    stakes_agreed_before_start = serializers.BooleanField(
        help_text="The stake of a table goes up only as planned before its first hand."
    )

    class Meta:
        ref_name = "House"


class GamingDayShape(serializers.Serializer[Any]):
    """Opening to closing of the house."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    date = serializers.DateField()
    state = serializers.ChoiceField(GamingDay.State.choices)
    opened_at = serializers.DateTimeField()
    opened_by = serializers.IntegerField()
    closed_at = serializers.DateTimeField(allow_null=True)
    closed_by = serializers.IntegerField(allow_null=True)
    seal = serializers.CharField(allow_null=True, help_text="SHA-256 over the heads of all books at the close, hex.")

    class Meta:
        ref_name = "GamingDay"


class ScheduleVersionShape(serializers.Serializer[Any]):
    """Terms for a period of time."""

    id = serializers.IntegerField()
    version = serializers.IntegerField()
    terms = TermsShape()
    valid_from = serializers.DateTimeField()
    valid_to = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()
    created_by = serializers.IntegerField()
    state = serializers.ChoiceField(
        ScheduleVersion.State.choices, help_text="A change is `proposed` until a second person has approved it."
    )
    approved_at = serializers.DateTimeField(allow_null=True)
    approved_by = serializers.IntegerField(allow_null=True, help_text="Never who wrote the terms.")

    class Meta:
        ref_name = "ScheduleVersion"


class ScheduleShape(serializers.Serializer[Any]):
    """A rake schedule; games name it by its id."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    name = serializers.CharField()
    versions = ScheduleVersionShape(many=True)

    class Meta:
        ref_name = "RakeSchedule"


class TransferShape(serializers.Serializer[Any]):
    """So many cents from one place to another."""

    source = serializers.CharField()  # type: ignore[assignment]  # DRF's own `source` belongs to fields
    destination = serializers.CharField()
    amount_cents = serializers.IntegerField(min_value=1)

    class Meta:
        ref_name = "Transfer"


class AssessmentShape(serializers.Serializer[Any]):
    """The computation of one hand's rake with the facts it rests on; `sign` is -1 on a reversal."""

    table = serializers.CharField()
    game = serializers.CharField()
    dealer = serializers.IntegerField(allow_null=True)
    hour = serializers.DateTimeField()
    sign = serializers.IntegerField()
    dealt_in = serializers.IntegerField()
    flop_seen = serializers.BooleanField()
    pot_cents = serializers.IntegerField()
    base_cents = serializers.IntegerField()
    due_cents = serializers.IntegerField()
    taken_cents = serializers.IntegerField()
    jackpot_cents = serializers.IntegerField()
    tips_cents = serializers.IntegerField()
    schedule_version = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)

    class Meta:
        ref_name = "Assessment"


class WagerShape(serializers.Serializer[Any]):
    """What was at stake in a round against the house; `side_*` of it in side bets, `sign` is -1 on a reversal."""

    table = serializers.CharField()
    game = serializers.CharField()
    dealer = serializers.IntegerField(allow_null=True)
    hour = serializers.DateTimeField()
    rule_set = serializers.CharField()
    edge_ppm = serializers.IntegerField(help_text="Millionths of the ante that these rules leave the house.")
    sign = serializers.IntegerField()
    ante_cents = serializers.IntegerField()
    staked_cents = serializers.IntegerField()
    lost_cents = serializers.IntegerField()
    paid_cents = serializers.IntegerField()
    side_staked_cents = serializers.IntegerField()
    side_lost_cents = serializers.IntegerField()
    side_paid_cents = serializers.IntegerField()
    tips_cents = serializers.IntegerField()

    class Meta:
        ref_name = "Wager"


class EntryShape(serializers.Serializer[Any]):
    """One reason for which money moved."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    book = serializers.CharField()
    number = serializers.IntegerField(help_text="Gapless within the book.")
    code = serializers.ChoiceField(EntryCode.choices)
    subject = serializers.CharField()
    at = serializers.DateTimeField()
    gaming_day = serializers.IntegerField()
    actor = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    reference = serializers.CharField(allow_null=True)
    reverses = serializers.IntegerField(allow_null=True)
    digest = serializers.CharField(help_text="SHA-256 of the previous digest and this entry's content, hex.")
    transfers = TransferShape(many=True)
    assessment = AssessmentShape(allow_null=True)
    wager = WagerShape(allow_null=True)

    class Meta:
        ref_name = "Entry"


class PlaceShape(serializers.Serializer[Any]):
    """Where chips can be, and how many are there."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    name = serializers.CharField()
    balance_cents = serializers.IntegerField(help_text="Negative only for the world outside: guests, bank, variance.")

    class Meta:
        ref_name = "Place"


class BookShape(serializers.Serializer[Any]):
    """The head of a book's chain."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    code = serializers.CharField()
    number = serializers.IntegerField(help_text="Number of the last entry.")
    digest = serializers.CharField()

    class Meta:
        ref_name = "Book"


class BrokenShape(serializers.Serializer[Any]):
    """Something that does not add up."""

    book = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    what = serializers.CharField()

    class Meta:
        ref_name = "Broken"


class ProofShape(serializers.Serializer[Any]):
    """Whether every chain holds and every balance is the sum of its transfers."""

    ok = serializers.BooleanField()
    entries = serializers.IntegerField()
    transfers = serializers.IntegerField()
    broken = BrokenShape(many=True)

    class Meta:
        ref_name = "Proof"
