"""The two roles of the database: the owner of the tables, which migrates, and the application's, which owns nothing.

In the settings, `DATABASES["default"]` connects as the application's role, and `DATABASE_OWNER` as the owner; the
latter is set only where migrations run.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.conf import settings
from django.db import connection, connections, transaction
from psycopg import sql

from casino import grants
from casino.errors import N_, Refusal
from casino.services import database_rights

_ONE_AT_A_TIME = 20_299  # key of the advisory lock: two grants at once would conflict in the catalogue
_as_owner: ContextVar[bool] = ContextVar("as_owner", default=False)


@dataclass(frozen=True, slots=True)
class Standing:
    """A role's power beyond grants: `above` all rights (superuser and the like), and the tables it owns."""

    above: bool
    owned: tuple[str, ...]


@contextmanager
def as_owner() -> Iterator[None]:
    """Within this block this thread connects as the owner; no change if the settings name no owner."""
    if settings.DATABASE_OWNER is None or _as_owner.get():
        yield
        return
    ordinary = connections["default"]
    ordinary.close()
    owner = ordinary.copy()
    owner.settings_dict.update(settings.DATABASE_OWNER)
    connections["default"] = owner
    token = _as_owner.set(True)
    try:
        yield
    finally:
        _as_owner.reset(token)
        owner.close()
        connections["default"] = ordinary


def acts_as_owner() -> bool:
    """Whether this runs inside `as_owner` with a separate owner."""
    return _as_owner.get()


def tables() -> list[str]:
    """The tables and views of the schema that the connected role owns."""
    with connection.cursor() as cursor:
        cursor.execute("""
            SELECT relname FROM pg_class
             WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'v', 'm', 'f')
               AND pg_has_role(relowner, 'USAGE') ORDER BY 1
        """)
        return [name for (name,) in cursor.fetchall()]


def standing(role: str = "") -> Standing:
    """The standing of a role, by default the connected one; ownership through any membership counts."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT role.rolsuper OR role.rolbypassrls OR role.rolcreaterole OR role.rolreplication,
                   array(SELECT relname::text FROM pg_class
                          WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
                            AND pg_has_role(role.oid, relowner, 'MEMBER') ORDER BY 1)
              FROM pg_roles role WHERE role.rolname = coalesce(nullif(%s, ''), current_user)
            """,
            [role],
        )
        above, owned = cursor.fetchone()
    return Standing(above, tuple(owned))


def is_behind_pooler() -> bool:
    """Whether something between makes up the session's number: a pooler, which may hand on another session's."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return bool(cursor.fetchone() != (connection.connection.info.backend_pid,))


def strayed() -> list[str]:
    """Tables on which the connected role's rights differ from `casino.grants`, so that `manage.py grants` must run."""
    with connection.cursor() as cursor:
        cursor.execute("""
            SELECT relname,
                   array(SELECT verb
                           FROM unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'TRIGGER']) verb
                          WHERE has_table_privilege(class.oid, verb)),
                   array(SELECT attname::text FROM pg_attribute
                          WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped
                            AND has_column_privilege(class.oid, attnum, 'UPDATE'))
              FROM pg_class class
             WHERE relnamespace <> 'pg_catalog'::regnamespace AND pg_table_is_visible(class.oid)
               AND relkind IN ('r', 'p') ORDER BY 1
        """)
        return [name for name, verbs, columns in cursor.fetchall() if not _as_decided(name, verbs, columns)]


def _as_decided(table: str, verbs: list[str], columns: list[str]) -> bool:
    wanted = grants.decided(table) or grants.Rights(())
    changes_all = "UPDATE" in wanted.verbs
    return set(verbs) == set(wanted.verbs) and (changes_all or set(columns) == set(wanted.columns))


