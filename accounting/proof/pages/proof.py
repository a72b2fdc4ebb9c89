"""The proof on a page. It reads the whole ledger, so it runs only on request."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any

from django.http import HttpResponse

from accounting.days.pages.house import InHouse
from accounting.findings.selectors import findings
from accounting.findings.services import breaks
from accounting.ledger.selectors.ledger import PERMISSION
from accounting.proof.services import proofs
from casino import membership
from casino.pages.views import Page


@dataclass(frozen=True, slots=True)
class Walk:
    """A proof and its duration in milliseconds."""

    proof: proofs.Proof
    took_ms: int


class ProofPage(InHouse, Page):
    """GET explains, POST proves; broken places become findings where the reader may record them."""

    permission = PERMISSION
    template_name = "proof/proof.html"

    def post(self, request: Any, *args: Any, **path: Any) -> HttpResponse:
        membership.require_every(self.actor)
        began = perf_counter()
        proof = proofs.prove_house()
        if proof.broken and self.actor.has_perm(findings.PERMISSION):
            breaks.note(broken=proof.broken, actor=self.actor)
        walk = Walk(proof, round(1000 * (perf_counter() - began)))
        return self.render_to_response(self.get_context_data(walk=walk))
