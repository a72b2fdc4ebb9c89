"""Seals of gaming days and requests to open one again, in the admin."""

from typing import ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounting.days.selectors import days as selector
from accounting.days.services import days
from accounting.models import Reopening, Seal
from casino.admin.actions import Action, ActionForm, ActionsAdmin
from casino.admin.editing import json_column
from casino.admin.reading import ReadOnlyAdmin


@admin.register(Seal)
class SealAdmin(ReadOnlyAdmin):
    """Seals of closed gaming days."""

    list_display = ("number", "house", "gaming_day", "at", "by", "digest")
    list_select_related = ("house", "gaming_day__house", "by")
    fields = ("house", "number", "gaming_day", ("at", "by"), "digest", "heads_text")
    heads_text = json_column("heads", _("heads"))


@admin.register(Reopening)
class ReopeningAdmin(ActionsAdmin, ReadOnlyAdmin):
    """Requests to open a closed day again; a second manager approves or declines them here."""

    object_actions: ClassVar = (
        Action(
            name="approve",
            label=_("Open the gaming day again"),
            form=ActionForm,
            offered=selector.REOPENINGS.is_open,
            service=days.approve_reopening,
            row_id="reopening_id",
        ),
        Action(
            name="decline",
            label=_("Decline"),
            form=ActionForm,
            offered=selector.REOPENINGS.is_open,
            service=days.decline_reopening,
            row_id="reopening_id",
        ),
    )

    list_display = ("gaming_day", "reason", "asked_by", "asked_at", "approved_by", "approved_at", "declined_at")
    list_select_related = ("gaming_day__house", "asked_by", "approved_by")
    fields = (
        "gaming_day",
        "seal",
        "reason",
        ("asked_by", "asked_at"),
        ("approved_by", "approved_at"),
        ("declined_by", "declined_at"),
    )
