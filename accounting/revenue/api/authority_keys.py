"""The keys with which an authority signs statements."""

from typing import Any

from django.urls import path
from rest_framework import serializers

from accounting.days.api.fields import HouseField
from accounting.models import AuthorityKey
from accounting.revenue.selectors.authority_keys import KEYS
from accounting.revenue.services import authority_keys
from casino.api.commands import Decision
from casino.api.fields import Body, ReasonField, TextField
from casino.api.reading import IdFilter, Row, RowsAndNew, filter_set
from casino.api.serializers import RelatedId, Seen, Serializer, Takes


class AuthorityKeySerializer(Serializer):
    """A public key of the supervising authority."""

    takes = Takes(AuthorityKey, "id house authority public_key fingerprint state proposed_at proposed_by decided_at")
    public_key = serializers.CharField(help_text="Ed25519: 32 bytes in hexadecimal.")
    fingerprint = serializers.CharField(help_text="SHA-256 of the key, its first 16 bytes in hexadecimal.")
    decided_by = RelatedId(allow_null=True, help_text="Of an approved key never the person who registered it.")
    seen = Seen(KEYS)
    withdrawn_at = serializers.DateTimeField(allow_null=True, help_text="From then on it takes no more signatures.")

    def get_public_key(self, row: AuthorityKey) -> str:
        return bytes(row.public_key).hex()

    def get_withdrawn_at(self, row: AuthorityKey) -> Any:
        withdrawal = getattr(row, "withdrawal", None)
        return None if withdrawal is None else withdrawal.at


class AuthorityKeys(RowsAndNew):
    """The authority's keys. Register one; it counts once a second person has approved it."""

    permission = "accounting.view_reports"
    queryset = AuthorityKey.objects.select_related("withdrawal")
    filterset_class = filter_set(AuthorityKey, house=IdFilter("house_id"))
    service = authority_keys.register
    output = AuthorityKeySerializer

    class Input(Body):
        """Whose key it is, and the key."""

        house = HouseField()
        authority = TextField(max_length=authority_keys.NAME_MOST)
        public_key = TextField(max_length=400, help_text="Ed25519, in hexadecimal, base64 or PEM.")


class OneAuthorityKey(Row):
    """One key of the authority."""

    permission = "accounting.view_reports"
    queryset = AuthorityKey.objects.select_related("withdrawal")
    output = AuthorityKeySerializer


class _OnKey(Decision):
    output = AuthorityKeySerializer


class ApproveKey(_OnKey):
    """Approve a key that somebody else has registered."""

    service = authority_keys.approve


class DeclineKey(_OnKey):
    """Decline a key, or withdraw one's own proposal."""

    service = authority_keys.decline


class WithdrawKey(_OnKey):
    """Take a key out of use; signatures that were made with it stay."""

    service = authority_keys.withdraw

    class Input(Body):
        reason = ReasonField()

    def shown(self, result: Any) -> AuthorityKey:
        return AuthorityKey.objects.select_related("withdrawal").get(pk=result.key_id)


_ONE = "authority-keys/<authority_key:pk>/"

urlpatterns = [
    path("authority-keys/", AuthorityKeys.as_view(), name="authority-keys"),
    path(_ONE, OneAuthorityKey.as_view(), name="authority-key"),
    path(f"{_ONE}approve/", ApproveKey.as_view(), name="authority-key-approve"),
    path(f"{_ONE}decline/", DeclineKey.as_view(), name="authority-key-decline"),
    path(f"{_ONE}withdraw/", WithdrawKey.as_view(), name="authority-key-withdraw"),
]
