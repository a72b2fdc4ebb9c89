"""Moves of seated guests: requests, must-moves and their turns, drawn seats; all of it only read."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from casino.admin.editing import badge
from casino.admin.reading import ReadOnlyAdmin
from tables.models import MoveRequest, MovingTerms, MustMove, MustMoveTurn, SeatDraw

_TONES = {MoveRequest.End.GRANTED: "good", MoveRequest.End.DECLINED: "warn"}


@admin.register(MovingTerms)
class MovingTermsAdmin(ReadOnlyAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """What a house has set of moving; its history keeps what stood there."""

    list_display = ("house", "rules")
    list_select_related = ("house",)
    fields = ("house", "rules")


@admin.register(MoveRequest)
class MoveRequestAdmin(ReadOnlyAdmin):
    """Who asked for another seat or table, and what came of it."""

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
        """In a word; nothing while he waits."""
        return badge(row.get_end_display(), _TONES.get(MoveRequest.End(row.end), "")) if row.end else ""


@admin.register(MustMoveTurn)
class MustMoveTurnAdmin(ReadOnlyAdmin):
    """Whose turn it was to move to a main game, and what he did."""

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
    """Main tables and their feeders."""

    list_display = ("coupled_at", "main", "feeder", "game", "coupled_by", "uncoupled_at")
    list_display_links = ("coupled_at", "main")
    list_select_related = ("main", "feeder", "game", "coupled_by")
    fields = (("main", "feeder", "game"), ("coupled_at", "coupled_by"), ("uncoupled_at", "uncoupled_by"))


@admin.register(SeatDraw)
class SeatDrawAdmin(ReadOnlyAdmin):
    """Draws of seats; the seed of one that waits is shown to nobody."""

    list_display = ("announced_at", "table", "purpose", "drawn_at", "announced_by")
    list_display_links = ("announced_at", "table")
    list_select_related = ("table", "announced_by")
    list_filter = ("purpose",)
    fields = (
        ("table", "purpose"), "commitment", ("announced_at", "announced_by"), ("drawn_at", "drawn_by"), "reason",
        "told_seed", "facts", "result",
    )  # fmt: skip

    @admin.display(description=_("seed"), empty_value="–")
    def told_seed(self, row: SeatDraw) -> str | None:
        """Of a draw that was used."""
        return row.seed if row.drawn_at else None
