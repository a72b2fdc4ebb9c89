"""Rulings of the floor, and tables counted and carried over into the next gaming day (both append-only)."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay, House
from tables.models.hands import Hand
from tables.models.tables import Session, Table


class Ruling(models.Model):
    """What the floor decided; "house decisions cannot be challenged", so they are recorded (seed 001, S13)."""

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    table = models.ForeignKey(Table, models.PROTECT, related_name="rulings", verbose_name=_("table"))
    hand = models.ForeignKey(
        Hand, models.PROTECT, null=True, blank=True, related_name="rulings", verbose_name=_("hand")
    )
    text = models.CharField(_("ruling"), max_length=1000)
    at = models.DateTimeField(_("at"))
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("by"))

    class Meta:
        verbose_name = _("ruling")
        verbose_name_plural = _("rulings")
        ordering = ("-at",)
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(text=""), name="ruling_says_something")]

    def __str__(self) -> str:
        return self.text


class CarryOver(models.Model):
    """A table in play at roll-over: counted, and its chips brought forward; no break for the guests."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="carry_overs", verbose_name=_("session"))
    from_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="+", verbose_name=_("from"))
    to_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="+", verbose_name=_("to"))
    at = models.DateTimeField(_("at"))
    counted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="+", verbose_name=_("counted by")
    )
    chips = models.JSONField(_("chips of the float"), null=True, blank=True)
    float_cents = models.BigIntegerField(_("float by the books"))
    counted_float_cents = models.BigIntegerField(_("float counted"))
    stacks_cents = models.BigIntegerField(_("stacks by the books"))
    counted_stacks_cents = models.BigIntegerField(_("stacks counted"), null=True, blank=True)

    class Meta:
        verbose_name = _("carry-over")
        verbose_name_plural = _("carry-overs")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "from_day"], name="carry_over_once"),
            models.CheckConstraint(condition=~Q(from_day=F("to_day")), name="carry_over_goes_on"),
        ]

    def __str__(self) -> str:
        return f"{self.session} → {self.to_day}"
