"""The shift's hand-over: the state of the floor when one shift gave it to the next."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay, House
from casino.models.people import staff, staff_or_none


class HandOver(models.Model):
    """A sheet signed by the giver (`facts`, with their digest) and confirmed once, as read, by another person."""

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="hand_overs", verbose_name=_("gaming day"))
    shift = models.PositiveSmallIntegerField(_("shift"))
    facts = models.JSONField(_("facts"))
    notes = models.CharField(_("notes"), max_length=2000, blank=True)
    digest = models.CharField(_("digest"), max_length=64)
    at = models.DateTimeField(_("signed at"))
    by = staff(_("signed by"))
    confirmed_at = models.DateTimeField(_("confirmed at"), null=True, blank=True)
    confirmed_by = staff_or_none(_("confirmed by"))

    class Meta:
        verbose_name = _("hand-over")
        verbose_name_plural = _("hand-overs")
        ordering = ("-at",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(shift__gte=1), name="hand_over_of_a_shift"),
            models.CheckConstraint(
                condition=Q(confirmed_at=None, confirmed_by=None)
                | Q(confirmed_at__isnull=False, confirmed_by__isnull=False),
                name="hand_over_confirmed_by_somebody",
            ),
            models.CheckConstraint(
                condition=Q(confirmed_by=None) | ~Q(confirmed_by=F("by")), name="hand_over_by_another"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["house", "-at"], name="hand_over_latest")]

    def __str__(self) -> str:
        return f"{self.gaming_day} {self.shift}"
