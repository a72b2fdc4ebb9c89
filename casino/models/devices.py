"""Tablets of the house. A PIN signs a dealer in on an enrolled tablet only."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from casino.models.history import HistoricalRecords
from casino.models.people import staff


class Device(models.Model):
    """A tablet: named by the floor, enrolled with a one-time code, recognised by a cookie until it is revoked.

    Only digests of code and cookie are stored.
    """

    name = models.CharField(_("name"), max_length=40, unique=True)
    house = models.ForeignKey(
        settings.HOUSE_MODEL, models.PROTECT, null=True, related_name="+", verbose_name=_("house"), editable=False
    )
    # NULL for none, since digests are unique.
    code_digest = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001
    code_until = models.DateTimeField(_("code good until"), null=True, editable=False)
    token_digest = models.CharField(max_length=64, null=True, unique=True, editable=False)  # noqa: DJ001
    enrolled_at = models.DateTimeField(_("enrolled at"), null=True, editable=False)
    revoked_at = models.DateTimeField(_("struck off at"), null=True, editable=False)
    created_at = models.DateTimeField(_("added at"), db_default=Now(), editable=False)

    history = HistoricalRecords(excluded_fields=["code_digest", "token_digest"])

    class Meta:
        verbose_name = _("tablet")
        verbose_name_plural = _("tablets")
        ordering = ("name",)
        constraints = (
            models.CheckConstraint(
                name="device_code_ends",
                condition=models.Q(code_digest__isnull=True) | models.Q(code_until__isnull=False),
            ),
            models.CheckConstraint(
                name="device_struck_off_is_unknown",
                condition=models.Q(revoked_at__isnull=True)
                | models.Q(code_digest__isnull=True, token_digest__isnull=True),
            ),
        )

    def __str__(self) -> str:
        return self.name


class PinMisses(models.Model):
    """Wrong PINs of one user on one tablet since the last right one.

    Five on all tablets together lock the user's tile everywhere until the floor frees it.
    """

    device = models.ForeignKey(Device, models.PROTECT, related_name="misses", verbose_name=_("tablet"))
    user = staff(_("user"))
    misses = models.PositiveSmallIntegerField(_("wrong PINs"), default=0)
    locked_at = models.DateTimeField(_("locked at"), null=True)

    history = HistoricalRecords()

    class Meta:
        verbose_name = _("tile")
        verbose_name_plural = _("tiles")
        constraints: ClassVar = [models.UniqueConstraint(fields=["device", "user"], name="misses_of_one_on_one")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.device_id}: {self.misses}"
