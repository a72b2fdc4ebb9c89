"""The house and its gaming days.

A gaming day runs from the opening to the closing of the house, not from midnight to midnight (SpielbG NRW 2007 §12;
`Spieltag`), so it is opened and closed by a person and every row of money names its day when it is written.
"""

from datetime import time
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords


class House(models.Model):
    """One casino: what the law and the cashier need to know of it."""

    code = models.SlugField(_("code"), max_length=20, unique=True)
    name = models.CharField(_("name"), max_length=100)
    currency = models.CharField(_("currency"), max_length=3, default="EUR")
    time_zone = models.CharField(_("time zone"), max_length=40, default="Europe/Berlin")
    rolls_over_at = models.TimeField(_("roll-over time"), default=time(12))
    tip_bp = models.PositiveIntegerField(
        _("customary tip (basis points of the pot)"), default=100, help_text=_("1 % of the pot is customary.")
    )
    is_active = models.BooleanField(
        _("in operation"), default=True, help_text=_("Off for a house that only keeps the hands of other rooms.")
    )
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("house")
        verbose_name_plural = _("houses")
        constraints: ClassVar = [models.CheckConstraint(condition=Q(tip_bp__lte=10_000), name="house_tip_is_a_share")]

    def __str__(self) -> str:
        return self.name


class GamingDay(models.Model):
    """Opening to closing of the house; at most one is open."""

    class State(models.TextChoices):
        """What the day lets happen."""

        OPEN = "open", _("open")
        CLOSED = "closed", _("closed")

    house = models.ForeignKey(House, models.PROTECT, related_name="gaming_days", verbose_name=_("house"))
    date = models.DateField(_("gaming day"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    opened_at = models.DateTimeField(_("opened at"))
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("opened by")
    )
    closed_at = models.DateTimeField(_("closed at"), null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("closed by")
    )
    seal = models.CharField(_("seal"), max_length=64, blank=True, help_text=_("Digest over all books at the close."))
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("gaming day")
        verbose_name_plural = _("gaming days")
        ordering = ("-date",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "date"], name="gaming_day_once"),
            models.UniqueConstraint(fields=["house"], condition=Q(state="open"), name="gaming_day_one_open"),
            models.CheckConstraint(
                condition=Q(state="open", closed_at=None, seal="")
                | (Q(state="closed", closed_at__isnull=False) & ~Q(seal="")),
                name="gaming_day_closed_is_sealed",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.house.code} {self.date:%Y-%m-%d}"
