"""Closing the gaming day and its check list; what else is done with it is the money side's (`accounting.api.days`)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.api import faces
from accounting.api.shapes import GamingDayShape
from accounting.selectors import days as selector
from casino.api.commands import Command
from casino.api.reading import READ, answer, reader
from casino.api.rendering import Json
from casino.models import User
from tables.selectors import closing
from tables.services import days


class CloseDay(Command):
    """Close the gaming day once its check list is done; answers with its seal."""

    output = GamingDayShape
    keyed = False
    grave = True

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Close and seal it."""
        return faces.gaming_day(days.close_day(day_id=pk, actor=actor))


class CheckShape(serializers.Serializer[Any]):
    """One item of the check list."""

    item = serializers.ChoiceField([item.value for item in closing.Item])
    is_met = serializers.BooleanField()
    open = serializers.ListField(
        child=serializers.CharField(), help_text="What is still to be done: codes of tables, numbers of slips …"
    )

    class Meta:
        ref_name = "Check"


class Checklist(APIView):
    """What must be done before the gaming day can be closed, in the order in which it is done."""

    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = CheckShape(many=True)

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """The items; of a closed day as they would be if it were opened again."""
        day = selector.day(path["pk"], actor=reader(request))
        return answer([
            {"item": one.item.value, "is_met": one.is_met, "open": list(one.open)} for one in closing.checklist(day)
        ])  # fmt: skip
