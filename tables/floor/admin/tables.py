"""Tables with their actions, their sessions, and the downs of their dealers."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import OuterRef, QuerySet, Subquery
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from casino.admin.actions import Action, ActionsAdmin
from casino.admin.editing import ServiceAdmin, badge, money_column
from casino.admin.reading import ReadOnlyAdmin
from casino.models import User
from tables.floor.services import tables
from tables.models import Down, Session, Table
from tables.play.admin.forms import CloseForm, OpenForm, VersionForm

_KINDS = {Session.State.OPEN.value: "good", Session.State.PAUSED.value: "warn"}


def _state(table: Any) -> str:
    """The state of the session in progress; `closed` if there is none."""
    state = getattr(table, "now", None)
    return state or Session.State.CLOSED.value


@admin.register(Table)
class TableAdmin(ActionsAdmin, ServiceAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """Tables as furniture; opened, paused, resumed and closed by actions."""

    list_display = ("code", "house", "seats", "state_badge", "game_now", "is_active")
    list_select_related = ("house",)
    list_filter = ("is_active", "house")
    search_fields = ("code",)
    autocomplete_fields = ("house",)
    object_actions: ClassVar = (
        Action(
            name="open",
            label=_("Open the table"),
            permission="tables.open_table",
            form=OpenForm,
            offered=lambda table: _state(table) == "closed",
            service=tables.open_table,
            arguments=lambda table, values: {
                "table_id": table.pk,
                "version": values["version"],
                "game_id": values["game"].pk,
                "float_cents": values["float_cents"],
            },
        ),
        Action(
            name="pause",
            label=_("Pause the table"),
            permission="tables.open_table",
            form=VersionForm,
            offered=lambda table: _state(table) == "open",
            service=tables.pause,
            arguments=lambda table, values: {"table_id": table.pk, "version": values["version"]},
        ),
        Action(
            name="resume",
            label=_("Resume play"),
            permission="tables.open_table",
            form=VersionForm,
            offered=lambda table: _state(table) == "paused",
            service=tables.resume,
            arguments=lambda table, values: {"table_id": table.pk, "version": values["version"]},
        ),
        Action(
            name="close",
            label=_("Close the table"),
            permission="tables.open_table",
            form=CloseForm,
            offered=lambda table: _state(table) != "closed",
            service=tables.close_table,
            arguments=lambda table, values: {
                "table_id": table.pk,
                "version": values["version"],
                "counted_float_cents": values["counted_float_cents"],
                "explanation": values["reason"],
            },
        ),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Add state and game of the session in progress by the same query."""
        session = Session.objects.filter(table=OuterRef("pk"), closed_at=None)
        rows: QuerySet[Any] = super().get_queryset(request)
        shown: QuerySet[Any] = rows.annotate(
            now=Subquery(session.values("state")[:1]), playing=Subquery(session.values("game__name")[:1])
        )
        return shown

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """The code is part of ledger places and never changes."""
        return ("house", "code") if obj else ()

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """A new table is in use."""
        return ("house", "code", "seats", "is_active") if obj else ("house", "code", "seats")

    def add(self, actor: User, values: Mapping[str, Any]) -> Table:
        return tables.create(house_id=values["house"].pk, code=values["code"], seats=values["seats"], actor=actor)

    def edit(self, actor: User, row: Table, values: Mapping[str, Any]) -> Table:
        return tables.edit(table_id=row.pk, seats=values["seats"], is_active=values["is_active"], actor=actor)

    @admin.display(description=_("state"))
    def state_badge(self, table: Table) -> str:
        state = _state(table)
        return badge(Session.State(state).label, _KINDS.get(state, ""))

    @admin.display(description=_("game"), empty_value="–")
    def game_now(self, table: Any) -> str | None:
        return table.playing  # type: ignore[no-any-return]


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
