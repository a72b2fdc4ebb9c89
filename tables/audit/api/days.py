"""The gaming day's close, check list and played terms; all else is the money side's (`accounting.api.days`)."""

from collections.abc import Mapping
from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.api import views
from accounting.api.schemas import GamingDayShape
from accounting.selectors import days as selector
from casino.api.commands import Command
from casino.api.reading import READ, answer, reader
from casino.api.rendering import Json
from casino.models import User
from tables.audit.selectors import closing, played_terms
from tables.audit.selectors.played_terms import Cause, Played
from tables.audit.services import days


class CloseDay(Command):
    """Close the gaming day once its check list is done; answers with its seal."""

    output = GamingDayShape
    idempotent = False
    requires_password = True

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> Json:
        """Close and seal it."""
        return views.gaming_day(days.close_day(day_id=pk, actor=actor))


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


class PlayedShape(serializers.Serializer[Any]):
    """Hands of a table in a row that were played under the same terms; against the house: rounds."""

    table = serializers.CharField()
    session = serializers.IntegerField()
    first = serializers.IntegerField(allow_null=True, help_text="Number of the first hand; null: none followed.")
    last = serializers.IntegerField(allow_null=True)
    hands = serializers.IntegerField()
    game = serializers.IntegerField()
    game_name = serializers.CharField()
    small_blind_cents = serializers.IntegerField(help_text="As it was then.")
    big_blind_cents = serializers.IntegerField()
    ante_cents = serializers.IntegerField()
    min_buy_in_cents = serializers.IntegerField()
    schedule = serializers.CharField(allow_null=True, help_text="And its version; null: against the house.")
    approved_by = serializers.CharField(allow_null=True, help_text="Who signed the terms of the tax.")
    since = serializers.DateTimeField()
    cause = serializers.ChoiceField([cause.value for cause in Cause])
    by = serializers.CharField(help_text="Who opened, changed, planned, or proposed the terms of the tax.")
    reason = serializers.CharField()

    class Meta:
        ref_name = "PlayedTerms"


class PlayedTerms(APIView):
    """What the hands of the gaming day were played under, by table and hand: each change of game, stake or tax."""

    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = PlayedShape(many=True)

    def get(self, request: Request, **path: Any) -> HttpResponse:
        """Each table's hands in order."""
        day = selector.day(path["pk"], actor=reader(request))
        return answer([_played(one) for one in played_terms.of_day(day)])


def _played(one: Played) -> Json:
    version = one.version
    return {
        "table": one.table_code,
        "session": one.session_id,
        "first": one.first,
        "last": one.last,
        "hands": one.hands,
        "game": one.game.pk,
        "game_name": one.game.name,
        "small_blind_cents": one.game.small_blind_cents,
        "big_blind_cents": one.game.big_blind_cents,
        "ante_cents": one.game.ante_cents,
        "min_buy_in_cents": one.game.min_buy_in_cents,
        "schedule": str(version) if version else None,
        "approved_by": str(version.approved_by) if version and version.approved_by else None,
        "since": one.since,
        "cause": one.cause.value,
        "by": one.by,
        "reason": one.reason,
    }
