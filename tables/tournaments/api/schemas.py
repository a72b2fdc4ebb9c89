"""A tournament in JSON, declared for the OpenAPI schema (`faces` gives it)."""

from typing import Any

from rest_framework import serializers

from tables.models import Game, Tournament
from tables.rules.tournaments.structures import AnteKind
from tables.tournaments.api.pieces import PiecesShape
from tables.tournaments.api.structures import StructureShown


class LevelShape(serializers.Serializer[Any]):
    """A step of the rising blinds, in chips."""

    number = serializers.IntegerField()
    minutes = serializers.IntegerField()
    small_blind = serializers.IntegerField()
    big_blind = serializers.IntegerField()
    ante = serializers.IntegerField()
    ante_kind = serializers.ChoiceField([kind.value for kind in AnteKind])
    small_bet = serializers.IntegerField(help_text="Of a limit game; else 0.")
    big_bet = serializers.IntegerField()

    class Meta:
        ref_name = "Level"


class BreakShape(serializers.Serializer[Any]):
    """A pause by plan."""

    minutes = serializers.IntegerField()
    is_end_of_late_registration = serializers.BooleanField()
    chips_raced_off = serializers.ListField(child=serializers.IntegerField(), help_text="Colours that leave play.")

    class Meta:
        ref_name = "Break"


class ClockShape(serializers.Serializer[Any]):
    """What the clock shows at `server_time`: whoever knows it and his own clock's difference shows it ever after.

    While it runs the current item ends at `ends_at`, and the structure's items follow one another by themselves.
    """

    server_time = serializers.DateTimeField()
    is_started = serializers.BooleanField()
    is_running = serializers.BooleanField()
    is_paused = serializers.BooleanField()
    is_over = serializers.BooleanField(help_text="The last level has run out.")
    is_hand_for_hand = serializers.BooleanField()
    item = serializers.IntegerField(help_text="The current one of the structure's `items`, from 0.")
    level = LevelShape(allow_null=True, help_text="The level that is played; null in a break.")
    in_break = BreakShape(allow_null=True, help_text="The break; null while a level is played.")
    remaining_ms = serializers.IntegerField(help_text="Left of the current item.")
    elapsed_ms = serializers.IntegerField(help_text="Run since the start, without the pauses.")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Of the current item; null while the clock stands.")
    next_level = LevelShape(allow_null=True)
    next_break = BreakShape(allow_null=True)
    next_break_in_ms = serializers.IntegerField(allow_null=True)
    next_break_at = serializers.DateTimeField(allow_null=True, help_text="Null while the clock stands, too.")

    class Meta:
        ref_name = "Clock"


class FiguresShape(serializers.Serializer[Any]):
    """What the board says."""

    entries = serializers.IntegerField()
    re_entries = serializers.IntegerField()
    re_buys = serializers.IntegerField()
    add_ons = serializers.IntegerField()
    left = serializers.IntegerField(help_text="Who still plays.")
    issued = serializers.IntegerField(help_text="Chips in play.")
    average = serializers.IntegerField(help_text="Chips for each who still plays, rounded down.")

    class Meta:
        ref_name = "TournamentFigures"


class MoneyShape(serializers.Serializer[Any]):
    """What was paid in and is owed: the players' (pool, bounties), the house's (fees), what the house added."""

    pool_cents = serializers.IntegerField()
    bounty_cents = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    overlay_cents = serializers.IntegerField(help_text="What the pool fell short of the guarantee.")
    prizes_cents = serializers.IntegerField(help_text="All that is to be paid out.")
    paid_cents = serializers.IntegerField(help_text="Paid out already.")

    class Meta:
        ref_name = "TournamentMoney"


class TournamentShape(serializers.Serializer[Any]):
    """A tournament as it is announced; amounts in cents, per entry."""

    id = serializers.IntegerField()
    house = serializers.IntegerField()
    code = serializers.CharField()
    name = serializers.CharField()
    state = serializers.ChoiceField(Tournament.State.choices)
    variant = serializers.ChoiceField(Game.Variant.choices)
    betting = serializers.ChoiceField(Game.Betting.choices)
    starts_at = serializers.DateTimeField()
    buy_in_cents = serializers.IntegerField(help_text="Into the prize pool.")
    fee_cents = serializers.IntegerField(help_text="To the house.")
    bounty_cents = serializers.IntegerField()
    bounty_paid_bp = serializers.IntegerField(help_text="Paid of a bounty; the rest goes on the winner's own head.")
    re_buy_cents = serializers.IntegerField()
    re_buy_fee_cents = serializers.IntegerField()
    add_on_cents = serializers.IntegerField()
    add_on_fee_cents = serializers.IntegerField()
    guarantee_cents = serializers.IntegerField()
    payout_unit_cents = serializers.IntegerField(help_text="Prizes are multiples of it.")
    seats_per_table = serializers.IntegerField()
    most_entries = serializers.IntegerField(allow_null=True)
    final = serializers.IntegerField(allow_null=True, help_text="The tournament that its survivors play on in.")
    seat_for = serializers.IntegerField(allow_null=True, help_text="The tournament for which it is a satellite.")
    started_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True, help_text="When registration closed.")
    finished_at = serializers.DateTimeField(allow_null=True)
    settled_at = serializers.DateTimeField(allow_null=True)
    settled_by = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField(help_text="Counts up with every command; commands carry the one they saw.")

    class Meta:
        ref_name = "Tournament"


class WholeTournamentShape(TournamentShape):
    """A tournament as it stands: what was announced, what the board shows, the clock."""

    structure = StructureShown()
    payouts = serializers.ListField(child=serializers.IntegerField(), help_text="Cents by place, once they are fixed.")
    chip_set = PiecesShape(help_text="The whole set: pieces by the chip's worth. Empty: none is written down.")
    figures = FiguresShape()
    money = MoneyShape()
    clock = ClockShape()

    class Meta:
        ref_name = "WholeTournament"
