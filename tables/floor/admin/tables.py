"""Tables with their guests, dealers and commands, their sessions, and the downs of their dealers."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Count, F, FilteredRelation, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from casino import wording
from casino.admin.actions import Action, ActionsAdmin
from casino.admin.editing import ServiceAdmin, badge, money_column
from casino.admin.reading import ReadOnlyAdmin
from casino.models import User
from tables.dealers.pages.views import PushDealer
from tables.floor.admin.guests import SittingRows
from tables.floor.admin.seats import CashOutAtTable, SitAtTable
from tables.floor.pages.tables import ChangeGame, CloseTable, OpenTable, PauseTable, ResumeTable
from tables.floor.services import tables
from tables.models import Down, Session, Table

OPEN, PAUSED, CLOSED = (state.value for state in Session.State)
TOURNAMENT, PRACTICE = "tournament", "practice"
_KINDS = {OPEN: "good", PAUSED: "warn"}
_WORDS = {**dict(Session.State.choices), TOURNAMENT: _("Tournament"), PRACTICE: _("Practice")}


def _state(table: Any) -> str:
    """The state of the session in progress, or what else is played there; `closed` if nothing is."""
    if getattr(table, "tournament", None):
        return TOURNAMENT
    return PRACTICE if getattr(table, "practised", None) else getattr(table, "now", None) or CLOSED


def _while(*states: str) -> Callable[[Any], bool]:
    """Offered while the table is in one of these states."""
    return lambda table: _state(table) in states


_in_play = _while(OPEN, PAUSED)
CASH_OUT = Action.of(CashOutAtTable, name="cash-out", offered=lambda table: bool(table.taken))
COMMANDS = (
    Action.of(OpenTable, name="open", offered=_while(CLOSED)),
    Action.of(SitAtTable, name="sit", offered=_in_play),
    CASH_OUT,
    Action.of(
        PushDealer,
        name="send-dealer",
        label=_("Bring a dealer"),
        offered=lambda table: _in_play(table) and not table.dealt_by,
    ),
    Action.of(PushDealer, name="relieve", offered=lambda table: _in_play(table) and bool(table.dealt_by)),
    Action.of(ChangeGame, name="change-game", offered=_in_play),
    Action.of(PauseTable, name="pause", offered=_while(OPEN)),
    Action.of(ResumeTable, name="resume", offered=_while(PAUSED)),
    Action.of(CloseTable, name="close", offered=_in_play),
)
"""What the floor does at a table; the rules are those of the pages, and of the services behind them."""


class SeatRows(SittingRows):
    """The guests at a table, seat by seat."""

    fields = readonly_fields = ("commands", "seat", "guest", "bought_in_money", "away", "sat_at")
    verbose_name_plural = _("guests")
    ordering = ("seat",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(left_at=None).select_related("guest")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """Commands for those who may give them."""
        return self.fields if CASH_OUT.is_for(request.user, obj) else self.fields[1:]

    @admin.display(description=_("away"))
    def away(self, sitting: Any) -> str:
        return gettext("away") if sitting.is_away else ""

    @admin.display(description=_("commands"))
    def commands(self, sitting: Any) -> SafeString:
        address = reverse("admin:tables_table_act", args=[sitting.table_id, CASH_OUT.name])
        return format_html('<a href="{}?seat={}">{}</a>', address, sitting.seat, CASH_OUT.label)


@admin.register(Table)
class TableAdmin(ActionsAdmin, ServiceAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """Tables as furniture, and what is played there; `COMMANDS` run them."""

    _PLAY = ("state_badge", "game_now", "blinds", "least_money", "taken_seats", "dealer")
    list_display = ("code", *_PLAY, "house", "is_active")
    list_select_related = ("house",)
    list_filter = ("is_active", "house")
    search_fields = ("code",)
    autocomplete_fields = ("house",)
    object_actions: ClassVar = COMMANDS
    least_money = money_column("least_cents", _("minimum buy-in"))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Add what is played, who deals and how many sit there, by the same query."""
        rows: QuerySet[Any] = super().get_queryset(request)
        shown: QuerySet[Any] = rows.annotate(
            session=FilteredRelation("sessions", condition=Q(sessions__closed_at=None)),
            down=FilteredRelation("downs", condition=Q(downs__ended_at=None)),
            at_tournament=FilteredRelation("tournaments", condition=Q(tournaments__closed_at=None)),
            in_practice=FilteredRelation("practice_games", condition=Q(practice_games__closed_at=None)),
            tournament=F("at_tournament__tournament__name"),
            practised=F("in_practice__game__name"),
            now=F("session__state"),
            playing=F("session__game__name"),
            small_cents=F("session__game__small_blind_cents"),
            big_cents=F("session__game__big_blind_cents"),
            least_cents=F("session__game__min_buy_in_cents"),
            dealt_by=F("down__dealer__username"),
            dealer_name=F("down__dealer__full_name"),
            seated=FilteredRelation("sittings", condition=Q(sittings__left_at=None)),
            taken=Count("seated"),
        )
        return shown

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """The code is part of ledger places and never changes."""
        return ("house", "code", *self._PLAY) if obj else ()

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[Any, ...]:
        """A new table is in use."""
        return (
            ("house", "code", self._PLAY[:4], self._PLAY[4:], "seats", "is_active")
            if obj
            else ("house", "code", "seats")
        )

    def get_inlines(self, request: HttpRequest, obj: Any) -> tuple[type[SeatRows], ...]:
        """Guests with chips of value sit at an open table alone."""
        return (SeatRows,) if obj and _in_play(obj) else ()

    def add(self, actor: User, values: Mapping[str, Any]) -> Table:
        return tables.create(house_id=values["house"].pk, code=values["code"], seats=values["seats"], actor=actor)

    def edit(self, actor: User, row: Table, values: Mapping[str, Any]) -> Table:
        return tables.edit(table_id=row.pk, seats=values["seats"], is_active=values["is_active"], actor=actor)

    @admin.display(description=_("state"))
    def state_badge(self, table: Table) -> str:
        state = _state(table)
        return badge(_WORDS[state], _KINDS.get(state, ""))

    @admin.display(description=_("game"), empty_value="–")
    def game_now(self, table: Any) -> str | None:
        return table.playing or table.tournament or table.practised  # type: ignore[no-any-return]

    @admin.display(description=_("blinds"), empty_value="–")
    def blinds(self, table: Any) -> str | None:
        """None where the house is played against."""
        if not table.big_cents:
            return None
        return f"{wording.short_money(table.small_cents)}/{wording.short_money(table.big_cents)}"

    @admin.display(description=_("seats taken"))
    def taken_seats(self, table: Any) -> str:
        return f"{table.taken}/{table.seats}"

    @admin.display(description=_("dealer"), empty_value="–")
    def dealer(self, table: Any) -> str | None:
        return table.dealer_name or table.dealt_by  # type: ignore[no-any-return]


