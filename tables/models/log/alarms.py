"""Acknowledged alarms of the floor (append-only); the alarms themselves are computed from current facts."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounting.models import House
from casino.models.people import staff
from tables.models.tables import Table


class Acknowledgement(models.Model):
    """A person has seen an alarm and gives the reason why it may stand.

    `mark` is the fact that the alarm rests on, so the same kind of alarm is raised again for the next one.
    """

    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"))
    table = models.ForeignKey(Table, models.PROTECT, related_name="acknowledgements", verbose_name=_("table"))
    kind = models.CharField(_("kind"), max_length=10)
    mark = models.CharField(_("rests on"), max_length=60)
    since = models.DateTimeField(_("since"))
    reason = models.CharField(_("reason"), max_length=500)
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    class Meta:
        verbose_name = _("acknowledged alarm")
        verbose_name_plural = _("acknowledged alarms")
        ordering = ("-at",)
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "kind", "mark"], name="alarm_acknowledged_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="acknowledgement_has_reason"),
        ]
        indexes: ClassVar = [models.Index(fields=["house", "at"], name="acknowledged_lately")]

    def __str__(self) -> str:
        return f"{self.table.code} {self.kind}"
