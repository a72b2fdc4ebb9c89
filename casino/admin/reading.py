"""Admin pages that only show: books, hands, histories. Corrections are actions that call a service."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.http import HttpRequest

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]  # Django's own class is generic for the type checker alone
else:
    ModelAdmin = admin.ModelAdmin


class ReadOnlyAdmin(ModelAdmin):
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
