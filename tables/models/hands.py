"""Hands and their recorded actions.

A hand's set-up and its actions are the truth; its state is replayed from them (`tables.rules`).  Actions are
append-only: an undo is one more row that names the row it takes back.
"""

from datetime import timedelta
from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay, House, ScheduleVersion
from casino.models.people import staff, staff_or_none
from tables.models.games import Game
from tables.models.tables import Session, Table

LATE_AFTER = timedelta(minutes=15)


class Hand(models.Model):
    """One game round.  `setup` holds the whole start (every action) or nothing (summary); `result` the outcome."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        SETTLED = "settled", _("settled")
        VOID = "void", _("void")

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"), db_index=False)
    table = models.ForeignKey(Table, models.PROTECT, related_name="hands", verbose_name=_("table"), db_index=False)
    session = models.ForeignKey(
        Session, models.PROTECT, related_name="hands", verbose_name=_("session"), db_index=False
    )
    gaming_day = models.ForeignKey(
        GamingDay, models.PROTECT, related_name="+", verbose_name=_("gaming day"), db_index=False
    )
    number = models.PositiveIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    recording = models.CharField(_("recording"), max_length=20, choices=Game.Recording.choices)
    game = models.ForeignKey(Game, models.PROTECT, related_name="+", verbose_name=_("game"), db_index=False)
    schedule_version = models.ForeignKey(
        ScheduleVersion, models.PROTECT, related_name="+", verbose_name=_("schedule version"), db_index=False
    )
    dealer = staff_or_none(_("dealer"), blank=False, db_index=False)
    button_seat = models.PositiveSmallIntegerField(_("button"), null=True, blank=True)
    setup = models.JSONField(_("set-up"), null=True, blank=True)
    version = models.PositiveIntegerField(_("version"), default=1)
    started_at = models.DateTimeField(_("started at"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    result = models.JSONField(_("result"), null=True, blank=True)
    void_reason = models.CharField(_("reason for the void"), max_length=500, blank=True)
    # An open hand has no entry whose reversal would name this person.
    voided_by = staff_or_none(_("voided by"), db_index=False)
    client_uuid = models.UUIDField(_("client's id"), null=True, blank=True, unique=True)
    # The void and reversed hand that this one replaces: the same deal, recorded again.
    corrects = models.OneToOneField(
        "self", models.PROTECT, null=True, blank=True, related_name="corrected_by", verbose_name=_("corrects")
    )

    class Meta:
        verbose_name = _("hand")
        verbose_name_plural = _("hands")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "number"], name="hand_number_once"),
            models.UniqueConstraint(fields=["table"], condition=Q(state="open"), name="hand_one_open"),
            models.CheckConstraint(
                condition=Q(state="open", ended_at=None) | (~Q(state="open") & Q(ended_at__isnull=False)),
                name="hand_ended_has_time",
            ),
            models.CheckConstraint(
                condition=~Q(state="settled") | Q(result__isnull=False), name="hand_settled_has_result"
            ),
            models.CheckConstraint(condition=~Q(state="void") | ~Q(void_reason=""), name="hand_void_has_reason"),
            models.CheckConstraint(
                condition=Q(recording="summary") | Q(setup__isnull=False), name="hand_every_action_has_setup"
            ),
        ]
        # Lists show the newest hands of a table, of a day, or in a rare state; audits read a day's hands by their ids.
        indexes: ClassVar = [
            models.Index(fields=["table", "id"], name="hand_of_table"),
            models.Index(fields=["gaming_day", "id"], name="hand_of_day"),
            models.Index(fields=["state", "id"], condition=~Q(state="settled"), name="hand_not_settled"),
        ]

    def __str__(self) -> str:
        return f"{self.table.code} #{self.number}"

    @property
    def is_settled(self) -> bool:
        return self.state == self.State.SETTLED

    @property
    def is_late(self) -> bool:
        """Whether it was recorded as a whole, more than `LATE_AFTER` after it was dealt (downtime procedures).

        A hand recorded step by step takes its time; only a hand sent in one piece can have waited on a device.
        """
        came_whole = self.recording == Game.Recording.SUMMARY or self.client_uuid is not None
        return came_whole and self.ended_at is not None and self.ended_at - self.started_at > LATE_AFTER


class HandAction(models.Model):
    """One row of a hand's record: an action, a board, a show, or the undoing of an earlier row."""

    pk = models.CompositePrimaryKey("hand_id", "sequence")
    hand = models.ForeignKey(Hand, models.PROTECT, related_name="actions", verbose_name=_("hand"), db_index=False)
    sequence = models.PositiveSmallIntegerField(_("sequence"))
    kind = models.CharField(_("kind"), max_length=20)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    to_cents = models.BigIntegerField(_("to"), null=True, blank=True)
    cards = models.CharField(_("cards"), max_length=40, blank=True)
    undoes = models.PositiveSmallIntegerField(_("undoes"), null=True, blank=True)
    actor = staff(_("by"), db_index=False)
    at = models.DateTimeField(_("at"))

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        ordering = ("hand", "sequence")
        constraints: ClassVar = [
            # Few rows undo another; an index of all rows would be as large as the table.
            models.UniqueConstraint(
                fields=["hand", "undoes"], condition=Q(undoes__isnull=False), name="hand_action_undone_once"
            ),
            models.CheckConstraint(
                condition=Q(kind="undo", undoes__isnull=False) | (~Q(kind="undo") & Q(undoes=None)),
                name="hand_action_undo_names_action",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.kind}"
