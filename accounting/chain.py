"""The canonical content of an entry, its link in the book's chain, and the seal of a day over all chains.

One definition for the writer (`services.ledger`) and the prover (`services.proofs`).  Only what is in the content is
protected, so it has every field that carries meaning.  Pure.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from operator import attrgetter
from typing import NamedTuple, TypeAlias

GENESIS = bytes(32)

Heads: TypeAlias = Mapping[str, Sequence[int | str]]
"""What a seal covers: `book code → (last number, last digest as hex)`, `schedule:3/2 → (version 2, digest)`."""
FORMAT = 2  # the link covers the entry's id
LATER = "bomb_pot"
"""The last fact of an assessment, younger than the chains: in the content only where it is so."""


class Move(NamedTuple):
    """An amount (> 0) from one place to another."""

    source: str
    destination: str
    amount_cents: int


@dataclass(frozen=True, slots=True)
class AssessmentFacts:
    """A hand's facts with the rake due and taken, as written into `Assessment` (cents).  `sign`: -1 in a reversal."""

    hour: datetime
    table_code: str
    dealer_id: int | None
    game: str
    schedule_version_id: int
    dealt_in: int
    flop_seen: bool
    pot_cents: int
    base_cents: int
    due_cents: int
    taken_cents: int
    jackpot_cents: int = 0
    tips_cents: int = 0
    sign: int = 1
    reason: str = ""
    bomb_pot: bool = False


@dataclass(frozen=True, slots=True)
class WagerFacts:
    """The stakes and result of a round against the house, as written into `Wager` (cents).

    `side_*`: the part of side bets; `edge_ppm`: the house's edge by the rules, in millionths of the ante.
    """

    hour: datetime
    table_code: str
    dealer_id: int | None
    game: str
    rule_set: str
    edge_ppm: int
    ante_cents: int = 0
    staked_cents: int = 0
    lost_cents: int = 0
    paid_cents: int = 0
    side_staked_cents: int = 0
    side_lost_cents: int = 0
    side_paid_cents: int = 0
    tips_cents: int = 0
    sign: int = 1


@dataclass(frozen=True, slots=True)
class EntryFacts:
    """The content of an entry: everything but its number, id and digest."""

    house_id: int
    book: str
    code: str
    subject: str
    at: datetime
    gaming_day: date
    actor_id: int
    reason: str
    reference: str | None
    reverses: int | None
    evidence: bytes
    moves: Sequence[Move]
    assessment: AssessmentFacts | None
    wager: WagerFacts | None = None
    key_digest: bytes | None = None  # of the command's Idempotency-Key, with its first entry


_TO_THE_MICROSECOND = len("2026-11-21T18:00:00.000000")
_assessed = attrgetter(*AssessmentFacts.__dataclass_fields__)  # a proof calls it for every entry
_wagered = attrgetter(*WagerFacts.__dataclass_fields__)
_as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def moment(at: datetime) -> str:
    """A point of time as the chain writes it: UTC, to the microsecond, whatever its own time zone."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")[:_TO_THE_MICROSECOND] + "Z"


def content(facts: EntryFacts) -> bytes:
    """The bytes that the digest covers: a JSON list of all fields in a fixed order."""
    assessment = None if facts.assessment is None else _of_hour(_assessed(facts.assessment))
    if assessment and not assessment[-1]:
        del assessment[-1]
    return _as_json(
        [
            FORMAT,
            facts.house_id,
            facts.book,
            facts.code,
            facts.subject,
            moment(facts.at),
            facts.gaming_day.isoformat(),
            facts.actor_id,
            facts.reason,
            facts.reference,
            facts.reverses,
            facts.evidence.hex(),
            list(facts.moves),
            assessment,
            *([] if facts.wager is None else [_of_hour(_wagered(facts.wager))]),
            *([] if facts.key_digest is None else [facts.key_digest.hex()]),  # a text: no list could be taken for it
        ]
    ).encode()


def _of_hour(values: tuple[datetime, *tuple[object, ...]]) -> list[object]:
    hour, *rest = values
    return [moment(hour), *rest]


def link(previous: bytes, number: int, entry_id: int, content: bytes) -> bytes:
    """SHA-256 over the previous digest and this entry's number, id and content; `services.ledger` does it in SQL.

    The id is included because transfers and assessments refer to it.
    """
    return hashlib.sha256(previous + number.to_bytes(8, "big") + entry_id.to_bytes(8, "big") + content).digest()


def evidence(facts: Sequence[object]) -> bytes:
    """SHA-256 over the facts an entry rests on, as canonical JSON; times must be texts by `moment`, and no bytes."""
    return hashlib.sha256(canonical(facts)).digest()


def terms(terms: Mapping[str, object], valid_from: datetime) -> str:
    """The digest of a schedule version's terms, as a seal covers them."""
    return evidence([terms, moment(valid_from)]).hex()


def canonical(facts: object) -> bytes:
    """Canonical JSON: equal facts give equal bytes (keys sorted, no blanks)."""
    return json.dumps(facts, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def seal(house_id: int, number: int, gaming_day: date, previous: str, heads: Heads) -> str:
    """SHA-256 (hex) over the house, the seal's number and day, the previous seal (hex) and the heads by name."""
    lines = [f"{house_id} {number} {gaming_day.isoformat()} {previous}"]
    lines += [f"{name} {last} {digest}" for name, (last, digest) in sorted(heads.items())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
