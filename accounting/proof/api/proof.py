"""The proof of the books."""

from typing import ClassVar

from django.http import HttpResponse
from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from accounting.proof.services import proofs
from casino import membership
from casino.api.reading import READ, answer, reader
from casino.api.serializers import Serializer, Takes


class BrokenSerializer(Serializer):
    """Something that does not add up."""

    book = serializers.CharField()
    number = serializers.IntegerField(allow_null=True)
    what = serializers.CharField()


class ProofSerializer(Serializer):
    """Whether every chain holds, every balance is the sum of its transfers, and the schema is this version's."""

    takes = Takes(proofs.Proof, "ok entries transfers broken schema")
    broken = BrokenSerializer(many=True)


class ProofView(APIView):
    """Prove the ledger: recompute every chain, sum up every balance. Takes as long as the ledger is large."""

    permission = "accounting.view_ledger"
    http_method_names: ClassVar[list[str]] = READ  # type: ignore[misc]
    output = ProofSerializer

    def get(self, request: Request, **path: object) -> HttpResponse:
        """What was found; `ok` is false when anything is broken or differs, and the status is 200 all the same."""
        membership.require_every(reader(request))
        return answer(ProofSerializer.json(proofs.prove_house()))


urlpatterns = [path("ledger/proof/", ProofView.as_view(), name="ledger-proof")]
