"""Erasures of guests, by two people or by age, and legal holds that forbid them."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models import House
from casino.models.people import staff, staff_or_none
from tables.models.guests import Guest


class Erasure(models.Model):
    """One erasure: asked for by one person, approved by another; or by age, asked for by nobody.

    `rows` says how many rows of which column were changed.  `tables_erase` decides it and erases in one step.
    """

    class State(models.TextChoices):
        ASKED = "asked", _("asked for")
        DONE = "done", _("erased")
        DECLINED = "declined", _("declined")

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    guest = models.ForeignKey(Guest, models.PROTECT, related_name="erasures", verbose_name=_("guest"))
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    asked_at = models.DateTimeField(_("asked at"))
    asked_by = staff_or_none(_("asked by"), blank=False)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.ASKED)
    decided_at = models.DateTimeField(_("decided at"), null=True)
    decided_by = staff_or_none(_("decided by"), blank=False)
    rows = models.JSONField(_("rows"), default=dict)

    class Meta:
        verbose_name = _("erasure")
        verbose_name_plural = _("erasures")
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state="asked", decided_at=None, decided_by=None)
                | (~Q(state="asked") & Q(decided_at__isnull=False)),
                name="erasure_decided",
            ),
            models.CheckConstraint(
                condition=~Q(state="done")
                | Q(asked_by=None, decided_by=None)
                | (Q(asked_by__isnull=False, decided_by__isnull=False) & ~Q(decided_by=F("asked_by"))),
                name="erasure_by_two",
            ),
            models.UniqueConstraint(fields=["guest"], condition=Q(state="asked"), name="erasure_asked_once"),
        ]

    def __str__(self) -> str:
        return f"{self.guest_id} {self.state}"


class LegalHold(models.Model):
    """A guest's data that must stay, for a court or an authority, until somebody else lifts the hold."""

    guest = models.ForeignKey(Guest, models.PROTECT, related_name="holds", verbose_name=_("guest"))
    reason = models.CharField(_("reason"), max_length=500)
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))
    lifted_at = models.DateTimeField(_("lifted at"), null=True)
    lifted_by = staff_or_none(_("lifted by"), blank=False)
    lifted_because = models.CharField(_("lifted because"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("legal hold")
        verbose_name_plural = _("legal holds")
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(lifted_at=None, lifted_by=None)
                | (Q(lifted_at__isnull=False, lifted_by__isnull=False) & ~Q(lifted_by=F("by"))),
                name="hold_lifted_by_another",
            ),
            models.UniqueConstraint(fields=["guest"], condition=Q(lifted_at=None), name="hold_once"),
        ]

    def __str__(self) -> str:
        return f"{self.guest_id} {self.at:%Y-%m-%d}"
