"""Counts of the chips in front of guests: read only; dealers and the floor record them."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from casino.admin.editing import money_column
from casino.admin.reading import ReadOnlyAdmin
from tables.models import StackCount


@admin.register(StackCount)
class StackCountAdmin(ReadOnlyAdmin):
    """Counts, each with the bounds that the books left it, and why it is outside of them."""

    list_display = ("at", "place", "guest", "counted_money", "least_money", "most_money", "explanation", "by")
    list_select_related = ("sitting__guest", "sitting__table", "by")
    list_filter = ("sitting__table",)
    search_fields = ("sitting__guest__number", "sitting__guest__name", "sitting__table__code")
    ordering = ("-pk",)
    fields = (
        ("sitting", "gaming_day", "after_hand"),
        ("counted_money", "brought_money", "chips"),
        ("least_money", "most_money", "explanation"),
        ("at", "by"),
    )
    counted_money = money_column("counted_cents", _("counted"))
    brought_money = money_column("brought_cents", _("brought until then"))
    least_money = money_column("least_cents", _("at least by the books"))
    most_money = money_column("most_cents", _("at most by the books"))

    @admin.display(description=_("guest"))
    def guest(self, row: StackCount) -> str:
        return str(row.sitting.guest)

    @admin.display(description=_("seat"))
    def place(self, row: StackCount) -> str:
        return f"{row.sitting.table.code}/{row.sitting.seat}"
