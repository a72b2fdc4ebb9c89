"""Assessments: a hand's facts, the schedule version in force, the rake due and the rake taken.

Written with the hand's entry and covered by its digest.  A reversal writes the mirror image (`sign` −1), so that rows
never change and sums over them, each times its `sign`, are right.
"""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounting.chain import AssessmentFacts
from accounting.models.houses import GamingDay, House
from accounting.models.ledger import Entry
from accounting.models.schedules import ScheduleVersion
from casino.models.people import staff_or_none


class Assessment(models.Model):
    """The computation of one hand's rake with the facts it rests on, in cents."""

    # No id of its own: the chain covers every column, and an id would be one it does not.
    entry = models.OneToOneField(
        Entry, models.PROTECT, primary_key=True, related_name="assessment", verbose_name=_("entry")
    )
    house = models.ForeignKey(House, models.PROTECT, related_name="+", verbose_name=_("house"), db_index=False)
    gaming_day = models.ForeignKey(
        GamingDay, models.PROTECT, related_name="+", verbose_name=_("gaming day"), db_index=False
    )
    hour = models.DateTimeField(_("hour"), help_text=_("Start of the hour in which the hand was booked."))
    table_code = models.CharField(_("table"), max_length=20)
    dealer = staff_or_none(_("dealer"), blank=False, db_index=False)
    game = models.CharField(_("game"), max_length=60)
    schedule_version = models.ForeignKey(
        ScheduleVersion, models.PROTECT, related_name="+", verbose_name=_("schedule version"), db_index=False
    )
    sign = models.SmallIntegerField(_("sign"), default=1)
    dealt_in = models.PositiveSmallIntegerField(_("dealt in"))
    flop_seen = models.BooleanField(_("flop seen"))
    bomb_pot = models.BooleanField(_("bomb pot"), default=False, db_default=False)
    pot_cents = models.BigIntegerField(_("pot"))
    base_cents = models.BigIntegerField(_("base"))
    due_cents = models.BigIntegerField(_("rake due"))
    taken_cents = models.BigIntegerField(_("rake taken"))
    jackpot_cents = models.BigIntegerField(_("jackpot"), default=0)
    tips_cents = models.BigIntegerField(_("tips"), default=0)
    reason = models.CharField(_("reason"), max_length=500, blank=True)

    class Meta:
        verbose_name = _("assessment")
        verbose_name_plural = _("assessments")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(sign__in=(1, -1)), name="assessment_sign"),
            models.CheckConstraint(
                condition=Q(
                    pot_cents__gte=0,
                    base_cents__gte=0,
                    due_cents__gte=0,
                    taken_cents__gte=0,
                    jackpot_cents__gte=0,
                    tips_cents__gte=0,
                ),
                name="assessment_not_negative",
            ),
            # A rake other than the one due needs a reason.
            models.CheckConstraint(
                condition=Q(taken_cents=models.F("due_cents")) | ~Q(reason=""), name="assessment_difference_has_reason"
            ),
        ]
        # For recomputing the figures of a table's hour, a table's day, or a day.
        indexes: ClassVar = [models.Index(fields=["gaming_day", "table_code", "hour"], name="assessment_period")]

    def __str__(self) -> str:
        return f"{self.table_code} {self.taken_cents}/{self.due_cents}"

    @property
    def facts(self) -> AssessmentFacts:
        """The facts as the entry's digest covers them."""
        return AssessmentFacts(**{name: getattr(self, name) for name in AssessmentFacts.__dataclass_fields__})
