"""Admin pages of rounds against the house: read only; the service voids a wrong round."""

from typing import ClassVar

from django.contrib import admin
from django.db.models import Q
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy as _

from casino import wording
from casino.admin.actions import Action, ActionsAdmin
from casino.admin.editing import badge, money_column
from casino.admin.long_lists import LongListAdmin, OnDay
from tables.models import Round
from tables.play.admin.searching import of_table_or_id
from tables.rounds.services import rounds


@admin.register(Round)
class RoundAdmin(ActionsAdmin, LongListAdmin):
    """Rounds with every box's bets and results, and the house's win or loss."""

    list_display = (
        "__str__", "state_badge", "game", "dealer", "dealt_at",
        "staked_money", "lost_money", "paid_money", "tips_money",
    )  # fmt: skip
    list_select_related = ("table", "game", "dealer")
    list_filter = ("state", "recording", "table", ("gaming_day", OnDay))
    search_fields = ("id", "table__code")
    search_help_text = _("The round's id, or the table.")
    ordering = ("-id",)
    fields = (
        ("table", "number", "state_badge", "recording"),
        ("game", "rule_set", "dealer", "gaming_day", "session"),
        ("dealt_at", "recorded_at", "client_uuid"),
        ("staked_money", "lost_money", "paid_money", "tips_money"),
        "cards",
        "boxes",
        ("void_reason", "voided_by"),
        "entries",
    )
    staked_money = money_column("staked_cents", _("staked"))
    lost_money = money_column("lost_cents", _("lost to the house"))
    paid_money = money_column("paid_cents", _("paid by the house"))
    tips_money = money_column("tips_cents", _("tips"))
    object_actions: ClassVar = (
        Action(
            name="void",
            label=_("Void the round"),
            explanation=_("A booked round is reversed by a new entry, never by the person who booked it."),
            offered=lambda row: row.state == Round.State.SETTLED,
            service=rounds.void,
            row_id="round_id",
        ),
    )

    def searched(self, term: str) -> Q:
        return of_table_or_id(term)

    @admin.display(description=_("state"), ordering="state")
    def state_badge(self, row: Round) -> str:
        return badge(row.get_state_display(), "bad" if row.state == Round.State.VOID else "")

    @admin.display(description=_("cards"), empty_value="–")
    def cards(self, row: Round) -> str | None:
        """The board and the dealer's two cards; None where only the outcome was recorded."""
        shown = (row.record.get("board", ""), row.record.get("dealer", ""))
        return " · ".join(shown) if any(shown) else None

    @admin.display(description=_("boxes"), empty_value="–")
    def boxes(self, row: Round) -> str | None:
        """One line for each box: its bets and their results."""
        lines = [(_line(one),) for one in row.result.get("boxes", ())]
        return format_html_join(mark_safe("<br>"), "{}", lines) if lines else None

    @admin.display(description=_("entries"))
    def entries(self, row: Round) -> str:
        address = reverse("admin:accounting_entry_changelist")
        return format_html('<a href="{}?q=round:{}">{}</a>', address, row.pk, f"round:{row.pk}")


def _line(one: dict[str, list[dict[str, int | str]]]) -> str:
    signs = {"won": "+", "lost": "−", "returned": "="}
    bets = [
        f"{bet['spot']} {wording.money(int(bet['staked_cents']))} {signs[str(bet['result'])]}"
        + (wording.money(int(bet["paid_cents"])) if bet["paid_cents"] else "")
        for bet in one["bets"]
    ]
    return f"{one['box']} ({one['seat']}): {', '.join(bets)}"
