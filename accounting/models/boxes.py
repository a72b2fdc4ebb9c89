"""Boxes taken from the tables, and the counts of each.

The second count is blind (N.J.A.C. 13:69D-1.33): it sees neither the first nor the booked sum; where the two differ, a
third count decides.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounting.models.houses import GamingDay, House
from accounting.models.ledger import Entry
from casino.models.people import staff, staff_or_none


class Drop(models.Model):
    """A box taken from a table: its booked sum, and its counted sum once it is settled."""

    class Kind(models.TextChoices):
        RAKE = "rake", _("rake box")
        TIPS = "tips", _("tip box")

    house = models.ForeignKey(House, models.PROTECT, related_name="drops", verbose_name=_("house"))
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="drops", verbose_name=_("gaming day"))
    table_code = models.CharField(_("table"), max_length=20)
    session_number = models.BigIntegerField(_("session"), help_text=_("The opening of the table it was taken from."))
    kind = models.CharField(_("box"), max_length=10, choices=Kind.choices)
    booked_cents = models.BigIntegerField(_("booked"))
    dropped_at = models.DateTimeField(_("taken at"))
    dropped_by = staff(_("taken by"))
    entry = models.OneToOneField(Entry, models.PROTECT, related_name="drop", verbose_name=_("entry"))
    counted_cents = models.BigIntegerField(_("counted"), null=True, blank=True)
    counted_at = models.DateTimeField(_("counted at"), null=True, blank=True)
    count_entry = models.OneToOneField(
        Entry, models.PROTECT, null=True, blank=True, related_name="counted_drop", verbose_name=_("entry of the count")
    )
    explanation = models.CharField(_("explanation"), max_length=500, blank=True)
    explained_by = staff_or_none(_("explained by"))

    class Meta:
        verbose_name = _("drop")
        verbose_name_plural = _("drops")
        ordering = ("-dropped_at",)
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(booked_cents__gte=0), name="drop_booked_not_negative"),
            models.CheckConstraint(
                condition=Q(counted_cents=None, counted_at=None, count_entry=None)
                | Q(counted_cents__gte=0, counted_at__isnull=False, count_entry__isnull=False),
                name="drop_counted_is_booked",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["gaming_day", "table_code"], name="drop_table_day")]

    def __str__(self) -> str:
        return f"{self.table_code} {self.kind} {self.dropped_at:%Y-%m-%d %H:%M}"


class Count(models.Model):
    """One person's count of a box, by denomination (append-only)."""

    drop = models.ForeignKey(Drop, models.PROTECT, related_name="counts", verbose_name=_("drop"))
    number = models.PositiveSmallIntegerField(_("number"))
    counted_by = staff(_("counted by"))
    at = models.DateTimeField(_("at"))
    chips = models.JSONField(_("chips"))
    counted_cents = models.BigIntegerField(_("counted"))

    class Meta:
        verbose_name = _("count")
        verbose_name_plural = _("counts")
        ordering = ("drop", "number")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["drop", "number"], name="count_number_once"),
            models.UniqueConstraint(fields=["drop", "counted_by"], name="count_once_each"),
            models.CheckConstraint(condition=Q(number__gte=1, number__lte=3), name="count_at_most_three"),
            models.CheckConstraint(condition=Q(counted_cents__gte=0), name="count_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.drop} {self.number}"
