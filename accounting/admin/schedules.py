"""Rake schedules ("Taxordnungen") with their versions; a change is a new version, published by a service."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.admin import SimpleHistoryAdmin

from accounting.models import House, RakeSchedule, ScheduleVersion
from accounting.services import schedules
from casino.admin.actions import Action, ActionForm, ActionsAdmin
from casino.admin.reading import ReadOnlyAdmin

if TYPE_CHECKING:
    Tabular = admin.TabularInline[Any, Any]  # Django's own class is generic for the type checker alone
else:
    Tabular = admin.TabularInline

_EXAMPLE = {"kind": "percent", "rate_bp": 500, "cap_cents": 1500, "no_flop_no_drop": True, "chip_cents": 100}


class VersionRows(Tabular):
    """What was in force when."""

    model = ScheduleVersion
    fields = ("version", "valid_from", "valid_to", "terms", "created_by")
    readonly_fields = fields
    ordering = ("-version",)
    extra = 0
    can_delete = False

    def has_add_permission(self, request: Any, obj: object = None) -> bool:
        return False

    def has_change_permission(self, request: Any, obj: object = None) -> bool:
        return False


class TermsForm(ActionForm):
    """New terms, and from when on. It begins with the terms in force."""

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
        last = row.versions.order_by("-version").first() if row else None
        initial = {"terms": last.terms if last else _EXAMPLE, "valid_from": timezone.localtime()}
        super().__init__(*args, row=row, initial=initial, **options)


class NewScheduleForm(TermsForm):
    """The first version of a new schedule."""

    house = forms.ModelChoiceField(House.objects.order_by("name"), label=_("House"))
    name = forms.CharField(label=_("Name"), max_length=60)
    field_order = ("house", "name", "terms", "valid_from")


@admin.register(RakeSchedule)
class RakeScheduleAdmin(ActionsAdmin, ReadOnlyAdmin, SimpleHistoryAdmin):  # type: ignore[misc]  # simple-history is untyped
    """Names; the terms stand in the versions."""

    list_display = ("name", "house")
    list_select_related = ("house",)
    search_fields = ("name",)
    fields = ("house", "name")
    inlines = (VersionRows,)
    list_actions = (
        Action(
            name="new",
            label=_("New schedule"),
            permission="accounting.edit_schedule",
            form=NewScheduleForm,
            run=lambda actor, _row, values: schedules.publish(
                house_id=values["house"].pk,
                name=values["name"],
                terms=values["terms"],
                valid_from=values["valid_from"],
                actor=actor,
            ),
        ),
    )
    object_actions = (
        Action(
            name="publish",
            label=_("New version"),
            permission="accounting.edit_schedule",
            form=TermsForm,
            explanation=_("The version in force ends when the new one begins. What was charged stays as it was."),
            run=lambda actor, schedule, values: schedules.publish(
                house_id=schedule.house_id,
                name=schedule.name,
                terms=values["terms"],
                valid_from=values["valid_from"],
                actor=actor,
            ),
        ),
    )
