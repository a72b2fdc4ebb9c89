"""Planned stakes and openings, and changes of game: read only; the floor plans them on the table's page."""

from django.contrib import admin

from casino.admin.reading import ReadOnlyAdmin
from tables.models import GameChange, PlannedOpening, StakeStep


@admin.register(StakeStep)
class StakeStepAdmin(ReadOnlyAdmin):
    """Planned increases of a table's stake, and their outcome."""

    list_display = ("session", "game", "after_minutes", "after_hands", "state", "planned_at", "planned_by", "ended_at")
    list_select_related = ("session__table", "game", "planned_by")
    list_filter = ("state", "session__table")
    date_hierarchy = "planned_at"
    ordering = ("-id",)


@admin.register(GameChange)
class GameChangeAdmin(ReadOnlyAdmin):
    """Changes of a table's game, made by a person or by a planned step."""

    list_display = ("session", "from_game", "to_game", "from_hand", "at", "by", "step", "reason")
    list_select_related = ("session__table", "from_game", "to_game", "by", "step__session__table", "step__game")
    list_filter = ("session__table",)
    date_hierarchy = "at"
    ordering = ("-id",)


@admin.register(PlannedOpening)
class PlannedOpeningAdmin(ReadOnlyAdmin):
    """Planned openings of tables, and their outcome."""

    list_display = ("table", "game", "starts_at", "ends_at", "planned_by", "cancelled_at", "session")
    list_select_related = ("table", "game", "planned_by", "session__table")
    list_filter = ("table",)
    date_hierarchy = "starts_at"
    ordering = ("-id",)
