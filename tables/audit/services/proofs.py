"""Prove hands: each has one entry and one assessment, and the entry's digest matches the stored rows.

A hand's set-up, every recorded row (undone ones too) and its result are in its entry as a digest, which is computed
again from the stored rows.  The actions of a hand in play enter the chain when the hand is over.  PostgreSQL compares a
hand with its entry and puts the recorded rows together as text; Python hashes it, and looks at every hand in doubt, and
at a random sample, row by row.  `prove_independently` looks at all of them so.  Hands and actions are then two ordered
cursors merged here; nothing depends on an index, and no person's name is read.
"""

import json
import secrets
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple
from uuid import UUID

from accounting.ledger.selectors import chains
from accounting.ledger.selectors.chains import Values, microseconds, moment
from accounting.ledger.services.walks import Broken
from accounting.models import EntryCode
from tables import evidence
from tables.audit.selectors import computed_hands
from tables.evidence import Dealt, Parts, Row
from tables.models import Hand
from tables.play.services import rows as writing

_HANDS = f"""
SELECT h.id, h.state, h.house_id, h.gaming_day_id, h.dealer_id, h.schedule_version_id, h.void_reason, h.voided_by_id,
       h.session_id, h.number, {microseconds("h.started_at")}, h.button_seat, h.client_uuid, h.setup::text,
       h.corrects_id, h.result::text, COALESCE(t.code, ''), t.house_id,
       e.id, b.code, e.number, e.code, e.subject, e.house_id, e.gaming_day_id, e.actor_id, e.reason, e.evidence,
       r.id, r.actor_id, r.reason,
       a.entry_id, a.table_code, a.dealer_id, a.schedule_version_id, a.sign
  FROM tables_hand h
  LEFT JOIN tables_table t ON t.id = h.table_id
  LEFT JOIN accounting_entry e ON e.reference = 'hand:' || h.id
  LEFT JOIN accounting_book b ON b.id = e.book_id
  LEFT JOIN accounting_entry r ON r.reverses_id = e.id
  LEFT JOIN accounting_assessment a ON a.entry_id = e.id
 WHERE {{among}}
 ORDER BY h.id
"""  # noqa: S608 -- our own expression

_ACTIONS = f"""
SELECT hand_id, sequence, kind, seat, to_cents, cards, undoes, actor_id, {microseconds("at")}
  FROM tables_handaction h WHERE {{among}} ORDER BY hand_id, sequence
"""  # noqa: S608 -- our own expression

_WITHOUT_HAND = """
SELECT b.code, e.number, e.code
  FROM accounting_entry e
  JOIN accounting_book b ON b.id = e.book_id
  LEFT JOIN tables_hand h ON e.reference = 'hand:' || h.id
 WHERE e.code IN ('hand', 'misdeal') AND h.id IS NULL
 ORDER BY 1, 2
"""

_NUMBERS = """
SELECT t.code, s.id, s.hands_dealt, count(h.id), COALESCE(min(h.number), 0), COALESCE(max(h.number), 0)
  FROM tables_session s
  JOIN tables_table t ON t.id = s.table_id
  LEFT JOIN tables_hand h ON h.session_id = s.id
 GROUP BY t.code, s.id, s.hands_dealt
HAVING count(h.id) <> s.hands_dealt OR count(DISTINCT h.number) <> s.hands_dealt
       OR min(h.number) <> 1 OR max(h.number) <> s.hands_dealt
 ORDER BY 1, 2
"""


SAMPLED = 499
"""Of this many hands that are as booked, Python looks at one row by row."""


class _Hand(NamedTuple):
    """A hand as stored; times as microseconds."""

    id: int
    state: str
    house_id: int
    gaming_day_id: int
    dealer_id: int | None
    schedule_version_id: int
    void_reason: str
    voided_by_id: int | None
    session_id: int
    number: int
    started_at: int | None
    button_seat: int | None
    client_uuid: UUID | None
    setup: str | None
    corrects_id: int | None
    result: str | None
    table_code: str
    table_house_id: int | None


