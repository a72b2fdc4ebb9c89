"""The rota in the back office: rules, shifts, breaks and qualifications are read here, and entered on the floor."""

from django.contrib import admin
from simple_history.admin import SimpleHistoryAdmin

from casino.admin.reading import ReadOnlyAdmin
from tables.models import DealerBreak, Qualification, RotaTerms, Shift

_BY_DEALER = ("dealer__username", "dealer__full_name")


@admin.register(RotaTerms)
class RotaTermsAdmin(ReadOnlyAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """What each house has set; its history keeps what stood there."""

    list_display = ("house", "is_on")
    list_select_related = ("house",)
    fields = ("house", "is_on", "rules")


@admin.register(Shift)
class ShiftAdmin(ReadOnlyAdmin):
    """Planned and worked."""

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
    """Who was on a break, from when to when."""

    list_display = ("started_at", "back_at", "ended_at", "dealer", "sent_by")
    list_select_related = ("dealer", "sent_by")
    date_hierarchy = "started_at"
    search_fields = _BY_DEALER


@admin.register(Qualification)
class QualificationAdmin(ReadOnlyAdmin):
    """Who may deal what, since when and until when."""

    list_display = ("dealer", "skill", "since", "by", "until", "until_by", "house")
    list_select_related = ("dealer", "by", "until_by", "house")
    list_filter = ("skill",)
    search_fields = _BY_DEALER
