"""Admission: the house's policy, which administrators edit; checks and house bans are read only."""

from collections.abc import Mapping
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from casino import roles
from casino.admin.editing import ServiceAdmin, badge, money_column
from casino.admin.reading import ReadOnlyAdmin
from casino.models import User
from tables.guests.services.admission import policies
from tables.guests.services.admission.checking import DECIDES
from tables.models import AdmissionCheck, AdmissionPolicy, HouseBan

_TONES = {AdmissionCheck.Result.ADMITTED: "good", AdmissionCheck.Result.BANNED: "bad"}


@admin.register(AdmissionPolicy)
class AdmissionPolicyAdmin(ServiceAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """Requirements of state law and the house for a guest; the history keeps earlier ones."""

    list_display = ("house", "is_on", "least_age", "unanswered", "identified_from_money")
    list_select_related = ("house",)
    fields = ("house", "is_on", "least_age", "unanswered", "identified_from_cents")
    identified_from_money = money_column("identified_from_cents", _("identity needed from"))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """A policy never moves to another house."""
        return ("house",) if obj else ()

    def add(self, actor: User, values: Mapping[str, Any]) -> AdmissionPolicy:
        return self._put(actor, values["house"].pk, values)

    def edit(self, actor: User, row: AdmissionPolicy, values: Mapping[str, Any]) -> AdmissionPolicy:
        return self._put(actor, row.house_id, values)

    def _put(self, actor: User, house_id: int, values: Mapping[str, Any]) -> AdmissionPolicy:
        given = {name: values[name] for name in ("is_on", "least_age", "unanswered", "identified_from_cents")}
        return policies.put(house_id=house_id, **given, actor=actor)


@admin.register(AdmissionCheck)
class AdmissionCheckAdmin(ReadOnlyAdmin):
    """Admission checks with their answers."""

    list_display = ("at", "guest", "result_badge", "source", "reference", "by", "gaming_day")
    list_display_links = ("at", "guest")
    list_select_related = ("guest", "by", "gaming_day__house")
    list_filter = ("result", "source")
    date_hierarchy = "gaming_day__date"
    search_fields = ("guest__number", "guest__name", "reference")
    ordering = ("-pk",)
    fields = (("guest", "gaming_day"), ("result_badge", "source", "reference"), ("at", "by"))

    @admin.display(description=_("result"), ordering="result")
    def result_badge(self, row: AdmissionCheck) -> str:
        return badge(row.get_result_display(), _TONES.get(AdmissionCheck.Result(row.result), "warn"))


@admin.register(HouseBan)
class HouseBanAdmin(ReadOnlyAdmin):
    """The house's own bans; the reason is shown only to managers, who pronounce them."""

    list_display = ("begins_on", "ends_on", "guest", "at", "by", "lifted_at", "lifted_by")
    list_display_links = ("begins_on", "guest")
    list_select_related = ("guest", "by", "lifted_by")
    date_hierarchy = "begins_on"
    search_fields = ("guest__number", "guest__name")
    ordering = ("-pk",)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Forbid filters on the reason: Django would allow them, and answers would reveal it."""
        return "reason" not in lookup.split("__") and super().lookup_allowed(lookup, value, request)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[Any, ...]:
        """Add the reason for managers."""
        shown = ("guest", ("begins_on", "ends_on"), ("at", "by"), ("lifted_at", "lifted_by"))
        user = request.user
        return (*shown, "reason") if isinstance(user, User) and roles.permits(user, DECIDES) else shown
