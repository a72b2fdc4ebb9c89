"""Kinds of tampering by the tables' owner with the triggers off: what is done, and the table or book that is named."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kind:
    """`found`: the book or table that the proof names; "": not found, `why` stands in docs/security.md."""

    name: str
    sql: str
    found: str = ""
    why: str = ""


def _sets(table: str, change: str, where: str = "true", *, key: str = "id") -> str:
    """One row of a table is changed: the first that meets the condition."""
    return f"UPDATE {table} SET {change} WHERE {key} = (SELECT min({key}) FROM {table} WHERE {where})"


def _cuts(table: str, where: str = "true", *, key: str = "id") -> str:
    return f"DELETE FROM {table} WHERE {key} = (SELECT min({key}) FROM {table} WHERE {where})"


_AUDITOR = "username = 'prüfer'"
_BOTH_RATES = """
WITH live AS (UPDATE accounting_scheduleversion SET terms = jsonb_set(terms, '{rate_bp}', '100'))
UPDATE accounting_historicalscheduleversion SET terms = jsonb_set(terms, '{rate_bp}', '100')
"""
_NOW_AND_BACK = """
INSERT INTO tables_historicalgame
SELECT (jsonb_populate_record(game, jsonb_build_object(
           'history_id', (SELECT min(history_id) - 1 FROM tables_historicalgame), 'max_buy_in_cents', 7))).*
  FROM tables_historicalgame game LIMIT 1
"""
_ROLE_WITH_HISTORY = """
WITH live AS (UPDATE casino_user SET roles = '{admin}' WHERE username = 'dealer' RETURNING id)
INSERT INTO casino_historicaluser
SELECT (jsonb_populate_record(NULL::casino_historicaluser, to_jsonb(was) || jsonb_build_object(
           'history_id', 900000, 'history_type', '~', 'roles', '["admin"]'::jsonb))).*
  FROM (SELECT * FROM casino_historicaluser WHERE id = (SELECT id FROM live) ORDER BY history_id DESC LIMIT 1) was
"""
_ANOTHER_PASSWORD = """
WITH live AS (
    UPDATE casino_user SET password = 'x', secrets_digest = encode(sha256(convert_to('x' || E'\\n' || pin_hash,
                                                                              'UTF8')), 'hex')
     WHERE username = 'prüfer'
)
SELECT 1
"""
_ACCOUNT = """
WITH live AS (
    INSERT INTO casino_user (username, full_name, staff_number, roles, language, preferences, is_active, password,
                             pin_hash, secrets_digest, is_demo, date_joined)
    VALUES ('planted', '', '', '{manager}', 'de', '{}', true, 'x', '',
            encode(sha256(convert_to(E'x\n', 'UTF8')), 'hex'), false, now()) RETURNING *
)
INSERT INTO casino_historicaluser
SELECT (jsonb_populate_record(NULL::casino_historicaluser, to_jsonb(live) || jsonb_build_object(
           'history_id', 900000, 'history_type', '+', 'history_date', now()))).* FROM live
"""
_SLIPPED_IN = """
INSERT INTO tables_admissioncheck (id, guest_id, gaming_day_id, source, result, reference, at, by_id)
SELECT -1, guest_id, gaming_day_id, source, result, '', at, by_id FROM tables_admissioncheck LIMIT 1
"""

_MEMBER = """
INSERT INTO accounting_troncmember (house_id, person_id, function, hired_on, valid_from, asked_by_id, asked_at,
                                    confirmed_by_id, confirmed_at)
SELECT house.id, person.id, 'dealer', '2020-01-01', '2026-01-01', first.id, now(), second.id, now()
  FROM accounting_house house, casino_user person, casino_user first, casino_user second
 WHERE person.username = 'dealer' AND first.username = 'manager' AND second.username = 'second-manager'
"""
_RULES = """
INSERT INTO accounting_troncrules (house_id, version, terms, valid_from, state, proposed_by_id, proposed_at,
                                   decided_by_id, decided_at)
SELECT house.id, 9, '{}', '2026-01-01', 'approved', first.id, now(), second.id, now()
  FROM accounting_house house, casino_user first, casino_user second
 WHERE first.username = 'manager' AND second.username = 'second-manager'
