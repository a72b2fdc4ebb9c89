"""Admin pages of users and their sign-ins.  Changes go through `casino.services.accounts`; secrets are never shown.

What gives rights is only asked for here, and decided by another person at `/people/`.  Actions that give rights ask for
the administrator's own password; locking a user out does not, since it must be fast.
"""

from typing import Any, ClassVar

from django import forms
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from casino import membership, wording
from casino.admin.actions import Action, ActionForm, ActionsAdmin, ReasonForm
from casino.admin.reading import ReadOnlyAdmin
from casino.models import LoginEvent, User
from casino.models.users import Language, RoleName
from casino.services import accounts, users


class HousesField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]  # generic for the type checker alone
    """Houses, by name."""

    def __init__(self, **options: Any) -> None:
        houses = apps.get_model(settings.HOUSE_MODEL)._default_manager.order_by("-is_active", "pk")
        super().__init__(houses, label=_("Works in"), required=False, widget=forms.CheckboxSelectMultiple, **options)

    def clean(self, value: Any) -> Any:
        """The ids."""
        return sorted(super().clean(value).values_list("pk", flat=True))


class RolesForm(ReasonForm):
    """The user's new roles."""

    roles = forms.MultipleChoiceField(
        label=_("Roles"), choices=RoleName.choices, widget=forms.CheckboxSelectMultiple, required=False
    )

    def __init__(self, *args: Any, row: User | None = None, **options: Any) -> None:
        super().__init__(*args, row=row, **options)
        self.initial["roles"] = row.roles if row else []


class HousesForm(ReasonForm):
    """Where somebody works from now on."""

    houses = HousesField()

    def __init__(self, *args: Any, row: User | None = None, **options: Any) -> None:
        super().__init__(*args, row=row, **options)
        self.initial["houses"] = (row.house_ids or []) if row else []


class PinForm(ActionForm):
    """A new PIN for the tablets."""

    pin = forms.CharField(
        label=_("PIN"), max_length=users.PIN_DIGITS, widget=forms.PasswordInput({"autocomplete": "off"})
    )


class NewUserForm(ReasonForm):
    """A new user and the roles to ask for."""

    username = forms.CharField(label=_("User name"), max_length=64)
    full_name = forms.CharField(label=_("Name"), max_length=120, required=False)
    staff_number = forms.CharField(label=_("Staff number"), max_length=32, required=False)
    roles = forms.MultipleChoiceField(
        label=_("Roles"), choices=RoleName.choices, widget=forms.CheckboxSelectMultiple, required=False
    )
    houses = HousesField(help_text=_("None: where you work yourself."))
    language = forms.ChoiceField(label=_("Language"), choices=Language.choices)
    field_order = ("username", "full_name", "staff_number", "roles", "houses", "language", "reason")


@admin.register(User)
class UserAdmin(ActionsAdmin, ReadOnlyAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """Users with their roles."""

    list_display = ("username", "full_name", "role_words", "house_names", "language", "is_active")
    list_filter = ("is_active", "language")
    search_fields = ("username", "full_name")
    fields = (
        "username",
        "full_name",
        "staff_number",
        "role_words",
        "house_names",
        "language",
        "is_active",
        "is_demo",
        "date_joined",
    )
    list_actions: ClassVar = (
        Action(
            name="new",
            label=_("New user"),
            form=NewUserForm,
            explanation=_("Roles other than dealer, and a first password, wait for a second person (People)."),
            service=accounts.open_account,
            arguments=lambda _row, values: {
                "username": values["username"],
                "full_name": values["full_name"],
                "staff_number": values["staff_number"],
                "role_names": values["roles"],
                "house_ids": values["houses"],
                "language": values["language"],
                "reason": values["reason"],
            },
        ),
    )
    object_actions: ClassVar = (
        Action(
            name="roles",
            label=_("Change roles"),
            form=RolesForm,
            explanation=_("Roles are removed at once; those you add wait for a second person (People)."),
            service=accounts.change_roles,
            arguments=lambda row, values: {
                "user_id": row.pk,
                "role_names": values["roles"],
                "reason": values["reason"],
            },
        ),
        Action(
            name="houses",
            label=_("Change houses"),
            form=HousesForm,
            explanation=_("Houses are removed at once; those you add wait for a second person (People)."),
            service=accounts.change_houses,
            arguments=lambda row, values: {
                "user_id": row.pk,
                "house_ids": values["houses"],
                "reason": values["reason"],
            },
        ),
        Action(
            name="password",
            label=_("Request a new password"),
            explanation=_("A second person must approve it (People) and hand over the one-time password."),
            service=accounts.ask_password,
            row_id="user_id",
        ),
        Action(
            name="second-factor",
            label=_("Request a new second factor"),
            explanation=_("Somebody has lost theirs. A second person must approve it (People)."),
            service=accounts.ask_second_factor,
            row_id="user_id",
        ),
        Action(
            name="pin",
            label=_("Set PIN"),
            form=PinForm,
            service=users.set_pin,
            permission=accounts.EDIT,
            row_id="user_id",
        ),
        Action(
            name="lock-out",
            label=_("Lock out"),
            offered=lambda row: row.is_active,
            service=accounts.lock_out,
            row_id="user_id",
        ),
        Action(
            name="let-in",
            label=_("Request readmission"),
            explanation=_("A second person must approve it (People)."),
            offered=lambda row: not row.is_active,
            service=accounts.ask_to_let_in,
            row_id="user_id",
        ),
    )

    @admin.display(description=_("roles"))
    def role_words(self, user: User) -> str:
        """The names of the roles in the reader's language."""
        return wording.role_names(user.roles)

    @admin.display(description=_("works in"))
    def house_names(self, user: User) -> str:
        """The names of the houses where they work."""
        return membership.house_names(user.house_ids)


@admin.register(LoginEvent)
class LoginEventAdmin(ReadOnlyAdmin):
    """Every attempt to sign in, successful or not."""

    list_display = ("at", "username", "user", "kind", "ok", "device", "ip")
    list_filter = ("ok", "kind")
    list_select_related = ("user", "device")
    search_fields = ("username",)
    date_hierarchy = "at"

    def get_queryset(self, request: HttpRequest) -> Any:
        """The sign-ins of colleagues, and of names that nobody has."""
        assert isinstance(request.user, User)
        return super().get_queryset(request).filter(membership.of_colleagues(request.user))
