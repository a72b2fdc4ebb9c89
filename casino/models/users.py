"""Users, with the names of their roles.

No groups and no permission tables: a user has roles, whose permissions are in code (`permissions`), so a permission is
checked without a query.  There is no superuser, and no `last_login`: `LoginEvent` records every sign-in.
"""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from casino import house_time, roles
from casino.models.history import HistoricalRecords


class RoleName(models.TextChoices):
    """`casino.roles.Role` with translated labels."""

    DEALER = roles.Role.DEALER.value, _("Dealer")
    FLOOR = roles.Role.FLOOR.value, _("Floor")
    CAGE = roles.Role.CAGE.value, _("Cage")
    MANAGER = roles.Role.MANAGER.value, _("Management")
    AUDITOR = roles.Role.AUDITOR.value, _("Audit")
    ADMIN = roles.Role.ADMIN.value, _("Administration")
    INTEGRATOR = roles.Role.INTEGRATOR.value, _("Other system")
    COUNCIL = roles.Role.COUNCIL.value, _("Works council")


class Language(models.TextChoices):
    """Languages of the screens."""

    GERMAN = "de", _("German")
    ENGLISH = "en", _("English")


class UserManager(BaseUserManager["User"]):
    """Creates users; views call `casino.services.users` instead."""

    def create_user(
        self,
        username: str,
        password: str | None = None,
        *,
        full_name: str = "",
        roles: Sequence[str] = (),
        house_ids: Collection[int] | None = None,
        language: str = Language.GERMAN,
        staff_number: str = "",
        is_demo: bool = False,
    ) -> "User":
        """Save and return a user, of every house unless some are named.

        Without a password the account cannot be signed in to (a system's own account).
        """
        user = self.model(
            username=self.model.normalize_username(username),
            full_name=full_name,
            roles=sorted(set(roles)),
            house_ids=None if house_ids is None else sorted(set(house_ids)),
            language=language,
            staff_number=staff_number,
            is_demo=is_demo,
        )
        user.set_password(password)
        user.save(using=self._db)
        return user


class User(AbstractBaseUser):
    """A person who signs in, or another system (`integrator`)."""

    # `last_login` would add a history row for each sign-in and hold less than LoginEvent.
    last_login = None

    username = models.CharField(
        _("user name"),
        max_length=64,
        unique=True,
        validators=[UnicodeUsernameValidator()],
        error_messages={"unique": _("Somebody else has this user name.")},
    )
    full_name = models.CharField(_("name"), max_length=120, blank=True)
    staff_number = models.CharField(_("staff number"), max_length=32, blank=True)
    roles = ArrayField(
        models.CharField(max_length=16, choices=RoleName.choices), verbose_name=_("roles"), default=list, blank=True
    )
    # The trigger `houses_exist` checks them.
    house_ids = ArrayField(
        models.BigIntegerField(), verbose_name=_("works in"), null=True, blank=True, help_text=_("None: every house.")
    )
    language = models.CharField(_("language"), max_length=2, choices=Language.choices, default=Language.GERMAN)
    # How they like their screens, by name; no rule reads it.
    preferences = models.JSONField(_("preferences"), default=dict, blank=True, editable=False)
    is_active = models.BooleanField(_("may sign in"), default=True)
    pin_hash = models.CharField(max_length=128, blank=True, editable=False)
    # Of password and PIN, whose hashes are in no history: it is, and so it tells who was given another one.
    secrets_digest = models.CharField(max_length=64, blank=True, editable=False)
    # Set while the password is a one-time one: until when it signs in, to be replaced.
    one_time_until = models.DateTimeField(_("one-time password until"), null=True, editable=False)
    is_demo = models.BooleanField(_("of the demo evening"), default=False, editable=False)
    date_joined = models.DateTimeField(_("since"), default=house_time.now, editable=False)

    objects: ClassVar[UserManager] = UserManager()
    history = HistoricalRecords(excluded_fields=["password", "pin_hash", "preferences"])

    USERNAME_FIELD = "username"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        ordering = ("username",)
        constraints = (
            models.CheckConstraint(
                name="user_roles_known", condition=models.Q(roles__contained_by=[role.value for role in roles.Role])
            ),
            models.UniqueConstraint(
                fields=["staff_number"], condition=~models.Q(staff_number=""), name="user_staff_number_once"
            ),
            models.CheckConstraint(name="user_works_somewhere", condition=~models.Q(house_ids=[])),
            models.CheckConstraint(name="user_language_known", condition=models.Q(language__in=["de", "en"])),
        )

    def __str__(self) -> str:
        return self.full_name or self.username

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        """Keep the digest of a new password or PIN beside it, also where Django hashes a password again."""
        written = set() if update_fields is None else {"password", "pin_hash"}.intersection(update_fields)
        if self._state.adding or getattr(self, "_password", None) is not None or written:
            self.secrets_digest = hashlib.sha256(f"{self.password}\n{self.pin_hash}".encode()).hexdigest()
        if update_fields is not None and written:
            update_fields = {*update_fields, "secrets_digest"}
        super().save(*args, update_fields=update_fields, **kwargs)

    def get_full_name(self) -> str:
        """For Django's admin."""
        return str(self)

    def get_short_name(self) -> str:
        """For Django's admin."""
        return self.username

    @property
    def has_one_time_password(self) -> bool:
        """Whether the password must be replaced before anything else."""
        return self.one_time_until is not None

    @property
    def is_staff(self) -> bool:
        """Whether the user may enter the admin."""
        return self.is_active and any(role in roles.STAFF for role in self.roles)

    @property
    def is_superuser(self) -> bool:
        """Always false: there are no superusers."""
        return False

    def has_perm(self, perm: str, obj: object = None) -> bool:
        """Whether the user's roles carry the permission; no query.  `obj` is ignored: services check single rows."""
        return roles.permits(self, perm)

    def has_perms(self, perm_list: Iterable[str], obj: object = None) -> bool:
        return all(self.has_perm(perm, obj) for perm in perm_list)

    def has_module_perms(self, app_label: str) -> bool:
        return roles.permits_app(self, app_label)
