"""A cash game over the evening: planned increases of its stake, changes of game, and announced openings.

Plans change until they happen; `GameChange` keeps the hand from which on each game was played.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from casino.models.people import staff, staff_or_none
from tables.models.games import Game
from tables.models.tables import Session, Table


class StakeStep(models.Model):
    """From some minutes of play or some hands on, a game with a larger minimum stake (S4; `tables.rules.terms.stakes`).

    Minutes are counted from the opening of the table, without its pauses.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        TAKEN = "taken", _("in force")
        PASSED = "passed", _("passed over")
        CANCELLED = "cancelled", _("cancelled")

    session = models.ForeignKey(Session, models.PROTECT, related_name="stake_steps", verbose_name=_("session"))
    game = models.ForeignKey(Game, models.PROTECT, related_name="stake_steps", verbose_name=_("game"))
    after_minutes = models.PositiveIntegerField(_("after minutes of play"), null=True, blank=True)
    after_hands = models.PositiveIntegerField(_("after hands"), null=True, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PLANNED)
    planned_at = models.DateTimeField(_("planned at"))
    planned_by = staff(_("planned by"))
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    cancelled_by = staff_or_none(_("cancelled by"))

    class Meta:
        verbose_name = _("planned increase")
        verbose_name_plural = _("planned increases")
        ordering = ("after_minutes", "after_hands", "pk")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(after_minutes__gt=0, after_hands=None) | Q(after_minutes=None, after_hands__gt=0),
                name="stake_step_in_one_measure",
            ),
            models.UniqueConstraint(
                fields=["session", "after_minutes", "after_hands"],
                condition=Q(state="planned"),
                nulls_distinct=False,
                name="stake_step_once",
            ),
            models.CheckConstraint(
                condition=Q(state="planned", ended_at=None) | (~Q(state="planned") & Q(ended_at__isnull=False)),
                name="stake_step_ended",
            ),
            models.CheckConstraint(
                condition=Q(state="cancelled", cancelled_by__isnull=False)
                | (~Q(state="cancelled") & Q(cancelled_by=None)),
                name="stake_step_cancelled_by",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session} {self.game}"


class GameChange(models.Model):
    """Another game at an open table (append-only): from which hand on, when, by whom or by which planned step."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="game_changes", verbose_name=_("session"))
    from_game = models.ForeignKey(Game, models.PROTECT, related_name="+", verbose_name=_("from game"))
    to_game = models.ForeignKey(Game, models.PROTECT, related_name="+", verbose_name=_("to game"))
    # A number of hands; in games against the house, of rounds.
    from_hand = models.PositiveIntegerField(_("from hand"))
    at = models.DateTimeField(_("at"))
    by = staff_or_none(_("by"))
    step = models.OneToOneField(
        StakeStep, models.PROTECT, null=True, blank=True, related_name="change", verbose_name=_("planned increase")
    )
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("change of game")
        verbose_name_plural = _("changes of game")
        ordering = ("pk",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(by__isnull=False, step=None) | Q(by=None, step__isnull=False),
                name="game_change_by_somebody_or_planned",
            ),
            models.CheckConstraint(condition=~Q(from_game=F("to_game")), name="game_change_changes"),
            models.CheckConstraint(condition=Q(from_hand__gt=0), name="game_change_from_hand"),
        ]

    def __str__(self) -> str:
        return f"{self.session} #{self.from_hand} {self.to_game}"


class PlannedOpening(models.Model):
    """An announced opening of a table, with its game and times (S7); opening the table fulfils it."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="planned_openings", verbose_name=_("table"))
    game = models.ForeignKey(Game, models.PROTECT, related_name="planned_openings", verbose_name=_("game"))
    starts_at = models.DateTimeField(_("planned start"))
    ends_at = models.DateTimeField(_("planned end"), null=True, blank=True)
    planned_at = models.DateTimeField(_("planned at"))
    planned_by = staff(_("planned by"))
    cancelled_at = models.DateTimeField(_("cancelled at"), null=True, blank=True)
    cancelled_by = staff_or_none(_("cancelled by"))
    session = models.OneToOneField(
        Session, models.PROTECT, null=True, blank=True, related_name="planned", verbose_name=_("opened as")
    )

    class Meta:
        verbose_name = _("planned opening")
        verbose_name_plural = _("planned openings")
        ordering = ("starts_at", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(session=None, cancelled_at=None), name="planned_opening_one_ahead"
            ),
            models.CheckConstraint(
                condition=Q(ends_at=None) | Q(ends_at__gt=F("starts_at")), name="planned_opening_ends_later"
            ),
            models.CheckConstraint(
                condition=Q(cancelled_at=None, cancelled_by=None)
                | Q(cancelled_at__isnull=False, cancelled_by__isnull=False, session=None),
                name="planned_opening_cancelled_by",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.starts_at:%Y-%m-%d %H:%M}"
