"""The policy simulator: booked hands under terms that nobody has signed yet. It changes nothing."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from accounting.api.fields import HouseField
from accounting.api.schedules import TermsField
from accounting.policy.simulation import Sums
from casino.api.commands import Command
from casino.api.fields import Body, IdField
from casino.api.rendering import Json
from casino.models import User
from tables.audit.selectors import simulation
from tables.audit.selectors.simulation import Simulation
from tables.play.api.fields import DayField


class SumsShape(serializers.Serializer[Any]):
    """Hands, and what they owed beside what they would have owed."""

    hands = serializers.IntegerField()
    affected = serializers.IntegerField(help_text="Hands whose tax would have been another.")
    due_cents = serializers.IntegerField(help_text="As booked, under the version that was charged.")
    proposed_cents = serializers.IntegerField()
    difference_cents = serializers.IntegerField(help_text="Proposed less booked.")
    jackpot_cents = serializers.IntegerField()
    proposed_jackpot_cents = serializers.IntegerField()

    class Meta:
        ref_name = "SimulatedSums"


class BandShape(SumsShape):
    """Hands with pots from so many cents to below so many; null: no end."""

    from_cents = serializers.IntegerField()
    below_cents = serializers.IntegerField(allow_null=True)

    class Meta:
        ref_name = "SimulatedBand"


class GameShape(SumsShape):
    """The hands of a game."""

    game = serializers.CharField()

    class Meta:
        ref_name = "SimulatedGame"


class DayShape(SumsShape):
    """The hands of a gaming day."""

    day = serializers.DateField()

    class Meta:
        ref_name = "SimulatedDay"


class SimulationShape(serializers.Serializer[Any]):
    """Booked hands under other terms."""

    house = serializers.IntegerField()
    currency = serializers.CharField()
    schedule = serializers.IntegerField(allow_null=True)
    to = serializers.DateField()
    table_hours = serializers.IntegerField(help_text="Hours of tables in which these hands were dealt.")
    pays_by_time = serializers.BooleanField(help_text="Seats would pay for their time, which no hand tells.")
    total = SumsShape()
    by_band = BandShape(many=True)
    by_game = GameShape(many=True)
    by_day = DayShape(many=True)

    class Meta:
        ref_name = "Simulation"

    def get_fields(self) -> dict[str, Any]:
        """`from` is a word of Python's own."""
        return super().get_fields() | {"from": serializers.DateField()}


def _sums(sums: Sums) -> dict[str, int]:
    return {
        "hands": sums.hands,
        "affected": sums.affected,
        "due_cents": sums.due_cents,
        "proposed_cents": sums.proposed_cents,
        "difference_cents": sums.difference_cents,
        "jackpot_cents": sums.jackpot_cents,
        "proposed_jackpot_cents": sums.proposed_jackpot_cents,
    }


def face(found: Simulation) -> Json:
    """The comparison."""
    outcome = found.outcome
    return {
        "house": found.house_id,
        "currency": found.currency,
        "schedule": found.schedule_id,
        "from": found.first,
        "to": found.last,
        "table_hours": found.table_hours,
        "pays_by_time": found.pays_by_time,
        "total": _sums(outcome.total),
        "by_band": [
            {"from_cents": band.from_cents, "below_cents": band.below_cents, **_sums(sums)}
            for band, sums in outcome.by_band.items()
        ],
        "by_game": [{"game": game, **_sums(sums)} for game, sums in sorted(outcome.by_game.items())],
        "by_day": [{"day": day, **_sums(sums)} for day, sums in sorted(outcome.by_day.items())],
    }


class Simulate(Command):
    """Charge the booked hands of a period under other terms, before those are signed. Nothing is changed."""

    output = SimulationShape
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {
        "One euro less at most": {
            "terms": {"kind": "percent", "rate_bp": 500, "cap_cents": 1400, "no_flop_no_drop": True, "chip_cents": 100},
            "from": "2026-10-01",
            "to": "2026-10-31",
        }
    }

    class Input(Body):
        """Terms; the schedule whose hands are meant (else all); the gaming days, by default the last thirty."""

        house = HouseField()
        schedule = IdField(required=False, allow_null=True)
        terms = TermsField()
        to = DayField(required=False)

        def get_fields(self) -> dict[str, Any]:
            """`from` is a word of Python's own."""
            return super().get_fields() | {"from": DayField(required=False)}

    def run(self, values: Mapping[str, Any], *, actor: User) -> Json:
        """Simulate."""
        return face(
            simulation.simulate(
                terms=values["terms"],
                schedule_id=values.get("schedule_id"),
                first=values.get("from"),
                last=values.get("to"),
                house_id=values["house_id"],
                actor=actor,
            )
        )