class _Entry(NamedTuple):
    """A hand's entry, its reversal and assessment; `id` is None without an entry, `book` None without its book."""

    id: int | None
    book: str | None
    number: int
    code: str
    subject: str
    house_id: int
    gaming_day_id: int
    actor_id: int
    reason: str
    evidence: bytes
    reversal_id: int | None
    reversal_actor_id: int | None
    reversal_reason: str | None
    assessed_id: int | None
    table_code: str
    dealer_id: int | None
    schedule_version_id: int
    sign: int


_HEAD = len(_Hand._fields)


def prove() -> Iterator[Broken]:
    """Yield every difference between hands, their entries and their numbering (`settings.PROVERS`)."""
    doubted, strays = _doubted()
    yield from _hands("h.id = ANY(%s)", "h.hand_id = ANY(%s)", [sorted(doubted)])
    yield from _strays(strays)
    yield from _numbered()


def prove_independently() -> Iterator[Broken]:
    """The same, with every digest computed from the rows alone (`settings.INDEPENDENT_PROVERS`)."""
    yield from _hands("true", "true", [])
    yield from _numbered()


def _doubted() -> tuple[set[int], list[int]]:
    """The hands that Python looks at row by row, and the missing hands that actions refer to."""
    rest = secrets.randbelow(SAMPLED)
    doubted: set[int] = set()
    strays: list[int] = []
    rows = 0
    for hand_id, is_there, as_booked, digest, parts in computed_hands.hands():
        if not is_there:
            strays.append(hand_id)
            continue
        rows += 1
        if not as_booked or hand_id % SAMPLED == rest or not _is_under(digest, parts):
            doubted.add(hand_id)
    if rows != computed_hands.count():
        doubted.update(computed_hands.twice())
    return doubted, sorted(strays)


def _is_under(digest: bytes, parts: Parts) -> bool:
    try:
        return evidence.digest_of_parts(parts) == digest
    except (RecursionError, ValueError):
        return False  # it cannot be read, which is said where it is looked at row by row


def _strays(hand_ids: Iterable[int]) -> Iterator[Broken]:
    for hand_id in hand_ids:
        yield Broken("", None, f"actions of hand {hand_id}, which is not there")


def _numbered() -> Iterator[Broken]:
    for book, number, code in chains.found(_WITHOUT_HAND):
        yield Broken(book, number, f"its {code} is not there")
    for code, session, dealt, count, least, most in chains.found(_NUMBERS):
        what = f"session {session}: {dealt} hands were dealt, {count} are there, numbered {least} to {most}"
        yield Broken(writing.book(code), None, what)


def _hands(hands: str, actions: str, values: Sequence[object]) -> Iterator[Broken]:
    """Compare hands with their entries, row by row; `hands` and `actions` say in SQL which ones."""
    recorded_rows = _Actions(chains.stream(_ACTIONS.replace("{among}", actions), values))
    for _id, rows in groupby(chains.stream(_HANDS.replace("{among}", hands), values), key=itemgetter(0)):
        stored = list(rows)
        hand = _Hand._make(stored[0][:_HEAD])
        own, strangers = _split(hand, [_Entry._make(row[_HEAD:]) for row in stored])
        book = writing.book(hand.table_code)
        recorded = recorded_rows.of(hand.id)
        for one in strangers:
            yield Broken(one.book or book, one.number, "it names a hand that it is not about")
        entry, *others = own
        if entry.id is None:
            if hand.state != Hand.State.OPEN:
                yield Broken(book, None, f"hand {hand.id} is {hand.state}, but not booked")
            continue
        if others:
            yield Broken(entry.book or book, entry.number, "its hand, its assessment or its reversal is there twice")
        for what in _differences(hand, entry, recorded):
            yield Broken(entry.book or book, entry.number, what)
    yield from _strays(recorded_rows.strays())


def _split(hand: _Hand, entries: list[_Entry]) -> tuple[list[_Entry], list[_Entry]]:
    """Split the entries into the hand's own and those that only name it by a changed reference."""
    own = [one for one in entries if one.subject == f"hand:{hand.id}"]
    return (own, [one for one in entries if one not in own]) if own else (entries, [])


