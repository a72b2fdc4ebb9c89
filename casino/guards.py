"""Triggers that hold what was written, whoever asks, and that tell of a change: the recurring forms, as SQL.  Pure.

Each application's migration of guards puts its own together from them.  What a released migration calls is not changed:
a new form stands beside it.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Guard:
    """SQL that makes it, and SQL that takes it away."""

    make: str
    drop: str


def together(*guards: Guard) -> Guard:
    """All of them, in order; what was made last is taken away first."""
    return Guard("\n".join(one.make for one in guards), "\n".join(one.drop for one in reversed(guards)))


def trigger(name: str, event: str, table: str, function: str, *, when: str = "") -> Guard:
    """A trigger for each row, or for each statement that empties the table; `event` as `BEFORE UPDATE OR DELETE`."""
    each = "STATEMENT" if event.endswith("TRUNCATE") else "ROW"
    condition = f" WHEN ({when})" if when else ""
    return Guard(
        f"CREATE TRIGGER {name} {event} ON {table} FOR EACH {each}{condition} EXECUTE FUNCTION {function}();",
        f"DROP TRIGGER {name} ON {table};",
    )


def told(
    table: str, *desks: str, name: str = "told_live", event: str = "AFTER INSERT OR UPDATE", when: str = ""
) -> Guard:
    """Tell these desks of each row that was written, at commit: see `casino_tell`."""
    condition = f" WHEN ({when})" if when else ""
    named = ", ".join(f"'{desk}'" for desk in desks)
    return Guard(
        f"CREATE CONSTRAINT TRIGGER {name} {event} ON {table} DEFERRABLE INITIALLY DEFERRED FOR EACH ROW{condition}"
        f" EXECUTE FUNCTION casino_tell({named});",
        f"DROP TRIGGER {name} ON {table};",
    )


def changed(*columns: str) -> str:
    """The condition that one of these columns is not what it was."""
    return f"{_all('OLD', columns)} IS DISTINCT FROM {_all('NEW', columns)}"


def same(*columns: str) -> str:
    """The condition that all of these columns are what they were."""
    return f"{_all('OLD', columns)} IS NOT DISTINCT FROM {_all('NEW', columns)}"


def _all(row: str, columns: Iterable[str]) -> str:
    return f"({', '.join(f'{row}.{column}' for column in columns)})"


def changed_beside(*columns: str) -> str:
    """The condition that a column other than these is not what it was."""
    named = ", ".join(f"'{column}'" for column in columns)
    return f"(to_jsonb(OLD) - ARRAY[{named}]) IS DISTINCT FROM (to_jsonb(NEW) - ARRAY[{named}])"


@dataclass(frozen=True, slots=True)
class Refusing:
    """A function that refuses whatever its triggers meet; `rows` and `table` are those of an append-only table."""

    function: str
    rows: str = "append_only_rows"
    table: str = "append_only_table"

    def made(self, error: str) -> Guard:
        """The function itself, which raises `error`: of class 23, so that Django shows an IntegrityError."""
        return Guard(
            f"""CREATE FUNCTION {self.function}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = '{error}', CONSTRAINT = 'append_only', TABLE = TG_TABLE_NAME;
END $$;""",
            f"DROP FUNCTION {self.function}();",
        )

    def append_only(self, table: str) -> Guard:
        """Rows are added, and that is all."""
        return together(
            trigger(self.rows, "BEFORE UPDATE OR DELETE", table, self.function),
            trigger(self.table, "BEFORE TRUNCATE", table, self.function),
        )

    def kept(self, table: str, *, names: tuple[str, str] = ("kept_rows", "kept_table")) -> Guard:
        """No row goes."""
        rows, whole = names
        return together(
            trigger(rows, "BEFORE DELETE", table, self.function),
            trigger(whole, "BEFORE TRUNCATE", table, self.function),
        )

    def stays(self, table: str, *, when: str = "", name: str = "stays") -> Guard:
        """No row changes; where there is a condition, none that meets it."""
        return trigger(name, "BEFORE UPDATE", table, self.function, when=when)

    def stays_but(self, table: str, *later: str, until: str) -> Guard:
        """Only the columns that are known `later` change, and only until the condition is met."""
        return self.stays(table, when=f"{until} OR {changed_beside(*later)}")
