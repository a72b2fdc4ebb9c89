"""SQL of recurring triggers: those that protect written rows from any role, and those that announce changes.  Pure.

Each app's migration of guards is built from them.  Functions that a released migration calls must not change: add a
new one instead.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Guard:
    """The SQL that creates a guard, and the SQL that drops it."""

    make: str
    drop: str


def together(*guards: Guard) -> Guard:
    """One guard from several: created in order, dropped in reverse order."""
    return Guard("\n".join(one.make for one in guards), "\n".join(one.drop for one in reversed(guards)))


def trigger(name: str, event: str, table: str, function: str, *, when: str = "") -> Guard:
    """A trigger for each row, or for each TRUNCATE statement; `event` is like `BEFORE UPDATE OR DELETE`."""
    each = "STATEMENT" if event.endswith("TRUNCATE") else "ROW"
    condition = f" WHEN ({when})" if when else ""
    return Guard(
        f"CREATE TRIGGER {name} {event} ON {table} FOR EACH {each}{condition} EXECUTE FUNCTION {function}();",
        f"DROP TRIGGER {name} ON {table};",
    )


def told(
    table: str,
    *desks: str,
    through: str = "",
    name: str = "told_live",
    event: str = "AFTER INSERT OR UPDATE",
    when: str = "",
) -> Guard:
    """A trigger that tells these desks of the row's house at commit (function `casino_tell_house`).

    `through`: for a row without a `house_id`, the row that has it, as `parent_table.column` with this table's column.
    """
    condition = f" WHEN ({when})" if when else ""
    named = ", ".join(f"'{argument}'" for argument in (through, *desks))
    return Guard(
        f"CREATE CONSTRAINT TRIGGER {name} {event} ON {table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW{condition}"
        f" EXECUTE FUNCTION casino_tell_house({named});",
        f"DROP TRIGGER {name} ON {table};",
    )


def changed(*columns: str) -> str:
    """The condition that any of these columns changed."""
    return f"{_all('OLD', columns)} IS DISTINCT FROM {_all('NEW', columns)}"


def same(*columns: str) -> str:
    """The condition that none of these columns changed."""
    return f"{_all('OLD', columns)} IS NOT DISTINCT FROM {_all('NEW', columns)}"


def _all(row: str, columns: Iterable[str]) -> str:
    return f"({', '.join(f'{row}.{column}' for column in columns)})"


def changed_beside(*columns: str) -> str:
    """The condition that any other column changed."""
    named = ", ".join(f"'{column}'" for column in columns)
    return f"(to_jsonb(OLD) - ARRAY[{named}]) IS DISTINCT FROM (to_jsonb(NEW) - ARRAY[{named}])"


@dataclass(frozen=True, slots=True)
class Refusing:
    """A trigger function that refuses; `rows` and `table` name the triggers of an append-only table."""

    function: str
    rows: str = "append_only_rows"
    table: str = "append_only_table"

    def made(self, error: str) -> Guard:
        """The function, which raises SQLSTATE `error`, of class 23 so that Django raises IntegrityError.

        It lets an erasure pass (`casino_is_erasing`).
        """
        return Guard(
            f"""CREATE FUNCTION {self.function}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND casino_is_erasing(TG_RELID) THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = '{error}', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;""",
            f"DROP FUNCTION {self.function}();",
        )

    def append_only(self, table: str) -> Guard:
        """Rows can be added, but neither changed nor deleted."""
        return together(
            trigger(self.rows, "BEFORE UPDATE OR DELETE", table, self.function),
            trigger(self.table, "BEFORE TRUNCATE", table, self.function),
        )

    def kept(self, table: str, *, names: tuple[str, str] = ("kept_rows", "kept_table")) -> Guard:
        """No row can be deleted."""
        rows, whole = names
        return together(
            trigger(rows, "BEFORE DELETE", table, self.function),
            trigger(whole, "BEFORE TRUNCATE", table, self.function),
        )

    def stays(self, table: str, *, when: str = "", name: str = "stays") -> Guard:
        """No row can change, or none that meets the condition."""
        return trigger(name, "BEFORE UPDATE", table, self.function, when=when)

    def stays_but(self, table: str, *later: str, until: str) -> Guard:
        """Only the columns in `later` can change, and only while the condition `until` is false."""
        return self.stays(table, when=f"{until} OR {changed_beside(*later)}")