class _Actions:
    """Recorded actions in the order of their hands."""

    def __init__(self, rows: Iterator[Values]) -> None:
        self._hands = groupby(rows, key=itemgetter(0))
        self._strays: list[int] = []
        self._next()

    def _next(self) -> None:
        hand_id, rows = next(self._hands, (None, ()))
        self._hand_id: int | None = hand_id
        self._rows = [row[1:] for row in rows]

    def of(self, hand_id: int) -> list[Values]:
        """The actions of this hand; callers must ask for the hands in ascending order."""
        while self._hand_id is not None and self._hand_id < hand_id:
            self._strays.append(self._hand_id)
            self._next()
        if self._hand_id != hand_id:
            return []
        rows = self._rows
        self._next()
        return rows

    def strays(self) -> list[int]:
        """The ids of missing hands that actions refer to."""
        while self._hand_id is not None:
            self._strays.append(self._hand_id)
            self._next()
        return self._strays


def _differences(hand: _Hand, entry: _Entry, actions: list[Values]) -> Iterator[str]:
    is_void = hand.state == Hand.State.VOID
    if hand.state == Hand.State.OPEN:
        yield "its hand is still in play"
        return
    if entry.code != (EntryCode.MISDEAL if hand.result is None else EntryCode.HAND):
        yield "its hand was settled and it says misdeal, or the other way round"
    stands = (entry.book, entry.subject, entry.house_id, entry.gaming_day_id, hand.table_house_id)
    if stands != (
        writing.book(hand.table_code),
        f"hand:{hand.id}",
        hand.house_id,
        hand.gaming_day_id,
        hand.house_id,
    ):
        yield "its hand belongs to another table, house or gaming day"
    yield from _void(hand, entry) if is_void else _standing(entry)
    if entry.code == EntryCode.HAND:
        yield from _assessed(hand, entry)
    if _digest(hand, actions) != bytes(entry.evidence):
        yield "its hand was changed after it was booked"


def _standing(entry: _Entry) -> Iterator[str]:
    if entry.reversal_id is not None:
        yield "it is reversed, but its hand is not void"
    if entry.code == EntryCode.MISDEAL:
        yield "it says misdeal, but its hand is not void"


def _void(hand: _Hand, entry: _Entry) -> Iterator[str]:
    """A settled hand was reversed, any other noted; the actor and the reason must be those on the hand."""
    by, reason = entry.actor_id, entry.reason
    if entry.code == EntryCode.HAND:
        if entry.reversal_id is None or entry.reversal_actor_id is None:
            yield "its hand is void, but it is not reversed"
            return
        by, reason = entry.reversal_actor_id, entry.reversal_reason or ""
    if hand.void_reason != reason or hand.voided_by_id not in (None, by):
        yield "its hand was void for another reason, or by somebody else"


def _assessed(hand: _Hand, entry: _Entry) -> Iterator[str]:
    if entry.assessed_id is None:
        yield "it has no assessment"
        return
    facts = (entry.table_code, entry.dealer_id, entry.schedule_version_id, entry.sign)
    if facts != (hand.table_code, hand.dealer_id, hand.schedule_version_id, 1):
        yield "its assessment is of another table, dealer or schedule version than its hand"


def _digest(hand: _Hand, actions: list[Values]) -> bytes | None:
    """The evidence computed again from the stored rows; None if a stored time is invalid."""
    started_at = moment(hand.started_at)
    times = [moment(row[-1]) for row in actions]
    if started_at is None or None in times:
        return None
    dealt = Dealt(
        session_id=hand.session_id,
        number=hand.number,
        started_at=started_at,
        button_seat=hand.button_seat,
        client_uuid=hand.client_uuid,
        setup=json.loads(hand.setup) if hand.setup else None,
        corrects=hand.corrects_id,
    )
    rows = [Row._make((*row[:-1], at)) for row, at in zip(actions, times, strict=True)]
    return evidence.digest(dealt, rows, json.loads(hand.result) if hand.result else {})
