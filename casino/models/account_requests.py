"""What one person asks for an account and another approves: roles, a password, to be let in again, a lost telephone."""

from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from casino import roles
from casino.models.people import staff, staff_or_none
from casino.models.users import RoleName


class AccountRequest(models.Model):
    """A request that gives rights (append-only but for the decision): roles and houses besides those the person has."""

    PERSON: ClassVar = "person"
    """Whose houses say who sees it (`casino.membership`); `house_ids` are asked for."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, related_name="account_requests", verbose_name=_("for")
    )
    roles = ArrayField(models.CharField(max_length=16, choices=RoleName.choices), verbose_name=_("roles"), default=list)
    house_ids = ArrayField(models.BigIntegerField(), verbose_name=_("works in"), default=list)
    gives_password = models.BooleanField(_("a new password"))
    drops_second_factor = models.BooleanField(_("another second factor"), default=False)
    lets_in = models.BooleanField(_("may sign in again"))
    reason = models.CharField(_("reason"), max_length=500)
    asked_by = staff(_("asked by"))
    asked_at = models.DateTimeField(_("asked at"))
    decided_by = staff_or_none(_("decided by"), blank=False)
    decided_at = models.DateTimeField(_("decided at"), null=True)
    is_approved = models.BooleanField(_("approved"), null=True)

    class Meta:
        verbose_name = _("account request")
        verbose_name_plural = _("account requests")
        ordering = ("-pk",)
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(roles__contained_by=[role.value for role in roles.Role]), name="account_request_roles_known"
            ),
            models.CheckConstraint(
                condition=~Q(roles=[])
                | ~Q(house_ids=[])
                | Q(gives_password=True)
                | Q(drops_second_factor=True)
                | Q(lets_in=True),
                name="account_request_asks",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="account_request_has_reason"),
            models.CheckConstraint(condition=~Q(asked_by=F("person")), name="account_request_for_another"),
            models.CheckConstraint(
                condition=Q(decided_by=None, decided_at=None, is_approved=None)
                | Q(decided_by__isnull=False, decided_at__isnull=False, is_approved__isnull=False),
                name="account_request_decided",
            ),
            # The asker may take the request back; somebody else approves, who is not the person whom it is about.
            models.CheckConstraint(
                condition=~Q(is_approved=True) | (~Q(decided_by=F("asked_by")) & ~Q(decided_by=F("person"))),
                name="account_request_by_two",
            ),
            models.UniqueConstraint(fields=["person"], condition=Q(decided_at=None), name="account_request_open_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.reason}"
