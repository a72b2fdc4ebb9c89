"""The policy simulator: booked hands under terms that nobody has signed yet. It changes nothing."""

from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework import serializers

from accounting.days.api.fields import HouseField
from accounting.policy.simulation import Sums
from accounting.rake.api.schedules import TermsField
from casino.api.commands import Command
from casino.api.fields import Body, IdField
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Serializer, Takes
from tables.audit.selectors import simulation
from tables.audit.selectors.simulation import Simulation
from tables.play.api.fields import DayField


class SimulatedSumsSerializer(Serializer):
    """Hands, and what they owed beside what they would have owed."""

    takes = Takes(Sums, "hands affected due_cents proposed_cents difference_cents jackpot_cents proposed_jackpot_cents")
    affected = serializers.IntegerField(help_text="Hands whose tax would have been another.")
    due_cents = serializers.IntegerField(help_text="As booked, under the version that was charged.")
    difference_cents = serializers.IntegerField(help_text="Proposed less booked.")


class SimulatedBandSerializer(SimulatedSumsSerializer):
    """Hands with pots from one amount to below another; null: no end."""

    from_cents = serializers.IntegerField()
    below_cents = serializers.IntegerField(allow_null=True)


class SimulatedGameSerializer(SimulatedSumsSerializer):
    """The hands of a game."""

    game = serializers.CharField()


class SimulatedDaySerializer(SimulatedSumsSerializer):
    """The hands of a gaming day."""

    day = serializers.DateField()


class SimulationSerializer(Serializer):
    """Booked hands under other terms."""

    house = RelatedId()
    currency = serializers.CharField()
    schedule = RelatedId(allow_null=True)
    to = serializers.DateField(source="last")
    table_hours = serializers.IntegerField(help_text="Hours of tables in which these hands were dealt.")
    pays_by_time = serializers.BooleanField(help_text="Seats would pay for their time, which no hand tells.")
    total = SimulatedSumsSerializer(source="outcome.total")
    by_band = SimulatedBandSerializer(many=True)
    by_game = SimulatedGameSerializer(many=True)
    by_day = SimulatedDaySerializer(many=True)

    def get_fields(self) -> dict[str, Any]:
        """`from` is a keyword of Python."""
        return super().get_fields() | {"from": serializers.DateField(source="first")}

    def get_by_band(self, found: Simulation) -> list[Json]:
        return [
            _line(sums, from_cents=band.from_cents, below_cents=band.below_cents)
            for band, sums in found.outcome.by_band.items()
        ]

    def get_by_game(self, found: Simulation) -> list[Json]:
        return [_line(sums, game=game) for game, sums in sorted(found.outcome.by_game.items())]

    def get_by_day(self, found: Simulation) -> list[Json]:
        return [_line(sums, day=day) for day, sums in sorted(found.outcome.by_day.items())]


def _line(sums: Sums, **of: Json) -> Json:
    figures: Any = SimulatedSumsSerializer.json(sums)
    return {**of, **figures}


class Simulate(Command):
    """Charge the booked hands of a period under other terms, before those are signed. Nothing is changed."""

    permission = "accounting.view_reports"
    service = simulation.simulate
    output = SimulationSerializer
    idempotent = False
    examples: ClassVar[Mapping[str, Json]] = {
        "One euro less at most": {
            "terms": {"kind": "percent", "rate_bp": 500, "cap_cents": 1400, "no_flop_no_drop": True, "chip_cents": 100},
            "from": "2026-10-01",
            "to": "2026-10-31",
        }
    }

    class Input(Body):
        """The gaming days are by default the last thirty."""

        house = HouseField()
        schedule = IdField(required=False, allow_null=True, help_text="Only the hands it charged; else all.")
        terms = TermsField()
        to = DayField(source="last", required=False)

        def get_fields(self) -> dict[str, Any]:
            """`from` is a keyword of Python."""
            return super().get_fields() | {"from": DayField(source="first", required=False)}
