"""Guests who are away from a cash table, and the chips that the house keeps for them (domain §4.8).

Whether a guest is away is in their stay (`Sitting.is_away`); rows here have the times, the buttons and the outcome.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay
from casino.models.people import staff, staff_or_none
from tables.models.guests import Sitting


class Absence(models.Model):
    """One absence of a guest from their seat, with the absent buttons that dealers gave; it moves with the guest."""

    sitting = models.ForeignKey(Sitting, models.PROTECT, related_name="absences", verbose_name=_("sitting"))
    since = models.DateTimeField(_("away since"))
    until = models.DateTimeField(_("away until"), null=True, blank=True)
    buttons = models.PositiveSmallIntegerField(_("absent buttons"), default=0)
    last_button_at = models.DateTimeField(_("last absent button at"), null=True, blank=True)
    reason = models.CharField(
        _("reason"),
        max_length=500,
        blank=True,
        help_text=_("Why they were allowed to walk though too many were away already."),
    )
    by = staff(_("by"))

    class Meta:
        verbose_name = _("absence")
        verbose_name_plural = _("absences")
        ordering = ("-since",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["sitting"], condition=Q(until=None), name="absence_one_at_a_time"),
            models.CheckConstraint(condition=Q(until=None) | Q(until__gte=F("since")), name="absence_ends_after_start"),
            models.CheckConstraint(
                condition=Q(buttons=0, last_button_at=None) | Q(buttons__gt=0, last_button_at__isnull=False),
                name="absence_buttons_have_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sitting} {self.since:%H:%M}"


class KeptChips(models.Model):
    """Chips picked up from an absent guest's seat: the ledger's place `kept/<id>`, until they are handed out.

    Unclaimed chips remain the guest's.  The house may take them in only by a manager's decision, after the gaming day
    is over (FinASVO NRW §§8, 12).
    """

    class Outcome(models.TextChoices):
        HANDED_OUT = "handed_out", _("handed out")
        TAKEN_IN = "taken_in", _("taken in by the house")

    sitting = models.OneToOneField(Sitting, models.PROTECT, related_name="kept_chips", verbose_name=_("sitting"))
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="+", verbose_name=_("gaming day"))
    amount_cents = models.BigIntegerField(_("amount"))
    picked_up_at = models.DateTimeField(_("picked up at"))
    picked_up_by = staff(_("picked up by"))
    reason = models.CharField(_("reason"), max_length=500, blank=True, help_text=_("Why before their time."))
    outcome = models.CharField(_("outcome"), max_length=10, choices=Outcome.choices, blank=True)
    ended_at = models.DateTimeField(_("ended at"), null=True, blank=True)
    ended_by = staff_or_none(_("ended by"))
    ended_because = models.CharField(_("reason for the outcome"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("kept chips")
        verbose_name_plural = _("kept chips")
        ordering = ("-picked_up_at",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount_cents__gt=0), name="kept_chips_are_some"),
            models.CheckConstraint(
                condition=Q(outcome="", ended_at=None, ended_by=None)
                | ~Q(outcome="") & Q(ended_at__isnull=False, ended_by__isnull=False),
                name="kept_chips_ended",
            ),
            models.CheckConstraint(
                condition=~Q(outcome="taken_in") | ~Q(ended_because=""), name="kept_chips_taken_in_for_a_reason"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sitting} {self.picked_up_at:%H:%M}"
