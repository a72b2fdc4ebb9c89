"""Counts of a table's float that differed from the books and were counted again."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from casino.models.people import staff
from tables.models.tables import Session


class FloatCount(models.Model):
    """A count of a float that differed beyond the house's tolerance and was not explained (append-only).

    Nothing was booked: the person who counted was told the difference, and counts again or gives the reason.  That what
    was counted first stays on record is what makes the count blind.
    """

    session = models.ForeignKey(Session, models.PROTECT, related_name="float_counts", verbose_name=_("session"))
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))
    booked_cents = models.BigIntegerField(_("float by the books"))
    counted_cents = models.BigIntegerField(_("float counted"))
    chips = models.JSONField(_("chips of the float"), null=True, blank=True)

    class Meta:
        verbose_name = _("count of a float that differed")
        verbose_name_plural = _("counts of floats that differed")
        ordering = ("pk",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(counted_cents__gte=0), name="float_count_not_negative"),
            models.CheckConstraint(condition=~Q(counted_cents=F("booked_cents")), name="float_count_differs"),
        ]

    def __str__(self) -> str:
        return f"{self.session} {self.at:%H:%M}"
