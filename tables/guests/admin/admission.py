"""Admission: what the house demands, edited by who administers it; its questions and bans are only read."""

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
    """What the law of the Land and the house ask of a guest; its history keeps what stood there."""

    list_display = ("house", "is_on", "least_age", "unanswered", "identified_from_money")
    list_select_related = ("house",)
    fields = ("house", "is_on", "least_age", "unanswered", "identified_from_cents")
    identified_from_money = money_column("identified_from_cents", _("identity needed from"))

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        """The house is whose it is."""
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
    """Every question that was asked, and its answer."""

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
        """In a word."""
        return badge(row.get_result_display(), _TONES.get(AdmissionCheck.Result(row.result), "warn"))


@admin.register(HouseBan)
class HouseBanAdmin(ReadOnlyAdmin):
    """The house's own bans; why, only who pronounces them reads."""

    list_display = ("begins_on", "ends_on", "guest", "at", "by", "lifted_at", "lifted_by")
    list_display_links = ("begins_on", "guest")
    list_select_related = ("guest", "by", "lifted_by")
    date_hierarchy = "begins_on"
    search_fields = ("guest__number", "guest__name")
    ordering = ("-pk",)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest) -> bool:
        """Django lets every column be asked for; by the reason nobody finds out the reason."""
        return "reason" not in lookup.split("__") and super().lookup_allowed(lookup, value, request)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[Any, ...]:
        """With the reason, for the managers."""
        shown = ("guest", ("begins_on", "ends_on"), ("at", "by"), ("lifted_at", "lifted_by"))
        user = request.user
        return (*shown, "reason") if isinstance(user, User) and roles.permits(user, DECIDES) else shown
