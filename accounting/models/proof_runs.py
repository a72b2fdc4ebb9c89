"""Proofs of the house's own books: when one ran, and what it found (append-only)."""

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class ProofRun(models.Model):
    """One proof of all books; `broken` counts what it found."""

    began_at = models.DateTimeField(_("began"))
    ended_at = models.DateTimeField(_("ended"), db_default=Now())
    is_independent = models.BooleanField(_("independent"), help_text=_("PostgreSQL computed nothing."))
    entries = models.PositiveBigIntegerField(_("entries"))
    broken = models.PositiveIntegerField(_("broken"))

    class Meta:
        verbose_name = _("proof")
        verbose_name_plural = _("proofs")
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M}: {self.broken}"
