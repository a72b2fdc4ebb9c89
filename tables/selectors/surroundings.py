"""What stands around hands: their games and houses, the hand before each, and when their boxes were taken."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from tables.selectors.binary import fetched
from tables.verdicts.booked import SUMMARY, VOID, Customs, Outcome, Recorded, Stakes

_STAKES = "SELECT id, big_blind_cents, rake_schedule_id FROM tables_game WHERE id = ANY(%s)"

_SCHEDULES = """
SELECT id, history_date, rake_schedule_id FROM tables_historicalgame
 WHERE id = ANY(%s) AND rake_schedule_id IS NOT NULL ORDER BY id, history_date, history_id
"""

_CUSTOMS = "SELECT id, tip_bp, tip_limit_cents, is_active FROM accounting_house WHERE id = ANY(%s)"

_BEFORE = """
SELECT hand.session_id, hand.number, hand.state, hand.recording, hand.result::text, hand.ended_at
  FROM unnest(%s::bigint[], %s::int[]) AS wanted (session_id, number)
  JOIN tables_hand hand ON hand.session_id = wanted.session_id AND hand.number = wanted.number
"""

EVER = datetime.min.replace(tzinfo=UTC)

_DROPS = """
SELECT session_number, dropped_at FROM accounting_drop WHERE session_number = ANY(%s) ORDER BY dropped_at
"""


def stakes(game_ids: Iterable[int]) -> Mapping[int, Stakes]:
    """Games by id, with every schedule that they were ever charged by."""
    wanted = list(game_ids)
    schedules: defaultdict[int, list[tuple[datetime, int]]] = defaultdict(list)
    for game_id, since, schedule_id in fetched(_SCHEDULES, [wanted]):
        schedules[game_id].append((since, schedule_id))
    games = fetched(_STAKES, [wanted])
    for game_id, _big_blind_cents, schedule_id in games:
        if game_id not in schedules:
            schedules[game_id].append((EVER, schedule_id))
    return {game_id: Stakes(big_blind_cents, schedules[game_id]) for game_id, big_blind_cents, _schedule in games}


def customs(house_ids: Iterable[int]) -> Mapping[int, Customs]:
    """What each house finds usual."""
    return {house_id: Customs(*usual) for house_id, *usual in fetched(_CUSTOMS, [list(house_ids)])}


def before(hands: Sequence[Recorded]) -> Mapping[int, Outcome]:
    """The outcome of the hand before each at its table, by the later one's id; where both are summaries that stand."""
    known = {(hand.session_id, hand.number): _outcome(*hand[6:8], hand.result, hand.ended_at) for hand in hands}
    summaries = [hand for hand in hands if hand.recording == SUMMARY and hand.number > 1]
    missing = [key for hand in summaries if (key := (hand.session_id, hand.number - 1)) not in known]
    if missing:
        for session_id, number, state, recording, result, ended_at in fetched(
            _BEFORE, [list(column) for column in zip(*missing, strict=True)]
        ):
            stored = json.loads(result) if result is not None else None
            known[session_id, number] = _outcome(state, recording, stored, ended_at)
    found = {hand.hand_id: known.get((hand.session_id, hand.number - 1)) for hand in summaries}
    return {hand_id: outcome for hand_id, outcome in found.items() if outcome is not None}


def drops(session_ids: Iterable[int]) -> Mapping[int, Sequence[datetime]]:
    """When the boxes of these sessions were taken."""
    taken: defaultdict[int, list[datetime]] = defaultdict(list)
    wanted = list(session_ids)
    if wanted:
        for session_id, dropped_at in fetched(_DROPS, [wanted]):
            taken[session_id].append(dropped_at)
    return taken


def _outcome(
    state: str, recording: str, result: Mapping[str, object] | None, ended_at: datetime | None
) -> Outcome | None:
    """None for a hand that cannot have been keyed twice; what was tampered with until it cannot be read is none."""
    if state == VOID or recording != SUMMARY or result is None or ended_at is None:
        return None
    match result:
        case {
            "pot_cents": int(pot_cents),
            "rake": {"taken_cents": int(taken_cents)},
            "tips_cents": int(tips_cents),
            "dealt_in": int(dealt_in),
            "flop_seen": bool(flop_seen),
        }:
            return Outcome(pot_cents, taken_cents, tips_cents, dealt_in, flop_seen, ended_at)
    return None
