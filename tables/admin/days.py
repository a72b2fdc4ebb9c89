"""The gaming day with its two actions; closing asks the tables, so it stands on this side."""

from typing import ClassVar

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from accounting.admin.houses import GamingDayAdmin
from accounting.models import GamingDay
from accounting.services import days as money_days
from casino.admin.actions import Action
from tables.admin.forms import CloseDayForm, OpenDayForm
from tables.services import days


@admin.register(GamingDay)
class DayAdmin(GamingDayAdmin):
    """Opened above the list, closed on its own page."""

    list_actions: ClassVar = (
        Action(
            name="open",
            label=_("Open the gaming day"),
            permission="accounting.open_day",
            form=OpenDayForm,
            run=lambda actor, _row, values: money_days.open_day(house_id=values["house"].pk, actor=actor),
        ),
    )
    object_actions: ClassVar = (
        Action(
            name="close",
            label=_("Close the gaming day"),
            permission="accounting.close_day",
            form=CloseDayForm,
            grave=True,
            explanation=_("Afterwards nothing can be booked into it. It is sealed over all books."),
            offered=lambda day: day.state == GamingDay.State.OPEN,
            run=lambda actor, day, _values: days.close_day(day_id=day.pk, actor=actor),
        ),
    )
