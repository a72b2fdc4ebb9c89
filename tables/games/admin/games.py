"""Admin pages of the games a house offers; the service checks every change."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from casino.admin.editing import ServiceAdmin, money_column
from casino.models import User
from tables.games.services import games
from tables.games.services.games import GameForm
from tables.models import Game


@admin.register(Game)
class GameAdmin(ServiceAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """Variant, betting, blinds, buy-ins, schedule and recording."""

    list_display = (
        "name", "variant", "betting", "small_money", "big_money", "least_money", "most_money",
        "recording", "rake_schedule", "is_active",
    )  # fmt: skip
    list_select_related = ("rake_schedule", "house")
    list_filter = ("is_active", "variant", "betting", "recording")
    search_fields = ("name",)
    autocomplete_fields = ("house", "rake_schedule")
    fieldsets = (
        (None, {"fields": ("house", "name", "variant", "betting", "is_active")}),
        (
            _("Limits"),
            {"fields": ("small_blind_cents", "big_blind_cents", "ante_cents", "straddle", "raise_cap", "chip_cents")},
        ),
        (
            _("Boards and bomb pots"),
            {
                "fields": (
                    "boards",
                    "bomb_pot_ante_cents",
                    "bomb_pot_boards",
                    "bomb_pot_every",
                    "bomb_pot_at_dealer_change",
                )
            },
        ),
        (_("Buy-ins"), {"fields": ("min_buy_in_cents", "max_buy_in_cents", "return_minutes")}),
        (
            _("Chips and re-buys"),
            {"fields": ("chip_set", "rebuy_allowed", "rebuy_at_cents", "rebuy_cents", "last_hands")},
        ),
        (_("Rules and rake"), {"fields": ("recording", "rule_set", "rake_schedule")}),
        (
            _("Against the house"),
            {"fields": ("min_box_cents", "max_box_cents", "max_side_cents", "max_paid_cents")},
        ),
    )
    small_money = money_column("small_blind_cents", _("small blind"))
    big_money = money_column("big_blind_cents", _("big blind"))
    least_money = money_column("min_buy_in_cents", _("minimum buy-in"))
    most_money = money_column("max_buy_in_cents", _("maximum buy-in"))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """The house of an existing game cannot change."""
        return ("house",) if obj else ()

    def formfield_for_dbfield(self, db_field: Any, request: HttpRequest, **options: Any) -> Any:
        """A number that has a usual value is optional."""
        if db_field.name in _USUAL:
            options["required"] = False
        return super().formfield_for_dbfield(db_field, request, **options)

    def add(self, actor: User, values: Mapping[str, Any]) -> Game:
        terms = GameForm(
            **{name: value for name, value in _plain(values).items() if name in GameForm.__dataclass_fields__}
        )
        return games.create(house_id=values["house"].pk, terms=terms, actor=actor)

    def edit(self, actor: User, row: Game, values: Mapping[str, Any]) -> Game:
        return games.edit(game_id=row.pk, changes=_plain(values), actor=actor)


_LIMITS = ("min_box_cents", "max_box_cents", "max_side_cents")
"""The fields that stay empty for a game among guests."""
_USUAL = ("last_hands", "boards", "bomb_pot_boards")


def _plain(values: Mapping[str, Any]) -> dict[str, Any]:
    """The form's values under the service's field names."""
    plain = {name: value for name, value in values.items() if name not in {"house", "rake_schedule"}}
    plain |= {name: 0 for name in _LIMITS if name in plain and plain[name] is None}
    for name in _USUAL:
        if plain.get(name) is None:
            plain.pop(name, None)  # the service's default, or unchanged
    schedule = values["rake_schedule"]
    return plain | {"rake_schedule_id": schedule.pk if schedule else None}
