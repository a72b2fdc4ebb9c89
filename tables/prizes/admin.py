"""Tournaments in the back office: read, with their history; every change goes through the services.

Terms and structure are changed where they are announced, never here; the seed of an unused draw stays hidden.
"""

from typing import Any, ClassVar

from django.contrib import admin
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from casino import wording
from casino.admin.actions import Action, ActionForm, ActionsAdmin
from casino.admin.editing import badge, json_column, money_column
from casino.admin.reading import ReadOnlyAdmin
from tables.models import Draw, Entrant, Prize, Purchase, Tournament
from tables.prizes.services import settling
from tables.tournaments.selectors import standing as selector
from tables.tournaments.services import announcing, clock

State = Tournament.State
_KINDS = {State.REGISTERING.value: "good", State.RUNNING.value: "good", State.FINISHED.value: "warn",
          State.CANCELLED.value: "bad"}  # fmt: skip


def _is_clock_stopped(row: Tournament) -> bool:
    return row.state == State.RUNNING and selector.events(row)[-1].kind == "paused"


@admin.register(Tournament)
class TournamentAdmin(ActionsAdmin, ReadOnlyAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """Tournaments: terms, figures, and the money taken and paid."""

    list_display = ("code", "name", "state_badge", "starts_at", "variant", "buy_in_money", "fee_money", "house")
    list_display_links = ("code", "name")
    list_select_related = ("house",)
    list_filter = ("state", "variant", "house")
    date_hierarchy = "starts_at"
    search_fields = ("code", "name")
    fields = (
        ("house", "code", "name", "state_badge"),
        ("variant", "betting", "starts_at", "seats_per_table", "most_entries"),
        ("buy_in_money", "fee_money", "bounty_money", "guarantee_money"),
        ("re_buy_money", "re_buy_fee_money", "add_on_money", "add_on_fee_money"),
        ("started_at", "closed_at", "finished_at", "settled_at", "settled_by"),
        ("final", "seat_for"),
        ("figures", "taken"),
        "structure_text",
        "chip_set",
        "entries",
    )
    buy_in_money = money_column("buy_in_cents", _("buy-in"))
    fee_money = money_column("fee_cents", _("fee"))
    bounty_money = money_column("bounty_cents", _("bounty"))
    guarantee_money = money_column("guarantee_cents", _("guaranteed pool"))
    re_buy_money = money_column("re_buy_cents", _("re-buy"))
    re_buy_fee_money = money_column("re_buy_fee_cents", _("fee of a re-buy"))
    add_on_money = money_column("add_on_cents", _("add-on"))
    add_on_fee_money = money_column("add_on_fee_cents", _("fee of an add-on"))
    object_actions: ClassVar = (
        Action(
            name="open-registration",
            label=_("Open the registration"),
            form=ActionForm,
            explanation=_("After that the terms cannot be changed."),
            offered=lambda row: row.state == State.ANNOUNCED,
            service=announcing.open_registration,
            row_id="tournament_id",
        ),
        Action(
            name="pause",
            label=_("Stop the clock"),
            form=ActionForm,
            offered=lambda row: row.state == State.RUNNING and not _is_clock_stopped(row),
            service=clock.pause,
            row_id="tournament_id",
        ),
        Action(
            name="resume",
            label=_("Resume the clock"),
            form=ActionForm,
            offered=_is_clock_stopped,
            service=clock.resume,
            row_id="tournament_id",
        ),
        Action(
            name="cancel",
            label=_("Cancel the tournament"),
            explanation=_("Everyone gets back everything they paid, fee included."),
            offered=lambda row: row.state in {State.ANNOUNCED, State.REGISTERING},
            service=announcing.cancel,
            row_id="tournament_id",
        ),
        Action(
            name="settle",
            label=_("Close its books"),
            form=ActionForm,
            explanation=_("The fees go to the house; its tables are free again."),
            offered=lambda row: row.state == State.FINISHED,
            service=settling.settle,
            row_id="tournament_id",
        ),
    )

    @admin.display(description=_("state"), ordering="state")
    def state_badge(self, row: Tournament) -> str:
        return badge(row.get_state_display(), _KINDS.get(row.state, ""))

    @admin.display(description=_("entrants and chips"))
    def figures(self, row: Tournament) -> str:
        """Remaining players of all entries, and the chips in play."""
        found = selector.figures(row)
        return f"{found.left} / {found.entries + found.re_entries} · {found.issued}"

    structure_text = json_column("structure", _("structure"))

    @admin.display(description=_("paid in and out"))
    def taken(self, row: Tournament) -> str:
        """Prizes owed, prizes paid, fees."""
        found = selector.money(row)
        shown = (found.prizes_cents, found.paid_cents, found.fee_cents)
        return " · ".join(wording.money(cents) for cents in shown)

    @admin.display(description=_("entries in the books"))
    def entries(self, row: Tournament) -> str:
        address = reverse("admin:accounting_entry_changelist")
        return format_html('<a href="{}?q=tournament:{}">{}</a>', address, row.pk, f"tournament:{row.pk}")


@admin.register(Entrant)
class EntrantAdmin(ReadOnlyAdmin):
    """Entrants, with seat, chips and place."""

    list_display = ("tournament", "number", "guest", "state", "table", "seat", "chips", "place", "out_at")
    list_display_links = ("tournament", "number")
    list_select_related = ("tournament", "guest", "table__table")
    list_filter = ("state",)
    search_fields = ("tournament__code", "guest__number", "guest__name")
    ordering = ("-tournament_id", "number")


@admin.register(Purchase)
class PurchaseAdmin(ReadOnlyAdmin):
    """Receipts: what was paid, and the chips issued for it."""

    list_display = (
        "__str__", "at", "kind", "entrant", "pool_money", "fee_money", "bounty_money", "chips", "window", "by",
        "returned",
    )  # fmt: skip
    list_select_related = ("tournament", "entrant__guest", "window", "by", "returned__book")
    list_filter = ("kind", "window")
    date_hierarchy = "at"
    search_fields = ("tournament__code", "entrant__guest__number", "entrant__guest__name")
    ordering = ("-id",)
    fields = (
        ("tournament", "number", "kind", "entrant"),
        ("pool_money", "fee_money", "bounty_money", "chips"),
        ("window", "at", "by"),
        ("entry", "returned"),
    )
    pool_money = money_column("pool_cents", _("into the prize pool"))
    fee_money = money_column("fee_cents", _("fee"))
    bounty_money = money_column("bounty_cents", _("bounty"))


@admin.register(Prize)
class PrizeAdmin(ReadOnlyAdmin):
    """Prizes, their winners and their payment."""

    list_display = ("__str__", "tournament", "kind", "place", "amount_money", "entrant", "paid_at", "paid_by", "window")
    list_select_related = ("tournament", "entrant__guest", "paid_by", "window")
    list_filter = ("kind", "window")
    search_fields = ("tournament__code", "entrant__guest__number", "entrant__guest__name")
    ordering = ("-tournament_id", "number")
    fields = (
        ("tournament", "number", "kind", "place", "amount_money", "entrant"),
        ("paid_at", "paid_by", "window", "entry"),
    )
    amount_money = money_column("amount_cents", _("amount"))


@admin.register(Draw)
class DrawAdmin(ReadOnlyAdmin):
    """Draws; the seed is hidden from everybody until it was used."""

    list_display = ("__str__", "tournament", "at", "purpose", "drawn_at", "commitment")
    list_select_related = ("tournament",)
    search_fields = ("tournament__code",)
    ordering = ("-id",)
    fields = (
        ("tournament", "number", "purpose"),
        ("at", "by", "drawn_at"),
        "commitment",
        "revealed_seed",
        "facts_text",
        "result_text",
    )
    facts_text = json_column("facts", _("facts"))
    result_text = json_column("result", _("result"))

    @admin.display(description=_("seed"), empty_value="–")
    def revealed_seed(self, row: Any) -> str | None:
        return row.seed if row.drawn_at else None
