"""Boxes in the admin; their sums are hidden until they are settled."""

from typing import TYPE_CHECKING, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounting.cage.services import counts
from accounting.days.admin.chips import chips_column
from accounting.models import Count, Drop
from casino import wording
from casino.admin.actions import Action, ActionsAdmin
from casino.admin.editing import badge, money_column
from casino.admin.reading import ReadOnlyAdmin

if TYPE_CHECKING:
    Tabular = admin.TabularInline[Count, Drop]  # Django's own class is generic for the type checker alone
else:
    Tabular = admin.TabularInline


class CountRows(Tabular):
    """The counts of a box; shown once it is settled."""

    model = Count
    extra = 0
    can_delete = False
    fields = readonly_fields = ("number", "counted_by", "at", "chips_pieces", "counted_money")
    ordering = ("number",)
    chips_pieces = chips_column("chips", _("chips"))
    counted_money = money_column("counted_cents", _("counted"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Count]:
        """Hide the counts of a box that is not settled (N.J.A.C. 13:69D-1.33)."""
        return super().get_queryset(request).filter(drop__counted_at__isnull=False).select_related("counted_by")

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


_FIGURES = ("booked_money", "counted_money", "variance")


@admin.register(Drop)
class DropAdmin(ActionsAdmin, ReadOnlyAdmin):
    """Boxes taken from tables, with booked and counted sums; a variance can be explained."""

    list_display = ("dropped_at", "table_code", "kind", "gaming_day", "state", *_FIGURES)
    list_select_related = ("gaming_day__house",)
    list_filter = ("kind",)
    search_fields = ("table_code__exact",)
    date_hierarchy = "gaming_day__date"
    inlines = (CountRows,)
    fields = (
        ("gaming_day", "table_code", "session_number", "kind"),
        ("dropped_at", "dropped_by"),
        ("state", "counted_at"),
        _FIGURES,
        ("explanation", "explained_by"),
    )
    readonly_fields = ("state", *_FIGURES)
    counted_money = money_column("counted_cents", _("counted"))
    object_actions: ClassVar = (
        Action(
            name="explain",
            label=_("Explain the variance"),
            offered=lambda row: row.counted_at is not None and row.counted_cents != row.booked_cents,
            service=counts.explain,
            arguments=lambda row, values: {"drop_id": row.pk, "explanation": values["reason"]},
        ),
    )

    @admin.display(description=_("state"))
    def state(self, row: Drop) -> str:
        """Waits for its count, agrees, explained, or to be explained."""
        if row.counted_at is None:
            return badge(_("waiting to be counted"), "warn")
        if row.counted_cents == row.booked_cents:
            return badge(_("agrees"), "good")
        return badge(_("explained"), "") if row.explanation else badge(_("to be explained"), "bad")

    @admin.display(description=_("booked"))
    def booked_money(self, row: Drop) -> str:
        """Hidden before the box is settled, since the reader might still count it."""
        return wording.money(row.booked_cents) if row.counted_at else "–"

    @admin.display(description=_("variance"))
    def variance(self, row: Drop) -> str:
        """Counted less booked."""
        return "–" if row.counted_cents is None else wording.money(row.counted_cents - row.booked_cents)
