"""Finished hands with everything an audit needs: a few queries for some thousand hands.

The rows come in PostgreSQL's binary format from the driver, since parsing times and amounts from text would cost as
much as computing the hands.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from accounting.chain import GENESIS, AssessmentFacts, EntryFacts, Move
from accounting.policy import rake
from accounting.policy.terms import Terms
from casino.errors import Refusal
from tables.audit.selectors import computed_hands, surroundings
from tables.audit.selectors.binary import fetched
from tables.evidence import Row, Written
from tables.verdicts.booked import MISDEAL, Before, BookedHand, Charged, Customs, Entered, Recorded, Stakes

Values: TypeAlias = tuple[Any, ...]
Around: TypeAlias = tuple[Stakes, Customs, Before | None, Sequence[datetime]]

_FACTS = list(AssessmentFacts.__dataclass_fields__)
_HAND = "hand"  # an entry's code
_NO_TERMS = Charged(0, 0, None, False, surroundings.EVER, None)  # noqa: FBT003 -- a version that is not there any more

_HANDS = """
SELECT hand.id, hand.house_id, COALESCE(t.code, ''), hand.session_id, hand.gaming_day_id, hand.number, hand.state,
       hand.recording, hand.game_id, hand.schedule_version_id, hand.dealer_id, hand.button_seat, hand.setup::text,
       hand.result::text, hand.started_at, hand.ended_at, hand.client_uuid, hand.corrects_id
  FROM tables_hand hand LEFT JOIN tables_table t ON t.id = hand.table_id
 WHERE hand.id BETWEEN %s AND %s AND hand.gaming_day_id = %s AND hand.state <> 'open'
 ORDER BY hand.id
"""
_SETUP, _RESULT = 12, 13

_ENTRIES = f"""
SELECT entry.id, entry.gaming_day_id, entry.number, entry.digest, entry.book_id,
       entry.house_id, book.code, entry.code, entry.subject, entry.at, day.date, entry.actor_id, entry.reason,
       entry.reference, entry.reverses_id, entry.evidence, entry.key_digest,
       a.entry_id, {", ".join(f"a.{name}" for name in _FACTS)}
  FROM accounting_entry entry
  JOIN accounting_book book ON book.id = entry.book_id
  JOIN accounting_gamingday day ON day.id = entry.gaming_day_id
  LEFT JOIN accounting_assessment a ON a.entry_id = entry.id
 WHERE entry.subject = ANY(%s)
 ORDER BY entry.id
"""  # noqa: S608 -- names of our own fields

_MOVES = """
SELECT entry_id, source, destination, amount_cents
  FROM accounting_transfer WHERE entry_id = ANY(%s) ORDER BY entry_id, position
"""

_BEFORE = """
SELECT entry.book_id, entry.number, entry.digest
  FROM unnest(%s::bigint[], %s::bigint[]) AS wanted (book_id, number)
  JOIN accounting_entry entry ON entry.book_id = wanted.book_id AND entry.number = wanted.number
"""

_VERSIONS = """
SELECT id, schedule_id, terms::text, state, valid_from, valid_to
  FROM accounting_scheduleversion WHERE id = ANY(%s)
"""

# Subjects with more digits than a bigint holds are none of ours.
_STRAYS = """
SELECT entry.id, entry.number, entry.actor_id, substr(entry.subject, 6)::bigint, hand.state,
       COALESCE(a.table_code, ''), a.dealer_id, COALESCE(a.taken_cents, 0)
  FROM accounting_entry entry
  LEFT JOIN accounting_assessment a ON a.entry_id = entry.id
  LEFT JOIN tables_hand hand ON hand.id = substr(entry.subject, 6)::bigint
 WHERE entry.gaming_day_id = %s AND entry.code IN ('hand', 'misdeal') AND entry.subject ~ '^hand:[0-9]{1,18}$'
   AND (hand.id IS NULL OR hand.state = 'open')
 ORDER BY entry.id
