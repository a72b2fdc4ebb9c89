"""Counts of the chips in front of single guests, where a table keeps one pool (T1, T2)."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay
from casino.models.people import staff
from tables.models.guests import Sitting


class StackCount(models.Model):
    """A guest's chips as they were counted between two hands (append-only): from then on the stack is bounded by it.

    `least_cents` and `most_cents` are what the books allowed then; a count outside of them has an explanation.
    """

    sitting = models.ForeignKey(Sitting, models.PROTECT, related_name="stack_counts", verbose_name=_("sitting"))
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="+", verbose_name=_("gaming day"))
    after_hand = models.PositiveIntegerField(_("after hand"))
    counted_cents = models.BigIntegerField(_("counted"))
    chips = models.JSONField(_("chips"), null=True, blank=True)
    brought_cents = models.BigIntegerField(_("brought until then"))
    least_cents = models.BigIntegerField(_("at least by the books"))
    most_cents = models.BigIntegerField(_("at most by the books"))
    explanation = models.CharField(_("explanation"), max_length=500, blank=True)
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    class Meta:
        verbose_name = _("count of a stack")
        verbose_name_plural = _("counts of stacks")
        ordering = ("pk",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(counted_cents__gte=0), name="stack_count_not_negative"),
            models.CheckConstraint(
                condition=Q(explanation="", counted_cents__gte=F("least_cents"), counted_cents__lte=F("most_cents"))
                | ~Q(explanation="") & (Q(counted_cents__lt=F("least_cents")) | Q(counted_cents__gt=F("most_cents"))),
                name="stack_count_explained",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sitting} {self.at:%H:%M}"

    @property
    def surplus_cents(self) -> int:
        """How far it is above what the books allow, or below (negative)."""
        return max(0, self.counted_cents - self.most_cents) - max(0, self.least_cents - self.counted_cents)
