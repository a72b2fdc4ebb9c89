"""Proves the people: passwords and PINs are those of their digests, and who got a role later got it from two people.

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


def prove() -> Iterator[Broken]:
    """People whose secrets or rights nobody gave them (one of `settings.PROVERS`)."""
    if TABLE in sealed_rows.absent():
        return
    for number, what in [*chains.found(_SECRETS), *chains.found(_GIVEN, [sorted(roles.GIVEN_ALONE)])]:
        yield Broken(TABLE, number, what)
