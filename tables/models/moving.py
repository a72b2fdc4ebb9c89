"""Moves of seated guests: requests, feeders of main games, turns taken and refused, drawn seats."""

from typing import ClassVar

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import RangeOperators
from django.db import models
from django.db.models import F, Func, Q, Value
from django.utils.translation import gettext_lazy as _

from casino.models.people import staff, staff_or_none
from tables.models.games import Game
from tables.models.guests import Guest, Sitting
from tables.models.tables import SEATS_MAX, Table


class MoveRequest(models.Model):
    """A seated guest's request for another seat or another table of their game; it follows them between seats.

    `to_table` is their own table for another seat there, empty for any other table; `to_seat` empty for any.
    """

    class Kind(models.TextChoices):
        """At most one open request of each kind."""

        SEAT = "seat", _("another seat")
        TABLE = "table", _("another table")

    class End(models.TextChoices):
        """The values of `tables.rules.moving.requests.End`."""

        GRANTED = "granted", _("granted")
        WITHDRAWN = "withdrawn", _("withdrawn")
        DECLINED = "declined", _("offered and declined")
        LEFT = "left", _("guest left")

    guest = models.ForeignKey(Guest, models.PROTECT, related_name="move_requests", verbose_name=_("guest"))
    game = models.ForeignKey(Game, models.PROTECT, related_name="+", verbose_name=_("game"))
    sitting = models.ForeignKey(Sitting, models.PROTECT, related_name="move_requests", verbose_name=_("sitting"))
    kind = models.CharField(_("kind"), max_length=5, choices=Kind.choices)
    to_table = models.ForeignKey(
        Table, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("to table")
    )
    to_seat = models.PositiveSmallIntegerField(_("to seat"), null=True, blank=True)
    asked_at = models.DateTimeField(_("asked at"))
    asked_by = staff(_("written down by"))
    end = models.CharField(_("end"), max_length=9, choices=End.choices, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    ended_by = staff_or_none(_("ended by"))
    granted = models.OneToOneField(
        Sitting, models.PROTECT, null=True, blank=True, related_name="granted", verbose_name=_("granted seat")
    )
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("request to move")
        verbose_name_plural = _("requests to move")
        ordering = ("pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["guest", "kind"], condition=Q(ended_at=None), name="move_request_once"),
            models.CheckConstraint(
                condition=Q(end="", ended_at=None, ended_by=None)
                | (~Q(end="") & Q(ended_at__isnull=False, ended_by__isnull=False)),
                name="move_request_ended",
            ),
            models.CheckConstraint(
                condition=Q(end="granted", granted__isnull=False) | (~Q(end="granted") & Q(granted=None)),
                name="move_request_granted_sits",
            ),
            models.CheckConstraint(
                condition=Q(kind="table") | Q(kind="seat", to_table__isnull=False), name="move_request_of_a_table"
            ),
            models.CheckConstraint(
                condition=Q(to_seat=None) | Q(to_table__isnull=False, to_seat__gte=1, to_seat__lte=SEATS_MAX),
                name="move_request_seat_exists",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["game"], condition=Q(ended_at=None), name="move_requests_open"),
            models.Index(fields=["sitting"], condition=Q(ended_at=None), name="move_requests_of_sitting"),
        ]

    def __str__(self) -> str:
        return f"{self.guest.number} {self.kind}"


class MustMove(models.Model):
    """A main table that is kept full from a feeder of the same game (WSOP live-action 97–99).

    A table belongs to one couple at a time: a main game has one feeder, and there are no chains.
    """

    game = models.ForeignKey(Game, models.PROTECT, related_name="+", verbose_name=_("game"))
    main = models.ForeignKey(Table, models.PROTECT, related_name="+", verbose_name=_("main table"))
    feeder = models.ForeignKey(Table, models.PROTECT, related_name="+", verbose_name=_("feeder table"))
    coupled_at = models.DateTimeField(_("coupled at"))
    coupled_by = staff(_("coupled by"))
    uncoupled_at = models.DateTimeField(_("uncoupled at"), null=True, blank=True)
    uncoupled_by = staff_or_none(_("uncoupled by"))

    class Meta:
        verbose_name = _("must-move")
        verbose_name_plural = _("must-moves")
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(main=F("feeder")), name="must_move_two_tables"),
            models.CheckConstraint(
                condition=Q(uncoupled_at=None, uncoupled_by=None)
                | Q(uncoupled_at__gte=F("coupled_at"), uncoupled_by__isnull=False),
                name="must_move_uncoupled",
            ),
            ExclusionConstraint(
                name="must_move_table_once",
                expressions=[
                    (
                        Func(
                            Func("main_id", "main_id", Value("[]"), function="int8range"),
                            Func("feeder_id", "feeder_id", Value("[]"), function="int8range"),
                            function="int8multirange",
                        ),
                        RangeOperators.OVERLAPS,
                    )
                ],
                condition=Q(uncoupled_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.feeder.code} → {self.main.code}"


class MustMoveTurn(models.Model):
    """A guest's turn to move to the main game, and whether they moved (append-only).

    A guest who refuses leaves, and is barred from the game and its list until `barred_until`.
    """

    couple = models.ForeignKey(MustMove, models.PROTECT, related_name="turns", verbose_name=_("must-move"))
    guest = models.ForeignKey(Guest, models.PROTECT, related_name="must_moves", verbose_name=_("guest"))
    game = models.ForeignKey(Game, models.PROTECT, related_name="+", verbose_name=_("game"))
    sitting = models.OneToOneField(
        Sitting, models.PROTECT, related_name="must_move", verbose_name=_("sitting at the feeder")
    )
    moved_to = models.OneToOneField(
        Sitting, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("sitting at the main table")
    )
    barred_until = models.DateTimeField(_("barred until"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    class Meta:
        verbose_name = _("turn of a must-move")
        verbose_name_plural = _("turns of must-moves")
        ordering = ("pk",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(moved_to__isnull=False, barred_until=None)
                | (Q(moved_to=None, barred_until__isnull=False) & ~Q(reason="")),
                name="must_move_moved_or_refused",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["guest", "barred_until"], condition=Q(barred_until__isnull=False), name="must_move_barred"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.couple} {self.guest.number}"


class SeatDraw(models.Model):
    """A draw of seats at cash tables: its commitment is published before, the seed is revealed with the result.

    It is announced at a table; whether that table is broken or begins a new game is recorded when it is used.
    """

    class Purpose(models.TextChoices):
        BREAK = "break", _("table broken")
        NEW_GAME = "new_game", _("new game")

    table = models.ForeignKey(Table, models.PROTECT, related_name="seat_draws", verbose_name=_("table"))
    commitment = models.CharField(_("commitment"), max_length=64)
    seed = models.CharField(_("seed"), max_length=64)
    announced_at = models.DateTimeField(_("announced at"))
    announced_by = staff(_("announced by"))
    purpose = models.CharField(_("purpose"), max_length=8, choices=Purpose.choices, blank=True)
    drawn_at = models.DateTimeField(_("drawn at"), null=True, blank=True)
    drawn_by = staff_or_none(_("drawn by"))
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    facts = models.JSONField(_("who and what for"), null=True, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True)

    class Meta:
        verbose_name = _("draw of seats")
        verbose_name_plural = _("draws of seats")
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table"], condition=Q(drawn_at=None), name="seat_draw_one_waits"),
            models.CheckConstraint(
                condition=Q(purpose="", drawn_at=None, drawn_by=None, facts=None, result=None)
                | (~Q(purpose="") & Q(drawn_at__isnull=False, drawn_by__isnull=False))
                & Q(facts__isnull=False, result__isnull=False),
                name="seat_draw_told",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table.code} {self.commitment[:8]}"
