"""Tables kept even: what is to be done now, and doing it."""

from rest_framework import serializers

from casino.api.reading import Row
from casino.api.rendering import Json
from casino.api.serializers import Serializer
from tables.models import Tournament, TournamentTable
from tables.rules.tournaments.balancing import Plan, Reason
from tables.tournaments.api.tournament import TournamentCommand
from tables.tournaments.selectors import seats
from tables.tournaments.services import balance


class BalanceMoveSerializer(Serializer):
    """One entrant's way; the seat is null where it will be drawn."""

    entrant_number = serializers.IntegerField()
    from_table = serializers.CharField()
    from_seat = serializers.IntegerField()
    to_table = serializers.CharField(allow_null=True)
    to_seat = serializers.IntegerField(allow_null=True)
    reason = serializers.ChoiceField([reason.value for reason in Reason])
    is_dealt_in = serializers.BooleanField(help_text="False: they wait a hand, between button and small blind.")


class BalancePlanSerializer(Serializer):
    """What is to be done with the tables, by code; nothing where they are even."""

    moves = BalanceMoveSerializer(many=True)
    broken = serializers.ListField(child=serializers.CharField(), help_text="Tables that go, in order.")
    is_redraw = serializers.BooleanField(help_text="Everybody draws again, buttons too.")
    halted = serializers.ListField(child=serializers.CharField(), help_text="Where play stops until it is done.")
    waits_to_break = serializers.CharField(allow_null=True)
    version = serializers.IntegerField(help_text="Of the tournament.")


def _plan(row: Tournament, plan: Plan, *, is_outlook: bool) -> Json:
    """A plan by the tables' codes; what a seed decides is not told before it is used."""
    found = TournamentTable.objects.filter(tournament=row).select_related("table")
    code = {table.position: table.table.code for table in found}
    moves: list[Json] = []
    for move in plan.moves:
        is_drawn = is_outlook and move.reason is not Reason.BALANCE
        moves.append({
            "entrant_number": move.entrant,
            "from_table": code[move.from_table],
            "from_seat": move.from_seat,
            "to_table": None if is_drawn else code[move.to_table],
            "to_seat": None if is_drawn else move.to_seat,
            "reason": move.reason,
            "is_dealt_in": move.is_dealt_in,
        })  # fmt: skip
    return {
        "moves": moves,
        "broken": [code[position] for position in plan.broken],
        "is_redraw": plan.is_redraw,
        "halted": [code[position] for position in plan.halted],
        "waits_to_break": None if plan.waits_to_break is None else code[plan.waits_to_break],
        "version": row.version,
    }


class Outlook(Row):
    """What a balance would do now; seats that would be drawn are not known before they are."""

    permission = "tables.read_tournaments"
    queryset = Tournament.objects.all()
    output = BalancePlanSerializer

    def found(self, pk: int) -> Json:
        row: Tournament = super().found(pk)
        return _plan(row, seats.outlook(row), is_outlook=True)


class Balance(TournamentCommand):
    """Break, balance or redraw as it is due now, in the posted order; nothing, where the tables are even."""

    service = balance.balance
    output = BalancePlanSerializer

    def shown(self, result: Plan) -> Json:
        return _plan(Tournament.objects.get(pk=self.kwargs["pk"]), result, is_outlook=False)
