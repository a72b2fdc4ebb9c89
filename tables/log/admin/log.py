"""The floor's log in the back office: read only."""

from django.contrib import admin

from casino.admin.reading import ReadOnlyAdmin
from tables.models import CallTaking, HandOver, Incident, IncidentNote


@admin.register(CallTaking)
class CallTakingAdmin(ReadOnlyAdmin):
    """Who took a floor call, and who took it over from them."""

    list_display = ("at", "call", "number", "by")
    list_select_related = ("call__table", "by")
    ordering = ("-at",)


@admin.register(Incident)
class IncidentAdmin(ReadOnlyAdmin):
    """Incidents as they were recorded."""

    list_display = ("at", "kind", "table", "text", "by", "owner")
    list_select_related = ("table", "by", "owner")
    list_filter = ("kind", "table")
    search_fields = ("text", "present")
    ordering = ("-at",)


@admin.register(IncidentNote)
class IncidentNoteAdmin(ReadOnlyAdmin):
    """Later notes to incidents."""

    list_display = ("at", "incident", "text", "by", "owner")
    list_select_related = ("incident", "by", "owner")
    search_fields = ("text",)
    ordering = ("-at",)


@admin.register(HandOver)
class HandOverAdmin(ReadOnlyAdmin):
    """Hand-over sheets with signer and confirming person."""

    list_display = ("at", "gaming_day", "shift", "by", "confirmed_at", "confirmed_by")
    list_select_related = ("gaming_day__house", "by", "confirmed_by")
    date_hierarchy = "at"
    ordering = ("-at",)
