"""The seal of a statement of revenue, and the text that the supervising authority signs with its own key.

One definition for the service that seals and the proof that recomputes.  Pure.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accounting import chain

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Facts:
    """What a seal covers, beside the seal before it."""

    house_id: int
    number: int
    period: str
    first: str
    version: int
    figures: Mapping[str, Any]
    rests_on: Mapping[str, Any]
    terms: Mapping[str, Any] | None
    reason: str
    differences: Sequence[Any]
    signed_at: str
    signed_by: int
    decided_at: str
    decided_by: int


def digest(facts: Facts, previous: str) -> str:
    """SHA-256 (hex) over the facts as canonical JSON and the seal of the statement sealed before ("" for the first)."""
    return chain.evidence(
        [
            FORMAT,
            previous,
            facts.house_id,
            facts.number,
            facts.period,
            facts.first,
            facts.version,
            facts.figures,
            facts.rests_on,
            facts.terms,
            facts.reason,
            facts.differences,
            facts.signed_at,
            facts.signed_by,
            facts.decided_at,
            facts.decided_by,
        ]
    ).hex()


def message(house: str, period: str, first: str, version: int, digest: str) -> bytes:
    """The bytes that the authority signs: they say what is signed, so that no other signature fits them.

    `house` is the house's code, `digest` the statement's seal.
    """
    return (
        f"casino statement of revenue {FORMAT}\n"
        f"house {house}\nperiod {period}\nfirst day {first}\nversion {version}\nsha256 {digest}\n"
    ).encode()
