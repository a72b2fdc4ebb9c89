"""Rake schedules ("Taxordnungen") in the admin: one person proposes terms, another approves them."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from accounting.models import House, RakeSchedule, ScheduleVersion
from accounting.rake.selectors import terms as wording
from accounting.rake.services import schedules
from casino import house_time
from casino.admin.actions import Action, ActionForm, ActionsAdmin
from casino.admin.reading import ReadOnlyAdmin

if TYPE_CHECKING:
    Tabular = admin.TabularInline[Any, Any]  # Django's own class is generic for the type checker alone
else:
    Tabular = admin.TabularInline

_EXAMPLE = {"kind": "percent", "rate_bp": 500, "cap_cents": 1500, "no_flop_no_drop": True, "chip_cents": 100}


def in_words(row: ScheduleVersion) -> str:
    """The terms as sentences in the reader's language."""
    return " ".join(wording.sentences(row.terms))


class VersionRows(Tabular):
    """The versions of a schedule, each with a link to its page."""

    model = ScheduleVersion
    fields = ("version", "state", "valid_from", "valid_to", "words", "created_by", "approved_by", "approved_at")
    readonly_fields = fields
    ordering = ("-version",)
    extra = 0
    can_delete = False
    show_change_link = True  # the page to approve or decline it

    @admin.display(description=_("terms"))
    def words(self, row: ScheduleVersion) -> str:
        return in_words(row)

    def has_add_permission(self, request: Any, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: Any, obj: object = None) -> bool:
        return False


class TermsForm(ActionForm):
    """New terms and their first moment; initially the terms of the latest version."""

    terms = forms.JSONField(
        label=_("Terms"), widget=forms.Textarea({"rows": 12, "spellcheck": "false"}), help_text=_("Amounts in cents.")
    )
    valid_from = forms.SplitDateTimeField(
        label=_("Valid from"),
        widget=forms.SplitDateTimeWidget(
            date_attrs={"type": "date"}, time_attrs={"type": "time"}, date_format="%Y-%m-%d", time_format="%H:%M"
        ),
    )

    def __init__(self, *args: Any, row: RakeSchedule | None = None, **options: Any) -> None:
        super().__init__(*args, row=row, **options)
        last = row.versions.order_by("-version").first() if row else None
        self.initial["terms"] = last.terms if last else _EXAMPLE
        self.initial["valid_from"] = house_time.local_now()


class NewScheduleForm(TermsForm):
    """The first version of a new schedule."""

    house = forms.ModelChoiceField(House.objects.order_by("name"), label=_("House"))
    name = forms.CharField(label=_("Name"), max_length=60)
    field_order = ("house", "name", "terms", "valid_from")


@admin.register(RakeSchedule)
class RakeScheduleAdmin(ActionsAdmin, ReadOnlyAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """Schedules by name; changes are proposed here."""

    list_display = ("name", "house")
    list_select_related = ("house",)
    search_fields = ("name",)
    fields = ("house", "name")
    inlines = (VersionRows,)
    list_actions = (
        Action(
            name="new",
            label=_("New schedule"),
            form=NewScheduleForm,
            explanation=_("These terms do not apply until a second person has approved them."),
            service=schedules.publish,
        ),
    )
    object_actions = (
        Action(
            name="publish",
            label=_("Propose a change"),
            form=TermsForm,
            explanation=_(
                "The terms in force stay until a second person has approved these. Past charges do not change."
            ),
            service=schedules.publish,
            arguments=lambda schedule, values: {
                "house_id": schedule.house_id,
                "name": schedule.name,
                "terms": values["terms"],
                "valid_from": values["valid_from"],
            },
        ),
    )


class DeclineForm(ActionForm):
    """An optional reason, kept in the history."""

    reason = forms.CharField(label=_("Reason"), required=False, max_length=schedules.REASON_MOST)


@admin.register(ScheduleVersion)
class ScheduleVersionAdmin(ActionsAdmin, ReadOnlyAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # as above
    """Versions of schedules, approved or declined here; the author cannot approve them."""

    list_display = ("__str__", "state", "valid_from", "valid_to", "created_by", "approved_by")
    list_filter = ("state", "schedule")
    list_select_related = ("schedule", "created_by", "approved_by")
    fields = (
        "schedule", "version", "state", "words", "terms", "valid_from", "valid_to",
        "created_by", "created_at", "approved_by", "approved_at",
    )  # fmt: skip
    readonly_fields = ("words",)
    object_actions = (
        Action(
            name="approve",
            label=_("Approve"),
            form=ActionForm,
            explanation=_("A proposal takes effect on its day, now at the earliest. It needs a second person."),
            offered=lambda row: row.approved_at is None and row.state != ScheduleVersion.State.DECLINED,
            service=schedules.approve,
            row_id="version_id",
        ),
        Action(
            name="decline",
            label=_("Decline"),
            form=DeclineForm,
            offered=lambda row: row.state == ScheduleVersion.State.PROPOSED,
            service=schedules.decline,
            row_id="version_id",
        ),
    )

    @admin.display(description=_("in words"))
    def words(self, row: ScheduleVersion) -> str:
        return in_words(row)
