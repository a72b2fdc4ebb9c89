"""Requests for accounts: what waits for a second person, and their decision."""

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request

from casino.api.commands import Command, Decision
from casino.api.reading import FlagFilter, Row, Rows, filter_set
from casino.api.rendering import render
from casino.api.serializers import RelatedId, Seen, Serializer
from casino.models import AccountRequest, User
from casino.models.users import RoleName
from casino.selectors.people import REQUESTS
from casino.services import accounts

_ASKED = AccountRequest.objects.select_related("person")


class AccountRequestSerializer(Serializer):
    """What somebody asks for the account of another person."""

    id = serializers.IntegerField()
    person = RelatedId()
    username = serializers.CharField(source="person.username")
    full_name = serializers.CharField(source="person.full_name", allow_blank=True)
    roles = serializers.ListField(child=serializers.ChoiceField(RoleName.choices), help_text="Besides those they have.")
    house_ids = serializers.ListField(
        child=serializers.IntegerField(), help_text="Houses besides those where they work."
    )
    gives_password = serializers.BooleanField(help_text="A one-time password, told with the approval.")
    drops_second_factor = serializers.BooleanField()
    lets_in = serializers.BooleanField(help_text="They were locked out, and may sign in again.")
    reason = serializers.CharField()
    asked_by = RelatedId()
    asked_at = serializers.DateTimeField()
    decided_by = RelatedId(allow_null=True, help_text="Of an approved request neither who asked nor whom it is about.")
    decided_at = serializers.DateTimeField(allow_null=True)
    is_approved = serializers.BooleanField(allow_null=True, help_text="Null while it waits.")
    seen = Seen(REQUESTS)


class ApprovedSerializer(AccountRequestSerializer):
    """The request, and the one-time password where one was asked for: it is kept nowhere."""

    one_time_password = serializers.CharField(
        allow_null=True, help_text="Hand it to the person yourself. A repeated request tells the same one."
    )

    def get_one_time_password(self, row: AccountRequest) -> None:
        """Nothing: what is rendered is kept, so the answer has it from its view alone."""


class AccountRequests(Rows):
    """What was asked for accounts, the latest first."""

    permission = "casino.review_access"
    queryset = _ASKED.order_by("-pk")
    ordering = ("-id",)
    filterset_class = filter_set(AccountRequest, is_approved=FlagFilter())
    output = AccountRequestSerializer


class OneAccountRequest(Row):
    """One request for an account."""

    permission = "casino.review_access"
    queryset = _ASKED
    output = AccountRequestSerializer


class ApproveAccountRequest(Command):
    """Approve what somebody else asked for another person's account."""

    service = accounts.approve
    output = ApprovedSerializer

    def run(self, values: Mapping[str, Any], *, actor: User, pk: int) -> AccountRequest:
        return accounts.approve(account_request_id=pk, one_time_password=self._word(pk), **values, actor=actor)

    def post(self, request: Request, **path: Any) -> HttpResponse:
        """The answer that is kept, with the one-time password, which is not."""
        answer = super().post(request, **path)
        shown = json.loads(answer.content)
        if shown["gives_password"]:
            answer.content = render({**shown, "one_time_password": self._word(path["pk"])}).encode()
        return answer

    def _word(self, pk: int) -> str:
        """Of the actor, the request and the command's key, so that nobody else's key gives the same."""
        key = self.request.META.get("HTTP_IDEMPOTENCY_KEY", "")
        return accounts.one_time_password(f"{self.request.user.pk} {pk} {key}")


class DeclineAccountRequest(Decision):
    """Decline a request for an account, or take one's own back."""

    service = accounts.decline
    output = AccountRequestSerializer


urlpatterns = [
    path("account-requests/", AccountRequests.as_view(), name="account-requests"),
    path("account-requests/<account_request:pk>/", OneAccountRequest.as_view(), name="account-request"),
    path(
        "account-requests/<account_request:pk>/approve/",
        ApproveAccountRequest.as_view(),
        name="account-request-approve",
    ),
    path(
        "account-requests/<account_request:pk>/decline/",
        DeclineAccountRequest.as_view(),
        name="account-request-decline",
    ),
]
