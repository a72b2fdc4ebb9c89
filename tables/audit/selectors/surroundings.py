"""Context of hands for the audit: their games and houses, the hand before each, and the drops of their boxes."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from tables.audit.selectors.binary import fetched
from tables.verdicts.booked import SUMMARY, Before, Customs, Recorded, Stakes, StakesSince

_STAKES = "SELECT id, big_blind_cents, rake_schedule_id FROM tables_game WHERE id = ANY(%s)"

_STAKES_SINCE = """
SELECT id, history_date, big_blind_cents, rake_schedule_id FROM tables_historicalgame
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
    """Games by id, with all stakes and schedules they ever had."""
    wanted = list(game_ids)
    terms: defaultdict[int, list[StakesSince]] = defaultdict(list)
    for game_id, *since in fetched(_STAKES_SINCE, [wanted]):
        terms[game_id].append(StakesSince(*since))
    for game_id, *now in fetched(_STAKES, [wanted]):
        if game_id not in terms:
            terms[game_id].append(StakesSince(EVER, *now))
    return {game_id: Stakes(rows) for game_id, rows in terms.items()}


def customs(house_ids: Iterable[int]) -> Mapping[int, Customs]:
    """Each house's customs: its usual tip, the limit of tips, and whether it is active."""
    return {house_id: Customs(*usual) for house_id, *usual in fetched(_CUSTOMS, [list(house_ids)])}


def before(hands: Sequence[Recorded]) -> Mapping[int, Before]:
    """The hand before each summary in its session, by the summary's id."""
    known = {(hand.session_id, hand.number): hand for hand in hands}
    summaries = [hand for hand in hands if hand.recording == SUMMARY and hand.number > 1]
    found: dict[int, Before] = {}
    missing: dict[tuple[int, int], int] = {}
    for hand in summaries:
        key = (hand.session_id, hand.number - 1)
        one = known.get(key)
        if one is not None:
            found[hand.hand_id] = Before(one.state, one.recording, one.result, one.ended_at)
        else:
            missing[key] = hand.hand_id
    if missing:
        wanted = [list(column) for column in zip(*missing, strict=True)]
        for session_id, number, state, recording, result, ended_at in fetched(_BEFORE, wanted):
            if result is not None and ended_at is not None:
                found[missing[session_id, number]] = Before(state, recording, json.loads(result), ended_at)
    return found


def drops(session_ids: Iterable[int]) -> Mapping[int, Sequence[datetime]]:
    """The times when boxes were dropped, by session."""
    taken: defaultdict[int, list[datetime]] = defaultdict(list)
    wanted = list(session_ids)
    if wanted:
        for session_id, dropped_at in fetched(_DROPS, [wanted]):
            taken[session_id].append(dropped_at)
    return taken
