"""What a house has set of its own rules; set on the floor, read here."""

from django.contrib import admin
from simple_history.admin import SimpleHistoryAdmin

from casino.admin.reading import ReadOnlyAdmin
from tables.models import HouseRules


@admin.register(HouseRules)
class HouseRulesAdmin(ReadOnlyAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """What each house has set; its history keeps what stood there."""

    list_display = ("house", "subject", "rules")
    list_select_related = ("house",)
    list_filter = ("subject",)
    fields = ("house", "subject", "rules")
