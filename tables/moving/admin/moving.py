"""Moves of seated guests: requests, must-moves and their turns, drawn seats; all read only."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from casino.admin.editing import badge, json_column
from casino.admin.reading import ReadOnlyAdmin
from tables.models import MoveRequest, MustMove, MustMoveTurn, SeatDraw

_TONES = {MoveRequest.End.GRANTED: "good", MoveRequest.End.DECLINED: "warn"}


@admin.register(MoveRequest)
class MoveRequestAdmin(ReadOnlyAdmin):
    """Requests for another seat or table, and how they ended."""

    list_display = ("asked_at", "guest", "game", "kind", "to_table", "to_seat", "end_badge", "ended_at")
    list_display_links = ("asked_at", "guest")
    list_select_related = ("guest", "game", "to_table")
    list_filter = ("kind", "end")
    search_fields = ("guest__number", "guest__name")
    ordering = ("-pk",)
    fields = (
        ("guest", "game", "sitting"), ("kind", "to_table", "to_seat"), ("asked_at", "asked_by"),
        ("end_badge", "ended_at", "ended_by"), ("granted", "reason"),
    )  # fmt: skip

    @admin.display(description=_("end"), ordering="end")
    def end_badge(self, row: MoveRequest) -> str:
        """Empty while the request is open."""
        return badge(row.get_end_display(), _TONES.get(MoveRequest.End(row.end), "")) if row.end else ""


@admin.register(MustMoveTurn)
class MustMoveTurnAdmin(ReadOnlyAdmin):
    """Turns of feeder guests to move to the main game: moved, or refused and barred."""

    list_display = ("at", "guest", "couple", "game", "moved_to", "barred_until", "by")
    list_display_links = ("at", "guest")
    list_select_related = (
        "guest", "game", "couple__main", "couple__feeder", "moved_to__table", "moved_to__guest", "by",
    )  # fmt: skip
    search_fields = ("guest__number", "guest__name")
    ordering = ("-pk",)
    fields = (("guest", "couple", "game"), ("sitting", "moved_to"), ("barred_until", "reason"), ("at", "by"))


@admin.register(MustMove)
class MustMoveAdmin(ReadOnlyAdmin):
    """Must-moves: main tables with their feeders."""

    list_display = ("coupled_at", "main", "feeder", "game", "coupled_by", "uncoupled_at")
    list_display_links = ("coupled_at", "main")
    list_select_related = ("main", "feeder", "game", "coupled_by")
    fields = (("main", "feeder", "game"), ("coupled_at", "coupled_by"), ("uncoupled_at", "uncoupled_by"))


@admin.register(SeatDraw)
class SeatDrawAdmin(ReadOnlyAdmin):
    """Draws of seats; the seed is shown only after the draw was made."""

    list_display = ("announced_at", "table", "purpose", "drawn_at", "announced_by")
    list_display_links = ("announced_at", "table")
    list_select_related = ("table", "announced_by")
    list_filter = ("purpose",)
    fields = (
        ("table", "purpose"), "commitment", ("announced_at", "announced_by"), ("drawn_at", "drawn_by"), "reason",
        "revealed_seed", "facts_text", "result_text",
    )  # fmt: skip
    facts_text = json_column("facts", _("facts"))
    result_text = json_column("result", _("result"))

    @admin.display(description=_("seed"), empty_value="–")
    def revealed_seed(self, row: SeatDraw) -> str | None:
        return row.seed if row.drawn_at else None
