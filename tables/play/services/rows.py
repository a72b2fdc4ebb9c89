"""Writes of hands, rounds, actions and versions. Inner steps; the caller holds the table's lock.

Hand-written SQL with one statement a step: actions come every few seconds at a table, and each statement costs more
in Python than in PostgreSQL.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import F

from tables.evidence import Row
from tables.locks import LockedTable
from tables.models import Hand, Round, Session, Table
from tables.models.columns import column_names
from tables.play.selectors import stakes
from tables.play.selectors.situations import Situation
from tables.rules.blinds import Positions

_INSERT_HAND = """
WITH session AS (
    UPDATE tables_session SET hands_dealt = hands_dealt + 1, is_redeal = false, button_seat = %(button)s,
           last_hands_left = last_hands_left - (%(counts)s AND NOT is_redeal)::int,
           bomb_pot_called = bomb_pot_called AND NOT %(is_bomb_pot)s,
           small_blind_seat = %(small_blind)s, big_blind_seat = %(big_blind)s
     WHERE id = %(session)s RETURNING hands_dealt
), t AS (
    UPDATE tables_table SET version = version + 1 WHERE id = %(table)s
), hand AS (
    INSERT INTO tables_hand (house_id, table_id, session_id, gaming_day_id, number, state, recording, game_id,
                             schedule_version_id, dealer_id, button_seat, setup, version, started_at, ended_at, result,
                             void_reason, client_uuid)
    SELECT %(house)s, %(table)s, %(session)s, %(day)s, session.hands_dealt, %(state)s, %(recording)s, %(game)s,
           %(schedule_version)s, %(dealer)s, %(button)s, %(setup)s, 1, %(started_at)s, %(ended_at)s, %(result)s,
           '', %(client_uuid)s
      FROM session
    RETURNING id, number
), actions AS (
    INSERT INTO tables_handaction (hand_id, sequence, kind, seat, to_cents, cards, actor_id, at)
    SELECT hand.id, row.sequence, row.kind, row.seat, row.to_cents, row.cards, %(actor)s, row.at
      FROM hand, unnest(%(sequences)s::int[], %(kinds)s::text[], %(seats)s::int[], %(amounts)s::bigint[],
                        %(cards)s::text[], %(times)s::timestamptz[])
                 AS row (sequence, kind, seat, to_cents, cards, at)
)
SELECT id, number FROM hand
"""

_CHANGED_BY_A_HAND = (
    "hands_dealt",
    "is_redeal",
    "button_seat",
    "small_blind_seat",
    "big_blind_seat",
    "last_hands_left",
    "measures_stacks",
    "bomb_pot_called",
)

_INSERT_ROUND = """
WITH session AS (
    UPDATE tables_session SET rounds_dealt = rounds_dealt + 1,
           last_hands_left = last_hands_left - (%(state)s <> 'void')::int
     WHERE id = %(session_id)s RETURNING rounds_dealt
), t AS (
    UPDATE tables_table SET version = version + 1 WHERE id = %(table_id)s
), round AS (
    INSERT INTO tables_round (house_id, table_id, session_id, gaming_day_id, number, state, recording, game_id,
                              rule_set, dealer_id, dealt_at, recorded_at, record, result, staked_cents, lost_cents,
                              paid_cents, tips_cents, version, void_reason, voided_by_id, client_uuid)
    SELECT %(house_id)s, %(table_id)s, %(session_id)s, %(gaming_day_id)s, session.rounds_dealt, %(state)s,
           %(recording)s, %(game_id)s, %(rule_set)s, %(dealer_id)s, %(dealt_at)s, %(recorded_at)s, %(record)s,
           %(result)s, %(staked_cents)s, %(lost_cents)s, %(paid_cents)s, %(tips_cents)s, 1, %(void_reason)s,
           %(voided_by_id)s, %(client_uuid)s
      FROM session
    RETURNING id, number
)
SELECT id, number FROM round
"""

_INSERT_ACTION = """
WITH hand AS (
    UPDATE tables_hand SET version = version + 1 WHERE id = %s
)
INSERT INTO tables_handaction (hand_id, sequence, kind, seat, to_cents, cards, undoes, actor_id, at)
VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
"""

_END_HAND = """
WITH t AS (UPDATE tables_table SET version = version + 1 WHERE id = %s),
session AS (UPDATE tables_session SET is_redeal = true WHERE id = %s AND %s)
UPDATE tables_hand SET state = %s, ended_at = %s, result = %s, void_reason = %s, voided_by_id = %s,
       version = version + 1
 WHERE id = %s
"""


def touch(table: LockedTable) -> None:
    """Increment the table's version, so that clients see that it changed.

    By a query and not by `save()`, since the version belongs to play and has no history.
    """
    Table.objects.filter(pk=table.id).update(version=F("version") + 1)


def book(table_code: str) -> str:
    """The ledger's book of a table."""
    return f"table/{table_code}"


