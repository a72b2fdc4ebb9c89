"""Admin pages of users and their sign-ins. Changes go through `casino.services.users`; secrets are never shown.

Actions that give rights ask for the administrator's own password; locking a user out does not, since it must be fast.
"""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from casino.admin.actions import Action, ActionForm, ActionsAdmin
from casino.admin.reading import ReadOnlyAdmin
from casino.models import LoginEvent, User
from casino.models.users import Language, RoleName
from casino.pages.forms import NewPasswordField
from casino.services import users


class RolesForm(ActionForm):
    """The user's new roles."""

    roles = forms.MultipleChoiceField(
        label=_("Roles"), choices=RoleName.choices, widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, *args: Any, row: User | None = None, **options: Any) -> None:
        super().__init__(*args, row=row, initial={"roles": row.roles if row else []}, **options)


class PasswordForm(ActionForm):
    """A new password, which the administrator tells the user."""

    new_password = NewPasswordField()


class PinForm(ActionForm):
    """A new PIN for the tablets."""

    pin = forms.CharField(
        label=_("PIN"), max_length=users.PIN_DIGITS, widget=forms.PasswordInput({"autocomplete": "off"})
    )


class NewUserForm(PasswordForm):
    """A new user with roles and a first password."""

    username = forms.CharField(label=_("User name"), max_length=64)
    full_name = forms.CharField(label=_("Name"), max_length=120, required=False)
    roles = forms.MultipleChoiceField(
        label=_("Roles"), choices=RoleName.choices, widget=forms.CheckboxSelectMultiple, required=False
    )
    language = forms.ChoiceField(label=_("Language"), choices=Language.choices)
    field_order = ("username", "full_name", "roles", "language", "new_password")


@admin.register(User)
class UserAdmin(ActionsAdmin, ReadOnlyAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """Users with their roles."""

    list_display = ("username", "full_name", "role_words", "language", "is_active")
    list_filter = ("is_active", "language")
    search_fields = ("username", "full_name")
    fields = ("username", "full_name", "role_words", "language", "is_active", "is_demo", "date_joined")
    list_actions: ClassVar = (
        Action(
            name="new",
            label=_("New user"),
            permission=users.PERMISSION,
            form=NewUserForm,
            requires_password=True,
            run=lambda actor, _row, values: users.create(
                username=values["username"],
                password=values["new_password"],
                full_name=values["full_name"],
                role_names=values["roles"],
                language=values["language"],
                actor=actor,
            ),
        ),
    )
    object_actions: ClassVar = (
        Action(
            name="roles",
            label=_("Change roles"),
            permission=users.PERMISSION,
            form=RolesForm,
            requires_password=True,
            run=lambda actor, row, values: users.change_roles(user_id=row.pk, role_names=values["roles"], actor=actor),
        ),
        Action(
            name="password",
            label=_("Set password"),
            permission=users.PERMISSION,
            form=PasswordForm,
            requires_password=True,
            run=lambda actor, row, values: users.set_password(
                user_id=row.pk, password=values["new_password"], actor=actor
            ),
        ),
        Action(
            name="pin",
            label=_("Set PIN"),
            permission=users.PERMISSION,
            form=PinForm,
            requires_password=True,
            run=lambda actor, row, values: users.set_pin(user_id=row.pk, pin=values["pin"], actor=actor),
        ),
        Action(
            name="lock-out",
            label=_("Lock out"),
            permission=users.PERMISSION,
            offered=lambda row: row.is_active,
            run=lambda actor, row, _values: users.set_active(user_id=row.pk, active=False, actor=actor),
        ),
        Action(
            name="let-in",
            label=_("Let in again"),
            permission=users.PERMISSION,
            requires_password=True,
            offered=lambda row: not row.is_active,
            run=lambda actor, row, _values: users.set_active(user_id=row.pk, active=True, actor=actor),
        ),
    )

    @admin.display(description=_("roles"))
    def role_words(self, user: User) -> str:
        """The names of the roles in the reader's language."""
        return ", ".join(str(RoleName(role).label) for role in user.roles)


@admin.register(LoginEvent)
class LoginEventAdmin(ReadOnlyAdmin):
    """Every attempt to sign in, successful or not."""

    list_display = ("at", "username", "user", "kind", "ok", "device", "ip")
    list_filter = ("ok", "kind")
    list_select_related = ("user", "device")
    search_fields = ("username",)
    date_hierarchy = "at"
