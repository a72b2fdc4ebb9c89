"""What somebody who looks after the system should see: refusals, grave commands, and what raises an alarm."""

from typing import ClassVar, Final

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from casino.models.people import staff_or_none


class SecurityKind(models.TextChoices):
    """What happened."""

    REFUSED = "refused", _("Refused for lack of rights")
    GRAVE = "grave", _("Command with the password")
    MISSES = "misses", _("Too many wrong passwords")
    ROLE = "role", _("Role given")
    ADMIN = "admin", _("New administrator")
    TERMS = "terms", _("Terms changed")


ALARMS: Final = frozenset({SecurityKind.MISSES, SecurityKind.ROLE, SecurityKind.ADMIN, SecurityKind.TERMS})


class SecurityEvent(models.Model):
    """One of them (append-only, but that somebody saw an alarm).  `user`: who did it; None: nobody signed in."""

    PERSON: ClassVar = "user"
    """Whose houses say who sees it (`casino.membership`)."""

    kind = models.CharField(_("kind"), max_length=8, choices=SecurityKind.choices)
    user = staff_or_none(_("user"), blank=False)
    about = models.CharField(_("about"), max_length=255)
    # Of an alarm's text, and sealed: the text itself is not, since an erasure may take a guest's name out of it.
    about_digest = models.CharField(max_length=64, blank=True, editable=False)
    ip = models.GenericIPAddressField(_("address"), null=True)
    request_id = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(_("at"), db_default=Now())
    seen_by = staff_or_none(_("seen by"), blank=False)
    seen_at = models.DateTimeField(_("seen at"), null=True)

    class Meta:
        verbose_name = _("security event")
        verbose_name_plural = _("security events")
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.CheckConstraint(name="security_kind_known", condition=Q(kind__in=SecurityKind.values)),
            models.CheckConstraint(
                name="security_seen_by_another",
                condition=Q(seen_by=None, seen_at=None)
                | (Q(seen_by__isnull=False, seen_at__isnull=False) & (Q(user=None) | ~Q(seen_by=models.F("user")))),
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["at"], name="security_by_time"),
            models.Index(fields=["user", "about"], name="security_by_user"),
            models.Index(
                fields=["kind"],
                condition=Q(seen_at=None, kind__in=sorted(kind.value for kind in ALARMS)),
                name="security_alarms",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"

    @property
    def is_alarm(self) -> bool:
        return self.kind in ALARMS
