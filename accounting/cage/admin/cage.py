"""The cage in the admin: windows are created and edited through services, the rest is read-only."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from accounting.cage.services import windows
from accounting.days.admin.chips import chips_column
from accounting.models import Print, Slip, Window, WindowShift
from casino.admin.editing import ServiceAdmin, badge, money_column
from casino.admin.reading import ReadOnlyAdmin
from casino.models import User

_STATES = {Slip.State.DONE.value: "good", Slip.State.ASKED.value: "warn"}


@admin.register(Window)
class WindowAdmin(ServiceAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """The cash counters."""

    list_display = ("code", "name", "house", "is_active")
    list_select_related = ("house",)
    list_filter = ("is_active",)
    search_fields = ("code", "name")
    autocomplete_fields = ("house",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """The code never changes: it is part of the names of the ledger's places."""
        return ("house", "code") if obj else ()

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Without `is_active` for a new window, which is in use."""
        return ("house", "code", "name", "is_active") if obj else ("house", "code", "name")

    def add(self, actor: User, values: Mapping[str, Any]) -> Window:
        return windows.create(house_id=values["house"].pk, code=values["code"], name=values["name"], actor=actor)

    def edit(self, actor: User, row: Window, values: Mapping[str, Any]) -> Window:
        return windows.edit(window_id=row.pk, name=values["name"], is_active=values["is_active"], actor=actor)


@admin.register(WindowShift)
class WindowShiftAdmin(ReadOnlyAdmin):
    """Shifts at windows, with their opening and closing counts."""

    list_display = ("window", "gaming_day", "opened_at", "opened_by", "closed_at", "closed_by", "variance_money")
    list_select_related = ("window", "gaming_day__house", "opened_by", "closed_by")
    list_filter = ("window",)
    date_hierarchy = "gaming_day__date"
    ordering = ("-opened_at",)
    fields = (
        ("window", "gaming_day"),
        ("opened_at", "opened_by", "closed_at", "closed_by"),
        ("chips_pieces", "chips_money", "cash_money"),
        ("counted_chips_pieces", "counted_chips_money", "counted_cash_money"),
        ("variance_money", "explanation"),
    )
    chips_pieces = chips_column("chips", _("chips"))
    counted_chips_pieces = chips_column("counted_chips", _("chips counted"))
    chips_money = money_column("chips_cents", _("value of the chips"))
    cash_money = money_column("cash_cents", _("cash at the opening"))
    counted_chips_money = money_column("counted_chips_cents", _("value of the chips counted"))
    counted_cash_money = money_column("counted_cash_cents", _("cash counted"))
    variance_money = money_column("variance_cents", _("variance"))


@admin.register(Slip)
class SlipAdmin(ReadOnlyAdmin):
    """Fills, credits and changes."""

    list_display = ("number", "state_badge", "kind", "table_code", "window", "amount_money", "asked_by", "done_by")
    list_select_related = ("window", "asked_by", "done_by")
    list_filter = ("state", "kind")
    date_hierarchy = "gaming_day__date"
    search_fields = ("=number", "table_code__exact")
    fields = (
        ("number", "kind", "state_badge", "gaming_day"),
        ("table_code", "window", "amount_money"),
        ("chips_pieces", "chips_back_pieces"),
        ("asked_by", "asked_at", "done_by", "done_at"),
        ("reason", "entry"),
    )
    amount_money = money_column("amount_cents", _("amount"))
    chips_pieces = chips_column("chips", _("chips"))
    chips_back_pieces = chips_column("chips_back", _("chips back"))

    @admin.display(description=_("state"), ordering="state")
    def state_badge(self, slip: Slip) -> str:
        return badge(slip.get_state_display(), _STATES.get(slip.state, "bad"))


@admin.register(Print)
class PrintAdmin(ReadOnlyAdmin):
    """Prints of slips and day sheets."""

    list_display = ("at", "subject", "number", "by")
    list_select_related = ("by",)
    search_fields = ("subject__exact",)
    ordering = ("-at",)
    fields = ("house", "subject", "number", "at", "by")
