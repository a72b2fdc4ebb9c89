"""Changes of a house's clock: when its gaming days begin."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounting.models.decided import Decided, decision_checks
from accounting.models.houses import House


class ClockChange(Decided):
    """Another time zone or roll-over time of a house: approved, it holds from the next gaming day that is opened."""

    house = models.ForeignKey(House, models.PROTECT, related_name="clock_changes", verbose_name=_("house"))
    time_zone = models.CharField(_("time zone"), max_length=40)
    rolls_over_at = models.TimeField(_("roll-over time"))

    class Meta:
        verbose_name = _("change of the clock")
        verbose_name_plural = _("changes of the clock")
        ordering = ("house", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("house",), condition=Q(state="proposed"), name="clock_change_one_proposal"),
            *decision_checks("clock_change"),
        ]

    def __str__(self) -> str:
        return f"{self.house.code} {self.time_zone} {self.rolls_over_at:%H:%M}"
