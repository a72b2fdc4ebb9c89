"""Guests who were away, the chips that were kept for them, and the house's rules for it: only read."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from casino.admin.editing import money_column
from casino.admin.reading import ReadOnlyAdmin
from tables.models import Absence, AbsenceTerms, KeptChips


@admin.register(Absence)
class AbsenceAdmin(ReadOnlyAdmin):
    """Since when and until when a guest was away from his seat, and his absent buttons."""

    list_display = ("since", "until", "guest", "place", "buttons", "reason", "by")
    list_select_related = ("sitting__guest", "sitting__table", "by")
    list_filter = ("sitting__table",)
    search_fields = ("sitting__guest__number", "sitting__guest__name", "sitting__table__code")
    ordering = ("-pk",)
    fields = ("sitting", ("since", "until"), ("buttons", "last_button_at"), ("reason", "by"))

    @admin.display(description=_("guest"))
    def guest(self, row: Absence) -> str:
        """Who."""
        return str(row.sitting.guest)

    @admin.display(description=_("seat"))
    def place(self, row: Absence) -> str:
        """Where."""
        return f"{row.sitting.table.code}/{row.sitting.seat}"


@admin.register(KeptChips)
class KeptChipsAdmin(ReadOnlyAdmin):
    """Chips that were picked up, and what became of them."""

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
        """Whose."""
        return str(row.sitting.guest)


@admin.register(AbsenceTerms)
class AbsenceTermsAdmin(ReadOnlyAdmin):
    """What a house has set (`houses/<id>/absence-rules/`); what stands nowhere is as usual."""

    list_display = ("house", "rules")
    list_select_related = ("house",)
    fields = ("house", "rules")
