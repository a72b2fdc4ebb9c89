"""Rake schedules: what the house charges, in versions whose terms never change."""

from typing import ClassVar

from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateTimeRangeField, RangeOperators
from django.db import models
from django.db.models import Func, Q, Value
from django.utils.translation import gettext_lazy as _

from accounting.models.houses import House
from casino.models.history import HistoricalRecords
from casino.models.people import staff, staff_or_none


class RakeSchedule(models.Model):
    """A named schedule ("Taxordnung"); its terms are in its versions."""

    house = models.ForeignKey(House, models.PROTECT, related_name="rake_schedules", verbose_name=_("house"))
    name = models.CharField(_("name"), max_length=60)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("rake schedule")
        verbose_name_plural = _("rake schedules")
        constraints: ClassVar = [models.UniqueConstraint(fields=["house", "name"], name="rake_schedule_once")]

    def __str__(self) -> str:
        return self.name


class ScheduleVersion(models.Model):
    """The terms of a schedule for a period of time; at most one is in force at any moment.

    Terms are a proposal until a second person approves them; until then the terms before stay in force, and without any
    nothing can be played under the schedule.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        PUBLISHED = "published", _("published")
        DECLINED = "declined", _("declined")

    schedule = models.ForeignKey(RakeSchedule, models.PROTECT, related_name="versions", verbose_name=_("schedule"))
    version = models.PositiveIntegerField(_("version"))
    terms = models.JSONField(_("terms"))
    valid_from = models.DateTimeField(_("valid from"))
    valid_to = models.DateTimeField(_("valid to"), null=True, blank=True)
    created_at = models.DateTimeField(_("created at"))
    created_by = staff(_("created by"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PROPOSED)
    approved_by = staff_or_none(_("approved by"))
    approved_at = models.DateTimeField(_("approved at"), null=True, blank=True)
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("schedule version")
        verbose_name_plural = _("schedule versions")
        ordering = ("schedule", "version")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["schedule", "version"], name="schedule_version_once"),
            models.CheckConstraint(
                condition=Q(valid_to=None) | Q(valid_to__gt=models.F("valid_from")), name="schedule_version_period"
            ),
            models.CheckConstraint(
                condition=Q(approved_by=None, approved_at=None)
                | (Q(approved_at__isnull=False) & ~Q(approved_by=models.F("created_by"))),
                name="schedule_version_by_two",
            ),
            # A range of one id instead of equality, which would need the extension btree_gist.
            ExclusionConstraint(
                name="schedule_versions_do_not_overlap",
                condition=Q(state="published"),
                expressions=[
                    (Func("schedule_id", "schedule_id", Value("[]"), function="int8range"), RangeOperators.OVERLAPS),
                    (
                        Func("valid_from", "valid_to", function="tstzrange", output_field=DateTimeRangeField()),
                        RangeOperators.OVERLAPS,
                    ),
                ],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.schedule.name} v{self.version}"
