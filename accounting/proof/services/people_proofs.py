"""Proves the people: their secrets are those of their digests, two gave each later role, authors worked in the house.

The roles that somebody began with were given at the console, or when the house was made, which raised an alarm each.
What no entry of the books rests on, and only a decision can make, has its request and its decision in its history, by
people who could.
"""

from collections.abc import Iterator
from typing import Any

from accounting.days.selectors import sealed_rows
from accounting.ledger.selectors import chains
from accounting.ledger.services.walks import Broken
from casino import roles
from casino.selectors.decisions import Matter

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

# `%s`: the roles that one administrator gives alone. The people of the demo raise no alarm; in a house of the demo, the
# first account is one of them.
_BEGAN = """
SELECT began.id, 'its role ' || role || ' was there from the beginning, and no alarm says who gave it'
  FROM (SELECT DISTINCT ON (id) * FROM casino_historicaluser ORDER BY id, history_id) began
 CROSS JOIN unnest(began.roles) role
 WHERE NOT (began.is_demo AND (SELECT is_demo FROM casino_historicaluser ORDER BY history_id LIMIT 1))
   AND NOT EXISTS (
       SELECT FROM casino_securityevent alarm
        WHERE alarm.kind = CASE role WHEN 'admin' THEN 'admin' ELSE 'role' END
          AND (alarm.about IN (began.username || ': ' || role, '[erased]: ' || role))
          AND (alarm.user_id IS NULL OR (alarm.user_id <> began.id AND role = ANY(%s::text[])))
          AND alarm.at BETWEEN began.history_date - interval '5 minutes' AND began.history_date + interval '5 minutes')
 ORDER BY 1, 2
"""

# Where somebody worked with which roles, from when until when, by the history of their row; what it begins with counts
# for earlier times too. Five minutes on either side are for a command that began before, and for clocks that differ.
_WORKED = """
WITH known AS (
    SELECT id, history_id, history_date, house_ids, roles, lag(house_ids) OVER own AS houses_before,
           lag(roles) OVER own AS roles_before, lag(id) OVER own IS NULL AS is_first
      FROM casino_historicaluser WINDOW own AS (PARTITION BY id ORDER BY history_id)
), worked AS (
    SELECT id, house_ids, roles,
           CASE WHEN is_first THEN '-infinity' ELSE history_date END - interval '5 minutes' AS since,
           COALESCE(lead(history_date) OVER (PARTITION BY id ORDER BY history_id), 'infinity') + interval '5 minutes'
           AS until
      FROM known
     WHERE is_first OR house_ids IS DISTINCT FROM houses_before OR roles IS DISTINCT FROM roles_before
)
"""

_STRANGERS = f"""
{_WORKED}
SELECT book.code, entry.number,
       'its author ' || entry.actor_id || ' did not work in the house ' || house.code || ' then'
  FROM accounting_entry entry
  JOIN accounting_book book ON book.id = entry.book_id
  JOIN accounting_house house ON house.id = entry.house_id
 WHERE NOT EXISTS (
       SELECT FROM worked WHERE worked.id = entry.actor_id AND entry.at BETWEEN worked.since AND worked.until
          AND (worked.house_ids IS NULL OR entry.house_id = ANY(worked.house_ids)))
 ORDER BY house.code, book.code, entry.number
"""  # noqa: S608 -- no value from outside

# A row that was put in has no history, or none that says who asked for it and who decided. `{{...}}`: the matter's.
_DECIDED = f"""
{_WORKED}, said AS (
    SELECT *, row_number() OVER (PARTITION BY id ORDER BY history_id) AS at FROM {{history}}
), steps AS (
    SELECT id, house_id, {{asker}} AS person_id, {{asked_at}} AS at, 'asked for it' AS did, %s::text[] AS roles
      FROM {{table}}
     UNION ALL
    SELECT id, house_id, {{decider}}, {{decided_at}}, 'decided on it', %s::text[]
      FROM {{table}} WHERE {{decided_at}} IS NOT NULL AND {{decider}} IS DISTINCT FROM {{asker}}
)
SELECT id, 'it was not asked for: its history does not begin with that' FROM {{table}} made
 WHERE NOT EXISTS (
       SELECT FROM said WHERE said.id = made.id AND at = 1 AND history_type = '+' AND said.{{decided_at}} IS NULL
          AND said.{{decider}} IS NULL AND said.{{asker}} = made.{{asker}} AND said.{{asked_at}} = made.{{asked_at}}
          AND history_date BETWEEN made.{{asked_at}} - interval '5 minutes'
                               AND made.{{asked_at}} + interval '5 minutes')
UNION ALL
SELECT id, 'it was not decided on: its history does not say when' FROM {{table}} made
 WHERE {{decided_at}} IS NOT NULL AND NOT EXISTS (
       SELECT FROM said WHERE said.id = made.id AND at > 1 AND said.{{decider}} = made.{{decider}}
          AND said.{{decided_at}} = made.{{decided_at}} AND made.{{decided_at}} >= made.{{asked_at}}
          AND history_date BETWEEN made.{{decided_at}} - interval '5 minutes'
                               AND made.{{decided_at}} + interval '5 minutes')
UNION ALL
SELECT id, did || ': ' || person_id || ', who could not do that in this house then' FROM steps
 WHERE NOT EXISTS (
       SELECT FROM worked WHERE worked.id = person_id AND at BETWEEN since AND until
          AND worked.roles::text[] && steps.roles AND (house_ids IS NULL OR house_id = ANY(house_ids)))
 ORDER BY 1, 2
"""  # noqa: S608 -- no value from outside


def prove() -> Iterator[Broken]:
    """People whose secrets or rights nobody gave them, and entries by strangers (one of `settings.PROVERS`)."""
    if TABLE in sealed_rows.absent():
        return
    alone = [sorted(roles.GIVEN_ALONE)]
    for number, what in [*chains.found(_SECRETS), *chains.found(_BEGAN, alone), *chains.found(_GIVEN, alone)]:
        yield Broken(TABLE, number, what)
    yield from (Broken(*row) for row in chains.found(_STRANGERS))


def undecided(matter: Matter[Any]) -> Iterator[Broken]:
    """The rows of a matter that nobody asked for or decided on, by their history, or one person alone."""
    if TABLE in sealed_rows.absent():
        return
    model = matter.model
    columns = {
        name: model._meta.get_field(matter.persons[part]).column
        for name, part in (("asker", matter.asker), ("decider", matter.decider))
    }
    statement = _DECIDED.format(
        table=model._meta.db_table,
        history=model.history.model._meta.db_table,  # simple-history's
        asked_at=matter.asked_at,
        decided_at=matter.decided_at,
        **columns,
    )
    asked = [roles.carried_by(matter.edits), roles.carried_by(matter.approves)]
    for number, what in chains.found(statement, asked):
        yield Broken(model._meta.db_table, number, what)
    for number, one, other in matter.broken():
        yield Broken(model._meta.db_table, number, f"one person is its {one.word} and its {other.word}")
