"""Findings (Befunde, "Hinweismeldungen"): what an auditor must look at, with owner and resolution.

The same fault of the same subject is one row, however often it is found; nothing is deleted.  The person who booked
what was found cannot resolve it.  A decision has a number, which all findings have that were decided with it; when it
is taken back they are open again, and say which decision it was and, as their comment, why.
"""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models.houses import GamingDay, House
from accounting.verdicts import Severity
from casino.models.history import HistoricalRecords
from casino.models.people import staff_or_none


class Finding(models.Model):
    """One breach of a rule: its subject, amount and facts, the people concerned, its owner and the decision."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        RESOLVED = "resolved", _("resolved")
        WAIVED = "waived", _("waived")

    class Resolution(models.TextChoices):
        JUSTIFIED = "justified", _("justified")
        TRAINING = "training", _("training of the staff")
        REBOOKED = "rebooked", _("booked again")
        REPORTED = "reported", _("reported to the authority")
        WAIVED = "waived", _("waived")

    house = models.ForeignKey(House, models.PROTECT, related_name="findings", verbose_name=_("house"))
    gaming_day = models.ForeignKey(
        GamingDay, models.PROTECT, null=True, related_name="findings", verbose_name=_("gaming day")
    )
    rule = models.CharField(_("rule"), max_length=30)
    subject = models.CharField(_("subject"), max_length=80, help_text=_("What it is about, like hand:812 or drop:4."))
    severity = models.PositiveSmallIntegerField(_("severity"), help_text=_("1 note, 2 to be explained, 3 grave."))
    table_code = models.CharField(_("table"), max_length=20, blank=True)
    hand_id = models.BigIntegerField(_("hand"), null=True)
    dealer = staff_or_none(_("dealer"), blank=False)
    booked_by = staff_or_none(_("booked by"), blank=False)
    amount_cents = models.BigIntegerField(_("amount"), default=0)
    facts = models.JSONField(_("facts"), default=dict)
    found_at = models.DateTimeField(_("found at"))
    seen_at = models.DateTimeField(_("last found at"))
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.OPEN)
    owner = staff_or_none(_("owner"), blank=False)
    resolution = models.CharField(_("resolution"), max_length=20, choices=Resolution.choices, blank=True)
    comment = models.CharField(_("comment"), max_length=1000, blank=True)
    resolved_by = staff_or_none(_("resolved by"), blank=False)
    resolved_at = models.DateTimeField(_("resolved at"), null=True)
    decision_number = models.PositiveIntegerField(
        _("decision"), null=True, db_index=True, help_text=_("The number of the decision, by house; never given again.")
    )
    taken_back_number = models.PositiveIntegerField(
        _("decision taken back"), null=True, help_text=_("Of an open finding: its last decision, if it was taken back.")
    )
    history = HistoricalRecords()

    class Meta:
        verbose_name = _("finding")
        verbose_name_plural = _("findings")
        ordering = ("-severity", "found_at")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["house", "rule", "subject"], name="finding_once"),
            models.CheckConstraint(condition=Q(severity__gte=1, severity__lte=3), name="finding_severity"),
            models.CheckConstraint(
                condition=Q(state="open", resolution="", resolved_by=None, resolved_at=None, decision_number=None)
                | (
                    Q(state__in=("resolved", "waived"), resolved_by__isnull=False, resolved_at__isnull=False)
                    & Q(decision_number__isnull=False, taken_back_number=None)
                    & ~Q(resolution="")
                    & ~Q(comment="")
                ),
                name="finding_resolved_says_how",
            ),
            models.CheckConstraint(
                condition=Q(taken_back_number=None) | ~Q(comment=""), name="finding_taken_back_says_why"
            ),
            models.CheckConstraint(
                condition=Q(resolved_by=None) | Q(booked_by=None) | ~Q(resolved_by=F("booked_by")),
                name="finding_not_by_booker",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["house", "state", "gaming_day"], name="finding_inbox")]

    def __str__(self) -> str:
        return f"{self.rule} {self.subject}"

    @property
    def is_grave(self) -> bool:
        return self.severity >= Severity.GRAVE

    @property
    def is_note(self) -> bool:
        return self.severity == Severity.NOTE
