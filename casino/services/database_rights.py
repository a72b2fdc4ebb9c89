"""Rights on the database itself and on functions of PostgreSQL, and the limits of the application's sessions.

PostgreSQL lets everybody connect to a database, make temporary tables in it, and take any advisory lock: the person who
may connect could hold the lock of an open day (`accounting.locks`), and no booking would be made.  A pooler hands on no
options of a connection, so the limits of a request stand at the application's role.

Functions of `pg_catalog` belong to the server's administrator: `manage.py grants` does what the owner of the tables
may do, and tells the statements that are left.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import ProgrammingError, connection, transaction
from psycopg import sql

from casino import grants
from casino.settings.services import ROLE_LIMITS_MS

_HERE = """
SELECT coalesce(nullif(%s, ''), current_user), current_database(),
       array(SELECT DISTINCT rolname::text FROM pg_class JOIN pg_roles ON pg_roles.oid = relowner
              WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT rolsuper)
"""
_OPEN_DATABASE = """
SELECT FROM pg_database
 WHERE datname = current_database()
   AND (EXISTS (SELECT FROM aclexplode(coalesce(datacl, acldefault('d', datdba))) WHERE grantee = 0)
        OR EXISTS (SELECT FROM unnest(%(known)s::text[]) one
                    WHERE NOT has_database_privilege(one, pg_database.oid, 'CONNECT'))
        OR has_database_privilege(%(role)s::name, pg_database.oid, 'CREATE, TEMPORARY'))
"""
_OPEN_FUNCTIONS = """
SELECT pg_proc.oid::regprocedure::text FROM pg_proc
 WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ %(functions)s
   AND (EXISTS (SELECT FROM aclexplode(coalesce(proacl, acldefault('f', proowner))) WHERE grantee = 0)
        OR EXISTS (SELECT FROM unnest(%(known)s::text[]) one
                    WHERE NOT has_function_privilege(one, pg_proc.oid, 'EXECUTE')))
 ORDER BY 1
"""
_LIMITED = """
SELECT FROM pg_db_role_setting JOIN pg_database ON pg_database.oid = setdatabase JOIN pg_roles ON pg_roles.oid = setrole
 WHERE datname = current_database() AND rolname = %(role)s AND setconfig @> %(limits)s::text[]
"""


@dataclass(frozen=True, slots=True)
class Left:
    """What is not as decided, and the statements that make it so, in this database."""

    what: str
    statements: tuple[sql.Composed, ...]


def give(role: str) -> None:
    """Run those of the statements that the connected role may run."""
    for statement in [statement for one in left(role) for statement in one.statements]:
        try:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(statement)
        except ProgrammingError:  # no right to it
            continue


def left(role: str = "") -> list[Left]:
    """What is still to be done for the application's role, by default the connected one."""
    with connection.cursor() as cursor:
        cursor.execute(_HERE, [role])
        role, database, owners = cursor.fetchone()
    return [one for one in _compared(role, database, sorted({role, *owners})) if one.statements]


def for_administrator(found: list[Left]) -> str:
    """The statements, as an administrator runs them."""
    connection.ensure_connection()
    return "".join(f"{one.as_string(connection.connection)}; " for each in found for one in each.statements).strip()


def _compared(role: str, database: str, known: list[str]) -> Iterator[Left]:
    """`known`: the application's role and the owners of the tables."""
    facts = {
        "role": role,
        "known": known,
        "functions": grants.OWN_FUNCTIONS,
        "limits": [f"{name}={value}" for name, value in ROLE_LIMITS_MS.items()],
    }
    names = {
        "role": sql.Identifier(role),
        "database": sql.Identifier(database),
        "known": sql.SQL(", ").join(map(sql.Identifier, known)),
    }
    yield Left(f"database {database}", _written(_CLOSE_DATABASE, names) if _rows(_OPEN_DATABASE, facts) else ())
    functions = [sql.SQL(function) for (function,) in _rows(_OPEN_FUNCTIONS, facts)]
    names["functions"] = sql.SQL(", ").join(functions)
    yield Left("advisory locks", _written(_CLOSE_FUNCTIONS, names) if functions else ())
    limits = [f"ALTER ROLE {{role}} IN DATABASE {{database}} SET {name} = {ms}" for name, ms in ROLE_LIMITS_MS.items()]
    yield Left(f"limits of {role}", () if _rows(_LIMITED, facts) else _written(limits, names))


_CLOSE_DATABASE = (
    "GRANT CONNECT ON DATABASE {database} TO {known}",
    "REVOKE ALL ON DATABASE {database} FROM PUBLIC",
    "REVOKE CREATE, TEMPORARY ON DATABASE {database} FROM {role}",
)
_CLOSE_FUNCTIONS = (
    "GRANT EXECUTE ON FUNCTION {functions} TO {known}",
    "REVOKE EXECUTE ON FUNCTION {functions} FROM PUBLIC",
)


def _written(statements: tuple[str, ...] | list[str], names: Mapping[str, sql.Composable]) -> tuple[sql.Composed, ...]:
    return tuple(sql.SQL(one).format(**names) for one in statements)


def _rows(statement: str, facts: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, facts)
        return list(cursor.fetchall())
