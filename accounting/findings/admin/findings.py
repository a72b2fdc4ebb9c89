"""Findings in the admin, read-only; they are decided on management's pages, which show the facts for it."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from accounting.findings.selectors import findings
from accounting.models import Finding
from accounting.verdicts import SENTENCES, Rule
from casino.admin.editing import badge, json_column, money_column
from casino.admin.reading import ReadOnlyAdmin

_GRAVITY = {1: (_("note"), ""), 2: (_("to be explained"), "warn"), 3: (_("serious"), "bad")}


@admin.register(Finding)
class FindingAdmin(ReadOnlyAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """Findings, for management and audit only."""

    list_display = ("found_at", "rule", "how_grave", "subject", "table_code", "dealer", "amount_money", "how", "owner")
    list_display_links = ("found_at", "rule")
    list_select_related = ("dealer", "owner", "gaming_day__house")
    list_filter = ("state", "severity", "rule")
    search_fields = ("subject__exact", "table_code__exact")
    search_help_text = _("Subject (hand:812) or table, in full.")
    date_hierarchy = "gaming_day__date"
    ordering = ("-found_at", "-pk")
    fields = (
        ("rule", "how_grave", "sentence"),
        ("subject", "table_code", "hand_id"),
        ("gaming_day", "dealer", "booked_by"),
        "amount_money",
        "facts_text",
        ("found_at", "seen_at"),
        ("state", "owner"),
        ("resolution", "resolved_by", "resolved_at"),
        ("decision_number", "taken_back_number"),
        "comment",
    )
    amount_money = money_column("amount_cents", _("amount"))
    facts_text = json_column("facts", _("facts"))

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Findings concern individual dealers, so only management and audit see them."""
        return bool(request.user.has_perm(findings.PERMISSION))

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.has_perm(findings.PERMISSION))

    def get_queryset(self, request: HttpRequest) -> QuerySet[Finding]:
        rows: QuerySet[Finding] = super().get_queryset(request)
        return rows.select_related("booked_by", "resolved_by")

    @admin.display(description=_("severity"), ordering="severity")
    def how_grave(self, row: Finding) -> str:
        word, tone = _GRAVITY[row.severity]
        return badge(str(word), tone)

    @admin.display(description=_("state"), ordering="state")
    def how(self, row: Finding) -> str:
        """The resolution, or the state if there is none."""
        return badge(row.get_resolution_display() or row.get_state_display(), "" if row.resolution else "warn")

    @admin.display(description=_("error"))
    def sentence(self, row: Finding) -> str:
        return gettext(SENTENCES[Rule(row.rule)])
