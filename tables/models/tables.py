"""Tables and their sessions.

The table is the furniture; a session is one opening of it with one game, from opener to closer.  Every command on a
table locks the table's row first (`tables.locks`), so commands on one table run one after the other.
"""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateTimeRangeField, RangeOperators
from django.db import models
from django.db.models import Func, Q, Value
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay, House
from casino.models.history import HistoricalRecords
from casino.models.people import staff, staff_or_none
from tables.models.games import Game

SEATS_MIN, SEATS_MAX = 2, 10  # seeds 000 and 003: two to ten players


class Table(models.Model):
    """A poker table: its code in the house and its number of seats."""

    house = models.ForeignKey(House, models.PROTECT, related_name="tables", verbose_name=_("house"))
    code = models.CharField(_("code"), max_length=20)
    seats = models.PositiveSmallIntegerField(_("seats"), default=9)
    is_active = models.BooleanField(_("in use"), default=True)
    # Raised by every command on the table; clients send the one they have seen.
    version = models.BigIntegerField(_("version"), default=1, editable=False)
    history = HistoricalRecords(excluded_fields=["version"])

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        ordering = ("code",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "code"], name="table_once"),
            models.CheckConstraint(condition=Q(seats__gte=SEATS_MIN, seats__lte=SEATS_MAX), name="table_seats"),
            # The code is part of the ledger's places.
            models.CheckConstraint(condition=Q(code__regex=r"^[A-Za-z0-9][A-Za-z0-9-]*$"), name="table_code_plain"),
        ]

    def __str__(self) -> str:
        return self.code


class Session(models.Model):
    """One opening of a table with one game; at most one at a time."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        PAUSED = "paused", _("paused")
        CLOSED = "closed", _("closed")

    table = models.ForeignKey(Table, models.PROTECT, related_name="sessions", verbose_name=_("table"))
    game = models.ForeignKey(Game, models.PROTECT, related_name="sessions", verbose_name=_("game"))
    # The day into which the table's entries are booked; a carried-over table gets the next one.
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="sessions", verbose_name=_("gaming day"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    # The last pause or resumption; the alarm for a table without a dealer counts from here.
    switched_at = models.DateTimeField(_("paused or resumed at"), null=True, blank=True)
    # The sum of all pauses that are over: minutes of play are counted without them.
    paused_seconds = models.PositiveIntegerField(_("seconds paused"), default=0, db_default=0)
    ends_at = models.DateTimeField(_("planned end"), null=True, blank=True)
    # Hands still to be dealt once the last ones were announced (seed 000; domain §4.11), and since when they count.
    last_hands_left = models.PositiveSmallIntegerField(_("last hands left"), null=True, blank=True)
    last_hands_at = models.DateTimeField(_("last hands announced at"), null=True, blank=True)
    opened_at = models.DateTimeField(_("opened at"))
    opened_by = staff(_("opened by"))
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    closed_by = staff_or_none(_("closed by"))
    float_cents = models.BigIntegerField(_("float at the opening"), default=0)
    counted_float_cents = models.BigIntegerField(_("float counted at the close"), null=True, blank=True)
    # Pieces by denomination, where they were counted that way (`accounting.chips`).
    float_chips = models.JSONField(_("opener"), null=True, blank=True)
    counted_float_chips = models.JSONField(_("closer"), null=True, blank=True)
    button_seat = models.PositiveSmallIntegerField(_("button"), null=True, blank=True)
    small_blind_seat = models.PositiveSmallIntegerField(_("small blind"), null=True, blank=True)
    big_blind_seat = models.PositiveSmallIntegerField(_("big blind"), null=True, blank=True)
    # The last hand was a misdeal: the next repeats it exactly, button and blinds unmoved (WSOP tournament 88b).
    is_redeal = models.BooleanField(_("deal again"), default=False)
    # The floor has said that the next hand is a bomb pot.
    bomb_pot_called = models.BooleanField(_("bomb pot called"), default=False, db_default=False)
    hands_dealt = models.PositiveIntegerField(_("hands dealt"), default=0)
    rounds_dealt = models.PositiveIntegerField(_("rounds dealt"), default=0)
    # Chips were counted, or hands said who put in how much: pots are measured by that, not by what was brought.
    measures_stacks = models.BooleanField(_("stacks are measured"), default=False, db_default=False)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        ordering = ("-opened_at",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table"], condition=~Q(state="closed"), name="session_one_open"),
            models.CheckConstraint(
                condition=Q(state="closed", closed_at__isnull=False) | (~Q(state="closed") & Q(closed_at=None)),
                name="session_closed_has_time",
            ),
            models.CheckConstraint(condition=Q(float_cents__gte=0), name="session_float_not_negative"),
            models.CheckConstraint(
                condition=Q(last_hands_left=None, last_hands_at=None)
                | Q(last_hands_left__isnull=False, last_hands_at__isnull=False),
                name="session_last_hands",
            ),
            ExclusionConstraint(
                name="sessions_do_not_overlap",
                expressions=[
                    (Func("table_id", "table_id", Value("[]"), function="int8range"), RangeOperators.OVERLAPS),
                    (
                        Func("opened_at", "closed_at", function="tstzrange", output_field=DateTimeRangeField()),
                        RangeOperators.OVERLAPS,
                    ),
                ],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table.code} {self.opened_at:%Y-%m-%d %H:%M}"


class Down(models.Model):
    """A dealer's stint at a table; neither a dealer nor a table has two at once (domain §4.9)."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="downs", verbose_name=_("table"))
    session = models.ForeignKey(
        Session, models.PROTECT, null=True, blank=True, related_name="downs", verbose_name=_("session")
    )
    tournament = models.ForeignKey(
        "tables.Tournament",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="downs",
        verbose_name=_("tournament"),
        help_text=_("Where no cash game but a tournament is dealt."),
    )
    dealer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="downs", verbose_name=_("dealer"))
    started_at = models.DateTimeField(_("started at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    pushed_by = staff(_("sent by"))
    # The reason for sending a dealer against the rota (`tables.dealers.services`).
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("down")
        verbose_name_plural = _("downs")
        ordering = ("-started_at",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(session__isnull=False, tournament=None) | Q(session=None, tournament__isnull=False),
                name="down_at_one_game",
            ),
            ExclusionConstraint(
                name="downs_one_per_dealer",
                expressions=[
                    (Func("dealer_id", "dealer_id", Value("[]"), function="int8range"), RangeOperators.OVERLAPS),
                    (
                        Func("started_at", "ended_at", function="tstzrange", output_field=DateTimeRangeField()),
                        RangeOperators.OVERLAPS,
                    ),
                ],
            ),
            ExclusionConstraint(
                name="downs_one_per_table",
                expressions=[
                    (Func("table_id", "table_id", Value("[]"), function="int8range"), RangeOperators.OVERLAPS),
                    (
                        Func("started_at", "ended_at", function="tstzrange", output_field=DateTimeRangeField()),
                        RangeOperators.OVERLAPS,
                    ),
                ],
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["table"], condition=Q(ended_at=None), name="down_now")]

    def __str__(self) -> str:
        return f"{self.dealer} @ {self.table.code}"