def grant(*, role: str, password: str = "") -> list[str]:
    """Give the application's role exactly the rights of `casino.grants`; run it as the owner; safe to repeat.

    Creates a missing role if the owner may.  One transaction, so other connections see either the old rights or the
    new.  Of `database_rights` it does what the owner may do.  Returns the tables that `casino.grants` does not name;
    they get no right.  Refuses a role that is above all rights or owns tables (`role_not_bound`), a missing role that
    it cannot create (`role_missing`), and a connection that does not own the tables (`not_the_owner`).
    """
    with transaction.atomic(durable=True), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, 0)", [_ONE_AT_A_TIME])
        _make_role(role, password)
        found = standing(role)
        if found.above or found.owned:
            raise Refusal(
                "role_not_bound",
                N_("The role %(role)s is above all rights or owns the tables; the application needs one of its own."),
                role=role,
            )
        here = tables()
        if not here:
            raise Refusal(
                "not_the_owner",
                N_("Only the owner of the tables can grant rights to them. Name that role in DATABASE_OWNER_URL."),
            )
        cursor.execute(sql.SQL("; ").join(_statements(sql.Identifier(role), here)))
        database_rights.give(role)
    return [name for name in here if grants.decided(name) is None]


def _make_role(role: str, password: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = %s),
                   (SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user)
            """,
            [role],
        )
        there, able = cursor.fetchone()
        if there:
            return
        if not able:
            raise Refusal(
                "role_missing",
                N_(
                    "The role %(role)s does not exist, and the owner may not create it. Have it created, with LOGIN "
                    "only."
                ),
                role=role,
            )
        made = sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(role))
        if password:
            # Only the SCRAM verifier is sent, so the password cannot get into the server's log.
            pgconn = connection.connection.pgconn
            kept = pgconn.encrypt_password(password.encode(), role.encode(), b"scram-sha-256").decode()
            made += sql.SQL(" PASSWORD {}").format(sql.Literal(kept))
        cursor.execute(made)


def _statements(role: sql.Identifier, here: list[str]) -> Iterator[sql.Composable]:
    """The GRANT and REVOKE statements in the schema; creating anything there is revoked first."""
    with connection.cursor() as cursor:
        cursor.execute("""
            SELECT nspname, pg_has_role(nspowner, 'USAGE') FROM pg_namespace WHERE nspname = current_schema()
        """)
        schema, ours = cursor.fetchone()
    if ours:
        named = sql.Identifier(schema)
        yield sql.SQL("REVOKE CREATE ON SCHEMA {} FROM PUBLIC, {}").format(named, role)
        yield sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(named, role)
    counted, there = _sequences(), _columns()
    for table in here:
        named = sql.Identifier(schema, table)
        yield sql.SQL("REVOKE ALL ON {} FROM PUBLIC, {}").format(named, role)
        rights = grants.decided(table)
        if rights is None:
            continue
        verbs = sql.SQL(", ").join(map(sql.SQL, rights.verbs))
        yield sql.SQL("GRANT {} ON {} TO {}").format(verbs, named, role)
        # Of a column that a later migration adds nothing is said yet.
        if named_columns := [column for column in rights.columns if column in there[table]]:
            columns = sql.SQL(", ").join(map(sql.Identifier, named_columns))
            yield sql.SQL("GRANT UPDATE ({}) ON {} TO {}").format(columns, named, role)
        for sequence in counted.get(table, ()) if "INSERT" in rights.verbs else ():
            # USAGE allows nextval only; UPDATE would allow setval.
            yield sql.SQL("GRANT USAGE ON SEQUENCE {} TO {}").format(sql.Identifier(schema, sequence), role)


def _columns() -> dict[str, set[str]]:
    """The columns of each table and view."""
    with connection.cursor() as cursor:
        cursor.execute("""
            SELECT relname, array_agg(attname::text) FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
             WHERE relnamespace = current_schema()::regnamespace AND attnum > 0 AND NOT attisdropped GROUP BY 1
        """)
        return {table: set(columns) for table, columns in cursor.fetchall()}


def _sequences() -> dict[str, list[str]]:
    """The sequences that number the rows of each table."""
    with connection.cursor() as cursor:
        cursor.execute("""
            SELECT numbered.relname, array_agg(sequence.relname::text)
              FROM pg_depend JOIN pg_class sequence ON sequence.oid = objid AND sequence.relkind = 'S'
              JOIN pg_class numbered ON numbered.oid = refobjid
             WHERE classid = 'pg_class'::regclass AND refclassid = 'pg_class'::regclass AND deptype IN ('a', 'i')
               AND numbered.relnamespace = current_schema()::regnamespace GROUP BY 1
        """)
        return dict(cursor.fetchall())
