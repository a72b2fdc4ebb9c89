"""`GET approvals/`: all that waits for a second person; `GET approvals/count/`: how much the reader may decide on."""

from typing import Any, ClassVar

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from casino import roles, wording
from casino.api.reading import READ, answer, reader
from casino.api.serializers import RelatedId, Serializer
from casino.errors import Refusal
from casino.selectors import decisions
from casino.selectors.decisions import Waiting


class WhyNotSerializer(Serializer):
    """Why the reader may not decide: the refusal that deciding would get."""

    code = serializers.CharField()
    detail = serializers.CharField()

    def get_detail(self, refusal: Refusal) -> str:
        return wording.sentence(refusal)


class ApprovalSerializer(Serializer):
    """What one person has asked for, and who may decide on it."""

    kind = serializers.CharField(help_text="What kind of row it is, as the addresses of the API name it.")
    kind_name = serializers.CharField(help_text="The kind in the language that is asked for.")
    id = serializers.IntegerField(source="row.pk")
    house = serializers.IntegerField(source="house_id", allow_null=True)
    about = serializers.CharField()
    asked_by = RelatedId(source="asked_by.pk")
    asked_at = serializers.DateTimeField()
    roles = serializers.ListField(child=serializers.CharField(), help_text="Whose approval it waits for.")
    may_decide = serializers.BooleanField()
    why_not = WhyNotSerializer(allow_null=True)
    page = serializers.CharField(help_text="The address of the page where it is decided.")
    seen = serializers.CharField(help_text="Name it when you decide on this: it stands for what you saw.")

    def get_kind_name(self, line: Waiting) -> str:
        return gettext(line.matter.name)

    def get_roles(self, line: Waiting) -> list[str]:
        return roles.holders(line.matter.approves)

    def get_may_decide(self, line: Waiting) -> bool:
        return line.why_not is None

    def get_page(self, line: Waiting) -> str:
        return reverse(line.matter.page, args=[line.row.pk])

    def get_seen(self, line: Waiting) -> str:
        return line.matter.seen(line.row)


class Approvals(APIView):
    """All that waits for a second person and that the reader may ask for or decide on, the oldest first."""

    permission = None
    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = ApprovalSerializer(many=True)

    def get(self, request: Request, **path: Any) -> HttpResponse:
        return answer([ApprovalSerializer.json(line) for line in decisions.waiting(reader(request))])


class ApprovalCountSerializer(Serializer):
    """How much waits."""

    count = serializers.IntegerField()


class ApprovalCount(APIView):
    """How much waits that the reader may decide on."""

    permission = None
    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = ApprovalCountSerializer

    def get(self, request: Request, **path: Any) -> HttpResponse:
        return answer(ApprovalCountSerializer.json({"count": decisions.count(reader(request))}))
