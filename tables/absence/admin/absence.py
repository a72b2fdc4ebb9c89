"""Absences of guests and their kept chips in the back office: read only."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from casino.admin.editing import money_column
from casino.admin.reading import ReadOnlyAdmin
from tables.models import Absence, KeptChips


@admin.register(Absence)
class AbsenceAdmin(ReadOnlyAdmin):
    """Absences of guests from their seats, with the absent buttons."""

    list_display = ("since", "until", "guest", "place", "buttons", "reason", "by")
    list_select_related = ("sitting__guest", "sitting__table", "by")
    list_filter = ("sitting__table",)
    search_fields = ("sitting__guest__number", "sitting__guest__name", "sitting__table__code")
    ordering = ("-pk",)
    fields = ("sitting", ("since", "until"), ("buttons", "last_button_at"), ("reason", "by"))

    @admin.display(description=_("guest"))
    def guest(self, row: Absence) -> str:
        return str(row.sitting.guest)

    @admin.display(description=_("seat"))
    def place(self, row: Absence) -> str:
        return f"{row.sitting.table.code}/{row.sitting.seat}"


@admin.register(KeptChips)
class KeptChipsAdmin(ReadOnlyAdmin):
    """Chips picked up from absent guests' seats, and their outcome."""

    list_display = ("picked_up_at", "guest", "amount_money", "outcome", "ended_at", "ended_by")
    list_select_related = ("sitting__guest", "ended_by")
    list_filter = ("outcome",)
    date_hierarchy = "gaming_day__date"
    search_fields = ("sitting__guest__number", "sitting__guest__name", "sitting__table__code")
    ordering = ("-pk",)
    fields = (
        ("sitting", "gaming_day", "amount_money"),
        ("picked_up_at", "picked_up_by", "reason"),
        ("outcome", "ended_at", "ended_by", "ended_because"),
    )
    amount_money = money_column("amount_cents", _("amount"))

    @admin.display(description=_("guest"))
    def guest(self, row: KeptChips) -> str:
        return str(row.sitting.guest)
