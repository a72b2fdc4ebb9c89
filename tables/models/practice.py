"""Practice: games with no money down, for chips that have no value (S14; seed 000 § 1).

A practice game is played by the terms of a game of the house, with chips of its denominations, so dealers learn what
they will deal.  The amounts here are face values: they are no money, no row has an entry in the books, nothing is
charged or tipped, and no guest is named.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from casino.models.people import staff, staff_or_none
from tables.models.games import Game
from tables.models.tables import Table
from tables.models.tournament.chip_hands import ChipHand


class PracticeGame(models.Model):
    """A game at a table with chips without value, until it is closed or reset; at most one at a table at a time."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="practice_games", verbose_name=_("table"))
    game = models.ForeignKey(Game, models.PROTECT, related_name="+", verbose_name=_("game"))
    button_seat = models.PositiveSmallIntegerField(_("button"), null=True, blank=True)
    small_blind_seat = models.PositiveSmallIntegerField(_("small blind"), null=True, blank=True)
    big_blind_seat = models.PositiveSmallIntegerField(_("big blind"), null=True, blank=True)
    hands_dealt = models.PositiveIntegerField(_("hands dealt"), default=0)
    opened_at = models.DateTimeField(_("opened at"))
    opened_by = staff(_("opened by"))
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    closed_by = staff_or_none(_("closed by"))

    class Meta:
        verbose_name = _("practice game")
        verbose_name_plural = _("practice games")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table"], condition=Q(closed_at=None), name="practicegame_one_open"),
        ]

    def __str__(self) -> str:
        return f"{self.table.code}: {self.game.name}"


class PracticeSeat(models.Model):
    """A taken seat and the face value of the chips in front of it; nobody's name."""

    practice = models.ForeignKey(
        PracticeGame, models.PROTECT, related_name="seats", verbose_name=_("practice game"), db_index=False
    )
    seat = models.PositiveSmallIntegerField(_("seat"))
    chips_cents = models.BigIntegerField(_("chips"))
    is_taken = models.BooleanField(_("taken"), default=True)

    class Meta:
        verbose_name = _("practice seat")
        verbose_name_plural = _("practice seats")
        ordering = ("seat",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["practice", "seat"], name="practiceseat_once"),
            models.CheckConstraint(condition=Q(chips_cents__gte=0), name="practiceseat_chips"),
        ]

    def __str__(self) -> str:
        return f"{self.practice_id}/{self.seat}"


class PracticeHand(ChipHand):
    """A hand of a practice game."""

    practice = models.ForeignKey(
        PracticeGame, models.PROTECT, related_name="hands", verbose_name=_("practice game"), db_index=False
    )
    number = models.PositiveIntegerField(_("number"))
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    class Meta:
        verbose_name = _("practice hand")
        verbose_name_plural = _("practice hands")
        ordering = ("number",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["practice", "number"], name="practicehand_number_once"),
            models.UniqueConstraint(fields=["practice"], condition=Q(state="open"), name="practicehand_one_open"),
            models.CheckConstraint(condition=~Q(state="settled") | Q(result__isnull=False), name="practicehand_result"),
        ]

    def __str__(self) -> str:
        return f"{self.practice_id} #{self.number}"