"""

KINDS = (
    # Roll-ups
    Kind("roll-up of an hour", "UPDATE accounting_tablehour SET taken_cents = taken_cents + 1", "roll-up"),
    Kind("roll-up of a table's day", "UPDATE accounting_tableday SET due_cents = due_cents + 1", "roll-up"),
    Kind("roll-up of a house's day", "UPDATE accounting_houseday SET tips_cents = tips_cents + 1", "roll-up"),
    Kind("roll-up of a month", "UPDATE accounting_housemonth SET taken_cents = taken_cents + 1", "roll-up"),
    # People
    Kind("password", _sets("casino_user", "password = 'x'", _AUDITOR), "casino_user"),
    Kind("password with its digest", _ANOTHER_PASSWORD, "casino_user"),
    Kind("PIN", _sets("casino_user", "pin_hash = 'x'", "username = 'dealer'"), "casino_user"),
    Kind("role", _sets("casino_user", "roles = '{manager}'", _AUDITOR), "casino_user"),
    Kind("role with a row of history", _ROLE_WITH_HISTORY, "casino_user"),
    Kind("role in a sealed row of history", _sets(
        "casino_historicaluser", "roles = '{admin,auditor}'", key="history_id"
    ), "casino_historicaluser"),
    Kind("account is put in with its history", _ACCOUNT, "casino_user"),
    Kind("locked out", _sets("casino_user", "is_active = false", _AUDITOR), "casino_user"),
    Kind("works in another house", _sets("casino_user", "house_ids = '{1}'", _AUDITOR), "casino_user"),
    Kind("sign-in miss is deleted", _cuts("casino_loginevent", "NOT ok"), "casino_loginevent"),
    Kind("sign-in miss succeeded", _sets("casino_loginevent", "ok = true", "NOT ok"), "casino_loginevent"),
    Kind("security event is deleted", _cuts("casino_securityevent"), "casino_securityevent"),
    Kind("security event is another's", _sets(
        "casino_securityevent", "user_id = (SELECT max(id) FROM casino_user)"
    ), "casino_securityevent"),
    Kind("alarm was seen by another", _sets(
        "casino_securityevent", "seen_by_id = seen_by_id + 1", "seen_at IS NOT NULL"
    ), "casino_securityevent"),
    Kind("text of an alarm", _sets(
        "casino_securityevent", "about = 'prüfer: dealer'", "about_digest <> ''"
    ), "casino_securityevent"),
    Kind("text of an alarm as if it were erased", _sets(
        "casino_securityevent", "about = '[erased]'", "about_digest <> ''"
    ), "casino_securityevent"),
    Kind("account request is deleted", _cuts("casino_accountrequest"), "casino_accountrequest"),
    Kind("account request was approved by another", _sets(
        "casino_accountrequest", "decided_by_id = (SELECT id FROM casino_user WHERE username = 'manager')"
    ), "casino_accountrequest"),
    # Histories
    Kind("history of a guest is edited", _sets(
        "tables_historicalguest", "merged_into_id = 1", key="history_id"
    ), "tables_historicalguest"),
    Kind("history of a guest is deleted", _cuts("tables_historicalguest", key="history_id"), "tables_historicalguest"),
    Kind("history of a game is put in", _NOW_AND_BACK, "tables_historicalgame"),
    Kind("history of a schedule version is edited", _sets(
        "accounting_historicalscheduleversion", "approved_by_id = NULL", "approved_by_id IS NOT NULL", key="history_id"
    ), "accounting_historicalscheduleversion"),
    Kind("guest's merger",
        _sets("tables_guest", "merged_into_id = NULL", "merged_into_id IS NOT NULL"), "tables_guest"
    ),
    # Terms
    Kind("rate of a schedule", _sets(
        "accounting_scheduleversion", "terms = jsonb_set(terms, '{rate_bp}', '100')"
    ), "seals"),
    Kind("rate of a schedule with its history", _BOTH_RATES, "accounting_historicalscheduleversion"),
    Kind("approval of a schedule", _sets(
        "accounting_scheduleversion", "approved_by_id = created_by_id - 1"
    ), "accounting_scheduleversion"),
    Kind("limits of a game", _sets("tables_game", "max_buy_in_cents = 80000"), "tables_game"),
    Kind("tax of a game", _sets("tables_game", "rake_schedule_id = 77"), "tables_game"),
    Kind("rule set of a game", _sets("tables_game", "rule_set = 'house/1'"), "tables_game"),
    Kind("two people where money leaves", "UPDATE accounting_house SET money_by_two = false", "accounting_house"),
    # The floor
    Kind("start of a sitting", _sets("tables_sitting", "sat_at = sat_at - interval '1 hour'"), "tables_sitting"),
    Kind("end of a sitting", _sets("tables_sitting", "left_at = left_at + interval '1 hour'"), "tables_sitting"),
    Kind("guest of a sitting", _sets("tables_sitting", "guest_id = guest_id - 1"), "tables_sitting"),
    Kind("cash-out of a sitting", _sets("tables_sitting", "cashed_out_cents = 1"), "tables_sitting"),
    Kind("dealer of a down", _sets("tables_down", "dealer_id = pushed_by_id"), "tables_down"),
    Kind("time of a down", _sets("tables_down", "ended_at = ended_at + interval '1 hour'"), "tables_down"),
    Kind("dealer of a hand", _sets("tables_hand", "dealer_id = dealer_id + 1"), "table/T07"),
    Kind("dealer's qualification", _sets("tables_qualification", "skill = 'tournament'"), "tables_qualification"),
    Kind("dealer's shift", _sets("tables_shift", "went_at = went_at + interval '1 hour'"), "tables_shift"),
    Kind("kept chips", _sets("tables_keptchips", "ended_by_id = ended_by_id + 1"), "tables_keptchips"),
    Kind("alarm was acknowledged by another",
        _sets("tables_acknowledgement", "by_id = by_id + 1"), "tables_acknowledgement"
    ),
    Kind("incident is deleted", _cuts("tables_incident"), "tables_incident"),
    Kind("ban was lifted later",
        _sets("tables_houseban", "lifted_at = lifted_at + interval '1 day'"), "tables_houseban"
    ),
    Kind("admission check", _sets("tables_admissioncheck", "result = 'banned'"), "tables_admissioncheck"),
    Kind("admission check is put in", _SLIPPED_IN, "tables_admissioncheck"),
    Kind("call of the floor", _sets("tables_calltaking", "at = at - interval '9 minutes'"), "tables_calltaking"),
    # Tournaments
    Kind("amount of an unpaid prize", _sets(
        "tables_prize", "amount_cents = amount_cents + 100", "paid_at IS NULL AND kind = 'place'"
    ), "tournament/TURM"),
    Kind("winner of an unpaid prize", _sets(
        "tables_prize", "entrant_id = (SELECT max(id) FROM tables_entrant)", "paid_at IS NULL AND kind = 'place'"
    ), "tournament/TURM"),
    Kind("place of a prize", _sets("tables_prize", "place = 2", "place = 1"), "tables_prize"),
    Kind("bounty not paid yet", _sets(
        "tables_prize", "amount_cents = amount_cents + 100", "paid_at IS NULL AND kind = 'bounty'"
    ), "tournament/TURM"),
    Kind("place of an entrant", "UPDATE tables_entrant SET place = 5 - place WHERE place > 1", "tournament/TURM"),
    Kind("time of an elimination", _sets("tables_elimination", "at = at - interval '1 hour'"), "tables_elimination"),
    Kind("order of eliminations", _sets("tables_elimination", "number = 9"), "tables_elimination"),
    Kind("event of a clock", _sets("tables_clockevent", "milliseconds = 1"), "tables_clockevent"),
    Kind("chip count", _sets("tables_chipcount", "counts = '{}'"), "tables_chipcount"),
    Kind("receipt of an entry", _sets("tables_purchase", "chips = chips + 1000"), "cage/K9"),
    Kind("member of a tronc is put in", _MEMBER, "accounting_troncmember"),
    Kind("rules of a tronc are put in", _RULES, "accounting_troncrules"),
    Kind("fee of a tournament", _sets("tables_tournament", "fee_cents = 0"), "tables_tournament"),
    # Boxes, windows, the day
    Kind("count of a box", _sets("accounting_count", "counted_cents = counted_cents + 100"), "accounting_count"),
    Kind("finding is decided", _sets("accounting_finding", "comment = 'x'"), "accounting_finding"),
    Kind("who confirmed a window", _sets("accounting_windowshift", "closed_by_id = closed_by_id + 1"), "cage/K9"),
    Kind("state of a day", _sets("accounting_gamingday", "state = 'open', seal = '', closed_at = NULL"), "seals"),
    Kind("reopening is deleted", _cuts("accounting_reopening"), "seals"),
    Kind("seal is deleted", _cuts("accounting_seal"), "seals"),
    Kind("sealed rows are deleted", _cuts("accounting_sealedrows"), "seals"),
    Kind("key of a command",
        _sets("accounting_entry", "key_digest = repeat('x', 16)::bytea", "code = 'hand'"), "table/T07"
    ),
    # Not found
    Kind("name of a guest with its history", """
WITH live AS (UPDATE tables_guest SET name = 'x') UPDATE tables_historicalguest SET name = 'x'
""", why="personal columns"),
    Kind("recovery codes are replaced", "UPDATE casino_recoverycode SET code_hash = 'x'", why="second factors"),
    Kind("seed of a second factor", "UPDATE otp_totp_totpdevice SET key = 'x'", why="second factors"),
    Kind("body of a stored answer", "UPDATE casino_storedanswer SET answer = 'x'", why="stored answers"),
    Kind("sign-in miss of today is deleted", """
DO $$
BEGIN
    INSERT INTO casino_loginevent (username, kind, ok, request_id) VALUES ('x', 'password', false, '');
    DELETE FROM casino_loginevent WHERE username = 'x';
END $$
""", why="before the day is sealed"),
    Kind("session is put in", """
INSERT INTO casino_session (session_key, session_data, expire_date) VALUES ('x', 'x', now())
""", why="sessions and tokens"),
    Kind("place on a waiting list",
        "UPDATE tables_waitingentry SET rank = 1 WHERE ended_at IS NULL", why="waiting lists"
    ),
)  # fmt: skip