"""


def booked(day_id: int, first_id: int, last_id: int) -> list[BookedHand]:
    """The finished hands of a gaming day with ids from `first_id` to `last_id`, in order.

    Read in one snapshot: a hand voided between two queries would seem half void.
    """
    hands = [_recorded(values) for values in fetched(_HANDS, [first_id, last_id, day_id])]
    ids = [hand.hand_id for hand in hands]
    entries = _entries(ids)
    rows = _rows([hand.hand_id for hand in hands if hand.setup is not None])
    charged = _charged({hand.version_id for hand in hands})
    stakes = surroundings.stakes({hand.game_id for hand in hands})
    customs = surroundings.customs({hand.house_id for hand in hands})
    before = surroundings.before(hands)
    reversed_ids = {hand.session_id for hand in hands if len(entries.get(hand.hand_id, ())) > 1}
    drops = surroundings.drops(reversed_ids)
    return [
        _booked(
            hand,
            rows.get(hand.hand_id, ()),
            entries.get(hand.hand_id, ()),
            charged.get(hand.version_id, _NO_TERMS),
            (stakes[hand.game_id], customs[hand.house_id], before.get(hand.hand_id), drops.get(hand.session_id, ())),
        )
        for hand in hands
    ]


def _booked(
    hand: Recorded, rows: Sequence[Row], entries: Sequence[Entered], charged: Charged, around: Around
) -> BookedHand:
    """Sort a hand's entries: its booking (by reference), the reversal of that, and unreversed second bookings."""
    stakes, customs, before, drops = around
    reference = f"hand:{hand.hand_id}"
    booking = reversal = None
    doubles: list[Entered] = []
    reversals = {}
    for entered in entries:
        facts = entered.facts
        if facts.reference == reference:
            booking = entered
        elif facts.reverses is not None:
            reversals[facts.reverses] = entered
        elif facts.code in (_HAND, MISDEAL):
            doubles.append(entered)
    if booking is not None:
        reversal = reversals.get(booking.entry_id)
    doubles = [entered for entered in doubles if entered.entry_id not in reversals] if doubles else doubles
    return BookedHand(
        hand, rows, charged, stakes, customs, booking, reversal, doubles, entries, before, drops if reversal else ()
    )


def _recorded(values: Values) -> Recorded:
    setup, result = values[_SETUP], values[_RESULT]
    read = [json.loads(text) if text is not None else None for text in (setup, result)]
    return Recorded._make((*values[:_SETUP], *read, *values[_RESULT + 1 :]))


def _rows(hand_ids: Sequence[int]) -> Mapping[int, Sequence[Row]]:
    rows: dict[int, Sequence[Row]] = {}
    for hand_id, is_readable, said in fetched(computed_hands.ROWS, [hand_ids]) if hand_ids else ():
        if not is_readable:
            raise ValueError("a time of no calendar")
        rows[hand_id] = Written(f"[{said}]")
    return rows


def _entries(hand_ids: Iterable[int]) -> Mapping[int, Sequence[Entered]]:
    """All entries about these hands, by hand."""
    found = fetched(_ENTRIES, [[f"hand:{hand_id}" for hand_id in hand_ids]])
    moves: defaultdict[int, list[Move]] = defaultdict(list)
    make = Move._make
    for entry_id, *move in fetched(_MOVES, [[values[0] for values in found]]):
        moves[entry_id].append(make(move))
    links = {(values[4], values[2]): values[3] for values in found}
    missing = [(values[4], values[2] - 1) for values in found if (values[4], values[2] - 1) not in links]
    if missing:
        wanted = [list(column) for column in zip(*missing, strict=True)]
        links |= {(book_id, number): digest for book_id, number, digest in fetched(_BEFORE, wanted)}
    entries: defaultdict[int, list[Entered]] = defaultdict(list)
    for entry_id, day_id, number, digest, book_id, *said in found:
        previous = links.get((book_id, number - 1)) if number > 1 else GENESIS
        facts = _facts(said, moves.get(entry_id, ()))
        entries[int(facts.subject[5:])].append(Entered(entry_id, day_id, number, digest, previous, facts))
    return entries


def _facts(said: Sequence[Any], moves: Sequence[Move]) -> EntryFacts:
    first, key_digest = said[:11], said[11]
    assessment = None if said[12] is None else AssessmentFacts(*said[13:])
    no_wager = None
    return EntryFacts(*first, moves, assessment, no_wager, key_digest)  # type: ignore[call-arg]  # counted: eleven, four


def _charged(version_ids: Iterable[int]) -> Mapping[int, Charged]:
    return {
        version_id: Charged(version_id, schedule_id, _terms(terms), state == "published", valid_from, valid_to)
        for version_id, schedule_id, terms, state, valid_from, valid_to in fetched(_VERSIONS, [list(version_ids)])
    }


@lru_cache(maxsize=256)
def _terms(stored: str) -> Terms | None:
    """Parse terms, None if invalid; cached, since stored terms never change and thousands of hands share them."""
    try:
        return rake.parse(json.loads(stored))
    except (Refusal, TypeError, ValueError):
        return None


class Stray(NamedTuple):
    """An entry of a hand that is missing (`state` None) or still open."""

    entry_id: int
    number: int
    actor_id: int
    hand_id: int
    state: str | None
    table_code: str
    dealer_id: int | None
    taken_cents: int


def strays(day_id: int) -> list[Stray]:
    """Entries of a gaming day whose hand no piece of an audit covers."""
    return [Stray(*values) for values in fetched(_STRAYS, [day_id])]
