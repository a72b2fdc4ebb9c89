"""Statements of revenue: levy terms, the statement of a day, month or year, the authority's keys and signatures."""

import hashlib
from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from accounting.models.decided import Decided, decision_checks
from accounting.models.houses import GamingDay, House
from casino.models.people import staff, staff_or_none


class LevyTerms(Decided):
    """A version of a house's levy terms (`accounting.policy.levy`), which hold from a gaming day on."""

    house = models.ForeignKey(House, models.PROTECT, related_name="levy_terms", verbose_name=_("house"))
    version = models.PositiveIntegerField(_("version"))
    terms = models.JSONField(_("terms"))
    valid_from = models.DateField(_("valid from"))

    class Meta:
        verbose_name = _("levy terms")
        verbose_name_plural = _("levy terms")
        ordering = ("house", "version")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("house", "version"), name="levy_terms_once"),
            models.UniqueConstraint(fields=("house",), condition=Q(state="proposed"), name="levy_terms_one_proposal"),
            *decision_checks("levy_terms"),
        ]

    def __str__(self) -> str:
        return f"{self.house.code} v{self.version}"


class AuthorityKey(Decided):
    """A public key (Ed25519, RFC 8032) with which the supervising authority countersigns the house's statements.

    Approved it counts until it is withdrawn; signatures made before stay good.
    """

    house = models.ForeignKey(House, models.PROTECT, related_name="authority_keys", verbose_name=_("house"))
    authority = models.CharField(_("authority"), max_length=100)
    public_key = models.BinaryField(_("public key"), max_length=32)

    class Meta:
        verbose_name = _("key of the authority")
        verbose_name_plural = _("keys of the authority")
        ordering = ("house", "pk")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("house", "public_key"), condition=~Q(state="declined"), name="authority_key_once"
            ),
            *decision_checks("authority_key"),
        ]

    def __str__(self) -> str:
        return self.authority

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the key, its first sixteen bytes: what is compared with the authority."""
        return hashlib.sha256(self.public_key).hexdigest()[:32]


class KeyWithdrawal(models.Model):
    """From when on a key of the authority takes no more signatures, and why (append-only)."""

    key = models.OneToOneField(
        AuthorityKey, models.PROTECT, related_name="withdrawal", verbose_name=_("key of the authority")
    )
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))
    reason = models.CharField(_("reason"), max_length=500)

    class Meta:
        verbose_name = _("withdrawal of a key")
        verbose_name_plural = _("withdrawals of keys")
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(reason=""), name="key_withdrawal_has_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.at:%Y-%m-%d}"


class Statement(models.Model):
    """The statement of revenue of a gaming day, a month or a year, signed by two people and sealed.

    The first person's signature fixes the figures, the second's seals them: `digest` covers the figures, what they rest
    on and the statement sealed before (`accounting.revenue_seals`).  It never changes; a correction is a further
    version, which names what differs from the one before.
    """

    class Period(models.TextChoices):
        DAY = "day", _("gaming day")
        MONTH = "month", _("month")
        YEAR = "year", _("year")

    class State(models.TextChoices):
        SIGNED = "signed", _("signed once")
        SEALED = "sealed", _("sealed")
        DECLINED = "declined", _("declined")

    house = models.ForeignKey(House, models.PROTECT, related_name="statements", verbose_name=_("house"))
    period = models.CharField(_("period"), max_length=5, choices=Period.choices)
    first = models.DateField(_("first day"))
    version = models.PositiveIntegerField(_("version"))
    gaming_day = models.ForeignKey(
        GamingDay, models.PROTECT, null=True, blank=True, related_name="statements", verbose_name=_("gaming day")
    )
    terms = models.ForeignKey(
        LevyTerms, models.PROTECT, null=True, blank=True, related_name="+", verbose_name=_("levy terms")
    )
    figures = models.JSONField(_("figures"))
    rests_on = models.JSONField(_("rests on"), help_text=_("Day seal and statement before, or the statements summed."))
    reason = models.CharField(_("reason"), max_length=500, blank=True)
    differences = models.JSONField(_("differences"), default=list, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.SIGNED)
    signed_at = models.DateTimeField(_("signed at"))
    signed_by = staff(_("signed by"))
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)
    decided_by = staff_or_none(_("decided by"))
    number = models.PositiveIntegerField(_("number"), null=True, blank=True)
    previous = models.CharField(_("statement before"), max_length=64, blank=True)
    digest = models.CharField(_("seal"), max_length=64, blank=True)

    class Meta:
        verbose_name = _("statement of revenue")
        verbose_name_plural = _("statements of revenue")
        ordering = ("house", "first", "period", "version")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=("house", "period", "first", "version"),
                condition=~Q(state="declined"),
                name="statement_once",
            ),
            models.UniqueConstraint(
                fields=("house", "period", "first"), condition=Q(state="signed"), name="statement_one_signed"
            ),
            models.UniqueConstraint(fields=("house", "number"), name="statement_number_once"),
            models.CheckConstraint(
                condition=Q(period="day", gaming_day__isnull=False) | (~Q(period="day") & Q(gaming_day=None)),
                name="statement_of_day",
            ),
            models.CheckConstraint(condition=Q(version=1) | ~Q(reason=""), name="statement_correction_has_reason"),
            models.CheckConstraint(
                condition=Q(state="signed", decided_at=None, decided_by=None, number=None, digest="")
                | Q(state="declined", decided_at__isnull=False, decided_by__isnull=False, number=None, digest="")
                | (Q(state="sealed", decided_at__isnull=False, number__gte=1) & ~Q(digest="")),
                name="statement_state",
            ),
            models.CheckConstraint(
                condition=~Q(state="sealed") | (Q(decided_by__isnull=False) & ~Q(decided_by=F("signed_by"))),
                name="statement_by_two",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.house.code} {self.period} {self.first:%Y-%m-%d} v{self.version}"


class Countersignature(models.Model):
    """The authority's detached signature over a statement's seal, verified on entry and again by the proof."""

    statement = models.ForeignKey(
        Statement, models.PROTECT, related_name="countersignatures", verbose_name=_("statement of revenue")
    )
    key = models.ForeignKey(AuthorityKey, models.PROTECT, related_name="+", verbose_name=_("key of the authority"))
    signature = models.BinaryField(_("signature"), max_length=64)
    at = models.DateTimeField(_("at"))
    by = staff(_("by"))

    class Meta:
        verbose_name = _("countersignature")
        verbose_name_plural = _("countersignatures")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=("statement", "key"), name="countersignature_once"),
        ]

    def __str__(self) -> str:
        return f"{self.statement} {self.key}"
