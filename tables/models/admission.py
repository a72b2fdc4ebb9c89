"""Admission: what a house requires of guests who want to play, its own bans, and each check (domain §4.16).

Of a check only result, time, employee and the service's reference are kept, never the reason of a ban.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay, House
from casino.models.history import HistoricalRecords
from casino.models.people import staff, staff_or_none
from tables.models.guests import Guest


class AdmissionPolicy(models.Model):
    """Requirements of state law and of the house; a house without a policy checks nobody."""

    class Unanswered(models.TextChoices):
        """What happens when the ban file does not answer; the query is a duty (domain §4.16), so refusing is usual."""

        REFUSE = "refuse", _("nobody is let in")
        MANAGER = "manager", _("a manager decides, on record")

    house = models.OneToOneField(House, models.PROTECT, related_name="admission_policy", verbose_name=_("house"))
    is_on = models.BooleanField(_("guests are checked"), default=False)
    least_age = models.PositiveSmallIntegerField(
        _("least age"), default=21, help_text=_("In years, by the law of the Land: 18 or 21.")
    )
    unanswered = models.CharField(
        _("when the ban file does not answer"), max_length=8, choices=Unanswered.choices, default=Unanswered.REFUSE
    )
    identified_from_cents = models.BigIntegerField(
        _("identity needed from"), default=200_000, help_text=_("In one gaming day (GwG §10 (5)).")
    )
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("admission policy")
        verbose_name_plural = _("admission policies")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(least_age__gte=18, least_age__lte=30), name="policy_age"),
            models.CheckConstraint(condition=Q(identified_from_cents__gt=0), name="policy_identified_from"),
        ]

    def __str__(self) -> str:
        return str(self.house)


class HouseBan(models.Model):
    """The house's own ban (Störersperre), until its last day or until it is lifted; otherwise rows never change."""

    guest = models.ForeignKey(Guest, models.PROTECT, related_name="bans", verbose_name=_("guest"))
    begins_on = models.DateField(_("from"))
    ends_on = models.DateField(_("until"), null=True, blank=True, help_text=_("Its last day; empty: until lifted."))
    reason = models.CharField(_("reason"), max_length=500, help_text=_("For the managers; seating never shows it."))
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))
    lifted_at = models.DateTimeField(_("lifted at"), null=True, blank=True)
    lifted_by = staff_or_none(_("lifted by"))

    class Meta:
        verbose_name = _("house ban")
        verbose_name_plural = _("house bans")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(ends_on=None) | Q(ends_on__gte=F("begins_on")), name="ban_ends"),
            models.CheckConstraint(
                condition=Q(lifted_at=None, lifted_by=None) | Q(lifted_at__isnull=False, lifted_by__isnull=False),
                name="ban_lifted_by",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.guest.number} {self.begins_on:%Y-%m-%d}"


class AdmissionCheck(models.Model):
    """One check and its answer, valid for its gaming day (append-only)."""

    class Source(models.TextChoices):
        HOUSE = "house", _("house ban")
        BAN_FILE = "ban_file", _("ban file")
        MANAGER = "manager", _("manager's decision")

    class Result(models.TextChoices):
        ADMITTED = "admitted", _("admitted")
        BANNED = "banned", _("banned")
        UNKNOWN = "unknown", _("no answer")

    guest = models.ForeignKey(Guest, models.PROTECT, related_name="checks", verbose_name=_("guest"), db_index=False)
    gaming_day = models.ForeignKey(
        GamingDay, models.PROTECT, related_name="admission_checks", verbose_name=_("gaming day")
    )
    source = models.CharField(_("answered by"), max_length=8, choices=Source.choices)
    result = models.CharField(_("result"), max_length=8, choices=Result.choices)
    reference = models.CharField(_("reference"), max_length=64, blank=True)
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    class Meta:
        verbose_name = _("admission check")
        verbose_name_plural = _("admission checks")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(source="house", result="banned") | Q(source="manager", result="admitted")
                | Q(source="ban_file"),
                name="admission_result",
            ),
        ]  # fmt: skip
        indexes: ClassVar = [models.Index(fields=["guest", "gaming_day", "-id"], name="admission_latest")]

    def __str__(self) -> str:
        return f"{self.guest.number} {self.result}"
