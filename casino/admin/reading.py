"""Admin pages that only show: books, hands, histories. Corrections are actions that call a service."""

from typing import TYPE_CHECKING, Any, Final

from django.contrib import admin
from django.http import HttpRequest

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]  # Django's own class is generic for the type checker alone
else:
    ModelAdmin = admin.ModelAdmin


SECRETS: Final = frozenset({"password", "pin_hash", "code_digest", "token_digest", "token_key", "seed"})
"""No page is asked by these: what a list answers to `?password__startswith=` tells the field letter by letter."""


class DiscreetAdmin(ModelAdmin):
    """Lists are filtered by no secret."""

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Django allows every field of a row's own."""
        return not SECRETS & set(lookup.split("__")) and super().lookup_allowed(lookup, value, request)


class ReadOnlyAdmin(DiscreetAdmin):
    """Nobody adds, changes or deletes here, whatever his role; seeing is by `<app>.view_<model>`."""

    list_per_page = 50
    show_full_result_count = False  # counting millions of rows says nothing and costs seconds
    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Never."""
        return False
