"""The gaming day's close, check list and played terms; all else is the money side's (`accounting.days.api.days`)."""

from typing import Any, ClassVar

from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.days.api.days import GamingDaySerializer
from accounting.days.selectors import days as selector
from casino.api.commands import Command
from casino.api.reading import READ, answer, reader
from casino.api.serializers import RelatedId, Serializer
from tables.audit.selectors import closing, played_terms
from tables.audit.selectors.played_terms import Cause, Played
from tables.audit.services import days


class CloseDay(Command):
    """Close the gaming day once its check list is done; answers with its seal."""

    service = days.close_day
    output = GamingDaySerializer
    idempotent = False


class CheckSerializer(Serializer):
    """One item of the check list."""

    item = serializers.ChoiceField([item.value for item in closing.Item])
    is_met = serializers.BooleanField()
    open = serializers.ListField(
        child=serializers.CharField(), help_text="What is still to be done: codes of tables, numbers of slips …"
    )


class Checklist(APIView):
    """What must be done before the gaming day can be closed, in the order in which it is done.

    Of a closed day: as it would be if the day were opened again.
    """

    permission = "accounting.view_reports"
    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = CheckSerializer(many=True)

    def get(self, request: Request, **path: Any) -> HttpResponse:
        day = selector.day(path["pk"], actor=reader(request))
        return answer([CheckSerializer.json(one) for one in closing.checklist(day)])


class PlayedTermsSerializer(Serializer):
    """Hands of a table in a row that were played under the same terms; against the house: rounds."""

    table = serializers.CharField(source="table_code")
    session = RelatedId()
    first = serializers.IntegerField(allow_null=True, help_text="Number of the first hand; null: none followed.")
    last = serializers.IntegerField(allow_null=True)
    hands = serializers.IntegerField()
    game = serializers.IntegerField(source="game.pk")
    game_name = serializers.CharField(source="game.name")
    small_blind_cents = serializers.IntegerField(source="game.small_blind_cents", help_text="As it was then.")
    big_blind_cents = serializers.IntegerField(source="game.big_blind_cents")
    ante_cents = serializers.IntegerField(source="game.ante_cents")
    min_buy_in_cents = serializers.IntegerField(source="game.min_buy_in_cents")
    schedule = serializers.CharField(allow_null=True, help_text="And its version; null: against the house.")
    approved_by = serializers.CharField(allow_null=True, help_text="The person who approved the rake terms.")
    since = serializers.DateTimeField()
    cause = serializers.ChoiceField([cause.value for cause in Cause])
    by = serializers.CharField(help_text="The person who opened, changed, planned, or proposed the rake terms.")
    reason = serializers.CharField()

    def get_schedule(self, played: Played) -> str | None:
        return str(played.version) if played.version else None

    def get_approved_by(self, played: Played) -> str | None:
        version = played.version
        return str(version.approved_by) if version and version.approved_by else None


class PlayedTerms(APIView):
    """What the hands of the gaming day were played under, by table and hand: each change of game, stake or tax."""

    permission = "accounting.view_reports"
    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = PlayedTermsSerializer(many=True)

    def get(self, request: Request, **path: Any) -> HttpResponse:
        day = selector.day(path["pk"], actor=reader(request))
        return answer([PlayedTermsSerializer.json(one) for one in played_terms.of_day(day)])
