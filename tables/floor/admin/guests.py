"""Guests with their sittings; the history shows each change and its author."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from casino.admin.editing import ServiceAdmin, money_column
from casino.admin.reading import ReadOnlyAdmin
from casino.models import User
from tables.guests.services import guests
from tables.models import Guest, Sitting

if TYPE_CHECKING:
    Tabular = admin.TabularInline[Any, Any]  # Django's own class is generic for the type checker alone
else:
    Tabular = admin.TabularInline

_BOUGHT = money_column("bought_in_cents", _("total bought in"))
_CASHED = money_column("cashed_out_cents", _("cashed out"))


class SittingRows(Tabular):
    """A guest's sittings, the latest first."""

    model = Sitting
    fields = ("table", "seat", "sat_at", "left_at", "bought_in_money", "cashed_out_money")
    readonly_fields = fields
    ordering = ("-sat_at",)
    extra = 0
    can_delete = False
    bought_in_money = _BOUGHT
    cashed_out_money = _CASHED

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("table")

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Guest)
class GuestAdmin(ServiceAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """Players the house knows, by the number on their card."""

    list_display = ("number", "name", "house", "created_at")
    list_display_links = ("number", "name")
    list_select_related = ("house",)
    search_fields = ("number", "name")
    ordering = ("name",)
    autocomplete_fields = ("house",)
    fields = ("house", "number", "name", "notes")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """House and number identify a guest and never change."""
        return ("house", "number") if obj else ()

    def get_inlines(self, request: HttpRequest, obj: Any) -> tuple[type[SittingRows], ...]:
        """A new guest has no sittings yet."""
        return (SittingRows,) if obj else ()

    def add(self, actor: User, values: Mapping[str, Any]) -> Guest:
        return guests.register(
            house_id=values["house"].pk,
            number=values["number"],
            name=values["name"],
            notes=values["notes"],
            actor=actor,
        )

    def edit(self, actor: User, row: Guest, values: Mapping[str, Any]) -> Guest:
        return guests.edit(guest_id=row.pk, name=values["name"], notes=values["notes"], actor=actor)


@admin.register(Sitting)
class SittingAdmin(ReadOnlyAdmin):
    """Sittings with their buy-ins and cash-outs."""

    list_display = ("sat_at", "left_at", "guest", "table", "seat", "bought_in_money", "cashed_out_money")
    list_select_related = ("guest", "table")
    list_filter = ("table",)
    date_hierarchy = "session__gaming_day__date"
    search_fields = ("guest__number", "guest__name", "table__code")
    fields = (
        ("guest", "table", "seat", "session"),
        ("sat_at", "left_at", "moved_from"),
        ("buy_in_money", "minimum_money", "bought_in_money", "cashed_out_money"),
        ("is_away", "owes_small_blind", "owes_big_blind"),
    )
    buy_in_money = money_column("buy_in_cents", _("first buy-in"))
    minimum_money = money_column("min_buy_in_cents", _("minimum buy-in at the time"))
    bought_in_money = _BOUGHT
    cashed_out_money = _CASHED