def insert_hand(
    situation: Situation,
    *,
    state: str,
    actor_id: int,
    positions: Positions | None,
    setup: Mapping[str, object] | None,
    rows: Sequence[Row] = (),
    started_at: datetime | None = None,
    result: Mapping[str, object] | None = None,
    client_uuid: UUID | None = None,
) -> Hand:
    """Insert the session's next hand, with its actions if any; update button, blinds and versions."""
    session, game, day, charge = situation.session, situation.game, situation.day, situation.charge
    assert session is not None
    assert game is not None
    assert day is not None
    assert charge is not None
    ended_at = None if state == Hand.State.OPEN else situation.now
    hand = Hand(
        house_id=situation.table.house_id,
        table_id=situation.table.id,
        session_id=session.pk,
        gaming_day_id=day.pk,
        state=state,
        recording=game.recording,
        game_id=game.pk,
        schedule_version_id=charge.id,
        dealer_id=situation.dealer_id,
        button_seat=positions.button_seat if positions else None,
        setup=setup,
        started_at=started_at or situation.now,
        ended_at=ended_at,
        result=result,
        client_uuid=client_uuid,
    )
    counts = {"counts": stakes.counts(situation, started_at)}
    with connection.cursor() as cursor:
        cursor.execute(_INSERT_HAND, _hand_values(hand, positions) | _row_values(rows, actor_id) | counts)
        hand.pk, hand.number = cursor.fetchone()
    return hand


def next_ids(count: int) -> list[int]:
    """Ids for `count` hands."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT nextval('tables_hand_id_seq') FROM generate_series(1, %s)", [count])
        return [pk for (pk,) in cursor.fetchall()]


def insert_hands(situation: Situation, hands: Sequence[Hand]) -> None:
    """Insert the session's next hands, which have their ids and numbers, by COPY; update versions.

    Of the situation's session the fields that a hand changes are written as they stand there.
    """
    session = situation.session
    assert session is not None
    names = column_names(Hand)
    into = f"COPY tables_hand ({', '.join(names)}) FROM STDIN"
    with connection.cursor() as cursor, connection.wrap_database_errors, cursor.copy(into) as copy:
        for hand in hands:
            values = [getattr(hand, name) for name in names]
            copy.write_row([_json(value) if isinstance(value, dict) else value for value in values])
    changed = {name: getattr(session, name) for name in _CHANGED_BY_A_HAND}
    Session.objects.filter(pk=session.pk).update(**changed)
    Table.objects.filter(pk=situation.table.id).update(version=F("version") + len(hands))


def insert_late(hand: Hand) -> None:
    """Insert a late hand under its session's next number; the button stays."""
    Session.objects.filter(pk=hand.session_id).update(hands_dealt=F("hands_dealt") + 1)
    hand.number = Session.objects.values_list("hands_dealt", flat=True).get(pk=hand.session_id)
    hand.save(force_insert=True)
    Table.objects.filter(pk=hand.table_id).update(version=F("version") + 1)


def insert_round(row: Round) -> None:
    """Insert the session's next round; update the versions."""
    values = {name: getattr(row, name) for name in column_names(Round)}
    values |= {"record": _json(row.record), "result": _json(row.result)}
    with connection.cursor() as cursor:
        cursor.execute(_INSERT_ROUND, values)
        row.pk, row.number = cursor.fetchone()


def _hand_values(hand: Hand, positions: Positions | None) -> dict[str, Any]:
    return {
        "house": hand.house_id,
        "table": hand.table_id,
        "session": hand.session_id,
        "day": hand.gaming_day_id,
        "state": hand.state,
        "recording": hand.recording,
        "game": hand.game_id,
        "schedule_version": hand.schedule_version_id,
        "dealer": hand.dealer_id,
        "button": hand.button_seat,
        "small_blind": positions.small_blind_seat if positions else None,
        "big_blind": positions.big_blind_seat if positions else None,
        "setup": _json(hand.setup),
        "is_bomb_pot": any(recorded.get("bomb_pot", False) for recorded in (hand.setup, hand.result) if recorded),
        "started_at": hand.started_at,
        "ended_at": hand.ended_at,
        "result": _json(hand.result),
        "client_uuid": hand.client_uuid,
    }


def _row_values(rows: Sequence[Row], actor_id: int) -> dict[str, Any]:
    return {
        "actor": actor_id,
        "sequences": [row.sequence for row in rows],
        "kinds": [row.kind for row in rows],
        "seats": [row.seat for row in rows],
        "amounts": [row.to_cents for row in rows],
        "cards": [row.cards for row in rows],
        "times": [row.at for row in rows],
    }


def insert_action(hand: Hand, row: Row) -> None:
    """Insert one action and increment the hand's version."""
    values: list[Any] = [row.sequence, row.kind, row.seat, row.to_cents, row.cards, row.undoes, row.actor_id, row.at]
    with connection.cursor() as cursor:
        cursor.execute(_INSERT_ACTION, [hand.pk, hand.pk, *values])
    hand.version += 1


def settle_hand(hand: Hand, result: dict[str, object], at: datetime) -> None:
    """Mark a hand as settled, with its result."""
    hand.state, hand.ended_at, hand.result = Hand.State.SETTLED, at, result
    _end(hand, redeal=False)


def void_hand(hand: Hand, reason: str, at: datetime, *, actor_id: int) -> None:
    """Mark a hand as void, with actor and reason; its result stays."""
    misdealt = hand.state == Hand.State.OPEN
    hand.state, hand.ended_at = Hand.State.VOID, hand.ended_at or at
    hand.void_reason, hand.voided_by_id = reason, actor_id
    _end(hand, redeal=misdealt)


def _end(hand: Hand, *, redeal: bool) -> None:
    outcome = [hand.state, hand.ended_at, _json(hand.result), hand.void_reason, hand.voided_by_id]
    with connection.cursor() as cursor:
        cursor.execute(_END_HAND, [hand.table_id, hand.session_id, redeal, *outcome, hand.pk])
    hand.version += 1


def _json(value: Mapping[str, object] | None) -> str | None:
    return None if value is None else json.dumps(value, separators=(",", ":"))
