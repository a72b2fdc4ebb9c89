"""Proves the people: their secrets are those of their digests, two gave each later role, authors worked in the house.

Roles and houses that somebody began with were given at the console, or when the house was made.
"""

from collections.abc import Iterator

from accounting.selectors import chains, sealed_rows
from accounting.services.walks import Broken
from casino import roles

TABLE = "casino_user"

_SECRETS = """
SELECT id, 'its password or PIN was changed past the application' FROM casino_user
 WHERE secrets_digest <> encode(sha256(convert_to(password || E'\\n' || pin_hash, 'UTF8')), 'hex')
 ORDER BY 1
"""

# `%s`: the roles that one administrator gives alone.
_GIVEN = """
WITH changed AS (
    SELECT id, roles, is_active, history_type, history_date,
           lag(roles) OVER own AS roles_before, lag(is_active) OVER own AS was_active
      FROM casino_historicaluser WINDOW own AS (PARTITION BY id ORDER BY history_id)
)
SELECT DISTINCT changed.id, 'its ' || given || ' was given, but not by two people'
  FROM changed CROSS JOIN LATERAL (
        SELECT 'role ' || role AS given, request.id AS request_id
          FROM unnest(changed.roles) role
          LEFT JOIN casino_accountrequest request ON request.person_id = changed.id AND request.is_approved
               AND request.decided_by_id NOT IN (request.asked_by_id, request.person_id)
               AND role = ANY(request.roles) AND request.decided_at <= changed.history_date
         WHERE role <> ALL(changed.roles_before) AND role <> ALL(%s::text[])
        UNION ALL
        SELECT 'right to sign in', request.id
          FROM (SELECT WHERE changed.is_active AND NOT changed.was_active) let_in
          LEFT JOIN casino_accountrequest request ON request.person_id = changed.id AND request.is_approved
               AND request.decided_by_id NOT IN (request.asked_by_id, request.person_id)
               AND request.lets_in AND request.decided_at <= changed.history_date
       ) rights
 WHERE changed.history_type = '~' AND rights.request_id IS NULL
 ORDER BY 1, 2
"""

# Where somebody worked, from when until when, by the history of their row; what it begins with counts for earlier times
# too. Five minutes on either side are for a command that began before, and for clocks that differ.
_STRANGERS = """
WITH known AS (
    SELECT id, history_id, history_date, house_ids, lag(house_ids) OVER own AS before,
           lag(id) OVER own IS NULL AS is_first
      FROM casino_historicaluser WINDOW own AS (PARTITION BY id ORDER BY history_id)
), worked AS (
    SELECT id, house_ids, CASE WHEN is_first THEN '-infinity' ELSE history_date END - interval '5 minutes' AS since,
           COALESCE(lead(history_date) OVER (PARTITION BY id ORDER BY history_id), 'infinity') + interval '5 minutes'
           AS until
      FROM known WHERE is_first OR house_ids IS DISTINCT FROM before
)
SELECT book.code, entry.number,
       'its author ' || entry.actor_id || ' did not work in the house ' || house.code || ' then'
  FROM accounting_entry entry
  JOIN accounting_book book ON book.id = entry.book_id
  JOIN accounting_house house ON house.id = entry.house_id
 WHERE NOT EXISTS (
       SELECT FROM worked WHERE worked.id = entry.actor_id AND entry.at BETWEEN worked.since AND worked.until
          AND (worked.house_ids IS NULL OR entry.house_id = ANY(worked.house_ids)))
 ORDER BY house.code, book.code, entry.number
"""


def prove() -> Iterator[Broken]:
    """People whose secrets or rights nobody gave them, and entries by strangers (one of `settings.PROVERS`)."""
    if TABLE in sealed_rows.absent():
        return
    for number, what in [*chains.found(_SECRETS), *chains.found(_GIVEN, [sorted(roles.GIVEN_ALONE)])]:
        yield Broken(TABLE, number, what)
    yield from (Broken(*row) for row in chains.found(_STRANGERS))
