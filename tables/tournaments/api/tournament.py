"""A tournament as the API shows it, and what its commands and the lists below it share."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework import serializers

from casino import house_time
from casino.api.commands import Command
from casino.api.fields import Body, VersionField
from casino.api.reading import Rows
from casino.api.rendering import Json
from casino.api.serializers import RelatedId, Serializer, Takes
from casino.errors import N_, NotFound
from casino.models import User
from tables.models import Tournament
from tables.rules.tournaments.clocks import ClockView
from tables.rules.tournaments.structures import Break, Level
from tables.tournaments.api.fields import PiecesField, StructureField
from tables.tournaments.selectors import standing


class LevelSerializer(Serializer):
    """A step of the rising blinds, in chips."""

    takes = Takes(Level, "number minutes small_blind big_blind ante ante_kind small_bet big_bet")
    small_bet = serializers.IntegerField(help_text="Of a limit game; else 0.")


class BreakSerializer(Serializer):
    """A break of the structure."""

    minutes = serializers.IntegerField()
    is_end_of_late_registration = serializers.BooleanField()
    chips_raced_off = serializers.ListField(child=serializers.IntegerField(), help_text="Colours that leave play.")


@dataclass(frozen=True, slots=True)
class ClockNow:
    """What the clock shows at `server_time`."""

    server_time: datetime
    view: ClockView
    is_hand_for_hand: bool

    def in_ms(self, ms: int | None) -> datetime | None:
        """When that much more has run; None while the clock stands."""
        if ms is None or not self.view.is_running:
            return None
        return self.server_time + timedelta(milliseconds=ms)


def clock_now(row: Tournament) -> ClockNow:
    """The clock, to the millisecond."""
    now = house_time.now()
    now = now.replace(microsecond=now.microsecond // 1_000 * 1_000)
    return ClockNow(now, standing.clock(row, now), row.is_hand_for_hand)


class ClockSerializer(Serializer):
    """What the clock shows at `server_time`; clients that know their own clock's difference go on from there.

    While it runs the current item ends at `ends_at`, and the structure's items follow one another by themselves.
    """

    server_time = serializers.DateTimeField()
    is_started = serializers.BooleanField(source="view.is_started")
    is_running = serializers.BooleanField(source="view.is_running")
    is_paused = serializers.BooleanField(source="view.is_paused")
    is_over = serializers.BooleanField(source="view.is_over", help_text="The last level has run out.")
    is_hand_for_hand = serializers.BooleanField()
    item = serializers.IntegerField(
        source="view.item_index", help_text="The current one of the structure's `items`, from 0."
    )
    level = LevelSerializer(
        source="view.level", allow_null=True, help_text="The level that is played; null in a break."
    )
    in_break = BreakSerializer(allow_null=True, help_text="The break; null while a level is played.")
    remaining_ms = serializers.IntegerField(source="view.remaining_ms", help_text="Left of the current item.")
    elapsed_ms = serializers.IntegerField(
        source="view.elapsed_ms", help_text="Run since the start, without the pauses."
    )
    ends_at = serializers.DateTimeField(allow_null=True, help_text="Of the current item; null while the clock stands.")
    next_level = LevelSerializer(source="view.next_level", allow_null=True)
    next_break = BreakSerializer(source="view.next_break", allow_null=True)
    next_break_in_ms = serializers.IntegerField(source="view.break_in_ms", allow_null=True)
    next_break_at = serializers.DateTimeField(allow_null=True, help_text="Null while the clock stands, too.")

    def get_in_break(self, now: ClockNow) -> Break | None:
        return now.view.item if isinstance(now.view.item, Break) else None

    def get_ends_at(self, now: ClockNow) -> datetime | None:
        return now.in_ms(now.view.remaining_ms)

    def get_next_break_at(self, now: ClockNow) -> datetime | None:
        return now.in_ms(now.view.break_in_ms)


class TournamentFiguresSerializer(Serializer):
    """The counts of the tournament board."""

    takes = Takes(standing.Figures, "entries re_entries re_buys add_ons")
    left = serializers.IntegerField(help_text="Entrants still playing.")
    issued = serializers.IntegerField(help_text="Chips in play.")
    average = serializers.IntegerField(help_text="Chips for each entrant still playing, rounded down.")


class TournamentMoneySerializer(Serializer):
    """What was paid in and is owed: the players' (pool, bounties), the house's (fees), what the house added."""

    takes = Takes(standing.Money, "pool_cents bounty_cents fee_cents")
    overlay_cents = serializers.IntegerField(help_text="What the pool fell short of the guarantee.")
    prizes_cents = serializers.IntegerField(help_text="All that is to be paid out.")
    paid_cents = serializers.IntegerField(help_text="Paid out already.")


class TournamentSerializer(Serializer):
    """A tournament as it is announced; amounts in cents, per entry."""

    takes = Takes(
        Tournament,
        "id house code name state variant betting starts_at buy_in_cents fee_cents bounty_cents bounty_paid_bp "
        "re_buy_cents re_buy_fee_cents add_on_cents add_on_fee_cents guarantee_cents payout_unit_cents "
        "seats_per_table most_entries final seat_for started_at closed_at finished_at settled_at settled_by",
    )
    buy_in_cents = serializers.IntegerField(help_text="Into the prize pool.")
    fee_cents = serializers.IntegerField(help_text="To the house.")
    bounty_paid_bp = serializers.IntegerField(help_text="Paid of a bounty; the rest goes on the winner's own head.")
    payout_unit_cents = serializers.IntegerField(help_text="Prizes are multiples of it.")
    final = RelatedId(allow_null=True, help_text="The tournament that its survivors play on in.")
    seat_for = RelatedId(allow_null=True, help_text="The tournament for which it is a satellite.")
    closed_at = serializers.DateTimeField(allow_null=True, help_text="When registration closed.")
    version = serializers.IntegerField(help_text="Counts up with every command; commands carry the one they saw.")


class WholeTournamentSerializer(TournamentSerializer):
    """A tournament as it stands: what was announced, what the board shows, the clock."""

    structure = StructureField()
    payouts = serializers.ListField(child=serializers.IntegerField(), help_text="Cents by place, once they are fixed.")
    chip_set = PiecesField(help_text="The whole set: pieces by the chip's worth. Empty: none is written down.")
    figures = TournamentFiguresSerializer()
    money = TournamentMoneySerializer()
    clock = ClockSerializer()

    def get_figures(self, row: Tournament) -> standing.Figures:
        return standing.figures(row)

    def get_money(self, row: Tournament) -> standing.Money:
        return standing.money(row)

    def get_clock(self, row: Tournament) -> ClockNow:
        return clock_now(row)


class TournamentCommand(Command):
    """A command on a tournament: carries the version of it that was seen; a stale one is answered with it as it is."""

    class Input(Body):
        version = VersionField()

    def current(self, *, actor: User, pk: int) -> Json:
        return WholeTournamentSerializer.json(Tournament.objects.get(pk=pk))


class TournamentChange(TournamentCommand):
    """A command that answers with the whole tournament."""

    output: ClassVar[type[Serializer] | None] = WholeTournamentSerializer

    def shown(self, result: object) -> Tournament:
        return Tournament.objects.get(pk=self.kwargs["pk"])


class TournamentRows(Rows):
    """A list of what happened in the tournament of the address, by number."""

    permission = "tables.read_tournaments"
    ordering: ClassVar[tuple[str, ...]] = ("number", "id")

    def get_queryset(self) -> QuerySet[Any]:
        """Refuses `no_such_tournament`."""
        pk = self.kwargs["pk"]
        if not Tournament.objects.filter(pk=pk).exists():
            raise NotFound("no_such_tournament", N_("Tournament not found."))
        return super().get_queryset().filter(tournament_id=pk)
