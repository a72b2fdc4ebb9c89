"""Calling the floor from a table."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.urls import reverse
from django.utils.translation import gettext as _

from casino.pages.forms import CommandForm
from casino.pages.views import Command, Context
from tables.floor.services.log import floor_calls
from tables.play.pages.forms import CallForm, RefusedForm
from tables.play.pages.tables import AboutTable


class CallFloor(AboutTable, Command):
    """Somebody of the floor is wanted at the table."""

    permission = "tables.record_hand"
    template = "dealer/call.html"
    form_class: ClassVar[type[CommandForm]] = CallForm

    def context(self) -> Context:
        """The table."""
        return {"table": self.table}

    def run(self, values: Mapping[str, Any]) -> str:
        floor_calls.call(
            table_id=self.kwargs["pk"],
            kind=values["kind"],
            hand_id=values["hand"],
            round_id=values["round"],
            actor=self.actor,
        )
        return reverse("dealer:table", args=[self.kwargs["pk"]])

    def done(self, values: Mapping[str, Any]) -> str:
        return _("The floor is called.")


class BringRefused(CallFloor):
    """A hand that was refused, brought before the floor by the tablet that keeps it."""

    form_class = RefusedForm

    def run(self, values: Mapping[str, Any]) -> str:
        floor_calls.refused(
            table_id=self.kwargs["pk"], hand_uuid=values["hand_uuid"], facts=values["facts"], actor=self.actor
        )
        return reverse("dealer:table", args=[self.kwargs["pk"]])