@admin.register(Session)
class SessionAdmin(ReadOnlyAdmin):
    """Openings of tables."""

    list_display = (
        "table",
        "state_badge",
        "game",
        "gaming_day",
        "opened_at",
        "closed_at",
        "hands_dealt",
        "float_money",
        "counted_money",
    )
    list_select_related = ("table", "game", "gaming_day__house")
    list_filter = ("state", "table")
    date_hierarchy = "gaming_day__date"
    search_fields = ("table__code",)
    fields = (
        ("table", "game", "gaming_day", "state_badge"),
        ("opened_at", "opened_by", "closed_at", "closed_by"),
        ("float_money", "counted_money"),
        ("hands_dealt", "button_seat"),
    )
    float_money = money_column("float_cents", _("float at the opening"))
    counted_money = money_column("counted_float_cents", _("float counted at the close"))

    @admin.display(description=_("state"), ordering="state")
    def state_badge(self, session: Session) -> str:
        return badge(session.get_state_display(), _KINDS.get(session.state, ""))


@admin.register(Down)
class DownAdmin(ReadOnlyAdmin):
    """Downs: the dealers of each table, with start and end."""

    list_display = ("started_at", "ended_at", "dealer", "table", "pushed_by")
    list_select_related = ("dealer", "table", "pushed_by")
    list_filter = ("table",)
    date_hierarchy = "started_at"
    search_fields = ("dealer__username", "dealer__full_name", "table__code")
