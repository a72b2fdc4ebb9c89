"""Houses and gaming days in the admin.  The game side, which closes days, adds its actions to `GamingDayAdmin`."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from accounting.days.services import houses
from accounting.models import GamingDay, House
from casino.admin.actions import ActionsAdmin
from casino.admin.editing import ServiceAdmin, badge
from casino.admin.reading import ReadOnlyAdmin
from casino.models import User


@admin.register(House)
class HouseAdmin(ServiceAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """The house's settings, edited through `services.houses`."""

    list_display = ("name", "code", "currency", "time_zone", "rolls_over_at", "is_active")
    fields = (
        "code", "name", "letterhead", "currency", "time_zone", "rolls_over_at", "shift_starts", "tip_bp",
        "call_minutes", "stakes_agreed_before_start",
    )  # fmt: skip
    # Existing entries depend on the first two; the clock takes two people (`accounting.days.services.clocks`).
    readonly_fields = ("code", "currency", "time_zone", "rolls_over_at")
    search_fields = ("name", "code")

    def has_add_permission(self, request: Any) -> bool:
        """Never: a house is set up by `manage.py createhouse`."""
        return False

    def edit(self, actor: User, row: House, values: Mapping[str, Any]) -> House:
        return houses.edit(house_id=row.pk, changes=dict(values), actor=actor)


class GamingDayAdmin(ActionsAdmin, ReadOnlyAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """Gaming days with their seals, read-only; registered by the game side."""

    list_display = ("date", "house", "state_badge", "opened_at", "opened_by", "closed_at", "closed_by")
    list_select_related = ("house", "opened_by", "closed_by")
    list_filter = ("state",)
    date_hierarchy = "date"
    search_fields = ("date",)
    fields = ("house", "date", "state_badge", ("opened_at", "opened_by"), ("closed_at", "closed_by"), "seal")

    @admin.display(description=_("state"), ordering="state")
    def state_badge(self, day: GamingDay) -> str:
        return badge(day.get_state_display(), "good" if day.state == GamingDay.State.OPEN else "")
