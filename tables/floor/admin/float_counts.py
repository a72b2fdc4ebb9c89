"""Counts of floats that differed and were counted again: read only; the person who counts a float leaves them."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from casino.admin.editing import money_column
from casino.admin.reading import ReadOnlyAdmin
from tables.models import FloatCount


@admin.register(FloatCount)
class FloatCountAdmin(ReadOnlyAdmin):
    """What was counted before, beside what the books said then."""

    list_display = ("at", "table", "booked_money", "counted_money", "by")
    list_select_related = ("session__table", "by")
    list_filter = ("session__table",)
    search_fields = ("session__table__code",)
    ordering = ("-pk",)
    fields = (("session", "at", "by"), ("booked_money", "counted_money", "chips"))
    booked_money = money_column("booked_cents", _("float by the books"))
    counted_money = money_column("counted_cents", _("float counted"))

    @admin.display(description=_("table"))
    def table(self, row: FloatCount) -> str:
        return str(row.session.table)
