"""The proof on a page: every book walked from its first entry, on request, since it reads all there is."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from django.http import HttpResponse

from accounting.pages.house import InHouse
from accounting.selectors.ledger import PERMISSION
from accounting.services import proofs
from casino.pages.doors import Page


@dataclass(frozen=True, slots=True)
class Walk:
    """How a proof went, and how long it took in milliseconds."""

    proof: proofs.Proof
    took_ms: int


class ProofPage(InHouse, Page):
    """GET explains, POST walks. Nothing is changed by either."""

    permission = PERMISSION
    template = "management/proof.html"

    def post(self, request: Any, **path: Any) -> HttpResponse:
        """Walk all books now."""
        began = perf_counter()
        proof = proofs.prove()
        return self.show({"walk": Walk(proof, round(1000 * (perf_counter() - began)))})
