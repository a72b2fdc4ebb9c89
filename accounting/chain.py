"""The canonical content of an entry, its link in the book's chain, and the seal of a day over all chains.

One definition for the writer (`services.ledger`) and the prover (`services.proofs`): what is not in the content is not
protected, so everything that means something is in it.  Pure.
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
"""What a seal covers: `book code → (last number, last digest as hex)`, `schedule:3 → (last version, digest)`."""
FORMAT = 2  # the link covers the entry's id


class Move(NamedTuple):
    """So many cents (> 0) from one place to another."""

    source: str
    destination: str
    amount_cents: int


@dataclass(frozen=True, slots=True)
class AssessmentFacts:
    """A hand's facts with the rake due and taken, as they are written into `accounting.Assessment` (cents)."""

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


@dataclass(frozen=True, slots=True)
class WagerFacts:
    """What was at stake in a round against the house, as it is written into `accounting.Wager` (cents).

    `side_*` is the part of side bets; `edge_ppm` is what the rules leave the house of each ante, in millionths.
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
    """What an entry says, apart from its number and digest."""

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


_TO_THE_MICROSECOND = len("2026-11-21T18:00:00.000000")
_assessed = attrgetter(*AssessmentFacts.__dataclass_fields__)  # every entry that was ever written is read by this
_wagered = attrgetter(*WagerFacts.__dataclass_fields__)
_as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode


def moment(at: datetime) -> str:
    """A point of time as the chain writes it: UTC, to the microsecond, whatever zone it was read in."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")[:_TO_THE_MICROSECOND] + "Z"


def content(facts: EntryFacts) -> bytes:
    """The bytes that the digest covers; a list, so that no field name can be confused with another."""
    assessment = None if facts.assessment is None else _of_hour(_assessed(facts.assessment))
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
        ]
    ).encode()


def _of_hour(said: tuple[datetime, *tuple[object, ...]]) -> list[object]:
    hour, *rest = said
    return [moment(hour), *rest]


def link(previous: bytes, number: int, entry_id: int, content: bytes) -> bytes:
    """SHA-256 over the previous digest, this entry's number, id and content, as PostgreSQL computes it to post it.

    The id is in it because transfers and assessments hang on it.
    """
    return hashlib.sha256(previous + number.to_bytes(8, "big") + entry_id.to_bytes(8, "big") + content).digest()


def evidence(facts: Sequence[object]) -> bytes:
    """SHA-256 over what an entry rests on, as canonical JSON; moments by `moment`, bytes never."""
    return hashlib.sha256(canonical(facts)).digest()


def canonical(facts: object) -> bytes:
    """One spelling for the same facts: keys sorted, no blanks."""
    return json.dumps(facts, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def seal(house_id: int, number: int, gaming_day: date, previous: str, heads: Heads) -> str:
    """SHA-256 (hex) over the seal before (hex), its own number and day, and the heads, by name."""
    lines = [f"{house_id} {number} {gaming_day.isoformat()} {previous}"]
    lines += [f"{name} {last} {digest}" for name, (last, digest) in sorted(heads.items())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()
