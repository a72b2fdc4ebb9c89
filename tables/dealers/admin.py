"""The rota in the back office: shifts, breaks and qualifications, read only; the floor enters them."""

from django.contrib import admin

from casino.admin.reading import ReadOnlyAdmin
from tables.models import DealerBreak, Qualification, Shift

_BY_DEALER = ("dealer__username", "dealer__full_name")


@admin.register(Shift)
class ShiftAdmin(ReadOnlyAdmin):
    """Shifts as planned, and as worked."""

    list_display = ("begins_at", "ends_at", "dealer", "came_at", "went_at", "called_off_at", "house")
    list_select_related = ("dealer", "house")
    date_hierarchy = "begins_at"
    search_fields = _BY_DEALER
    fields = (
        ("house", "dealer"),
        ("begins_at", "ends_at"),
        ("entered_at", "entered_by"),
        ("came_at", "came_by"),
        ("went_at", "went_by"),
        ("called_off_at", "called_off_by", "reason"),
    )


@admin.register(DealerBreak)
class DealerBreakAdmin(ReadOnlyAdmin):
    """Breaks with their start, planned and actual end."""

    list_display = ("started_at", "back_at", "ended_at", "dealer", "sent_by")
    list_select_related = ("dealer", "sent_by")
    date_hierarchy = "started_at"
    search_fields = _BY_DEALER


@admin.register(Qualification)
class QualificationAdmin(ReadOnlyAdmin):
    """Dealers' qualifications, present and ended."""

    list_display = ("dealer", "skill", "since", "by", "until", "until_by", "house")
    list_select_related = ("dealer", "by", "until_by", "house")
    list_filter = ("skill",)
    search_fields = _BY_DEALER
