"""Every attempt to sign in. Append-only by trigger; the login throttle counts these rows."""

from typing import ClassVar

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from casino.models.people import staff_or_none


class LoginKind(models.TextChoices):
    """How the user signed in."""

    PASSWORD = "password", _("Password")
    TOKEN = "token", _("Token")
    PIN = "pin", _("PIN")
    CODE = "code", _("Code of the second factor")
    CONFIRM = "confirm", _("Password again")
    LOGOUT = "logout", _("Sign-out")
    ENROL = "enrol", _("Tablet")


class LoginEvent(models.Model):
    """One attempt. `username` is stored as typed, so that attempts with unknown names show too."""

    user = staff_or_none(_("user"), blank=False)
    username = models.CharField(_("user name"), max_length=64)
    device = models.ForeignKey("casino.Device", models.PROTECT, null=True, related_name="+", verbose_name=_("tablet"))
    ip = models.GenericIPAddressField(_("address"), null=True)
    kind = models.CharField(_("kind"), max_length=8, choices=LoginKind.choices)
    ok = models.BooleanField(_("succeeded"))
    request_id = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(_("at"), db_default=Now())

    class Meta:
        verbose_name = _("sign-in")
        verbose_name_plural = _("sign-ins")
        ordering = ("-id",)
        constraints = (models.CheckConstraint(name="login_kind_known", condition=models.Q(kind__in=LoginKind.values)),)
        indexes: ClassVar[list[models.Index]] = [
            models.Index(fields=["username", "at"], name="login_by_name"),
            models.Index(fields=["ip", "at"], name="login_by_address"),
        ]

    def __str__(self) -> str:
        return f"{self.username} {self.kind} {'ok' if self.ok else 'refused'}"
