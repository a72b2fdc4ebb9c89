"""On to another tournament: a seat won in a satellite, the survivors of a flight."""

from casino.api.commands import Command
from tables.prizes.services import advancing
from tables.tournaments.api.sales import PurchaseSerializer
from tables.tournaments.api.tournament import TournamentChange


class AwardSeat(Command):
    """Enter the winner of a seat in the tournament it is for; answers with the receipt there."""

    service = advancing.award_seat
    output = PurchaseSerializer
    status = 201


class Advance(TournamentChange):
    """End a flight: every survivor goes to the final with their stack, and so does the whole pool."""

    service = advancing.advance
