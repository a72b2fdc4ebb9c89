"""An audit's run, cut into pieces that any number of workers process, each in one transaction."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounting.models import GamingDay, House


class AuditRun(models.Model):
    """One audit of a house's gaming day, or of all there is (`gaming_day` None)."""

    house = models.ForeignKey(House, models.PROTECT, null=True, related_name="+", verbose_name=_("house"))
    gaming_day = models.ForeignKey(
        GamingDay, models.PROTECT, null=True, related_name="audits", verbose_name=_("gaming day")
    )
    started_at = models.DateTimeField(_("started"))
    finished_at = models.DateTimeField(_("finished"), null=True)
    hands = models.PositiveIntegerField(_("hands"), default=0)
    agree = models.PositiveIntegerField(_("agree"), default=0)
    entries = models.PositiveBigIntegerField(_("entries when it began"), default=0)

    class Meta:
        verbose_name = _("audit")
        verbose_name_plural = _("audits")
        constraints: ClassVar = [
            # A second audit joins the running one; a restarted audit goes on with it.
            models.UniqueConstraint(
                fields=["gaming_day"], condition=Q(finished_at=None), nulls_distinct=False, name="audit_one_running"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.gaming_day or '*'} {self.started_at:%Y-%m-%d %H:%M}"


class AuditPiece(models.Model):
    """Hands `first_id` to `last_id` of a gaming day (`kind` hands), or the checks of a whole day (`kind` day)."""

    class Kind(models.TextChoices):
        HANDS = "hands", _("hands")
        DAY = "day", _("gaming day")

    run = models.ForeignKey(AuditRun, models.CASCADE, related_name="pieces", verbose_name=_("audit"))
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    gaming_day = models.ForeignKey(GamingDay, models.PROTECT, related_name="+", verbose_name=_("gaming day"))
    first_id = models.BigIntegerField(_("first hand"), default=0)
    last_id = models.BigIntegerField(_("last hand"), default=0)
    is_done = models.BooleanField(_("done"), default=False)
    hands = models.PositiveIntegerField(_("hands"), default=0)
    agree = models.PositiveIntegerField(_("agree"), default=0)

    class Meta:
        verbose_name = _("piece of an audit")
        verbose_name_plural = _("pieces of an audit")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "kind", "gaming_day", "first_id"], name="audit_piece_once"),
        ]
        indexes: ClassVar = [models.Index(fields=["run"], condition=Q(is_done=False), name="audit_piece_to_do")]

    def __str__(self) -> str:
        return f"{self.run} {self.kind} {self.first_id}"
