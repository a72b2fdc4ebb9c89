"""The admin page of gaming days with its actions; it is in this app since closing a day needs the tables."""

from typing import ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounting.days.admin.houses import GamingDayAdmin
from accounting.days.services import days as money_days
from accounting.models import GamingDay
from casino.admin.actions import Action, ActionForm
from tables.audit.services import days
from tables.play.admin.forms import OpenDayForm


@admin.register(GamingDay)
class DayAdmin(GamingDayAdmin):
    """Gaming days: opened from the list, closed, rolled over and reopened on their page."""

    list_actions: ClassVar = (
        Action(
            name="open",
            label=_("Open the gaming day"),
            form=OpenDayForm,
            service=money_days.open_day,
        ),
    )
    object_actions: ClassVar = (
        Action(
            name="close",
            label=_("Close the gaming day"),
            explanation=_("After that nothing more can be booked into it. It is sealed over all books."),
            offered=lambda day: day.state != GamingDay.State.CLOSED,
            service=days.close_day,
            arguments=lambda day, _values: {"day_id": day.pk},  # the reason is for the history alone
        ),
        Action(
            name="roll-over",
            label=_("Begin the next gaming day"),
            form=ActionForm,
            explanation=_("Tables in play stay in this day until they are counted and carried over."),
            offered=lambda day: day.state == GamingDay.State.OPEN,
            service=money_days.roll_over,
            arguments=lambda day, _values: {"house_id": day.house_id, "day_id": day.pk},
        ),
        Action(
            name="reopen",
            label=_("Request reopening"),
            explanation=_("A second manager must approve it. The seal stays on record; the day is sealed again."),
            offered=lambda day: day.state == GamingDay.State.CLOSED,
            service=money_days.ask_reopening,
            row_id="day_id",
        ),
    )
