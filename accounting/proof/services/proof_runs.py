"""Proofs that are kept: beat proves the books each night, and monitoring knows when and with what result."""

import logging
from collections.abc import Sequence
from datetime import datetime

from accounting.days.services.seals import Copy
from accounting.models import ProofRun
from accounting.proof.services import proofs
from accounting.proof.services.proofs import Proof
from casino import house_time
from casino.services import schema
from casino.transactions import use_case

log = logging.getLogger(__name__)
SHOWN = 20
"""The most breaks that the log names; `manage.py prove` names all."""


def prove(copies: Sequence[Copy] = (), *, independent: bool = False) -> Proof:
    """Prove all books, and keep when that was and what was found.  Each break is an error of the log."""
    began_at = house_time.now()
    proof = proofs.prove_house(copies, independent=independent)
    _keep(began_at=began_at, independent=independent, proof=proof)
    for broken in proof.broken[:SHOWN]:
        log.error("the books do not prove: %s #%s: %s", broken.book, broken.number, broken.what)
    if proof.schema:
        log.error("%s", schema.sentence(proof.schema))
    return proof


@use_case(None)
def _keep(*, began_at: datetime, independent: bool, proof: Proof) -> None:
    ProofRun.objects.create(
        began_at=began_at,
        is_independent=independent,
        entries=proof.entries,
        broken=len(proof.broken) + len(proof.schema),
    )
