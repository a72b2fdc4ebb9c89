"""Decks and shufflers of the tables: read only; the floor records them on the table's page."""

from django.contrib import admin

from casino.admin.reading import ReadOnlyAdmin
from tables.models import DeckChange


@admin.register(DeckChange)
class DeckChangeAdmin(ReadOnlyAdmin):
    """Changes of a table's deck and shuffler, each with its time and person."""

    list_display = ("table", "deck", "shuffler", "at", "by", "reason")
    list_select_related = ("table", "by")
    list_filter = ("table",)
    search_fields = ("deck", "shuffler")
    date_hierarchy = "at"
    ordering = ("-id",)
